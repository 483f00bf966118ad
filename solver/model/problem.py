"""A problem as it was set: diagram, stipulation, conditions, options and twins."""

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import ClassVar, Union

import msgspec

from solver.model.play import GoalDeclaration, PlayDeclaration
from solver.model.position import Man, Place, Position
from solver.model.record import Record
from solver.model.stipulation import Stipulation


class Language(Enum):
    """The language of the input, which the output follows."""

    ENGLISH = "en"
    GERMAN = "de"
    FRENCH = "fr"


class Condition(Record, frozen=True, eq=False):
    """A fairy condition: its id (Popeye's English keyword) and the words that followed it.

    arguments: canonical English spelling of keywords, lower-case square names, numbers and walk
    ids, in the order of the input.
    """

    id: str
    arguments: tuple[str, ...] = ()
    place: Place | None = None


def with_implied(
    conditions: tuple[Condition, ...], *positions: Position | None
) -> tuple[Condition, ...]:
    """The conditions, and AliceChess if men stand on one of its boards."""
    men = [man for position in positions if position for _, man in position]
    on_boards = any(man.attributes & {"AliceA", "AliceB"} for man in men)
    if on_boards and all(condition.id != "AliceChess" for condition in conditions):
        return (*conditions, Condition("AliceChess"))
    return conditions


ANEW = frozenset({"Imitator"})
"""Conditions that are not given twice: the last one counts.  What stands after an a=>b stipulation
tells of the position to be reached alone."""


def imitators(conditions: Sequence[Condition]) -> tuple[str, ...]:
    """The squares of the imitators among conditions, by name."""
    last = next((c for c in reversed(conditions) if c.id == "Imitator"), None)
    return last.arguments if last is not None else ()


class Option(Record, frozen=True, eq=False):
    """An option as given: its id (Popeye's English keyword) and its arguments."""

    id: str
    arguments: tuple[str, ...] = ()
    place: Place | None = None


class Move(msgspec.Struct, frozen=True):
    """Twin: the man on `departure` goes to `arrival`."""

    departure: int
    arrival: int


class Exchange(msgspec.Struct, frozen=True):
    """Twin: the men on two squares change places."""

    first: int
    second: int


class Remove(msgspec.Struct, frozen=True):
    """Twin: these squares are emptied."""

    squares: tuple[int, ...]


class Add(msgspec.Struct, frozen=True):
    """Twin: men are put on the board, in the order given; on an occupied square they replace.

    invisible: totally invisible men that are added.
    """

    men: tuple[tuple[int, Man], ...]
    invisible: int = 0


class Substitute(msgspec.Struct, frozen=True):
    """Twin: every man of walk `old` walks like `new`."""

    old: str
    new: str


class Rotate(msgspec.Struct, frozen=True):
    """Twin: the board is turned by 90, 180 or 270 degrees (anticlockwise, as Popeye does)."""

    degrees: int


class Mirror(msgspec.Struct, frozen=True):
    """Twin: axis is "a1<-->h1", "a1<-->a8", "a1<-->h8" or "a8<-->h1"."""

    axis: str


class Shift(msgspec.Struct, frozen=True):
    """Twin: the whole position moves as `departure` moves to `arrival`."""

    departure: int
    arrival: int


class PolishType(msgspec.Struct, frozen=True):
    """Twin: the men change colour."""


class NewStipulation(msgspec.Struct, frozen=True):
    """Twin: another stipulation."""

    stipulation: Stipulation


class NewConditions(msgspec.Struct, frozen=True):
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


class Twin(Record, frozen=True, eq=False):
    """One twin: its changes, applied to the diagram or (continued) to the twin before it.

    remarks: `remark` lines that stand inside this twin, echoed before it is solved.
    """

    changes: tuple[Change, ...]
    continued: bool = False
    remarks: tuple[str, ...] = ()
    place: Place | None = None


class OwnPiece(Record, frozen=True, eq=False):
    """A piece that the problem declares: its id, its codes by language, the text of it all."""

    id: str
    codes: Mapping[str, str]
    text: str
    place: Place | None = None


class OwnCondition(Record, frozen=True, eq=False):
    """A condition that the problem declares: its name and the text of it all."""

    name: str
    text: str
    place: Place | None = None


class Header(msgspec.Struct, frozen=True):
    """Who composed it and where it appeared; several lines of the same kind add up."""

    authors: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    award: str = ""
    titles: tuple[str, ...] = ()


class Problem(Record, frozen=True, eq=False):
    """One problem of a file, with all its twins.

    position: the diagram.  target: for a=>b, the position to reach, else None.
    twins: in the order of the input; with `zeroposition` the first of them is a), and the
    diagram itself is not solved.  stipulation is None when the input gives none.
    remarks: `remark` lines outside the twins, echoed before the header.
    notes: (place or None, text) facts about the input that a person should know (a man put on an
    occupied square, an ignored rest of a word); the reader has already judged them harmless.
    underworld: squares on which a man was put on an occupied square, in order.  buried: the men
    that lie under them, in the same order.
    invisible: the number of totally invisible men; invisible_place: where the input says so.
    target_conditions: those of `conditions` that stand after an a=>b stipulation.
    protocol: file that gets a copy of the output.  latex: the place of a LaTeX command, if any.
    declared: pieces of its own, in the order of their declarations.  own_plays: its goals and
    stipulations, likewise; own_conditions: its conditions.
    """

    aside: ClassVar[frozenset[str]] = frozenset({"notes", "latex", "place", "invisible_place"})

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
    invisible_place: Place | None = None
    target_conditions: tuple[Condition, ...] = ()
    notes: tuple[tuple[Place | None, str], ...] = ()
    protocol: str | None = None
    latex: Place | None = None
    declared: tuple[OwnPiece, ...] = ()
    own_plays: tuple[GoalDeclaration | PlayDeclaration, ...] = ()
    own_conditions: tuple[OwnCondition, ...] = ()
    place: Place | None = None

    @property
    def conditions_of_play(self) -> tuple[Condition, ...]:
        """The conditions without those that tell of the target alone."""
        late = [condition for condition in self.target_conditions if condition.id in ANEW]
        if not late:
            return self.conditions
        early = len(self.conditions) - len(self.target_conditions)
        kept = (c for c in self.conditions[early:] if c.id not in ANEW)
        return (*self.conditions[:early], *kept)

    def option(self, id: str) -> Option | None:
        """The last option of that id, or None."""
        return next((option for option in reversed(self.options) if option.id == id), None)
