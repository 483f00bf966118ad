"""`--layout json`: one JSON document a problem, on one line, that `decode` reads back.

Fields: format, version; facts (for people and simple tools: names, FEN, texts); problem and
solution (the model itself, see `plain.py`); complete and why (the claim); nodes, seconds.
What is found is written at once, so that a long search needs no memory for it and an interrupted
one is closed in no time.
"""

from typing import Any, TextIO

import msgspec
from msgspec.structs import replace

from solver.model.board import Board
from solver.model.problem import Language, Problem
from solver.model.solution import (
    Event,
    LineFound,
    Message,
    PhaseFinished,
    PhaseStarted,
    PostKey,
    Solution,
    TreeEnded,
    TreeFound,
    TreePart,
    TwinFinished,
    TwinStarted,
)
from solver.model.twinning import Variant, variants
from solver.notation.claim import Claim
from solver.notation.forsyth import forsyth
from solver.notation.json_tree import JsonTree
from solver.notation.plain import from_plain, to_plain
from solver.notation.stipulations import stipulation_text

FORMAT = "chess-problem-solution"
VERSION = 1
"""Raised when a field changes its meaning or goes; new fields do not raise it."""


class JsonWriter:
    """Writes the document piece by piece, in the order of the events.

    A phase or twin that was begun but never finished is closed as incomplete.
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
        self._claim = Claim()
        self._in_twin = self._in_phase = False
        self._messages: list[Message] = []
        self._separator = ""
        self._tree = JsonTree(out.write)

    def begin(self) -> None:
        """Write what is known before the solution."""
        document = {
            "format": FORMAT,
            "version": VERSION,
            "facts": self._facts(),
            "problem": to_plain(self._problem),
        }
        self._out.write(_json(document)[:-1] + ',"solution":{"twins":[')

    def event(self, event: Event) -> None:
        """Write what the event tells; messages wait for the end of their twin."""
        self._claim.feed(event)
        if self._regression:
            event = _reproducible(event)
        match event:
            case TwinStarted():
                self._in_twin, self._messages = True, []
                self._open(event, "phases")
            case PhaseStarted():
                self._in_phase = True
                self._open(event, "found")
            case TreePart() | PostKey() if isinstance(event, TreePart) or event.open:
                if self._tree.begins_with(event):
                    self._out.write(self._separator)
                    self._separator = ","
                self._tree.add(event)
            case TreeEnded():
                self._tree.end()
            case LineFound() | TreeFound() | PostKey():
                self._out.write(self._separator + _json(to_plain(event, tagged=True)))
                self._separator = ","
            case Message():
                self._messages.append(event)
            case PhaseFinished():
                self._tree.end()
                self._in_phase = False
                self._close({"finished": to_plain(event)})
            case TwinFinished():
                self._in_twin = False
                messages = [to_plain(message) for message in self._messages]
                self._close({"messages": messages, "finished": to_plain(event)})

    def end(self, *, aborted: str = "") -> None:
        """Write the claim, which ends the document, and a line end."""
        reasons = self._claim.reasons(aborted)
        why = aborted or "interrupt"
        if self._in_phase:
            self.event(PhaseFinished(False, why))
        if self._in_twin:
            self.event(TwinFinished(False, why))
        document: dict[str, Any] = {"complete": not reasons, "why": reasons}
        if not self._regression:
            document["nodes"] = self._claim.nodes
            document["seconds"] = round(self._claim.seconds, 3)
        self._out.write("]}," + _json(document)[1:] + "\n")

    def _open(self, event: TwinStarted | PhaseStarted, parts: str) -> None:
        started = _json({"started": to_plain(event)})
        self._out.write(f'{self._separator}{started[:-1]},"{parts}":[')
        self._separator = ""

    def _close(self, rest: dict[str, Any]) -> None:
        self._out.write("]," + _json(rest)[1:])
        self._separator = ","

    def _facts(self) -> dict[str, Any]:
        header = self._problem.header
        return {
            "authors": header.authors,
            "sources": header.origins,
            "award": header.award,
            "titles": header.titles,
            "board": _board_words(self._problem.position.board),
            "position": forsyth(self._problem.position),
            "stipulation": stipulation_text(self._problem.stipulation, self._language),
            "conditions": [_words(c.id, c.arguments) for c in self._problem.conditions],
            "options": [_words(o.id, o.arguments) for o in self._problem.options],
            "twins": [self._twin(variant) for variant in variants(self._problem)],
        }

    def _twin(self, variant: Variant) -> dict[str, Any]:
        return {
            "label": variant.label,
            "position": forsyth(variant.position),
            "men": [
                {
                    "square": variant.position.board.name(square),
                    "colour": man.colour.value,
                    "walk": man.walk,
                    "attributes": sorted(man.attributes),
                }
                for square, man in variant.position
            ],
            "stipulation": stipulation_text(variant.stipulation, self._language),
            "conditions": [_words(c.id, c.arguments) for c in variant.conditions],
        }


def _reproducible(event: Event) -> Event:
    """The event without what differs between two runs."""
    match event:
        case PhaseFinished():
            return replace(event, nodes=0, seconds=0.0)
        case TwinFinished():
            return replace(event, seconds=0.0)
    return event


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def _words(id: str, arguments: tuple[str, ...]) -> str:
    return " ".join((id, *arguments))


def decode(text: str | bytes) -> tuple[Problem, Solution]:
    """The problem and the solution of a document.

    Raises ValueError for text that is no such document, or of a later version.
    """
    try:
        document = msgspec.json.decode(text)
    except msgspec.DecodeError as error:
        raise ValueError(f"no JSON document: {error}") from error
    if not isinstance(document, dict) or document.get("format") != FORMAT:
        raise ValueError("no document of this layout")
    version = document.get("version")
    if version != VERSION:
        raise ValueError(f"version {version} of the layout; this program reads version {VERSION}")
    problem = from_plain(document.get("problem"), Problem)
    return problem, from_plain(document.get("solution"), Solution)


def _board_words(board: Board) -> str:
    """The board as its statement says it: "8x8", "10x8 vertical cylinder"."""
    return f"{board.width}x{board.height} {board.joined}".rstrip()
