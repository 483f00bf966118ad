"""Lines of help and series play."""

from collections.abc import Iterator, Sequence
from math import prod

from solver.batch.compare.battle import MOST_SHOWN, line_words
from solver.batch.compare.context import Context
from solver.batch.published.tree import Ply, Section
from solver.model.board import Colour
from solver.model.solution import LineFound, Phase, PlayedMove

_Line = tuple[int, tuple[Ply, ...]]


def compare_lines(
    context: Context, section: Section, phases: Sequence[Phase], *, start: int, intended: str
) -> None:
    """Note what differs between published lines and ours.

    start: half-moves of the numbering before the first move of actual play.
    intended: how many solutions the document announces, "" if it does not.
    """
    actual = [phase for phase in phases if phase.started.kind == "actual"]
    series = any(set(line.sides) != {"a", "b"} for p in actual for line in _found(p))
    ours = [line for phase in actual for line in phase.found if isinstance(line, LineFound)]
    lines = [line for place, root in section.roots for line in _lines(place, root)]
    # Numbers are not always right: where nothing begins at the start, all lines are meant.
    begins = [line for line in lines if line[0] <= start]
    length = max((len(line.moves) for line in ours), default=0)
    if not begins:
        begins = [line for line in lines if len(line[1]) >= length]
    if series:
        begins = lines
    set_play = [line for line in lines if line not in begins]
    matched = _match(context, [moves for _, moves in begins], ours, actual)
    context.confirmed = bool(matched)
    _judge(context, bool(begins), ours, matched, intended)
    _short(context, [line for line in ours if id(line) not in matched])
    _compare_set(context, [moves for _, moves in set_play], phases)


def _found(phase: Phase) -> Iterator[LineFound]:
    yield from (found for found in phase.found if isinstance(found, LineFound))


def _lines(place: int, root: Ply) -> Iterator[_Line]:
    """All ways from the root to an end; tries of help play are not solutions."""
    if "?" in root.mark and "!" not in root.mark:
        return
    below = [line for answer in root.answers for _, line in _lines(place + 1, answer)]
    for line in below or [()]:
        yield place, (root, *line)


def _match(
    context: Context,
    lines: Sequence[tuple[Ply, ...]],
    ours: Sequence[LineFound],
    actual: Sequence[Phase],
) -> set[int]:
    """Ids of our lines that were published; lines that are not ours are noted."""
    matched: set[int] = set()
    for plies in lines:
        known = [ply for ply in plies if ply.written is not None]
        same = [(_same(context, known, line.moves), line) for line in ours]
        best = max((count for count, _ in same), default=0)
        meant = [line for count, line in same if known and count == len(known)]
        # Lines that differ in an effect alone are told apart where it is written.
        fitting = [line for line in meant if _fits(context, known, line.moves)]
        matched |= {id(line) for line in fitting or meant}
        if not meant and known and context.complete:
            _differs(context, known, best, ours, actual)
    return matched


def _same(context: Context, plies: Sequence[Ply], moves: Sequence[PlayedMove]) -> int:
    """How many moves agree from the beginning."""
    count = 0
    for ply, move in zip(plies, moves, strict=False):
        if not context.means(ply.written, move):
            break
        count += 1
    return count


def _fits(context: Context, plies: Sequence[Ply], moves: Sequence[PlayedMove]) -> bool:
    """Whether the effects are those that are written."""
    return all(map(context.fits, (ply.written for ply in plies), moves))


def _differs(
    context: Context,
    plies: Sequence[Ply],
    best: int,
    ours: Sequence[LineFound],
    actual: Sequence[Phase],
) -> None:
    at = min(best, len(plies) - 1)
    ply = plies[at]
    assert ply.written is not None
    path = next(
        (
            line.moves[:at]
            for line in ours
            if _same(context, plies, line.moves) == best and best == at
        ),
        None,
    )
    why = "is not part of a solution"
    if best == len(plies) or len(plies) > max((len(line.moves) for line in ours), default=99):
        why = "ends a line that is longer than the solution"
    elif path is not None or at == 0:
        starter = Colour(actual[0].started.starter) if actual else Colour.BLACK
        alternating = all(set(line.sides) == {"a", "b"} for line in ours)
        if alternating or at == 0:
            why = context.why_not(ply.written, path or (), starter)
    written = " ".join(str(known.written) for known in plies)
    verdict = "differs"
    context.find(verdict, f"in the published line {written}, {ply.written} {why}", at=ply.at)


def _judge(
    context: Context,
    published: bool,
    ours: Sequence[LineFound],
    matched: set[int],
    intended: str,
) -> None:
    if not ours:
        if context.complete:
            context.find("no-solution", "there is no solution")
        return
    further = [line for line in ours if id(line) not in matched]
    if not further or context.several:
        return
    number = _number(intended)
    if number is not None and number >= len(ours):
        # All solutions are announced though fewer are written out.
        return
    if not published and number is None:
        return
    for line in further[:MOST_SHOWN]:
        context.find("cook", "solves too", moves=_text(context, line))
    if len(further) > MOST_SHOWN:
        context.find("cook", f"and {len(further) - MOST_SHOWN} further solutions")


def _number(intended: str) -> int | None:
    """How many solutions "2.1.1.1" or "2" stands for; None for anything else."""
    parts = [part for part in intended.replace("…", ".").split(".") if part]
    if not parts or not all(part.isdecimal() for part in parts):
        return None
    return prod(int(part) for part in parts)


def _short(context: Context, ours: Sequence[LineFound]) -> None:
    length = max((len(line.moves) for line in ours), default=0)
    expected = _expected(context)
    for line in ours:
        if len(line.moves) < (expected or length) and not context.several:
            context.find("short", "is shorter than stipulated", moves=_text(context, line))


def _expected(context: Context) -> int | None:
    """Half-moves of a whole solution, where the stipulation fixes them."""
    stipulation = context.variant.stipulation
    play = getattr(stipulation, "play", None)
    if play == "h" and context.moves is not None:
        white_to_play = context.problem.option("WhiteToPlay") is not None
        half = getattr(stipulation, "half", False)
        return 2 * context.moves + bool(half) - (white_to_play and not half)
    return None


def _text(context: Context, line: LineFound) -> str:
    if set(line.sides) == {"a", "b"}:
        return " ".join(line_words(context, line.moves, line.half_moves_skipped))
    return " ".join(f"{n}.{context.text(move)}" for n, move in enumerate(line.moves, 1))


def _compare_set(
    context: Context, lines: Sequence[tuple[Ply, ...]], phases: Sequence[Phase]
) -> None:
    phase = next((phase for phase in phases if phase.started.kind == "set"), None)
    if phase is None or not phase.finished.complete or phase.finished.omitted:
        return
    ours = [line for line in phase.found if isinstance(line, LineFound)]
    for plies in lines:
        known = [ply for ply in plies if ply.written is not None]
        if known and not any(_same(context, known, line.moves) == len(known) for line in ours):
            written = " ".join(str(ply.written) for ply in known)
            context.find("differs", f"the published set play {written} is none", at=known[0].at)
