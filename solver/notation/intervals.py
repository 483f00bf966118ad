"""How help play branches: 2.1.1.1 for two solutions that part at the first half-move."""

from collections.abc import Sequence

from solver.model.solution import LineFound, PlayedMove


def intervals(lines: Sequence[LineFound]) -> tuple[int, ...] | None:
    """The number of branches at each half-move, or None when they are not the same everywhere.

    Lines of different lengths (or none) have no intervals.
    """
    if not lines or len({len(line.moves) for line in lines}) != 1:
        return None
    branches: list[int] = []
    groups: list[Sequence[LineFound]] = [lines]
    for half_move in range(len(lines[0].moves)):
        parts = [_split(group, half_move) for group in groups]
        sizes = {len(part) for part in parts}
        if len(sizes) != 1:
            return None
        branches.append(sizes.pop())
        groups = [group for part in parts for group in part]
    return tuple(branches)


def _split(lines: Sequence[LineFound], half_move: int) -> list[Sequence[LineFound]]:
    """The lines, grouped by the half-move that they play."""
    found: dict[PlayedMove, list[LineFound]] = {}
    for line in lines:
        found.setdefault(line.moves[half_move], []).append(line)
    return list(found.values())
