"""Published tries and their refutations against those that our solution has."""

from collections.abc import Iterator, Sequence

from solver.batch.compare.battle import claimed_keys
from solver.batch.compare.context import Context
from solver.batch.published.tree import Ply, Section
from solver.model.board import Colour
from solver.model.solution import Node, Phase, TreeFound

MOST_REFUTATIONS = 8
"""Of a try; what is refuted more often is not compared."""
_PROMOTIONS = 4
"""What a pawn becomes is a refutation each for us, but often one for those who write it down."""


def most_refutations(sections: Sequence[Section]) -> int:
    """How many refutations our tries may have to be compared with the published ones; 0 where no
    refutation is published.
    """
    counts = (len(refutations(ply)) for section in sections for ply in _tries(section))
    most = max((count for count in counts if count <= MOST_REFUTATIONS), default=0)
    return most * _PROMOTIONS


def refutations(ply: Ply) -> list[Ply]:
    """The published refutations of a try: those after "but", and those marked "!"."""
    return [
        answer
        for answer in ply.answers
        if answer.written is not None
        and (answer.refutes or (answer.mark in ("!", "!!") and not answer.answers))
    ]


def compare_tries(context: Context, section: Section, phases: Sequence[Phase], most: int) -> None:
    """Note published refutations that do not refute, and those that were left out.

    phases: solved with all tries that have up to `most` refutations.  A try that solves is a cook,
    which is noted with the keys.
    """
    for phase in phases:
        if (phase.started.kind, phase.started.play) != ("actual", "tree"):
            continue
        if not phase.finished.complete or phase.finished.omitted:
            continue
        starter = Colour(phase.started.starter)
        nodes = [f.node for f in phase.found if isinstance(f, TreeFound) and not f.ply]
        for ply in _tries(section):
            published = refutations(ply)
            if len(published) > MOST_REFUTATIONS:
                continue
            found = context.meant(ply.written, nodes)
            if not found:
                _missing_try(context, ply, most // _PROMOTIONS, starter)
            elif len(found) == 1 and found[0].mark == "?":
                _compare_one(context, found[0], published)


def _tries(section: Section) -> Iterator[Ply]:
    """First moves with published refutations that are not published as keys."""
    roots = [root for place, root in section.roots if place == 0 and root.written]
    keys = {id(key) for key in claimed_keys(roots)}
    for root in roots:
        if id(root) not in keys and refutations(root):
            yield root


def _missing_try(context: Context, ply: Ply, most: int, starter: Colour) -> None:
    assert ply.written is not None
    if ply.mark == "??":
        # So are moves marked that would solve if they were legal.
        return
    why = context.why_not(ply.written, (), starter)
    if why == "is legal but does not solve":
        why = f"has more than {most} refutations" if most > 1 else "has several refutations"
    elif why != "is not a legal move here":
        # Nothing is known of it: a condition may have made it illegal, or refuted it often.
        return
    context.find("differs", f"the published try {why}", moves=f"1.{ply.written}", at=ply.at)


def _compare_one(context: Context, node: Node, published: Sequence[Ply]) -> None:
    ours = [refutation.move for refutation in node.refutations]
    before = f"1.{context.text(node.move)}"
    for ply in published:
        if not any(context.means(ply.written, move) for move in ours):
            moves = f"{before} 1...{ply.written}"
            context.find("differs", "does not refute the try", moves=moves, at=ply.at)
    told = [move for move in ours if any(context.means(ply.written, move) for ply in published)]
    ways = {(move.departure, move.arrival) for move in told}
    for move in ours:
        if (move.departure, move.arrival) not in ways:
            moves = f"{before} 1...{context.text(move)}"
            context.find("differs", "refutes the try too", moves=moves, at=published[0].at)
