"""Problems and events that the tests of the notation share."""

import io
from collections.abc import Iterable

from solver.model.board import Board, Colour
from solver.model.position import Man, Position
from solver.model.problem import Header, Language, Problem
from solver.model.solution import (
    Effect,
    Event,
    LineFound,
    Node,
    PhaseFinished,
    PhaseStarted,
    Piece,
    PlayedMove,
    TreeFound,
    TwinFinished,
    TwinStarted,
)
from solver.model.stipulation import Goal, Traditional
from solver.notation import make_writer
from solver.notation.men import Names

BOARD = Board()
ENGLISH = Names(Language.ENGLISH, BOARD)
GERMAN = Names(Language.GERMAN, BOARD)
FRENCH = Names(Language.FRENCH, BOARD)

WALKS = {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "S": "knight", "": "pawn"}


def square(name: str) -> int:
    return BOARD.square(name)


def man(walk: str, colour: str = "white", *attributes: str) -> Man:
    return Man(Colour(colour), walk, frozenset(attributes))


def place(text: str) -> dict[int, Man]:
    """ "Kb1 qh6 Pa2": capitals are white."""
    found = {}
    for word in text.split():
        letter, name = word[0], word[1:]
        walk = WALKS["" if letter.upper() == "P" else letter.upper()]
        found[square(name)] = man(walk, "white" if letter.isupper() else "black")
    return found


def move(text: str, colour: str = "white", **more: object) -> PlayedMove:
    """ "Ka1-b2", "e2*d3", "f7-f8=S", with "+" or "#" after it."""
    check, goal = text.endswith("+"), "#" if text.endswith("#") else None
    text = text.rstrip("+#")
    promotion = None
    if "=" in text:
        text, letter = text.split("=")
        promotion = Piece(colour, WALKS[letter])  # type: ignore[arg-type]
    letter = text[0] if text[0].isupper() else ""
    departure, arrival = square(text[-5:-3]), square(text[-2:])
    fields: dict[str, object] = {
        "kind": "ordinary",
        "departure": departure,
        "arrival": arrival,
        "mover": Piece(colour, WALKS[letter]),  # type: ignore[arg-type]
        "captures": (arrival,) if text[-3] == "*" else (),
        "promotion": promotion,
        "check": check,
        "goal": goal,
    }
    return PlayedMove(**(fields | more))  # type: ignore[arg-type]


def effect(kind: str, reason: str, where: str, to: str = "", **more: object) -> Effect:
    target = square(to) if to else None
    return Effect(kind, reason, square(where), target, **more)  # type: ignore[arg-type]


def written(layout: str, problem: Problem, events: Iterable[Event], **options: object) -> str:
    out = io.StringIO()
    writer = make_writer(layout, problem, out, regression=True, **options)  # type: ignore[arg-type]
    writer.begin()
    for event in events:
        writer.event(event)
    writer.end()
    return out.getvalue()


def whole(*found: Event, play: str = "line", label: str = "", why: str = "") -> list[Event]:
    """A twin with one phase."""
    return [
        TwinStarted(0, label),
        PhaseStarted("actual", play, "white"),  # type: ignore[arg-type]
        *found,
        PhaseFinished(not why, why),
        TwinFinished(not why, why),
    ]


# H. Rinck's and others' compositions are not needed here: two kings and a queen are enough.
HELPMATE = Problem(
    header=Header(("A. Composer",), ("1, A Magazine, 1/2001",), "1st Prize", ("A title",)),
    position=Position(BOARD, place("Kc1 Sc5 Qd2 ke1 pe2")),
    stipulation=Traditional("h#1", "h", Goal("#"), 1),
)
HELPMATE_LINES = (
    LineFound((move("e2-e1=Q", "black"), move("Qd2*e1#")), "ab"),
    LineFound((move("Ke1-f1", "black"), move("Qd2-e1+", goal="#")), "ab"),
)
MATE = Problem(
    position=Position(BOARD, place("Kf6 Qb1 kh4 ph5")),
    stipulation=Traditional("#2", "", Goal("#"), 2),
)
TRY = TreeFound(
    Node(
        move("Qb1-g6"),
        "?",
        threats=(Node(move("Qg6-h7#")),),
        variations=(Node(move("Kh4-h3", "black"), variations=(Node(move("Qg6-g3#")),)),),
        refutations=(Node(move("h5-g5", "black"), "!"),),
    )
)
KEY = TreeFound(
    Node(
        move("Qb1-h1+"),
        "!",
        variations=(
            Node(
                move("Kh4-g4", "black"),
                variations=(Node(move("Qh1-g2#")), Node(move("Qh1-h2#"))),
            ),
        ),
    )
)
