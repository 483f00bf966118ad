"""The board: a rectangle of squares, possibly with holes and joined edges."""

from enum import Enum
from functools import cache

import msgspec

FILES = "abcdefghijklmnop"
MOST = len(FILES)
"""Files and ranks that a board has at most."""


class Colour(Enum):
    """Whose man it is; `NEUTRAL` men belong to the side that is to move."""

    WHITE = "white"
    BLACK = "black"
    NEUTRAL = "neutral"

    @property
    def other(self) -> "Colour":
        """The opposing side; a neutral man stays neutral."""
        return _OTHER[self]


_OTHER = {
    Colour.WHITE: Colour.BLACK,
    Colour.BLACK: Colour.WHITE,
    Colour.NEUTRAL: Colour.NEUTRAL,
}


class Board(msgspec.Struct, frozen=True):
    """A rectangle from 1x1 to 16x16.  A square is `rank * width + file`, a1 = 0.

    holes: squares that do not exist.  wrap_files: file h is next to file a (vertical cylinder);
    wrap_ranks: the top rank is next to the bottom rank (horizontal cylinder).
    """

    width: int = 8
    height: int = 8
    holes: frozenset[int] = frozenset()
    wrap_files: bool = False
    wrap_ranks: bool = False

    def __post_init__(self) -> None:
        if not (1 <= self.width <= MOST and 1 <= self.height <= MOST):
            size = f"{self.width}x{self.height}"
            raise ValueError(f"a board has 1 to {MOST} files and ranks, not {size}")

    @property
    def size(self) -> int:
        """How many squares the rectangle has, holes included."""
        return self.width * self.height

    def square(self, name: str) -> int:
        """The square called `name` ("e4", "k12"); raises ValueError when it is not on the board."""
        file = FILES.find(name[:1].lower()) if name else -1
        rank = int(name[1:]) - 1 if name[1:].isdecimal() else -1
        if not (0 <= file < self.width and 0 <= rank < self.height):
            raise ValueError(f"no square {name!r} on a {self.width}x{self.height} board")
        return rank * self.width + file

    def name(self, square: int) -> str:
        """The name of a square: "e4"."""
        return _names(self.width)[square]

    @property
    def joined(self) -> str:
        """How its edges are joined, in the words of `JOINS`; "" for a plain board."""
        return next(
            word for word, joins in JOINS.items() if joins == (self.wrap_files, self.wrap_ranks)
        )


@cache
def _names(width: int) -> tuple[str, ...]:
    """The names of the squares of a board of that width, as high as boards can be."""
    return tuple(f"{file}{rank}" for rank in range(1, MOST + 1) for file in FILES[:width])


JOINS = {
    "": (False, False),
    "vertical cylinder": (True, False),
    "horizontal cylinder": (False, True),
    "torus": (True, True),
}
"""What the edges of a board can be, with `wrap_files` and `wrap_ranks`."""

ORTHODOX_BOARD = Board()
