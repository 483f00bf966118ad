"""The fast searches print what the general search prints."""

import random

import pytest
from support.engine_lines import lines
from support.random_problems import problem_text, random_board

# How many orthodox positions, how many of each condition; how many lines and trees in all at least.
CASES = {
    "#2": (50, 2, 5),
    "#3": (15, 0, 1),
    "=2": (15, 1, 0),
    "s#2": (40, 2, 0),
    "r#2": (25, 1, 1),
    "h#2": (25, 1, 100),
    "h=2": (15, 1, 50),
    "hs#2": (10, 0, 0),
    "h+1.5": (15, 1, 200),
    "hx1.5": (15, 1, 200),
    "ser-#3": (15, 1, 1),
    "ser-h#2": (20, 1, 1),
    "ser-s#2": (10, 0, 0),
    "pser-#2": (10, 0, 0),
}
CONDITIONS = (
    "AlphabeticChess",
    "AndernachChess",
    "AnnanChess",
    "AntiCirce",
    "BlackMaximummer",
    "Circe",
    "CirceTake&Make",
    "EinsteinChess",
    "GridChess",
    "KoeKo",
    "Lortap",
    "Madrasi",
    "MarsCirce",
    "SingleBox Type1",
    "Take&MakeChess",
    "TransmutedKings",
)


@pytest.mark.parametrize("stipulation", CASES)
def test_fast_ways_find_the_same(stipulation: str) -> None:
    orthodox, fairy, least = CASES[stipulation]
    rng = random.Random(f"general {stipulation}")
    total = 0
    for condition in [""] * orthodox + list(CONDITIONS) * fairy:
        board = random_board(rng, rng.randint(3, 6))
        text = problem_text(board, stipulation)
        if condition:
            text = text.replace("stipulation", f"condition {condition}\nstipulation")
        found = lines(text)
        assert lines(text, general=True) == found, text
        total += len(found)
    assert total >= least, "too few lines to prove anything"


@pytest.mark.parametrize("stipulation", ["h#2.5", "ser-h#3", "ser-h#4", "ser-h=4"])
def test_fast_ways_find_the_same_where_white_begins(stipulation: str) -> None:
    rng = random.Random(f"white begins {stipulation}")
    total = 0
    for _ in range(150):
        board = random_board(rng, rng.randint(3, 5))
        text = problem_text(board, stipulation, "WhiteToPlay")
        found = lines(text)
        assert lines(text, general=True) == found, text
        total += len(found)
    assert total, "no line proves anything"
