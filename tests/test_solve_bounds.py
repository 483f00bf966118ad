"""The bounds for help and series play cut nothing off: with and without them, the same lines."""

import random
from collections.abc import Callable

import pytest
from support.engine_lines import lines
from support.random_problems import problem_text, random_board

Maker = Callable[[random.Random, str], str]

# How many positions, how many men at most, and how many lines there must be in all.
CASES = {
    "h#2.5": (60, 5, 100),
    "h#3": (20, 4, 20),
    "h=2.5": (60, 5, 20),
    "h=3": (15, 4, 5),
    "ser-#5": (40, 5, 50),
    "ser-h#5": (25, 6, 50),
    "ser-=5": (25, 5, 20),
    "ser-h=5": (20, 6, 20),
    "pser-h#3": (80, 5, 50),
    "pser-h=4": (12, 5, 20),
    "pser-#4": (40, 5, 50),
    "ser-hs#3": (60, 5, 0),
    "hr#3": (15, 5, 50),
    "ser-r#3": (80, 5, 5),
}


CONDITIONS = (
    "AndernachChess",
    "AnnanChess",
    "AntiAndernachChess",
    "AntiCirce",
    "AntiCirce Cheylan",
    "ChameleonChess",
    "Circe",
    "Circe Mirror",
    "Circe RexInclusive",
    "CirceTake&Make",
    "DiametralCirce",
    "DoubleTibet",
    "EinsteinChess",
    "FileCirce",
    "GridChess",
    "Madrasi",
    "MonochromChess",
    "NoCapture",
    "ReversalEinsteinChess",
    "Take&MakeChess",
    "WhiteMaximummer Ultra",
    "BlackMaximummer",
)
"""Some under which the bounds hold, and some under which they must be off."""


def same_lines(rng: random.Random, stipulation: str, count: int, make: Maker) -> list[bytes]:
    """The lines of so many problems; they are the same with the bounds as without."""
    found = []
    for _ in range(count):
        text = make(rng, stipulation)
        plain = lines(text, bounds=False)
        assert lines(text, bounds=True) == plain, text
        found += plain
    return found


@pytest.mark.parametrize("stipulation", CASES)
def test_bounds_cut_nothing_off(stipulation: str) -> None:
    count, men, least = CASES[stipulation]
    rng = random.Random(f"bounds {stipulation}")

    def scattered(rng: random.Random, stipulation: str) -> str:
        return problem_text(random_board(rng, rng.randint(3, men)), stipulation)

    found = same_lines(rng, stipulation, count, scattered)
    assert len(found) >= least, "too few lines to prove anything"


@pytest.mark.parametrize(("stipulation", "men", "least"), [("h#3", 4, 5), ("ser-#4", 6, 50)])
def test_they_cut_nothing_off_under_conditions(stipulation: str, men: int, least: int) -> None:
    rng = random.Random(f"conditions {stipulation}")
    total = 0
    for condition in CONDITIONS:
        board = random_board(rng, rng.randint(3, men))
        text = problem_text(board, stipulation)
        text = text.replace("stipulation", f"condition {condition}\nstipulation")
        plain = lines(text, bounds=False)
        assert lines(text, bounds=True) == plain, text
        total += len(plain)
    assert total >= least, "too few lines to prove anything"


# Few men of the mating side, the other king among its own men: how many positions, how many lines.
CROWDED = {"h#3": (15, 5), "h=2.5": (20, 0), "ser-h#4": (30, 0), "ser-h=4": (10, 0), "hs#3": (6, 0)}
CORNER = [file + rank for file in "abcd" for rank in "1234"]


def crowded(rng: random.Random, stipulation: str) -> str:
    """A problem with both kings in a corner that is full of black men."""
    white = rng.choices("bspr", k=rng.randint(1, 2))
    black = rng.choices("pbsrq", weights=[3, 2, 2, 1, 1], k=rng.randint(2, 4))
    while True:
        squares = rng.sample(CORNER, 2 + len(white) + len(black))
        men = [*zip("k" + "".join(white) + "k" + "".join(black), squares, strict=True)]
        if not any(walk == "p" and square[1] == "1" for walk, square in men):
            break
    words = [walk + square for walk, square in men]
    sides = " ".join(words[: 1 + len(white)]), " ".join(words[1 + len(white) :])
    return f"begin\npieces white {sides[0]} black {sides[1]}\nstipulation {stipulation}\nend\n"


@pytest.mark.parametrize("stipulation", CROWDED)
def test_bounds_cut_nothing_off_where_men_block_each_other(stipulation: str) -> None:
    count, least = CROWDED[stipulation]
    rng = random.Random(f"crowded {stipulation}")
    found = same_lines(rng, stipulation, count, crowded)
    assert len(found) >= least, "too few lines to prove anything"


# How many positions in which both sides may castle, and how many lines with a castling in all.
CASTLING = {"h#3": (3, 1), "hs#3": (2, 0), "ser-#4": (12, 20), "ser-h#4": (12, 0), "ser-=4": (8, 0)}


def castling(rng: random.Random, stipulation: str) -> str:
    """A problem with kings and rooks at home, and few other men."""
    men = {"e1": "Kw", rng.choice(("a1", "h1")): "Rw", "e8": "Kb", rng.choice(("a8", "h8")): "Rb"}
    for _ in range(rng.randint(1, 3)):
        square = rng.choice("abcdefgh") + rng.choice("234567")
        men.setdefault(square, rng.choice(("Qw", "Sw", "Pw", "Bb", "Pb")))
    sides = [[man[0] + square for square, man in men.items() if man[1] == side] for side in "wb"]
    white, black = (" ".join(words) for words in sides)
    return f"begin\npieces white {white} black {black}\nstipulation {stipulation}\nend\n"


@pytest.mark.parametrize("stipulation", CASTLING)
def test_bounds_cut_nothing_off_where_sides_castle(stipulation: str) -> None:
    count, least = CASTLING[stipulation]
    rng = random.Random(f"castling {stipulation}")
    found = same_lines(rng, stipulation, count, castling)
    castlings = sum(b"astling" in line for line in found)
    assert castlings >= least, "too few lines to prove anything"


@pytest.mark.parametrize("condition", ["AntiCirce", "Circe", "Circe RexInclusive", "MarsCirce"])
def test_bounds_cut_nothing_off_where_men_come_back_to_castle(condition: str) -> None:
    rng = random.Random(f"castling {condition}")

    def returning(rng: random.Random, stipulation: str) -> str:
        text = castling(rng, stipulation)
        return text.replace("stipulation", f"condition {condition}\nstipulation")

    for stipulation, count in (("h#2.5", 1), ("ser-#4", 4), ("ser-h#3", 4)):
        same_lines(rng, stipulation, count, returning)


# Two men of which one lends the other its walk where they mate: too many ways for pictures, or few.
LENDING = {"kh5 qg6 ra6": "ka1", "kc2 sh5 rg2": "kd4"}


@pytest.mark.parametrize(("white", "black"), LENDING.items())
def test_bounds_cut_nothing_off_where_men_lend_walks(white: str, black: str) -> None:
    pieces = f"begin\npieces white {white} black {black}\ncondition AnnanChess\n"
    text = f"{pieces}stipulation h#3\nend\n"
    plain = lines(text, bounds=False)
    assert plain
    assert lines(text, bounds=True) == plain


@pytest.mark.parametrize("condition", ["AndernachChess", "AntiAndernachChess", "DoubleTibet"])
@pytest.mark.parametrize(("stipulation", "count"), [("h#3", 12), ("ser-h#4", 15), ("ser-#3", 15)])
def test_bounds_cut_nothing_off_where_men_change_sides(
    stipulation: str, count: int, condition: str
) -> None:
    rng = random.Random(f"{condition} {stipulation}")
    for number in range(count):
        if number % 2:
            text = crowded(rng, stipulation)
        else:
            text = problem_text(random_board(rng, rng.randint(3, 5)), stipulation)
        text = text.replace(
            "stipulation", f"condition {condition}\noption maxsolutions 40\nstipulation"
        )
        plain = lines(text, bounds=False)
        assert lines(text, bounds=True) == plain, text


def test_castling_brings_two_men_nearer_at_once() -> None:
    """Without this allowance the bounds would cut the castlings off."""
    text = "begin\npieces white Ke1 Ra1 Rh1 black Kc3 Pb3 Pd4\nstipulation h#2.5\nend\n"
    plain = lines(text, bounds=False)
    assert lines(text, bounds=True) == plain
    assert any(b"astling" in line for line in plain)


def test_a_pawn_captures_in_passing_on_an_empty_square() -> None:
    """Nothing need stand where a pawn captures in passing: nothing may be asked for there."""
    text = "begin\npieces white Kc6 Pe5 Ra1 black Ka8 Pd7 Pb7\nstipulation ser-h#5\nend\n"
    assert lines(text, bounds=True) == lines(text, bounds=False)


# Both answers are Popeye's.
STALEMATES = {
    "White Kd6 Bh1 Pa4c7 Black Kc8 Qa7 Rb7 Bb5b8 Sa8 Pb6c6d7\nstipulation ser-h=12": 1,
    "White Kb4 Qc1 Black Kf2 Bf1h2 Sg1 Pb5e2f3g2g3h3\nstipulation ser-h=7": 0,
}


@pytest.mark.parametrize("position", STALEMATES)
def test_stalemates_of_many_men_are_drawn(position: str) -> None:
    """Without pictures of the end neither is solved in a quarter of a minute."""
    found = lines(f"begin\npieces {position}\nend\n", bounds=True)
    assert len(found) == STALEMATES[position]
