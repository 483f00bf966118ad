"""From words to men on squares: groups of pieces."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from grammar.classifier import Session
from grammar.shapes import split_squares
from solver.model.board import Colour
from solver.model.position import Man, Place

if TYPE_CHECKING:
    from lark import Token, Tree

_COLOURS = {"White": Colour.WHITE, "Black": Colour.BLACK, "Neutral": Colour.NEUTRAL}
MOST_HUNTERS = 10


class Placing(msgspec.Struct):
    """Men being put on a board one by one; a man on an occupied square buries the one before."""

    men: dict[int, Man] = msgspec.field(default_factory=dict)
    buried: list[tuple[int, Man]] = msgspec.field(default_factory=list)
    invisible: int = 0
    invisible_place: Place | None = None

    def put(self, square: int, man: Man) -> bool:
        """Put a man; says whether it buried another one."""
        before = self.men.get(square)
        self.men[square] = man
        if before is not None:
            self.buried.append((square, before))
        return before is not None


def colour(token: "Token") -> Colour:
    """The colour that a word stands for."""
    return _COLOURS[str(token)]


def men_of_group(session: Session, group: "Tree[Token]") -> "Iterator[tuple[int, Man, Token]]":
    """The men of a colour group in order, with their squares and the words they come from.

    Attributes hold for the whole group, except Royal, which holds for its first walk only.
    """
    tokens = [child for child in group.children if isinstance(child, str)]
    side = colour(tokens[0])
    attributes = frozenset(str(token) for token in tokens if token.type == "ATTRIBUTE")
    words = [token for token in tokens[1:] if token.type != "ATTRIBUTE"]
    index = 0
    while index < len(words):
        token = words[index]
        if token.type == "MEN":
            walk, squares = token.split("\t")
        else:
            index += 1
            walk, squares = str(token), str(words[index])
        man = Man(side, walk, attributes, session.input.place(token.start_pos or 0))
        for square in split_squares(squares):
            yield session.vocabulary.board.square(square), man, token
        attributes = attributes - {"Royal"}
        index += 1


def invisible_of_group(group: "Tree[Token]") -> int:
    """How many totally invisible men a group stands for."""
    first, *rest = group.children
    return int(str(rest[0])) if isinstance(first, str) and first.type == "INVISIBLE" else 0


def place_of_group(session: Session, group: "Tree[Token]") -> Place:
    """Where a group begins."""
    return session.input.place(start_of(group))


def start_of(tree: "Tree[Token]") -> int:
    """The position of the first word of a tree."""
    return next(_words(tree)).start_pos or 0


def _words(tree: "Tree[Token]") -> "Iterator[Token]":
    for child in tree.children:
        if isinstance(child, str):
            yield child
        else:
            yield from _words(child)
