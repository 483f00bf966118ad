"""`--layout album`: what a magazine or an album prints."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TextIO

from solver.model.growing import Growing
from solver.model.position import Position
from solver.model.problem import Language, Problem
from solver.model.solution import (
    Event,
    LineFound,
    Message,
    Node,
    PhaseFinished,
    PhaseStarted,
    PostKey,
    TreeFound,
    TwinStarted,
)
from solver.model.twinning import Variant, variants
from solver.model.version import VERSION
from solver.notation.album_words import limit, word
from solver.notation.claim import Claim
from solver.notation.conditions import condition_lines
from solver.notation.diagram import diagram, piece_counts
from solver.notation.intervals import intervals
from solver.notation.letters import own_codes
from solver.notation.men import Names
from solver.notation.messages import message_text
from solver.notation.phrases import phrase
from solver.notation.short import short_move
from solver.notation.stipulations import diagram_stipulation
from solver.notation.twins import changes_text

_STEP = "   "
_MOST_KEPT = 500
"""With more lines than this in a phase, nobody wants to know how they branch."""


class AlbumWriter:
    """Writes the diagram at once, keys with their play when they are found, lines of help and
    series play when their phase ends, with their number before them, and the claim at the end.

    Very many lines are not kept: they are written when they are found, with their number behind
    them, so that they need no memory and an interrupted search is written in no time.  A key is
    kept with all its play until that is known, for how it is written depends on what follows.
    """

    def __init__(
        self,
        problem: Problem,
        out: TextIO,
        *,
        language: Language | None = None,
        regression: bool = False,
    ) -> None:
        self._problem = problem
        self._out = out
        self._language = language or problem.language
        self._regression = regression
        codes = own_codes(problem, self._language)
        self._names = Names(self._language, problem.position.board, codes)
        self._variants: dict[str, Variant] = {}
        self._claim = Claim()
        self._is_set = self._is_empty = False
        self._kept: list[LineFound] = []
        self._count = 0
        self._growing = Growing()

    def begin(self) -> None:
        """Write author, source, diagram, stipulation and conditions."""
        header = self._problem.header
        for line in (*header.authors, *header.origins, header.award, *header.titles):
            if line:
                self._out.write(f"{line}\n")
        for position in filter(None, (self._problem.position, self._problem.target)):
            self._out.write("\n" + diagram(position, self._language, codes=self._names.codes))
        shown = self._problem.target or self._problem.position
        stipulation = diagram_stipulation(self._problem, self._language)
        self._out.write(f"{stipulation}  {_counts(shown)}\n")
        if shown.board.joined:
            self._out.write(f"{phrase(shown.board.joined, self._language)}\n")
        for line in condition_lines(self._problem.conditions_of_play, self._language):
            self._out.write(f"{line}\n")
        for option in ("Duplex", "HalfDuplex", "Quodlibet"):
            if self._problem.option(option):
                self._out.write(f"{option}\n")

    def event(self, event: Event) -> None:
        """Write what the event tells; keep the lines of a phase until it ends."""
        self._claim.feed(event)
        whole = self._growing.feed(event)
        match whole:
            case TwinStarted():
                self._start_twin(whole)
            case Message():
                self._out.write(f"{message_text(whole, self._language)}\n")
            case PhaseStarted():
                self._is_set, self._is_empty = whole.kind == "set", True
            case LineFound():
                self._is_empty = False
                self._count_line(whole)
            case TreeFound():
                self._is_empty = False
                self._write(self._tree(whole))
            case PostKey():
                self._is_empty = False
                self._write(self._post_key(whole))
            case PhaseFinished():
                self._end_phase(whole)

    def end(self, *, aborted: str = "") -> None:
        """Write the claim: C+ when everything was examined, else "partial" and why."""
        self._end_lines()
        reasons = self._claim.reasons(aborted)
        if reasons:
            words = ", ".join(limit(reason, self._language) for reason in reasons)
            claim = f"{word('partial', self._language)}: {words}"
        else:
            claim = "C+"
        if not self._regression:
            claim += f" (dawson {VERSION}, {self._claim.seconds:.3f} s)"
        self._out.write(f"\n{claim}\n\n")

    def _start_twin(self, event: TwinStarted) -> None:
        if not self._variants:
            self._variants = {variant.label: variant for variant in variants(self._problem)}
        if event.label:
            variant = self._variants.get(event.label)
            text = (
                changes_text(variant, self._language, self._names.codes).strip() if variant else ""
            )
            if not text:
                text = word("diagram", self._language)
            sign = "+" if event.continued else ""
            self._out.write(f"\n{sign}{event.label}) {', '.join(text.split('  '))}\n")
        else:
            self._out.write("\n")

    def _end_phase(self, event: PhaseFinished) -> None:
        self._end_lines()
        if self._is_empty and not self._is_set and event.complete and not event.omitted:
            self._out.write(f"{word('none', self._language)}\n")

    def _count_line(self, found: LineFound) -> None:
        self._count += 1
        self._kept.append(found)
        if self._count > _MOST_KEPT:
            self._write_kept()

    def _end_lines(self) -> None:
        """Write how many lines there are, and those that are not yet written."""
        branches = intervals(self._kept) if self._kept else None
        how = f" ({'.'.join(map(str, branches))})" if branches else ""
        if self._count > 1:
            self._out.write(f"{self._count} {word('solutions', self._language)}{how}\n")
        self._write_kept()
        self._count = 0

    def _write_kept(self) -> None:
        kept, self._kept = self._kept, []
        self._write(self._line(found) for found in kept)

    def _write(self, lines: Iterable[str]) -> None:
        self._out.write("".join(f"{line}\n" for line in lines))

    def _line(self, found: LineFound) -> str:
        words: list[str] = []
        star = "*" if self._is_set else ""
        number = 1 + (found.half_moves_skipped + 1) // 2
        if found.half_moves_skipped and found.sides[:1] == "b":
            number = 1
        prefix = ""
        for index, (move, side) in enumerate(zip(found.moves, found.sides, strict=True)):
            if index in found.restarts:
                number = 1
            if side == "a":
                prefix, number = f"{number}.", number + 1
            elif index == 0:
                prefix, number = f"{number}...", number + 1
            words.append(prefix + short_move(self._names, move))
            prefix = ""
        if found.constraint:
            words.append("?!?")
        return star + " ".join(words)

    def _tree(self, found: TreeFound) -> Iterator[str]:
        star = "*" if self._is_set else ""
        text, deeper = self._chain(found.node, found.ply)
        yield star + text
        yield from (_STEP + line for line in deeper)
        if found.node.refutations:
            answers = ", ".join(
                self._numbered(node, found.ply + 1) + "!" for node in found.node.refutations
            )
            yield f"{_STEP}{word('but', self._language)} {answers}"

    def _post_key(self, found: PostKey) -> Iterator[str]:
        if found.zugzwang:
            yield f"({word('zugzwang', self._language)})"
        elif found.threats:
            threats = self._threats(found.threats, found.ply + 1)
            yield f"({word('threat', self._language)} {threats})"

    def _numbered(self, node: Node, ply: int) -> str:
        dots = "..." if ply % 2 else "."
        return f"{ply // 2 + 1}{dots}{short_move(self._names, node.move)}"

    def _next(self, node: Node, answer: Node, ply: int) -> str:
        """An answer on the same line; a number is not repeated unless something stands between."""
        if ply % 2 and not _announces(node):
            return short_move(self._names, answer.move)
        return self._numbered(answer, ply)

    def _threats(self, threats: Sequence[Node], ply: int) -> str:
        return ", ".join(self._chain(node, ply)[0] for node in threats)

    def _chain(self, node: Node, ply: int) -> tuple[str, list[str]]:
        """The half-move and, on the same line, what follows while there is one way; then the rest.

        Answers that end the play stand side by side: "2.Qg3#/Qh4#".
        """
        text = self._numbered(node, ply) + node.mark
        if node.constraint:
            text += " ?!?"
        if node.zugzwang:
            text += f" ({word('zugzwang', self._language)})"
        if node.threats:
            text += f" ({word('threat', self._language)} {self._threats(node.threats, ply + 2)})"
        if node.refutes:
            return f"{text}!", []
        if not node.variations:
            return text, []
        follow = ply % 2 or (ply and len(node.variations) == 1)
        if follow and all(_is_leaf(answer) for answer in node.variations):
            first, *others = node.variations
            text += " " + self._next(node, first, ply + 1)
            return text + "".join(f"/{short_move(self._names, o.move)}" for o in others), []
        if follow and len(node.variations) == 1:
            more, deeper = self._chain(node.variations[0], ply + 1)
            if not _announces(node):
                more = more.removeprefix(f"{ply // 2 + 1}...")
            return f"{text} {more}", deeper
        deeper = []
        for answer in node.variations:
            line, below = self._chain(answer, ply + 1)
            deeper += [line, *(_STEP + row for row in below)]
        return text, deeper


def _announces(node: Node) -> bool:
    return node.zugzwang or bool(node.threats)


def _is_leaf(node: Node) -> bool:
    return not (node.variations or node.threats or node.zugzwang or node.refutations)


def _counts(position: Position) -> str:
    return "(" + piece_counts(position).replace(" ", "") + ")"
