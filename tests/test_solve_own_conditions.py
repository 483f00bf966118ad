"""Conditions that exist nowhere else, from their declaration in a problem to the solution.

What is expected is found by trying everything under the same rules, written independently
(tests/support/slow_conditions.py), and said here too where there is one solution.
"""

import chess
import pytest
from support.slow_conditions import (
    Chaperones,
    Graduates,
    HomingKnights,
    Line,
    Rules,
    Whirlpools,
)

import solver
from solver.model.board import ORTHODOX_BOARD
from solver.model.errors import UnsupportedRule
from solver.model.solution import LineFound, PlayedMove, Solution
from solver.notation.header import header_text

WHIRLPOOLS = """
declare condition Whirlpools(squares: squares = d4 e4 d5 e5) {
    rule remove_mover(mover: not royal & on(squares));
    means "A man that captures on one of the squares vanishes, but no king.";
}
"""
CHAPERONES = """
declare condition {Chaperoned knights} {
    rule observed_gate(
        subject: walk(knight), observed_by: own, wanted: yes, forbids: captures
    );
    means "A knight captures only if a man of its own side observes it.";
}
"""
GRADUATES = """
declare condition Graduates {
    is NoBlackCapture;
    rule for white transform(map: {knight > bishop, bishop > rook, rook > queen});
    means "White's officers climb a step by moving; Black does not capture.";
}
"""
HOMING = "declare condition {Homing knights} { is Circe(men: walk(knight)); }"
OF_KNIGHTS = "{chaperoned  Knights}"
TOP = "a7b7c7d7e7f7g7h7a8b8c8d8e8f8g8h8"
FAR = Whirlpools(" ".join(TOP[i : i + 2] for i in range(0, len(TOP), 2)))
LETTERS = {"queen": "q", "rook": "r", "bishop": "b", "knight": "n"}


def solved(declaration: str, named: str, forsyth: str, half_moves: int) -> Solution:
    moves = f"{half_moves // 2}{'.5' if half_moves % 2 else ''}"
    men = forsyth.replace("N", "S").replace("n", "s")
    text = f"begin\n{declaration}\nforsyth {men}\nstipulation h#{moves}\ncondition {named}\nend"
    solution = solver.solve(text)
    assert solution.complete
    return solution


def text_of(move: PlayedMove) -> str:
    name = ORTHODOX_BOARD.name
    promoted = move.promotion is not None and move.mover.walk == "pawn"
    letter = LETTERS[move.promotion.walk] if promoted and move.promotion else ""
    return name(move.departure) + name(move.arrival) + letter


def lines(solution: Solution, half_moves: int) -> set[Line]:
    """The solutions of full length."""
    (twin,) = solution.twins
    found = [found for phase in twin.phases for found in phase.found]
    all_lines = [line.moves for line in found if isinstance(line, LineFound)]
    return {tuple(map(text_of, moves)) for moves in all_lines if len(moves) == half_moves}


def expected(rules: Rules, forsyth: str, half_moves: int) -> set[Line]:
    side = "w" if half_moves % 2 else "b"
    return set(rules.helpmates(chess.Board(f"{forsyth} {side} - - 0 1"), half_moves))


@pytest.mark.parametrize(
    ("declaration", "named", "rules", "forsyth", "half_moves", "solution"),
    [
        (WHIRLPOOLS, f"Whirlpools {TOP}", FAR, "kB6/r1K5/R2R4/8/8/8/8/8", 1, "b8a7"),
        (WHIRLPOOLS, f"Whirlpools {TOP}", FAR, "krQ5/8/NK6/8/8/8/8/8", 1, "a6b8"),
        (WHIRLPOOLS, f"Whirlpools {TOP}", FAR, "2b2k1K/5p2/3N2Q1/2B5/8/8/8/8", 1, "d6f7"),
        (
            WHIRLPOOLS,
            "whirlpools",
            Whirlpools("d4 e4 d5 e5"),
            "3N1K2/3N4/6k1/8/5B2/8/R6n/3n4",
            3,
            "",
        ),
        (CHAPERONES, OF_KNIGHTS, Chaperones(), "8/8/8/8/8/8/6k1/K6N", 2, ""),
        (
            CHAPERONES,
            "{Chaperoned  Knights}",
            Chaperones(),
            "n2k4/1P6/2Q2N2/1B1K4/8/8/8/8",
            2,
            "a8b6 c6d7",
        ),
        (CHAPERONES, OF_KNIGHTS, Chaperones(), "1k6/B1NB4/3r4/1RK5/8/8/8/8", 2, "b8a8 a7b8"),
        (GRADUATES, "Graduates", Graduates(), "nbk2K2/8/2B5/4rB2/8/8/8/8", 2, "c8d8 f5c8"),
        (GRADUATES, "Graduates", Graduates(), "6k1/5N2/5B2/6KR/8/8/8/8", 2, "g8f8 h5h8"),
        (GRADUATES, "Graduates", Graduates(), "6k1/8/8/n7/8/4N3/2K5/5B2", 3, ""),
        (HOMING, "{Homing knights}", HomingKnights(), "6k1/5npp/8/4N3/8/8/8/K7", 2, "g8h8 e5f7"),
        (HOMING, "{Homing knights}", HomingKnights(), "3n2k1/6pp/8/8/8/3N4/8/K7", 4, ""),
    ],
)  # fmt: skip
def test_the_solutions_are_those_of_the_slow_reading(
    declaration: str, named: str, rules: Rules, forsyth: str, half_moves: int, solution: str
) -> None:
    found = lines(solved(declaration, named, forsyth, half_moves), half_moves)
    assert found == expected(rules, forsyth, half_moves)
    if solution:
        assert found == {tuple(solution.split())}


def test_a_knight_that_comes_home_is_told() -> None:
    solution = solved(HOMING, "{Homing knights}", "6k1/5npp/8/4N3/8/8/8/K7", 2)
    (found,) = solution.twins[0].phases[0].found
    assert isinstance(found, LineFound)
    home = [effect for effect in found.moves[-1].effects if effect.reason == "rebirth"]
    assert [effect.kind for effect in home] == ["place"]


def test_the_header_names_it() -> None:
    men = "pieces white ka1 black kc1\nstipulation h#1"
    text = f"begin\n{WHIRLPOOLS}\n{men}\ncondition whirlpools b2a1\nend"
    (problem,) = solver.read_text(text)
    assert "Whirlpools b2 a1" in header_text(problem, problem.language)


def test_conditions_of_twins() -> None:
    text = (
        f"begin\n{HOMING}\nforsyth 6k1/5spp/8/4S3/8/8/8/K7\nstipulation h#1\n"
        "condition {Homing knights}\ntwin condition NoCapture\nend"
    )
    first, second = solver.solve(text).twins
    counts = [[len(phase.found) for phase in twin.phases] for twin in (first, second)]
    assert counts == [[1], [0]]


def test_what_is_known_but_not_declared_is_refused() -> None:
    with pytest.raises(UnsupportedRule, match="condition ImmunChess LastMove has no meaning"):
        solver.solve("begin pieces white ka1 black kc1 stip h#1 condition immunchess lastmove end")
