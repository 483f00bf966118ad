"""Positions written as EPD, and the text files that hold them with their perft counts.

id name
epd BOARD SIDE CASTLING EN_PASSANT
perft DEPTH COUNT
"""

from dataclasses import dataclass, field
from pathlib import Path

import chess

from solver.model.board import ORTHODOX_BOARD, Colour
from solver.model.position import Man, Position

WALKS = {number: chess.piece_name(number) for number in chess.PIECE_TYPES}


@dataclass(slots=True)
class PerftCase:
    """A position and how many sequences of so many legal half-moves it has, by depth."""

    id: str
    epd: str = ""
    counts: dict[int, int] = field(default_factory=dict)


def position_of(epd: str) -> tuple[Position, Colour]:
    """The men of an EPD and the side to move.

    Castling in problems depends on the squares of king and rook alone, so the rights of the EPD
    must be those; there may be no right to capture en passant.
    """
    board = chess.Board(f"{epd} 0 1")
    assert board.ep_square is None, epd
    assert board.castling_rights == home_rights(board), epd
    men = {
        square: Man(Colour.WHITE if piece.color else Colour.BLACK, WALKS[piece.piece_type])
        for square, piece in board.piece_map().items()
    }
    return Position(ORTHODOX_BOARD, men), Colour.WHITE if board.turn else Colour.BLACK


def home_rights(board: chess.Board) -> chess.Bitboard:
    """The rooks that stand in their corner while their king stands on its home square."""
    rights = chess.BB_EMPTY
    for colour, king in ((chess.WHITE, chess.E1), (chess.BLACK, chess.E8)):
        if board.piece_at(king) == chess.Piece(chess.KING, colour):
            corners = chess.BB_CORNERS & chess.BB_RANKS[king // 8]
            rights |= board.pieces_mask(chess.ROOK, colour) & corners
    return rights


def read_perft(path: Path) -> list[PerftCase]:
    """The cases of a file, in order."""
    cases: list[PerftCase] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        word, _, rest = line.partition(" ")
        if word == "id":
            cases.append(PerftCase(rest))
        elif word == "epd":
            cases[-1].epd = rest
        elif word == "perft":
            depth, count = rest.split()
            cases[-1].counts[int(depth)] = int(count)
        else:
            assert word in ("", "#"), line
    return cases
