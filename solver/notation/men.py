"""How a man is called in a move, in an effect and in the text of a twin."""

from collections.abc import Mapping

import msgspec

from solver.model.board import Board
from solver.model.position import Man
from solver.model.problem import Language
from solver.model.solution import Piece
from solver.notation import letters


def piece_of(man: Man) -> Piece:
    """The man of a position in the form in which moves name it."""
    return Piece(man.colour.value, man.walk, tuple(sorted(man.attributes)))


class Names(msgspec.Struct, frozen=True):
    """Names of men and squares in one language on one board.

    codes: those of the problem's own pieces by id.
    """

    language: Language
    board: Board
    codes: Mapping[str, str] = msgspec.field(default_factory=dict)

    def square(self, square: int) -> str:
        """The name of a square."""
        return self.board.name(square)

    def walk(self, walk: str) -> str:
        """The letters of a walk."""
        return letters.walk_letters(walk, self.language, self.codes)

    def specification(self, piece: Piece, *, colour: bool) -> str:
        """Colour letter (always, or for neutral men only) and letters of the attributes."""
        text = ""
        if colour or piece.colour == "neutral":
            text = letters.colour_letter(piece.colour, self.language)
        if piece.attributes:
            text += letters.attribute_letters(piece.attributes, self.language)
        return text

    def full(self, piece: Piece) -> str:
        """With the colour and with the letter of a pawn: "wS", "nmB"."""
        return self.specification(piece, colour=True) + self.walk(piece.walk)

    def result(self, piece: Piece) -> str:
        """What a man has become: "D", "nT", "cQ"."""
        return self.specification(piece, colour=False) + self.walk(piece.walk)

    def mover(self, piece: Piece) -> str:
        """As the subject of a move: no letter for a pawn without anything special."""
        special = self.specification(piece, colour=False)
        if piece.walk == "pawn" and not special:
            return ""
        return special + self.walk(piece.walk)
