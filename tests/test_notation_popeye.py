"""The default layout, compared letter by letter."""

import subprocess
import sys

import pytest
from notation_examples import (
    BOARD,
    HELPMATE,
    HELPMATE_LINES,
    KEY,
    MATE,
    TRY,
    man,
    move,
    place,
    square,
    whole,
    written,
)

from solver.model.position import Position
from solver.model.problem import (
    Add,
    Change,
    Condition,
    Exchange,
    Language,
    Mirror,
    Move,
    NewConditions,
    NewStipulation,
    Option,
    PolishType,
    Problem,
    Remove,
    Rotate,
    Shift,
    Substitute,
    Twin,
)
from solver.model.solution import (
    Event,
    LineFound,
    Message,
    MoveNumber,
    Node,
    PhaseFinished,
    PhaseStarted,
    PostKey,
    TreeFound,
    TwinFinished,
    TwinStarted,
)
from solver.model.stipulation import Goal, Traditional
from solver.model.twinning import variants
from solver.notation.conditions import condition_lines
from solver.notation.diagram import diagram
from solver.notation.twins import heading

HELPMATE_TEXT = """
             A. Composer
        1, A Magazine, 1/2001
              1st Prize
               A title

+---a---b---c---d---e---f---g---h---+
|                                   |
8   .   .   .   .   .   .   .   .   8
|                                   |
7   .   .   .   .   .   .   .   .   7
|                                   |
6   .   .   .   .   .   .   .   .   6
|                                   |
5   .   .   S   .   .   .   .   .   5
|                                   |
4   .   .   .   .   .   .   .   .   4
|                                   |
3   .   .   .   .   .   .   .   .   3
|                                   |
2   .   .   .   Q  -P   .   .   .   2
|                                   |
1   .   .   K   .  -K   .   .   .   1
|                                   |
+---a---b---c---d---e---f---g---h---+
  h#1                         3 + 2

  1.e2-e1=Q Qd2*e1 #
  1.Ke1-f1 Qd2-e1 #

solution finished.


"""


def body(problem: Problem, events: list[Event]) -> str:
    """What follows the line with the stipulation."""
    text = written("popeye", problem, events)
    return text[text.rindex("+---a") :].split("\n", 2)[2]


def below_board(problem: Problem) -> list[str]:
    text = written("popeye", problem, [])
    return text[text.rindex("+---a") :].split("\n\n")[0].split("\n")[1:]


def test_a_whole_problem() -> None:
    assert written("popeye", HELPMATE, whole(*HELPMATE_LINES)) == HELPMATE_TEXT


def test_battle_play() -> None:
    assert (
        body(MATE, whole(TRY, KEY, play="tree"))
        == """
   1.Qb1-g6 ? threat:
          2.Qg6-h7 #
      1...Kh4-h3
          2.Qg6-g3 #
    but
      1...h5-g5 !

   1.Qb1-h1 + !
      1...Kh4-g4
          2.Qh1-g2 #
          2.Qh1-h2 #


solution finished.


"""
    )


def test_set_play_empty_and_omitted_phases() -> None:
    defence = Node(move("Kh4-h3", "black"), variations=(Node(move("Qb1-h1#")),))
    events: list[Event] = [
        TwinStarted(0, ""),
        PhaseStarted("set", "tree", "black"),
        TreeFound(defence, ply=1),
        PhaseFinished(True),
        PhaseStarted("actual", "tree", "white"),
        PhaseFinished(True),
        PhaseStarted("actual", "tree", "black"),
        PhaseFinished(True, omitted=True),
        TwinFinished(True),
    ]
    assert (
        body(MATE, events)
        == "\n      1...Kh4-h3\n          2.Qb1-h1 #\n\n\nsolution finished.\n\n\n"
    )


def test_post_key_play() -> None:
    refuting = TreeFound(Node(move("Kh4-h3", "black"), refutes=True), ply=1)
    problem = Problem(
        position=MATE.position, stipulation=MATE.stipulation, options=(Option("PostKeyPlay"),)
    )
    assert body(problem, whole(PostKey(zugzwang=True), refuting, play="tree")) == (
        "\n zugzwang.\n      1...Kh4-h3\n        refutes.\n\nsolution finished.\n\n\n"
    )
    threat = PostKey(threats=(Node(move("Qb1-h1#")),))
    assert body(problem, whole(threat, play="tree")).startswith(
        "\n threat:\n          2.Qb1-h1 #\n"
    )
    assert body(problem, whole(PostKey(check=True), refuting, play="tree")).startswith(
        " +\n      1...Kh4-h3\n"
    )


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (LineFound((move("Ka1-a2"),), "b", 1), "  1...Ka1-a2"),
        (LineFound((move("Ka1-a2"), move("Ka2-a3")), "ba", 1), "  1...Ka1-a2   2.Ka2-a3"),
        (LineFound((move("Ka1-a2"),), "a", 2), "  1...  ...  2.Ka1-a2"),
        (
            LineFound((move("Ka1-a2"), move("Ka2-a3"), move("h7-h6", "black")), "aab"),
            "  1.Ka1-a2   2.Ka2-a3 h7-h6",
        ),
        (
            LineFound(tuple(move("Ka1-a2") for _ in range(3)), "aaa", 0, (2,)),
            "  1.Ka1-a2   2.Ka1-a2   1.Ka1-a2",
        ),
        (LineFound((move("Ka1-a2+"),), "a", constraint=True), "  1.Ka1-a2 + ?!?"),
    ],
)
def test_numbers_of_lines(found: LineFound, expected: str) -> None:
    assert body(HELPMATE, whole(found)).split("\n")[1] == expected


def test_move_numbers_and_messages() -> None:
    text = body(
        HELPMATE,
        [
            TwinStarted(0, ""),
            Message("not_applicable", ("SetPlay",)),
            PhaseStarted("actual", "line", "black"),
            MoveNumber(1, move("Ke1-f1", "black")),
            MoveNumber(12, move("Ke1-f1+", "black"), 3),
            PhaseFinished(False, "range"),
            TwinFinished(False, "range"),
        ],
    )
    assert text == (
        "SetPlay not applicable - ignored\n"
        "\n  1  (Ke1-f1 )\n 12:3  (Ke1-f1 + )\n\nsolution finished.\n\n\n"
    )


@pytest.mark.parametrize(
    ("why", "language", "expected"),
    [
        ("", Language.GERMAN, "\n\nLoesung beendet.\n\n\n"),
        ("solutions", Language.FRENCH, "\nsolution partielle\n\n\n"),
        ("time", Language.ENGLISH, "\nsolving interrupted.\n\n\n"),
    ],
)
def test_how_it_ends(why: str, language: Language, expected: str) -> None:
    assert written("popeye", HELPMATE, whole(why=why), language=language).endswith("2\n" + expected)


def test_twins() -> None:
    def at(first: str, second: str) -> tuple[int, int]:
        return square(first), square(second)

    changes: list[tuple[Change, ...]] = [
        (Move(*at("d2", "d4")),),
        (Move(*at("d2", "e2")),),
        (Exchange(*at("d2", "e2")),),
        (Remove((square("e2"),)),),
        (Add(((square("h6"), man("bishop", "black")), (square("e2"), man("rook", "black")))),),
        (Remove((square("e2"),)), Add(((square("e2"), man("pawn", "black", "Magic")),))),
        (Shift(*at("a1", "a2")),),
        (Rotate(270),),
        (Mirror("a1<-->h1"),),
        (PolishType(),),
        (Substitute("queen", "rook"), Substitute("knight", "bishop")),
        (NewStipulation(Traditional("h=2", "h", Goal("="), 2)),),
        (NewConditions((Condition("KoeKo"), Condition("Circe"))),),
        (Move(*at("a8", "a7")),),
    ]
    problem = Problem(
        Language.GERMAN,
        position=HELPMATE.position,
        twins=tuple(Twin(change) for change in changes),
    )
    texts = [heading(variant, Language.GERMAN) for variant in variants(problem)]
    assert texts == [
        "a) ",
        "b) wDd2-->d4  ",
        "c) -sBe2  wDd2-->e2  ",
        "d) wDd2<-->sBe2  ",
        "e) -sBe2  ",
        "f) +sLh6  sTe2  ",
        "g) smBe2  ",
        "h) Verschiebung a1 ==> a2  ",
        "i) Drehung 270  ",
        "j) Spiegelung a1<-->h1  ",
        "k) Farbwechsel  ",
        "l) D ==> T  S ==> L  ",
        "m) h=2  ",
        "n) Circe\n   KoeKo  ",
        "o) ",
    ]


def test_zeroposition_continued_and_remarks() -> None:
    problem = Problem(
        position=HELPMATE.position,
        stipulation=HELPMATE.stipulation,
        zeroposition=True,
        twins=(
            Twin((Remove((square("e2"),)),), remarks=("a remark",)),
            Twin((Remove((square("c5"),)),), continued=True),
        ),
    )
    events = [
        *whole(HELPMATE_LINES[1], label="a"),
        TwinStarted(2, "b", True),
        PhaseStarted("actual", "line", "black"),
        PhaseFinished(True),
        TwinFinished(True),
    ]
    assert (
        body(problem, events)
        == """
zeroposition

a remark

a) -bPe2  

  1.Ke1-f1 Qd2-e1 #

+b) -wSc5  


solution finished.


"""
    )


@pytest.mark.parametrize(
    ("text", "play", "moves", "half", "options", "expected"),
    [
        ("#4", "", 4, False, [Option("Threat", ("1",))], "#4/1"),
        ("#3", "", 3, False, [Option("MaxFlightsquares", ("2",))], "#3//2"),
        (
            "#4",
            "",
            4,
            False,
            [
                Option("Threat", ("2",)),
                Option("MaxFlightsquares", ("3",)),
                Option("NonTrivial", ("0", "1")),
            ],
            "#4/2/3;0,1",
        ),
        ("h#3", "h", 3, False, [Option("WhiteToPlay")], "h#2.5"),
        ("hs#3", "hs", 3, False, [Option("WhiteToPlay")], "hs#2.5"),
        ("ser-h#3", "ser-h", 3, False, [Option("WhiteToPlay")], "ser-h#2"),
        ("ser-#1", "ser-", 1, False, [Option("WhiteToPlay")], "ser-#"),
        ("#3", "", 3, False, [Option("WhiteToPlay")], "#3"),
        ("h#3.5", "h", 3, True, [Option("WhiteToPlay")], "h#3.5"),
        ("semi-r#1", "semi-r", 1, False, [Option("PostKeyPlay")], "r#1"),
    ],
)
def test_stipulation_with_options(
    text: str, play: str, moves: int, half: bool, options: list[Option], expected: str
) -> None:
    problem = Problem(
        position=HELPMATE.position,
        stipulation=Traditional(text, play, Goal("#"), moves, half),
        options=tuple(options),
    )
    assert below_board(problem)[0] == f"  {expected}".ljust(30) + "3 + 2"


def test_exact_means_nothing_for_one_move() -> None:
    for moves, expected in ((1, "  #1"), (2, "  exact-#2")):
        stipulation = Traditional(f"#{moves}", "", Goal("#"), moves, exact=True)
        problem = Problem(position=HELPMATE.position, stipulation=stipulation)
        assert below_board(problem)[0].startswith(expected + " ")


def test_what_does_not_apply_stands_before_the_header() -> None:
    problem = Problem(
        Language.GERMAN,
        position=HELPMATE.position,
        stipulation=HELPMATE.stipulation,
        options=(Option("PostKeyPlay"), Option("Quodlibet")),
        remarks=("ein Satz",),
        underworld=(square("e2"),),
    )
    assert written("popeye", problem, []).split("\n")[:5] == [
        "ein Satz",
        "e2 ist bereits besetzt - alter Stein geht in die Unterwelt.",
        "Quodlibet nicht anwendbar - ignoriert",
        "NachSchluessel nicht anwendbar - ignoriert",
        "",
    ]


def test_attributes_options_and_counts() -> None:
    men = place("Kd4 kg5") | {
        square("a8"): man("queen", "white", "Kamikaze"),
        square("b8"): man("rook", "black", "Kamikaze", "Royal"),
        square("h1"): man("rook", "neutral"),
    }
    problem = Problem(
        position=Position(BOARD, men),
        stipulation=MATE.stipulation,
        conditions=(Condition("Madrasi"), Condition("Circe", ("RexInclusive",))),
        options=(
            Option("Duplex"),
            Option("Quodlibet"),
            Option("CastlingMutuallyExclusive", ("h8h1",)),
        ),
    )
    assert below_board(problem) == [
        "  #2                     2 + 2 + 1n",
        "              Royal b8",
        "           Kamikaze a8 b8",
        "         Circe RexInclusive",
        "               Madrasi",
        "CastlingMutuallyExclusive h1h8",
        "               Duplex",
        "              Quodlibet",
    ]


def test_no_board() -> None:
    problem = Problem(
        header=HELPMATE.header, stipulation=HELPMATE.stipulation, options=(Option("NoBoard"),)
    )
    assert written("popeye", problem, whole()) == "\n\nsolution finished.\n\n\n"


def test_two_positions() -> None:
    problem = Problem(
        position=HELPMATE.position,
        target=Position(BOARD, place("Ka1 ka8")),
        stipulation=Traditional("a=>b1", "a=>b", Goal("a=>b"), 1),
    )
    lines = written("popeye", problem, []).split("\n")
    assert lines[20:26] == [
        "+---a---b---c---d---e---f---g---h---+",
        "                              3 + 2",
        "",
        "            => (Black ->)",
        "",
        "",
    ]
    assert lines[-6] == "  a=>b1                       1 + 1"


def test_cells() -> None:
    men = {
        square("a8"): man("king", "black"),
        square("b8"): man("nightrider hopper"),
        square("c8"): man("nightrider hopper", "black"),
        square("d8"): man("hunter(rook,nightrider hopper)", "neutral"),
        square("h1"): man("hunter(1,6-leaper,bishop)"),
    }
    lines = diagram(
        Position(BOARD, men), Language.ENGLISH, imitators=[square("e4")], holes=[square("a1")]
    ).split("\n")
    assert lines[2] == "8  -K  NH -NH  =R/  .   .   .   .   8"
    assert lines[3] == "|              NH                   |"
    assert lines[10] == "4   .   .   .   .   I   .   .   .   4"
    assert lines[16] == "1       .   .   .   .   .   .  16/  1"
    assert lines[17] == "|                               B   |"


@pytest.mark.parametrize(
    ("condition", "language", "expected"),
    [
        (Condition("MirrorFileCirce", ("RexInclusive",)), "en", "Circe File Mirror RexInclusive"),
        (Condition("PWC"), "de", "Circe Platzwechsel"),
        (Condition("AprilChess", ("bishop", "queen")), "en", "Circe Super April Q B"),
        (Condition("AntiCirce", ("Cheylan", "Mirror")), "fr", "AntiCirce Malefique Cheylan"),
        (Condition("AntiCirce", ("Calvet",)), "en", "AntiCirce"),
        (
            Condition("Circe", ("Chameleon", "knight", "queen", "knight")),
            "en",
            "Circe Chameleon Q->S->Q",
        ),
        (Condition("BlackMaximummer", ("ultra",)), "de", "SchwarzerLaengstzueger  Ultra"),
        (Condition("SAT", ("2", "3")), "en", "SAT II/III"),
        (Condition("BGL", ("5.50", "-")), "en", "BGL 5.5/-"),
        (Condition("KoeKo", ("Neighbour", "wazir")), "en", "WE-KoeKo"),
        (Condition("MagicSquares", ("h1", "a2", "Type2")), "en", "MagicSquares Type2 h1 a2"),
        (Condition("AnnanChess", ("TypeB",)), "de", "Annanschach    TypB"),
        (Condition("Isardam", ("TypeB", "RexInclusive")), "en", "Isardam    TypeB RexInclusive"),
        (Condition("RepublicanChess"), "en", "RepublicanChess    Type2"),
        (
            Condition("Sentinelles", ("PionAdvers", "MaximumBlack", "2")),
            "en",
            "Sentinelles  PionAdvers 8/2",
        ),
        (Condition("Breton", ("PY", "Adverse")), "en", "Breton Adverse PY"),
        (Condition("PromOnly", ("rook", "queen")), "de", "UWnur D T"),
        (Condition("Imitator", ("c3", "a1")), "en", "Imitator c3 a1"),
    ],
)
def test_conditions(condition: Condition, language: str, expected: str) -> None:
    assert condition_lines([condition], Language(language)) == [expected]


def test_other_boards_stay_readable() -> None:
    from solver.model.board import Board

    board = Board(width=3, height=10, holes=frozenset({1}))
    lines = diagram(Position(board, {27: man("king")}), Language.ENGLISH).split("\n")
    assert lines[0] == "+---a---b---c---+"
    assert lines[2] == "10  K   .   .   10"
    assert lines[20] == "1   .       .   1"


def test_importing_the_layout_is_cheap() -> None:
    code = (
        "import sys; import solver.notation.popeye; "
        "print(any(m in sys.modules for m in ('lark', 'solver.native')))"
    )
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "False"
