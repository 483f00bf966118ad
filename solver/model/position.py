"""Men on their squares, before any rule looks at them."""

from collections.abc import Iterable, Iterator, Mapping

import msgspec

from solver.model.board import ORTHODOX_BOARD, Board, Colour
from solver.model.record import Record


class Place(msgspec.Struct, frozen=True):
    """Where something stands in the input: 1-based line and column."""

    line: int
    column: int


class Man(Record, frozen=True, eq=False):
    """One man: whose it is, how it walks, what is special about it.

    walk: id of the walk in the library, Popeye's English name in lower case ("king",
    "nightrider hopper"); a hunter is "hunter(rook,bishop)".
    attributes: ids, Popeye's English keywords as spelt there ("Royal", "HalfNeutral"); a king is
    royal without the attribute.
    """

    colour: Colour
    walk: str
    attributes: frozenset[str] = frozenset()
    place: Place | None = None


class Position(msgspec.Struct, frozen=True):
    """A board and the men that stand on it, by square."""

    board: Board = ORTHODOX_BOARD
    men: Mapping[int, Man] = msgspec.field(default_factory=dict)

    def __iter__(self) -> Iterator[tuple[int, Man]]:
        """Squares in ascending order with their men."""
        return iter(sorted(self.men.items()))

    def with_changes(
        self, *, remove: Iterable[int] = (), put: Mapping[int, Man] | None = None
    ) -> "Position":
        """The same position after removing and then putting men."""
        gone = set(remove)
        men = {square: man for square, man in self.men.items() if square not in gone}
        return Position(self.board, men | dict(put or {}))


_FIRST_RANK = ("rook", "knight", "bishop", "queen", "king", "bishop", "knight", "rook")


def _game_array() -> Iterator[tuple[int, Man]]:
    for file, walk in enumerate(_FIRST_RANK):
        yield file, Man(Colour.WHITE, walk)
        yield 8 + file, Man(Colour.WHITE, "pawn")
        yield 48 + file, Man(Colour.BLACK, "pawn")
        yield 56 + file, Man(Colour.BLACK, walk)


GAME_ARRAY = Position(ORTHODOX_BOARD, dict(_game_array()))
"""The position from which games begin."""
