"""The commands `verify`, `report` and `convert`, and the forms of the report."""

import csv
import io
import json
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest

from solver.notation.html_board import html_board

# Mansfield 1914, a scheme with a cook, a scheme with an illegal line, and a study.
OLIVE = """\
---
authors: ["Mansfield, Comins"]
algebraic: {white: [Ka8, Qh8, Rb8, Ba2, Sc5, Sa4], black: [Kc4, Rd3, Rb3, Be1, Pd5]}
stipulation: "#2"
solution: "1.Sd7!"
---
authors: ["<Nobody> & \\"Co\\""]
algebraic: {white: [Kb6, Rh1, Rg2], black: [Ka8]}
stipulation: "#1"
solution: |
  1.Rh8#!
---
algebraic: {white: [Kb6, Rh1], black: [Ka8]}
stipulation: "#1"
solution: |

  1.Rh9x#
  1.Ba7#!
---
algebraic: {white: [Kb6, Rh1], black: [Ka8]}
stipulation: "+"
"""
Done = subprocess.CompletedProcess[str]


def solve(*words: object) -> Done:
    command = [sys.executable, "-m", "solver.cli", *map(str, words)]
    return subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database after a run over the collection."""
    folder = tmp_path_factory.mktemp("report")
    (folder / "x.olv").write_text(OLIVE)
    done = solve("verify", folder, "--db", folder / "x.db", "--jobs", 1)
    assert done.returncode == 0, done.stderr
    return folder / "x.db"


def test_text(data: Path) -> None:
    text = solve("report", data).stdout
    assert "4 problems" in text
    assert "x.olv:7 (#2): cook" in text
    assert "1.Rg8#: solves too" in text
    assert "line 18" in text
    assert "(#1): sound" not in text
    assert "(#1): sound" in solve("report", data, "--all").stdout


def test_json_lines(data: Path) -> None:
    lines = [
        json.loads(line) for line in solve("report", data, "--format", "json").stdout.splitlines()
    ]
    assert [line["verdict"] for line in lines] == ["sound", "cook", "differs", "unsupported"]
    assert {line["format"] for line in lines} == {"chess-problem-verdict"}
    assert lines[2]["findings"][0]["file_line"] == 18
    assert lines[1]["findings"][0]["moves"] == "1.Rg8#"


def test_csv(data: Path) -> None:
    text = solve("report", data, "--format", "csv").stdout
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [row["verdict"] for row in rows] == ["sound", "cook", "differs", "unsupported"]
    assert rows[1]["authors"] == '<Nobody> & "Co"'


def test_html_is_well_formed_and_escapes(data: Path, tmp_path: Path) -> None:
    page = tmp_path / "x.html"
    solve("report", data, "--format", "html", "--output", page)
    text = page.read_text(encoding="utf-8")
    assert "&lt;Nobody&gt;" in text and "<Nobody>" not in text
    assert text.count("<table class=board>") == 2
    assert "\u265a" in text

    open_tags: list[str] = []

    class Checker(HTMLParser):
        def handle_starttag(self, tag: str, attrs: object) -> None:
            if tag not in ("meta",):
                open_tags.append(tag)

        def handle_endtag(self, tag: str) -> None:
            assert open_tags.pop() == tag

    Checker().feed(text)
    assert not open_tags


def test_board_of_a_page() -> None:
    board = html_board("k7/8/8/8/8/8/8/={nightrider:Royal}6K")
    assert board.count("<tr>") == 8 and board.count("<td") == 64
    assert 'title="nightrider Royal"' in board
    # a1 is dark.
    assert board.split("<tr>")[8].startswith('<td class="dark letters neutral"')


def test_paths_and_databases_that_are_not_there(tmp_path: Path) -> None:
    done = solve("verify", tmp_path / "nothing.olv")
    assert done.returncode == 2 and "nothing.olv" in done.stderr
    done = solve("report", tmp_path / "nothing.db")
    assert done.returncode == 2 and "nothing.db" in done.stderr
    done = solve("verify", tmp_path, "--db", tmp_path)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_a_second_run_is_quick_and_the_same(data: Path) -> None:
    first = solve("verify", data.parent, "--db", data)
    again = solve("verify", data.parent, "--db", data)
    assert first.stdout == again.stdout
    assert "4 problems" in again.stdout


def test_convert(data: Path, tmp_path: Path) -> None:
    done = solve("convert", data.parent / "x.olv", "--to", "popeye")
    assert done.returncode == 3
    assert "the published solution" in done.stderr and "left out" in done.stderr
    file = tmp_path / "y.inp"
    file.write_text(done.stdout)
    solved = solve("-regression", file)
    assert solved.returncode == 0
    assert "Sc5-d7" in solved.stdout
    lossless = solve(
        "convert", data.parent / "x.olv", "--to", "json", "--output", tmp_path / "y.jsonl"
    )
    assert "published" not in lossless.stderr
    text = solve("verify", tmp_path / "y.jsonl").stdout
    assert "cook" in text and "differs" in text


@pytest.mark.slow
def test_the_stored_problems_are_as_published() -> None:
    done = solve("verify", "problems/orthodox", "--format", "json", "--time", 60)
    verdicts = {line["file"]: line["verdict"] for line in map(json.loads, done.stdout.splitlines())}
    assert len(verdicts) > 25
    assert {name for name, verdict in verdicts.items() if verdict != "sound"} == set()


def test_help_of_the_commands() -> None:
    for command in ("verify", "report", "convert"):
        done = solve(command, "--help")
        assert done.returncode == 0 and f"solve {command}" in done.stdout
    assert "solve verify" in solve("--help").stdout
