"""Where men come back to, and who waits to come back when the play begins."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, cast

import msgspec

from solver.model.board import Board, Colour
from solver.model.piece import Piece, Rank, Role
from solver.model.position import Man
from solver.model.problem import Condition

if TYPE_CHECKING:
    from solver.compile.spec import ArraySpec, BySide, JsonValue, ManSpec, RuleSpec

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
        return {"squares": _squares(Rank.FIRST, files, board), "by": "colour"}
    rank = Rank.SECOND if piece.role is Role.PAWN else Rank.LAST
    return {"squares": _squares(rank, range(board.width), board), "by": "file"}


def _squares(rank: Rank, files: list[int] | range, board: Board) -> BySide:
    def squares(*, white: bool) -> list[int]:
        ranks = rank.indices(board.height, white=white)
        found = (row * board.width + file for row in ranks for file in files)
        return [square for square in found if square not in board.holes]

    return {"white": squares(white=True), "black": squares(white=False)}


class LastCapture(msgspec.Struct, frozen=True):
    """The man that was captured last before the diagram, by condition LastCapture."""

    man: Man
    square: int

    @classmethod
    def given(cls, conditions: Iterable[Condition], board: Board) -> LastCapture | None:
        """What the conditions say of it; None when they say nothing."""
        for condition in conditions:
            if condition.id == "LastCapture":
                colour, *attributes, walk, square = condition.arguments
                man = Man(Colour(colour.lower()), walk, frozenset(attributes))
                return cls(man, board.square(square))
        return None

    def spec(
        self, kinds: Mapping[str, int], attributes: Mapping[str, int], side: Colour, *, royal: bool
    ) -> JsonValue:
        """As the engine wants it.  side: the side to move."""
        numbers = (attributes[name] for name in self.man.attributes if name != "Royal")
        white = self.man.colour is Colour.WHITE or (
            self.man.colour is Colour.NEUTRAL and side is Colour.WHITE
        )
        return {
            "square": self.square,
            "kind": kinds[self.man.walk],
            "colour": self.man.colour.value,
            "royal": royal,
            "traits": sum(1 << number for number in numbers),
            "by_black": white,
        }


def remembered(rules: Iterable[RuleSpec], waiting: JsonValue) -> list[RuleSpec]:
    """The rules, where those of later rebirths know who was captured before the diagram."""
    return [
        {**rule, "waiting": waiting}
        if rule["mechanism"] == "rebirth" and rule.get("when", "at_once") != "at_once"
        else rule
        for rule in rules
    ]


def with_laid(rules: Iterable[RuleSpec], men: Sequence[ManSpec]) -> list[RuleSpec]:
    """The rules, where those of men below squares know who lies there in the diagram."""
    laid = [cast("JsonValue", man) for man in men]
    return [{**rule, "laid": laid} if rule["mechanism"] == "underworld" else rule for rule in rules]
