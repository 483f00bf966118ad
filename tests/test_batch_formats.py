"""Files of the field are read with patience, and written again without loss that is not told."""

import json
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from solver import api
from solver.batch.convert import convert, join
from solver.batch.document import Document
from solver.batch.formats import is_collection, read_documents
from solver.batch.formats.files import files
from solver.batch.formats.pgn import main_line
from solver.batch.formats.twins import read_twins
from solver.batch.verify import verify
from solver.model.board import ORTHODOX_BOARD
from solver.model.problem import Move, Problem

# Comins Mansfield, Good Companions, 1914; and facts made up to be awkward.
OLIVE = """\
---
authors:
  - Mansfield, Comins
source: Good Companions
date: 1914-04
algebraic:
  white: [Ka8, Qh8, Rb8, Ba2, Sc5, Sa4]
  black: [Kc4, Rd3, Rb3, Be1, Pd5]
stipulation: "#2"
solution: |
  "1.Sc5-d7 ! threat:
          2.Sa4-b2 #
      1...Be1-c3
          2.Ba2*b3 #"
keywords:
  - Task
---
authors: [!!python/unicode 'Nobody']
algebraic: {white: [Kb6, Nh1], black: [Ka8]}
stipulation: h#1
solution: [unclosed
---
algebraic: {white: [Kb6, Rh1], black: [Ka8], neutral: []}
stipulation: "+"
---
algebraic:
  white: [Kb6, Ng6, Pa2]
  black: [Ka8]
stipulation: '#2 by Black'
twins:
  b: wKb6-->c6
solution: None
---
algebraic: {white: [Kb6, Rx9], black: [Ka8]}
stipulation: "#1"
"""


def olive(text: str = OLIVE) -> list[Document]:
    return list(read_documents("x.olv", text.encode()))


def problem_of(document: Document) -> Problem:
    assert document.problem is not None, document.trouble
    return document.problem


def test_documents_one_by_one_with_their_lines() -> None:
    found = olive()
    assert [document.number for document in found] == [1, 2, 3, 4, 5]
    kinds = [document.trouble.kind if document.trouble else "" for document in found]
    assert kinds == ["", "unreadable", "unsupported", "", "unreadable"]
    assert [document.line for document in found] == [2, 18, 23, 26, 34]
    assert "Rx9" in str(found[4].trouble)
    assert found[0].solution_line == 11


def test_facts_of_a_document() -> None:
    first = olive()[0]
    problem = problem_of(first)
    assert problem.header.authors == ("Mansfield, Comins",)
    assert problem.header.origins == ("Good Companions, 1914-04",)
    assert first.facts["keywords"] == ["Task"]
    assert verify(first).verdict == "sound"


def test_n_is_the_knight_where_nothing_is_fairy() -> None:
    text = OLIVE[OLIVE.index("algebraic:\n  white: [Kb6, Ng6") :]
    document = olive(text)[0]
    problem = problem_of(document)
    # Elsewhere in the file S is the knight, so that N is the nightrider of the input language.
    assert problem_of(olive()[3]).position.men[ORTHODOX_BOARD.square("g6")].walk == "nightrider"
    square = ORTHODOX_BOARD.square("g6")
    assert problem.position.men[square].walk == "knight"
    assert document.notes
    assert problem.option("HalfDuplex") is not None
    assert problem.twins[0].changes == (
        Move(ORTHODOX_BOARD.square("b6"), ORTHODOX_BOARD.square("c6")),
    )
    assert not document.solution


@pytest.mark.parametrize(
    "awkward",
    [
        "stipulation: #1",
        'stipulation: "#1"\nsource: Tourney: the first # of all',
        'stipulation: "#1"\ncomments:\n  - note: see also\\q',
        'stipulation: "#1"\ntitle: "a \\q that is no escape"',
        "stipulation:\t'#1'",
    ],
)
def test_what_is_often_wrong_is_mended(awkward: str) -> None:
    text = f"---\nalgebraic: {{white: [Kb6, Rh1], black: [Ka8]}}\n{awkward}\n"
    assert verify(olive(text)[0]).verdict == "sound"


def test_options_and_conditions_are_mixed() -> None:
    text = """---
algebraic: {white: [Kb6, Rh1], black: [Ka8, Gb4]}
stipulation: "#1"
options: [SetPlay, Madrasi RexInclusiv]
"""
    problem = problem_of(olive(text)[0])
    assert [condition.id for condition in problem.conditions] == ["Madrasi"]
    assert problem.option("SetPlay") is not None
    unknown = olive(text.replace("SetPlay", "Xyzzy chess"))[0]
    assert unknown.trouble is not None and "Xyzzy" in unknown.trouble.message


@pytest.mark.parametrize(
    ("text", "command"),
    [
        ("Move b4 f3", "Move b4 f3"),
        ("Continued Exchange c3 f4", "continued Exchange c3 f4"),
        ("wPc4-->d4", "move c4 d4"),
        ("Sf8-f7", "move f8 f7"),
        ("bKc3<-->bPf4", "exchange c3 f4"),
        ("+wBa1", "add white Ba1"),
        ("-wBa1", "remove a1"),
        ("Remove e5, Add wPe3", "Remove e5 add white Pe3"),
        ("Shift a1=b1", "Shift a1 b1"),
    ],
)
def test_twins(text: str, command: str) -> None:
    assert read_twins({"b": text}) == {"b": command}


def test_twins_that_say_nothing() -> None:
    assert read_twins({"a": "diagram", "b": "Rotate 90"}) == {"b": "Rotate 90"}
    assert not isinstance(read_twins({"b": "as c) and more"}), dict)


EPD = """\
# comment
7k/8/5K2/8/8/8/8/6R1 w - - bm #2; id "one";
8/8/8/8/8/5k2/8/R3K2r b Q - bm #1;
k7/2K5/8/8/8/8/8/1R6 b - - bm #-1;
8/3P4/8/8/8/8/6R1/K3k3 b - - ; hm 4 ; id "two"
8/8/8/8/8/8/8/8 w - - ce 12;
8/8/9/8/8/8/8/8 w - - bm #1;
"""


def test_epd() -> None:
    found = list(read_documents("x.epd", EPD.encode()))
    kinds = [document.trouble.kind if document.trouble else "" for document in found]
    assert kinds == ["", "", "", "", "unsupported", "unreadable"]
    assert [document.line for document in found] == [2, 3, 4, 5, 6, 7]
    stipulations = [getattr(problem_of(d).stipulation, "text", "") for d in found[:4]]
    assert stipulations == ["#2", "#1", "#2", "h#2"]
    assert problem_of(found[1]).option("HalfDuplex") is not None
    assert problem_of(found[0]).option("HalfDuplex") is None
    assert problem_of(found[2]).option("PostKeyPlay") is not None
    (castling,) = read_documents("y.epd", b"4k3/8/8/8/8/8/8/R3K2R w Q - bm #3;")
    option = problem_of(castling).option("NoCastling")
    assert option is not None and "h1" in " ".join(option.arguments)


PGN = """\
[Event "mate"]
[White "Paul Morphy"]
[Date "1856.??.??"]
[Result "0-1"]
[SetUp "1"]
[FEN "7k/8/5K2/8/8/8/8/6R1 w - - 0 23"]
[Termination "mate in 2"]

23. Kf7 {the point} (23. Ra1? Kg8) 23... Kh7 24. Rh1# 1-0

[Event "a game"]

1. e4 e5 *
"""


def test_pgn() -> None:
    found = list(read_documents("x.pgn", PGN.encode()))
    assert found[0].solution == "1.Kf7 Kh7 2.Rh1#"
    assert problem_of(found[0]).header.authors == ("Paul Morphy",)
    assert found[1].trouble is not None and found[1].trouble.kind == "unsupported"
    # 1.Kf7 Kh7 2.Rh1#: the king has no other move.
    assert verify(found[0]).verdict == "sound"


def test_black_begins_in_pgn() -> None:
    assert main_line("12... Qh4+ 13. g3 {x} $1 Qxg3# 0-1") == "1.Qh4+ g3 2.Qxg3#"


def test_popeye_with_a_solution_beside(tmp_path: Path) -> None:
    text = "begin\nstip #1\npieces white kb6 rh1 black ka8\nnext\nstip #zz\npieces white kb6\nend\n"
    (tmp_path / "x.txt").write_text(text)
    (tmp_path / "x.solution.txt").write_text("  1.Rh1-h8 # !\n")
    found = dict(files(tmp_path))
    name = str(tmp_path / "x.txt")
    assert not is_collection(str(tmp_path / "x.solution.txt"), b"begin")
    documents = list(read_documents(name, found[name], found))
    assert documents[0].solution.strip() == "1.Rh1-h8 # !"
    assert verify(documents[0]).verdict == "sound"
    assert documents[1].trouble is not None and documents[1].trouble.kind == "unreadable"


def test_our_own_json() -> None:
    command = [sys.executable, "-m", "solver.cli", "--layout", "json"]
    file = "problems/orthodox/morphy-1856.txt"
    data = subprocess.run([*command, file], stdout=subprocess.PIPE, check=True).stdout
    (document,) = read_documents("x.json", data)
    assert "Ra1-a6" in document.solution
    assert verify(document).verdict == "sound"


def test_entries_of_yacpdb_as_json() -> None:
    entry = {
        "authors": ["Nobody"],
        "algebraic": {"white": ["Kb6", "Rh1"], "black": ["Ka8"]},
        "stipulation": "#1",
        "solution": "1.Rh8#!",
    }
    for data in (entry, [entry, entry]):
        documents = list(read_documents("x.json", json.dumps(data).encode()))
        assert {verify(document).verdict for document in documents} == {"sound"}


def test_archives(tmp_path: Path) -> None:
    source = tmp_path / "x.olv"
    source.write_text(OLIVE)
    with zipfile.ZipFile(tmp_path / "x.zip", "w") as archive:
        archive.write(source, "inner/x.olv")
    with tarfile.open(tmp_path / "x.tar.gz", "w:gz") as packed:
        packed.add(source, "inner/x.olv")
    for name in ("x.zip", "x.tar.gz"):
        ((member, data),) = files(tmp_path / name)
        assert member.endswith(f"{name}!inner/x.olv")
        assert data == OLIVE.encode()
    (tmp_path / "bad.zip").write_bytes(b"no archive")
    with pytest.raises(ValueError, match=r"bad\.zip"):
        list(files(tmp_path / "bad.zip"))


@pytest.mark.parametrize("format", ["olive", "json", "popeye"])
def test_convert_and_back(format: str) -> None:
    suffix = {"olive": "olv", "json": "jsonl", "popeye": "inp"}[format]
    first = olive()[0]
    text, lost = convert(first, format)
    (again,) = read_documents(f"y.{suffix}", join(format, [text]).encode())
    assert problem_of(again).position == problem_of(first).position
    assert problem_of(again).stipulation == problem_of(first).stipulation
    assert problem_of(again).header.authors == problem_of(first).header.authors
    if format == "popeye":
        assert lost == ["the published solution", "keywords"]
    else:
        assert lost == []
        assert again.solution.strip() == first.solution.strip()
        assert again.facts["keywords"] == ["Task"]


def test_convert_to_epd_tells_what_is_lost() -> None:
    text, lost = convert(olive()[0], "epd")
    assert text.startswith("KR5Q/8/8/2Np4/N1k5/1r1r4/B7/4b3 w - - bm #2;")
    assert "the published solution" in lost and "keywords" in lost
    (again,) = read_documents("y.epd", text.encode())
    assert problem_of(again).position == problem_of(olive()[0]).position
    study, told = convert(olive()[2], "epd")
    assert not study and told


def test_twins_and_options_survive_a_conversion_to_olive() -> None:
    text = """begin
stip h#2
pieces white ka6 bb1 black kc3 pb4
option duplex
twin move b4 f3
twin cont exchange c3 f3
end
"""
    (first,) = read_documents("x.inp", text.encode())
    written, _ = convert(first, "olive")
    (again,) = read_documents("x.olv", written.encode())
    assert problem_of(again).twins == problem_of(first).twins
    assert problem_of(again).options == problem_of(first).options


def test_several_problems_become_one_file_of_popeye() -> None:
    documents = list(read_documents("x.epd", EPD.encode()))[:2]
    text = join("popeye", [convert(document, "popeye")[0] for document in documents])
    assert len(api.read_bytes(text.encode())) == 2
