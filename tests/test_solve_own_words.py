"""Our own words from a problem file to its solution: own pieces, names in braces, boards."""

from io import StringIO

import pytest

import solver
from grammar.printer import print_problem
from grammar.reader import Entry, read_text
from solver.model.board import Board
from solver.model.errors import InvalidPosition
from solver.model.problem import Problem
from solver.model.solution import Solution, TreeFound
from solver.notation.writer import make_writer

ELK = 'declare piece {long elk} { code en LX fr LO; name en "Long elk"; walk "[(1,4)]!"; }'


def problem(text: str) -> Problem:
    (entry,) = read_text(text)
    assert entry.problem is not None, entry.errors
    return entry.problem


def complaint(text: str) -> tuple[int, int, str]:
    (entry,) = read_text(f"begin\n{text}\nend")
    error = entry.errors[0]
    return error.line, error.column, error.message


def keys(solution: Solution) -> list[tuple[str, int]]:
    """Walk and arrival of every key, in the order in which they were found."""
    return [
        (found.node.move.mover.walk, found.node.move.arrival)
        for twin in solution.twins
        for phase in twin.phases
        for found in phase.found
        if isinstance(found, TreeFound) and found.node.move.mover is not None
    ]


def test_an_own_piece_gives_mate() -> None:
    text = f"begin\n{ELK}\npieces white kc8 lxh3 black ka8 pa7\nstipulation #1\nend"
    read = problem(text)
    assert read.declared[0].codes == {"en": "LX", "fr": "LO"}
    # It observes a8 from e7 and from b4; only e7 can be reached from d3.
    assert keys(solver.solve(read)) == []
    assert keys(solver.solve(text.replace("lxh3", "lxd3"))) == [("long elk", 52)]


def test_names_in_braces_in_every_language_and_place() -> None:
    read = problem(
        "begin\npieces white {Coureur-Élan}a1b2 {fou lion} c3 {elch}/bd4 r/{Moose}e5\n"
        "pieces black kh8\nstipulation ~1\ntwin substitute {eagle} {Électron}\nend"
    )
    assert [man.walk for _, man in read.position] == [
        "coureur-élan",
        "coureur-élan",
        "bishop-lion",
        "hunter(moose,bishop)",
        "hunter(rook,moose)",
        "king",
    ]


def test_a_board_with_more_than_nine_ranks() -> None:
    text = (
        "begin\nboard 13x13\npieces white K m1 {electron} g7 P b2\n"
        "pieces black K m13 P a12\nstipulation h~1\ntwin move g7 l12\nend"
    )
    read = problem(text)
    assert read.position.board == Board(13, 13)
    assert {read.position.board.name(square) for square in read.position.men} == {
        "m1",
        "g7",
        "b2",
        "m13",
        "a12",
    }
    solution = solver.solve(read)
    assert solution.complete and len(solution.twins) == 2


def test_a_small_board() -> None:
    text = "begin\nboard 3x4\npieces white ka2 qc1 black ka4\nstipulation #1\nend"
    board = problem(text).position.board
    assert [(walk, board.name(square)) for walk, square in keys(solver.solve(text))] == [
        ("queen", "a3"),
        ("queen", "c4"),
    ]


def test_holes_stop_riders_and_are_refused_under_men() -> None:
    text = "begin\npieces white ka2 qc1 black ka4\ncondition hole {}\nstipulation ~1\nend"
    walks = [walk for walk, _ in keys(solver.solve(text.format("c2b1d1b2d2")))]
    assert walks == ["king"]
    with pytest.raises(InvalidPosition, match="a man stands on the hole c1"):
        solver.solve(text.format("c1"))


def test_own_codes_are_written() -> None:
    text = f"begin\n{ELK}\npieces white kc8 lxd3 {{electron}}h1 black ka8 pa7\nstip #1\nend"
    out = StringIO()
    writer = make_writer("popeye", problem(text), out)
    writer.begin()
    for event in solver.stream(text):
        writer.event(event)
    writer.end()
    assert "1.LXd3-e7 # !" in out.getvalue()
    assert "1   .   .   .   .   .   .   . ele   1" in out.getvalue()


def test_forsyth_on_another_board() -> None:
    read = problem("begin\nboard 10x3\nforsyth k9/10/3P5K\nstipulation ~1\nend")
    names = {read.position.board.name(square): man.walk for square, man in read.position}
    assert names == {"a3": "king", "d1": "pawn", "j1": "king"}


def test_what_was_read_can_be_written() -> None:
    for text in (
        f"begin\n{ELK}\npieces white kc7 lxa1 {{electron}}b1 black ka8\nstipulation #2\nend",
        "begin\nboard 13x13\npieces white K a1 P b12 black K m13\nstipulation ~1\nend",
        "begin\nboard 11x4\npieces white ka1 pi2 black kk4\nstipulation hzk1 2\nend",
    ):
        read = problem(text)
        assert problem(print_problem(read)) == read


@pytest.mark.parametrize(
    ("text", "line", "column", "part"),
    [
        ("pieces white {elektra}a1", 2, 15, "no piece is called 'elektra'"),
        ("pieces white {moose}a9", 2, 21, "'a9' are not squares of the board"),
        ("board 17x8", 2, 7, "1 to 16 files and ranks"),
        ("board", 3, 1, "'end' is no size of a board"),
        ("board 10x8 board 9x9", 2, 12, "the board was given already"),
        ("pieces white ka1 board 10x8", 2, 18, "the board must be given before the men"),
        ("board 10x10 pieces white Ka10", 2, 26, "walk and squares are separate words"),
        ("board 10x10 gamearray", 2, 13, ""),
        ("board 10x8 pieces white Kk1", 2, 25, "there is no square 'k1'"),
        ('declare piece electron { walk "[W]!"; }', 2, 15, "there is already a piece electron"),
        ('declare piece x { code Q; walk "[W]!"; }', 2, 1, "the code 'Q' belongs to queen"),
        ('declare piece x { code QQQ; walk "[W]!"; }', 2, 1, "one or two letters"),
        ("declare piece x {\n  walk elektra;\n}", 2, 15, "there is no piece 'elektra'"),
        ("declare piece x { walk x; }", 2, 15, "x is declared by itself"),
        ("declare rule x", 2, 1, "is not available yet"),
    ],
)
def test_complaints(text: str, line: int, column: int, part: str) -> None:
    at, where, message = complaint(text)
    assert (at, where) == (line, column)
    assert part in message


def test_popeye_files_do_not_meet_our_words() -> None:
    (entry,) = read_text("begi pieces white ka1 black kh8 stip #1 opti noboard endp")
    assert isinstance(entry, Entry) and entry.problem is not None
    assert entry.problem.declared == () and entry.problem.position.board == Board()
