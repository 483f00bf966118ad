"""Boards with joined edges: the engine against a slow reading in plain Python, and by hand."""

import json
import random

import msgspec
import pytest

import solver
from grammar.library import library
from grammar.printer import print_problem
from grammar.reader import read_text
from solver import native
from solver.compile.position import compile_position
from solver.model.board import JOINS, Board, Colour
from solver.model.position import Man, Position
from solver.model.solution import TreeFound
from tests.support.founding import WALKS, Place, moves, name
from tests.support.reach import reach

CYLINDER, FLAT, TORUS = "vertical cylinder", "horizontal cylinder", "torus"


def board(width: int, height: int, joined: str) -> Board:
    return Board(width, height, frozenset(), *JOINS[joined])


def random_place(rng: random.Random, joined: str) -> Place:
    width, height = rng.randint(4, 9), rng.randint(4, 9)
    squares = [(x, y) for x in range(width) for y in range(height)]
    rng.shuffle(squares)
    walks = ["king", *rng.choices(list(WALKS), k=4)]
    men = {}
    for side in ("white", "black"):
        for walk in walks:
            men[squares.pop()] = (side, walk)
    return Place(width, height, men, JOINS[joined])


def legal(place: Place) -> set[str]:
    """The engine's legal moves for White."""
    board = Board(place.width, place.height, frozenset(), *place.wraps)
    men = {
        board.square(name(square)): Man(Colour(side), walk)
        for square, (side, walk) in place.men.items()
    }
    spec = compile_position(Position(board, men), Colour.WHITE, library().piece)
    return {
        board.name(move["departure"])
        + ("*" if move["captures"] else "-")
        + board.name(move["arrival"])
        for move in json.loads(native.legal_moves(msgspec.json.encode(spec)))
    }


@pytest.mark.parametrize("joined", JOINS)
def test_legal_moves_are_those_of_a_slow_reading(joined: str) -> None:
    rng = random.Random(len(joined))
    for _ in range(40):
        place = random_place(rng, joined)
        assert legal(place) == {move for move, _ in moves(place, "white")}, place


# piece, square, size, joins, white men, black men, squares reached, squares of captures
CASES = [
    ("rook", "a1", (5, 2), CYLINDER, "", "", "a2 b1 c1 d1 e1", ""),
    ("rook", "a1", (5, 2), CYLINDER, "a2", "c1", "b1 d1 e1", "c1"),
    ("rook", "a1", (2, 5), FLAT, "", "a3", "a2 a4 a5 b1", "a3"),
    ("bishop", "a1", (4, 4), CYLINDER, "", "", "b2 b4 c3 d2 d4", ""),
    ("bishop", "a1", (3, 3), TORUS, "", "", "b2 b3 c2 c3", ""),
    ("knight", "a1", (8, 8), CYLINDER, "", "", "b3 c2 g2 h3", ""),
    ("knight", "a1", (8, 8), FLAT, "", "", "b3 b7 c2 c8", ""),
    ("king", "a1", (8, 8), TORUS, "", "", "a2 a8 b1 b2 b8 h1 h2 h8", ""),
    # A lone grasshopper is no hurdle to itself; a lone rook makes no null move.
    ("grasshopper", "a1", (5, 1), CYLINDER, "", "", "", ""),
    ("grasshopper", "a1", (5, 1), CYLINDER, "e1", "", "d1", ""),
    ("rook", "a1", (3, 1), CYLINDER, "", "", "b1 c1", ""),
    # Pawns capture round the edge.
    ("pawn", "a2", (8, 8), CYLINDER, "", "b3 h3", "a3 a4", "b3 h3"),
    # There is no edge to turn at where edges are joined.
    ("archbishop", "b1", (4, 3), "", "", "", "a2 b3 c2 d3", ""),
    ("edgehog", "a2", (3, 3), TORUS, "", "", "", ""),
]


@pytest.mark.parametrize(
    ("walk", "square", "size", "joined", "white", "black", "quiet", "captures"), CASES
)
def test_reach(
    walk: str,
    square: str,
    size: tuple[int, int],
    joined: str,
    white: str,
    black: str,
    quiet: str,
    captures: str,
) -> None:
    assert reach(walk, square, board(*size, joined), white, black) == (quiet, captures)


@pytest.mark.parametrize(
    ("words", "joined"),
    [
        ("8x8", ""),
        ("8x8 cylinder", CYLINDER),
        ("8x8 vertical cylinder", CYLINDER),
        ("8x8 Horizontal Cylinder", FLAT),
        ("8x8 torus", TORUS),
    ],
)
def test_words(words: str, joined: str) -> None:
    (entry,) = read_text(f"begin board {words} pieces white ka1 black kd4 stipulation ~1 end")
    problem = entry.problem
    assert problem is not None and problem.position.board == board(8, 8, joined)
    (again,) = read_text(print_problem(problem))
    assert again.problem == problem


@pytest.mark.parametrize(
    ("words", "column", "message"),
    [
        ("board 8x8 vertical pieces", 11, "'vertical' what? the edges are not joined"),
        ("board 8x8 vertical torus", 11, "a torus has no direction"),
        ("board 8x8 cylindre", 11, "unknown word 'cylindre'"),
    ],
)
def test_complaints(words: str, column: int, message: str) -> None:
    (entry,) = read_text(f"begin\n{words}\nend")
    error = entry.errors[0]
    assert (error.line, error.column) == (2, column) and message in error.message


def test_mate_round_the_edge() -> None:
    """Qh7 is protected only on the cylinder, by the bishop a8."""
    text = (
        "begin board 8x8{} pieces white kf6 qh6 ba8 sb7 black kg8 stipulation #1\n"
        "option nothreat end"
    )
    assert keys(text.format("")) == {"g7"}
    assert keys(text.format(" cylinder")) >= {"g7", "h7"}


def keys(text: str) -> set[str]:
    (twin,) = solver.solve(text).twins
    return {
        Board().name(found.node.move.arrival)
        for phase in twin.phases
        for found in phase.found
        if isinstance(found, TreeFound)
    }


def test_there_is_no_castling_on_a_cylinder() -> None:
    text = "begin board 8x8{} pieces white ke1 rh1 black ka8 stipulation ~1 end"
    kinds = [
        {
            found.node.move.kind
            for twin in solver.solve(text.format(joined)).twins
            for phase in twin.phases
            for found in phase.found
            if isinstance(found, TreeFound)
        }
        for joined in ("", " cylinder")
    ]
    assert ["king_side_castling" in some for some in kinds] == [True, False]
