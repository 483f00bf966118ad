"""Conditions as the engine gets them, and mechanisms as it knows them."""

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from grammar.library import library
from grammar.library.conditions import conditions
from grammar.library.terms import BUILT_IN, is_given, type_text
from grammar.rule_declarations import read_rule_declarations
from solver import native
from solver.compile.conditions import squares_of
from solver.compile.position import compile_position
from solver.compile.spec import JsonValue, PositionSpec, RuleSpec
from solver.model import meaning as m
from solver.model import rule as r
from solver.model.board import ORTHODOX_BOARD, Board, Colour
from solver.model.position import Man, Position
from solver.model.problem import Condition

FAIRY = Path(__file__).parent.parent / "solver/engine/core/src/rules/fairy"
B: JsonValue = {"colour": "black"}
MEN = {
    "e1": Man(Colour.WHITE, "king"),
    "e8": Man(Colour.BLACK, "king"),
    "a2": Man(Colour.WHITE, "pawn"),
    "h7": Man(Colour.BLACK, "rook"),
    "c3": Man(Colour.NEUTRAL, "knight", frozenset({"Kamikaze"})),
}


def position(board: Board = ORTHODOX_BOARD) -> Position:
    return Position(board, {board.square(name): man for name, man in MEN.items()})


def compiled(body: str, *words: str, board: Board = ORTHODOX_BOARD) -> PositionSpec:
    """The specification of a small position with a condition of these clauses."""
    read = read_rule_declarations(f"declare condition A {{ {body} }}")
    own = conditions().extended(d for d in read if isinstance(d, r.ConditionDeclaration))
    meaning = own.bound(Condition("A", words))
    return compile_position(position(board), Colour.WHITE, library().piece, meaning=meaning)


def rule(body: str, *words: str, board: Board = ORTHODOX_BOARD) -> RuleSpec:
    spec = compiled(body, *words, board=board)
    assert spec["fairy"] is not None
    return spec["fairy"]["rules"][0]


def numbers(spec: PositionSpec) -> dict[str, int]:
    return {kind["id"]: number for number, kind in enumerate(spec["kinds"])}


@pytest.mark.parametrize(
    ("text", "men"),
    [
        ("any", {}),
        ("royal", {"royal": True}),
        ("not royal", {"royal": False}),
        ("white", {"colour": "white"}),
        ("white & not royal & on(a1 c1)", {"colour": "white", "royal": False, "squares": [0, 2]}),
        ("white | black", {"any": [{"colour": "white"}, {"colour": "black"}]}),
        ("white & (black | on(a1))", {"colour": "white", "any": [B, {"squares": [0]}]}),
        ("white & black", {"all": [{"colour": "white"}, {"colour": "black"}]}),
        ("attribute(Kamikaze)", {"attribute": 0}),
    ],
)  # fmt: skip
def test_men(text: str, men: JsonValue) -> None:
    assert rule(f"rule contact(mover: {text});")["mover"] == men


def test_walks_become_kinds_of_the_problem() -> None:
    spec = compiled("rule contact(mover: pawns | walk(grasshopper, knight));")
    assert spec["fairy"] is not None
    kinds = numbers(spec)
    pawns, walks = {"kinds": [kinds["pawn"]]}, [kinds["grasshopper"], kinds["knight"]]
    assert spec["fairy"]["rules"][0]["mover"] == {"any": [pawns, {"kinds": walks}]}
    # It can be promoted to as if it stood on the board.
    assert spec["kinds"][kinds["pawn"]]["promotes"] is not None


def test_what_maps_leave_out_can_stay() -> None:
    spec = compiled("rule transform(map: {pawn > queen, any > itself});")
    assert spec["fairy"] is not None
    kinds = numbers(spec)
    pairs = spec["fairy"]["rules"][0]["map"]
    assert isinstance(pairs, list) and [kinds["pawn"], kinds["queen"]] in pairs
    assert [kinds["rook"], kinds["rook"]] in pairs and len(pairs) == len(kinds)


def test_promotions_and_walks_of_the_diagram() -> None:
    spec = compiled("rule promotion(attribute: Kamikaze, kinds: promotions, only: present king);")
    assert spec["fairy"] is not None
    kinds = numbers(spec)
    found = spec["fairy"]["rules"][0]
    officers = [kinds[walk] for walk in ("queen", "knight", "rook", "bishop")]
    assert found["kinds"] == officers
    assert set(found["only"]) == {kinds[man.walk] for man in MEN.values()}  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("a1 b2", "a1 b2"),
        ("rank(1) & file(a, last)", "a1 d1"),
        ("corners", "a1 d1 a3 d3"),
        ("edge & not rank(1, last)", "a2 d2"),
        ("centre", "b2 c2"),
        ("dark & rank(1)", "a1 c1"),
        ("light & rank(1)", "b1 d1"),
        ("all & not edge", "b2 c2"),
        ("h8", ""),
    ],
)
def test_squares(text: str, names: str) -> None:
    board = Board(4, 3)
    (read,) = read_rule_declarations(f"declare condition A {{ rule contact(mover: on({text})); }}")
    assert isinstance(read, r.ConditionDeclaration)
    (found,) = conditions().extended([read]).bound(Condition("A")).rules
    mover = found.parameters["mover"]
    assert isinstance(mover, m.Men) and isinstance(mover.which, m.Pick) and mover.which.squares
    assert squares_of(mover.which.squares, board) == {board.square(name) for name in names.split()}


def test_walks_are_exchanged_and_attributes_given() -> None:
    spec = compiled("replaces walk rook by leo; gives attribute Jigger to white & pawns;")
    assert spec["fairy"] is not None
    kinds, given = numbers(spec), spec["fairy"]["attributes"]
    assert "rook" not in kinds
    promotes = spec["kinds"][kinds["pawn"]]["promotes"]
    assert promotes is not None and kinds["leo"] in promotes["to"]
    attributes = {man["square"]: man["attributes"] for man in spec["men"]}
    assert attributes[8] == [given.index("Jigger")] and attributes[4] == []


def test_rules_of_conditions_come_before_those_of_men() -> None:
    spec = compiled('rule for black contact(mover: not royal) at chain reason "x";')
    assert spec["fairy"] is not None
    first, second = spec["fairy"]["rules"]
    wanted = {
        "mechanism": "contact",
        "reason": "x",
        "stage": "chain",
        "side": "black",
        "mover": {"royal": False},
        "wanted": "touching",
    }
    assert {key: first[key] for key in wanted} == wanted
    assert second["mechanism"] == "remove_mover"


def registry() -> set[str]:
    """The mechanisms of the engine by the names that its specification has for them."""
    text = (FAIRY / "mechanisms/mod.rs").read_text("utf-8")
    lines = re.findall(r"^    \w+::(\w+),", text, re.MULTILINE)
    return {re.sub(r"(?<!^)([A-Z])", r"_\1", name).lower() for name in lines}


def test_every_declared_mechanism_is_one_of_the_engine() -> None:
    assert set(conditions().names("mechanism")) <= registry()


def test_the_stages_are_those_of_the_engine() -> None:
    text = (FAIRY / "stage.rs").read_text("utf-8")
    stages = re.findall(r"^    ([A-Z]\w+),", text, re.MULTILINE)
    declared = conditions().type("stage")
    assert declared is not None
    assert type_text(declared).split(" | ") == [stage.lower() for stage in stages]


def sample(type: r.Type) -> JsonValue:
    """Some value of a type, as the engine wants it."""
    match type:
        case r.TypeName(word) if word.text in BUILT_IN:
            samples: dict[str, JsonValue] = {
                "men": {},
                "squares": [0],
                "squares by side": [[0], [1]],
                "walks": [0],
                "map": [[0, 1]],
                "side": "white",
                "flag": True,
                "borders": [{"from": [0, 4], "to": [8, 4]}],
                "lines": [{"from": [0, 3], "to": [4, 3]}],
            }
            return samples.get(word.text, 0)
        case r.TypeName(word):
            declared = conditions().type(word.text)
            return sample(declared) if declared else word.text
        case r.OneOf(choices):
            return sample(choices[0])
        case r.ListOf(item):
            return [sample(item)]
        case r.TypeCall(word, parts):
            named = {p.name.text: sample(p.type) for p in parts if p.name and not p.optional}
            values = [sample(part.type) for part in parts if not part.name]
            return {word.text: named or (values[0] if len(values) == 1 else values)}


def parameters() -> Iterator[tuple[str, str]]:
    for name in conditions().names("mechanism"):
        declaration = conditions().mechanism(name)
        assert declaration is not None
        yield from ((name, p.name.text) for p in declaration.parameters if p.name)


@pytest.mark.parametrize(("name", "parameter"), list(parameters()))
def test_the_engine_knows_every_parameter(name: str, parameter: str) -> None:
    declaration = conditions().mechanism(name)
    assert declaration is not None
    spec = compiled("rule contact; gives attribute Kamikaze to any;")
    assert spec["fairy"] is not None
    values: RuleSpec = {"mechanism": name, "reason": ""}
    for p in declaration.parameters:
        assert p.name is not None
        given = not p.optional or p.name.text == parameter
        if given or (p.default and is_given(p.default)):
            values[p.name.text] = sample(p.type)
    spec["fairy"]["rules"] = [values]
    native.legal_moves(msgspec.json.encode(spec))
    values[parameter] = "no such word"
    with pytest.raises(ValueError, match="no such word"):
        native.legal_moves(msgspec.json.encode(spec))
