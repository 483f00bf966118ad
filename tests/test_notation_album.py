"""The layout of magazines and albums."""

import pytest
from notation_examples import HELPMATE, HELPMATE_LINES, KEY, MATE, TRY, move, whole, written

from solver.model.problem import Language
from solver.model.solution import (
    Event,
    LineFound,
    Message,
    Node,
    PhaseFinished,
    PhaseStarted,
    TreeFound,
    TwinFinished,
    TwinStarted,
)
from solver.notation.intervals import intervals


def tail(text: str) -> list[str]:
    """What follows the line with the stipulation and the counts."""
    return text[text.rindex("+---a") :].split("\n", 2)[2].strip("\n").split("\n")


def test_help_play() -> None:
    text = written("album", HELPMATE, whole(*HELPMATE_LINES))
    assert text.startswith("A. Composer\n1, A Magazine, 1/2001\n1st Prize\nA title\n\n+---a")
    assert "\nh#1  (3+2)\n" in text
    assert tail(text) == ["2 solutions (2.1)", "1.e1=Q Qxe1#", "1.Kf1 Qe1#", "", "C+"]


def test_letters_of_another_language() -> None:
    text = written("album", HELPMATE, whole(*HELPMATE_LINES), language=Language.FRENCH)
    assert "1.Rf1 De1#" in text


def test_battle_play() -> None:
    assert tail(written("album", MATE, whole(TRY, KEY, play="tree"))) == [
        "1.Qg6? (threat 2.Qh7#)",
        "   1...Kh3 2.Qg3#",
        "   but 1...g5!",
        "1.Qh1+!",
        "   1...Kg4 2.Qg2#/Qh2#",
        "",
        "C+",
    ]


def test_set_play_has_a_star() -> None:
    defence = Node(move("Kh4-h3", "black"), variations=(Node(move("Qb1-h1#")),))
    events: list[Event] = [
        TwinStarted(0, ""),
        PhaseStarted("set", "tree", "black"),
        TreeFound(defence, ply=1),
        PhaseFinished(True),
        TwinFinished(True),
    ]
    assert tail(written("album", MATE, events))[0] == "*1...Kh3 2.Qh1#"
    events[1:3] = [
        PhaseStarted("set", "line", "white"),
        LineFound((move("Qd2-d3"), move("Ke1-f1", "black"), move("Qd3*e2#")), "bab", 1),
    ]
    assert tail(written("album", HELPMATE, events))[0] == "*1...Qd3 2.Kf1 Qxe2#"


def test_long_variations() -> None:
    last = Node(move("Qa1-a4#"))
    middle = Node(move("Qb1-a1+"), variations=(Node(move("Kh4-h3", "black"), variations=(last,)),))
    quiet = Node(
        move("Qb1-a1"),
        zugzwang=True,
        variations=(Node(move("Kh4-h3", "black"), variations=(last,)),),
    )
    key = Node(
        move("Kf6-f5"),
        "!",
        zugzwang=True,
        variations=(
            Node(move("Kh4-h3", "black"), variations=(middle,)),
            Node(move("Kh4-g3", "black"), variations=(quiet,)),
        ),
    )
    assert tail(written("album", MATE, whole(TreeFound(key), play="tree")))[:3] == [
        "1.Kf5! (zugzwang)",
        "   1...Kh3 2.Qa1+ Kh3 3.Qa4#",
        "   1...Kg3 2.Qa1 (zugzwang) 2...Kh3 3.Qa4#",
    ]


def test_the_claim() -> None:
    assert tail(written("album", HELPMATE, whole(why="time")))[-1] == "partial: time limit reached"
    assert tail(written("album", HELPMATE, whole(why="solutions")))[-1].startswith("partial: ")
    assert "no solution" in tail(written("album", HELPMATE, whole()))


def test_an_answer_that_is_not_complete_does_not_deny_solutions() -> None:
    assert "no solution" not in tail(written("album", HELPMATE, whole(why="time")))


def test_messages_are_written() -> None:
    events = whole(*HELPMATE_LINES)
    events.insert(1, Message("not_applicable", ("SetPlay",)))
    assert tail(written("album", HELPMATE, events))[0] == "SetPlay not applicable - ignored"


def test_very_many_lines_are_written_when_they_are_found() -> None:
    events = whole(*HELPMATE_LINES * 400)
    lines = tail(written("album", HELPMATE, events))
    assert lines[:2] == ["1.e1=Q Qxe1#", "1.Kf1 Qe1#"]
    assert lines[-3:] == ["800 solutions", "", "C+"]
    open_end = tail(written("album", HELPMATE, events[:602]))
    assert open_end[-3:] == ["600 solutions", "", "partial: interrupted"]


def line(*texts: str) -> LineFound:
    return LineFound(tuple(move(text) for text in texts), "ab" * (len(texts) // 2))


@pytest.mark.parametrize(
    ("lines", "expected"),
    [
        ([line("Ka1-a2", "Kh8-h7")], (1, 1)),
        ([line("Ka1-a2", "Kh8-h7"), line("Ka1-b2", "Kh8-h7")], (2, 1)),
        ([line("Ka1-a2", "Kh8-h7"), line("Ka1-a2", "Kh8-g7")], (1, 2)),
        (
            [line("Ka1-a2", "Kh8-h7"), line("Ka1-a2", "Kh8-g7"), line("Ka1-b2", "Kh8-g7")],
            None,
        ),
        ([], None),
    ],
)
def test_intervals(lines: list[LineFound], expected: tuple[int, ...] | None) -> None:
    assert intervals(lines) == expected
