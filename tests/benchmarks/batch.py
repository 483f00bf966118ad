"""Throughput of verification: problems a second and core, against one process a problem.

    python tests/benchmarks/batch.py PATH ...                      collections with #2 and h#2
    python tests/benchmarks/batch.py --count 500 --alone 40 PATH
    python tests/benchmarks/batch.py --against 'other-solver {input}' PATH

The first `--count` orthodox two-movers and h#2 of the collections are verified by one worker; then
`--alone` of them are solved by a process each, this program's or another's.  Seconds are CPU time
of all processes, so that what else the machine does matters little.
"""

import argparse
import resource
import shlex
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from solver import api
from solver.batch.formats import is_collection, read_documents
from solver.batch.formats.files import files
from solver.batch.supervisor import Limits, Supervisor
from solver.batch.task import Task, task_of
from solver.model.problem import Problem
from solver.model.stipulation import Traditional


def cpu_seconds() -> float:
    """CPU time of this process and of its children that have ended."""
    both = (resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(usage.ru_utime + usage.ru_stime for usage in both)


def is_wanted(problem: Problem) -> bool:
    """Whether it is an orthodox #2 or h#2 without twins."""
    stipulation = problem.stipulation
    orthodox = not (problem.conditions or problem.options or problem.twins)
    return orthodox and isinstance(stipulation, Traditional) and stipulation.text in ("#2", "h#2")


def wanted(paths: list[Path]) -> Iterator[Task]:
    """The tasks to measure, in the order of the collections."""
    for path in paths:
        for name, data in files(path):
            if is_collection(name, data):
                for document in read_documents(name, data):
                    if document.problem is not None and is_wanted(document.problem):
                        yield task_of(document)


def alone(tasks: list[Task], command: str) -> float:
    """CPU seconds of a process for each of the tasks."""
    begin = cpu_seconds()
    with tempfile.TemporaryDirectory() as folder:
        input = Path(folder) / "problem.inp"
        for task in tasks:
            assert task.document.problem is not None
            text = api.print_problem(task.document.problem)
            # The same work: all variations.
            text = text.replace("\nEndProblem", "\nOption Variation NoThreat\nEndProblem")
            input.write_text(text, encoding="utf-8")
            words = [word.format(input=input) for word in shlex.split(command)]
            subprocess.run(words, stdout=subprocess.DEVNULL, check=False)
    return cpu_seconds() - begin


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--alone", type=int, default=40, help="how many get a process each")
    ours = f"{shlex.quote(sys.executable)} -m solver.cli {{input}}"
    parser.add_argument("--against", default=ours, metavar="COMMAND")
    arguments = parser.parse_args()
    tasks = list(islice(wanted(arguments.paths), arguments.count))
    begin = cpu_seconds()
    results = list(Supervisor(1, Limits(60.0)).run(tasks))
    together = len(results) / (cpu_seconds() - begin)
    print(f"{len(results)} problems: {together:.1f} a second and core")
    some = tasks[: arguments.alone]
    if some:
        singly = len(some) / alone(some, arguments.against)
        print(f"one process a problem ({len(some)}): {singly:.1f} a second and core")
        print(f"ratio {together / singly:.1f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
