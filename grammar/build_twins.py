"""From words to twins, with a rehearsal of the changes to notice those that do not apply."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from lark import Token, Tree

from grammar.build_men import Placing, invisible_of_group, men_of_group
from grammar.build_rules import conditions
from grammar.build_stipulation import structured, traditional
from grammar.classifier import Session
from grammar.shapes import split_squares
from solver.model.board import ORTHODOX_BOARD
from solver.model.position import Man
from solver.model.problem import (
    Add,
    Change,
    Exchange,
    Mirror,
    Move,
    NewConditions,
    NewStipulation,
    PolishType,
    Remove,
    Rotate,
    Shift,
    Substitute,
    Twin,
)

Men = dict[int, Man]


def twin(session: Session, tree: "Tree[Token]") -> Twin:
    """The twin that a `twin` sentence stands for; raises InputError."""
    head = tree.children[0]
    assert isinstance(head, Token)
    changes, remarks = [], []
    for child in tree.children:
        if not isinstance(child, Tree):
            continue
        if child.data == "remark":
            remarks.append(str(child.children[1]))
        else:
            changes.append(_change(session, child))
    continued = any(isinstance(c, Token) and c.type == "TWIN_CONTINUED" for c in tree.children)
    place = session.input.place(head.start_pos or 0)
    return Twin(tuple(changes), continued, tuple(remarks), place)


def _change(session: Session, tree: "Tree[Token]") -> Change:
    words = [str(child) for child in tree.children[1:] if isinstance(child, Token)]
    parts = [child for child in tree.children if isinstance(child, Tree)]
    square = ORTHODOX_BOARD.square
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


@dataclass
class Rehearsal:
    """Plays the twins over the diagram, only to find changes of empty squares."""

    diagram: Men

    def complaints(self, twins: tuple[Twin, ...]) -> Iterator[tuple[Twin, str]]:
        """Twins with what does not apply in them."""
        men = dict(self.diagram)
        for twin in twins:
            if not twin.continued:
                men = dict(self.diagram)
            for change in twin.changes:
                for square in _missing(men, change):
                    name = ORTHODOX_BOARD.name(square)
                    yield twin, f"{name} is empty, so this change of the twin does not apply"
                men = _applied(men, change)


def _missing(men: Men, change: Change) -> tuple[int, ...]:
    match change:
        case Move(departure, _):
            needed: tuple[int, ...] = (departure,)
        case Exchange(first, second):
            needed = (first, second)
        case Remove(squares):
            needed = squares
        case _:
            needed = ()
    return tuple(square for square in needed if square not in men)


def _applied(men: Men, change: Change) -> Men:
    after = dict(men)
    match change:
        case Move(departure, arrival) if departure in men:
            after[arrival] = after.pop(departure)
        case Exchange(first, second) if first in men and second in men:
            after[first], after[second] = men[second], men[first]
        case Remove(squares):
            for square in squares:
                after.pop(square, None)
        case Add(added):
            placing = Placing(after)
            for square, man in added:
                placing.put(square, man)
        case Rotate() | Mirror() | Shift():
            to = _transform(change)
            moved = {to(square % 8, square // 8): man for square, man in men.items()}
            after = {square: man for square, man in moved.items() if square >= 0}
        case _:
            pass
    return after


def _transform(change: Rotate | Mirror | Shift) -> Callable[[int, int], int]:
    """Where a square (file, rank) goes; negative: off the board."""
    match change:
        case Rotate(degrees):
            turns = {90: _left, 180: lambda f, r: (7 - r) * 8 + 7 - f, 270: _right}
            return turns[degrees]
        case Mirror(axis):
            mirrors: dict[str, Callable[[int, int], int]] = {
                "a1<-->h1": lambda f, r: r * 8 + 7 - f,
                "a1<-->a8": lambda f, r: (7 - r) * 8 + f,
                "a1<-->h8": lambda f, r: (7 - f) * 8 + 7 - r,
                "a8<-->h1": lambda f, r: f * 8 + r,
            }
            return mirrors[axis]
        case Shift(departure, arrival):
            files = arrival % 8 - departure % 8
            ranks = arrival // 8 - departure // 8

            def shift(f: int, r: int) -> int:
                file, rank = f + files, r + ranks
                return rank * 8 + file if 0 <= file < 8 and 0 <= rank < 8 else -1

            return shift


def _left(file: int, rank: int) -> int:
    return file * 8 + 7 - rank


def _right(file: int, rank: int) -> int:
    return (7 - file) * 8 + rank
