"""Conditions treat both sides alike: with colours and ranks exchanged there are the same moves.

Checked for the families whose conditions say nothing that depends on the direction of the board.
"""

import re

import pytest
from support.printed import braced, printed

from grammar.library.conditions import Conditions

FAMILIES = ("observation", "kings")
POSITIONS = (
    "r3k2r/p2q1p2/2s5/3Pp3/2B1P3/2S2Q2/P4P1b/R3K2R",
    "8/2P1k3/1r3s2/3pP1q1/Q1B2p2/4K3/2R3p1/7S",
    "4k3/8/8/3q4/4p3/2K1R3/1P1p4/8",
)
SWAPPED = {"White": "Black", "Black": "White"}


def conditions() -> list[str]:
    library = Conditions()
    return [
        name
        for name in library.names()
        if library.family(name) in FAMILIES
        and not any(
            parameter.default is None and not parameter.optional
            for parameter in library.declaration(name).parameters  # type: ignore[union-attr]
        )
    ]


def exchanged(forsyth: str) -> str:
    return "/".join(reversed(forsyth.split("/"))).swapcase()


def moves(forsyth: str, condition: str, option: str) -> set[str]:
    problem = (
        f"begin\nforsyth {forsyth}\nstipulation ~1\ncondition {braced(condition)}\n{option}end\n"
    )
    return {line.strip() for line in printed(problem).splitlines() if "1." in line}


@pytest.mark.parametrize("condition", conditions())
def test_both_sides_alike(condition: str) -> None:
    other = re.sub("^(White|Black)", lambda match: SWAPPED[match[1]], condition)
    found = 0
    for forsyth in POSITIONS:
        white = moves(forsyth, condition, "")
        black = moves(exchanged(forsyth), other, "option halfduplex\n")
        flipped = {re.sub("[1-8](?!\\.)", lambda m: str(9 - int(m[0])), line) for line in black}
        assert {re.sub("^8", "1", line) for line in flipped} == white
        found += len(white)
    assert found or condition in ("AntiKings", "SAT", "StrictSAT", "ExtinctionChess")
