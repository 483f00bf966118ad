"""What stands in the trees of declared stipulations for lengths and goals."""

import re

LENGTH = re.compile(r"\(\s*(\d*)n\s*(?:([+-])\s*(\d+)\s*)?\)")
PLACEHOLDER = re.compile(r"(?<![\w{])(goal|other)(?![\w}])")
RESERVED = ("goal", "other")


def with_numbers(play: str, moves: int) -> str:
    """The tree of a case with numbers for its lengths; raises ValueError when one is negative."""

    def number(match: re.Match[str]) -> str:
        factor, sign, constant = match.groups()
        value = int(factor or 1) * moves + int(f"{sign or '+'}{constant or 0}")
        if value < 0:
            raise ValueError(f"{match[0]} is negative for {moves} moves")
        # As long as a length may be in the structured form; nothing is as long.
        return str(min(value, 99_999))

    return LENGTH.sub(number, play)
