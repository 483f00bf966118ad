"""What conditions mean: rules of the engine whose parameters still speak of walks and squares."""

from typing import Union

import msgspec


class Pick(msgspec.Struct, frozen=True):
    """Men or squares by one property.

    Men: "any", "royal", "neutral", "white", "black", "pawns", "kings", "walk" (names: walks),
    "attribute" (names: one), "on" (squares).  Squares: "square" (names), "rank" and "file" (names:
    as on the board, or "last"), "edge", "corners", "dark", "light", "centre", "all".
    """

    what: str
    names: tuple[str, ...] = ()
    squares: "Selection | None" = None


class Not(msgspec.Struct, frozen=True):
    """Those that are not picked."""

    operand: "Selection"


class And(msgspec.Struct, frozen=True):
    """Those that all parts pick."""

    parts: tuple["Selection", ...]


class Or(msgspec.Struct, frozen=True):
    """Those that one of the parts picks."""

    parts: tuple["Selection", ...]


Selection = Union[Pick, Not, And, Or]


class Men(msgspec.Struct, frozen=True):
    """Some of the men."""

    which: Selection


class Squares(msgspec.Struct, frozen=True):
    """Some squares.  by_side: as each side sees them, given as White does."""

    which: Selection
    by_side: bool = False


class BothSides(msgspec.Struct, frozen=True):
    """The same squares for each side where it may have its own."""

    squares: Squares


class Lines(msgspec.Struct, frozen=True):
    """Lines on the board.

    across: each word is files and ranks, behind which lines run across the whole board ("bdf246").
    Else each is a line below a square and those to its right ("ha44": four squares from a4 on) or
    left of a square and those above ("vb23").
    """

    words: tuple[str, ...]
    across: bool = False


class Walk(msgspec.Struct, frozen=True):
    """A walk by its id."""

    id: str


class Walks(msgspec.Struct, frozen=True):
    """Walks by their ids; "promotions": what pawns become here; "present": those of the diagram."""

    ids: tuple[str, ...]


class Map(msgspec.Struct, frozen=True):
    """What walks become; from "any": those that are left out; to "itself": the same walk."""

    pairs: tuple[tuple[str, str], ...]


class Attribute(msgspec.Struct, frozen=True):
    """An attribute by its id."""

    id: str


class Choice(msgspec.Struct, frozen=True):
    """A word with values: in their order, or by their names."""

    word: str
    values: tuple["Value", ...] = ()
    named: dict[str, "Value"] = {}


Value = Union[
    None,
    bool,
    int,
    str,
    tuple["Value", ...],
    Men,
    Squares,
    BothSides,
    Lines,
    Walk,
    Walks,
    Map,
    Attribute,
    Choice,
]


DEFENDER = "defender"


class Rule(msgspec.Struct, frozen=True):
    """A mechanism with its parameters.

    stage: when it acts, "" for its usual moment.  side: "white" or "black" where it holds for the
    moves of that side only, `DEFENDER` where the stipulation says which.  reason: what output calls
    its effects.
    """

    mechanism: str
    parameters: dict[str, Value]
    stage: str = ""
    side: str = ""
    reason: str = ""


class Meaning(msgspec.Struct, frozen=True):
    """All that conditions bring.

    replaced: walks of the diagram by what stands for them.  given: attributes and the men that have
    them.  arrayed: walks by what the array has in their place.
    """

    rules: tuple[Rule, ...] = ()
    replaced: tuple[tuple[str, str], ...] = ()
    given: tuple[tuple[str, Selection], ...] = ()
    arrayed: tuple[tuple[str, str], ...] = ()
