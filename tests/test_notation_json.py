"""The JSON layout: one line, versioned, and read back into the model."""

import json

import pytest
from notation_examples import (
    HELPMATE,
    HELPMATE_LINES,
    KEY,
    TRY,
    effect,
    man,
    move,
    square,
    whole,
    written,
)

from solver.model.board import Colour
from solver.model.position import Position
from solver.model.problem import (
    Add,
    Condition,
    Move,
    NewConditions,
    NewStipulation,
    Option,
    Problem,
    Remove,
    Twin,
)
from solver.model.solution import Event, LineFound, Message, Piece, PostKey
from solver.model.stipulation import Branch, Fork, Goal, Not, Structured, Traditional, Tree
from solver.notation.forsyth import forsyth
from solver.notation.json_layout import VERSION, decode


def document(problem: Problem, events: list[Event]) -> tuple[str, dict[str, object]]:
    text = written("json", problem, events)
    assert text.count("\n") == 1
    return text, json.loads(text)


def test_facts_and_claim() -> None:
    _, found = document(HELPMATE, whole(*HELPMATE_LINES, why="time"))
    assert (found["version"], found["complete"], found["why"]) == (VERSION, False, ["time"])
    facts = found["facts"]
    assert isinstance(facts, dict)
    assert facts["position"] == "8/8/8/2N5/8/8/3Qp3/2K1k3"
    assert facts["stipulation"] == "h#1"
    assert facts["authors"] == ["A. Composer"]


@pytest.mark.parametrize(
    "events",
    [
        whole(*HELPMATE_LINES),
        whole(TRY, KEY, play="tree"),
        whole(PostKey(zugzwang=True), play="tree", why="memory"),
        whole(
            LineFound(
                (
                    move(
                        "Ka1*b2",
                        effects=(effect("place", "rebirth", "g1", piece=Piece("black", "rook")),),
                    ),
                ),
                "a",
            ),
        ),
    ],
)
def test_round_trip_of_solutions(events: list[Event]) -> None:
    text, _ = document(HELPMATE, events)
    problem, solution = decode(text)
    assert problem == HELPMATE
    [twin] = solution.twins
    [phase] = twin.phases
    assert (phase.started, phase.finished) == (events[1], events[-2])
    assert list(phase.found) == events[2:-2]
    assert solution.complete == events[-1].complete  # type: ignore[union-attr]


def test_round_trip_of_a_problem_with_everything() -> None:
    tree = Tree(
        Colour.WHITE,
        Branch("ad", (1, 5), (Fork(Not(Goal("#")), hidden=True),), constraint=Goal("z", 5)),
    )
    problem = Problem(
        position=HELPMATE.position,
        target=Position(HELPMATE.position.board, {3: man("nightrider", "neutral", "Royal")}),
        stipulation=Structured("5a[/!#]d{zf1}", tree),
        conditions=(Condition("Circe", ("RexInclusive",)),),
        options=(Option("SetPlay"), Option("NonTrivial", ("0", "1"))),
        twins=(
            Twin((Move(10, 34), Remove((square("e2"), square("c5"))))),
            Twin((Add(((1, man("rook")),)), NewConditions(())), continued=True),
            Twin((NewStipulation(Traditional("h=2.5", "h", Goal("="), 2, True)),)),
        ),
        remarks=("a remark",),
    )
    text, _ = document(problem, whole(Message("not_applicable", ("SetPlay",))))
    read, solution = decode(text)
    assert read == problem
    assert solution.twins[0].messages == (Message("not_applicable", ("SetPlay",)),)


def test_what_was_not_finished_is_closed() -> None:
    events = whole(*HELPMATE_LINES)
    for end in range(1, len(events)):
        text, found = document(HELPMATE, events[:end])
        assert (found["complete"], found["why"]) == (False, ["interrupt"])
        _, solution = decode(text)
        assert not solution.complete
        (twin,) = solution.twins
        lines = [line for phase in twin.phases for line in phase.found]
        assert lines == events[2:end][:2]


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"format": "something else"}',
        '{"format": "chess-problem-solution", "version": 99}',
        '{"format": "chess-problem-solution", "version": 1, "problem": {"twins": 5}}',
        '{"format": "chess-problem-solution", "version": 1}',
    ],
)
def test_other_text_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        decode(text)


def test_forsyth_names_what_fen_cannot() -> None:
    men = {
        0: man("king"),
        1: man("nightrider", "neutral"),
        2: man("rook", "black", "Royal", "Magic"),
    }
    position = Position(HELPMATE.position.board, men)
    assert forsyth(position).endswith("/K={nightrider}-{rook:Magic,Royal}5")
