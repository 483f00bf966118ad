"""Twins: where the men stand after each kind of change, and what does not apply."""

import pytest

from solver.model.board import Board, Colour
from solver.model.position import Man, Position
from solver.model.problem import (
    Add,
    Change,
    Condition,
    Exchange,
    Mirror,
    Move,
    NewConditions,
    NewStipulation,
    PolishType,
    Problem,
    Remove,
    Rotate,
    Shift,
    Substitute,
    Twin,
)
from solver.model.stipulation import Goal, Traditional
from solver.model.twinning import label, variants

BOARD = Board()
LETTERS = {"k": "king", "q": "queen", "r": "rook", "b": "bishop", "s": "knight", "p": "pawn"}


def square(name: str) -> int:
    return BOARD.square(name)


def men(text: str) -> dict[int, Man]:
    """ "Kb1 qh6" -> men by square; capitals are white, `=` in front means neutral."""
    found = {}
    for word in text.split():
        neutral = word.startswith("=")
        letter, name = word[-3], word[-2:]
        colour = Colour.WHITE if letter.isupper() else Colour.BLACK
        found[square(name)] = Man(Colour.NEUTRAL if neutral else colour, LETTERS[letter.lower()])
    return found


def text(position: Position) -> set[str]:
    back = {walk: letter for letter, walk in LETTERS.items()}
    found = set()
    for where, man in position:
        letter = back[man.walk]
        if man.colour is Colour.WHITE:
            letter = letter.upper()
        sign = "=" if man.colour is Colour.NEUTRAL else ""
        found.add(f"{sign}{letter}{position.board.name(where)}")
    return found


DIAGRAM = "Kb1 Qa3 Sg1 kg7 rh6 sb8"


def after(*changes: Change, diagram: str = DIAGRAM) -> set[str]:
    problem = Problem(position=Position(BOARD, men(diagram)), twins=(Twin(changes),))
    return text(variants(problem)[1].position)


@pytest.mark.parametrize(
    ("change", "expected"),
    [
        # a quarter turn to the left takes a3 to f1
        (Rotate(90), "Kh2 Qf1 Sh7 kb7 rc8 sa2"),
        (Rotate(180), "Kg8 Qh6 Sb8 kb2 ra3 sg1"),
        (Rotate(270), "Ka7 Qc8 Sa2 kg2 rf1 sh7"),
        (Mirror("a1<-->h1"), "Kg1 Qh3 Sb1 kb7 ra6 sg8"),
        (Mirror("a1<-->a8"), "Kb8 Qa6 Sg8 kg2 rh3 sb1"),
        (Mirror("a1<-->h8"), "Kh7 Qf8 Sh2 kb2 rc1 sa7"),
        (Mirror("a8<-->h1"), "Ka2 Qc1 Sa7 kg7 rf8 sh2"),
        (PolishType(), "kb1 qa3 sg1 Kg7 Rh6 Sb8"),
        (Substitute("knight", "bishop"), "Kb1 Qa3 Bg1 kg7 rh6 bb8"),
        (Move(square("a3"), square("g1")), "Kb1 Qg1 kg7 rh6 sb8"),
        (Exchange(square("a3"), square("b8")), "Kb1 Qb8 Sg1 kg7 rh6 sa3"),
        (Remove((square("a3"),)), "Kb1 Sg1 kg7 rh6 sb8"),
        (
            Add(
                (
                    (square("d4"), Man(Colour.WHITE, "pawn")),
                    (square("g1"), Man(Colour.BLACK, "rook")),
                )
            ),
            "Kb1 Qa3 Pd4 rg1 kg7 rh6 sb8",
        ),
    ],
)
def test_change_of_position(change: Change, expected: str) -> None:
    assert after(change) == set(expected.split())


def test_neutral_men_keep_their_colour_under_polish_type() -> None:
    assert after(PolishType(), diagram="Kb1 kg7 =qe4") == {"kb1", "Kg7", "=qe4"}


def test_shift_moves_everything_or_nothing() -> None:
    shift = Shift(square("a1"), square("b2"))
    assert after(shift, diagram="Kb1 Qa3 kf6") == {"Kc2", "Qb4", "kg7"}
    problem = Problem(position=Position(BOARD, men("Kb1 kh6")), twins=(Twin((shift,)),))
    twin = variants(problem)[1]
    assert text(twin.position) == {"Kb1", "kh6"}
    assert [(w.key, w.square) for w in twin.warnings] == [("outside", square("h6"))]


@pytest.mark.parametrize(
    "change",
    [
        Move(square("c3"), square("d3")),
        Exchange(square("a3"), square("c3")),
        Remove((square("c3"),)),
    ],
)
def test_an_empty_square_is_reported_and_left_alone(change: Change) -> None:
    problem = Problem(position=Position(BOARD, men(DIAGRAM)), twins=(Twin((change,)),))
    twin = variants(problem)[1]
    assert text(twin.position) == set(DIAGRAM.split())
    assert [(w.key, w.square) for w in twin.warnings] == [("empty_square", square("c3"))]


def test_a_quarter_turn_needs_a_square_board() -> None:
    board = Board(width=4, height=6)
    position = Position(board, {0: Man(Colour.WHITE, "king")})
    problem = Problem(position=position, twins=(Twin((Rotate(90),)), Twin((Rotate(180),))))
    _, quarter, half = variants(problem)
    assert [w.key for w in quarter.warnings] == ["not_square_board"]
    assert quarter.position == position
    assert list(half.position.men) == [23]


def test_twins_start_from_the_diagram_unless_continued() -> None:
    remove = Remove((square("a3"),))
    again = Remove((square("g1"),))
    position = Position(BOARD, men(DIAGRAM))
    apart = variants(Problem(position=position, twins=(Twin((remove,)), Twin((again,)))))
    assert [v.label for v in apart] == ["a", "b", "c"]
    assert text(apart[2].position) == set(DIAGRAM.split()) - {"Sg1"}
    together = variants(
        Problem(position=position, twins=(Twin((remove,)), Twin((again,), continued=True)))
    )
    assert text(together[2].position) == set(DIAGRAM.split()) - {"Sg1", "Qa3"}
    assert together[2].continued


def test_stipulation_and_conditions() -> None:
    mate, stalemate = (Traditional(f"h{goal}2", "h", Goal(goal), 2) for goal in "#=")
    circe = (Condition("Circe"),)
    problem = Problem(
        position=Position(BOARD, men(DIAGRAM)),
        stipulation=mate,
        conditions=(Condition("Madrasi"),),
        twins=(
            Twin((NewStipulation(stalemate),)),
            Twin((NewConditions(circe),), continued=True),
            Twin((Remove((square("a3"),)),)),
        ),
    )
    a, b, c, d = variants(problem)
    assert (a.stipulation, b.stipulation, c.stipulation, d.stipulation) == (
        mate,
        stalemate,
        stalemate,
        mate,
    )
    assert c.conditions == circe
    assert d.conditions == problem.conditions


def test_zeroposition_and_no_twins() -> None:
    position = Position(BOARD, men(DIAGRAM))
    assert [(v.index, v.label) for v in variants(Problem(position=position))] == [(0, "")]
    twins = (Twin((Remove((square("a3"),)),)), Twin((Remove((square("g1"),)),)))
    found = variants(Problem(position=position, twins=twins, zeroposition=True))
    assert [(v.index, v.label) for v in found] == [(1, "a"), (2, "b")]


def test_labels_go_on_after_z() -> None:
    assert [label(n) for n in (0, 25, 26, 27)] == ["a", "z", "z1", "z2"]
