"""On tiny positions the solutions are exactly those of a plain solver that tries everything."""

import random
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest
from msgspec.structs import replace
from support.exhaustive import Line, solve
from support.random_problems import problem_text, random_board
from support.replay import board_of, play

import solver
from solver.model.board import ORTHODOX_BOARD
from solver.model.problem import Option
from solver.model.solution import LineFound, Node, PlayedMove, Solution, TreeFound

PROBLEMS = Path(__file__).parent.parent / "problems" / "orthodox"

# How many positions, how many men at most, and how many solutions there must be in all.
CASES = {
    "#1": (100, 9, 10),
    "=1": (100, 9, 5),
    "#2": (100, 4, 5),
    "=2": (150, 4, 2),
    "h#1": (100, 7, 20),
    "h#1.5": (50, 5, 50),
    "h#2": (15, 4, 5),
    "h=1": (100, 7, 3),
    "h=1.5": (30, 5, 10),
    "ser-#2": (80, 6, 60),
    "ser-#3": (20, 4, 100),
    "ser-=2": (80, 6, 60),
    "ser-h#2": (60, 5, 20),
    "ser-h=2": (60, 5, 2),
}
PROMOTIONS = {"queen": "q", "rook": "r", "bishop": "b", "knight": "n"}


def uci(move: PlayedMove) -> str:
    """The move in the notation of the UCI protocol."""
    name = ORTHODOX_BOARD.name
    promotion = PROMOTIONS[move.promotion.walk] if move.promotion else ""
    return name(move.departure) + name(move.arrival) + promotion


def lines_of(solution: Solution) -> list[Line]:
    """The lines, or the keys, of the only phase."""
    ((phase,),) = (twin.phases for twin in solution.twins)
    found: list[Line] = []
    for item in phase.found:
        if isinstance(item, LineFound):
            found.append(tuple(map(uci, item.moves)))
        elif isinstance(item, TreeFound):
            found.append((uci(item.node.move),))
    return found


@pytest.mark.parametrize("stipulation", CASES)
def test_solutions_are_those_of_the_definition(stipulation: str) -> None:
    count, men, least = CASES[stipulation]
    rng = random.Random(stipulation)
    total = 0
    for _ in range(count):
        board = random_board(rng, rng.randint(3, men))
        text = problem_text(board, stipulation)
        lines = lines_of(solver.solve(text))
        assert sorted(lines) == sorted(solve(board, stipulation)), text
        total += len(lines)
    assert total >= least, "too few solutions to prove anything"


def test_selfmate_in_one_after_every_line_of_a_selfmate() -> None:
    """Selfmates do not happen by chance, so the last moves of a composed one are taken."""
    (problem,) = solver.read_problems(PROBLEMS / "avner-1981.txt")
    start = board_of(problem.position, "white")
    solution = solver.solve(replace(problem, options=(Option("Variations"),)))
    last_moves: dict[str, set[Line]] = {}
    for phase in solution.twins[0].phases:
        for found in phase.found:
            assert isinstance(found, TreeFound)
            for board, node in positions(start, found.node, half_moves=4):
                last_moves.setdefault(board.fen(), set()).add((uci(node.move),))
    assert len(last_moves) >= 5
    for fen, known in last_moves.items():
        board = chess.Board(fen)
        lines = set(lines_of(solver.solve(problem_text(board, "s#1"))))
        assert known <= lines == solve(board, "s#1"), fen


def positions(
    board: chess.Board, node: Node, *, half_moves: int
) -> Iterator[tuple[chess.Board, Node]]:
    """The nodes that many half-moves below `node`, each with the position before it."""
    if not half_moves:
        yield board, node
        return
    after = board.copy(stack=False)
    play(after, node.move)
    for child in node.variations:
        yield from positions(after, child, half_moves=half_moves - 1)


def test_the_plain_solver_tells_solutions_from_others() -> None:
    """What it finds is known beforehand."""
    board = chess.Board("k7/p7/2K5/8/8/8/7Q/8 w - - 0 1")
    assert solve(board, "#1") == {("h2h8",)}
    assert solve(board, "#2") == {("h2h8",), ("h2h7",), ("h2b2",), ("h2c7",)}
    assert solve(board, "=1") == set()
    assert ("c6c7", "h2h8") in solve(board, "ser-#2")
    assert ("c6d6", "h2h8") not in solve(board, "ser-#2")
