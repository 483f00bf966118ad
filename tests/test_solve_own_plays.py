"""Declared goals and stipulations from a problem file to its solution.

What is expected comes from Popeye's answers to the undeclared form, of which a declaration takes a
part: the helpmates that begin with a castling, the mates by one man.
"""

import pytest

import solver
from solver.model.solution import LineFound, PlayedMove, Solution, TreeFound

MATES = "pieces white kc1 qd3 sg5 rf1 black kh8 rg8 pg7h7 bf8"
CASTLING = "pieces white kg1 qd1 ra1 black ke8 rh8a8 pf7g7h7"


def solved(words: str, men: str, stipulation: str) -> Solution:
    solution = solver.solve(f"begin\n{words}\n{men}\nstipulation {stipulation}\nend")
    assert solution.complete
    return solution


def lines(solution: Solution) -> set[tuple[PlayedMove, ...]]:
    (twin,) = solution.twins
    found = [found for phase in twin.phases for found in phase.found]
    return {line.moves for line in found if isinstance(line, LineFound)}


def names(moves: tuple[PlayedMove, ...]) -> str:
    from solver.model.board import ORTHODOX_BOARD as board

    return " ".join(
        f"{board.name(m.departure)}{board.name(m.arrival)}{m.goal or ''}" for m in moves
    )


def keys(solution: Solution) -> set[tuple[str, str | None]]:
    (twin,) = solution.twins
    found = [found for phase in twin.phases for found in phase.found]
    return {
        (names((key.node.move,)).removesuffix(key.node.move.goal or ""), key.node.move.goal)
        for key in found
        if isinstance(key, TreeFound)
    }


@pytest.mark.parametrize(
    ("goal", "expected"),
    [
        ('"#"', {("d3h7", "#"), ("g5f7", "#")}),
        ('"#" by knight', {("g5f7", "#")}),
        ('"#" by queen, pawn', {("d3h7", "#")}),
        ('"#" on f7 h8', {("g5f7", "#")}),
        ('"#" and not by S', {("d3h7", "#")}),
        ('"x" by rook on f8', {("f1f8", "x")}),
        ("by rook on f7 f8", {("f1f7", None), ("f1f8", None)}),
        ('by rook on f7 mark "R"', {("f1f7", "R")}),
        ('"#" by rook', set()),
        ('"#" by {long elk}', set()),
    ],
)
def test_direct_play_with_a_declared_goal(goal: str, expected: set[tuple[str, str]]) -> None:
    elk = 'declare piece {long elk} { walk "[(1,4)]!"; }\n'
    assert keys(solved(f"{elk}declare goal {{it}} = {goal};", MATES, "{it}1")) == expected
    tree = solver.solve(
        f"begin\n{elk}declare goal it = {goal};\n{MATES}\nsstip white 1a[{{it}}]d\nend"
    )
    assert tree.complete


def test_a_declared_goal_takes_its_part_of_the_helpmates() -> None:
    every = lines(solved("", CASTLING, "h#2"))
    mates = lines(solved('declare goal q = "#" by queen;', CASTLING, "h{q}2"))
    walks = {moves: moves[-1].mover.walk for moves in every if moves[-1].mover is not None}
    assert mates == {moves for moves, walk in walks.items() if walk == "queen"}
    assert 0 < len(mates) < len(every)


def test_helpmates_that_begin_with_a_castling() -> None:
    words = """declare stipulation {castling first} =
        for 1 black "1h[00&1:1h[goal]h]h"
        black "1h[00&(2n-1)h[goal]h]h";"""
    found = {names(moves) for moves in lines(solved(words, CASTLING, "{castling first}#2"))}
    # Popeye's helpmates in two with 1.0-0.
    assert found == {
        "e8g8 a1a8 g8h8 a8f8#",
        "e8g8 a1a8 f8b8 a8b8#",
        "e8g8 a1a8 f8c8 a8c8#",
        "e8g8 a1a8 f8d8 d1d8#",
        "e8g8 a1a8 f8d8 a8d8#",
        "e8g8 a1a8 f8e8 a8e8#",
    }


def test_a_goal_of_the_library() -> None:
    assert keys(solved("", MATES, "{mate by a knight}1")) == {("g5f7", "#")}
    assert keys(solved("", MATES, "{mate from a corner}1")) == set()


def test_declared_play_without_goal_or_length() -> None:
    words = 'declare stipulation {knight or queen} = white "1ad[#]|1ad[+]";'
    solution = solved(words, MATES, "{knight or queen}")
    assert solution.complete


@pytest.mark.parametrize(
    "declared, own, known",
    [('black "(2n)hh[goal]"', "{it}#2", "h#2"), ('white "1:(n)s[goal]"', "{it}#3", "ser-#3")],
)
def test_white_to_play_in_declared_play(declared: str, own: str, known: str) -> None:
    men, words = "forsyth 8/8/8/8/8/1K6/7Q/k7", f"declare stipulation {{it}} = {declared};"
    expected = lines(solved("", men, f"{known} option whitetoplay"))
    assert expected
    assert lines(solved(words, men, f"{own} option whitetoplay")) == expected
