"""From words to men on squares: groups of pieces, Forsyth notation, the game array."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from lark import Token, Tree

from grammar.classifier import Session
from grammar.shapes import split_squares, walk_id
from solver.model.board import Colour
from solver.model.position import Man

_COLOURS = {"White": Colour.WHITE, "Black": Colour.BLACK, "Neutral": Colour.NEUTRAL}
_SIGNS = {"+": Colour.WHITE, "-": Colour.BLACK, "=": Colour.NEUTRAL}
_FORSYTH = re.compile(r"(?P<gap>\d{1,2})|(?P<sign>[+\-=]?)(?:\.(?P<two>..)|(?P<one>[a-zA-Z]))")
MOST_HUNTERS = 10


@dataclass
class Placing:
    """Men being put on a board one by one; a man on an occupied square buries the one before."""

    men: dict[int, Man] = field(default_factory=dict)
    buried: list[tuple[int, Man]] = field(default_factory=list)
    invisible: int = 0

    def put(self, square: int, man: Man) -> bool:
        """Put a man; says whether it buried another one."""
        before = self.men.get(square)
        self.men[square] = man
        if before is not None:
            self.buried.append((square, before))
        return before is not None


def colour(token: Token) -> Colour:
    """The colour that a word stands for."""
    return _COLOURS[str(token)]


def men_of_group(session: Session, group: "Tree[Token]") -> Iterator[tuple[int, Man, Token]]:
    """The men of a colour group in order, with their squares and the words they come from.

    Attributes hold for the whole group, except Royal, which holds for its first walk only.
    """
    tokens = [child for child in group.children if isinstance(child, Token)]
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
    return int(str(rest[0])) if isinstance(first, Token) and first.type == "INVISIBLE" else 0


def forsyth(session: Session, token: Token) -> Iterator[tuple[int, Man]]:
    """The men of a position in Forsyth notation, extended by `.xy` and the colours `+ - =`.

    `/` means nothing, as in Popeye, and what lies beyond the board is dropped; both deserve a
    remark when they matter.  Raises InputError at a code that is no piece.
    """
    start = token.start_pos or 0
    board, index, place = session.vocabulary.board, 0, 0
    while place < len(token):
        if token[place] == "/":
            if index % board.width:
                session.note(start + place, "'/' stands inside a rank and is ignored")
            place += 1
            continue
        match = _FORSYTH.match(token, place)
        if match is None:
            message = f"{token[place]!r} is not Forsyth notation"
            raise session.input.error(message, start + place)
        if match["gap"]:
            index += int(match["gap"])
        else:
            man = _forsyth_man(session, match, start + place)
            if index < board.size:
                rank, file = divmod(index, board.width)
                yield (board.height - 1 - rank) * board.width + file, man
            else:
                session.note(start + place, "this man is beyond the board and is dropped")
            index += 1
        place = match.end()


def _forsyth_man(session: Session, match: "re.Match[str]", position: int) -> Man:
    code = match["two"] or match["one"]
    walk = walk_id(code, session.vocabulary)
    if walk is None:
        length = len(match[0])
        raise session.input.error(f"no piece has the code {code!r}", position, length=length)
    if match["sign"]:
        side = _SIGNS[match["sign"]]
    else:
        side = Colour.BLACK if code[0].islower() else Colour.WHITE
    return Man(side, walk, frozenset(), session.input.place(position))
