"""From words to stipulations: the traditional ones and the tree of the structured form."""

from dataclasses import replace
from functools import cache

from lark import Token, Tree

from grammar.build_men import colour
from grammar.classifier import Session
from grammar.keywords import rows
from solver.model.board import ORTHODOX_BOARD, Colour
from solver.model.stipulation import (
    And,
    Branch,
    Expression,
    Fork,
    Goal,
    Not,
    Or,
    Structured,
    Traditional,
)
from solver.model.stipulation import Tree as StipulationTree

# Goals that make the play: "dia3" and "hdia3" are the same.
_PROOF_GAMES = ("dia", "a=>b")
_UNSHOWN = frozenset(["LEFT", "RIGHT"])


@cache
def _plays_with_half() -> frozenset[str]:
    return frozenset(row["id"] for row in rows("plays") if row["half"])


def traditional(session: Session, tree: "Tree[Token]") -> Traditional:
    """The stipulation that a `stipulation` sentence stands for; raises InputError."""
    tokens = {token.type: token for token in tree.children if isinstance(token, Token)}
    goals = [_goal(child) for child in tree.children if isinstance(child, Tree)]
    introductory = tuple(
        int(child[:-2])
        for child in tree.children
        if isinstance(child, Token) and child.type == "INTRODUCTION"
    )
    prefix = str(tokens.get("RECIPROCAL") or tokens.get("PLAY") or "")
    first = next(child for child in tree.children if isinstance(child, Token))
    start = first.start_pos or 0
    play, half_allowed = _play(prefix, goals[-1])
    number, _, half = tokens["LENGTH"].partition(".")
    moves = int(number)
    at = tokens["LENGTH"].start_pos or 0
    if half and not half_allowed:
        session.note(at, f"{'.' + half!r} after the length is ignored")
    if moves == 0 and not half_allowed:
        raise session.input.error("the number of moves must be at least 1", at)
    half_move = bool(half) and half_allowed
    shown = "".join(f"{count}->" for count in introductory)
    if goals[-1].kind in _PROOF_GAMES:
        shown += play
    else:
        other = f"({_goal_text(goals[0])})" if len(goals) > 1 else ""
        shown += prefix + other + _goal_text(goals[-1])
    return Traditional(
        text=f"{shown}{moves}{'.5' if half_move else ''}",
        play=play,
        goal=goals[-1],
        moves=moves,
        half=half_move,
        exact="EXACT" in tokens,
        introductory=introductory,
        other_goal=goals[0] if len(goals) > 1 else None,
        place=session.input.place(start),
    )


def _play(prefix: str, goal: Goal) -> tuple[str, bool]:
    """The play of a prefix and goal, and whether its length may have a half."""
    if goal.kind not in _PROOF_GAMES:
        return prefix, prefix in _plays_with_half()
    shown = "" if prefix == "h" else prefix
    return shown + goal.kind, not shown or prefix in _plays_with_half()


def _goal(tree: "Tree[Token]") -> Goal:
    kind, *square = tree.children
    return Goal(str(kind), ORTHODOX_BOARD.square(str(square[0])) if square else None)


def _goal_text(goal: Goal) -> str:
    return goal.kind + ("" if goal.square is None else ORTHODOX_BOARD.name(goal.square))


def structured(session: Session, tree: "Tree[Token]") -> Structured:
    """The stipulation that a `structured` sentence stands for; raises InputError."""
    starter, expression = tree.children
    assert isinstance(starter, Token) and isinstance(expression, Tree)
    side = colour(starter)
    if side is Colour.NEUTRAL:
        raise session.input.error(
            "White or Black must begin", starter.start_pos or 0, expected=("White", "Black")
        )
    root = _expression(session, expression)
    tokens = expression.scan_values(lambda value: isinstance(value, Token))
    text = "".join(str(token) for token in tokens if token.type not in _UNSHOWN)
    place = session.input.place(starter.start_pos or 0)
    return Structured(text, StipulationTree(side, root), place)


def _expression(session: Session, tree: "Tree[Token]") -> Expression:
    parts = [child for child in tree.children if isinstance(child, Tree)]
    match tree.data:
        case "leaf":
            return _goal(tree)
        case "negation":
            return Not(_expression(session, parts[0]))
        case "conjunction" | "disjunction":
            return _operation(session, tree)
        case "grouping":
            return _expression(session, parts[0])
        case "passing":
            return _passing(session, tree, _expression(session, parts[0]))
        case _:
            return _branch(session, tree)


def _operation(session: Session, tree: "Tree[Token]") -> Expression:
    """A chain of `&` and `|`, from left to right; a loop, so that long chains do no harm."""
    chain = []
    while tree.data in ("conjunction", "disjunction"):
        left, _, right = tree.children
        assert isinstance(left, Tree) and isinstance(right, Tree)
        chain.append((And if tree.data == "conjunction" else Or, right))
        tree = left
    result = _expression(session, tree)
    for make, right in reversed(chain):
        result = make(result, _expression(session, right))
    return result


def _passing(session: Session, tree: "Tree[Token]", operand: Expression) -> Expression:
    """`-` before a branch or, through brackets, before all branches of an expression."""
    match operand:
        case Branch():
            return replace(operand, pass_first=True)
        case Not(inner):
            return Not(_passing(session, tree, inner))
        case And(left, right) | Or(left, right):
            make = type(operand)
            return make(_passing(session, tree, left), _passing(session, tree, right))
        case _:
            token = tree.children[0]
            assert isinstance(token, Token)
            raise session.input.error("'-' must stand before a branch", token.start_pos or 0)


def _branch(session: Session, tree: "Tree[Token]") -> Branch:
    length = next(child for child in tree.children if isinstance(child, Token))
    least, _, most = length.rpartition(":")
    bounds = (int(least or 0), int(most))
    if bounds[0] > bounds[1] or not bounds[1]:
        raise session.input.error(
            "a branch needs at least one half-move, and the least number comes first",
            length.start_pos or 0,
            length=len(length),
        )
    checked = any(isinstance(c, Token) and c.type == "CHECKED" for c in tree.children)
    halves = [child for child in tree.children if isinstance(child, Tree)]
    letters = "".join(str(half.children[0]) for half in halves)
    forks = [_forks(session, half) for half in halves]
    constraints = [_constraint(session, half) for half in halves]
    both = [constraint for constraint in constraints if constraint is not None]
    return Branch(
        moves=letters,
        half_moves=bounds,
        first=forks[0],
        second=forks[1] if len(forks) > 1 else (),
        constraint=And(*both) if len(both) > 1 else (both[0] if both else None),
        constraint_second=constraints[0] is None and bool(both),
        second_requires_check=checked,
    )


def _forks(session: Session, half: "Tree[Token]") -> tuple[Fork, ...]:
    forks = []
    for child in half.children:
        if isinstance(child, Tree) and child.data == "fork":
            marks = {token.type for token in child.children if isinstance(token, Token)}
            operand = next(part for part in child.children if isinstance(part, Tree))
            forks.append(
                Fork(
                    _expression(session, operand),
                    ends_play="ENDS_PLAY" in marks,
                    hidden="HIDDEN" in marks,
                )
            )
    return tuple(forks)


def _constraint(session: Session, half: "Tree[Token]") -> Expression | None:
    result: Expression | None = None
    for child in half.children:
        if isinstance(child, Tree) and child.data == "constraint":
            operand = next(part for part in child.children if isinstance(part, Tree))
            one = _expression(session, operand)
            result = one if result is None else And(result, one)
    return result
