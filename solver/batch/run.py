"""A whole run: read collections, verify what has no result yet, keep every result."""

import logging
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Protocol

import msgspec

from solver.batch.document import Document
from solver.batch.formats import is_collection, read_documents, solution_name
from solver.batch.formats.files import files, shown
from solver.batch.store import Store
from solver.batch.supervisor import Limits
from solver.batch.task import Task, task_of
from solver.batch.verify import VERSION, Result, verify

log = logging.getLogger("solver.batch")


class Workers(Protocol):
    """Who verifies: a supervisor of processes here, or a cluster."""

    def run(self, tasks: Iterable[Task]) -> Iterator[tuple[Task, Result]]:
        """Results as they come, in any order."""


class Plan(msgspec.Struct):
    """What a run has to do.

    files: all that were read, in order.  tasks: the longest expected first; known: how many
    documents have a result already.  complaints: paths that could not be read.
    """

    files: list[str] = msgspec.field(default_factory=list)
    tasks: list[Task] = msgspec.field(default_factory=list)
    known: int = 0
    complaints: list[str] = msgspec.field(default_factory=list)


def prepare(paths: Sequence[str], store: Store, limits: Limits, *, afresh: bool = False) -> Plan:
    """Read the collections and find out what is to be done.

    A file that has not changed, and all of whose documents have results, is not even parsed.
    afresh: results that exist do not count.
    """
    plan = Plan()
    tasks: dict[str, Task] = {}
    for path in map(Path, paths):
        try:
            found = dict(files(path))
        except (OSError, ValueError) as error:
            plan.complaints.append(str(error))
            continue
        for name, data in found.items():
            chosen = path.is_file() and name == shown(path)
            if chosen or is_collection(name, data):
                _add_file(name, data, found, store, limits, afresh, plan, tasks)
    plan.tasks = sorted(tasks.values(), key=lambda task: -task.weight)
    return plan


def _add_file(
    name: str,
    data: bytes,
    others: dict[str, bytes],
    store: Store,
    limits: Limits,
    afresh: bool,
    plan: Plan,
    tasks: dict[str, Task],
) -> None:
    plan.files.append(name)
    beside = others.get(solution_name(name)) or _beside(name)
    digest = sha256(data + b"\0" + beside + str(VERSION).encode()).hexdigest()
    if not afresh and store.settled_file(name, digest, limits.effort):
        plan.known += store.file_size(name)
        return
    documents = read_documents(name, data, {solution_name(name): beside})
    pairs: list[tuple[Task, Document]] = [(task_of(document), document) for document in documents]
    store.put_file(name, digest, pairs)
    for task, document in pairs:
        if not afresh and store.settled(task.key, limits.effort):
            plan.known += 1
        elif document.problem is None:
            store.put(task.key, verify(document), limits.effort)
            plan.known += 1
        else:
            tasks[task.key] = task


def _beside(name: str) -> bytes:
    """The file with the solutions of a single file."""
    path = Path(solution_name(name))
    return path.read_bytes() if path.is_file() else b""


def carry_out(
    plan: Plan,
    store: Store,
    limits: Limits,
    workers: Workers,
    told: Callable[[Task, Result], None] = lambda task, result: None,
) -> None:
    """Verify what the plan lists; every result is kept before `told` hears of it."""
    results = workers.run(plan.tasks)
    with closing(results):  # type: ignore[type-var]
        for task, result in results:
            store.put(task.key, result, limits.effort)
            log.info("%s: %s", task.document.name, result.verdict)
            told(task, result)
