"""Published solutions are read in the notations that people use."""

import pytest

from solver.batch.published.moves import Squares, Written, letters_of
from solver.batch.published.tokens import Move, Number, Sign, Unread, tokens
from solver.batch.published.tree import Ply, sections, series_numbering
from solver.model.solution import Piece, PlayedMove
from tests.support.collections import MANSFIELD, document, judged

LONG = """1.Sc5-d7 ! threat:
        2.Sa4-b2 #
    1...Be1-c3
        2.Ba2*b3 #
    1...Rd3-d2
        2.Qh8-c3 #
    1...Rd3-d4
        2.Sd7-e5 #
    1...d5-d4
        2.Qh8-g8 #"""

WRITINGS = {
    "long": LONG,
    "quoted": f'"{LONG}"',
    "short": "1.Sd7! (2.Sb2#) 1...Bc3 2.Bxb3# 1...Rd2 2.Qc3# 1...Rd4 2.Se5# 1...d4 2.Qg8#",
    "N": "1.Nd7! [2.Nb2#]\n1...Bc3 2.Bxb3#\n1...Rd2 2.Qc3#\n1...Rd4 2.Ne5#\n1...d4 2.Qg8#",
    "German": "1.Sd7! (droht 2.Sb2#)\n1.- Lc3 2.L:b3#\n1.- Td2 2.Dc3#\n1.- Td4 2.Se5#",
    "French": "1.Cd7! menace 2.Cb2#\n1...Fc3 2.F*b3#\n1...Td2 2.Dc3#\n1...Td4 2.Ce5#",
    "Russian": "1.\u041ad7! (2.\u041ab2#)\n1...\u0421c3 2.\u0421:b3#\n1...\u041bd2 2.\u0424c3#\n"
    "1...\u041bd4 2.\u041ae5#\n1...d4 2.\u0424g8#",
    "ellipsis": "1.Sd7! ~ 2.Sb2#\n1\u2026Bc3 2.B\u00d7b3#\n1. \u2026 Rd2 2.Qc3#\n1. ... d4 2.Qg8#",
    "theme letters": "1.Sd7![A] (2.Sb2#) 1...Bc3[a] 2.Bxb3#[B] 1...d4[b] 2.Qg8#[C]",
    "comment": "1.Sd7! {1.Sxd3? fails} 1...Bc3 2.Bxb3# {pretty} 1...d4 2.Qg8#",
    "try": "1.Sxb3? (2.Sb2#) but 1...Rxb3!\n\n1.Sd7! (2.Sb2#)\n1...Bc3 2.Bxb3#",
    "any": "1.Sd7! 1...R3~ 2.Qc3#?\n1...Bc3 2.Bxb3#\n1...else 2.Sb2#",
    "key only": "1.Sd7!",
    "no mark": "1.Sd7",
}


@pytest.mark.parametrize("name", WRITINGS)
def test_one_solution_written_in_many_ways(name: str) -> None:
    result = judged(document(*MANSFIELD, WRITINGS[name]))
    assert result.verdict == "sound", [str(finding) for finding in result.findings]
    assert result.complete


@pytest.mark.parametrize("name", [name for name in WRITINGS if name not in ("no mark",)])
def test_a_wrong_key_is_seen_in_every_writing(name: str) -> None:
    text = WRITINGS[name].replace("Sc5-d7", "Sc5-e6").replace("d7!", "e6!")
    result = judged(document(*MANSFIELD, text))
    assert result.verdict == "differs"


def moves(text: str) -> list[Written]:
    return [token.written for token in tokens(text) if isinstance(token, Move)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Qh8-g8 #", Written("Q", "h8", arrival="g8", check="#")),
        ("Qxg8+!", Written("Q", capture=True, arrival="g8", check="+", mark="!")),
        ("Q:g8", Written("Q", capture=True, arrival="g8")),
        ("Ra(:)c4", Written("R", hint="a", capture=True, arrival="c4")),
        ("Qh8*g8", Written("Q", "h8", capture=True, arrival="g8")),
        ("R1d7", Written("R1", arrival="d7")),
        ("Nbd7", Written("N", hint="b", arrival="d7")),
        ("exd5", Written(hint="e", capture=True, arrival="d5")),
        ("ed5", Written(hint="e", arrival="d5")),
        ("exd", Written(hint="e", capture=True, file="d")),
        ("e5*d6 ep.", Written("", "e5", capture=True, arrival="d6", passant=True)),
        ("exd6 e.p.", Written(hint="e", capture=True, arrival="d6", passant=True)),
        ("exd6ep", Written(hint="e", capture=True, arrival="d6", passant=True)),
        ("e8=Q", Written(arrival="e8", promotion="Q")),
        ("e8Q", Written(arrival="e8", promotion="Q")),
        ("e8(Q)", Written(arrival="e8", promotion="Q")),
        ("e8/Q", Written(arrival="e8", promotion="Q")),
        ("e7-e8=nG", Written("", "e7", arrival="e8", promotion="nG")),
        ("0-0", Written(castling="king_side_castling")),
        ("O-O-O#", Written(castling="queen_side_castling", check="#")),
        ("Gb4*e7[bGe7->e1]", Written("G", "b4", capture=True, arrival="e7", effects=("bGe7->e1",))),
        ("Kd5(b4)", Written("K", arrival="d5", effects=("b4",))),
        ("nDa1", Written("nD", arrival="a1")),
    ],
)
def test_moves(text: str, expected: Written) -> None:
    assert moves(text)[0] == expected


def test_promotions_to_choose_from() -> None:
    assert [move.promotion for move in moves("e7-e8=S/N+ ?")] == ["S", "N"]
    assert [move.promotion for move in moves("c1Q/c1R 2.a1")] == ["Q", "R", ""]


@pytest.mark.parametrize(
    ("text", "number", "second"),
    [
        ("1.", 1, False),
        ("12.", 12, False),
        ("1...", 1, True),
        ("1. ...", 1, True),
        ("1....", 1, True),
        ("1.- ", 1, True),
        ("1\u2026", 1, True),
        ("2...0-0", 2, True),
    ],
)
def test_numbers(text: str, number: int, second: bool) -> None:
    found = next(iter(tokens(text if text[-1] == "0" else f"{text}Ka1")))
    assert isinstance(found, Number)
    assert (found.number, found.second) == (number, second)


def test_set_play_star() -> None:
    found = next(iter(tokens("*1...Ka1 2.Kb2")))
    assert isinstance(found, Number) and found.set_play


def test_prose_and_results_are_no_moves() -> None:
    assert not list(tokens("White has an answer to everything. 1-0 1/2-1/2"))


def test_what_cannot_be_read_is_quoted() -> None:
    found = list(tokens("1.Qa1 qZx3e4z"))
    assert any(isinstance(token, Unread) and "e4" in token.text for token in found)


def test_signs() -> None:
    kinds = [
        token.kind for token in tokens("1.Ka1 ! threat: but zz (2.Ka2)") if isinstance(token, Sign)
    ]
    assert kinds == ["threat", "but", "zugzwang", "(", ")"]


def outline(plies: list[Ply]) -> list[object]:
    return [[str(ply.written), outline(ply.threats), outline(ply.answers)] for ply in plies]


def test_numbers_tell_where_moves_belong() -> None:
    text = "1.Qa1! (2.Qa8#) 1...Kb7/Kc7 2.Qa2 Kb8 3.Qa3#\n 2...Kb6 3.Qa4#"
    (section,) = sections(text)
    ((place, key),) = section.roots
    deep = [["Kb8", [], [["Qa3", [], []]]], ["Kb6", [], [["Qa4", [], []]]]]
    assert place == 0
    assert [str(ply.written) for ply in key.threats] == ["Qa8"]
    assert outline(key.answers) == [
        ["Kb7", [], [["Qa2", [], deep]]],
        ["Kc7", [], [["Qa2", [], deep]]],
    ]


def test_parts_of_twins() -> None:
    text = "a) diagram\n1.Ka1 Kb2\n\nb) wPc4-->d4\n1.Ka2 Kb3\n+c) bKc3<-->bPf4 1.Ka3 Kb4"
    found = sections(text)
    assert [section.label for section in found] == ["a", "b", "c"]
    assert [str(section.roots[0][1].written) for section in found] == ["Ka1", "Ka2", "Ka3"]
    assert all(len(section.roots) == 1 for section in found)


def test_series_count_one_side() -> None:
    (section,) = sections("1.Ka1 2.Ka2 3.Ka3 Kc1#", series_numbering)
    assert outline([section.roots[0][1]]) == [
        ["Ka1", [], [["Ka2", [], [["Ka3", [], [["Kc1", [], []]]]]]]]
    ]


def test_letters_of_fairy_men_come_first() -> None:
    played = PlayedMove("ordinary", 0, 17, Piece("white", "nightrider"))
    written = moves("Nb3")[0]
    assert letters_of("en", {"N": "nightrider"}).means(written, played, Squares())
    assert not letters_of("en", {}).means(written, played, Squares())
