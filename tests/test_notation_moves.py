"""Half-moves as text, long and short."""

import pytest
from notation_examples import ENGLISH, FRENCH, GERMAN, effect, move, square

from solver.model.solution import Effect, Piece, PlayedMove
from solver.notation.moves import marked_move, move_text
from solver.notation.short import short_move

WHITE_KNIGHT, BLACK_KNIGHT = Piece("white", "knight"), Piece("black", "knight")
PAWN, ROOK = Piece("white", "pawn"), Piece("white", "rook")


@pytest.mark.parametrize(
    ("played", "english", "german"),
    [
        (move("Ka1-b2"), "Ka1-b2", "Ka1-b2"),
        (move("Sa1*b3"), "Sa1*b3", "Sa1*b3"),
        (move("e2-e4"), "e2-e4", "e2-e4"),
        (move("f7-f8=S"), "f7-f8=S", "f7-f8=S"),
        (move("f7-f8=Q"), "f7-f8=Q", "f7-f8=D"),
        (move("e5*d6", kind="en_passant", captures=(square("d5"),)), "e5*d6 ep.", "e5*d6 ep."),
        (PlayedMove("king_side_castling", 4, 6), "0-0", "0-0"),
        (PlayedMove("queen_side_castling", 4, 2), "0-0-0", "0-0-0"),
        (PlayedMove("null", 0, 0), " ...", " ..."),
        (PlayedMove("role_exchange", 0, 0), " RoleExchange", " Rollentausch"),
    ],
)
def test_orthodox(played: PlayedMove, english: str, german: str) -> None:
    assert move_text(ENGLISH, played) == english
    assert move_text(GERMAN, played) == german


@pytest.mark.parametrize(
    ("piece", "english", "german", "french"),
    [
        (Piece("neutral", "knight"), "nS", "nS", "nC"),
        (Piece("white", "pawn", ("Magic",)), "mP", "mB", "mP"),
        (Piece("black", "rook", ("Royal",)), "rR", "kT", "rT"),
        (Piece("white", "rook", ("HalfNeutral",)), "hnR", "hnT", "dnT"),
        (Piece("neutral", "rook", ("Chameleon",)), "ncR", "ncT", "ncT"),
        (Piece("white", "hunter(rook,knight)"), "R/S", "T/S", "T/C"),
        (Piece("white", "hunter(1,6-leaper,grasshopper)"), "16/G", "16/G", "16/S"),
        (Piece("white", "nightrider hopper"), "NH", "NH", "SN"),
        (Piece("black", "pawn"), "", "", ""),
        (Piece("black", "knight", ("AliceB",)), "S", "S", "C"),
    ],
)
def test_names_of_movers(piece: Piece, english: str, german: str, french: str) -> None:
    assert [names.mover(piece) for names in (ENGLISH, GERMAN, FRENCH)] == [english, german, french]


@pytest.mark.parametrize(
    ("effects", "promotion", "expected"),
    [
        ([effect("place", "rebirth", "g1", piece=WHITE_KNIGHT)], None, "Ra1*a8[+wSg1]"),
        (
            [
                effect("place", "rebirth", "e8", piece=Piece("white", "pawn")),
                effect("walk", "promotion", "e8", piece=WHITE_KNIGHT),
            ],
            None,
            "Ra1*a8[+wPe8=S]",
        ),
        (
            [effect("place", "below", "g2", piece=Piece("white", "bishop"))],
            None,
            "Ra1*a8[+wBg2->v]",
        ),
        ([effect("remove", "kamikaze", "a8", piece=ROOK)], None, "Ra1*a8[-wRa8]"),
        ([effect("move", "rebirth", "a8", "h1", piece=ROOK)], None, "Ra1*a8[wRa8->h1]"),
        (
            [effect("move", "rebirth", "d6", "d2", piece=Piece("white", "bishop"), other=PAWN)],
            None,
            "Ra1*a8[wBd6->Pd2]",
        ),
        (
            [effect("walk", "single_box", "h1", piece=Piece("black", "bishop"))],
            None,
            "Ra1*a8[h1=B]",
        ),
        ([effect("colour", "masand", "b1", piece=PAWN)], None, "Ra1*a8[b1=w]"),
        ([effect("colour", "andernach", "a8", piece=BLACK_KNIGHT)], None, "Ra1*a8=b"),
        ([effect("colour", "breton", "a8", piece=BLACK_KNIGHT)], None, "Ra1*a8[a8=b]"),
        ([effect("colour", "half_neutral", "a8", piece=ROOK)], None, "Ra1*a8=wh"),
        ([effect("colour", "anda", "a8", piece=ROOK)], None, "Ra1*a8[=w]"),
        (
            [
                effect(
                    "attribute", "promotion_to", "a8", piece=Piece("white", "queen", ("Chameleon",))
                )
            ],
            Piece("white", "queen"),
            "Ra1*a8=Q=c",
        ),
        (
            [
                effect("move", "imitator", "e5", "e4"),
                effect("move", "imitator", "d3", "d2"),
            ],
            Piece("white", "queen"),
            "Ra1*a8[Ie4,d2]=Q",
        ),
        (
            [
                effect(
                    "exchange",
                    "oscillating",
                    "e5",
                    "c5",
                    piece=Piece("white", "king"),
                    other=Piece("black", "king"),
                )
            ],
            None,
            "Ra1*a8[Ke5<->Kc5]",
        ),
        ([effect("walk", "before", "e8", piece=WHITE_KNIGHT)], None, "[e8=S]Ra1*a8"),
        ([effect("state", "bgl", "a8", value="6/1.76")], None, "Ra1*a8 (6/1.76)"),
        ([effect("move", "transfer", "a1", "a3")], None, "Ra1-a3*a8"),
        ([effect("remove", "capture", "a8", piece=ROOK)], None, "Ra1*a8"),
    ],
)
def test_effects(effects: list[Effect], promotion: Piece | None, expected: str) -> None:
    played = move("Ra1*a8", effects=tuple(effects), promotion=promotion)
    assert move_text(ENGLISH, played) == expected


def test_captures_elsewhere() -> None:
    assert move_text(ENGLISH, move("Sh3-g6", captures=(square("g5"),))) == "Sh3*g5-g6"
    several = move("Bb1-c4", captures=(square("c2"), square("d3")))
    assert move_text(ENGLISH, several) == "Bb1*c2*d3-c4"
    leg = effect("walk", "leg", "a8", piece=WHITE_KNIGHT)
    assert move_text(ENGLISH, move("b7-b6", captures=(56,), effects=(leg,))) == "b7*a8=S-b6"


def test_exchange_of_two_men_names_pawns() -> None:
    swap = effect("move", "swap", "g6", "b3", piece=Piece("black", "pawn"))
    played = move("b3-g6", kind="exchange", effects=(swap,))
    assert move_text(GERMAN, played) == "Bb3<->Bg6"


@pytest.mark.parametrize(
    ("goal", "check", "expected"),
    [
        (None, True, " +"),
        ("#", True, " #"),
        ("z", True, " + z"),
        ("z", False, " z"),
        ("x", True, " + x"),
        ("ep", True, " +"),
        ("~", False, ""),
        ("==", False, " =="),
        ("+", True, " +"),
        ("a=>b", True, " + a=>b"),
    ],
)
def test_marks(goal: str | None, check: bool, expected: str) -> None:
    assert marked_move(ENGLISH, move("Ka1-b2", goal=goal, check=check)) == "Ka1-b2" + expected


@pytest.mark.parametrize(
    ("departure", "also_from", "expected"),
    [
        ("b1", [], "Sd2"),
        ("b1", ["f1"], "Sbd2"),
        ("b1", ["b3"], "S1d2"),
        ("b1", ["b3", "f1"], "Sb1d2"),
        ("b1", ["b1"], "Sd2"),
    ],
)
def test_short_notation_names_as_much_as_needed(
    departure: str, also_from: list[str], expected: str
) -> None:
    played = move(f"S{departure}-d2", also_from=tuple(square(name) for name in also_from))
    assert short_move(ENGLISH, played) == expected


@pytest.mark.parametrize(
    ("played", "expected"),
    [
        (move("e5*d6", kind="en_passant", captures=(square("d5"),), check=True), "exd6 e.p.+"),
        (move("e4*d5"), "exd5"),
        (move("f7-f8=S#"), "f8=S#"),
        (move("Ra1*a8+"), "Rxa8+"),
        (PlayedMove("king_side_castling", 4, 6, Piece("white", "king"), goal="#"), "0-0#"),
        (PlayedMove("null", 0, 0), "~"),
        (move("Ka1-b2", goal="z"), "Kb2 z"),
    ],
)
def test_short_notation(played: PlayedMove, expected: str) -> None:
    assert short_move(ENGLISH, played) == expected
