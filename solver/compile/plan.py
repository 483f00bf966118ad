"""What is to be solved in one twin: set play, actual play, and both again for the other side."""

from collections.abc import Collection, Iterator, Sequence
from functools import reduce
from typing import Literal, TypeGuard

import msgspec
from msgspec.structs import replace

from solver.compile.tree import Play, quodlibet, tree_of
from solver.model.board import Colour
from solver.model.problem import Option
from solver.model.solution import Message, PhaseKind
from solver.model.stipulation import (
    And,
    Branch,
    Expression,
    Not,
    Or,
    Stipulation,
    Structured,
    Traditional,
    Tree,
    parts,
)

PlayStyle = Literal["line", "tree"]


class Plan(msgspec.Struct, frozen=True):
    """One phase to solve.

    starter: who moves first in it.  numbered: whose half-moves begin a move number.
    half_moves_skipped: how many half-moves of the numbering stand before the first one.
    guard: the phase is solved only if this has a solution, with `starter` to move.  instead: what
    may be played instead of the tree, in lines that come first.  before: what the set play is
    where it does not follow from the tree.  exchanged: whether it is solved for the other side.
    """

    kind: PhaseKind
    play: PlayStyle
    tree: Tree
    numbered: Colour
    half_moves_skipped: int = 0
    guard: Expression | None = None
    instead: Expression | None = None
    before: Tree | None = None
    exchanged: bool = False

    @property
    def starter(self) -> Colour:
        """The side that moves first."""
        return self.tree.starter

    def for_other_side(self) -> "Plan":
        """The same with the colours exchanged."""
        tree = Tree(self.tree.starter.other, self.tree.root)
        return replace(self, tree=tree, numbered=self.numbered.other, exchanged=True)


class Plans(msgspec.Struct, frozen=True):
    """The phases of one twin, in the order in which they are solved, and what to say before."""

    phases: tuple[Plan, ...]
    messages: tuple[Message, ...] = ()


def plan(stipulation: Stipulation, options: Sequence[Option], play: Play) -> Plans:
    """The phases that a stipulation and its options ask for.

    play: gives the tree that the play of a traditional stipulation is declared to be.
    With Duplex all phases of the first side come before those of the other.
    """
    given = {option.id for option in options}
    if inconsistent_null_moves(given):
        return Plans(())
    whole = _whole_plan(stipulation, given, play)
    messages = list(_not_applicable(whole, stipulation, options))
    phases = [
        phase
        for part in _parts(whole)
        for phase in _with_set_play(part, stipulation, given, messages)
    ]
    # The first of the two that is given holds.
    duplex = next((o.id for o in options if o.id in ("Duplex", "HalfDuplex")), None)
    if duplex == "HalfDuplex":
        phases = [phase.for_other_side() for phase in phases]
    elif duplex == "Duplex":
        phases += [phase.for_other_side() for phase in phases]
    return Plans(tuple(phases), tuple(messages))


def inconsistent_null_moves(given: Collection[str]) -> bool:
    """Options that exclude each other: nothing is solved.  Source: Popeye 4, by experiment."""
    return "NullMoves" in given and "SetPlay" in given


def _whole_plan(stipulation: Stipulation, given: set[str], play: Play) -> Plan:
    """The actual play, without set play and without regard to duplex."""
    if isinstance(stipulation, Structured):
        tree = stipulation.tree
        return Plan("actual", _style(tree.root), tree, tree.starter)
    if "WhiteToPlay" in given:
        if _is_help(stipulation) and not stipulation.half:
            stipulation = replace(stipulation, moves=stipulation.moves - 1, half=True)
        elif stipulation.play == "dia":
            return _game_half_move_later(stipulation, play)
    tree = tree_of(stipulation, play)
    if "WhiteToPlay" in given and is_series(tree.root):
        return _series_half_move_later(tree)
    if "WhiteToPlay" in given and stipulation.play.startswith("{") and _is_helping(tree.root):
        later = Tree(tree.starter.other, _half_move_shorter(tree.root))
        return Plan("actual", "line", later, tree.starter, 1)
    if "WhiteToPlay" in given and stipulation.play == "a=>b":
        tree = Tree(Colour.WHITE, tree.root)
    if "Quodlibet" in given:
        tree = quodlibet(tree, stipulation.goal)
    if stipulation.introductory:
        return Plan("actual", "line", tree, tree.starter)
    if stipulation.play in ("h", "reci-h"):
        return Plan("actual", "line", tree, Colour.BLACK, int(stipulation.half))
    if stipulation.play in ("hs", "hr"):
        return Plan("actual", "line", tree, Colour.WHITE, int(stipulation.half))
    return Plan("actual", _style(tree.root), tree, tree.starter)


def _is_help(stipulation: Traditional) -> bool:
    """Help play that a half-move may be taken off: in reciprocal play two must be left."""
    if stipulation.introductory:
        return False
    return stipulation.play in ("h", "hs", "hr") or (
        stipulation.play == "reci-h" and stipulation.moves > 1
    )


def _is_helping(root: Expression) -> TypeGuard[Branch]:
    return isinstance(root, Branch) and root.moves in ("h", "hh") and root.half_moves[1] > 1


def is_series(root: Expression) -> bool:
    """Whether one side plays, and the other at most parries checks, as a help to it."""
    return isinstance(root, Branch) and (
        root.moves == "s" or (root.moves != "ad" and root.second_requires_check)
    )


def _parries(root: Expression) -> bool:
    """Whether it is battle play in which the defender only parries checks."""
    return isinstance(root, Branch) and root.moves == "ad" and root.second_requires_check


def _game_half_move_later(stipulation: Traditional, play: Play) -> Plan:
    """Option WhiteToPlay in proof games: the same side begins, but the numbering is as if a
    half-move had been played, which is taken off the end.  Source: Popeye 4, by experiment.
    """
    left = 2 * stipulation.moves + stipulation.half - 1
    shorter = replace(stipulation, moves=left // 2, half=bool(left % 2))
    tree = tree_of(shorter, play) if left else Tree(Colour.WHITE, _NOTHING)
    return Plan("actual", "line", tree, tree.starter.other, 1)


_NOTHING = Branch("s", (1, 1))
"""Play that leads nowhere."""


def _series_half_move_later(tree: Tree) -> Plan:
    """Option WhiteToPlay in series play: the other side is to move and lets a half-move pass, which
    takes a move off the series (the introductory one, if there is one).

    Instead it may begin what follows the series.  Who parries checks may parry one now.  The set
    play is a series of one move.  Source: Popeye 4, by experiment.
    """
    root = tree.root
    assert isinstance(root, Branch)
    least, most = root.half_moves
    off = 2 if root.second_requires_check else 1
    exactly = least - off if least == most else 0
    lengths = max(1, exactly), most - off
    series = replace(root, half_moves=lengths, pass_first=True) if lengths[1] > 0 else _NOTHING
    after = root.first[0].expression
    goes_on = any(isinstance(part, Branch) for part in parts(after))
    instead = after if goes_on and exactly < 1 else _NOTHING
    later = Tree(tree.starter.other, series)
    before = Tree(tree.starter, replace(root, half_moves=(1, 1)))
    return Plan("actual", "line", later, later.starter, 1, instead=instead, before=before)


def _style(root: Expression) -> PlayStyle:
    if isinstance(root, Branch) and root.moves in ("ad", "da") and not root.second_requires_check:
        return "tree"
    return "line"


def _parts(whole: Plan) -> list[Plan]:
    """The plan of each branch that an expression at the root is made of, in order.

    Each is solved in a phase of its own, if the other parts let it matter: the second operand of
    "or" only if the first has no solution; an operand of "and" only if the other has one.
    """
    return [_part(whole, branch, guards) for branch, guards in _branches(whole.tree.root, ())]


def _branches(
    root: Expression, guards: tuple[Expression, ...]
) -> Iterator[tuple[Branch, tuple[Expression, ...]]]:
    match root:
        case Branch():
            yield root, guards
        case Not(operand):
            yield from _branches(operand, guards)
        case And(left, right):
            yield from _branches(left, (*guards, right))
            yield from _branches(right, (*guards, right, left))
        case Or(left, right):
            yield from _branches(left, guards)
            yield from _branches(right, (*guards, Not(left)))


def _part(whole: Plan, branch: Branch, guards: tuple[Expression, ...]) -> Plan:
    style = _style(branch) if whole.tree.root is not branch else whole.play
    tree = Tree(whole.starter, branch)
    guard = reduce(And, guards) if guards else None
    skipped = 1 if branch.pass_first and style == "line" else whole.half_moves_skipped
    return replace(whole, play=style, tree=tree, guard=guard, half_moves_skipped=skipped)


def _not_applicable(
    whole: Plan, stipulation: Stipulation, options: Sequence[Option]
) -> Iterator[Message]:
    """Options that this play gives no meaning to, as Popeye tells them."""
    given = {option.id for option in options}
    too_long = isinstance(stipulation, Traditional) and any(
        option.id == "Threat" and int(option.arguments[0]) >= stipulation.moves
        for option in options
    )
    if whole.play == "tree" and "StopOnShortSolutions" in given:
        yield Message("stop_on_short_not_supported")
    if too_long or (whole.play == "line" and "Threat" in given):
        yield Message("threat_not_applicable")
    if "Intelligent" in given and not ends_count(stipulation):
        yield Message("intelligent_not_supported")


def ends_count(stipulation: Stipulation) -> bool:
    """Whether option Intelligent can limit the lines that end alike, as in Popeye."""
    return (
        isinstance(stipulation, Traditional)
        and stipulation.play in ("h", "ser-", "ser-h")
        and stipulation.goal.kind in ("#", "=")
    )


def _with_set_play(
    whole: Plan, stipulation: Stipulation, given: set[str], messages: list[Message]
) -> list[Plan]:
    """The phases of one side: set play before actual play, or post-key play alone."""
    if "PostKeyPlay" in given:
        if whole.play == "tree":
            if "Try" in given or "Defence" in given:
                messages.append(Message("try_not_applicable"))
            if "SetPlay" in given:
                messages.append(Message("not_applicable", ("SetPlay",)))
            tree = Tree(whole.starter.other, whole.tree.root)
            return [replace(whole, kind="post_key", tree=tree)]
        if _parries(whole.tree.root):
            tree = Tree(whole.starter.other, whole.tree.root)
            return [replace(whole, kind="post_key", tree=tree, half_moves_skipped=1)]
        messages.append(Message("not_applicable", ("PostKeyPlay",)))
    if "SetPlay" not in given:
        return [whole]
    before = _set_play(whole)
    if before is None:
        messages.append(Message("not_applicable", ("SetPlay",)))
        return [whole]
    return [before, whole]


def _set_play(whole: Plan) -> Plan | None:
    """The play that starts with the side that would move second; None where there is none."""
    other = whole.starter.other
    if whole.play == "tree":
        return replace(whole, kind="set", tree=Tree(other, whole.tree.root))
    root = whole.tree.root
    if not isinstance(root, Branch):
        return None
    skipped = whole.half_moves_skipped + 1
    if whole.before is not None:
        return Plan("set", "line", whole.before, whole.before.starter, skipped)
    if root.moves == "ad":
        tree = Tree(other, root)
        return replace(whole, kind="set", tree=tree, half_moves_skipped=skipped)
    if root.moves == "s" or root.second_requires_check:
        expression = root.first[0].expression
        if not isinstance(expression, Branch):
            return None
        return Plan("set", "line", Tree(other, expression), whole.numbered, skipped)
    if root.half_moves[1] < 2:
        return None
    return Plan("set", "line", Tree(other, _half_move_shorter(root)), whole.numbered, skipped)


def _half_move_shorter(root: Branch) -> Branch:
    """Help play without its first half-move."""
    return replace(
        root,
        half_moves=(0, root.half_moves[1] - 1),
        first=root.second,
        second=root.first,
        constraint=root.second_constraint,
        second_constraint=root.constraint,
    )
