"""Where the lines of a grid run, for the board that is printed."""

from collections.abc import Container, Sequence
from dataclasses import dataclass

from solver.model.board import FILES, Board
from solver.model.problem import Condition


@dataclass(frozen=True, slots=True)
class Grid:
    """Cell numbers by square, and lines that were drawn on their own between two squares."""

    cells: Sequence[int]
    lines: frozenset[tuple[int, int]] = frozenset()

    def differ(self, one: int, two: int) -> bool:
        """Whether a line runs between two neighbouring squares."""
        if self.cells[one] != self.cells[two]:
            return True
        return (min(one, two), max(one, two)) in self.lines


def grid_of(board: Board, condition: Condition | None) -> Grid:
    """The grid of a GridChess condition; without arguments (or condition) cells of 2x2.

    The shifted grids are Popeye's, which numbers their cells so that every rank is a border.
    """
    kinds = _kinds(condition.arguments if condition else ())
    lines = _drawn(board, kinds.get("gridline", ()))
    if "orthogonal" in kinds:
        return Grid(_orthogonal(board, "".join(kinds["orthogonal"]).lower()), lines)
    if "irregular" in kinds:
        return Grid(_irregular(board, kinds["irregular"]), lines)
    return Grid(_two_by_two(board, kinds), lines)


_KINDS = {
    "orthogonal",
    "irregular",
    "gridline",
    "verticalshift",
    "horizontalshift",
    "diagonalshift",
}


def _kinds(words: Sequence[str]) -> dict[str, list[str]]:
    """The words that follow each kind of grid."""
    kinds: dict[str, list[str]] = {}
    kind = ""
    for word in words:
        if word.lower() in _KINDS:
            kind = word.lower()
            kinds[kind] = []
        elif kind:
            kinds[kind].append(word)
    return kinds


def _two_by_two(board: Board, kinds: Container[str]) -> list[int]:
    """The usual grid, shifted or not."""
    diagonal = "diagonalshift" in kinds
    right = diagonal or "horizontalshift" in kinds
    up = diagonal or "verticalshift" in kinds
    cells = []
    for square in range(board.size):
        rank, file = divmod(square, board.width)
        row = 2 * (rank + 1) if up else rank // 2 * 4
        if right and not up:
            row = rank // 2 * 5
        cells.append(row + (file + 1 if right else file) // 2)
    if diagonal:
        cells = [
            (5 * (square // board.width + 1)) // 2 + (square % board.width + 1) // 2
            for square in range(board.size)
        ]
    return cells


def _orthogonal(board: Board, letters: str) -> list[int]:
    """Borders after the files and ranks that are named."""
    files = [FILES.index(letter) for letter in letters if letter in FILES]
    ranks = [int(digit) - 1 for digit in letters if digit.isdecimal()]
    across = len(files) + 1
    return [
        sum(rank > border for border in ranks) * across + sum(file > border for border in files)
        for rank in range(board.height)
        for file in range(board.width)
    ]


def _irregular(board: Board, groups: Sequence[str]) -> list[int]:
    """Each word is a cell, a row of squares; all other squares are one more cell."""
    cells = [0] * board.size
    for number, group in enumerate(groups, 1):
        for at in range(0, len(group) - 1, 2):
            cells[board.square(group[at : at + 2])] = number
    return cells


def _drawn(board: Board, words: Sequence[str]) -> frozenset[tuple[int, int]]:
    """Words `Ha44` (four squares from a4, line below them), `Vb23` (line to their left)."""
    lines: set[tuple[int, int]] = set()
    for word in words:
        direction, file, rank = word[0].lower(), FILES.find(word[1].lower()), int(word[2]) - 1
        for step in range(int(word[3:])):
            if direction == "h":
                square, other = (rank - 1) * board.width + file + step, board.width
            else:
                square, other = (rank + step) * board.width + file - 1, 1
            lines.add((square, square + other))
    return frozenset(lines)
