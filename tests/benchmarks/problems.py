"""How fast problems are solved: CPU seconds of one thread, half-moves played.

    python tests/benchmarks/problems.py                          all of problems/proof-games
    python tests/benchmarks/problems.py PATH ...                 files, folders of inputs
    python tests/benchmarks/problems.py --reference POPEYE PATH  Popeye's binary in turn
    python tests/benchmarks/problems.py --against 'other-solver {input}' --seconds 60 PATH

Each problem runs twice, in processes of its own: as `solve FILE`, of which the CPU seconds of all
are told, the start of Python too, and from Python, for those of solving alone and the half-moves.
With --runs 3 solvers take turns so many times, and the medians are told: a busy machine makes
single runs up to half slower.  With --wall 2 also the wall seconds of two threads.  A folder may
hold `bench.jsonl`, with objects of "file", "category_name" and "popeye_user_s": then the
seconds are compared.  In the end, the geometric mean of "how many times as fast" for each
category.
"""

import argparse
import json
import math
import os
import re
import resource
import shlex
import subprocess
import sys
import time
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Any

PROBLEMS = Path(__file__).parents[2] / "problems" / "proof-games"
SOLVE = """
import sys
import time
import solver
from solver.model.errors import SolverError
found = nodes = 0
searching = 0.0
complete = True
for problem in solver.read_problems(sys.argv[1]):
    began = time.process_time()
    try:
        solution = solver.solve(problem, seconds=float(sys.argv[2]), threads=1)
    except SolverError as error:
        print("refused", str(error).splitlines()[-1])
        raise SystemExit(0)
    phases = [phase for twin in solution.twins for phase in twin.phases]
    searching += time.process_time() - began
    found += sum(len(phase.found) for phase in phases)
    nodes += sum(phase.finished.nodes for phase in phases)
    complete = complete and solution.complete
print(found, nodes, searching, int(complete))
"""
POPEYE = "{binary} -regression -maxmem 1G {{input}}"


@dataclass
class Run:
    """CPU and wall seconds of one run; the output is empty when it took too long."""

    cpu: float
    wall: float
    output: str


def run(command: list[str], seconds: float) -> Run:
    """Run a command, cut off after that many seconds.

    Byte code is kept from run to run, as where a program is installed.
    """
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.monotonic()
    try:
        done = subprocess.run(
            command,
            capture_output=True,
            encoding="latin-1",
            check=False,
            timeout=seconds,
            env=environment,
        )
        output = done.stdout
    except subprocess.TimeoutExpired:
        output = ""
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Run(used, time.monotonic() - began, output)


def ours(file: Path, seconds: float, threads: int) -> Run:
    """One run of the command."""
    command = [str(Path(sys.executable).with_name("solve")), "--threads", str(threads), str(file)]
    return run(command, seconds + 10)


def alone(file: Path, seconds: float) -> Run:
    """One run that tells what was found, and what the search alone took."""
    command = [sys.executable, "-c", SOLVE, str(file), str(seconds)]
    return run(command, seconds + 10)


def inputs(paths: list[Path]) -> list[Path]:
    """The inputs among files and in folders."""
    found: list[Path] = []
    for path in paths:
        inside = [*path.glob("*.inp"), *path.glob("*.txt")] if path.is_dir() else [path]
        kept = (file for file in inside if not re.search(r"\.(solution|popeye)$", file.stem))
        found.extend(sorted(kept))
    return found


def known(files: list[Path]) -> dict[Path, dict[str, Any]]:
    """What is told of each file in a `bench.jsonl` beside it."""
    told: dict[Path, dict[str, Any]] = {}
    for folder in {file.parent for file in files}:
        table = folder / "bench.jsonl"
        if table.exists():
            for line in table.read_text(encoding="utf-8").splitlines():
                entry = json.loads(line)
                told[folder / entry["file"]] = entry
    return told


class Table:
    """Prints a line for each problem and, in the end, one for each category."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        """Nothing is measured yet."""
        self._arguments = arguments
        self._ratios: defaultdict[str, list[float]] = defaultdict(list)
        self.unfinished = 0

    def measure(self, file: Path, entry: dict[str, Any]) -> None:
        """Solve one problem and print its line."""
        seconds: float = self._arguments.seconds
        told = alone(file, seconds).output
        name = f"{file.stem:24} "
        if told.startswith("refused"):
            print(name + told.strip(), flush=True)
            return
        found, nodes, searching, complete = told.split() or ("0", "0", "0", "0")
        turns = [self._turn(file) for _ in range(self._arguments.runs)]
        mine = median([mine for mine, _ in turns])
        line = f"{name}{found:>4} found {int(nodes):13,} half-moves {mine.cpu:7.2f} s"
        line += f"  solving {float(searching):6.3f} s"
        if complete != "1":
            line += "  not finished"
            self.unfinished += 1
        if self._arguments.wall:
            wall = ours(file, seconds, self._arguments.wall).wall
            line += f"  wall {mine.wall:.2f} s, of {self._arguments.wall} threads {wall:.2f} s"
        theirs = entry.get("popeye_user_s")
        if self._arguments.against:
            other = median([other for _, other in turns if other is not None])
            theirs = other.cpu
            line += "" if other.output else "  cut off:"
        if theirs:
            ratio = theirs / mine.cpu
            searched = theirs / max(float(searching), 0.001)
            line += f"  other {theirs:7.3f} s  {ratio:6.1f} x, {searched:.1f} x for solving alone"
            if complete == "1":
                self._ratios[entry.get("category_name", "all")].append(ratio)
        print(line, flush=True)

    def _turn(self, file: Path) -> tuple[Run, Run | None]:
        """One run of the command, and one of the other solver if there is one."""
        seconds: float = self._arguments.seconds
        mine = ours(file, seconds, 1)
        if not self._arguments.against:
            return mine, None
        words = shlex.split(self._arguments.against)
        return mine, run([word.replace("{input}", str(file)) for word in words], seconds)

    def summarise(self) -> None:
        """Print the geometric means."""
        for category, ratios in sorted(self._ratios.items()):
            print(f"{category:28} {len(ratios):3} problems {mean(ratios):7.1f} x")
        every = [ratio for ratios in self._ratios.values() for ratio in ratios]
        if every:
            print(f"{'all':28} {len(every):3} problems {mean(every):7.1f} x", end="")
            print(f", the worst {min(every):.1f} x")


def median(runs: list[Run]) -> Run:
    """The run in the middle, by CPU seconds."""
    return sorted(runs, key=lambda run: run.cpu)[(len(runs) - 1) // 2]


def mean(ratios: list[float]) -> float:
    """The geometric mean."""
    return math.exp(sum(map(math.log, ratios)) / len(ratios))


def main() -> int:
    """Measure all problems; returns 1 when one was not solved to the end."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--against", metavar="COMMAND", help="another solver; {input} is the file")
    parser.add_argument("--reference", metavar="BINARY", help="Popeye, to run in turn")
    parser.add_argument("--seconds", type=float, default=60, help="wall time for one problem")
    parser.add_argument("--runs", type=int, default=1, help="of each problem, in turn")
    parser.add_argument("--wall", type=int, metavar="THREADS", help="also with so many threads")
    arguments = parser.parse_args()
    if arguments.reference:
        arguments.against = POPEYE.format(binary=shlex.quote(arguments.reference))
    files = inputs(arguments.paths or [PROBLEMS])
    told = known(files)
    table = Table(arguments)
    for file in files:
        table.measure(file, told.get(file, {}))
    table.summarise()
    return 1 if table.unfinished else 0


if __name__ == "__main__":
    sys.exit(main())
