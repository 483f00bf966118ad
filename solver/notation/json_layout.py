"""`--layout json`: one JSON document a problem, on one line, that `decode` reads back.

Fields: format, version; complete and why (the claim); nodes, seconds; facts (for people and
simple tools: names, FEN, texts); problem and solution (the model itself, see `plain.py`).
"""

from typing import Any, TextIO

import msgspec

from solver.model.problem import Language, Problem
from solver.model.solution import Event, Solution
from solver.model.twinning import Variant, variants
from solver.notation.claim import incomplete_reasons
from solver.notation.collector import Collector
from solver.notation.forsyth import forsyth
from solver.notation.plain import from_plain, to_plain
from solver.notation.stipulations import stipulation_text

FORMAT = "chess-problem-solution"
VERSION = 1
"""Raised when a field changes its meaning or goes; new fields do not raise it."""


class JsonWriter:
    """Collects the solution and writes the document at the end."""

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
        self._collector = Collector()

    def begin(self) -> None:
        """Nothing can be written yet."""

    def event(self, event: Event) -> None:
        """Keep what the event tells."""
        self._collector.feed(event)

    def end(self, *, aborted: str = "") -> None:
        """Write the document and a line end."""
        solution = self._collector.solution(aborted or "interrupt")
        document = self._document(solution, aborted)
        self._out.write(msgspec.json.encode(document).decode() + "\n")

    def _document(self, solution: Solution, aborted: str) -> dict[str, Any]:
        reasons = incomplete_reasons(solution, aborted)
        document: dict[str, Any] = {
            "format": FORMAT,
            "version": VERSION,
            "complete": not reasons,
            "why": reasons,
        }
        if not self._regression:
            document["nodes"] = sum(
                phase.finished.nodes for twin in solution.twins for phase in twin.phases
            )
            document["seconds"] = round(sum(t.finished.seconds for t in solution.twins), 3)
        document["facts"] = self._facts()
        document["problem"] = to_plain(self._problem)
        document["solution"] = to_plain(solution)
        return document

    def _facts(self) -> dict[str, Any]:
        header = self._problem.header
        return {
            "authors": header.authors,
            "sources": header.origins,
            "award": header.award,
            "titles": header.titles,
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
