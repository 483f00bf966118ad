"""What stands in the trees of declared stipulations for lengths and goals."""

import re
from collections.abc import Callable

from solver.model.play import MOST_HALF_MOVES

LENGTH = re.compile(r"\(\s*(\d*)n\s*(?:([+-])\s*(\d+)\s*)?\)")
PLACEHOLDER = re.compile(r"(?<![\w{])(goal|other)(?![\w}])")
RESERVED = ("goal", "other")


def with_lengths(play: str, length: Callable[[int, int], str]) -> str:
    """The tree of a case with other texts for its lengths.

    length: makes one of the factor of the moves and of what is added.
    """

    def text(match: re.Match[str]) -> str:
        factor, sign, constant = match.groups()
        return length(int(factor or 1), int(f"{sign or '+'}{constant or 0}"))

    return LENGTH.sub(text, play)


def with_numbers(play: str, moves: int) -> str:
    """The tree of a case with numbers for its lengths; raises ValueError when one is negative."""

    def number(factor: int, constant: int) -> str:
        value = factor * moves + constant
        if value < 0:
            raise ValueError(
                f"({factor if factor != 1 else ''}n{constant}) is negative for {moves} moves"
            )
        return str(min(value, MOST_HALF_MOVES))

    return with_lengths(play, number)
