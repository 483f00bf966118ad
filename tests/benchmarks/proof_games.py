"""How fast proof games are solved: CPU seconds and half-moves played, one thread.

    python tests/benchmarks/proof_games.py                        all of problems/proof-games
    python tests/benchmarks/proof_games.py FILE ...
    python tests/benchmarks/proof_games.py --against 'other-solver {input}' --seconds 60

Each problem runs in a process of its own: CPU seconds of all of it, the start of Python too, and
wall seconds of the search alone.
"""

import argparse
import resource
import shlex
import subprocess
import sys
from pathlib import Path

PROBLEMS = Path(__file__).parents[2] / "problems" / "proof-games"
SOLVE = """
import sys
import solver
(problem,) = solver.read_problems(sys.argv[1])
solution = solver.solve(problem, seconds=float(sys.argv[2]))
phases = [phase for twin in solution.twins for phase in twin.phases]
found = sum(len(phase.found) for phase in phases)
searching = sum(phase.finished.seconds for phase in phases)
print(found, sum(phase.finished.nodes for phase in phases), searching, int(solution.complete))
"""


def measure(command: list[str], seconds: float) -> tuple[float, str]:
    """CPU seconds and output of one run; the output is empty when it takes too long."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    try:
        done = subprocess.run(
            command, capture_output=True, encoding="latin-1", check=False, timeout=seconds
        )
        output = done.stdout
    except subprocess.TimeoutExpired:
        output = ""
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    used = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return used, output


def main() -> int:
    """Measure all problems; returns 1 when one was not solved to the end."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--against", metavar="COMMAND", help="another solver; {input} is the file")
    parser.add_argument("--seconds", type=float, default=60, help="wall time for one problem")
    arguments = parser.parse_args()
    files = arguments.files or sorted(
        path for path in PROBLEMS.glob("*.txt") if ".solution" not in path.name
    )
    status = 0
    total = 0.0
    for file in files:
        limit = str(arguments.seconds)
        command = [sys.executable, "-c", SOLVE, str(file), limit]
        used, output = measure(command, arguments.seconds + 10)
        found, nodes, searching, complete = output.split() or ("0", "0", "0", "0")
        total += used
        line = f"{file.stem:24} {found:>3} found {int(nodes):12,} half-moves {used:7.2f} s"
        line += f" search {float(searching):7.3f} s"
        if complete != "1":
            line += "  not finished"
            status = 1
        if arguments.against:
            words = shlex.split(arguments.against)
            other = [word.replace("{input}", str(file)) for word in words]
            theirs, output = measure(other, arguments.seconds)
            line += f"   other {theirs:8.2f} s" + ("" if output else " (cut off)")
        print(line, flush=True)
    print(f"{len(files)} problems, {total:.2f} s")
    return status


if __name__ == "__main__":
    sys.exit(main())
