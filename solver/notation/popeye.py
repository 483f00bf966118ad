"""The default layout: Popeye's, to the letter."""

from collections.abc import Sequence
from typing import TextIO

import msgspec

from solver.model.problem import Language, Problem
from solver.model.solution import (
    Event,
    LineFound,
    Message,
    MoveNumber,
    Node,
    PhaseFinished,
    PhaseStarted,
    PlayedMove,
    PostKey,
    TreeEnded,
    TreeFound,
    TreePart,
    TwinFinished,
    TwinStarted,
)
from solver.model.twinning import Variant, variants
from solver.notation.effects import effects_text
from solver.notation.header import header_text
from solver.notation.letters import own_codes
from solver.notation.men import Names
from solver.notation.messages import early_messages, is_early, message_text
from solver.notation.moves import marked_move
from solver.notation.phrases import phrase

_INDENT = 4
_PASSED = PlayedMove("null", -1, -1)
"""The half-move left out before threats."""


class _Open(msgspec.Struct):
    """A half-move that is written, and to which more may belong."""

    head: Node | PostKey
    ply: int
    threatens: bool
    refuted: bool


class PopeyeWriter:
    """Writes a problem and its solution as Popeye does, event by event.

    Every solution, key and set-play defence starts with a line end; every phase ends with one;
    each key or try is followed by one more.
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
        self._complete = True
        self._interrupted = False
        self._seconds = 0.0
        self._phase: PhaseStarted | None = None
        self._open: list[_Open] = []

    def begin(self) -> None:
        """Write everything that stands before the solution."""
        encoding = getattr(self._out, "encoding", None) or "utf-8"
        self._out.write(header_text(self._problem, self._language, encoding))

    def event(self, event: Event) -> None:
        """Write what the event tells."""
        match event:
            case LineFound():
                self._out.write("\n" + self.line(event))
            case TreeFound():
                self._tree(event)
            case TreePart():
                self._part(event)
            case TreeEnded():
                if event.solution:
                    self._out.write("\n")
            case MoveNumber():
                self._move_number(event)
            case PostKey():
                self._post_key(event)
            case Message():
                if not is_early(event):
                    self._out.write(message_text(event, self._language) + "\n")
            case TwinStarted():
                self._twin(event)
            case PhaseFinished():
                if not event.omitted:
                    self._out.write("\n")
                self._note(event.complete, event.why)
            case TwinFinished():
                self._note(event.complete, event.why)
                self._seconds += event.seconds
            case PhaseStarted():
                self._phase = event

    def end(self, *, aborted: str = "") -> None:
        """Write how the search ended, with the time it took, and two empty lines."""
        if aborted:
            self._note(False, aborted)
        if self._interrupted:
            text = phrase("interrupted", self._language)
        elif self._complete:
            text = "\n" + phrase("finished", self._language)
        else:
            text = phrase("partial", self._language)
        if not self._regression:
            text += f" {phrase('time', self._language)}{self._seconds:.3f} s"
        self._out.write(text + "\n\n\n")

    def line(self, found: LineFound) -> str:
        """A line of help or series play."""
        post_key = self._phase is not None and self._phase.kind == "post_key"
        return line_text(self._names, found, post_key=post_key)

    def _note(self, complete: bool, why: str) -> None:
        # Popeye calls a search finished that did all first moves it was asked for.
        if not complete and why != "range":
            self._complete = False
            if why in ("time", "interrupt", "memory", "choices", "error"):
                self._interrupted = True

    def _twin(self, event: TwinStarted) -> None:
        if not event.label:
            return
        if not self._variants:
            self._variants = {variant.label: variant for variant in variants(self._problem)}
            if self._problem.zeroposition:
                self._out.write(f"\n{phrase('zeroposition', self._language)}\n\n")
        variant = self._variants[event.label]
        for remark in variant.remarks:
            self._out.write(f"{remark}\n")
        if variant.index:
            for text in early_messages(self._problem, variant.stipulation, self._language):
                self._out.write(f"{text}\n")
        from solver.notation.twins import heading

        self._out.write(f"\n{heading(variant, self._language, self._names.codes)}\n")

    def _move_number(self, event: MoveNumber) -> None:
        number = f"{event.number:3}" + (f":{event.second}" if event.second is not None else "")
        self._out.write(f"\n{number}  ({marked_move(self._names, event.move)} )")

    def _post_key(self, event: PostKey) -> None:
        if event.check:
            self._out.write(" +")
        elif event.zugzwang:
            self._out.write(f"\n {phrase('zugzwang', self._language)}")
        elif event.threats:
            self._out.write(self._threat(event))
            self._out.write(self._nodes(event.threats, event.ply + 1))
        # Threats are two plies later than what threatens.
        self._open = [_Open(event, event.ply - 1, bool(event.threats), False)]

    def _tree(self, event: TreeFound) -> None:
        self._out.write(self._node(event.node, event.ply))
        if event.node.mark:
            self._out.write("\n")

    def _part(self, event: TreePart) -> None:
        """A part of a tree; what its half-moves have below them so far comes first."""
        del self._open[event.depth :]
        ply = event.ply
        if self._open:
            above = self._open[-1]
            ply = above.ply + (2 if event.place == "threats" else 1)
            if event.place == "threats" and not above.threatens:
                self._out.write(self._threat(above.head))
                above.threatens = True
            elif event.place == "refutations" and not above.refuted:
                self._out.write(self._but())
                above.refuted = True
        node = event.node
        self._out.write(self._node(node, ply))
        if event.open:
            self._open.append(_Open(node, ply, bool(node.threats), bool(node.refutations)))

    def _threat(self, head: Node | PostKey) -> str:
        """What stands before threats."""
        text = phrase("threat", self._language)
        text += effects_text(self._names, head.threat_effects, _PASSED)
        return f"\n {text}" if isinstance(head, PostKey) else f" {text}"

    def _but(self) -> str:
        return f"\n    {phrase('but', self._language)}"

    def _nodes(self, nodes: Sequence[Node], ply: int) -> str:
        return "".join(self._node(node, ply) for node in nodes)

    def _node(self, node: Node, ply: int) -> str:
        """A half-move on a line of its own, with all that follows it."""
        dots = "..." if ply % 2 else "."
        parts = [
            "\n",
            " " * max(1, _INDENT * ply),
            f"{ply // 2 + 1:3}{dots}",
            marked_move(self._names, node.move),
        ]
        if node.constraint:
            parts.append(" ?!?")
        if node.mark:
            parts.append(f" {node.mark}")
        if node.zugzwang:
            parts.append(f" {phrase('zugzwang', self._language)}")
        if node.threats:
            parts.append(self._threat(node))
            parts.append(self._nodes(node.threats, ply + 2))
        parts.append(self._nodes(node.variations, ply + 1))
        if node.refutes:
            word = phrase("refutes", self._language)
            among_lines = self._phase is not None and self._phase.play == "line"
            indent = " " * (_INDENT * (ply + 1))
            parts.append(f" {word}\n" if among_lines else f"\n{indent}{word}")
        if node.refutations:
            parts.append(self._but())
            parts.append(self._nodes(node.refutations, ply + 1))
        return "".join(parts)


def line_text(names: Names, found: LineFound, *, post_key: bool = False) -> str:
    """Half-moves with their numbers: `  1.Ka1-b2 Kc3-d4   2.Qd1-d4 #`.

    post_key: the first half-move is the key, for which nothing stands.
    """
    words: list[str] = []
    text, number = "", 1
    if found.half_moves_skipped:
        text = f"{1:3}..."
        if found.half_moves_skipped > 1 and not post_key:
            text += "  ..."
        number = 1 + (found.half_moves_skipped + 1) // 2
    for index, (move, side) in enumerate(zip(found.moves, found.sides, strict=True)):
        if index in found.restarts:
            number = 1
        # A first half-move after "1..." needs no number, whoever plays it.
        if side == "a" and (index > 0 or found.half_moves_skipped != 1):
            text += f"{number:3}."
            number += 1
        words.append(text + marked_move(names, move))
        text = ""
    if found.constraint:
        words.append("?!?")
    return " ".join(words)
