"""What `declare goal` and `declare stipulation` say."""

import msgspec

from solver.model.board import Colour
from solver.model.position import Place
from solver.model.record import Record
from solver.model.stipulation import Goal

MOST_HALF_MOVES = 99_999
"""The longest play that the structured form can tell of."""


class GoalDeclaration(Record, frozen=True, eq=False):
    """A goal of the user's own.

    name: as it stands in braces.  text: the declaration as written.  place: of the name.
    """

    name: str
    goal: Goal
    text: str = ""
    place: Place | None = None


class PlayCase(msgspec.Struct, frozen=True):
    """What a declared stipulation means for some lengths.

    when: "" for all, "n.5" for all with a half, else the length itself ("1", "0.5").
    starter: who begins.  play: the tree as text, with lengths like (2n-1), and `goal` and `other`
    for the goals of the stipulation.
    """

    when: str
    starter: Colour
    play: str

    def fits(self, moves: int, half: bool) -> bool:
        """Whether this case is meant for so many moves."""
        if self.when == "n.5":
            return half
        return not self.when or self.when == f"{moves}{'.5' if half else ''}"


class PlayDeclaration(Record, frozen=True, eq=False):
    """A stipulation as declared; the first case that fits counts.

    needs_goal: a goal stands between its name and the length.  needs_length: so does a length.
    text: the declaration as written.
    """

    name: str
    cases: tuple[PlayCase, ...]
    needs_goal: bool = False
    needs_length: bool = False
    text: str = ""
    place: Place | None = None
