"""A position as one word: FEN, with `{walk}` where a letter would not do."""

from solver.model.board import Colour
from solver.model.position import Man, Position

_ORTHODOX = {
    "king": "k",
    "queen": "q",
    "rook": "r",
    "bishop": "b",
    "knight": "n",
    "pawn": "p",
}
_SIGN = {Colour.WHITE: "+", Colour.BLACK: "-", Colour.NEUTRAL: "="}


def forsyth(position: Position) -> str:
    """Ranks from the top, `/` between them; orthodox men are the letters of FEN.

    Other men are a sign for the colour and the walk in braces, then their attributes:
    `={nightrider}`, `+{rook:Royal,Magic}`.
    """
    board = position.board
    ranks = []
    for rank in reversed(range(board.height)):
        text, empty = "", 0
        for file in range(board.width):
            man = position.men.get(rank * board.width + file)
            if man is None:
                empty += 1
                continue
            text += (str(empty) if empty else "") + _man(man)
            empty = 0
        ranks.append(text + (str(empty) if empty else ""))
    return "/".join(ranks)


def _man(man: Man) -> str:
    letter = _ORTHODOX.get(man.walk)
    if letter and not man.attributes and man.colour is not Colour.NEUTRAL:
        return letter.upper() if man.colour is Colour.WHITE else letter
    attributes = ":" + ",".join(sorted(man.attributes)) if man.attributes else ""
    return f"{_SIGN[man.colour]}{{{man.walk}{attributes}}}"
