"""From words to twins, and what does not apply in them."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grammar.build_men import invisible_of_group, men_of_group, start_of
from grammar.build_rules import conditions
from grammar.build_stipulation import traditional
from grammar.build_structured import structured
from grammar.classifier import Session
from grammar.shapes import split_squares
from solver.model.position import Man, Place
from solver.model.problem import (
    Add,
    Change,
    Exchange,
    Mirror,
    Move,
    NewConditions,
    NewStipulation,
    PolishType,
    Problem,
    Remove,
    Rotate,
    Shift,
    Substitute,
    Twin,
)

if TYPE_CHECKING:
    from lark import Token, Tree

    from solver.model.twinning import Variant

_COMPLAINTS = {
    "empty_square": "this square is empty, so the change does not apply",
    "outside": "the man on this square would leave the board, so the change does not apply",
    "not_square_board": "the board is not a square, so the change does not apply",
}


def twin(session: Session, tree: "Tree[Token]") -> Twin:
    """The twin that a `twin` sentence stands for; raises InputError."""
    head = tree.children[0]
    assert isinstance(head, str)
    changes, remarks = [], []
    for child in tree.children:
        if isinstance(child, str):
            continue
        if child.data == "remark":
            remarks.append(str(child.children[1]))
            continue
        if remarks:
            session.note(
                start_of(child), "Popeye stops reading the file at a change behind a remark"
            )
        changes.append(_change(session, child))
    continued = any(isinstance(c, str) and c.type == "TWIN_CONTINUED" for c in tree.children)
    place = session.input.place(head.start_pos or 0)
    return Twin(tuple(changes), continued, tuple(remarks), place)


def _change(session: Session, tree: "Tree[Token]") -> Change:
    words = [str(child) for child in tree.children[1:] if isinstance(child, str)]
    parts = [child for child in tree.children if not isinstance(child, str)]
    square = session.vocabulary.board.square
    match tree.data:
        case "twin_move":
            return Move(square(words[0]), square(words[1]))
        case "twin_exchange":
            return Exchange(square(words[0]), square(words[1]))
        case "twin_shift":
            return Shift(square(words[0]), square(words[1]))
        case "twin_remove":
            return Remove(tuple(square(name) for name in split_squares(words[0])))
        case "twin_add":
            return _add(session, parts)
        case "twin_substitute":
            return Substitute(words[0], words[1])
        case "twin_rotate":
            return Rotate(int(words[0]))
        case "twin_mirror":
            return Mirror(words[0])
        case "twin_condition":
            return NewConditions(conditions(session, parts))
        case "twin_stipulation":
            return NewStipulation(traditional(session, parts[0]))
        case "twin_sstipulation":
            return NewStipulation(structured(session, parts[0]))
        case _:
            return PolishType()


def _add(session: Session, groups: "list[Tree[Token]]") -> Add:
    men: list[tuple[int, Man]] = []
    invisible = 0
    for group in groups:
        count = invisible_of_group(group)
        invisible += count
        if not count:
            men += [(square, man) for square, man, _ in men_of_group(session, group)]
    return Add(tuple(men), invisible)


def _what(variant: "Variant") -> tuple[object, ...]:
    """What there is to solve."""
    return variant.position, variant.stipulation, variant.conditions


def complaints(problem: Problem) -> Iterator[tuple[Place | None, str]]:
    """What does not apply in the twins of a problem, with the places of these twins."""
    # Only problems with twins pay for this.
    from solver.model.twinning import variants

    diagram: tuple[object, ...] = (problem.position, problem.stipulation, problem.conditions)
    before = diagram
    without_twin = int(problem.zeroposition)
    for variant in variants(problem):
        start, before = before if variant.continued else diagram, _what(variant)
        if variant.index > without_twin and before == start and not variant.warnings:
            yield problem.twins[variant.index - 1].place, "this twin changes nothing"
        for warning in variant.warnings:
            text = _COMPLAINTS[warning.key]
            if warning.square is not None:
                text = f"{problem.position.board.name(warning.square)}: {text}"
            yield problem.twins[variant.index - 1].place, text
