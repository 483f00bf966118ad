"""The board in letters, four columns a square, and the number of men."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from solver.model.board import FILES, Colour
from solver.model.position import Position
from solver.model.problem import Language
from solver.notation import letters

if TYPE_CHECKING:
    from solver.notation.grid import Grid

_SIGN = {Colour.WHITE: "", Colour.BLACK: "-", Colour.NEUTRAL: "="}


def diagram(
    position: Position,
    language: Language,
    *,
    imitators: Sequence[int] = (),
    holes: Sequence[int] = (),
    grid: "Grid | None" = None,
    codes: Mapping[str, str] = letters.NO_CODES,
) -> str:
    """All lines of the board, each with its line end; codes: of the problem's own pieces."""
    board = position.board
    edge = "+--" + "".join(f"-{FILES[file]}--" for file in range(board.width)) + "-+\n"
    empty = "|" + " " * (4 * board.width + 3) + "|\n"
    lines = [edge, empty]
    missing = set(holes) | board.holes
    for rank in reversed(range(board.height)):
        cells = [" "] * (4 * board.width + 5)
        below = [" "] * (4 * board.width + 5)
        below[0] = below[-1] = "|"
        _put(cells, 0, f"{rank + 1}", right=False)
        _put(cells, 4 * board.width + 4, f"{rank + 1}", right=False)
        if grid:
            _grid_lines(grid, board.width, rank, cells, below)
        for file in range(board.width):
            square, column = rank * board.width + file, 4 * file + 4
            man = position.men.get(square)
            if square in imitators and man is None:
                cells[column] = "I"
            elif man is None:
                cells[column] = " " if square in missing else "."
            else:
                walk, home = man.walk, ""
                if walk.startswith("hunter("):
                    walk, home = letters.hunter_parts(walk)
                text = _SIGN[man.colour] + letters.short_letters(walk, language, codes)
                _put(cells, column, text)
                if home:
                    _put(cells, column + 1, "/", right=False)
                    _put(below, column, letters.short_letters(home, language, codes))
        lines += ["".join(cells).rstrip() + "\n", "".join(below) + "\n"]
    return "".join([*lines, edge])


def piece_counts(position: Position, invisible: str = "") -> str:
    """White, black and (if there are any) neutral or invisible men: "2 + 1 + 1n", "2 + 1 + 4 TI".

    invisible: number and letters of totally invisible men.
    """
    count = Counter(man.colour for man in position.men.values())
    text = f"{count[Colour.WHITE]} + {count[Colour.BLACK]}"
    if invisible:
        return f"{text} + {invisible}"
    return f"{text} + {count[Colour.NEUTRAL]}n" if count[Colour.NEUTRAL] else text


def _put(line: list[str], column: int, text: str, *, right: bool = True) -> None:
    """Write `text` so that it ends (or begins) at the column."""
    start = max(0, column - len(text) + 1) if right else column
    for offset, letter in enumerate(text):
        if start + offset < len(line):
            line[start + offset] = letter
        else:
            line.append(letter)


def _grid_lines(grid: "Grid", width: int, rank: int, cells: list[str], below: list[str]) -> None:
    for file in range(width):
        square = rank * width + file
        if file + 1 < width and grid.differ(square, square + 1):
            cells[4 * file + 6] = "|"
        if rank and grid.differ(square, square - width):
            below[4 * file + 3 : 4 * file + 6] = "---"
