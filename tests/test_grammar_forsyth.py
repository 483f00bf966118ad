"""Forsyth notation and FEN, on boards of any size."""

import pytest

import solver
from grammar.reader import Entry, read_text
from solver.model.problem import Problem
from solver.model.solution import TreeFound
from solver.notation.forsyth import forsyth

ARRAY = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"


def entry(placement: str, *, begin: str = "begin", rest: str = "stipulation ~1") -> Entry:
    (entry,) = read_text(f"{begin}\nforsyth {placement}\n{rest}\nend")
    return entry


def problem(placement: str, *, begin: str = "begin", rest: str = "stipulation ~1") -> Problem:
    read = entry(placement, begin=begin, rest=rest)
    assert read.problem is not None, read.errors
    return read.problem


def notes(placement: str, *, begin: str = "begin", rest: str = "stipulation ~1") -> list[str]:
    return [text for _, text in entry(placement, begin=begin, rest=rest).warnings]


def men(read: Problem) -> dict[str, str]:
    board = read.position.board
    return {board.name(s): f"{man.colour.value} {man.walk}" for s, man in read.position}


@pytest.mark.parametrize("begin", ["begin", "anfangproblem", "debutprobleme"])
def test_a_fen_means_the_same_in_every_language(begin: str) -> None:
    word = {"begin": "stipulation", "anfangproblem": "forderung", "debutprobleme": "enonce"}[begin]
    end = {"begin": "end", "anfangproblem": "endeproblem", "debutprobleme": "finprobleme"}[begin]
    (read,) = read_text(f"{begin}\nforsyth {ARRAY} w KQkq - 0 1\n{word} ~1\n{end}")
    assert read.problem is not None, read.errors
    assert forsyth(read.problem.position) == ARRAY
    assert read.problem.options == ()


def test_what_a_letter_means_is_told() -> None:
    assert notes(f"{ARRAY} w KQkq -") == ["read as FEN: N is a knight, no nightrider"]
    assert notes("8/8/8/8/8/5N2/8/K6k") == [
        "N is a nightrider, S a knight; a FEN needs all its fields"
    ]
    assert notes("8/8/8/8/5S2/5N2/8/K6k") == []


def test_castling_rights() -> None:
    position = "r3k2r/8/8/8/8/8/8/R3K2R"
    (option,) = problem(f"{position} w Kq - 0 1").options
    assert (option.id, option.arguments) == ("NoCastling", ("a1", "h8"))
    assert notes("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1") == [
        "FEN: there is no castling 'Q' from this position"
    ]


def test_en_passant() -> None:
    text = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"
    (option,) = problem(text).options
    assert (option.id, option.arguments) == ("EnPassant", ("d7", "d6", "d5"))
    (twin,) = solver.solve(problem(text)).twins
    kinds = {f.node.move.kind for p in twin.phases for f in p.found if isinstance(f, TreeFound)}
    assert "en_passant" in kinds


@pytest.mark.parametrize(
    ("to_move", "stipulation", "told"),
    [
        ("w", "#2", ""),
        ("b", "#2", "black is to move, but the stipulation lets white begin"),
        ("b", "h#2", ""),
        ("w", "h#2", "white is to move, but the stipulation lets black begin"),
        ("w", "h#2.5", ""),
    ],
)
def test_who_begins(to_move: str, stipulation: str, told: str) -> None:
    found = notes(f"8/8/8/8/8/8/8/K6k {to_move} - - 0 1", rest=f"stipulation {stipulation}")
    assert [note.removeprefix("FEN: ") for note in found] == ([told] if told else [])


def test_words_behind_a_position_that_are_no_fen() -> None:
    read = problem("8/8/8/8/8/8/8/K6k", rest="option variation stipulation #2")
    assert [option.id for option in read.options] == ["Variations"]


def test_names_in_braces_and_large_boards() -> None:
    row = "{Electron}+{fou lion}-{nightrider lion:Royal}9k"
    read = problem(f"{row}/13/" + "13/" * 9 + "13/K11={queen}", begin="begin board 13x13")
    assert men(read) == {
        "a13": "white electron",
        "b13": "white bishop-lion",
        "c13": "black nightrider lion",
        "m13": "black king",
        "a1": "white king",
        "m1": "neutral queen",
    }
    square = read.position.board.square("c13")
    assert read.position.men[square].attributes == {"Royal"}


def test_what_json_writes_can_be_read() -> None:
    first = problem("{electron}+{rook}=n5/8/8/8/8/8/8/K6k", rest="stipulation ~1")
    assert problem(forsyth(first.position)).position == first.position


@pytest.mark.parametrize(
    ("placement", "column", "message"),
    [
        ("{elektra}7", 9, "no piece is called 'elektra'"),
        ("K{rook:Unheard}", 10, "there is no attribute 'Unheard'"),
        ("K{rook", 10, "'{' is not Forsyth notation"),
        ("Kx", 10, "no piece has the code 'x'"),
    ],
)
def test_complaints(placement: str, column: int, message: str) -> None:
    error = entry(placement).errors[0]
    assert (error.line, error.column, error.message) == (2, column, message)
