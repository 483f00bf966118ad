"""Men that walk like those that observe them, as a rule of the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from msgspec.structs import replace

from solver.model.piece import Piece

if TYPE_CHECKING:
    from solver.compile.spec import JsonValue, RuleSpec


def lent_pieces(pieces: Sequence[Piece]) -> list[Piece]:
    """What others use of pieces that lend another walk than their own, if some piece borrows."""
    if not any(piece.borrows for piece in pieces):
        return []
    return [
        replace(
            piece,
            id=_lent(piece),
            walk=piece.lends,
            role=None,
            castling=None,
            promotes=None,
            captures_en_passant=False,
        )
        for piece in pieces
        if piece.lends is not None
    ]


def borrowing_rules(pieces: Sequence[Piece], numbers: Mapping[str, int]) -> list[RuleSpec]:
    """The one rule of all pieces that borrow, since they pass walks on to each other.

    Nothing if no piece borrows.  numbers: the numbers of the kinds by walk, those of `lent_pieces`
    among them.
    """
    borrowers: list[JsonValue] = []
    for piece in pieces:
        if piece.borrows is not None:
            lenders: JsonValue = {"royal": False} if piece.borrows.but_kings else {}
            number = numbers[piece.id]
            borrowers.append({"kind": number, "from": piece.borrows.observers, "lenders": lenders})
    if not borrowers:
        return []
    lent: list[JsonValue] = [
        [numbers[piece.id], numbers[_lent(piece)]] for piece in pieces if _lent(piece) in numbers
    ]
    return [{"mechanism": "borrow", "reason": "", "borrowers": borrowers, "lent": lent}]


def _lent(piece: Piece) -> str:
    return f"{piece.id}, lent"
