"""Searches killed at random moments and taken up again: is the output that of one that was not?

python tests/benchmarks/kills.py                       20 runs of the problems of the tests
python tests/benchmarks/kills.py FILE --runs 5 --kills 20 --threads 2
"""

import argparse
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from tests.support.kills import PROBLEMS, killed_and_resumed, uninterrupted


def main() -> int:
    """Do all runs; returns 1 when an output differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", nargs="?", type=Path)
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--kills", type=int, default=8, help="most of them in one run")
    parser.add_argument("--threads", default="1", help="of every second run; the others have one")
    asked = parser.parse_args()
    status = 0
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "problems.txt"
        file.write_bytes(asked.file.read_bytes() if asked.file else PROBLEMS.encode())
        expected = uninterrupted(file, "--threads", "1").stdout
        for run in range(asked.runs):
            threads = asked.threads if run % 2 else "1"
            outcome = killed_and_resumed(file, "--threads", threads, seed=run, most=asked.kills)
            equal = outcome.output == expected
            status |= not equal
            verdict = "equal" if equal else "DIFFERS"
            print(
                f"run {run + 1}: {outcome.kills} kills, {outcome.kept} kept more, {verdict}",
                flush=True,
            )
    return status


if __name__ == "__main__":
    sys.exit(main())
