"""Solves mutated problems: python tests/fuzz_solve.py [minutes]

The solver may refuse a problem in words (SolverError), but it must never fail inside, never hang
and always end in order.  A problem that breaks this is printed.
"""

import random
import sys
import time
import warnings
from pathlib import Path

from fuzz_reader import mutate

import solver
from grammar.reader import read_bytes
from solver.events import EngineFailure
from solver.model.errors import SolverError
from solver.model.problem import Problem

PROBLEMS = Path(__file__).parent.parent / "problems"
SEARCH_SECONDS = 0.05
SECONDS_ALLOWED = 2.0
WORDS = (
    *(f"{man}{square}" for man in ("k", "q", "r", "b", "s", "p") for square in ("a1", "e4", "h8")),
    *("#1", "#2", "=2", "s#2", "r#2", "semi-r#2", "h#2", "h#2.5", "h=3", "hs#2", "hr#2"),
    *("ser-#3", "ser-h#3", "ser-s=2", "ser-r#2", "white", "black", "white royal", "pieces"),
    *("stipulation", "twin", "continued", "move e4 d5", "exchange e1 e8", "mirror a1<-->h1"),
    *("rotate 90", "polishtype", "zeroposition", "option", "setplay", "try", "variation"),
    *("duplex", "halfduplex", "postkeyplay", "nontrivial 1", "maxflightsquares 0", "threat 1"),
    *("noshort", "enpassant d2d3d4", "nocastling a1", "quodlibet", "movenumbers", "intelligent"),
)
VOCABULARY = [word.encode() for word in WORDS]


def attempt(problem: Problem) -> bool:
    """Solve for a moment; says whether it was not refused.  Raises what goes wrong."""
    started = time.monotonic()
    try:
        solution = solver.solve(problem, seconds=SEARCH_SECONDS)
    except EngineFailure:
        raise
    except SolverError as error:
        assert str(error)
        return False
    allowed = SECONDS_ALLOWED * max(1, len(solution.twins))
    assert time.monotonic() - started < allowed, "too slow to stop"
    assert len(solution.twins) == len(problem.twins) + (not problem.zeroposition)
    return True


def main(minutes: float) -> int:
    """Fuzz for so many minutes; returns the number of failures."""
    warnings.simplefilter("ignore")
    paths = sorted(PROBLEMS.rglob("*.txt"))
    seeds = [path.read_bytes() for path in paths if ".solution" not in path.name]
    end = time.monotonic() + minutes * 60
    solved = refused = failures = 0
    while time.monotonic() < end and failures < 10:
        data = mutate(random.choice(seeds), seeds, VOCABULARY)
        for entry in read_bytes(data):
            if entry.problem is None:
                continue
            try:
                accepted = attempt(entry.problem)
            except Exception as error:
                failures += 1
                print(f"{type(error).__name__}: {str(error)[:300]}\n{data!r}")
            else:
                solved, refused = solved + accepted, refused + (not accepted)
    print(f"{solved} problems solved, {refused} refused, {failures} failures")
    return failures


if __name__ == "__main__":
    sys.exit(min(1, main(float(sys.argv[1]) if sys.argv[1:] else 1.0)))
