"""The trees of the library's stipulations, kept as they were read.

To read one anew costs as much as to read a problem.  In what is kept, calls stand for what a
stipulation says: its goals, lengths, and whether a fork ends the play.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any

import msgspec

from grammar.files import beside
from grammar.library.kept import kept, made
from solver.model import stipulation as s
from solver.model.play import MOST_HALF_MOVES

COMPILED = beside(__file__, "compiled", "trees.json")
OPEN_FORK = "[>>"
"""In a text: the fork ends the play, unless the goal leaves no move anyway."""
_UNKNOWN = 10_000
"""In a tree that was read, lengths from here on stand for those that depend on the stipulation."""
_GOALS = {"{goal}": "TheGoal", "{other}": "OtherGoal"}
_PARTS = (s.Goal, s.Not, s.And, s.Or, s.Fork, s.Branch)


def with_goal(text: str, goal: s.Goal) -> str:
    """The text of a tree with forks as the goal of the stipulation wants them."""
    return text.replace(OPEN_FORK, "[" if goal.immobilises else "[>")


def kept_tree(text: str, stipulation: s.Traditional) -> s.Expression | None:
    """The tree of a text for a stipulation.

    None when it is not kept, or has to be read to see what is wrong with its lengths.
    """
    try:
        return _filled(_trees()[text], stipulation)
    except (KeyError, TypeError, ValueError):
        # What was kept is of another model.
        return None


@cache
def _trees() -> dict[str, Any]:
    return kept(COMPILED)


def _filled(template: Any, stipulation: s.Traditional) -> s.Expression:
    goal, other = stipulation.goal, stipulation.other_goal or stipulation.goal

    def length(factor: int, constant: int) -> int:
        value = factor * stipulation.moves + constant
        if value < 1:
            raise ValueError(value)
        return min(value, MOST_HALF_MOVES)

    calls: dict[str, Callable[..., Any]] = {
        **{part.__name__: part for part in _PARTS},
        "TheGoal": lambda: goal,
        "OtherGoal": lambda: other,
        "EndsPlay": lambda: not goal.immobilises,
        "Length": length,
    }
    tree: s.Expression = made(template, calls)
    return tree


def unknown_length(number: int) -> str:
    """What stands for the length of that number while a text is read."""
    return str(_UNKNOWN + number)


def template(
    ending: s.Expression, going_on: s.Expression, lengths: Sequence[tuple[int, int]]
) -> Any:
    """What is kept of a text that was read.

    ending / going_on: with forks that end the play, and with such that do not.  lengths: by number,
    how often the moves of the stipulation go into the length, and what is added.
    """

    def packed(one: Any, other: Any) -> Any:
        if isinstance(one, s.Goal) and one.kind in _GOALS:
            return [_GOALS[one.kind]]
        if isinstance(one, msgspec.Struct):
            fields = (
                packed(getattr(one, name), getattr(other, name)) for name in one.__struct_fields__
            )
            return [type(one).__name__, *fields]
        if isinstance(one, tuple):
            return [packed(*parts) for parts in zip(one, other, strict=True)]
        if one != other:
            return ["EndsPlay"]
        if isinstance(one, int) and one >= _UNKNOWN:
            return ["Length", *lengths[one - _UNKNOWN]]
        return one

    return packed(ending, going_on)
