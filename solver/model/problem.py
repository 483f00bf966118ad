"""A problem as it was set: diagram, stipulation, conditions, options and twins."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Union

from solver.model.play import GoalDeclaration, PlayDeclaration
from solver.model.position import Man, Place, Position
from solver.model.stipulation import Stipulation


class Language(Enum):
    """The language of the input, which the output follows."""

    ENGLISH = "en"
    GERMAN = "de"
    FRENCH = "fr"


@dataclass(frozen=True, slots=True)
class Condition:
    """A fairy condition: its id (Popeye's English keyword) and the words that followed it.

    arguments: canonical English spelling of keywords, lower-case square names, numbers and walk
    ids, in the order of the input.
    """

    id: str
    arguments: tuple[str, ...] = ()
    place: Place | None = field(default=None, compare=False)


FIRST_COUNTS = frozenset({"Imitator"})
"""Conditions that are not given twice: the first one counts."""


@dataclass(frozen=True, slots=True)
class Option:
    """An option as given: its id (Popeye's English keyword) and its arguments."""

    id: str
    arguments: tuple[str, ...] = ()
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Move:
    """Twin: the man on `departure` goes to `arrival`."""

    departure: int
    arrival: int


@dataclass(frozen=True, slots=True)
class Exchange:
    """Twin: the men on two squares change places."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Remove:
    """Twin: these squares are emptied."""

    squares: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Add:
    """Twin: men are put on the board, in the order given; on an occupied square they replace.

    invisible: totally invisible men that are added.
    """

    men: tuple[tuple[int, Man], ...]
    invisible: int = 0


@dataclass(frozen=True, slots=True)
class Substitute:
    """Twin: every man of walk `old` walks like `new`."""

    old: str
    new: str


@dataclass(frozen=True, slots=True)
class Rotate:
    """Twin: the board is turned by 90, 180 or 270 degrees (anticlockwise, as Popeye does)."""

    degrees: int


@dataclass(frozen=True, slots=True)
class Mirror:
    """Twin: axis is "a1<-->h1", "a1<-->a8", "a1<-->h8" or "a8<-->h1"."""

    axis: str


@dataclass(frozen=True, slots=True)
class Shift:
    """Twin: the whole position moves as `departure` moves to `arrival`."""

    departure: int
    arrival: int


@dataclass(frozen=True, slots=True)
class PolishType:
    """Twin: the men change colour."""


@dataclass(frozen=True, slots=True)
class NewStipulation:
    """Twin: another stipulation."""

    stipulation: Stipulation


@dataclass(frozen=True, slots=True)
class NewConditions:
    """Twin: these conditions instead of all others."""

    conditions: tuple[Condition, ...]


Change = Union[
    Move,
    Exchange,
    Remove,
    Add,
    Substitute,
    Rotate,
    Mirror,
    Shift,
    PolishType,
    NewStipulation,
    NewConditions,
]


@dataclass(frozen=True, slots=True)
class Twin:
    """One twin: its changes, applied to the diagram or (continued) to the twin before it.

    remarks: `remark` lines that stand inside this twin, echoed before it is solved.
    """

    changes: tuple[Change, ...]
    continued: bool = False
    remarks: tuple[str, ...] = ()
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class OwnPiece:
    """A piece that the problem declares: its id, its codes by language, the text of it all."""

    id: str
    codes: Mapping[str, str]
    text: str
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class OwnCondition:
    """A condition that the problem declares: its name and the text of it all."""

    name: str
    text: str
    place: Place | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True)
class Header:
    """Who composed it and where it appeared; several lines of the same kind add up."""

    authors: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    award: str = ""
    titles: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Problem:
    """One problem of a file, with all its twins.

    position: the diagram.  target: for a=>b, the position to reach, else None.
    twins: in the order of the input; with `zeroposition` the first of them is a), and the
    diagram itself is not solved.  stipulation is None when the input gives none.
    remarks: `remark` lines outside the twins, echoed before the header.
    notes: (place or None, text) facts about the input that a person should know (a man put on an
    occupied square, an ignored rest of a word); the reader has already judged them harmless.
    underworld: squares on which a man was put on an occupied square, in order.  buried: the men
    that lie under them, in the same order.
    invisible: the number of totally invisible men.
    target_conditions: those of `conditions` that stand after an a=>b stipulation.
    protocol: file that gets a copy of the output.  latex: the place of a LaTeX command, if any.
    declared: pieces of its own, in the order of their declarations.  own_plays: its goals and
    stipulations, likewise; own_conditions: its conditions.
    """

    language: Language = Language.ENGLISH
    header: Header = Header()
    position: Position = Position()
    target: Position | None = None
    stipulation: Stipulation | None = None
    conditions: tuple[Condition, ...] = ()
    options: tuple[Option, ...] = ()
    twins: tuple[Twin, ...] = ()
    zeroposition: bool = False
    remarks: tuple[str, ...] = ()
    underworld: tuple[int, ...] = ()
    buried: tuple[Man, ...] = ()
    invisible: int = 0
    target_conditions: tuple[Condition, ...] = ()
    notes: tuple[tuple[Place | None, str], ...] = field(default=(), compare=False)
    protocol: str | None = None
    latex: Place | None = field(default=None, compare=False)
    declared: tuple[OwnPiece, ...] = ()
    own_plays: tuple[GoalDeclaration | PlayDeclaration, ...] = ()
    own_conditions: tuple[OwnCondition, ...] = ()
    place: Place | None = field(default=None, compare=False)

    def option(self, id: str) -> Option | None:
        """The last option of that id, or None."""
        return next((option for option in reversed(self.options) if option.id == id), None)
