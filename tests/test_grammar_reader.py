"""What the words of a problem file mean."""

from typing import Any

import pytest

from grammar.reader import Entry, read_bytes, read_text
from solver.model.board import ORTHODOX_BOARD, Colour
from solver.model.problem import (
    Add,
    Condition,
    Exchange,
    Language,
    Mirror,
    Move,
    NewConditions,
    NewStipulation,
    PolishType,
    Problem,
    Remove,
    Rotate,
    Shift,
    Substitute,
)
from solver.model.stipulation import And, Branch, Fork, Goal, Not, Or, Structured, Traditional


def entry(text: str, language: str = "begi") -> Entry:
    """The only problem of this input; the words around it are added."""
    end = {"begi": "endp", "anfa": "endeproblem", "debu": "finprobleme"}[language]
    (found,) = read_text(f"{language} {text}\n{end}")
    return found


def problem(text: str, language: str = "begi") -> Problem:
    """The same, for a problem that must be readable."""
    found = entry(text, language)
    assert found.problem is not None, [str(error) for error in found.errors]
    return found.problem


def men(text: str) -> dict[str, str]:
    """Squares with colour letter, walk and attributes."""
    position = problem(f"{text} stip ~1").position
    return {
        ORTHODOX_BOARD.name(square): " ".join(
            [man.colour.value[0], man.walk, *sorted(man.attributes)]
        )
        for square, man in position
    }


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pieces white Ka1 pb2c3", {"a1": "w king", "b2": "w pawn", "c3": "w pawn"}),
        ("pieces white pac4 24d5", {"c4": "w pao", "d5": "w 2,4-leaper"}),
        ("pieces white q a1 black kh8, sg7;", {"a1": "w queen", "h8": "b king", "g7": "b knight"}),
        ("pieces bl kh8 wh ka1 bl b2", {"h8": "b king", "a1": "w king", "b2": "w bishop-lion"}),
        ("pieces white s1a2", {"a2": "w (1,1)-zigzag nightrider"}),
        (
            "pieces white r/bd4 24/35e5",
            {"d4": "w hunter(rook,bishop)", "e5": "w hunter(2,4-leaper,3,5-leaper)"},
        ),
        (
            "pieces neutral royal kamikaze sa1 nb2",
            {"a1": "n knight Kamikaze Royal", "b2": "n nightrider Kamikaze"},
        ),
        ("forsyth k/2K.PA=.ma", {"a8": "b king", "d8": "w king", "e8": "w pao", "f8": "n mao"}),
        ("forsyth 63+.15", {"h1": "w 1,5-leaper"}),
    ],
)
def test_men(text: str, expected: dict[str, str]) -> None:
    assert men(text) == expected


def test_men_in_other_languages() -> None:
    german = problem("steine weiss de1 schwarz koenig sb2 forderung h#2", "anfa")
    assert german.language is Language.GERMAN
    assert [man.walk for _, man in german.position] == ["queen", "knight"]
    assert german.position.men[9].attributes == {"Royal"}
    french = problem("pieces blanc re1 noir caa2 ca3 enonce h#2", "debu")
    assert french.language is Language.FRENCH
    assert [man.walk for _, man in french.position] == ["king", "cardinal", "knight"]


def test_game_array_and_invisible_men() -> None:
    found = problem("initialgamearray pieces totalinvisible 3 stip h#1")
    assert len(found.position.men) == 32
    assert found.invisible == 3
    assert found.position.men[60].walk == "king"
    assert found.position.men[60].colour is Colour.BLACK


def test_a_man_on_an_occupied_square() -> None:
    found = entry("pieces white sb3 black qb3 rb3 stip h#1")
    assert found.problem is not None
    assert found.problem.underworld == (17, 17)
    assert [man.walk for man in found.problem.buried] == ["knight", "queen"]
    assert found.problem.position.men[17].walk == "rook"
    assert "occupied" in found.warnings[0][1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("circe", [("Circe",)]),
        ("Circe Mirror Strict rokagogo", [("Circe", "Mirror", "Strict"), ("Rokagogo",)]),
        ("madrasi rexi", [("Madrasi", "RexInclusive")]),
        ("circe april q s mirror", [("Circe", "April", "queen", "knight", "Mirror")]),
        ("circe chameleon q s q", [("Circe", "Chameleon", "queen", "knight", "queen")]),
        ("circe con", [("Circe", "ContraParrain")]),
        ("madrasi pwc", [("Madrasi",), ("PWC",)]),
        ("hole a1b2 masand", [("Hole", "a1", "b2"), ("Masand",)]),
        ("magic a1 type2 koeko", [("MagicSquares", "a1", "Type2"), ("KoeKo",)]),
        ("koeko neigh ca", [("KoeKo", "Neighbour", "camel")]),
        ("bgl - 3.5 bgl 1,5", [("BGL", "-", "3.5"), ("BGL", "1", "5")]),
        ("sent maximumw 3 para", [("Sentinelles", "MaximumWhite", "3", "ParaSentinelles")]),
        ("grid orth bdf246", [("GridChess", "Orthogonal", "bdf246")]),
        ("grid irr a8a7 b8", [("GridChess", "Irregular", "a8a7", "b8")]),
        ("grid gridl Ha24 vc61", [("GridChess", "GridLine", "ha24", "vc61")]),
        ("isardam typeb rexincl", [("Isardam", "TypeB", "RexInclusive")]),
        ("promonly q r/b anda", [("PromOnly", "queen", "hunter(rook,bishop)"), ("Anda",)]),
        ("vault n transm", [("VaultingKings", "nightrider", "Transmuting")]),
        ("lastcap white kamikaze q a1", [("LastCapture", "White", "Kamikaze", "queen", "a1")]),
        ("blackmaxdister a1h8", [("BlackMaxDister", "a1", "h8")]),
        ("roleex 2 roleex #c", [("RoleExchange", "2"), ("RoleExchange",), ("#C",)]),
        ("blackmaxi ultra exact", [("BlackMaximummer", "ultra", "exact")]),
        ("breton adv py castc inv", [("Breton", "Adverse", "PY"), ("CASTChess", "Inverse")]),
    ],
)  # fmt: skip
def test_conditions(text: str, expected: list[tuple[str, ...]]) -> None:
    found = problem(f"cond {text} stip h#1").conditions
    assert [(condition.id, *condition.arguments) for condition in found] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("try set vari", [("Try",), ("SetPlay",), ("Variations",)]),
        ("wh nowk", [("WhiteToPlay",), ("NoWk",)]),
        ("defence 1 nontriv 1 2", [("Defence", "1"), ("NonTrivial", "1", "2")]),
        ("intell try intell 2", [("Intelligent",), ("Try",), ("Intelligent", "2")]),
        ("start 2:03 enpass b2b3b4", [("StartMoveNumber", "2:3"), ("EnPassant", "b2", "b3", "b4")]),
        ("castlingmut a1h8", [("CastlingMutuallyExclusive", "a1", "h8")]),
    ],
)
def test_options(text: str, expected: list[tuple[str, ...]]) -> None:
    found = problem(f"option {text} stip h#1").options
    assert [(option.id, *option.arguments) for option in found] == expected


@pytest.mark.parametrize(
    ("text", "shown", "fields"),
    [
        ("H#2", "h#2", {"play": "h", "moves": 2, "half": False}),
        ("h#02.5", "h#2.5", {"moves": 2, "half": True}),
        ("#3.5", "#3", {"play": "", "half": False}),
        ("dia 4", "dia4", {"play": "dia", "goal": Goal("dia")}),
        ("hdia4.5", "dia4.5", {"play": "dia", "half": True}),
        ("ser-ha=>b2", "ser-ha=>b2", {"play": "ser-ha=>b"}),
        ("exact-h#2", "h#2", {"exact": True}),
        ("2->1->ser-h=11", "2->1->ser-h=11", {"introductory": (2, 1), "play": "ser-h"}),
        ("reci-h(=)#4", "reci-h(=)#4", {"other_goal": Goal("="), "goal": Goal("#")}),
        ("hZG74", "hzg74", {"goal": Goal("z", 54), "moves": 4}),
        ("c81 1", "c811", {"goal": Goal("c81")}),
        ("h001", "h001", {"goal": Goal("00"), "moves": 1}),
        ("ser-ctr2", "ser-ctr2", {"goal": Goal("ctr")}),
        ("!#1", "!#1", {"goal": Goal("!#")}),
        ("hs#2", "hs#2", {"play": "hs"}),
        ("sx2", "sx2", {"play": "s", "goal": Goal("x")}),
        ("semi-r#1", "semi-r#1", {"play": "semi-r"}),
        ("phser-s#6", "phser-s#6", {"play": "phser-s"}),
    ],
)
def test_traditional_stipulations(text: str, shown: str, fields: dict[str, Any]) -> None:
    stipulation = problem(f"stip {text}").stipulation
    assert isinstance(stipulation, Traditional)
    assert stipulation.text == shown
    assert {name: getattr(stipulation, name) for name in fields} == fields


MATE = Goal("#")
ONE_MOVE = Branch("ad", (0, 1), first=(Fork(MATE),))
ONE_STALEMATE = Branch("ad", (0, 1), first=(Fork(Goal("=")),))


@pytest.mark.parametrize(
    ("text", "shown", "root"),
    [
        ("3a[ # ] d", "3a[#]d", Branch("ad", (0, 3), first=(Fork(MATE),))),
        ("!#", "!#", Not(MATE)),
        ("4:4HH[=]", "4:4hh[=]", Branch("hh", (4, 4), second=(Fork(Goal("=")),))),
        ("(1a[#]d) & - 1a[#]d", "1a[#]d&-1a[#]d",
         And(ONE_MOVE, Branch("ad", (0, 1), first=(Fork(MATE),), pass_first=True))),
        ("2s[>1a[#]d]{!x}", "2s{!x}[>1a[#]d]",
         Branch("s", (0, 2), first=(Fork(ONE_MOVE, ends_play=True),), constraint=Not(Goal("x")))),
        ("7h[za1]?+?h", "7h[za1]?+?h",
         Branch("hh", (0, 7), first=(Fork(Goal("z", 0)),), second_requires_check=True)),
        ("1a[/1a[#]d]d{#}", "1a[>/1a[#]d]d{#}",
         Branch("ad", (0, 1), first=(Fork(ONE_MOVE, hidden=True),), second_constraint=MATE)),
        ("1h{1h[x]h}[1a[#]d][1a[=]d]h", "1h{1h[x]h}[1a[#]d]h",
         Branch("hh", (0, 1), first=(Fork(ONE_MOVE),),
                constraint=Branch("hh", (0, 1), first=(Fork(Goal("x")),)))),
        ("1a[1a[=]d][1a[#]d][#][=]d", "1a[#][>1a[#]d][>1a[=]d]d",
         Branch("ad", (0, 1), first=(Fork(MATE), Fork(ONE_MOVE), Fork(ONE_STALEMATE)))),
        ("1a[#]d & 1a[#]d | 1a[=]d", "1a[#]d&1a[#]d|1a[=]d",
         And(ONE_MOVE, Or(ONE_MOVE, ONE_STALEMATE))),
        ("(1a[#]d & 1a[#]d) | 1a[=]d", "1a[#]d&1a[#]d|1a[=]d",
         Or(And(ONE_MOVE, ONE_MOVE), ONE_STALEMATE)),
    ],
)  # fmt: skip
def test_structured_stipulations(text: str, shown: str, root: object) -> None:
    stipulation = problem(f"sstip wh {text}").stipulation
    assert isinstance(stipulation, Structured)
    assert stipulation.text == shown
    assert stipulation.tree.root == root


def test_twins() -> None:
    found = problem(
        "pieces white ka1 black kc8 stip h#1 "
        "zero move a1 b1 exch b1c3 c8 twin rem a1c8 add black maa7 wh qb6 twin cont polish rot 90 "
        "twin mirror a1<-->h8 shift a1 b2 subs k r/b twin cond circe madrasi stip #2 "
        "twin sstip black 1s[#] cond\nremark last"
    )
    first, second, third, fourth, fifth, sixth = found.twins
    assert found.zeroposition
    assert first.changes == (Move(0, 1), Exchange(1, 58))
    assert second.changes[0] == Remove((0, 58))
    added = second.changes[1]
    assert isinstance(added, Add)
    assert [(square, man.walk) for square, man in added.men] == [(48, "mao"), (41, "queen")]
    assert third.continued and third.changes == (PolishType(), Rotate(90))
    assert fourth.changes == (
        Mirror("a1<-->h8"), Shift(0, 9), Substitute("king", "hunter(rook,bishop)")
    )  # fmt: skip
    conditions, stipulation = fifth.changes
    assert conditions == NewConditions((Condition("Circe"), Condition("Madrasi")))
    assert isinstance(stipulation, NewStipulation)
    assert sixth.changes[1] == NewConditions(())
    assert sixth.remarks == ("last",)


def test_second_position() -> None:
    found = problem("pieces white ka1 cond imit d4 stip a=>b1.5 pieces white ka2 cond imit f3")
    assert found.target is not None
    assert list(found.position.men) == [0]
    assert list(found.target.men) == [8]
    assert [condition.arguments for condition in found.conditions] == [("d4",), ("f3",)]
    assert [condition.arguments for condition in found.target_conditions] == [("f3",)]


def test_lines_of_text() -> None:
    found = problem(
        "remark one\nauthor  A. B\nauthor C; D, E\norigin here\ntitle\naward no\naward 1st\n"
        'remark two\nprotocol file.out\nlatex file.tex\n g DU grass"hopper\n stip h#1'
    )
    assert found.remarks == ("one", "two")
    assert found.header.authors == ("A. B", "C; D, E")
    assert found.header.titles == ("",)
    assert found.header.award == "1st"
    assert found.protocol == "file.out"
    assert found.latex is not None


@pytest.mark.parametrize("encoding", ["ascii", "utf-8", "latin-1"])
def test_encodings(encoding: str) -> None:
    name = "Rehm" if encoding == "ascii" else "Krämer"
    (found,) = read_bytes(f"begi author {name}\r\nstip h#1\r\nendp\r\n".encode(encoding))
    assert found.problem is not None
    assert found.problem.header.authors == (name,)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(end: str) -> None:
    found = problem(end.join(("author A. B", "author", "stip h#1", "remark one", "")))
    assert (found.header.authors, found.remarks) == (("A. B", ""), ("one",))


def test_the_place_of_a_stipulation() -> None:
    for text in ("stip #1", "stip h#1", "stip ser-#1"):
        stipulation = problem(text).stipulation
        assert stipulation is not None and stipulation.place is not None
        assert stipulation.place.column == 11


def test_files_of_several_problems() -> None:
    entries = read_text("begi stip #1 next foo stip #2 bar next stip #3 endp\nstip #4 next")
    assert [len(found.errors) for found in entries] == [0, 2, 0]
    assert entries[2].problem is not None and entries[2].problem.stipulation is not None


def test_a_language_can_be_forced() -> None:
    text = "debutprobleme enonce #1 finprobleme"
    assert read_text(text)[0].problem is not None
    assert read_text(text, language=Language.GERMAN)[0].problem is None


@pytest.mark.parametrize(
    ("text", "warning"),
    [
        ("stip h#1abc", "'abc' after the length is ignored"),
        ("stip #1 stip #2", "a second stipulation replaces the first"),
        ("stip #1 cond sat 1 2", "Popeye uses this number"),
        ("stip #1 cond blackmaxdister a1", "exactly two squares"),
        ("stip #1 twin move a1 b2", "a1: this square is empty"),
        ("stip #1 twin", "this twin changes nothing"),
        ("pieces white ka1 stip #1 twin polish twin cont", "this twin changes nothing"),
        ("stip #1 twin polish opt try", "the word 'opt' cannot stand here; Popeye stops"),
        ("stip #1 twin mvoe a1 b2 twin", "Popeye stops reading the file here"),
        ("stip #1 twin remark x\npolish", "a change behind a remark"),
        ("stip #1 cond prot", "not as the command protocol"),
        ("stip #1 forsyth 7/K", "'/' stands inside a rank"),
        ("stip #1 forsyth 64K", "beyond the board"),
        ("stip #1 opt threat 1x", "'x' after 1 is ignored"),
        ("sstip white 2s[#][=]", "only the first goal"),
    ],
)
def test_warnings(text: str, warning: str) -> None:
    found = entry(text)
    assert found.problem is not None
    assert any(warning in text for _, text in found.warnings)


def test_zeroposition_may_stand_alone() -> None:
    assert entry("pieces white ka1 stip #1 zeroposition twin polish").warnings == ()


def test_a_missing_end_is_a_warning() -> None:
    (found,) = read_text("begi stip #1")
    assert found.problem is not None
    assert "missing" in found.warnings[0][1]


def test_declared_pieces() -> None:
    declaration = 'declare piece positron { code XY; name en "Positron"; walk "[D+A](-@1)*!"; }'
    found = entry(f"{declaration} pieces white xya1 stip #1")
    assert found.problem is not None
    assert found.problem.position.men[0].walk == "positron"
    assert len(found.declared) == 1
    taken = entry(declaration.replace("XY;", "Q;") + " stip #1")
    assert [error.message for error in taken.errors] == ["the code 'Q' belongs to queen"]
