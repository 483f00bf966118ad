"""Helpmates under rules of one's own, by trying everything: independent of engine and library.

Positions and moves are those of the package `chess`; a rule changes which captures there are and
what a move does besides.
"""

from collections.abc import Iterator
from typing import ClassVar

import chess

Line = tuple[str, ...]


class Rules:
    """The rules of the game; a condition is a subclass."""

    def captures(self, board: chess.Board, origin: int, target: int) -> bool:
        """Whether the man on `origin` may capture the one on `target`, be it a king."""
        return True

    def follows(self, before: chess.Board, move: chess.Move, board: chess.Board) -> None:
        """Change `board`, on which `move` was just made."""

    def in_check(self, board: chess.Board, side: chess.Color) -> bool:
        """Whether the king of `side` could be captured."""
        king = board.king(side)
        assert king is not None
        return any(self.captures(board, sq, king) for sq in board.attackers(not side, king))

    def moves(self, board: chess.Board) -> Iterator[tuple[str, chess.Board]]:
        """The legal moves, as departure and arrival with the promotion, and what they lead to."""
        side = board.turn
        for move in board.pseudo_legal_moves:
            target = board.piece_at(move.to_square)
            if target is not None and not self.captures(board, move.from_square, move.to_square):
                continue
            after = board.copy(stack=False)
            after.push(move)
            self.follows(board, move, after)
            if not self.in_check(after, side):
                yield move.uci(), after

    def mated(self, board: chess.Board) -> bool:
        """Whether the side to move is mated."""
        return self.in_check(board, board.turn) and next(self.moves(board), None) is None

    def helpmates(self, board: chess.Board, half_moves: int) -> Iterator[Line]:
        """All ways to mate Black in so many half-moves, the last of them White's."""
        for text, after in self.moves(board):
            if half_moves == 1:
                if board.turn == chess.WHITE and self.mated(after):
                    yield (text,)
            else:
                for line in self.helpmates(after, half_moves - 1):
                    yield (text, *line)


class Whirlpools(Rules):
    """A man that captures on one of the squares vanishes, but no king."""

    def __init__(self, squares: str) -> None:
        self.squares = {chess.parse_square(name) for name in squares.split()}

    def follows(self, before: chess.Board, move: chess.Move, board: chess.Board) -> None:
        mover = before.piece_at(move.from_square)
        assert mover is not None
        if before.is_capture(move) and move.to_square in self.squares and mover.piece_type != 6:
            board.remove_piece_at(move.to_square)


class Chaperones(Rules):
    """A knight captures only if a man of its own side observes it."""

    def captures(self, board: chess.Board, origin: int, target: int) -> bool:
        man = board.piece_at(origin)
        assert man is not None
        return man.piece_type != chess.KNIGHT or any(board.attackers(man.color, origin))


class Graduates(Rules):
    """White's officers climb a step by moving; Black does not capture, but attacks the king."""

    STEPS: ClassVar = {
        chess.KNIGHT: chess.BISHOP,
        chess.BISHOP: chess.ROOK,
        chess.ROOK: chess.QUEEN,
    }

    def captures(self, board: chess.Board, origin: int, target: int) -> bool:
        man, victim = board.piece_at(origin), board.piece_at(target)
        assert man is not None and victim is not None
        return man.color == chess.WHITE or victim.piece_type == chess.KING

    def follows(self, before: chess.Board, move: chess.Move, board: chess.Board) -> None:
        mover = before.piece_at(move.from_square)
        assert mover is not None
        if mover.color == chess.WHITE and mover.piece_type in self.STEPS:
            step = self.STEPS[mover.piece_type]
            board.set_piece_at(move.to_square, chess.Piece(step, chess.WHITE))


class HomingKnights(Rules):
    """A captured knight comes back to its square in the array, if that is empty.

    Of the two squares it is the one of the colour on which it was captured.
    """

    def follows(self, before: chess.Board, move: chess.Move, board: chess.Board) -> None:
        victim = before.piece_at(move.to_square)
        if victim is None or victim.piece_type != chess.KNIGHT:
            return
        rank = 0 if victim.color == chess.WHITE else 7
        homes = (chess.square(1, rank), chess.square(6, rank))
        is_dark = move.to_square in chess.SquareSet(chess.BB_DARK_SQUARES)
        (home,) = (s for s in homes if (s in chess.SquareSet(chess.BB_DARK_SQUARES)) == is_dark)
        if board.piece_at(home) is None:
            board.set_piece_at(home, victim)
