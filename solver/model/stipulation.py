"""What the play is to reach: traditional words, and the tree that they stand for.

The tree is a superset of Popeye's structured stipulation.  A traditional stipulation is only a
short name for a tree: `solver.compile.tree` makes it.
"""

from collections.abc import Iterator
from typing import ClassVar, Union

import msgspec

from solver.model.board import Colour
from solver.model.position import Place
from solver.model.record import Record


class Goal(msgspec.Struct, frozen=True):
    """A leaf: what the move just played must have reached.

    kind: the word of the input, lower case ("#", "=", "==", "z", "ct", "##!" ...); the name of a
    declared goal in braces.  square: for target square and kiss.  own: what a declared goal means.
    """

    kind: str
    square: int | None = None
    own: "OwnGoal | None" = None

    @property
    def immobilises(self) -> bool:
        """Whether a side that is at play's end has no legal move."""
        if self.own is not None:
            return _immobilises(self.own.test)
        return self.kind in ("#", "=", "#=", "==", "!=", "##", "##!", "!#")


class By(msgspec.Struct, frozen=True):
    """The man that moved, as it stands after the move, is one of these.

    walks: ids.
    """

    walks: tuple[str, ...]


class On(msgspec.Struct, frozen=True):
    """The move arrived on one of these squares."""

    squares: tuple[int, ...]


class OwnGoal(msgspec.Struct, frozen=True):
    """What a declared goal means: a test of goals, `By` and `On`, and the mark behind the move."""

    test: "Expression"
    mark: str


class Not(msgspec.Struct, frozen=True):
    """The operand has no solution."""

    operand: "Expression"


class And(msgspec.Struct, frozen=True):
    """Both operands have a solution."""

    left: "Expression"
    right: "Expression"


class Or(msgspec.Struct, frozen=True):
    """One operand or the other has a solution."""

    left: "Expression"
    right: "Expression"


class Fork(msgspec.Struct, frozen=True):
    """`[expression]` after a half-move: where the play may leave the branch.

    ends_play: `>`, the branch ends where the fork has a solution.
    hidden: `/`, the moves of the fork are not printed.
    """

    expression: "Expression"
    ends_play: bool = False
    hidden: bool = False


class Branch(msgspec.Struct, frozen=True):
    """Half-moves of one kind of play.

    moves: the letters, one for each half-move of the repeated pair: "ad" battle play that starts
    with the attack, "da" with the defence, "hh" help play, "s" series play.
    half_moves: (least, most) length; least is 0 where only the most is given.
    first / second: forks after half-moves of the first and of the second letter.
    constraint / second_constraint: `{}` after the first or the second letter: must hold after each
    half-move of that letter for play to go on into another half-move or a branch.  If branches are
    in it, it is about the position, and must hold too where a branch begins whose first half-move
    would follow that letter; in series play, which has one letter, before each half-move.
    second_requires_check: `?+?`, the second side moves only out of check; when it is in none its
    half-move passes.
    pass_first: `-`, the other side begins.
    """

    moves: str
    half_moves: tuple[int, int]
    first: tuple[Fork, ...] = ()
    second: tuple[Fork, ...] = ()
    constraint: "Expression | None" = None
    second_requires_check: bool = False
    pass_first: bool = False
    second_constraint: "Expression | None" = None


def _immobilises(test: "Expression") -> bool:
    match test:
        case Goal():
            return test.immobilises
        case And(left, right):
            return _immobilises(left) or _immobilises(right)
        case Or(left, right):
            return _immobilises(left) and _immobilises(right)
        case _:
            return False


Expression = Union[Goal, By, On, Not, And, Or, Branch]


def parts(expression: Expression) -> Iterator[Expression]:
    """The expression and everything that it is made of, outermost first."""
    yield expression
    match expression:
        case Goal(own=OwnGoal(test)):
            inner: tuple[Expression, ...] = (test,)
        case Goal() | By() | On():
            inner = ()
        case Not(operand):
            inner = (operand,)
        case And(left, right) | Or(left, right):
            inner = (left, right)
        case Branch():
            forks = tuple(fork.expression for fork in (*expression.first, *expression.second))
            both = (expression.constraint, expression.second_constraint)
            inner = (*forks, *(part for part in both if part is not None))
    for part in inner:
        yield from parts(part)


def consists_of_goals(expression: Expression) -> bool:
    """Whether no branch is in an expression: it is tested without a further half-move."""
    return not any(isinstance(part, Branch) for part in parts(expression))


class Tree(msgspec.Struct, frozen=True):
    """A whole stipulation: who begins, and what is to be solved."""

    starter: Colour
    root: Expression


class Traditional(Record, frozen=True, eq=False):
    """A stipulation in the traditional words.

    text: as the diagram shows it, normalised as Popeye does ("h#2.5", "semi-r#3", "ser-h=11";
    "exact-" is not shown).
    play: the prefix without introductory series and "exact-": "" (direct), "s", "r", "semi-r",
    "h", "hs", "hr", "reci-h", "ser-", "ser-h", "ser-s", "ser-r", "ser-hs", "ser-reci-h", "pser-",
    ..., "dia", "a=>b", "ser-dia", "ser-a=>b".
    moves: the number after the goal; half: whether ".5" follows.  The count is in moves here and
    nowhere else: what a move is depends on the play.
    """

    text: str
    play: str
    goal: Goal
    moves: int
    half: bool = False
    exact: bool = False
    introductory: tuple[int, ...] = ()
    other_goal: Goal | None = None
    place: Place | None = None


class Structured(Record, frozen=True, eq=False):
    """A stipulation written as a tree.

    text: what the diagram shows after the colour: small letters, no blanks, no brackets that only
    group, forks and constraints in Popeye's order.
    """

    aside: ClassVar[frozenset[str]] = frozenset({"text", "place"})

    text: str
    tree: Tree
    place: Place | None = None


Stipulation = Union[Traditional, Structured]
