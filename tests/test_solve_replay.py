"""Every solution is replayed by an independent checker that knows the rules from elsewhere."""

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.random_problems import random_problems
from support.replay import Illegal, replay_solution

import solver
from solver.api import read_text
from solver.model.problem import Problem
from solver.model.solution import LineFound, Phase, PlayedMove, Solution

PROBLEMS = Path(__file__).parent.parent / "problems" / "orthodox"
FILES = sorted(path for path in PROBLEMS.glob("*.txt") if ".solution" not in path.name)

BATTLE = {
    "#1": "",
    "#2": "variation try setplay",
    "=2": "variation defence 2",
    "#3": "variation nothreat",
    "s#1": "variation try",
    "s#2": "variation setplay",
    "s=2": "variation",
    "r#2": "variation",
    "r=2": "variation try",
    "semi-r#2": "variation",
    "semi-r=2": "variation setplay",
}
HELP = {
    "h#1.5": "",
    "h#2": "setplay",
    "h=2": "duplex",
    "h=1.5": "nullmoves",
    "hs#1.5": "",
    "hs#2": "setplay",
    "hs=2": "",
    "hr#1.5": "",
}
SERIES = {
    "ser-#2": "setplay",
    "ser-#3": "",
    "ser-=3": "duplex",
    "ser-h#2": "setplay",
    "ser-h=2": "",
    "ser-s#2": "",
    "ser-s=2": "",
    "ser-r#2": "",
    "ser-r=2": "",
}
SUITES = {"battle": (BATTLE, 1), "help": (HELP, 2), "series": (SERIES, 3)}
TWINS = """
twin rotate 90
twin polishtype
twin continued mirror a1<-->h1
end"""


def checked(text: str) -> int:
    """Solves and replays a problem; returns how many moves were played."""
    (problem,) = read_text(text)
    return replay_solution(problem, solver.solve(problem))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_published_problem(path: Path) -> None:
    (problem,) = solver.read_problems(path)
    if problem.option("NoWk"):
        pytest.skip("the checker needs both kings")
    assert replay_solution(problem, solver.solve(problem)) > 0


@pytest.mark.parametrize("suite", SUITES)
def test_random_problems(suite: str) -> None:
    stipulations, seed = SUITES[suite]
    count = 12 * len(stipulations)
    texts = random_problems(seed, stipulations, count=count, men=(3, 8))
    assert sum(map(checked, texts)) > count


def test_random_problems_with_twins() -> None:
    texts = random_problems(4, {"h#2": "", "#2": "variation"}, count=20, men=(3, 5))
    assert sum(checked(text.replace("\nend", TWINS)) for text in texts) > 0


def test_random_problems_with_two_kings_and_many_men() -> None:
    texts = random_problems(
        5, {"#2": "variation", "h#1.5": "", "ser-h#2": ""}, count=15, men=(14, 20)
    )
    assert sum(map(checked, texts)) > 0


HELPMATE = "begin pieces white kc6 qh2 black ka8 pa7 stipulation h#1.5 end"


def altered(solution: Solution, change: Callable[[PlayedMove], PlayedMove]) -> Solution:
    """The solution with the last move of its first line changed."""
    (twin,) = solution.twins
    (phase,) = twin.phases
    line = phase.found[0]
    assert isinstance(line, LineFound)
    wrong = replace(line, moves=(*line.moves[:-1], change(line.moves[-1])))
    found = (wrong, *phase.found[1:])
    return Solution((replace(twin, phases=(Phase(phase.started, phase.finished, found),)),))


CHANGES: dict[str, Callable[[PlayedMove], PlayedMove]] = {
    "another arrival": lambda move: replace(move, arrival=move.arrival ^ 9),
    "a capture of nothing": lambda move: replace(move, captures=(move.arrival,)),
    "no check": lambda move: replace(move, check=not move.check),
    "stalemate": lambda move: replace(move, goal="="),
    "another departure": lambda move: replace(move, departure=move.departure ^ 1),
    "a twin of the mover": lambda move: replace(move, also_from=(0,)),
    "a promotion": lambda move: replace(move, promotion=move.mover),
}


@pytest.mark.parametrize("change", CHANGES)
def test_the_checker_finds_faults(change: str) -> None:
    problem: Problem
    (problem,) = read_text(HELPMATE)
    solution = solver.solve(problem)
    assert replay_solution(problem, solution) > 0
    with pytest.raises(Illegal):
        replay_solution(problem, altered(solution, CHANGES[change]))
