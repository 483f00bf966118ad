"""Counts of legal half-moves, through the Python interface, against the published ones.

The tests of the engine count the same file deeper.
"""

import random
from pathlib import Path

import chess
import msgspec
import pytest
from support.epd import PerftCase, home_rights, position_of, read_perft

from grammar.library import library
from solver import native
from solver.compile.position import compile_position

ROOT = Path(__file__).parent.parent
CASES = read_perft(ROOT / "solver" / "engine" / "core" / "tests" / "perft" / "orthodox.perft")
LARGEST_COUNT = 100_000_000
PLAYOUT_POSITIONS = 100


def spec_of(epd: str) -> bytes:
    position, side = position_of(epd)
    return msgspec.json.encode(compile_position(position, side, library().piece))


def by_id(case: PerftCase) -> str:
    return case.id.replace(" ", "-")


def test_there_are_enough_positions() -> None:
    assert len(CASES) >= 8
    assert all(max(case.counts) >= 5 for case in CASES)


@pytest.mark.parametrize("case", CASES, ids=by_id)
def test_published_counts(case: PerftCase) -> None:
    spec = spec_of(case.epd)
    counts = {depth: count for depth, count in case.counts.items() if count <= LARGEST_COUNT}
    assert len(counts) >= 4
    assert {depth: native.perft(spec, depth) for depth in counts} == counts


@pytest.mark.parametrize("case", CASES, ids=by_id)
def test_legal_moves_are_those_of_python_chess(case: PerftCase) -> None:
    """The moves themselves, in positions of random games that begin here."""
    rng = random.Random(case.id)
    board = chess.Board(f"{case.epd} 0 1")
    compared = 0
    while compared < PLAYOUT_POSITIONS:
        if not board.has_legal_en_passant() and board.castling_rights == home_rights(board):
            board.ep_square = None
            assert legal(board.epd()) == {move.uci() for move in board.legal_moves}
            compared += 1
        if board.is_game_over(claim_draw=True):
            board = chess.Board(f"{case.epd} 0 1")
        else:
            board.push(rng.choice(list(board.legal_moves)))


def legal(epd: str) -> set[str]:
    """The moves of the engine in the notation of the UCI protocol."""
    letters = {chess.piece_name(piece): chess.piece_symbol(piece) for piece in chess.PIECE_TYPES}
    return {
        chess.square_name(move["departure"])
        + chess.square_name(move["arrival"])
        + (letters[move["promotion"]["walk"]] if move.get("promotion") else "")
        for move in msgspec.json.decode(native.legal_moves(spec_of(epd)))
    }
