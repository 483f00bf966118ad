"""Pieces of the library beyond Popeye and the founding ones, on boards that a text speaks of.

Sources: the examples of the pages that the declarations name (echekk.fr), and positions worked out
from the definitions.  To add a case: a line in CASES.
"""

import pytest

from grammar.library import library
from grammar.names import piece_called
from solver.model.board import Board
from tests.support.reach import Case, reach, reached_and_expected

# piece, square, board, white men, black men, squares reached, squares of captures
CASES = [
    # echekk.fr, Les Coureurs rétrogrades: what lies between does not matter, what lies beyond does.
    ("retrograde bishop", "e4", (8, 8), "a8 f3", "g6 b1", "g2 h1 h7", "b1 g6"),
    ("retrograde rook", "a1", (5, 1), "b1", "d1", "e1", "d1"),
    # echekk.fr, G-2: blocks of exactly two.
    ("g-2", "b7", (8, 8), "f7 g2 b3", "e7 f3 b5", "g7 h1", ""),
    ("g-3", "a1", (6, 1), "b1 c1", "d1", "e1", ""),
    ("g-3", "a1", (6, 1), "b1 c1", "", "", ""),
    ("nightrider hopper over two", "c8", (8, 8), "e4", "d6", "f2", ""),
    # echekk.fr, Équisauteurs and Sauteurs de type Sauterelle or Lion.
    ("camel hopper", "d1", (8, 8), "g2", "c4", "b7", ""),
    ("boyscout lion", "b1", (8, 8), "", "d1", "e2 f1 g2 h1", ""),
    ("boyscout hopper", "b1", (8, 8), "", "d1", "e2", ""),
    ("moose lion", "a1", (5, 4), "", "c1", "d2 e3", ""),
    # echekk.fr, Les Contra-sauteurs.
    ("contra grasshopper", "c2", (8, 8), "", "d2", "e2 f2 g2 h2", ""),
    ("contra locust", "a1", (5, 1), "", "b1", "", "c1 d1 e1"),
    ("contra locust", "a1", (5, 1), "e1", "b1", "", "c1 d1"),
    ("contra locust", "a1", (5, 1), "b1", "", "", ""),
    # echekk.fr, Le Hamster: hurdles g6, b6 and a1.
    ("hamster", "b1", (8, 8), "a1 b7", "g6 b6", "b5 f5", ""),
    ("hamster with null moves", "b1", (8, 8), "a1 b7", "g6 b6", "b1 b5 f5", ""),
    ("jabber", "b1", (8, 8), "a1 b7", "g6 b6", "b5 f5", "b6"),
    ("rook hamster", "b1", (8, 8), "a1 b7", "g6 b6", "b5", ""),
    # echekk.fr, Alfils à marches décomposées.
    ("lame alfil", "a1", (3, 3), "", "", "c3", ""),
    ("lame alfil", "a1", (3, 3), "", "b2", "", ""),
    ("alfil by a wazir's square", "a1", (3, 3), "a2 b2", "", "c3", ""),
    ("alfil by a wazir's square", "a1", (3, 3), "a2", "b1", "", ""),
    ("alfil by a dabbaba's square", "a1", (3, 3), "a2 b2 a3", "", "c3", ""),
    ("alfil by a dabbaba's square", "a1", (3, 3), "a3", "c1", "", ""),
    ("alfil by a giraffe's square", "e4", (8, 8), "", "", "c2 c6 g6", ""),
    ("alfil by a giraffe's square", "e4", (8, 8), "a5", "d8", "c2 g6", ""),
    ("lame dabbaba", "a1", (3, 3), "a2", "", "c1", ""),
    ("dabbaba by a fers's square", "a1", (3, 3), "a2", "", "a3 c1", ""),
    # echekk.fr, La Sauterelle de la nuit.
    ("nightgrasshopper", "a1", (8, 1), "b1 e1 g1", "", "c1 f1 h1", ""),
    ("nightgrasshopper", "a1", (8, 1), "b1", "c1", "", "c1"),
    ("zigzag grasshopper", "a1", (5, 5), "", "b1 c2", "c1 c3", ""),
    # By the definitions.
    ("shogi knight", "c1", (5, 3), "", "", "b3 d3", ""),
    ("crab", "c3", (5, 5), "", "", "a2 b5 d5 e2", ""),
    ("barc", "c3", (5, 5), "", "", "a4 b1 d1 e4", ""),
    ("fibnif", "c3", (5, 5), "", "", "b1 b2 b4 b5 d1 d2 d4 d5", ""),
    ("charging knight", "c2", (5, 4), "", "", "a3 b1 b2 b4 c1 d1 d2 d4 e3", ""),
    ("aanca", "a1", (4, 4), "", "", "b2 b3 b4 c2 d2", ""),
    ("manticore", "a1", (4, 4), "", "", "a2 b1 b3 c2 c4 d3", ""),
    ("falcon", "a1", (4, 4), "", "", "b4 c4 d2 d3", ""),
    ("falcon", "a1", (4, 4), "b1 b2", "", "b4 c4", ""),
    ("tamerlane giraffe", "a1", (6, 6), "", "", "b5 b6 e2 f2", ""),
    ("picket", "a1", (4, 4), "", "", "c3 d4", ""),
    ("janggi elephant", "a1", (4, 4), "", "", "c4 d3", ""),
    ("short rook", "a1", (7, 1), "", "", "b1 c1 d1 e1", ""),
    ("camel rose", "a1", (8, 8), "", "", "a7 b4 d2 d8 e5 g1 h4", ""),
]


@pytest.mark.parametrize("case", CASES, ids=lambda case: "-".join(map(str, case)))
def test_reach(case: Case) -> None:
    reached, expected = reached_and_expected(case)
    assert reached == expected


def test_there_are_three_hundred_pieces() -> None:
    assert len(library().ids()) >= 300


def test_pieces_beyond_popeye_name_their_source() -> None:
    from grammar.keywords import rows

    popeye = {row["id"] for row in rows("walks")} | {"hunter"}
    for id in set(library().ids()) - popeye:
        assert library().declaration(id).piece.source, id


@pytest.mark.parametrize(
    ("name", "id"),
    [
        ("Coureur-(1,5)", "(1,5)-rider"),
        ("(5,1)-rider", "(1,5)-rider"),
        ("Coureur-(1,4)", "girafferider"),
        ("Sauteur prolongé-(2,5)", "(2,5)-lion"),
        ("équisauteur-(1,5)", "(1,5)-equihopper"),
        ("(0,0)-rider", None),
        ("(m,n)-rider", None),
        ("cerf", "moose lion"),
        ("waffle", "phoenix"),
        ("Tour rétrograde", "retrograde rook"),
    ],
)
def test_names(name: str, id: str | None) -> None:
    assert piece_called(name) == id


@pytest.mark.parametrize(
    ("id", "square", "size", "black", "quiet", "captures"),
    [
        ("(1,5)-leaper", "a1", (6, 6), "", "b6 f2", ""),
        ("(1,2)-rider", "a1", (5, 5), "c5", "b3 c2 e3", "c5"),
        ("(1,2)-hopper", "a1", (5, 5), "b3", "c5", ""),
        ("contra (1,2)-hopper", "a1", (7, 4), "c2", "e3 g4", ""),
        ("(1,2)-lion", "a1", (7, 4), "c2", "e3 g4", ""),
        ("(1,2)-locust", "a1", (7, 4), "c2", "", "e3"),
        ("(0,1)-equihopper", "a1", (4, 1), "b1", "c1", ""),
        ("chinese (0,1)-rider", "a1", (5, 1), "c1 e1", "b1", "e1"),
    ],
)
def test_formulas(
    id: str, square: str, size: tuple[int, int], black: str, quiet: str, captures: str
) -> None:
    assert reach(id, square, Board(*size), "", black) == (quiet, captures)
