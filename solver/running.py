"""One problem being solved: its twins and phases in order, as a stream of events."""

import os
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cache
from time import monotonic
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec.structs import replace

from grammar.library import Library, library
from solver import native
from solver.compile.conditions import Conditions
from solver.compile.phases import PhasePlan, phases
from solver.compile.plan import inconsistent_null_moves
from solver.compile.position import compile_position
from solver.compile.tree import Play
from solver.events import EngineFailure, decode
from solver.model.board import Colour
from solver.model.errors import SolverError, UnsupportedRule
from solver.model.meaning import Meaning
from solver.model.piece import Role
from solver.model.position import Place, Position
from solver.model.problem import Condition, Option, Problem
from solver.model.solution import (
    Event,
    PhaseFinished,
    PlayedMove,
    TwinFinished,
    TwinStarted,
)
from solver.model.twinning import Variant, variants

if TYPE_CHECKING:
    from grammar.library.conditions import Conditions as Declared
    from solver.checkpoint.log import Checkpoint
    from solver.checkpoint.recorded import Search, Start

TICK_SECONDS = 0.1
GRACE_SECONDS = 0.3
"""How long a stopped search may go on telling what it found before it is left alone."""
MOST_THREADS = 1024


class Limits(msgspec.Struct, frozen=True):
    """How far a search may go.

    seconds: for each twin; option MaxTime counts too when it is smaller.
    threads: 0 means one for each processor.  memory_mib: for tables of positions, at most what the
    machine has; None leaves the choice to the engine.
    """

    seconds: float | None = None
    threads: int = 0
    memory_mib: int | None = None

    def for_problem(self, problem: Problem) -> float | None:
        """The seconds that a twin of `problem` may take, or None."""
        option = problem.option("MaxTime")
        asked = [self.seconds] if self.seconds is not None else []
        if option is not None and option.arguments:
            with suppress(ValueError):
                # 0 is no time at all, and so is not meant as a limit.
                asked.extend(filter(None, [float(option.arguments[0])]))
        return min(asked, default=None)


class Manner(msgspec.Struct, frozen=True):
    """How a run goes about its searches.

    as_found: solutions are told when they are found, in no order.  start: who searches; None: the
    engine in this process.  checkpoint: where finished work is kept and taken from, None for
    nowhere; number: that of the problem in it.
    """

    as_found: bool = False
    start: "Start | None" = None
    checkpoint: "Checkpoint | None" = None
    number: int = 0


class Run:
    """A problem and its search.  Making one compiles all twins but starts nothing.

    Raises UnsupportedRule or InvalidPosition when any twin cannot be solved, CheckpointError when
    its checkpoint is about something else, so that nothing is ever printed of a problem that is
    refused.  Iterate once over `ticks`.
    retro: the convention by which rights of the diagram are found, None for Popeye's way.
    warnings: what a person should know before solving, with its place.
    """

    def __init__(
        self,
        problem: Problem,
        limits: Limits,
        retro: str | None = None,
        manner: Manner | None = None,
    ) -> None:
        twins = [_together(twin, problem) for twin in variants(problem)]
        threads = min(limits.threads or processors(), MOST_THREADS)
        memory = limits.memory_mib
        if memory is not None:
            memory = min(memory, _machine_mib())
        pieces, play, meaning = _pieces(problem), _play(problem), _meaning(problem)
        self.warnings = list(_warnings(problem, twins, pieces))
        self._plans: list[tuple[TwinStarted, list[PhasePlan]]] = [
            (
                TwinStarted(twin.index, twin.label, twin.continued),
                list(
                    phases(
                        twin,
                        problem,
                        pieces.piece,
                        play,
                        meaning,
                        threads=threads,
                        memory_mib=memory,
                        retro=retro,
                    )
                ),
            )
            for twin in twins
        ]
        self._seconds = limits.for_problem(problem)
        self._why = ""
        self._manner = manner or Manner()
        self._search: Search | None = None
        self._nodes_before = 0
        limit = problem.option("Intelligent")
        recorded = self._manner.checkpoint is not None or self._manner.start is not None
        if recorded and limit is not None and limit.arguments:
            # Lines that end alike are counted in their order, over all units.
            line, column = (limit.place.line, limit.place.column) if limit.place else (0, 0)
            name = "Intelligent with a number, with a checkpoint or a cluster"
            raise UnsupportedRule("option", name, line, column)
        if self._manner.checkpoint is not None:
            specs = [[plan.spec for plan in plans if plan.started] for _, plans in self._plans]
            self._manner.checkpoint.check(self._manner.number, _facts(problem, retro), specs)

    @property
    def nodes(self) -> int:
        """Positions visited so far, over all twins."""
        return self._nodes_before + (self._search.nodes if self._search is not None else 0)

    @property
    def progress(self) -> float:
        """The part of the present phase that is done, from 0 to 1; a guess."""
        return self._search.progress if self._search is not None else 0.0

    def stop(self, why: str = "interrupt") -> None:
        """End the whole run soon; what is being found is still delivered, marked incomplete."""
        self._why = self._why or why
        if self._search is not None:
            self._search.stop(why)

    def ticks(self) -> Generator[Event | None, None, None]:
        """Events as they come; None at least every `TICK_SECONDS` while nothing is found.

        Closing the iterator cancels the search.
        """
        try:
            for started, plans in self._plans:
                yield started
                why = yield from self._twin(started.index, plans)
                if why and why == self._why:
                    return
        finally:
            self.stop("closed")
            self._leave(GRACE_SECONDS)

    def _twin(self, twin: int, plans: list[PhasePlan]) -> Generator[Event | None, None, str]:
        """The events of one twin; returns why it is incomplete, or ""."""
        begin = monotonic()
        deadline = begin + self._seconds if self._seconds is not None else None
        why = self._why
        for number, plan in enumerate(plans):
            yield from plan.messages
            if plan.started is None:
                continue
            if why in ("time", "interrupt", "closed", "memory", "choices"):
                break
            self._search = self._start(plan.spec, twin, number)
            yield plan.started
            for event in self._events(self._search, deadline):
                if isinstance(event, PhaseFinished):
                    self._nodes_before += event.nodes
                    self._search = None
                    why = why or event.why
                yield event
            why = self._why or why
        yield TwinFinished(complete=not why, why=why, seconds=monotonic() - begin)
        return why

    def _start(self, spec: bytes, twin: int, phase: int) -> "Search":
        manner = self._manner
        work = {"as_found": True} if manner.as_found else {}
        start = manner.start or start_here
        if manner.checkpoint is None:
            return start(spec, work)
        # Only who asks for it pays for loading it.
        from solver.checkpoint.recorded import RecordedSearch

        log = manner.checkpoint.phase((manner.number, twin, phase))
        return RecordedSearch(spec, work, log, start)

    def _events(self, search: "Search", deadline: float | None) -> Iterator[Event | None]:
        began = monotonic()
        stopped_at: float | None = None
        why = ""
        while True:
            now = monotonic()
            if stopped_at is None and (self._why or (deadline is not None and now >= deadline)):
                why = self._why or "time"
                search.stop(why)
                stopped_at = now
            if stopped_at is not None and now > stopped_at + GRACE_SECONDS:
                nodes = search.nodes
                self._leave()
                yield PhaseFinished(False, why, nodes, now - began)
                return
            wait = TICK_SECONDS if deadline is None else min(TICK_SECONDS, deadline - now)
            data = search.next_event(max(wait, 0.01))
            if data is not None:
                event = decode(data)
                yield event
                if isinstance(event, PhaseFinished):
                    return
            elif search.finished:
                raise EngineFailure("the engine ended without a word")
            else:
                yield None

    def _leave(self, patience: float = 0.0) -> None:
        """Let go of a search that may not have ended; nobody waits for it longer than this."""
        search, self._search = self._search, None
        if search is not None and not _drained(search, patience):
            # Only those who do not wait for the end pay for this.
            from threading import Thread

            # What it still finds is not kept: a checkpoint belongs to this thread.
            while (inner := getattr(search, "inner", None)) is not None:
                search = inner
            Thread(target=_drained, args=(search,)).start()


def engine_version() -> str:
    """The version of the engine."""
    return native.version


def possible_moves(
    problem: Problem, position: Position, side: Colour, passant: Sequence[str] = ()
) -> list[PlayedMove]:
    """See `solver.api.legal_moves`."""
    options = [option for option in problem.options if option.id == "NoCastling"]
    if passant:
        options.append(Option("EnPassant", tuple(passant)))
    spec = compile_position(position, side, _pieces(problem).piece, options)
    try:
        found = native.legal_moves(msgspec.json.encode(spec))
    except ValueError as error:
        raise SolverError(str(error)) from None
    return msgspec.json.decode(found, type=list[PlayedMove])


def _drained(search: "Search", patience: float = float("inf")) -> bool:
    """Take what a stopped search still tells, for it cannot end while that is in its way.

    Returns whether it has ended within the time.
    """
    end = monotonic() + patience
    while not search.finished and monotonic() < end:
        search.next_event(0.01)
    return search.finished


def _machine_mib() -> int:
    """The memory of this machine; 4096 where the system does not tell."""
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") >> 20
    except (AttributeError, ValueError, OSError):
        return 4096


def _pieces(problem: Problem) -> Library:
    """The library and the problem's own pieces."""
    if not problem.declared:
        return library()
    from grammar.declarations import read_declarations

    return library().extended(
        declaration for own in problem.declared for declaration in read_declarations(own.text)
    )


def _play(problem: Problem) -> Play:
    """What the plays of stipulations are declared to be, in the library and in the problem."""
    from grammar.library.plays import plays

    declared, board = plays().extended(problem.own_plays), problem.position.board
    return lambda stipulation: declared.tree(stipulation, board)


def _meaning(problem: Problem) -> Conditions:
    """What conditions are declared to mean, in the library and in the problem."""

    @cache
    def declared() -> "Declared":
        # Only problems with conditions pay for reading them.
        return _declared(problem)

    def meaning(condition: Condition) -> Meaning:
        if not problem.own_conditions:
            from grammar.library.meanings import kept_meaning

            kept = kept_meaning(condition)
            if kept is not None:
                return kept
        return declared().meaning(condition)

    return meaning


def _declared(problem: Problem) -> "Declared":
    """The conditions of the library and of the problem."""
    from grammar.library.conditions import conditions

    if not problem.own_conditions:
        return conditions()
    from grammar.own_conditions import conditions_of

    return conditions_of(problem)


def _together(twin: Variant, problem: Problem) -> Variant:
    """The twin, where conditions that are variants of the same one are one."""
    if len(twin.conditions) < 2:
        return twin
    if not problem.own_conditions:
        from grammar.library.meanings import are_apart

        if are_apart(twin.conditions):
            return twin
    return replace(twin, conditions=_declared(problem).together(twin.conditions))


def start_here(spec: bytes, work: Mapping[str, Any]) -> "Search":
    """A search of the engine in this process.

    spec: what is asked, JSON.  work: how its units are dealt out, see the engine's `Work`.
    Raises SolverError.
    """
    try:
        search: Search = native.Search(spec, msgspec.json.encode(work))
    except ValueError as error:
        raise SolverError(str(error)) from None
    return search


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0)) or 1
    return os.cpu_count() or 1


def _facts(problem: Problem, retro: str | None) -> dict[str, str]:
    """What to compare, in words of the problem's language, when two problems differ."""
    from grammar.printer import print_problem

    facts = {"retro": retro or "none"}
    with suppress(ValueError):
        for line in print_problem(problem).splitlines()[1:-1]:
            name, _, rest = line.partition(" ")
            name = name.lower()
            facts[name] = f"{facts[name]}, {rest}" if name in facts else rest
    return facts


def _warnings(
    problem: Problem, twins: Sequence[Variant], pieces: Library
) -> Iterator[tuple[Place | None, str]]:
    """What a person should know before solving, with its place."""
    if problem.latex is not None:
        yield problem.latex, "LaTeX output is not supported yet; the command is ignored"
    if inconsistent_null_moves({option.id for option in problem.options}):
        yield problem.place, "NullMoves and SetPlay exclude each other; nothing is solved"
    for twin in twins:
        label = f"twin {twin.label}: " if twin.label else ""
        for colour, option in ((Colour.WHITE, "NoWk"), (Colour.BLACK, "NoBk")):
            if problem.option(option) is None and not _has_king(twin, colour, pieces):
                yield problem.place, f"{label}{colour.value} has no king"


def _has_king(twin: Variant, colour: Colour, pieces: Library) -> bool:
    men = [man for man in twin.position.men.values() if man.colour in (colour, Colour.NEUTRAL)]
    return any("Royal" in man.attributes or _is_king(man.walk, pieces) for man in men)


def _is_king(walk: str, pieces: Library) -> bool:
    """Whether rules call men of that walk kings; what is not known is refused elsewhere."""
    with suppress(SolverError):
        return pieces.piece(walk).role is Role.KING
    return False
