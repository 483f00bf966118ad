"""What `declare piece` says, as it was written."""

import msgspec

from solver.model.piece import Piece
from solver.model.position import Place


class PieceDeclaration(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece as declared: its walks may still call others by name.

    parameters: names that stand for walks in it; a piece with parameters is called with walks for
    them, `hunter(rook,bishop)`.  place: of the name in the file.
    """

    piece: Piece
    parameters: tuple[str, ...] = ()
    place: Place | None = None
