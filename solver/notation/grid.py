"""Where the lines of a grid run, for the board that is printed."""

from collections.abc import Container, Sequence

import msgspec

from solver.model.board import Board
from solver.model.lines import borders, lines
from solver.model.problem import Condition


class Grid(msgspec.Struct, frozen=True):
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
    drawn = _drawn(board, kinds.get("gridline", ()))
    if "orthogonal" in kinds:
        return Grid(_orthogonal(board, kinds["orthogonal"]), drawn)
    if "irregular" in kinds:
        return Grid(_irregular(board, kinds["irregular"]), drawn)
    return Grid(_two_by_two(board, kinds), drawn)


_CELLS = {
    *("orthogonal", "irregular", "verticalshift", "horizontalshift", "diagonalshift"),
}


def _kinds(words: Sequence[str]) -> dict[str, list[str]]:
    """The words that follow each kind of grid; of several kinds of cells the last one counts."""
    kinds: dict[str, list[str]] = {}
    kind = ""
    for word in map(str.lower, words):
        if word in _CELLS or word == "gridline":
            kind = word
            kept = _kept(word, kinds)
            kinds = {other: said for other, said in kinds.items() if other in kept}
            kinds[kind] = []
        elif kind:
            kinds[kind].append(word)
    return kinds


def _kept(word: str, kinds: Container[str]) -> Container[str]:
    """What still counts when another kind of grid is named: drawn lines before Irregular only."""
    if word == "gridline":
        return kinds
    return ("gridline",) if word == "irregular" else ()


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


def _orthogonal(board: Board, words: Sequence[str]) -> list[int]:
    """Borders after the files and ranks that are named."""
    drawn = borders(words, board)
    files = [line[0][0] for line in drawn if line[0][1] != line[1][1]]
    ranks = [line[0][1] for line in drawn if line[0][1] == line[1][1]]
    across = len(files) + 1
    return [
        sum(rank >= border for border in ranks) * across + sum(file >= border for border in files)
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
    """The pairs of neighbouring squares between which drawn lines run."""
    pairs: set[tuple[int, int]] = set()
    for (file, rank), (to_file, to_rank) in lines(words):
        beyond = 1 if rank < to_rank else board.width
        squares = [
            y * board.width + x
            for y in range(rank, max(to_rank, rank + 1))
            for x in range(file, max(to_file, file + 1))
        ]
        pairs.update((square - beyond, square) for square in squares)
    return frozenset(pairs)
