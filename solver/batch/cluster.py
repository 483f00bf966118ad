"""The same work on a Dask cluster: `--cluster ADDRESS`, or `local` for one that is started here.

Every Dask worker keeps a supervisor with one process of its own, so that the limits of a problem
hold there too.  Dask gives the tasks of a worker that is lost to another.
"""

import logging
import multiprocessing
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from solver.batch.supervisor import Limits, Supervisor
from solver.batch.task import Task
from solver.batch.verify import Result
from solver.batch.worker import unfinished
from solver.running import processors

log = logging.getLogger("solver.batch")

TASKS_AHEAD = 4
"""Tasks in the hands of the scheduler for each thread of a worker."""


class Cluster:
    """Verifies on a cluster; close it when done.

    address: of a scheduler ("tcp://host:8786"), or "local" for a scheduler and `jobs` worker
    processes on this machine.  patience_seconds: how long to wait for an answer.
    Raises RuntimeError when the extra is not installed, OSError when nobody answers.
    """

    def __init__(
        self, address: str, limits: Limits, *, jobs: int = 1, patience_seconds: float = 30
    ) -> None:
        self._dask, self.client, self._local = join_cluster(address, jobs, patience_seconds)
        self._limits = limits

    def run(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result]]:
        """Results as they come, in no order."""
        waiting = iter(tasks)
        running: dict[str, Task] = {}
        arriving = self._dask.as_completed(with_results=False, raise_errors=False)

        def submit() -> None:
            task = next(waiting, None)
            if task is None:
                return
            future = self.client.submit(_verify, task, self._limits, key=task.key, retries=2)
            running[future.key] = task
            arriving.add(future)

        for _ in range(max(1, self._threads()) * TASKS_AHEAD):
            submit()
        for future in arriving:
            task = running.pop(future.key)
            yield task, self._result(task, future)
            # Forgotten at once: a task of that name may be asked for again, with other limits.
            future.release()
            submit()

    def close(self) -> None:
        """Leave the cluster; one that was started here is shut down."""
        self.client.close()
        if self._local is not None:
            self._local.close()

    def _threads(self) -> int:
        return sum(self.client.nthreads().values())

    def _result(self, task: Task, future: Any) -> Result:
        error = future.exception()
        if error is None:
            result: Result = future.result()
            return result
        log.error("%s: lost on the cluster: %s", task.document.name, error)
        return unfinished(f"lost on the cluster: {error}")


def join_cluster(address: str, jobs: int, patience_seconds: float) -> tuple[Any, Any, Any]:
    """Dask's module, a client of the cluster, and the cluster itself if it was started here.

    jobs: worker processes of a local one, 0 for one a processor.
    Raises RuntimeError when the extra is not installed, OSError when nobody answers.
    """
    try:
        dask: Any = import_module("distributed")
    except ImportError:
        raise RuntimeError(
            "a cluster needs the extra `cluster`: pip install 'dawson[cluster]'"
        ) from None
    local: Any = None
    if address == "local":
        local = dask.LocalCluster(
            n_workers=jobs or processors(), threads_per_worker=1, dashboard_address=None
        )
        address = local.scheduler_address
    return dask, dask.Client(address, timeout=patience_seconds), local


_supervisors: dict[Limits, Supervisor] = {}


def _verify(task: Task, limits: Limits) -> Result:
    """On a worker of the cluster: one document through the supervisor that is kept there."""
    supervisor = _supervisors.get(limits)
    if supervisor is None:
        supervisor = _supervisors[limits] = Supervisor(1, limits, method="spawn", keep=True)
    with _parenthood():
        for _, result in supervisor.run([task]):
            return result
    return unfinished("no result")


@contextmanager
def _parenthood() -> Iterator[None]:
    """Let this process have children although Dask has started it as one that may not."""
    config = multiprocessing.current_process()._config  # type: ignore[attr-defined]
    before = config.get("daemon")
    config["daemon"] = False
    try:
        yield
    finally:
        if before is not None:
            config["daemon"] = before
