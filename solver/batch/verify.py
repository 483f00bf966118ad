"""One document, to one verdict with its evidence."""

import logging
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from time import monotonic

from solver import api
from solver.batch.compare.battle import compare_battle
from solver.batch.compare.context import Context, letters_for
from solver.batch.compare.finding import Finding, verdict_of
from solver.batch.compare.lines import compare_lines
from solver.batch.document import Document
from solver.batch.published.tree import (
    Section,
    battle_numbering,
    sections,
    series_numbering,
)
from solver.model.board import Colour
from solver.model.errors import InvalidPosition, SolverError, UnsupportedRule
from solver.model.problem import Option, Problem
from solver.model.solution import (
    Event,
    LineFound,
    MoveNumber,
    PhaseStarted,
    Solution,
    TwinSolution,
    TwinStarted,
)
from solver.model.stipulation import Traditional
from solver.model.twinning import Variant, variants

VERSION = 1
"""Raised when verdicts may come out differently for the same problem and engine."""

log = logging.getLogger("solver.batch")

MOST_LINES = 500
"""Solutions of one phase after which the search is cut: so many cooks are enough."""
_KEYS_FIRST = 4
"""From this length on keys are found before the play after them is asked for."""
_PRESENTATION = frozenset(
    {
        "Variations",
        "SetPlay",
        "Try",
        "Defence",
        "NoThreat",
        "NoShortVariations",
        "MaxSolutions",
        "MaxTime",
        "MoveNumbers",
        "StartMoveNumber",
        "UpToMoveNumber",
        "StopOnShortSolutions",
        "NoBoard",
        "Beep",
        "Intelligent",
        "Threat",
        "MaxFlightsquares",
        "NonTrivial",
        "TrivialTriesAvoid",
    }
)
"""Options that choose what is printed or cut the search short; a verdict needs all of it."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much one problem may take: seconds in all, MiB for tables (None: the engine's choice)."""

    seconds: float | None = None
    memory_mib: int | None = None


@dataclass(frozen=True, slots=True)
class Result:
    """The verdict on one document.

    complete: everything was examined.  notes: what is no evidence but worth knowing.
    """

    verdict: str
    findings: tuple[Finding, ...] = ()
    complete: bool = False
    seconds: float = 0.0
    nodes: int = 0
    notes: tuple[str, ...] = ()


def verify(document: Document, effort: Effort = Effort()) -> Result:
    """Solve a problem, compare with its published solution, and judge.

    Never raises for what the document holds.
    """
    begin = monotonic()
    if document.trouble is not None:
        finding = Finding(document.trouble.kind, document.trouble.message)
        return Result(document.trouble.kind, (finding,), notes=document.notes)
    assert document.problem is not None
    try:
        judged = _Verification(document, document.problem, effort, begin).result()
    except UnsupportedRule as error:
        judged = _refused("unsupported", f"{error.kind} {error.name}")
    except InvalidPosition as error:
        judged = _refused("unreadable", f"position: {error}")
    except SolverError as error:
        log.warning("%s: %s", document.name, error)
        judged = _refused("unsupported", str(error))
    return replace(judged, seconds=monotonic() - begin, notes=(*document.notes, *judged.notes))


def _refused(verdict: str, message: str) -> Result:
    return Result(verdict, (Finding(verdict, message),))


@dataclass(slots=True)
class _Solved:
    """What one run gave; progress: by twin index, first moves begun and the side to begin."""

    solution: Solution
    progress: dict[int, tuple[int, Colour]] = field(default_factory=dict)
    nodes: int = 0


class _Verification:
    def __init__(self, document: Document, problem: Problem, effort: Effort, begin: float) -> None:
        self._document = document
        self._problem = problem
        self._effort = effort
        self._deadline = None if effort.seconds is None else begin + effort.seconds
        self._nodes = 0
        self._notes: list[str] = []

    def result(self) -> Result:
        """Solve and judge all twins."""
        twins = variants(self._problem)
        texts = self._sections(twins)
        self._allow_en_passant(twins, texts)
        set_play = any(
            _has_set_play(section, twin) for section, twin in zip(texts, twins, strict=True)
        )
        played = any(ply.answers for section in texts for _, ply in section.roots)
        long = any(_length(twin) >= _KEYS_FIRST for twin in twins)
        first = self._solve(set_play=set_play, variations=played and not long)
        findings, keys_only = self._judge(twins, texts, first)
        complete = first.solution.complete and len(first.solution.twins) == len(twins)
        if keys_only and long and complete and verdict_of(findings) == "sound":
            second = self._solve(set_play=False, variations=True)
            more, _ = self._judge(twins, texts, second)
            complete = second.solution.complete and len(second.solution.twins) == len(twins)
            findings = [finding for finding in more if finding.verdict != "unfinished"]
            if not complete:
                text = "the keys agree and are all; the play after them was not fully examined"
                findings.append(Finding("unfinished", text))
        if verdict_of(findings) not in ("sound", "unfinished") and _is_retro(self._document):
            text = "retro analysis (the document says that it is a matter of retro)"
            findings = [Finding("unsupported", text), *findings]
        return Result(
            verdict_of(findings), tuple(findings), complete, 0.0, self._nodes, tuple(self._notes)
        )

    def _allow_en_passant(self, twins: Sequence[Variant], texts: Sequence[Section]) -> None:
        """A published first move that captures en passant is believed to be allowed."""
        if self._problem.option("EnPassant") is not None:
            return
        for twin, section in zip(twins, texts, strict=True):
            for place, root in section.roots:
                move = root.written
                if place == _start(twin) and move and move.passant and "?" not in root.mark:
                    option = Option("EnPassant", (move.arrival,))
                    options = (*self._problem.options, option)
                    self._problem = replace(self._problem, options=options)
                    self._notes.append(f"en passant on {move.arrival} is taken as allowed")
                    return

    def _sections(self, twins: Sequence[Variant]) -> list[Section]:
        """The published solution of each twin; a section without roots where there is none."""
        numbering = series_numbering if _is_series(twins[0]) else battle_numbering
        found = sections(self._document.solution, numbering)
        if len(twins) == 1:
            merged = Section("")
            for section in found:
                merged.roots += section.roots
                merged.unread += section.unread
            return [merged]
        by_label = {section.label: section for section in found}
        if "" in by_label and "a" not in by_label and by_label[""].roots:
            by_label["a"] = by_label[""]
        return [by_label.get(twin.label, Section(twin.label)) for twin in twins]

    def _solve(self, *, set_play: bool, variations: bool) -> _Solved:
        options = [o for o in self._problem.options if o.id not in _PRESENTATION]
        options.append(Option("MoveNumbers"))
        if set_play:
            options.append(Option("SetPlay"))
        if variations:
            options += [Option("Variations"), Option("NoThreat")]
        problem = replace(self._problem, options=tuple(options))
        run = api.Run(problem, api.Limits(None, 1, self._effort.memory_mib))
        solved = _Solved(Solution())
        solved.solution = api.collect(self._watched(run, solved))
        self._nodes += run.nodes
        return solved

    def _watched(self, run: api.Run, solved: _Solved) -> Iterator[Event]:
        """The events of a run, which is stopped at the deadline or when enough was found."""
        twin, starter, lines = 0, Colour.WHITE, 0
        for event in run.ticks():
            if self._deadline is not None and monotonic() >= self._deadline:
                run.stop("time")
            match event:
                case None:
                    continue
                case TwinStarted():
                    twin = event.index
                case PhaseStarted():
                    starter, lines = Colour(event.starter), 0
                case MoveNumber():
                    solved.progress[twin] = event.number, starter
                case LineFound():
                    lines += 1
                    if lines >= MOST_LINES:
                        run.stop("solutions")
            yield event

    def _judge(
        self, twins: Sequence[Variant], texts: Sequence[Section], solved: _Solved
    ) -> tuple[list[Finding], bool]:
        """The findings on all twins; whether published play after keys was left out."""
        findings: list[Finding] = []
        more = False
        by_index = {twin.started.index: twin for twin in solved.solution.twins}
        letters = letters_for(twins[0], texts)
        for twin, section in zip(twins, texts, strict=True):
            found = by_index.get(twin.index)
            context = Context(
                self._problem,
                twin,
                letters,
                self._document.solution,
                self._document.claim.several,
                found is not None and found.finished.complete,
            )
            more |= self._twin(context, section, found, solved)
            findings += context.findings
        return findings, more

    def _twin(
        self, context: Context, section: Section, found: TwinSolution | None, solved: _Solved
    ) -> bool:
        if found is None:
            context.find("unfinished", "not begun before the limit")
            return False
        if not section.roots and self._document.solution.strip():
            self._unread_text(context, section)
        phases = found.phases
        lines = any(phase.started.play == "line" for phase in phases)
        more = False
        if lines:
            intended = self._document.claim.intended
            start = _start(context.variant)
            compare_lines(context, section, phases, start=start, intended=intended)
        else:
            more = compare_battle(context, section, phases)
        self._doubt(context, section)
        if not context.complete:
            self._unfinished(context, found, solved)
        return more

    def _unread_text(self, context: Context, section: Section) -> None:
        text = "no move could be read in the published solution"
        if context.variant.label:
            text = f"the published solution has no part {context.variant.label})"
        if section.unread:
            text += f": {section.unread[0].text!r}"
        at = section.unread[0].at if section.unread else 0
        context.find("unreadable", text, at=at)

    def _doubt(self, context: Context, section: Section) -> None:
        """What could not be read may be just what seems to be missing."""
        if not section.unread:
            return
        first = section.unread[0]
        if any(finding.verdict in ("cook", "differs") for finding in context.findings):
            text = f"part of the published solution cannot be read: {first.text!r}"
            context.find("unreadable", text, at=first.at)
        else:
            self._notes.append(f"not read: {', '.join(u.text for u in section.unread[:5])}")

    def _unfinished(self, context: Context, found: TwinSolution, solved: _Solved) -> None:
        begun, starter = solved.progress.get(context.variant.index, (0, Colour.WHITE))
        of = context.legal_count(starter)
        done = f"{max(0, begun - 1)} of {of}" if of else f"{max(0, begun - 1)}"
        why = found.finished.why
        text = f"nothing else among {done} first moves ({why})"
        if why == "solutions":
            text = f"cut after {MOST_LINES} solutions"
        context.find("unfinished", text)


_RETRO = re.compile(r"retro|castler|en passant as key|last move", re.IGNORECASE)


def _is_retro(document: Document) -> bool:
    keywords = document.facts.get("keywords")
    text = " ".join(map(str, keywords)) if isinstance(keywords, list) else str(keywords)
    return bool(_RETRO.search(text))


def _is_series(twin: Variant) -> bool:
    play = getattr(twin.stipulation, "play", "")
    return bool(play.startswith(("ser-", "pser-")))


def _length(twin: Variant) -> int:
    return twin.stipulation.moves if isinstance(twin.stipulation, Traditional) else _KEYS_FIRST


def _start(twin: Variant) -> int:
    """Half-moves of the numbering before the first move."""
    if isinstance(twin.stipulation, Traditional) and not _is_series(twin):
        return int(twin.stipulation.half)
    return 0


def _has_set_play(section: Section, twin: Variant) -> bool:
    return any(place > _start(twin) for place, _ in section.roots)
