"""`solve verify`: many published problems, one verdict each."""

import argparse
import logging
import os
import signal
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from typing import TYPE_CHECKING, Any

from solver import api
from solver.batch.report import FORMS, write_report
from solver.batch.run import Plan, Workers, carry_out, prepare
from solver.batch.store import Store
from solver.batch.supervisor import Limits, Supervisor
from solver.batch.task import Task
from solver.batch.verify import Result
from solver.command.arguments import count, mebibytes, positive_seconds
from solver.command.output import as_utf8, complain

if TYPE_CHECKING:
    from tqdm import tqdm

DESCRIPTION = """\
Solve published problems, compare with the published solutions, and give one verdict a problem.

Files: Popeye's input (.inp, .txt; solutions in NAME.solution.txt), Olive and YACPDB (.olv, .yaml,
.json), EPD with bm #n, dm or hm, PGN with FEN; folders and archives (.zip, .tar.gz) of them."""

EPILOG = """\
verdicts:
  sound        as published, everything examined
  cook         a further key or solution
  no-solution  there is none
  short        it goes in fewer moves
  dual         more than one continuation, in a published variation (thematic) or another
  differs      the published solution is not the one found
  unsupported  a rule that cannot be solved yet, by name
  unreadable   the problem or its solution cannot be read
  unfinished   a limit was reached before anything was proved

exit status: 0 every problem has a verdict; 2 a path could not be read; 130 interrupted."""

_DONE, _REFUSED, _INTERRUPTED = 0, 2, 130


def run(words: Sequence[str]) -> int:
    """Run `verify ...`."""
    asked = _parser().parse_args(list(words[1:]))
    asked.jobs = asked.jobs or os.cpu_count() or 1
    if hasattr(signal, "SIGPIPE"):
        # A worker that has just been killed must not take this process with it.
        signal.signal(signal.SIGPIPE, signal.SIG_IGN)
    limits = Limits(asked.time, asked.memory)
    try:
        store = Store(asked.db or ":memory:", engine=api.engine_version())
    except OSError as error:
        complain(f"solve: {error}")
        return _REFUSED
    status = _DONE
    plan = Plan()
    try:
        with logs_in_one_place(asked.log):
            plan = prepare(asked.paths, store, limits, afresh=asked.afresh)
            for complaint in plan.complaints:
                complain(f"solve: {complaint}")
                status = _REFUSED
            status = _work(plan, store, limits, asked) or status
    except KeyboardInterrupt:
        complain("solve: interrupted; what was found is kept" if asked.db else "solve: interrupted")
        status = _INTERRUPTED
    _report(plan, store, asked)
    store.close()
    return status


def _work(plan: Plan, store: Store, limits: Limits, asked: argparse.Namespace) -> int:
    if not plan.tasks:
        return _DONE
    workers: Workers
    if asked.cluster:
        from solver.batch.cluster import Cluster

        try:
            cluster = Cluster(asked.cluster, limits, jobs=asked.jobs)
        except (RuntimeError, OSError) as error:
            complain(f"solve: {error}")
            return _REFUSED
        workers, close = cluster, cluster.close
    else:
        supervisor = Supervisor(min(asked.jobs, len(plan.tasks)), limits)
        workers, close = supervisor, supervisor.close
    try:
        with _bar(plan, quiet=asked.quiet) as bar:
            carry_out(plan, store, limits, workers, _Teller(bar))
    finally:
        close()
    return _DONE


def _report(plan: Plan, store: Store, asked: argparse.Namespace) -> None:
    rows = store.rows(plan.files)
    if asked.output:
        with open(asked.output, "w", encoding="utf-8", newline="") as out:
            write_report(asked.format, rows, out, everything=asked.all)
    else:
        with as_utf8(sys.stdout) as out:
            write_report(asked.format, rows, out, everything=asked.all)


class _Teller:
    """Moves the bar on and keeps count of the verdicts."""

    def __init__(self, bar: "tqdm[Any] | None") -> None:
        self._bar = bar
        self._counts: Counter[str] = Counter()

    def __call__(self, task: Task, result: Result) -> None:
        self._counts[result.verdict] += 1
        if self._bar is not None:
            counts = " ".join(f"{verdict} {n}" for verdict, n in self._counts.most_common())
            self._bar.set_postfix_str(counts, refresh=False)
            self._bar.update()


@contextmanager
def _bar(plan: Plan, *, quiet: bool) -> "Iterator[tqdm[Any] | None]":
    """Rate, time left and verdicts on standard error, if somebody watches."""
    if quiet or not sys.stderr.isatty():
        yield None
        return
    from tqdm import tqdm

    done, number = plan.known, len(plan.tasks)
    with tqdm(total=number + done, initial=done, unit=" problems", file=sys.stderr) as bar:
        yield bar


@contextmanager
def logs_in_one_place(path: str | None) -> Iterator[None]:
    """Logs of all processes in one place: standard error (warnings only) or a file."""
    logger = logging.getLogger("solver")
    handler = logging.FileHandler(path, encoding="utf-8") if path else _AboveTheBar()
    handler.setFormatter(logging.Formatter("%(asctime)s %(process)d %(levelname)s %(message)s"))
    logger.setLevel(logging.INFO if path else logging.WARNING)
    logger.addHandler(handler)
    logger.propagate = False
    shared = _shared(logger)
    try:
        yield
    finally:
        for installed in list(logger.handlers):
            if shared:
                # A worker that is killed while it logs may leave the queue locked for ever.
                installed.queue.cancel_join_thread()  # type: ignore[attr-defined]
            installed.close()
            logger.removeHandler(installed)


class _AboveTheBar(logging.Handler):
    """Writes to standard error without tearing the bar."""

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record."""
        from tqdm import tqdm

        tqdm.write(self.format(record), file=sys.stderr)


def _shared(logger: logging.Logger) -> bool:
    """Let records of forked workers come to this process; False where there is no fork."""
    if not hasattr(os, "fork"):
        return False
    import multiprocessing

    if multiprocessing.get_start_method() != "fork":
        multiprocessing.set_start_method("fork", force=True)
    shared: Any = import_module("multiprocessing_logging")
    shared.install_mp_handler(logger)
    return True


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="solve verify",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("paths", nargs="+", metavar="PATH", help="file, folder or archive")
    add("--db", metavar="FILE", help="keep results here, and go on where an earlier run ended")
    resume = parser.add_mutually_exclusive_group().add_argument
    resume("--resume", action="store_true", help="take results from the database (always)")
    resume("--afresh", action="store_true", help="verify everything again")
    add("--jobs", type=count, default=0, metavar="N", help="workers; 0: one a processor (0)")
    add("--time", type=positive_seconds, default=60.0, metavar="SECONDS", help="a problem (60)")
    add("--memory", type=mebibytes, default=1024, metavar="SIZE", help="a problem (1G)")
    add("--cluster", metavar="ADDRESS", help="a Dask scheduler, or `local` to start one")
    add("--format", choices=tuple(FORMS), default="text", help="of the report (text)")
    add("--output", metavar="FILE", help="write the report there, not to standard output")
    add("--all", action="store_true", help="report sound problems too")
    add("--log", metavar="FILE", help="what all processes tell")
    add("--quiet", "-q", action="store_true", help="no progress")
    return parser
