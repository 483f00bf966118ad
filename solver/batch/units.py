"""One hard problem on a Dask cluster: its units are spread, what they find comes back.

The search in this process does nothing itself: it knows the units, keeps their order and ends the
phase where a limit says so.  Dask gives the units of a worker that is lost to another.  A worker
stops by itself when its task is no longer wanted, also when the one who wanted it was killed.
"""

import logging
from collections import deque
from collections.abc import Iterator, Mapping
from time import monotonic, sleep
from typing import Any

import msgspec

from solver.batch.cluster import join_cluster
from solver.checkpoint.log import Found, UnitDone
from solver.events import EngineFailure
from solver.running import start_here

log = logging.getLogger("solver.batch")

TASKS_AHEAD = 2
"""Tasks in the hands of the scheduler for each thread of a worker."""
MOST_UNITS = 64
"""Units of one task, at most; fewer when they take long."""
_SHORT_SECONDS, _LONG_SECONDS = 1.0, 10.0
_LOOK_SECONDS = 0.02
_PATIENCE_SECONDS = 0.5

_decode = msgspec.json.Decoder(Found | UnitDone).decode


class UnitCluster:
    """A cluster that searches; `start` begins one search there.

    address, jobs, patience_seconds: as for `cluster.Cluster`.
    Raises RuntimeError when the extra is not installed, OSError when nobody answers.
    """

    def __init__(self, address: str, *, jobs: int = 0, patience_seconds: float = 30) -> None:
        self._dask, self.client, self._local = join_cluster(address, jobs, patience_seconds)

    def start(self, spec: bytes, work: Mapping[str, Any]) -> "ClusterSearch":
        """Search there; the result must be recorded (`work` says so).  Raises SolverError."""
        return ClusterSearch(spec, work, self.client, self._dask)

    def close(self) -> None:
        """Leave the cluster; one that was started here is shut down."""
        self.client.close()
        if self._local is not None:
            self._local.close()


class ClusterSearch:
    """A search whose units are done on a cluster; see `solver.checkpoint.recorded.Search`."""

    def __init__(self, spec: bytes, work: Mapping[str, Any], client: Any, dask: Any) -> None:
        self.inner: Any = start_here(spec, {**work, "elsewhere": True})
        self._spec = spec
        self._client = client
        self._known = {known["unit"] for known in work.get("known", ())}
        self._waiting: deque[int] = deque()
        self._messages: deque[bytes] = deque()
        self._running: dict[Any, list[int]] = {}
        self._finished: deque[Any] = deque()
        self._arriving: Any = dask.as_completed(with_results=False, raise_errors=False)
        self._size = 1
        self._submitted = 0.0
        self._solutions: dict[int, str] = {}

    @property
    def nodes(self) -> int:
        """Positions visited so far, in what has come back."""
        nodes: int = self.inner.nodes
        return nodes

    @property
    def progress(self) -> float:
        """The part of the work that is done, from 0 to 1."""
        progress: float = self.inner.progress
        return progress

    @property
    def finished(self) -> bool:
        """Whether every event has been handed out."""
        finished: bool = self.inner.finished
        return finished

    def stop(self, why: str) -> None:
        """End the search soon; the workers are told when its last event is handed out.

        May be called at any time, by a signal too.
        """
        self.inner.stop(why)

    def next_event(self, timeout_seconds: float) -> bytes | None:
        """The next event; None when there is none within the time.

        Raises EngineFailure when units cannot be done on the cluster.
        """
        end = monotonic() + timeout_seconds
        while True:
            if self._messages:
                return self._pass_on(self._messages.popleft())
            data: bytes | None = self.inner.next_event(0.0)
            if data is not None:
                self._look_at(data)
                return data
            self._gather()
            if not self._messages:
                if monotonic() >= end:
                    return None
                sleep(min(_LOOK_SECONDS, max(0.0, end - monotonic())))

    def _look_at(self, data: bytes) -> None:
        """The number of units is known: begin; the phase is finished: end."""
        if data.startswith(b'{"type":"Planned"'):
            units = msgspec.json.decode(data)["units"]
            self._waiting.extend(unit for unit in range(units) if unit not in self._known)
            self._submit()
        elif data.startswith(b'{"type":"PhaseFinished"'):
            self._cancel()

    def _submit(self) -> None:
        self._submitted = monotonic()
        if not self._waiting:
            return
        wanted = TASKS_AHEAD * max(1, sum(self._client.nthreads().values()))
        while self._waiting and len(self._running) < wanted:
            size = min(self._size, len(self._waiting))
            units = [self._waiting.popleft() for _ in range(size)]
            future = self._client.submit(solve_units, self._spec, units, pure=False, retries=2)
            self._running[future] = units
            self._arriving.add(future)

    def _gather(self) -> None:
        """Take what has come back, and give out more; also to workers that have joined."""
        if not self._running:
            return
        before = len(self._running)
        while not self._arriving.is_empty() and self._arriving.has_ready():
            future = next(self._arriving)
            units = self._running.pop(future, None)
            if units is None:
                continue
            error = future.exception()
            if error is not None:
                self._cancel()
                raise EngineFailure(f"units {units} were lost on the cluster: {error}")
            messages, seconds = future.result()
            future.release()
            self._messages.extend(messages)
            self._adapt(seconds)
        if len(self._running) < before or monotonic() > self._submitted + _LONG_SECONDS:
            self._submit()

    def _adapt(self, seconds: float) -> None:
        if seconds < _SHORT_SECONDS:
            self._size = min(2 * self._size, MOST_UNITS)
        elif seconds > _LONG_SECONDS:
            self._size = max(1, self._size // 2)

    def _pass_on(self, data: bytes) -> bytes:
        """A message on its way to the reader, who keeps it before the unit counts as done."""
        match _decode(data):
            case Found(unit, _, solution):
                before = self._solutions.get(unit, "")
                self._solutions[unit] = before + ("1" if solution else "0")
            case UnitDone(unit, _, nodes):
                self.inner.supply(unit, nodes, self._solutions.pop(unit, ""))
        return data

    def _cancel(self) -> None:
        self._waiting.clear()
        futures = list(self._running)
        self._running.clear()
        if futures:
            self._client.cancel(futures, force=True)


def solve_units(spec: bytes, units: list[int]) -> tuple[list[bytes], float]:
    """On a worker of the cluster: what is found in some units, and the seconds it took.

    Raises EngineFailure, and SolverError when the specification is refused.
    """
    begin = monotonic()
    # Each thread of a worker has a task of its own.
    asked = msgspec.json.decode(spec)
    asked["search"]["options"]["threads"] = 1
    search = start_here(msgspec.json.encode(asked), {"record": True, "only": units})
    try:
        return list(_messages(search)), monotonic() - begin
    finally:
        search.stop("closed")


def _messages(search: Any) -> Iterator[bytes]:
    wanted = _task_is_wanted()
    looked = monotonic()
    while True:
        data = search.next_event(_PATIENCE_SECONDS)
        if monotonic() > looked + _PATIENCE_SECONDS:
            looked = monotonic()
            if not wanted():
                raise EngineFailure("no longer wanted")
        if data is None:
            if search.finished:
                raise EngineFailure("the engine ended without a word")
        elif data.startswith((b'{"type":"Found"', b'{"type":"UnitDone"')):
            yield data
        elif data.startswith(b'{"type":"PhaseFinished"'):
            return
        elif data.startswith(b'{"type":"failed"'):
            raise EngineFailure(data.decode())


def _task_is_wanted() -> Any:
    """Asks whether the task that runs in this thread is still to be done."""
    from distributed import get_worker

    try:
        worker = get_worker()
        key = worker.get_current_task()
    except (ValueError, AttributeError):
        return lambda: True

    def wanted() -> bool:
        task = worker.state.tasks.get(key)
        return task is not None and task.state not in ("cancelled", "released", "forgotten")

    return wanted
