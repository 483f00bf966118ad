"""One document, to one verdict with its evidence."""

import logging
import re
from collections.abc import Iterator
from time import monotonic

import msgspec
from msgspec.structs import replace

from solver.batch.claims import judge_claim
from solver.batch.compare.battle import compare_battle
from solver.batch.compare.context import Context, letters_for
from solver.batch.compare.finding import Finding, verdict_of
from solver.batch.compare.lines import compare_lines
from solver.batch.compare.threats import compare_threats, has_threats
from solver.batch.compare.tries import compare_tries, most_refutations
from solver.batch.document import Document
from solver.batch.formats.fen import double_step
from solver.batch.published.tree import (
    Section,
    battle_numbering,
    sections,
    series_numbering,
)
from solver.batch.solving import MOST_LINES, Effort, Solved, Solving
from solver.model.board import Colour
from solver.model.errors import InvalidPosition, SolverError, UnsupportedRule
from solver.model.problem import Option, Problem
from solver.model.solution import TwinSolution
from solver.model.stipulation import Traditional
from solver.model.twinning import Variant, variants

VERSION = 2
"""Raised when verdicts may come out differently for the same problem and engine."""

log = logging.getLogger("solver.batch")

_KEYS_FIRST = 4
"""From this length on keys are found before the play after them is asked for."""


class Result(msgspec.Struct, frozen=True):
    """The verdict on one document.

    complete: everything was examined.  notes: what is no evidence but worth knowing.
    """

    verdict: str
    findings: tuple[Finding, ...] = ()
    complete: bool = False
    seconds: float = 0.0
    nodes: int = 0
    notes: tuple[str, ...] = ()


def verify(document: Document, effort: Effort = Effort()) -> Result:  # noqa: B008
    """Solve a problem, compare with its published solution, and judge.

    Never raises for what the document holds.
    """
    begin = monotonic()
    if document.trouble is not None:
        finding = Finding(document.trouble.kind, document.trouble.message)
        return Result(document.trouble.kind, (finding,), notes=document.notes)
    assert document.problem is not None
    try:
        judged = _judged(document, document.problem, Solving(effort))
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


def _judged(document: Document, problem: Problem, solving: Solving) -> Result:
    if document.claim.several and not document.solution.strip():
        findings, complete = judge_claim(problem, solving)
        notes: list[str] = []
    else:
        verification = _Verification(document, problem, solving)
        findings, complete = verification.judge()
        notes = verification.notes
    if verdict_of(findings) not in ("sound", "unfinished") and _is_retro(document):
        text = "retro analysis (the document says that it is a matter of retro)"
        findings = [Finding("unsupported", text), *findings]
    verdict = verdict_of(findings)
    return Result(verdict, tuple(findings), complete, 0.0, solving.nodes, tuple(notes))


class _Verification:
    """A document with moves (or none at all) against our solution.

    notes: what was decided on the way.
    """

    def __init__(self, document: Document, problem: Problem, solving: Solving) -> None:
        self.notes: list[str] = []
        self._document = document
        self._solving = solving
        self._twins = variants(problem)
        self._texts = self._sections()
        self._problem = self._with_en_passant(problem)
        if not document.solution.strip():
            self.notes.append("no solution was published to compare with")

    def judge(self) -> tuple[list[Finding], bool]:
        """The findings on all twins, and whether everything was examined."""
        texts, number = self._texts, len(self._twins)
        pairs = list(zip(texts, self._twins, strict=True))
        set_play = any(_has_set_play(section, twin) for section, twin in pairs)
        played = any(ply.answers for section in texts for _, ply in section.roots)
        long = any(_length(twin) >= _KEYS_FIRST for twin in self._twins)
        first = self._solve(set_play=set_play, variations=played and not long)
        findings, keys_only = self._compare(first)
        complete = first.complete(number)
        if not long and complete and verdict_of(findings) == "sound":
            return self._all_else_agrees()
        if not (keys_only and long and complete and verdict_of(findings) == "sound"):
            return findings, complete
        second = self._solve(set_play=False, variations=True)
        more, _ = self._compare(second)
        findings = [finding for finding in more if finding.verdict != "unfinished"]
        if not second.complete(number):
            text = "the keys agree and are all; the play after them was not fully examined"
            findings.append(Finding("unfinished", text))
        return findings, second.complete(number)

    def _all_else_agrees(self) -> tuple[list[Finding], bool]:
        """Now the threats, and the tries with their refutations, where some are published."""
        findings: list[Finding] = []
        complete = True
        if any(map(has_threats, self._texts)):
            solved = self._solving.solve(self._problem, [Option("Variations")])
            for context, section, found in self._pairs(solved):
                if found is not None:
                    compare_threats(context, section, found.phases)
                findings += context.findings
            complete = solved.complete(len(self._twins))
        most = most_refutations(self._texts)
        if most and complete:
            solved = self._solving.solve(self._problem, [Option("Defence", (str(most),))])
            for context, section, found in self._pairs(solved):
                if found is not None:
                    compare_tries(context, section, found.phases, most)
                findings += context.findings
            complete = solved.complete(len(self._twins))
        if not findings and not complete:
            text = "all agrees but the threats and tries, not compared"
            findings.append(Finding("unfinished", text))
        return findings, complete

    def _sections(self) -> list[Section]:
        """The published solution of each twin; a section without roots where there is none."""
        numbering = series_numbering if _is_series(self._twins[0]) else battle_numbering
        found = sections(self._document.solution, numbering)
        if len(self._twins) == 1:
            merged = Section("")
            for section in found:
                merged.roots += section.roots
                merged.unread += section.unread
            return [merged]
        by_label = {section.label: section for section in found}
        if "" in by_label and "a" not in by_label and by_label[""].roots:
            by_label["a"] = by_label[""]
        return [by_label.get(twin.label, Section(twin.label)) for twin in self._twins]

    def _with_en_passant(self, problem: Problem) -> Problem:
        """A published first move that captures en passant is believed to be allowed."""
        if problem.option("EnPassant") is not None:
            return problem
        for twin, section in zip(self._twins, self._texts, strict=True):
            for place, root in section.roots:
                move = root.written
                first = place == _start(twin) and "?" not in root.mark
                if first and move and move.passant and move.arrival[1:] in ("3", "6"):
                    self.notes.append(f"en passant on {move.arrival} is taken as allowed")
                    option = Option("EnPassant", double_step(move.arrival))
                    return replace(problem, options=(*problem.options, option))
        return problem

    def _solve(self, *, set_play: bool, variations: bool) -> Solved:
        options = [Option("MoveNumbers")]
        if set_play:
            options.append(Option("SetPlay"))
        if variations:
            options += [Option("Variations"), Option("NoThreat")]
        return self._solving.solve(self._problem, options)

    def _compare(self, solved: Solved) -> tuple[list[Finding], bool]:
        """The findings on all twins; whether published play after keys was left out."""
        findings: list[Finding] = []
        more = False
        for context, section, found in self._pairs(solved):
            more |= self._twin(context, section, found, solved)
            findings += context.findings
        return findings, more

    def _pairs(self, solved: Solved) -> Iterator[tuple[Context, Section, TwinSolution | None]]:
        """Every twin with what was published of it and what was found."""
        by_index = {twin.started.index: twin for twin in solved.solution.twins}
        letters = letters_for(self._twins[0], self._texts)
        for twin, section in zip(self._twins, self._texts, strict=True):
            found = by_index.get(twin.index)
            context = Context(
                self._problem,
                twin,
                letters,
                self._document.solution,
                self._document.claim.several,
                found is not None and found.finished.complete,
            )
            yield context, section, found

    def _twin(
        self, context: Context, section: Section, found: TwinSolution | None, solved: Solved
    ) -> bool:
        if found is None:
            context.find("unfinished", "not begun before the limit")
            return False
        if any(phase.started.kind == "actual" and phase.finished.omitted for phase in found.phases):
            context.find("unreadable", "position: the side to play can capture the king")
            return False
        if not section.roots and self._document.solution.strip():
            self._unread_text(context, section)
        more = False
        if any(phase.started.play == "line" for phase in found.phases):
            intended = self._document.claim.intended
            start = _start(context.variant)
            compare_lines(context, section, found.phases, start=start, intended=intended)
        else:
            more = compare_battle(context, section, found.phases)
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
            self.notes.append(f"not read: {', '.join(u.text for u in section.unread[:5])}")

    def _unfinished(self, context: Context, found: TwinSolution, solved: Solved) -> None:
        begun, starter = solved.progress.get(context.variant.index, (0, Colour.WHITE))
        of = context.legal_count(starter)
        done = f"{max(0, begun - 1)} of {of}" if of else f"{max(0, begun - 1)}"
        why = found.finished.why
        confirmed = "what was published solves; " if context.confirmed else ""
        text = f"{confirmed}nothing else among {done} first moves ({why})"
        if why == "solutions":
            text = f"cut after {MOST_LINES} solutions"
        context.find("unfinished", text)


_RETRO = re.compile(r"retro|castler|last move", re.IGNORECASE)


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
    if _is_series(twin):
        return False
    return any(place > _start(twin) for place, _ in section.roots)
