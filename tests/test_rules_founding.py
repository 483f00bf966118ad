"""The founding pieces on small boards, by hand: squares reached, squares of captures.

Sources: the examples of echekk.fr for each piece (see grammar/library/founding.dawson), and
positions worked out from the definitions.  To add a case: a line in CASES.
"""

import pytest
from msgspec.structs import replace

from grammar.library import library
from grammar.names import pieces_by_name
from solver.model.board import Board
from solver.model.piece import Piece
from tests.support.reach import Case, reach, reached_and_expected

# piece, square, board, white men, black men, squares reached, squares of captures
CASES = [
    # One step over an empty square, then one at 45 degrees.
    ("coureur-élan", "a1", (3, 3), "", "", "b3 c2", ""),
    ("coureur-élan", "a1", (3, 3), "b2", "b1", "b3", ""),
    ("coureur-élan", "a1", (3, 3), "", "b3 c2", "", "b3 c2"),
    ("coureur-élan", "a1", (8, 2), "h2", "b2", "c2 d2 e2 f2 g2", ""),
    ("coureur-élan", "a1", (8, 2), "b2 d1", "", "c2 d2", ""),
    # At 90 degrees: d6 needs b2 c3 d4 e5, f2 needs b1 to f1.
    ("coureur-aigle", "a1", (3, 2), "", "", "b2 c1 c2", ""),
    ("coureur-aigle", "a1", (3, 2), "", "b1", "b2 c1", ""),
    ("coureur-aigle", "a1", (6, 2), "c1", "b2", "", "b2"),
    # At 135 degrees: e2 needs b1 to f1, and the last step goes back.
    ("coureur-moineau", "a1", (3, 2), "", "", "a2 b1 b2", ""),
    ("coureur-moineau", "a1", (6, 2), "", "f1", "a2 b1 b2 c2 d2", ""),
    ("coureur-moineau", "a1", (6, 2), "a2", "b2", "c2 d2 e2", "b2"),
    # Turns right round: one square short of an empty one, no captures.
    ("coureur-hamster", "a1", (5, 1), "", "", "b1 c1 d1", ""),
    ("coureur-hamster", "a1", (5, 1), "", "d1", "b1", ""),
    ("coureur-hamster", "a1", (3, 1), "", "c1", "", ""),
    ("alibaba", "c3", (5, 5), "b2 c2 d4", "a1 e5", "a3 a5 c1 c5 e1 e3", "a1 e5"),
    # Octagons of leaps; the paths from h1 are those of the text.
    ("electron", "h1", (8, 8), "", "", "b1 b3 d3 d5 f1 f3 f5 f7 h3 h7", ""),
    ("electron", "h1", (8, 8), "", "f3", "b1 b3 d3 d5 f1 f5 f7 h3 h7", "f3"),
    ("electron", "h1", (8, 8), "f1", "f3 h3", "", "f3 h3"),
    ("electron", "h1", (8, 8), "d5", "", "b1 d3 f1 f3 f5 h3 h7", ""),
    ("electron", "c3", (5, 5), "", "c1 e5", "a1 a3 a5 c5 e1 e3", "c1 e5"),
    ("moo", "b1", (4, 3), "", "", "a3 c3 d2", ""),
    ("moo", "b1", (4, 3), "b2", "c1", "a3 c3 d2", ""),
    ("moo", "b1", (4, 3), "b2 c2", "a2", "d2", ""),
    ("moo", "b1", (4, 3), "b2 c2", "a2 c1", "", ""),
    ("mao", "b1", (4, 3), "b2", "d2", "", "d2"),
    ("moa", "b1", (4, 3), "c2", "a3", "", "a3"),
    # Lions: the five diagrams of the text.
    ("bishop-lion", "c1", (8, 8), "", "", "", ""),
    ("bishop-lion", "c1", (8, 8), "f4", "", "g5 h6", ""),
    ("bishop-lion", "c1", (8, 8), "f4", "g5", "", "g5"),
    ("bishop-lion", "c1", (8, 8), "f4 g5", "", "", ""),
    ("bishop-lion", "c1", (8, 8), "e3", "g5", "f4", "g5"),
    ("rook-lion", "a1", (5, 1), "c1", "", "d1 e1", ""),
    ("lion", "a1", (4, 4), "b2", "c1", "c3 d1 d4", ""),
    ("nightrider lion", "a1", (7, 4), "", "c2", "e3 g4", ""),
    ("rose-lion", "a1", (5, 5), "", "c2", "d4 e1", ""),
    ("moose", "a1", (4, 2), "", "c1", "d2", ""),
    ("eagle", "a1", (4, 2), "", "c1", "c2", ""),
    ("sparrow", "a1", (4, 2), "", "c1", "b2", ""),
    ("hamster", "a1", (4, 2), "", "c1", "b1", ""),
    ("hamster", "a1", (4, 2), "", "b1", "", ""),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)))
def test_reach(case: Case) -> None:
    reached, expected = reached_and_expected(case)
    assert reached == expected


EIGHT = Board(8, 8)
SQUARES = [EIGHT.name(square) for square in range(EIGHT.size)]

# piece, square, where it goes, and the squares that the text wants empty for that
NEEDS = [
    ("coureur-élan", "a1", "f5", "b2 c3 d4 e5"),
    ("coureur-élan", "a1", "g2", "b1 c1 d1 e1 f1"),
    ("coureur-aigle", "a1", "d6", "b2 c3 d4 e5"),
    ("coureur-aigle", "a1", "f2", "b1 c1 d1 e1 f1"),
    ("coureur-moineau", "a1", "g8", "b2 c3 d4 e5 f6 g7 h8"),
    ("coureur-moineau", "a1", "e2", "b1 c1 d1 e1 f1"),
    ("coureur-hamster", "a1", "e5", "b2 c3 d4 e5 f6"),
    ("coureur-hamster", "a1", "a4", "a2 a3 a4 a5"),
    ("electron", "h1", "f7", "f1 d3 d5"),
    # By two ways: one man cannot stop it.
    ("electron", "h1", "b1", ""),
    ("mao", "d4", "e6", "d5"),
]


@pytest.mark.parametrize(("walk", "square", "target", "needed"), NEEDS)
def test_what_must_be_empty(walk: str, square: str, target: str, needed: str) -> None:
    assert target in reach(walk, square, EIGHT)[0].split()
    blocking = [
        name
        for name in SQUARES
        if name != square and target not in reach(walk, square, EIGHT, name)[0].split()
    ]
    assert set(blocking) == {*needed.split(), target}


def test_the_squares_of_hurdles_of_a_bishop_lion() -> None:
    field = [
        name
        for name in SQUARES
        if name != "c1" and reach("bishop-lion", "c1", EIGHT, name) != ("", "")
    ]
    assert field == ["b2", "d2", "e3", "f4", "g5"]


def test_an_octagon_is_walked_in_both_senses() -> None:
    octagon = "f7 h5 h3 f1 d1 b3 b5".split()
    for cut in range(len(octagon)):
        reached = reach("electron", "d7", EIGHT, octagon[cut])[0].split()
        assert set(octagon) - {octagon[cut]} <= set(reached)


def test_the_star_of_the_alibaba() -> None:
    assert reach("alibaba", "e4", EIGHT)[0] == "c2 c4 c6 e2 e6 g2 g4 g6"


def with_null_move(id: str) -> Piece:
    piece = library().piece(id)
    return replace(piece, walk=piece.variants["null"]) if "null" in piece.variants else piece


def test_null_moves_are_an_option() -> None:
    ring = Board(7, 7)
    assert "c1" not in reach("electron", "c1", ring)[0]
    assert "c1" in reach("electron", "c1", ring, lookup=with_null_move)[0].split()
    assert "a1" in reach("coureur-hamster", "a1", Board(2, 1), lookup=with_null_move)[0]


def test_only_from_the_middle_of_13x13_all_octagons_are_complete() -> None:
    assert len(reach("electron", "g7", Board(13, 13))[0].split()) == 32
    assert len(reach("electron", "f6", Board(12, 12))[0].split()) < 32


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("coureur elan", "coureur-élan"),
        ("electron", "electron"),
        ("elektron", "electron"),
        ("elan", "moose"),
        ("elch", "moose"),
        ("aigle", "eagle"),
        ("moineau", "sparrow"),
        ("hamster", "hamster"),
        ("fou lion", "bishop-lion"),
        ("laufer lion", "bishop-lion"),
        ("tour lion", "rook-lion"),
        ("noctambule lion", "nightrider lion"),
        ("rose lion", "rose-lion"),
        ("adlerlaufer", "coureur-aigle"),
    ],
)
def test_names_in_three_languages(name: str, id: str) -> None:
    assert pieces_by_name()[name] == id


def test_no_name_stands_for_two_pieces() -> None:
    from grammar.names import name_key

    known = pieces_by_name()
    for id in library().ids():
        for name in () if library().has_parameters(id) else library().names(id):
            assert known[name_key(name)] == id, name
