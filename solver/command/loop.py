"""File after file, problem after problem: read, solve, print."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import TYPE_CHECKING, TextIO, cast

from msgspec.structs import replace

from solver import api
from solver.command.output import Output, complain, encoding_of
from solver.command.progress import Progress
from solver.command.request import Request
from solver.command.signals import Signals
from solver.events import EngineFailure
from solver.model.errors import SolverError, UnsupportedRule
from solver.model.position import Place
from solver.model.problem import Language, Problem
from solver.model.solution import (
    Event,
    Message,
    PhaseFinished,
    PhaseStarted,
    TwinFinished,
    TwinStarted,
)
from solver.notation import make_writer
from solver.running import Manner, Run

if TYPE_CHECKING:
    from solver.batch.units import UnitCluster

SOLVED, FAILED, REFUSED, PARTIAL = 0, 1, 2, 3


class Loop:
    """The work of one command; `status` is its exit status so far."""

    def __init__(self, request: Request, signals: Signals) -> None:
        self._request = request
        self._signals = signals
        self._limits = api.Limits(request.seconds, request.threads, request.memory_mib)
        self._progress = Progress(
            shown=not request.quiet, heartbeat_seconds=request.heartbeat_seconds
        )
        self._statuses: set[int] = set()
        self._manner = Manner(as_found=request.as_found)
        self._cluster: UnitCluster | None = None

    @property
    def status(self) -> int:
        """FAILED before REFUSED before PARTIAL before SOLVED."""
        return min(self._statuses, default=SOLVED)

    def run(self) -> None:
        """Do all files, until a signal comes."""
        try:
            if self._request.cluster and not self._join(self._request.cluster):
                return
            self._files()
        finally:
            if self._cluster is not None:
                self._cluster.close()

    def _join(self, address: str) -> bool:
        """Join the cluster that is to search; False when there is none."""
        from solver.batch.units import UnitCluster

        try:
            self._cluster = UnitCluster(address, jobs=self._request.threads)
        except (RuntimeError, OSError) as error:
            self._refuse(f"solve: {error}")
            return False
        self._manner = replace(self._manner, start=self._cluster.start)
        return True

    def _files(self) -> None:
        for name in self._request.files:
            try:
                data = _read(name)
            except OSError as error:
                self._refuse(f"{name}: {error.strerror}")
                continue
            self._file("<stdin>" if name == "-" else name, data)
            if self._signals.received is not None:
                return

    def _file(self, name: str, data: bytes) -> None:
        encoding = "utf-8" if self._request.layout == "json" else encoding_of(data)
        out = Output(sys.stdout.buffer, encoding, lambda text: self._refuse(f"{name}: {text}"))
        try:
            with self._checkpoint(name) as manner:
                for number, entry in enumerate(api.read_bytes(data, name=name)):
                    self._warn(name, entry.warnings)
                    for error in entry.errors:
                        self._refuse(error)
                    if entry.problem is not None and not entry.errors:
                        self._problem(name, entry.problem, out, replace(manner, number=number))
                    if self._signals.received is not None:
                        return
        except SolverError as error:
            self._refuse(f"{name}: {error}")
        finally:
            out.close_protocol()

    @contextmanager
    def _checkpoint(self, name: str) -> Iterator[Manner]:
        """How to search the problems of that file; raises CheckpointError."""
        chosen = self._request.checkpoint_of(name)
        if chosen is None and self._cluster is None:
            yield self._manner
            return
        from pathlib import Path
        from tempfile import TemporaryDirectory

        from solver.checkpoint.log import Checkpoint, CheckpointError

        with TemporaryDirectory(prefix="solve-") as folder:
            # What a cluster finds comes in no order, and waits somewhere for its turn.
            path = Path(chosen or f"{folder}/checkpoint")
            try:
                kept = Checkpoint(path, api.engine_version(), resume=self._request.resume)
            except OSError as error:
                raise CheckpointError(f"{path}: {error.strerror}") from None
            with closing(kept):
                yield replace(self._manner, checkpoint=kept)

    def _problem(self, name: str, problem: Problem, out: Output, manner: Manner) -> None:
        self._protocol(name, problem, out)
        try:
            run = Run(problem, self._limits, self._request.retro, manner)
            self._warn(name, run.warnings)
            self._signals.stop = run.stop
            try:
                self._solve(problem, run, out)
            finally:
                self._signals.stop = None
        except EngineFailure as error:
            self._statuses.add(FAILED)
            complain(_at(name, problem, error))
        except UnsupportedRule as error:
            error.file = name
            self._refuse(error)
        except SolverError as error:
            self._refuse(_at(name, problem, error))
        except (OSError, MemoryError):
            raise
        except Exception as error:
            # A fault of this program: it must not cost the answers to the other problems.
            self._statuses.add(FAILED)
            fault = f"a fault of this program: {type(error).__name__}: {error}"
            complain(_at(name, problem, fault))

    def _solve(self, problem: Problem, run: Run, out: Output) -> None:
        language = self._request.language
        writer = make_writer(
            self._request.layout,
            problem,
            cast(TextIO, out),
            language=Language(language) if language else None,
            regression=self._request.regression,
        )
        self._progress.begin()
        complete = True
        begun = False
        waiting: list[Event] = []
        try:
            with closing(run.ticks()) as ticks:
                for event in ticks:
                    self._progress.beat()
                    if event is None:
                        out.flush()
                        self._progress.tick(run.nodes, run.progress)
                        continue
                    waiting.append(event)
                    if not begun and isinstance(event, TwinStarted | Message):
                        continue
                    self._progress.clear()
                    if not begun:
                        writer.begin()
                        begun = True
                    for known in waiting:
                        writer.event(known)
                        complete &= not isinstance(known, TwinFinished) or known.complete
                        self._comment(problem, known)
                        if isinstance(known, PhaseStarted):
                            self._progress.phase()
                    waiting.clear()
                    out.show()
        except Exception as error:
            if begun and not isinstance(error, OSError | MemoryError):
                writer.end(aborted="error")
                out.flush()
            raise
        finally:
            self._progress.end()
            out.flush()
        writer.end()
        out.flush()
        self._progress.report(run.nodes, complete=complete)
        if not complete:
            self._statuses.add(PARTIAL)

    def _comment(self, problem: Problem, event: Event) -> None:
        """Say on standard error what the layout may not say."""
        if isinstance(event, PhaseFinished):
            if event.omitted and not event.decided:
                complain("the side to play can capture the king")
            if event.why == "range":
                complain("partial: only the first moves that were asked for are examined")
            if event.why == "choices":
                complain("partial: a half-move leaves too much to choose (more than 8190 ways)")
            if event.examined and not self._request.quiet:
                self._tell_examined(problem, event)

    def _tell_examined(self, problem: Problem, event: PhaseFinished) -> None:
        from solver.notation.examined import examined_lines
        from solver.notation.letters import own_codes
        from solver.notation.men import Names

        language = Language(self._request.language) if self._request.language else problem.language
        names = Names(language, problem.position.board, own_codes(problem, language))
        for text in examined_lines(names, event):
            complain(f"partial: {text}")

    def _protocol(self, name: str, problem: Problem, out: Output) -> None:
        """As in Popeye, a protocol stays open for the problems that follow in the file."""
        if problem.protocol is None:
            return
        try:
            out.open_protocol(problem.protocol, overwrite=self._request.regression)
        except OSError as error:
            self._refuse(_at(name, problem, f"protocol {problem.protocol}: {error.strerror}"))

    def _warn(self, name: str, warnings: Sequence[tuple[Place | None, str]]) -> None:
        if not self._request.quiet:
            for place, text in warnings:
                complain(_placed(name, place, f"warning: {text}"))

    def _refuse(self, message: object) -> None:
        self._statuses.add(REFUSED)
        complain(message)


def _read(name: str) -> bytes:
    if name == "-":
        return sys.stdin.buffer.read()
    with open(name, "rb") as file:
        return file.read()


def _at(name: str, problem: Problem, message: object) -> str:
    """The message with the place of the problem."""
    return _placed(name, problem.place, message)


def _placed(name: str, place: Place | None, message: object) -> str:
    where = f"{name}:{place.line}:{place.column}" if place is not None else name
    return f"{where}: {message}"
