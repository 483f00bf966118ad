"""For each goal a move that reaches it, and one that comes near and is no solution.

The answers were checked against Popeye 4.104.  To add a case: a line in CASES.
"""

from typing import NamedTuple

import pytest
from support.stored import line_text, move_text

import solver
from solver.model.solution import LineFound, TreeFound


class Case(NamedTuple):
    """A problem, what solves it, and what nearly does."""

    position: str
    stipulation: str
    solves: str
    near: str
    options: str = ""


CASES = {
    "mate": Case("8/8/8/8/8/1K6/7Q/k7", "#1", "Qh2-b2 #", "Qh2-c2 #"),
    "stalemate": Case("8/8/8/8/8/1K6/7Q/k7", "=1", "Qh2-c2 =", "Qh2-b2 ="),
    "mate or stalemate": Case("8/8/8/8/8/1K6/7Q/k7", "#=1", "Qh2-c2 #=", "Qh2-g3 #="),
    "autostalemate": Case("7K/5k2/7P/8/8/8/8/8", "!=1", "h6-h7 !=", "Kh8-h7 !="),
    "double stalemate, one side moves": Case("7K/5k2/7P/8/8/8/8/8", "==1", "", "h6-h7 =="),
    "double mate, both mated": Case(
        "8/8/8/8/7R/pk6/3Q4/1K1r4", "##1", "Qd2-b4 ##", "Qd2-c2 ##", "nocastling a1"
    ),
    "double mate, not by a mated side": Case("Krk5/B3Q3/R1q5/8/8/8/8/8", "##1", "", "Ka8*b8 ##"),
    "counter mate": Case("Krk5/B3Q3/R1q5/8/8/8/8/8", "##!1", "Ka8*b8 ##!", "Ra6*c6 ##!"),
    "counter mate, only by a mated side": Case("8/8/8/8/6P1/5rQK/8/5q1k", "##!1", "", "Kh3-h2 ##!"),
    "auto-mate, a flight": Case("8/8/8/8/8/r7/r5PK/r7", "!#1", "g2-g4 !#", "g2-g3 !#", "nobk"),
    "piece win, a quiet move": Case("8/3p4/8/4S3/8/8/8/K6k", "%1", "Se5*d7 %", "Se5-c6 %"),
    "last rank, one short of it": Case("8/8/P7/8/8/8/8/K6k", "c811", "", "a6-a7 c81"),
    "last rank": Case("8/P7/6R1/8/8/8/8/K6k", "c811", "a7-a8=R c81", "Rg6-g7 c81"),
    "circuit, on another's square": Case(
        "8/8/8/8/8/8/8/QQ6", "ser-ct2", "1.Qa1-a2 2.Qa2-a1 ct", "1.Qa1-a2 2.Qb1-a1 ct", "nowk nobk"
    ),
    "circuit of a promoted man": Case(
        "8/2P5/8/8/8/8/8/8",
        "ser-ct2",
        "1.c7-c8=Q 2.Qc8-c7 ct",
        "1.c7-c8=Q 2.Qc8-c6 ct",
        "nowk nobk",
    ),
    "circuit by rebirth, without rebirth": Case(
        "8/8/8/8/8/8/8/QQ6", "ser-ctr2", "", "1.Qa1-a2 2.Qa2-a1 ctr", "nowk nobk"
    ),
    "exchange": Case(
        "8/8/8/8/8/8/8/QQ6",
        "ser-<>3",
        "1.Qa1-a2 2.Qb1-a1 3.Qa2-b1 <>",
        "1.Qa1-a2 2.Qb1-a1 3.Qa2-b2 <>",
        "nowk nobk",
    ),
    "exchange by rebirth, without rebirth": Case(
        "8/8/8/8/8/8/8/QQ6", "ser-<>r3", "", "1.Qa1-a2 2.Qb1-a1 3.Qa2-b1 <>r", "nowk nobk"
    ),
    "kiss, not beside": Case("7k/8/8/8/8/2p5/8/KR6", "kc31", "Rb1-b3 k", "Rb1-b5 k"),
    "kiss, another man is there": Case("7k/8/8/8/3p4/2p5/8/KR6", "kc31", "", "Rb1-b3 k"),
    "kiss, the man has gone": Case(
        "S7/1p6/8/8/8/8/8/8", "hkb71", "1.b7-b5 Sa8-b6 k", "1.b7-b5 Sa8-c7 k", "nowk nobk"
    ),
    "check": Case("8/8/8/8/8/7k/8/KR6", "+1", "Rb1-b3 +", "Rb1-b2 +"),
    "capture": Case("7k/8/8/8/8/1p6/8/KR6", "x1", "Rb1*b3 x", "Rb1-b2 x"),
    "target": Case("8/8/8/8/8/8/8/KR6", "zb51", "Rb1-b5 z", "Rb1-b6 z", "nobk"),
    "en passant": Case(
        "8/8/2p5/pP6/8/8/8/K6k", "ep1", "b5*a6 ep. ep", "b5*c6 ep", "enpassant a7a6a5"
    ),
    "castling": Case("8/8/8/8/8/8/8/R3K2k", "001", "0-0-0 00", "Ke1-d1 00"),
}


@pytest.mark.parametrize("case", CASES.values(), ids=list(CASES))
def test_goal(case: Case) -> None:
    option = f"option {case.options}\n" if case.options else ""
    text = f"begin\nforsyth {case.position}\nstipulation {case.stipulation}\n{option}end"
    found = solutions(text)
    assert case.near not in found
    assert case.solves in found if case.solves else not found


def solutions(text: str) -> set[str]:
    """First moves and lines, as the stored solutions write them, with the goal always named."""
    (twin,) = solver.solve(text).twins
    (phase,) = twin.phases
    texts = set()
    for found in phase.found:
        if isinstance(found, LineFound):
            texts.add(line_text(found))
        elif isinstance(found, TreeFound):
            texts.add(move_text(found.node.move))
    return texts
