"""Declared conditions: how they are read, what they come to, and what is said about mistakes."""

import os
from itertools import combinations
from pathlib import Path

import pytest

from grammar.library import conditions as stored
from grammar.library import meanings
from grammar.library.build import compiled_conditions, compiled_meanings, plain_conditions
from grammar.library.conditions import COMPILED, Conditions, conditions
from grammar.library.kept import kept
from grammar.library.kept_rules import rule_declaration
from grammar.reader import read_text
from grammar.rule_declarations import read_rule_declarations
from grammar.rule_text import node_text, rule_text
from solver.api import print_problem
from solver.model import meaning as m
from solver.model import rule as r
from solver.model.errors import InputError, UnsupportedRule
from solver.model.problem import Condition, Problem

MEN = "pieces white ka1 black kc1\nstipulation h#1\n"


def declared(text: str) -> Conditions:
    """The library with these conditions besides."""
    read = read_rule_declarations(text)
    return conditions().extended(d for d in read if isinstance(d, r.ConditionDeclaration))


def meaning(text: str, name: str, *words: str) -> m.Meaning:
    return declared(text).bound(Condition(name, words))


def composition(text: str, name: str, *words: str) -> list[str]:
    return declared(text).composition(Condition(name, words))


def problem(declarations: str, named: str = "") -> tuple[Problem | None, InputError | None]:
    """The problem with these statements, and the first complaint."""
    condition = f"condition {named}\n" if named else ""
    (entry,) = read_text(f"begin\n{declarations}\n{MEN}{condition}end\n", name="x.inp")
    return entry.problem, entry.errors[0] if entry.errors else None


def test_parameters_get_their_values_and_defaults() -> None:
    text = "rule for white observed_gate(observed_by: own, wanted: yes) at record;"
    (rule,) = meaning(f"declare condition A {{ {text} }}", "A").rules
    any_man = m.Men(m.Pick("any"))
    assert rule == m.Rule(
        "observed_gate",
        {
            "subject": any_man,
            "observers": any_man,
            "walk": "any",
            "observed": "mover",
            "captors": any_man,
            "observed_by": "own",
            "mutual": False,
            "in_line": False,
            "wanted": True,
            "forbids": "all",
            "level": "free",
            "stalemates": False,
        },
        stage="record",
        side="white",
    )


@pytest.mark.parametrize(
    ("text", "which"),
    [
        ("not royal", m.Not(m.Pick("royal"))),
        ("white & not (pawns | kings)", None),
        ("walk(queen, {nightrider hopper})", m.Pick("walk", ("queen", "nightrider hopper"))),
        ("attribute(kamikaze)", m.Pick("attribute", ("Kamikaze",))),
        ("on(a1 b2)", None),
        ("on(rank(1, last) & not edge)", None),
    ],
)
def test_men(text: str, which: m.Selection | None) -> None:
    (rule,) = meaning(f"declare condition A {{ rule contact(mover: {text}); }}", "A").rules
    value = rule.parameters["mover"]
    assert isinstance(value, m.Men)
    assert which is None or value.which == which


def test_maps_are_arrows_or_cycles() -> None:
    def pairs(text: str) -> tuple[tuple[str, str], ...]:
        (rule,) = meaning(f"declare condition A {{ rule transform(map: {text}); }}", "A").rules
        value = rule.parameters["map"]
        assert isinstance(value, m.Map)
        return value.pairs

    assert pairs("(knight bishop rook)") == (
        ("knight", "bishop"),
        ("bishop", "rook"),
        ("rook", "knight"),
    )
    assert pairs("{{reverse pawn} > pawn,\n any > itself}") == (
        ("reverse pawn", "pawn"),
        ("any", "itself"),
    )


VARIANTS = """
declare condition Base(area: squares = edge, {most of them}: number = 1) {
    rule remove_mover(mover: on(area)) + contact(mover: white);
    variant Corners { area: corners; }
    variant Officers { remove_mover.mover: mover & not pawns; }
    variant Beside(walk: walk) { rule contact(mover: walk(walk)); }
    variant Black { contact.mover: black; }
}
declare condition Named { is Base(Corners, Beside, queen); }
declare condition Changed { is Base(Corners, remove_mover.mover: mover | kings, c3); }
declare condition Twice { is Base + Named(Officers); }
"""


@pytest.mark.parametrize(
    ("name", "words", "expected"),
    [
        ("Base", [], ["remove_mover(mover: on(edge))", "contact(mover: white)"]),
        ("base", ["corners"], ["remove_mover(mover: on(corners))", "contact(mover: white)"]),
        ("Base", ["a1", "b2"], ["remove_mover(mover: on(a1 b2))", "contact(mover: white)"]),
        (
            "Base",
            ["Officers", "Black", "c3"],
            ["remove_mover(mover: on(c3) & not pawns)", "contact(mover: black)"],
        ),
        (
            "Base",
            ["Beside", "knight", "Corners", "7"],
            [
                "remove_mover(mover: on(corners))",
                "contact(mover: white)",
                "contact(mover: walk(knight))",
            ],
        ),
        (
            "Named",
            ["Officers"],
            [
                "remove_mover(mover: on(corners) & not pawns)",
                "contact(mover: white)",
                "contact(mover: walk(queen))",
            ],
        ),
        ("Changed", [], ["remove_mover(mover: on(c3) | kings)", "contact(mover: white)"]),
        (
            "Twice",
            ["Black"],
            [
                "remove_mover(mover: on(edge))",
                "contact(mover: black)",
                "remove_mover(mover: on(corners) & not pawns)",
                "contact(mover: black)",
                "contact(mover: black)",
            ],
        ),
    ],
)
def test_variants_and_arguments(name: str, words: list[str], expected: list[str]) -> None:
    said = [text.removeprefix("rule ") for text in composition(VARIANTS, name, *words)]
    # Changed parameters come last in the text; here there is one only.
    assert sorted(said) == sorted(expected)


def test_walks_and_attributes_of_the_diagram() -> None:
    found = meaning(
        "declare condition A {\n"
        "  replaces walk rook by {nightrider hopper};\n"
        "  gives attribute Kamikaze to white & pawns;\n"
        "}",
        "A",
    )
    assert found.replaced == (("rook", "nightrider hopper"),)
    assert found.given == (("Kamikaze", m.And((m.Pick("white"), m.Pick("pawns")))),)


def test_text_is_read_as_it_was_written() -> None:
    text = 'for white contact(mover: not (a | b(c: d e)) & [f, {g > h}]) at record reason "x y"'
    (declaration,) = read_rule_declarations(f"declare condition A {{ rule {text}; }}")
    assert isinstance(declaration, r.ConditionDeclaration)
    (step,) = declaration.steps
    assert isinstance(step, r.RuleCall)
    assert rule_text(step) == text
    assert node_text(r.Word("long elk")) == "{long elk}"


MISTAKES = [
    ("rule capture_gat(never_captured: any);", 10, "no mechanism", "capture_gate"),
    ("rule capture_gate(never_captred: any);", 23, "no parameter", "never_captured"),
    ("rule capture_gate(any);", 23, "needs names", None),
    ("rule contact(mover: any, mover: any);", 30, "given twice", None),
    ("rule contact(mover: whit);", 25, "'whit' are no men", "white"),
    ("rule contact(mover: walk(quen));", 30, "no piece is called 'quen'", "queen"),
    ("rule contact(mover: attribute(Kamikase));", 35, "no attribute", "Kamikaze"),
    ("rule contact(mover: on(a1 edg));", 31, "'edg' is no square", "edge"),
    ("rule contact(mover: on(rank(9x)));", 33, "'9x' is no rank", None),
    ("rule observed_gate(wanted: yes);", 10, "needs the parameter observed_by", None),
    ("rule observed_gate(observed_by: onw, wanted: yes);", 37, "'onw' is no value", "own"),
    ("rule observed_gate(observed_by: own, wanted: maybe);", 50, "'maybe' is no flag", None),
    ("rule transform(map: {queen > rok});", 34, "no piece is called 'rok'", "rook"),
    ("rule transform(map: queen);", 25, "what becomes what", None),
    ("rule for green contact;", 14, "'green' is no side", None),
    ("rule contact at hurdels;", 21, "'hurdels' is no value", "hurdles"),
    ("rule contact(;", 18, "';' does not fit", None),
    ("rules contact();", 5, "'rules' does not fit", "rule"),
    ("is NoCaptur;", 8, "no condition is called", "NoCapture"),
    ("is NoCapture(Foo);", 18, "no variant", None),
    ("is NoCapture(n: 3);", 18, "no rule of it", None),
    ("is X;", 8, "uses itself", None),
    ("rule contact; variant A { moverr: any; }", 31, "no rule of it", "mover"),
    ("rule contact + remove_mover; variant A { mover: any; }", 46, "more than one rule", None),
    ("rule contact; variant A { contact.mover: whit; }", 46, "'whit' are no men", "white"),
    ("rule contact; variant A { } variant a { }", 41, "variant a is given twice", None),
    ('means "x"; means "y";', 22, "means is given twice", None),
    ("replaces walk rok by queen;", 19, "no piece is called 'rok'", "rook"),
    ("gives attribute Kamikze to any;", 21, "no attribute", "Kamikaze"),
    ("rule contact(mover: any & );", 31, "')' does not fit", None),
    ("rule contact(mover: {});", 26, "'}' does not fit", None),
]


@pytest.mark.parametrize(("clause", "column", "part", "nearest"), MISTAKES)
def test_mistakes_in_a_declaration(
    clause: str, column: int, part: str, nearest: str | None
) -> None:
    _, error = problem(f"declare condition X {{\n    {clause}\n}}")
    assert error is not None
    assert part in error.message, error
    assert (error.file, error.line, error.column, error.nearest) == ("x.inp", 3, column, nearest)
    assert error.excerpt.strip() == clause


@pytest.mark.parametrize(
    ("declaration", "column", "part"),
    [
        ("declare condition Circe { rule contact; }", 19, "already a condition Circe"),
        ("declare condition Ohneschlag { rule contact; }", 19, "already a condition Ohneschlag"),
        ("declare condition {nocapture} { rule contact; }", 19, "already a condition"),
        ("declare condition A { } declare condition a { }", 43, "already a condition 'a'"),
        ("declare condition A(x: number, x: number) { }", 32, "parameter x is given twice"),
        ("declare condition A(x: numbr) { }", 24, "no type 'numbr'"),
        ("declare condition A(x: number = yes) { }", 33, "'yes' is no number"),
        ("declare condition A(x: map) { rule contact(mover: x); }", 21, "type map cannot be men"),
        ("declare mechanism A { }", 1, "not available"),
        ("declare condition {} { }", 19, "'{' does not fit"),
    ],
)
def test_mistakes_in_the_head(declaration: str, column: int, part: str) -> None:
    _, error = problem(declaration)
    assert error is not None
    assert part in error.message, error
    assert (error.line, error.column) == (2, column)


@pytest.mark.parametrize(
    ("parameters", "named", "column", "part"),
    [
        ("n: number", "X", 11, "X needs n"),
        ("n: number", "X 3 4", 15, "no variant or place for '4'"),
        ("n: number", "X a1", 13, "no variant or place for 'a1'"),
        ("w: walk", "X q r", 15, "no variant or place for 'rook'"),
        ("n: number", "{y}", 11, "no condition is called 'y'"),
        ("n: number", "X {goo}", 13, "no condition is called 'goo'"),
    ],
)
def test_mistakes_behind_a_name(parameters: str, named: str, column: int, part: str) -> None:
    _, error = problem(f"declare condition X({parameters}) {{ rule contact; }}", named)
    assert error is not None
    assert part in error.message, error
    assert (error.line, error.column) == (5, column)


def test_names_stand_in_braces_or_alone() -> None:
    own = (
        "declare condition {Two words} { variant {one more} { rule contact; } }\n"
        "declare condition Mine(n: optional number, s: squares = a1, side: optional side) { }\n"
        "declare condition Mad { }"
    )
    read, error = problem(own, "{two  words} {One more} mine 3 b2c3 white {circe} mirror {mad} mad")
    assert error is None and read is not None
    assert [(c.id, c.arguments) for c in read.conditions] == [
        ("Two words", ("one more",)),
        ("Mine", ("3", "b2", "c3", "white")),
        ("Circe", ("Mirror",)),
        ("Mad", ()),
        # Popeye's short word means what it means everywhere.
        ("Madrasi", ()),
    ]
    printed = print_problem(read)
    (again,) = read_text(printed)
    assert again.problem == read


def test_every_declaration_of_the_library_can_be_meant() -> None:
    library = conditions()
    for name in library.names():
        declaration = library.declaration(name)
        assert declaration is not None
        library.check(declaration)
        assert declaration.means or any(isinstance(s, r.BuiltOn) for s in declaration.steps), name


def test_the_compiled_form_is_up_to_date() -> None:
    for file, text in compiled_conditions().items():
        assert Path(COMPILED, file).read_text("utf-8") == text, "python -m grammar.library.build"
    folders = {Path(COMPILED, file).parent for file in compiled_conditions()}
    there = {str(path.relative_to(COMPILED)) for f in folders for path in f.glob("*.json")}
    assert there == set(stored.read_all())


def test_what_is_made_from_the_compiled_form_is_what_was_read() -> None:
    for file, declarations in stored.read_all().items():
        compiled = kept(os.path.join(COMPILED, file))
        for text, declaration in declarations.items():
            assert rule_declaration(compiled[text]) == declaration, text


def test_kept_meanings_are_those_that_are_found() -> None:
    assert Path(meanings.COMPILED).read_text("utf-8") == compiled_meanings()
    library, kept = conditions(), 0
    for condition in plain_conditions():
        try:
            found = library.meaning(condition)
        except UnsupportedRule:
            found = None
        assert repr(meanings.kept_meaning(condition)) == repr(found), condition
        kept += found is not None
    assert kept > 400


def test_conditions_are_apart_where_they_are_not_put_together() -> None:
    library = conditions()
    for pair in combinations(map(Condition, library.names()), 2):
        assert meanings.are_apart(pair) == (len(library.together(pair)) == 2), pair


@pytest.mark.parametrize("cut", [0, 40, 3_000])
def test_a_damaged_file_of_meanings_is_only_slower(
    cut: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    damaged = tmp_path / "meanings.json"
    damaged.write_bytes(Path(meanings.COMPILED).read_bytes()[:cut])
    monkeypatch.setattr(meanings, "COMPILED", str(damaged))
    meanings._lines.cache_clear()
    try:
        assert meanings.kept_meaning(Condition("Circe")) is None
        assert not meanings.are_apart([Condition("Circe"), Condition("Madrasi")])
    finally:
        meanings._lines.cache_clear()
