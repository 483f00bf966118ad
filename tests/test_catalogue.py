"""`solve list` and `solve explain`."""

import subprocess
import sys
from pathlib import Path

import pytest

from grammar.library import library
from solver.catalogue import explain
from solver.catalogue.pieces import Pieces
from solver.model.board import Board
from solver.model.catalogue import Reach
from solver.model.errors import UnknownName, UnsupportedRule
from solver.notation.catalogue import entry_list, explanation

ROOT = Path(__file__).parent.parent
OWN = """\
begin
declare piece {long elk} { code en LX; name en "Long elk"; walk "[(1,4)]!"; }
pieces white kc8 lxd3 black ka8
stipulation #1
end
"""


def solve(*words: str | Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "solver.cli", *map(str, words)]
    return subprocess.run(
        command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=60, check=False
    )


def squares(reach: Reach, of: frozenset[int]) -> set[str]:
    return {reach.board.name(square) for square in of}


def test_a_leaper_alone() -> None:
    (reach,) = explain("knight").reaches
    assert (reach.board, reach.board.name(reach.square), reach.men) == (Board(), "d4", {})
    assert squares(reach, reach.quiet) == set("b3 b5 c2 c6 e2 e6 f3 f5".split())
    assert reach.captures == reach.quiet and not reach.landings


def test_a_pawn_moves_and_captures_differently() -> None:
    (reach,) = explain("p").reaches
    assert squares(reach, reach.quiet) == {"d5"}
    assert squares(reach, reach.captures) == {"c5", "e5"}


def test_a_hopper_is_shown_among_men() -> None:
    (reach,) = explain("G").reaches
    assert len(reach.men) == 8 and len(reach.quiet) == 8


def test_a_chinese_rider_is_shown_alone_and_capturing() -> None:
    alone, among = explain("leo").reaches
    assert not alone.captures and len(alone.quiet) == 27
    assert among.captures & among.men.keys()


def test_a_locust_arrives_behind_what_it_captures() -> None:
    among = explain("locust").reaches[-1]
    assert squares(among, among.landings) == set("b2 b4 b6 d2 d6 f2 f4 f6".split())


def test_long_leaps_and_many_hurdles_get_a_larger_board() -> None:
    assert [reach.board.width for reach in explain("bob").reaches] == [13]
    assert [reach.board.width for reach in explain("(1,5)-rider").reaches] == [13]
    assert [reach.board.width for reach in explain("giraffe hopper").reaches] == [16]


def test_a_board_can_be_asked_for() -> None:
    (reach,) = explain("electron", size=(13, 13)).reaches
    assert reach.board.name(reach.square) == "g7" and len(reach.quiet) == 32


@pytest.mark.parametrize(
    ("name", "language", "id"),
    [
        ("RL", "en", "rook-lion"),
        ("TL", "de", "rook-lion"),
        ("tour-lion", "en", "rook-lion"),
        ("Électron", "en", "electron"),
        ("{coureur élan}", "en", "coureur-élan"),
        ("r/b", "en", "hunter(rook,bishop)"),
        ("Coureur-(5,1)", "en", "(1,5)-rider"),
        ("hunter", "en", "hunter"),
    ],
)
def test_names_and_codes(name: str, language: str, id: str) -> None:
    assert explain(name, language).entry.id == id


def test_unknown_names_are_guessed() -> None:
    with pytest.raises(UnknownName) as caught:
        explain("grashopper")
    assert caught.value.nearest[0] == "grasshopper"
    with pytest.raises(UnsupportedRule):
        explain("r/o")


def test_pieces_of_a_problem_are_explained(tmp_path: Path) -> None:
    file = tmp_path / "own.txt"
    file.write_text(OWN)
    for name in ("long elk", "LX"):
        entry = explain(name, file=str(file)).entry
        assert (entry.id, entry.family) == ("long elk", str(file))
        assert entry.text.startswith("declare piece {long elk}")
    assert Pieces("en", str(file)).entries()[0].id == "long elk"


def test_every_piece_has_a_name_a_source_and_a_picture() -> None:
    entries = Pieces().entries()
    assert len(entries) == len(library().ids())
    for entry in entries:
        assert entry.names or entry.id, entry.id
        assert entry.source or entry.id == "hunter", entry.id
        if entry.family in ("founding", "hoppers", "edges", "pawns", "marine"):
            reaches = Pieces().explain(entry).reaches
            assert any(reach.quiet or reach.captures for reach in reaches), entry.id


def test_the_text_of_an_explanation() -> None:
    text = explanation(explain("fers"))
    assert "codes       FE\n" in text
    assert "    5  .  .  *  .  *  .  .  .   5\n" in text
    assert 'declare piece fers {\n    walk "[F]!";' in text


def test_the_text_of_a_list() -> None:
    text = entry_list([entry for entry in Pieces().entries() if entry.family == "founding"])
    assert text.startswith("founding\n     coureur-élan ")
    assert "electron         Elektron, Électron\n" in text


def test_the_commands() -> None:
    assert solve("list").stdout == "pieces\nconditions\nmechanisms\n"
    assert "electron" in solve("list", "pieces", "founding").stdout
    assert "rose-lion" in solve("list", "pieces", "*rose*").stdout
    assert "moves or captures there" in solve("explain", "rook", "lion").stdout
    for words, message in (
        (("explain", "nonesuch"), "nothing is called 'nonesuch'"),
        (("explain", "r/o"), "walk orphan is known but not supported here"),
        (("list", "pieces", "nonesuch"), "no pieces match 'nonesuch'"),
        (("list", "colours"), "invalid choice"),
        (("explain", "rook", "--file", "/nowhere"), "/nowhere: No such file"),
        (("explain", "rook", "--board", "8"), "a size like 13x13"),
    ):
        done = solve(*words)
        assert done.returncode == 2 and done.stdout == "" and message in done.stderr, words


def test_a_file_with_the_name_of_a_command(tmp_path: Path) -> None:
    (tmp_path / "list").write_text(OWN)
    command = [sys.executable, "-m", "solver.cli", "-regression", "./list"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
    assert b"solution finished" in done.stdout


def test_a_plain_solve_does_not_load_the_catalogue() -> None:
    code = (
        "import sys; from solver.cli import main; main(['problems/orthodox/morphy-1856.txt']);"
        "print([name for name in sys.modules if 'catalogue' in name])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert done.stdout.rstrip().endswith("[]")
