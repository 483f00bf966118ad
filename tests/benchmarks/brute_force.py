"""How fast the plain search is: orthodox helpmates, one thread, no table of positions.

    python tests/benchmarks/brute_force.py
    python tests/benchmarks/brute_force.py --against 'other-solver -maxmem 0 {input}'

Prints the CPU seconds of this solver, of its search alone (compilation of the rules, search and
events, without the start of Python and the printing of lines), of the other one if there is one,
and how many times as fast this one is.  Both must find the same number of solutions.
"""

import argparse
import re
import resource
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from grammar.library import library
from grammar.library.conditions import conditions
from grammar.library.plays import plays
from solver import native
from solver.api import read_text
from solver.compile.phases import phases
from solver.model.twinning import variants

OURS = f"{sys.executable} -m solver.cli -regression --memory 0 --threads 1 {{input}}"

ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R"
CASES = (
    ("array h#2.5", ARRAY, "h#2.5"),
    ("array h#3", ARRAY, "h#3"),
    ("kiwipete h#2.5", KIWIPETE, "h#2.5"),
)


def problem(forsyth: str, stipulation: str) -> str:
    """The problem as input; the position is in FEN letters, the input wants S for knights."""
    board = forsyth.translate(str.maketrans("nN", "sS"))
    return f"begin\nforsyth {board}\nstipulation {stipulation}\nend\n"


def measure(command: str, file: Path) -> tuple[float, int]:
    """CPU seconds and number of solutions of one run."""
    words = [word.replace("{input}", str(file)) for word in shlex.split(command)]
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(words, capture_output=True, text=True, encoding="latin-1", check=False)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return seconds, len(re.findall(r"^ +1\.", done.stdout, re.MULTILINE))


def search_alone(text: str) -> tuple[float, int]:
    """CPU seconds and number of solutions of the search, without any output."""
    [problem] = read_text(text)
    solutions = 0
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    for variant in variants(problem):
        for phase in phases(
            variant, problem, library().piece, plays().tree, conditions().meaning, memory_mib=0
        ):
            search = native.Search(phase.spec) if phase.spec else None
            while search and not search.finished:
                event = search.next_event(1.0)
                solutions += event is not None and b'"LineFound"' in event
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime - before, solutions


def main() -> int:
    """Measure all cases; returns 1 when the numbers of solutions differ."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--against", metavar="COMMAND", help="another solver; {input} is the file")
    against = parser.parse_args().against
    status = 0
    with tempfile.TemporaryDirectory() as folder:
        for name, forsyth, stipulation in CASES:
            file = Path(folder) / "problem.txt"
            file.write_text(problem(forsyth, stipulation))
            seconds, solutions = measure(OURS, file)
            alone, found = search_alone(file.read_text())
            if found != solutions:
                print(f"the search finds {found:,} solutions, the program prints {solutions:,}")
                status = 1
            line = f"{name:16} {solutions:8,} solutions {seconds:8.2f} s   alone {alone:7.3f} s"
            if against:
                other_seconds, other_solutions = measure(against, file)
                line += f"   other {other_seconds:8.2f} s   {other_seconds / seconds:5.1f} x"
                line += f", alone {other_seconds / alone:5.1f} x"
                if other_solutions != solutions:
                    line += f"   but {other_solutions:,} solutions"
                    status = 1
            print(line, flush=True)
    return status


if __name__ == "__main__":
    sys.exit(main())
