"""Where men come back to: the squares that belong to a kind."""

from solver.compile.spec import ArraySpec, BySide
from solver.model.board import Board
from solver.model.piece import Piece, Rank, Role

ARRAY_FILES = "abcdefgh"


def array_of(piece: Piece, board: Board) -> ArraySpec:
    """The squares of the array of a kind, and which of them belongs to a square.

    Men of the game's array have their squares there, of which the colour of the other square
    decides; pawns have all of the second rank, and any other man all of the last rank, of which the
    file decides.  On a board of another width the array stands in its middle, on a board of odd
    width one file to the left; on a board that is too narrow for it, the last rank counts.
    Source: Popeye 4, by experiment with every walk, but for other boards.
    """
    first = (board.width - len(ARRAY_FILES)) // 2
    if piece.array and first >= 0:
        files = [first + ARRAY_FILES.index(letter) for letter in piece.array]
        return ArraySpec(squares=_squares(Rank.FIRST, files, board), by="colour")
    rank = Rank.SECOND if piece.role is Role.PAWN else Rank.LAST
    return ArraySpec(squares=_squares(rank, range(board.width), board), by="file")


def _squares(rank: Rank, files: "list[int] | range", board: Board) -> BySide:
    def squares(*, white: bool) -> list[int]:
        ranks = rank.indices(board.height, white=white)
        found = (row * board.width + file for row in ranks for file in files)
        return [square for square in found if square not in board.holes]

    return BySide(white=squares(white=True), black=squares(white=False))
