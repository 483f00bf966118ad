"""Where a man can go, asked from the engine: for tests of walks on small boards."""

import json
from collections.abc import Callable

import msgspec

from grammar.library import library
from solver import native
from solver.compile.position import compile_position
from solver.model.board import Board, Colour
from solver.model.piece import Piece
from solver.model.position import Man, Position

Case = tuple[str, str, tuple[int, int], str, str, str, str]
"""Walk, square, size of the board, standing white and black men; quiet arrivals and captures."""


def reached_and_expected(case: Case) -> tuple[tuple[str, str], tuple[str, str]]:
    """What the engine says of a case, and what the case says."""
    walk, square, size, white, black, quiet, captures = case
    return reach(walk, square, Board(*size), white, black), (quiet, captures)


def reach(
    walk: str,
    square: str,
    board: Board,
    white: str = "",
    black: str = "",
    lookup: Callable[[str], Piece] | None = None,
) -> tuple[str, str]:
    """Squares that a white man of `walk` reaches, and those on which it captures; sorted words.

    white, black: squares of men that do not move.
    """
    men = {board.square(name): Man(Colour.WHITE, "dummy") for name in white.split()}
    men |= {board.square(name): Man(Colour.BLACK, "dummy") for name in black.split()}
    men[board.square(square)] = Man(Colour.WHITE, walk)
    spec = compile_position(Position(board, men), Colour.WHITE, lookup or library().piece)
    moves = json.loads(native.legal_moves(msgspec.json.encode(spec)))
    own = [move for move in moves if move["departure"] == board.square(square)]
    quiet = {board.name(move["arrival"]) for move in own if not move["captures"]}
    captures = {board.name(move["arrival"]) for move in own if move["captures"]}
    return " ".join(sorted(quiet)), " ".join(sorted(captures))
