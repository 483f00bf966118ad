"""Captures en passant that pass over the captured man."""

from collections.abc import Callable, Iterator

from solver.model.board import Colour
from solver.model.piece import Piece, Role
from solver.model.position import Position
from solver.model.walk import captures_on_the_way

Lookup = Callable[[str], Piece]


def may_pass_over_en_passant(position: Position, lookup: Lookup) -> bool:
    """Whether a man that captures on its way might capture en passant from this position on.

    The other side needs a man that can make a double step: it stands where it may, or it is no pawn
    and may come back there.
    """
    capturers = {
        man.colour
        for _, man in position
        if (piece := lookup(man.walk)).captures_en_passant and captures_on_the_way(piece.walk)
    }
    return bool(capturers) and any(
        Colour.NEUTRAL in (stepping, capturing) or stepping is not capturing
        for stepping in _double_steppers(position, lookup)
        for capturing in capturers
    )


def _double_steppers(position: Position, lookup: Lookup) -> Iterator[Colour]:
    board = position.board
    for square, man in position:
        piece = lookup(man.walk)
        if piece.double_step is None:
            continue
        sides = (True, False) if man.colour is Colour.NEUTRAL else (man.colour is Colour.WHITE,)
        ranks = [piece.double_step.indices(board.height, white=white) for white in sides]
        if piece.role is not Role.PAWN or any(square // board.width in rank for rank in ranks):
            yield man.colour
