"""A kind of man as the library or a problem declares it."""

from enum import Enum
from typing import Literal

import msgspec

from solver.model.walk import Walk

LAST_PLACE = 1_000_000
"""The promotion place of a piece that names none."""


class Role(Enum):
    """What the rules of the game ask of a kind beyond its walk."""

    KING = "king"
    PAWN = "pawn"


class Rank(Enum):
    """A rank as the man's side sees it, on a board of any height, or all of them."""

    ANY = "any"
    FIRST = "first"
    SECOND = "second"
    LAST_BUT_ONE = "last_but_one"
    LAST = "last"

    def indices(self, height: int, *, white: bool) -> range:
        """The indices, from 0 for White's first rank, on a board of `height` ranks."""
        if self is Rank.ANY:
            return range(height)
        own = {"first": 0, "second": 1, "last_but_one": height - 2, "last": height - 1}[self.value]
        index = own if white else height - 1 - own
        return range(index, index + 1)


class Borrowing(msgspec.Struct, frozen=True, omit_defaults=True):
    """From whom a man takes walks besides its own: from those men that observe it.

    observers: men of the other side, or of its own as if it were an enemy; they may themselves have
    borrowed the walk by which they observe it.  but_kings: royal men lend nothing.
    """

    observers: Literal["own", "enemy"]
    but_kings: bool = False


class Piece(msgspec.Struct, frozen=True, omit_defaults=True):
    """A kind of man: its walk and what else its declaration says.

    id: the name in the library, lower case.  walk: without names (`Named`), ready to compile.
    role: KING is royal unless a rule says otherwise; PAWN is what rules call a pawn.
    castling: whether it is the king or the rook of a castling from its home square.
    array: the files of its squares in the array of the game, on the first rank of its side.
    promotes: the rank on which it promotes, or None.  may_promote: the rank on which it does so or
    stays as it is, or None; where both name a square it must.
    double_step: the rank from which it may step twice and then be captured en passant, or None;
    captures_en_passant: it may do that.
    promotes_to: the walks that it becomes whatever stands on the board.
    promotion_place: its place in the order in which promotions are tried, or None if it is never
    one; declared pieces without a place come last, in the order of their ids.
    codes, names: by language ("en", "de", "fr"); other_names: further ones, of any language.
    variants: other walks by name ("null"), options that a problem chooses.
    borrows: whose walks it takes besides its own, or None.  lends: the walk that others take from
    it, or None for its own.
    source: where the definition was taken from, for people.
    """

    id: str
    walk: Walk
    role: Role | None = None
    castling: Literal["king", "rook"] | None = None
    array: tuple[str, ...] = ()
    promotes: Rank | None = None
    may_promote: Rank | None = None
    double_step: Rank | None = None
    captures_en_passant: bool = False
    promotes_to: tuple[str, ...] = ()
    promotion_place: int | None = LAST_PLACE
    codes: dict[str, str] = {}
    names: dict[str, str] = {}
    other_names: tuple[str, ...] = ()
    variants: dict[str, Walk] = {}
    borrows: Borrowing | None = None
    lends: Walk | None = None
    source: str = ""
