"""What conditions mean: rules of the engine whose parameters still speak of walks and squares."""

from dataclasses import dataclass, field
from typing import Union


@dataclass(frozen=True, slots=True)
class Pick:
    """Men or squares by one property.

    Men: "any", "royal", "neutral", "white", "black", "pawns", "kings", "walk" (names: walks),
    "attribute" (names: one), "on" (squares).  Squares: "square" (names), "rank" and "file" (names:
    as on the board, or "last"), "edge", "corners", "dark", "light", "centre", "all".
    """

    what: str
    names: tuple[str, ...] = ()
    squares: "Selection | None" = None


@dataclass(frozen=True, slots=True)
class Not:
    """Those that are not picked."""

    operand: "Selection"


@dataclass(frozen=True, slots=True)
class And:
    """Those that all parts pick."""

    parts: tuple["Selection", ...]


@dataclass(frozen=True, slots=True)
class Or:
    """Those that one of the parts picks."""

    parts: tuple["Selection", ...]


Selection = Union[Pick, Not, And, Or]


@dataclass(frozen=True, slots=True)
class Men:
    """Some of the men."""

    which: Selection


@dataclass(frozen=True, slots=True)
class Squares:
    """Some squares.  by_side: as each side sees them, given as White does."""

    which: Selection
    by_side: bool = False


@dataclass(frozen=True, slots=True)
class BothSides:
    """The same squares for each side where it may have its own."""

    squares: Squares


@dataclass(frozen=True, slots=True)
class Walk:
    """A walk by its id."""

    id: str


@dataclass(frozen=True, slots=True)
class Walks:
    """Walks by their ids; "promotions": what pawns become here; "present": those of the diagram."""

    ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Map:
    """What walks become; from "any": those that are left out; to "itself": the same walk."""

    pairs: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute by its id."""

    id: str


@dataclass(frozen=True, slots=True)
class Choice:
    """A word with values: in their order, or by their names."""

    word: str
    values: tuple["Value", ...] = ()
    named: dict[str, "Value"] = field(default_factory=dict)


Value = Union[
    None,
    bool,
    int,
    str,
    tuple["Value", ...],
    Men,
    Squares,
    BothSides,
    Walk,
    Walks,
    Map,
    Attribute,
    Choice,
]


@dataclass(frozen=True, slots=True)
class Rule:
    """A mechanism with its parameters.

    stage: when it acts, "" for its usual moment.  side: "white" or "black" where it holds for the
    moves of that side only.  reason: what output calls its effects.
    """

    mechanism: str
    parameters: dict[str, Value]
    stage: str = ""
    side: str = ""
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Meaning:
    """All that conditions bring.

    replaced: walks by what stands for them.  given: attributes and the men that have them.
    """

    rules: tuple[Rule, ...] = ()
    replaced: tuple[tuple[str, str], ...] = ()
    given: tuple[tuple[str, Selection], ...] = ()
