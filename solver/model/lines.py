"""Lines on a board, between corners of squares, counted from the lower left one of a1."""

from collections.abc import Iterable

from solver.model.board import FILES, Board

Corner = tuple[int, int]
Line = tuple[Corner, Corner]


def borders(words: Iterable[str], board: Board) -> list[Line]:
    """Lines across the board behind each file and rank that is named, as in `bdf246`."""
    letters = "".join(words).lower()
    files = [FILES.index(letter) + 1 for letter in letters if letter in FILES]
    ranks = [int(digit) for digit in letters if digit.isdecimal()]
    upright = [((file, 0), (file, board.height)) for file in files]
    return upright + [((0, rank), (board.width, rank)) for rank in ranks]


def lines(words: Iterable[str]) -> list[Line]:
    """Words `ha44` (below four squares from a4 on), `vb23` (left of three from b2 on)."""
    found: list[Line] = []
    for word in words:
        file, rank, length = FILES.index(word[1].lower()), int(word[2:-1]) - 1, int(word[-1])
        end = (file + length, rank) if word[0].lower() == "h" else (file, rank + length)
        found.append(((file, rank), end))
    return found
