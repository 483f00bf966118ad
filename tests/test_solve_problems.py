"""Every problem under `problems/` that has a stored solution is solved and compared with it.

Those in `problems/retro/` are solved by the convention of the Codex.
"""

from pathlib import Path

import pytest
from support.stored import parse, parts_of

import solver

PROBLEMS = Path(__file__).parent.parent / "problems"
STORED = sorted(PROBLEMS.rglob("*.solution.txt"))


def problem_file(stored: Path) -> Path:
    return stored.with_name(stored.name.replace(".solution.txt", ".txt"))


@pytest.mark.parametrize("stored", STORED, ids=lambda path: path.name.split(".")[0])
def test_solution(stored: Path) -> None:
    (problem,) = solver.read_problems(problem_file(stored))
    retro = "codex" if stored.parent.name == "retro" else None
    solution = solver.solve(problem, seconds=120, retro=retro)
    assert solution.complete
    assert parts_of(solution, problem.position.board) == parse(stored.read_text(encoding="utf-8"))


def test_every_problem_has_a_solution() -> None:
    problems = {path for path in PROBLEMS.rglob("*.txt") if ".solution" not in path.name}
    assert {problem_file(path) for path in STORED} == problems


def test_stored_solutions_can_be_read() -> None:
    for path in STORED:
        parts = parse(path.read_text(encoding="utf-8"))
        assert parts, path
        assert all(part.branches for part in parts), path
