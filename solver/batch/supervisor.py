"""Worker processes and who watches them.

The supervisor solves nothing itself.  It gives every worker one task at a time, stops and replaces
one that takes too long or too much memory, and gives the task of one that was killed to another,
once.
"""

import logging
import os
import signal
from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from multiprocessing.process import BaseProcess
from time import monotonic
from typing import Any

import msgspec

from solver.batch.solving import Effort
from solver.batch.task import Task
from solver.batch.verify import Result
from solver.batch.worker import serve, unfinished

log = logging.getLogger("solver.batch")

GRACE_SECONDS = 2.0
"""How much longer than its limit a problem may take before its worker is stopped."""
_LOOK_SECONDS = 0.1
"""How often memory is looked at."""
MOST_DEATHS = 2
"""A problem during which this many workers were killed from outside is given up."""


class Limits(msgspec.Struct, frozen=True):
    """What one problem may take.  seconds, mib: None for no limit."""

    seconds: float | None = None
    mib: int | None = None

    @property
    def effort(self) -> Effort:
        """The same for the solver itself, which keeps to it more gently."""
        return Effort(self.seconds, None if self.mib is None else max(1, self.mib // 2))


class _Worker(msgspec.Struct):
    process: BaseProcess
    connection: Connection
    task: Task | None = None
    begin: float = 0.0


class Supervisor:
    """`jobs` workers; `run` gives them tasks.

    method: how processes are started ("fork", "spawn"); None: fork where there is fork.
    keep: workers that are left idle stay for the next `run`, until `close`.
    """

    def __init__(
        self, jobs: int, limits: Limits, *, method: str | None = None, keep: bool = False
    ) -> None:
        self._jobs = jobs
        self._limits = limits
        chosen = method or ("fork" if hasattr(os, "fork") else "spawn")
        self._context: BaseContext = get_context(chosen)
        self._forks = chosen == "fork"
        self._workers: list[_Worker] = []
        self._keep = keep

    @property
    def processes(self) -> list[int]:
        """The ids of the workers."""
        return [worker.process.pid for worker in self._workers if worker.process.pid]

    def run(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result]]:
        """Results as they come, in no order; closing the iterator ends the workers."""
        waiting = deque(tasks)
        deaths: dict[str, int] = {}
        try:
            while waiting or any(worker.task for worker in self._workers):
                self._fill(waiting)
                for worker in self._ready():
                    yield from self._take(worker, waiting, deaths)
                for worker in list(self._workers):
                    yield from self._judge(worker)
        finally:
            if not self._keep or any(worker.task for worker in self._workers):
                self.close()

    def close(self) -> None:
        """End all workers at once."""
        for worker in self._workers:
            self._end(worker)
        self._workers.clear()

    def _fill(self, waiting: deque[Task]) -> None:
        """Give work to all who have none; start workers as far as there is work."""
        while waiting:
            worker = next((worker for worker in self._workers if worker.task is None), None)
            if worker is None:
                if len(self._workers) >= self._jobs:
                    return
                worker = self._start()
            if self._give(worker, waiting[0]):
                waiting.popleft()

    def _give(self, worker: _Worker, task: Task) -> bool:
        try:
            worker.connection.send(task.document)
        except OSError:
            # It was killed while it had nothing to do.
            self._drop(worker)
            return False
        worker.task, worker.begin = task, monotonic()
        return True

    def _start(self) -> _Worker:
        ours, theirs = self._context.Pipe()
        others = []
        if self._forks:
            others = [worker.connection.fileno() for worker in self._workers] + [ours.fileno()]
        process: Any = self._context.Process(  # type: ignore[attr-defined]
            target=serve,
            args=(theirs, self._limits.effort, self._limits.mib, others, os.getpid()),
            daemon=True,
        )
        process.start()
        theirs.close()
        worker = _Worker(process, ours)
        self._workers.append(worker)
        return worker

    def _ready(self) -> list[_Worker]:
        """Workers that have something to tell, or died."""
        handles = {worker.connection: worker for worker in self._workers}
        sentinels = {worker.process.sentinel: worker for worker in self._workers}
        found = wait([*handles, *sentinels], timeout=_LOOK_SECONDS)
        ready: list[_Worker] = []
        for handle in found:
            worker = sentinels[handle] if isinstance(handle, int) else handles[handle]  # type: ignore[index]
            if worker not in ready:
                ready.append(worker)
        return ready

    def _take(
        self, worker: _Worker, waiting: deque[Task], deaths: dict[str, int]
    ) -> Iterator[tuple[Task, Result]]:
        """The result of a worker; or, when it died, what becomes of its task."""
        task = worker.task
        try:
            if not worker.connection.poll():
                if worker.process.is_alive():
                    return
                raise EOFError
            result = worker.connection.recv()
        except (EOFError, OSError):
            self._drop(worker)
        else:
            worker.task = None
            if task is not None:
                yield task, result
            return
        if task is None:
            return
        code = worker.process.exitcode
        if code == -signal.SIGABRT and self._limits.mib is not None:
            yield task, unfinished(f"more than {self._limits.mib} MiB of memory")
            return
        deaths[task.key] = deaths.get(task.key, 0) + 1
        if deaths[task.key] < MOST_DEATHS:
            log.warning("%s: worker ended (%s); trying again", task.document.name, code)
            waiting.appendleft(task)
        else:
            log.error("%s: worker ended (%s) again", task.document.name, code)
            yield task, unfinished(f"its worker was killed {MOST_DEATHS} times (last: {code})")

    def _judge(self, worker: _Worker) -> Iterator[tuple[Task, Result]]:
        """Stop a worker that has exceeded a limit."""
        if worker.task is None or worker.connection.poll():
            return
        text = self._excess(worker)
        if text:
            task = worker.task
            self._drop(worker)
            log.warning("%s: stopped: %s", task.document.name, text)
            yield task, unfinished(text)

    def _excess(self, worker: _Worker) -> str:
        seconds, mib = self._limits.seconds, self._limits.mib
        if seconds is not None and monotonic() - worker.begin > seconds + GRACE_SECONDS:
            return f"more than {seconds:g} s"
        if mib is not None and resident_mib(worker.process.pid) > mib:
            return f"more than {mib} MiB of memory"
        return ""

    def _drop(self, worker: _Worker) -> None:
        self._end(worker)
        if worker in self._workers:
            self._workers.remove(worker)

    def _end(self, worker: _Worker) -> None:
        worker.connection.close()
        worker.process.kill()
        with suppress(AssertionError):
            worker.process.join()


def resident_mib(process: int | None) -> int:
    """The memory that a process occupies; 0 where the system does not tell."""
    with suppress(OSError, ValueError), open(f"/proc/{process}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") >> 20
    return 0
