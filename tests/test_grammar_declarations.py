"""Declarations of pieces, and the library that consists of them."""

import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import replace

from grammar.declarations import end_of_declaration, read_declarations
from grammar.library.build import compiled_text
from grammar.library.lookup import COMPILED, FOLDER, Family, Library, library
from grammar.walk_text import print_walk
from grammar.walk_words import WORDS
from grammar.walks import parse_walk
from solver.model import walk as w
from solver.model.errors import InputError, UnsupportedRule
from solver.model.piece import Piece, Rank, Role

ELECTRON = """
declare piece {Electron one} {   # a rider of the alibaba star
    code en EN de EL fr EN;
    name en "Electron" de "Elektron" fr "Électron";
    walk "[D+A](-@1)*!";
    option null walk "[D+A](-@1)*(!|0)";
    promotion 400;
    source "echekk.fr, L'Électron";
}
"""


def test_everything_that_a_declaration_can_say() -> None:
    (declaration,) = read_declarations(ELECTRON)
    assert declaration.piece == Piece(
        id="electron one",
        walk=parse_walk("[D+A](-@1)*!"),
        promotion_place=400,
        codes={"en": "EN", "de": "EL", "fr": "EN"},
        names={"en": "Electron", "de": "Elektron", "fr": "Électron"},
        variants={"null": parse_walk("[D+A](-@1)*(!|0)")},
        source="echekk.fr, L'Électron",
    )
    assert declaration.place is not None
    assert (declaration.place.line, declaration.place.column) == (2, 15)


def test_a_pawn_of_ones_own() -> None:
    (declaration,) = read_declarations(
        """declare piece sergeant {
            walk pawn + "[fF]m";
            role pawn;
            double step from second rank;
            captures en passant;
            promotes on last rank to queen, {nightrider hopper};
            promotion never;
        }"""
    )
    piece = declaration.piece
    assert (piece.role, piece.double_step, piece.promotes) == (Role.PAWN, Rank.SECOND, Rank.LAST)
    assert piece.captures_en_passant and piece.promotion_place is None
    assert piece.promotes_to == ("queen", "nightrider hopper")
    assert piece.walk == w.Choice((w.Named("pawn"), parse_walk("[fF]m")))


@pytest.mark.parametrize(
    ("text", "line", "column", "message"),
    [
        ("declare piece x { }", 1, 15, "piece x has no walk"),
        ('declare piece x { wlak "!"; }', 1, 19, "'wlak' does not fit here"),
        ('declare piece x {\n walk "[Q]!"; }', 2, 9, "'Q' does not fit here"),
        ('declare piece x { walk rook where "up>"; }', 1, 39, "more should follow"),
        ("declare piece x { walk rook; walk queen; }", 1, 30, "walk is given twice"),
        ("declare piece x { walk rook;", 1, 29, "more should follow"),
        ("declare piece x { walk rook; promotion a; }", 1, 40, "a place is a number"),
        ('declare piece x { walk "!"; role queen; }', 1, 34, "'queen' does not fit here"),
        ("declare piece x { code en A en B; walk r; }", 1, 29, "language en is given twice"),
        ("decl piece x { walk rook; }", 1, 1, "'decl' does not fit here"),
        ("declare piece x { wal rook; }", 1, 19, "'wal' does not fit here"),
    ],
)
def test_mistakes(text: str, line: int, column: int, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read_declarations(text, file="own.txt")
    error = caught.value
    assert (error.line, error.column, error.file) == (line, column, "own.txt")
    assert error.message.startswith(message)
    assert error.excerpt == text.split("\n")[line - 1]


def test_a_misspelt_key_is_guessed() -> None:
    with pytest.raises(InputError) as caught:
        read_declarations('declare piece x { promtion 3; walk "!"; }')
    assert caught.value.nearest == "promotion"


def test_where_a_declaration_ends_in_a_problem() -> None:
    text = 'declare piece {two words}(a) { walk a where "x>1"; } # }\npieces White Ka1'
    assert text[: end_of_declaration(text, 0)].endswith('"x>1"; }')
    assert end_of_declaration('declare piece x { walk "!;', 0) == 26


def test_all_walks_of_popeye_are_in_the_library() -> None:
    table = Path(FOLDER, "..", "vocabulary", "walks.tsv").read_text(encoding="utf-8")
    rows = [line.split("\t") for line in table.splitlines() if not line.startswith("#")]
    known = {row[0] for row in rows[1:]}
    assert known <= set(library().ids())


def test_promotions_are_tried_in_the_order_of_the_vocabulary() -> None:
    table = Path(FOLDER, "..", "vocabulary", "walks.tsv").read_text(encoding="utf-8")
    order = [line.split("\t")[0] for line in table.splitlines() if not line.startswith("#")][1:]
    places = [
        (piece.promotion_place, id)
        for id in order
        if id not in ("orphan", "friend")
        and (piece := library().piece(id)).promotion_place is not None
    ]
    assert places == sorted(places)


@pytest.mark.parametrize("family", list(Library().families()), ids=lambda family: family.name)
def test_the_compiled_library_is_up_to_date(family: Family) -> None:
    """If this fails: python -m grammar.library.build."""
    assert Path(COMPILED, f"{family.name}.json").read_text("utf-8") == compiled_text(family)


def test_what_is_made_from_the_compiled_library_is_what_was_read() -> None:
    afresh = Library(use_compiled=False)
    for id in afresh.ids():
        assert library().declaration(id) == replace(afresh.declaration(id), place=None), id


def test_a_changed_declaration_is_read_afresh(tmp_path: Path) -> None:
    (tmp_path / "compiled").mkdir()
    compiled = Path(COMPILED, "orthodox.json").read_bytes()
    (tmp_path / "compiled" / "orthodox.json").write_bytes(compiled)
    source = Path(FOLDER, "orthodox.dawson").read_text("utf-8").replace("[N]!", "[C]!")
    (tmp_path / "orthodox.dawson").write_text(source, "utf-8")
    changed = Library(str(tmp_path))
    assert print_walk(changed.piece("knight").walk) == "[C]!"
    assert changed.piece("queen") == library().piece("queen")


@pytest.mark.parametrize("damage", [b"", b"[]", b'{"knight": ["x", 1]}', b"\xff"])
def test_a_damaged_compiled_form_does_no_harm(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "compiled").mkdir()
    (tmp_path / "compiled" / "orthodox.json").write_bytes(damage)
    source = Path(FOLDER, "orthodox.dawson").read_text("utf-8")
    (tmp_path / "orthodox.dawson").write_text(source, "utf-8")
    assert Library(str(tmp_path)).piece("knight") == library().piece("knight")


@pytest.mark.parametrize(
    ("id", "word", "of"),
    [
        ("grasshopper", "hopper", "queen"),
        ("rose-hopper", "hopper", "rose"),
        ("contra grasshopper", "contra", "queen"),
        ("lion", "lion", "queen"),
        ("rose-lion", "lion", "rose"),
        ("locust", "locust", "queen"),
        ("rose locust", "locust", "rose"),
        ("sirene", "marine", "queen"),
        ("marine knight", "marine", "knight"),
        ("poseidon", "marine", "king"),
        ("leo", "chinese", "queen"),
        ("kao", "chinese", "knight"),
        ("rao", "chinese", "rose"),
        ("faro", "argentine", "rook"),
    ],
)
def test_families_follow_from_their_riders(id: str, word: str, of: str) -> None:
    assert library().piece(id).walk == WORDS[word](library().piece(of).walk)


def test_hunters() -> None:
    hunter = library().piece("hunter(rook,(1,1)-zigzag nightrider)")
    assert print_walk(hunter.walk) == (r"[W]-*!?{fwd>0}|[N](-\a-\a)*(!|-\a!)?{fwd<0}")
    assert hunter.id == "hunter(rook,(1,1)-zigzag nightrider)"
    scorpion = library().piece("hunter(scorpion,1,5-leaper)")
    assert print_walk(scorpion.walk) == "([K]!|[K]-*^!)?{fwd>0}|[(1,5)]!?{fwd<0}"
    with pytest.raises(InputError):
        library().piece("hunter(rook)")


def test_pieces_of_a_problem_join_the_library() -> None:
    own = library().extended(
        read_declarations(
            """
            declare piece over(X) { walk lion(X) + hunter(X, "[N]!"); }
            declare piece mine { walk over(rook) + {bishop hopper} where "x>2"; }
            """
        )
    )
    assert print_walk(own.piece("mine").walk) == (
        "[W]-*^-*!|[W]-*!?{fwd>0}|[N]!?{fwd<0}|[F]-*^!?{x>2}"
    )
    assert own.piece("over(bishop)").id == "over(bishop)"
    assert "mine" not in library().ids()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("declare piece rook { walk queen; }", "there is already a piece rook"),
        (
            "declare piece a { walk b; } declare piece b { walk a + rook; }",
            "a is declared by itself",
        ),
        ("declare piece a { walk lion(grasshopper); }", "lion needs riders or leapers"),
        ("declare piece a { walk lion(rook, bishop); }", "lion needs one walk"),
        ("declare piece a { walk rook(bishop); }", "rook needs no brackets"),
        ("declare piece a { walk hunter(bishop); }", "hunter needs 2 walks"),
    ],
)
def test_declarations_that_mean_nothing(text: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        library().extended(read_declarations(text)).piece("a")
    assert caught.value.message.startswith(message)


def test_unknown_walks_are_refused_by_name() -> None:
    with pytest.raises(UnsupportedRule) as caught:
        library().piece("hunter(rook,unheard-of)")
    assert (caught.value.kind, caught.value.name) == ("walk", "unheard-of")


def test_the_orthodox_men_are_found_without_a_parser() -> None:
    """Start-up: no Lark, no family but the orthodox one."""
    code = (
        "import sys\n"
        "from grammar.library import library\n"
        "for id in 'king queen rook bishop knight pawn'.split(): library().piece(id)\n"
        "assert 'lark' not in sys.modules\n"
        "assert list(library()._families) == ['orthodox']\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, cwd=Path(FOLDER).parent.parent)
