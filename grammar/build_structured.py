"""From words to stipulations in the structured form: the tree, and how the diagram shows it."""

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from grammar.build_men import colour
from grammar.build_stipulation import goal_of, goal_text
from grammar.classifier import Session
from solver.model.board import Colour
from solver.model.stipulation import (
    And,
    Branch,
    By,
    Expression,
    Fork,
    Goal,
    Not,
    On,
    Or,
    Structured,
    consists_of_goals,
)
from solver.model.stipulation import Tree as StipulationTree

if TYPE_CHECKING:
    from lark import Token, Tree

Read = tuple[Expression, str]


class _Half(msgspec.Struct, frozen=True):
    """The letter of a half-move with its forks and constraint, and their texts."""

    letter: str
    forks: tuple[Fork, ...]
    constraint: Expression | None
    goals_text: str
    branches_text: str
    constraint_text: str


def structured(session: Session, tree: "Tree[Token]") -> Structured:
    """The stipulation that a `structured` sentence stands for; raises InputError."""
    starter, expression = tree.children
    assert isinstance(starter, str) and not isinstance(expression, str)
    side = colour(starter)
    start = starter.start_pos or 0
    if side is Colour.NEUTRAL:
        raise session.input.error("White or Black must begin", start, expected=("White", "Black"))
    root, text = _read(session, expression)
    return Structured(text, StipulationTree(side, root), session.input.place(start))


def _read(session: Session, tree: "Tree[Token]") -> Read:
    """An expression and how the diagram shows it (without brackets that only group)."""
    parts = [child for child in tree.children if not isinstance(child, str)]
    match tree.data:
        case "leaf":
            board = session.vocabulary.board
            goal = goal_of(tree, session.vocabulary)
            return goal, goal_text(goal, board)
        case "negation":
            operand, text = _read(session, parts[0])
            return Not(operand), "!" + text
        case "conjunction" | "disjunction":
            return _operation(session, tree)
        case "grouping":
            return _read(session, parts[0])
        case "passing":
            operand, text = _read(session, parts[0])
            return _passing(session, tree, operand), "-" + text.removeprefix("-")
        case _:
            return _branch(session, tree)


def _operation(session: Session, tree: "Tree[Token]") -> Read:
    """A chain of `&` and `|`: each joins what stands before it to all that follows.

    Popeye's manual says "from left to right", but so Popeye reads it (asked of 4.104).
    """
    rest: list[Tree[Token]] = []
    while tree.data in ("conjunction", "disjunction"):
        rest.append(tree)
        left = tree.children[0]
        assert not isinstance(left, str)
        tree = left
    operands, words = [tree], []
    for operation in reversed(rest):
        right = operation.children[2]
        assert not isinstance(right, str)
        operands.append(right)
        words.append(operation)
    result, text = _read(session, operands.pop())
    while words:
        operation = words.pop()
        operand, before = _read(session, operands.pop())
        text = before + str(operation.children[1]) + text
        make = And if operation.data == "conjunction" else Or
        result = make(operand, result)
    return result, text


def _passing(session: Session, tree: "Tree[Token]", operand: Expression) -> Expression:
    """`-` before a branch or, through brackets, before all branches of an expression."""
    match operand:
        case Branch():
            return replace(operand, pass_first=True)
        case Not(inner):
            return Not(_passing(session, tree, inner))
        case And(left, right):
            return And(_passing(session, tree, left), _passing(session, tree, right))
        case Or(left, right):
            return Or(_passing(session, tree, left), _passing(session, tree, right))
        case Goal() | By() | On():
            token = tree.children[0]
            assert isinstance(token, str)
            raise session.input.error("'-' must stand before a branch", token.start_pos or 0)


def _branch(session: Session, tree: "Tree[Token]") -> Read:
    length = next(child for child in tree.children if isinstance(child, str))
    least, _, most = length.rpartition(":")
    bounds = (int(least or 0), int(most))
    if bounds[0] > bounds[1] or not bounds[1]:
        raise session.input.error(
            "a branch needs at least one half-move, and the least number comes first",
            length.start_pos or 0,
            length=len(length),
        )
    checked = any(isinstance(c, str) and c.type == "CHECKED" for c in tree.children)
    halves = [child for child in tree.children if not isinstance(child, str)]
    attack = halves[0].data == "attack"
    first, *rest = [_half(session, half, attack and half is halves[0]) for half in halves]
    second = rest[0] if rest else None
    text = length + first.letter + first.goals_text
    if first.constraint is not None and _stands_first(first, first.constraint):
        text += first.constraint_text + first.branches_text
    else:
        text += first.branches_text + first.constraint_text
    if second is not None:
        text += "?+?" if checked else ""
        text += second.letter + second.goals_text + second.branches_text + second.constraint_text
    branch = Branch(
        moves=first.letter + (second.letter if second else ""),
        half_moves=bounds,
        first=first.forks,
        second=second.forks if second else (),
        constraint=first.constraint,
        second_constraint=second.constraint if second else None,
        second_requires_check=checked,
    )
    return branch, text


def _half(session: Session, tree: "Tree[Token]", ends_play: bool) -> _Half:
    """One letter; ends_play: the diagram shows its branches with `>` although none is written."""
    forks: list[Fork] = []
    constraint: Expression | None = None
    goals = branches = constraints = ""
    letter = str(tree.children[0])
    for child in tree.children:
        if isinstance(child, str):
            continue
        marks = {token.type: token for token in child.children if isinstance(token, str)}
        operand, text = _read(session, next(c for c in child.children if not isinstance(c, str)))
        start = next(iter(marks.values())).start_pos or 0
        if child.data == "constraint":
            if constraint is not None:
                session.note(start, "Popeye uses only the first constraint of a half-move")
            constraint = operand if constraint is None else And(constraint, operand)
            constraints = constraints or f"{{{text}}}"
            continue
        fork = Fork(operand, "ENDS_PLAY" in marks, "HIDDEN" in marks)
        if consists_of_goals(operand):
            if goals:
                session.note(start, "only the first goal of a half-move is used, as in Popeye")
                continue
            goals = f"[{text}]"
            forks.insert(0, fork)
            continue
        shown = ">" if fork.ends_play or (ends_play and _attacks(operand)) else ""
        text = f"[{shown}{'/' if fork.hidden else ''}{text}]"
        if letter == "a":
            # Popeye tries the last one first.
            forks.insert(1 if goals else 0, fork)
            branches = text + branches
        elif branches:
            session.note(start, "only the first branch of a half-move is used, as in Popeye")
        else:
            forks.append(fork)
            branches = text
    return _Half(letter, tuple(forks), constraint, goals, branches, constraints)


def _stands_first(half: _Half, constraint: Expression) -> bool:
    """Whether the diagram shows the constraint of the first letter before its branches."""
    return consists_of_goals(constraint) or (half.letter in "ah" and not half.goals_text)


def _attacks(expression: Expression) -> bool:
    """Whether the side to move is to reach something (not to be driven to it)."""
    match expression:
        case Branch():
            return expression.moves != "da"
        case Not(operand):
            return _attacks(operand)
        case And(left, _) | Or(left, _):
            return _attacks(left)
        case Goal() | By() | On():
            return False
