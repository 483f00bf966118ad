"""The problems of the founding pieces: solved by the slow reading of the texts as well."""

from pathlib import Path

import pytest
from support.founding import Place, reached, solve

import solver
from solver.model.board import Board
from solver.model.problem import Problem
from solver.model.solution import LineFound
from solver.model.stipulation import Traditional

SEEDS = Path(__file__).parent.parent / "problems" / "seeds"
FILES = sorted(
    path
    for folder in ("deviated-riders", "electron", "lions")
    for path in (SEEDS / folder).glob("*.txt")
    if ".solution" not in path.name
)


def place_of(problem: Problem) -> Place:
    board = problem.position.board
    men = {
        divmod(square, board.width)[::-1]: (man.colour.value, man.walk)
        for square, man in problem.position
    }
    return Place(board.width, board.height, men, (board.wrap_files, board.wrap_ranks))


def lines(problem: Problem) -> set[tuple[str, ...]]:
    """The solutions of the solver in the slow reading's form."""
    name = problem.position.board.name
    return {
        tuple(
            name(move.departure) + ("*" if move.captures else "-") + name(move.arrival)
            for move in found.moves
        )
        for twin in solver.solve(problem).twins
        for phase in twin.phases
        for found in phase.found
        if isinstance(found, LineFound)
    }


def stipulation(problem: Problem) -> str:
    given = problem.stipulation
    assert isinstance(given, Traditional) and given.goal.kind == "#"
    return f"{given.play}#{given.moves}{'.5' if given.half else ''}"


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_the_only_solution_is_that_of_the_slow_reading(path: Path) -> None:
    (problem,) = solver.read_problems(path)
    found = lines(problem)
    assert len(found) == 1
    assert found == solve(place_of(problem), stipulation(problem))


@pytest.mark.parametrize("folder", ["deviated-riders", "electron", "lions"])
def test_each_text_has_three_problems_and_its_board(folder: str) -> None:
    files = [path for path in FILES if path.parent.name == folder]
    assert len(files) >= 3
    boards = {solver.read_problems(path)[0].position.board for path in files}
    assert boards == {Board(13, 13) if folder == "electron" else Board()}


def test_the_slow_reading_knows_the_examples_of_the_texts() -> None:
    """echekk.fr: the Électron h1, the Fou-lion c1 with hurdles e3 and g5, the Coureur-élan a1."""
    electron = Place(8, 8, {(7, 0): ("white", "electron")})
    assert len(reached(electron, (7, 0))) == 10
    lion = Place(
        8,
        8,
        {(2, 0): ("white", "bishop-lion"), (4, 2): ("white", "dummy"), (6, 4): ("black", "dummy")},
    )
    assert reached(lion, (2, 0)) == {(5, 3), (6, 4)}
    rider = Place(8, 8, {(0, 0): ("white", "coureur-élan")})
    assert {(5, 4), (6, 1)} <= reached(rider, (0, 0))
    assert len(reached(rider, (0, 0))) == 22
