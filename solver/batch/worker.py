"""A worker process: takes documents, gives results, one at a time, with one thread each."""

import logging
import os
import signal
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing.connection import Connection
from time import monotonic, sleep

from solver.batch.compare.finding import Finding
from solver.batch.document import Document
from solver.batch.solving import Effort
from solver.batch.verify import Result, verify

log = logging.getLogger("solver.batch")

PATIENCE_SECONDS = 1.0
"""How long a record of the log may take to leave a worker."""


def serve(
    connection: Connection,
    effort: Effort,
    limit_mib: int | None,
    others: Sequence[int],
    parent: int,
) -> None:
    """Answer documents until the other end is closed.

    limit_mib: more memory than this is refused by the system.  others: file descriptors that a
    fork has left here and that belong to other workers.  parent: the process that gives the work.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    for descriptor in others:
        with suppress(OSError):
            os.close(descriptor)
    _die_with_parent(parent)
    if limit_mib is not None:
        _limit_memory(limit_mib)
    with suppress(EOFError, BrokenPipeError, ConnectionResetError):
        while True:
            document = connection.recv()
            connection.send(answer(document, effort))
    # Nothing that another process shares may be waited for here.
    os._exit(0)


def answer(document: Document, effort: Effort) -> Result:
    """The verdict; a fault of this program costs one problem, not the worker."""
    try:
        return verify(document, effort)
    except MemoryError:
        return unfinished("not enough memory")
    except Exception as error:
        log.exception("%s: a fault of this program", document.name)
        _let_logs_out()
        return unfinished(f"a fault of this program: {type(error).__name__}: {error}")


def _let_logs_out() -> None:
    """Give the thread that sends log records to the parent a moment: this process may be ended as
    soon as it has answered.  It is not waited for longer, for another worker may have died in it.
    """
    end = monotonic() + PATIENCE_SECONDS
    for handler in logging.getLogger("solver").handlers:
        waiting = getattr(getattr(handler, "queue", None), "_buffer", ())
        while waiting and monotonic() < end:
            sleep(0.001)
    sleep(0.01)


def unfinished(text: str) -> Result:
    """The result for a problem about which nothing is known."""
    return Result("unfinished", (Finding("unfinished", text),))


def _die_with_parent(parent: int) -> None:
    """Ask the system (Linux) to end this process when its parent ends, however that happens."""
    with suppress(OSError, AttributeError):
        import ctypes

        set_death_signal = 1
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


STACKS_MIB = 4096
"""Address space that the engine's threads reserve for stacks and hardly ever touch."""


def _limit_memory(mib: int) -> None:
    """Refuse much more data than `mib`: for what grows faster than anybody can look."""
    with suppress(ImportError, ValueError, OSError):
        import resource

        used = _data_mib()
        if used is not None:
            size = (used + mib + STACKS_MIB) << 20
            resource.setrlimit(resource.RLIMIT_DATA, (size, size))


def _data_mib() -> int | None:
    with suppress(OSError), open("/proc/self/status") as status:
        for line in status:
            if line.startswith("VmData:"):
                return int(line.split()[1]) >> 10
    return None
