"""What the guides in grammar/ say is so: walks and conditions mean something, mistakes are told."""

import re
from pathlib import Path

import pytest
from support.printed import printed

from grammar.declarations import read_declarations
from grammar.library import library
from grammar.library.conditions import conditions
from grammar.library.terms import type_text
from grammar.reader import read_text
from grammar.walk_text import print_walk
from grammar.walk_words import WORDS
from grammar.walks import parse_walk
from solver.catalogue.reach import reaches
from solver.model.errors import SolverError

ROOT = Path(__file__).parent.parent
CONDITIONS = (ROOT / "grammar" / "CONDITIONS.md").read_text(encoding="utf-8")
TEXT = (ROOT / "grammar" / "PIECES.md").read_text(encoding="utf-8")


def table(heading: str) -> list[list[str]]:
    """The rows of the table under a heading row, without marks; `\\|` is a bar in a cell."""
    after = TEXT.split(heading, 1)[1].split("\n\n", 1)[0]
    rows = [line for line in after.splitlines() if line.startswith("| ")]
    return [
        [cell.strip().strip("`").replace("\\|", "|") for cell in re.split(r"(?<!\\)\|", row)[1:-1]]
        for row in rows
    ]


WALKS = table("| walk | meaning | mistake | complaint |")
MISTAKES = table("| declaration | complaint |")
BOARDS = table("| board | complaint |")
OF_WORDS = table("| word | of the rook it makes | |")


def try_walk(walk: str) -> None:
    own = library().extended(read_declarations(f'declare piece x {{ walk "{walk}"; }}'))
    reaches("x", own.piece)


@pytest.mark.parametrize("row", WALKS, ids=lambda row: row[0])
def test_walks(row: list[str]) -> None:
    walk, _, mistake, complaint = row
    try_walk(walk)
    with pytest.raises(SolverError) as caught:
        try_walk(mistake)
    assert complaint in getattr(caught.value, "message", str(caught.value))


@pytest.mark.parametrize("row", MISTAKES, ids=lambda row: row[0])
def test_mistakes_in_declarations(row: list[str]) -> None:
    (entry,) = read_text(f"begin\n{row[0]}\nend")
    assert entry.errors[0].message.startswith(row[1])


@pytest.mark.parametrize("row", BOARDS, ids=lambda row: row[0])
def test_mistakes_in_boards(row: list[str]) -> None:
    (entry,) = read_text(f"begin\n{row[0]}\nend")
    assert row[1] in entry.errors[0].message


@pytest.mark.parametrize("row", OF_WORDS, ids=lambda row: row[0])
def test_words(row: list[str]) -> None:
    word, of = row[0].rstrip(")").split("(")
    assert WORDS[word](library().piece(of).walk) == parse_walk(row[1])
    assert print_walk(WORDS[word](library().piece(of).walk)) == row[1]


def test_every_word_is_told() -> None:
    assert {row[0].split("(")[0] for row in OF_WORDS} == set(WORDS)


def test_the_examples_are_read() -> None:
    example, *_ = re.findall(r"    declare piece.*?\n    }\n", TEXT, re.S)
    assert read_declarations(example)[0].piece.id == "long elk"
    for walk in re.findall(r"^    (walk .*;)$", TEXT, re.M):
        (declared,) = read_declarations(f"declare piece x {{ {walk} }}")
        library().extended([declared]).piece("x")


def blocks(text: str) -> list[str]:
    """The indented blocks of a text."""
    return re.findall(r"(?:^ {4}.*\n(?:\n(?= {4}))?)+", text, re.MULTILINE)


@pytest.mark.parametrize("block", [b for b in blocks(CONDITIONS) if "declare condition" in b])
def test_declared_conditions(block: str) -> None:
    statements = re.sub(r"^ +\d\..*$", "", block, flags=re.MULTILINE)
    if "stipulation" not in statements:
        statements += "pieces white ka1 black kc1\nstipulation h#1\n"
    (entry,) = read_text(f"begin\n{statements}end")
    assert not entry.errors and entry.problem is not None
    assert entry.problem.own_conditions


def test_the_first_condition_of_the_guide_gives_its_solution() -> None:
    block = next(b for b in blocks(CONDITIONS) if "stipulation h#1" in b)
    solution = re.search(r"^ +(1\..*)$", block, re.MULTILINE)
    assert solution is not None
    printed_text = printed(f"begin\n{block.replace(solution[0], '')}end")
    assert solution[1] in printed_text


def test_the_order_of_the_moments() -> None:
    stage = conditions().type("stage")
    assert stage is not None
    (block,) = (b for b in blocks(CONDITIONS) if "vanishing" in b)
    assert block.split() == type_text(stage).split(" | ")
