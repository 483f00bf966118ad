"""Positions as the engine gets them, and what is refused before."""

import pytest

import solver
from grammar.library import library
from grammar.library.conditions import conditions
from solver.compile.position import compile_position
from solver.compile.refuse import refuse
from solver.compile.spec import PositionSpec
from solver.compile.walks import walk_spec, whole_board_vectors
from solver.model.board import ORTHODOX_BOARD, Board, Colour
from solver.model.errors import InvalidPosition, UnsupportedRule
from solver.model.piece import Rank
from solver.model.position import Man, Place, Position
from solver.model.problem import Condition, Option, Problem
from solver.model.stipulation import Goal, Traditional
from solver.model.twinning import variants

LETTERS = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "S": "knight", "P": "pawn"}


def position(white: str, black: str, board: Board = ORTHODOX_BOARD) -> Position:
    """A position from words like "Ka1,rRh5,grasshopperd4"; r: royal."""
    men = {}
    for colour, text in ((Colour.WHITE, white), (Colour.BLACK, black)):
        for word in text.split(","):
            name, square = word.strip()[:-2], word.strip()[-2:]
            royal = name.startswith("r") and name[1:] in LETTERS
            walk = LETTERS.get(name.removeprefix("r") if royal else name, name)
            attributes = frozenset({"Royal"}) if royal else frozenset[str]()
            men[board.square(square)] = Man(colour, walk, attributes)
    return Position(board, men)


def compiled(white: str, black: str, *options: Option, side: Colour = Colour.WHITE) -> PositionSpec:
    return compile_position(position(white, black), side, library().piece, options)


def promotions(spec: PositionSpec, pawn: str) -> list[str]:
    (kind,) = [kind for kind in spec["kinds"] if kind["id"] == pawn]
    assert kind["promotes"] is not None
    return [spec["kinds"][number]["id"] for number in kind["promotes"]["to"]]


def wings(spec: PositionSpec) -> list[str]:
    return [f"{castling['side']} {castling['wing']}" for castling in spec["castling"]]


def option(id: str, *arguments: str) -> Option:
    return Option(id, arguments)


def test_men_kinds_and_royal_men() -> None:
    spec = compiled("Ka1,Qb3", "rRh8,Bc7", side=Colour.BLACK)
    assert spec["board"] == {
        "width": 8,
        "height": 8,
        "holes": [],
        "wrap_files": False,
        "wrap_ranks": False,
    }
    assert [kind["id"] for kind in spec["kinds"]] == ["king", "queen", "bishop", "rook"]
    assert [kind["role"] for kind in spec["kinds"]] == ["king", None, None, None]
    assert spec["men"] == [
        {"square": 0, "kind": 0, "colour": "white", "royal": True, "attributes": []},
        {"square": 17, "kind": 1, "colour": "white", "royal": False, "attributes": []},
        {"square": 50, "kind": 2, "colour": "black", "royal": False, "attributes": []},
        {"square": 63, "kind": 3, "colour": "black", "royal": True, "attributes": []},
    ]
    assert (spec["side"], spec["castling"], spec["en_passant"]) == ("black", [], None)


def test_promotions_of_the_orthodox_pawn() -> None:
    spec = compiled("Ka1,Pb7", "Kh8")
    assert promotions(spec, "pawn") == ["queen", "knight", "rook", "bishop"]
    pawn = spec["kinds"][1]
    assert pawn["promotes"] is not None and pawn["double_step"] is not None
    assert pawn["promotes"]["white"] == list(range(56, 64))
    assert pawn["promotes"]["black"] == list(range(8))
    assert pawn["double_step"]["white"] == list(range(8, 16))
    assert pawn["double_step"]["black"] == list(range(48, 56))
    assert pawn["captures_en_passant"]


def test_promotions_follow_the_men_on_the_board() -> None:
    """As Popeye does: g and n of the other side too, but no pawns, dummies and kings."""
    spec = compiled("Ka1,Pb7", "rRh5,moosee8,nightridere6,grasshopperg7")
    assert promotions(spec, "pawn")[4:] == ["grasshopper", "nightrider", "moose"]
    spec = compiled("Ka1,Pb7", "Kh5,dummyd4,amazone4,superpawng2,berolina pawnf2")
    assert promotions(spec, "pawn")[4:] == ["amazon"]
    spec = compiled("Ka1,Pb7,marine pawna7", "Kd4,Qe5,grasshopperg1")
    marine = ["queen", "grasshopper", "sirene", "triton", "nereide", "marine knight"]
    assert promotions(spec, "marine pawn") == marine


def test_pawns_of_other_boards() -> None:
    board = Board(5, 6, holes=frozenset({25}))
    spec = compile_position(position("Ka1,Pb5", "Kc3", board), Colour.WHITE, library().piece)
    (pawn,) = [kind for kind in spec["kinds"] if kind["id"] == "pawn"]
    assert pawn["promotes"] is not None
    assert pawn["promotes"]["white"] == [26, 27, 28, 29]
    assert spec["castling"] == []


def test_castling_from_the_home_squares() -> None:
    every = compiled("Ke1,Ra1,Rh1", "Ke8,Ra8,Rh8")
    assert wings(every) == ["white king", "white queen", "black king", "black queen"]
    assert every["castling"][0] == {
        "side": "white",
        "king": 4,
        "rook": 7,
        "king_to": 6,
        "rook_to": 5,
        "king_kind": 1,
        "rook_kind": 0,
        "wing": "king",
        "pass": [5],
        "excludes": [],
        "moved": [],
    }
    assert every["castling"][3]["pass"] == [59] and every["castling"][3]["king_to"] == 58
    assert wings(compiled("Ke1,Ra8", "Ke8,Ra1")) == []
    assert wings(compiled("Kd1,Ra1,Rh1", "Ke8,Qa8,Rh8")) == ["black king"]
    assert wings(compiled("stinge1,Rh1", "Kd8")) == []


@pytest.mark.parametrize(
    ("squares", "left"),
    [
        (("a1",), ["white king", "black queen"]),
        (("e1",), ["black queen"]),
        (("h1", "a8"), ["white queen"]),
        (("d4",), ["white king", "white queen", "black queen"]),
    ],
)
def test_no_castling(squares: tuple[str, ...], left: list[str]) -> None:
    spec = compiled("Ke1,Ra1,Rh1", "Ke8,Ra8", option("NoCastling", *squares))
    assert wings(spec) == left


@pytest.mark.parametrize(
    ("squares", "side", "right"),
    [
        (("d7", "d6", "d5"), Colour.WHITE, {"capture": 35, "arrivals": [43]}),
        (("d7", "d6", "d5"), Colour.BLACK, None),
        (("d7", "d6", "c6", "d5"), Colour.WHITE, {"capture": 35, "arrivals": [43, 42]}),
        (("d2", "d3", "d5"), Colour.BLACK, {"capture": 35, "arrivals": [19]}),
        (("d7", "d5"), Colour.WHITE, None),
        (("d6",), Colour.WHITE, None),
    ],
)
def test_en_passant(
    squares: tuple[str, ...], side: Colour, right: dict[str, object] | None
) -> None:
    spec = compiled("Ka2,Pe5", "Kh8,Pd5", option("EnPassant", *squares), side=side)
    assert spec["en_passant"] == right


def test_all_that_is_wrong_with_a_position_is_said_at_once() -> None:
    with pytest.raises(InvalidPosition) as caught:
        compiled("Ka1,rRa2,Pd6", "Kh8", option("EnPassant", "d7", "d6", "d5"))
    assert list(caught.value.reasons) == [
        "option EnPassant: d6 is not empty",
        "option EnPassant: nothing stands on d5",
    ]


def test_walks_for_the_engine() -> None:
    pawn = walk_spec(library().piece("pawn").walk, ORTHODOX_BOARD)
    single = {"seq": ["m", {"guard": "1<=Q"}]}
    assert pawn == {
        "alt": [
            {"seq": [{"star": [[0, 1]], "relative": True}, *single["seq"]]},
            {"seq": [{"star": [[1, 1], [-1, 1]], "relative": True}, "c", {"guard": "1<=Q"}]},
        ]
    }
    hamster = walk_spec(library().piece("hamster").walk, ORTHODOX_BOARD)
    assert isinstance(hamster, dict) and isinstance(hamster["seq"], list)
    assert hamster["seq"][1:] == [{"rep": ["-", 1, None]}, {"look": ["^", "&"]}, "."]


def test_stars_of_the_whole_board() -> None:
    board = Board(3, 3)
    assert len(whole_board_vectors("ALL", board)) == 24
    assert len(whole_board_vectors("PRIM", board)) == 16
    assert len(whole_board_vectors("QALL", board)) == 16


MATE_IN_TWO = Traditional("#2", "", Goal("#"), 2)


@pytest.mark.parametrize(
    ("change", "kind", "name"),
    [
        ({"conditions": (Condition("nonesuch", (), Place(5, 11)),)}, "condition", "nonesuch"),
        ({"options": (Option("nonesuch", (), Place(4, 8)),)}, "option", "nonesuch"),
        (
            {"stipulation": Traditional("?2", "", Goal("?"), 2, place=Place(3, 13))},
            "stipulation",
            "?2",
        ),
        (
            {"position": Position(men={3: Man(Colour.WHITE, "nonesuch", place=Place(7, 9))})},
            "walk",
            "nonesuch",
        ),
        (
            {"position": Position(men={3: Man(Colour.BLACK, "rook", frozenset({"nonesuch"}))})},
            "attribute",
            "nonesuch",
        ),
        (
            {"position": Position(men={3: Man(Colour.BLACK, "king", frozenset({"Volage"}))})},
            "attribute",
            "Volage on a royal man",
        ),
        (
            {"position": Position(men={3: Man(Colour.BLACK, "rook", frozenset({"Bul"}))})},
            "attribute",
            "Bul on rook",
        ),
        (
            {"position": Position(men={3: Man(Colour.NEUTRAL, "rook", frozenset({"Magic"}))})},
            "attribute",
            "Magic with neutral men",
        ),
    ],
)
def test_what_cannot_be_solved_is_refused_by_name(
    change: dict[str, object], kind: str, name: str
) -> None:
    problem = Problem(**{"stipulation": MATE_IN_TWO} | change)  # type: ignore[arg-type]
    (twin,) = variants(problem)
    with pytest.raises(UnsupportedRule) as caught:
        refuse(problem, twin, library().piece, conditions().meaning, file="a.inp")
    assert (caught.value.kind, caught.value.name, caught.value.file) == (kind, name, "a.inp")


@pytest.mark.parametrize(
    ("condition", "variant"),
    [("MarsCirce", "Clone"), ("PhantomChess", "Take&Make"), ("ImmunChess", "Parrain")],
)
def test_a_variant_without_meaning_is_refused_with_the_reason(condition: str, variant: str) -> None:
    problem = Problem(stipulation=MATE_IN_TWO, conditions=(Condition(condition, (variant,)),))
    (twin,) = variants(problem)
    with pytest.raises(
        UnsupportedRule, match=f"{condition} {variant} has no meaning: .*"
    ) as caught:
        refuse(problem, twin, library().piece, conditions().meaning)
    assert caught.value.name == f"{condition} {variant}"


def test_what_can_be_solved_is_not_refused() -> None:
    problem = Problem(
        position=position("rRb2", "Kh8"),
        stipulation=Traditional("ser-h=11", "ser-h", Goal("="), 11),
        options=(option("Duplex"), option("Beep"), option("EnPassant", "d7", "d6", "d5")),
    )
    (twin,) = variants(problem)
    refuse(problem, twin, library().piece, conditions().meaning)


def test_refusals_say_where() -> None:
    unknown = (Condition("Unheard", (), Place(5, 11)),)
    problem = Problem(stipulation=MATE_IN_TWO, conditions=unknown)
    (twin,) = variants(problem)
    with pytest.raises(UnsupportedRule) as caught:
        refuse(problem, twin, library().piece, conditions().meaning)
    assert (caught.value.line, caught.value.column) == (5, 11)


def test_holes_between_king_and_rook_forbid_castling() -> None:
    holed = Board(holes=frozenset({5, 40}))
    spec = compile_position(position("Ke1,Ra1,Rh1", "Kh8", holed), Colour.WHITE, library().piece)
    assert spec["board"]["holes"] == [5, 40]
    assert wings(spec) == ["white queen"]


@pytest.mark.parametrize(
    ("hunter", "double_step", "captures_en_passant"),
    [
        ("hunter(pawn,knight)", Rank.SECOND, True),
        ("hunter(knight,pawn)", None, True),
        ("hunter(knight,reverse pawn)", Rank.LAST_BUT_ONE, True),
        ("hunter(reverse pawn,knight)", None, True),
        ("hunter(rook,bishop)", None, False),
    ],
)
def test_hunters_take_over_from_pawns(
    hunter: str, double_step: Rank | None, captures_en_passant: bool
) -> None:
    piece = library().piece(hunter)
    assert (piece.double_step, piece.captures_en_passant) == (double_step, captures_en_passant)
    assert (piece.promotes, piece.role) == (None, None)


def test_a_hunter_with_two_double_steps_is_refused() -> None:
    with pytest.raises(UnsupportedRule):
        library().piece("hunter(pawn,reverse pawn)")


def test_every_declared_walk_can_be_played() -> None:
    men = {3: Man(Colour.WHITE, "leo"), 7: Man(Colour.BLACK, "hunter(rook,bishop)")}
    problem = Problem(stipulation=MATE_IN_TWO, position=Position(men=men))
    (twin,) = variants(problem)
    refuse(problem, twin, library().piece, conditions().meaning)


def test_a_hunter_is_refused_for_the_walk_that_it_cannot_have() -> None:
    men = {3: Man(Colour.WHITE, "hunter(rook,orphan)", place=Place(2, 5))}
    problem = Problem(stipulation=MATE_IN_TWO, position=Position(men=men))
    (twin,) = variants(problem)
    with pytest.raises(UnsupportedRule) as caught:
        refuse(problem, twin, library().piece, conditions().meaning)
    assert (caught.value.name, caught.value.column) == ("orphan", 5)


@pytest.mark.parametrize(
    "text",
    [
        "begin pieces totalinvisible 1 white ka1 rh1 black kh8 stip h#2 end",
        "begin pieces white ka1 rh1 black kh8 stip h#2 twin add totalinvisible 1 end",
    ],
)
def test_totally_invisible_men_are_refused_by_name(text: str) -> None:
    with pytest.raises(UnsupportedRule, match="TotalInvisible"):
        solver.solve(solver.read_text(text)[0])
