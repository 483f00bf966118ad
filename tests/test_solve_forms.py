"""A stipulation in the traditional words and the tree that it stands for have the same solutions.

The synonyms are those of Popeye's manual ("sstipulation"), written as the printer writes them; the
number of solutions of each problem was asked of Popeye 4.104.
"""

import pytest
from msgspec.structs import replace
from support.stored import parts_of

import solver
from grammar.library.plays import plays
from grammar.print_stipulation import expression_text
from solver.api import read_text
from solver.compile.tree import tree_of
from solver.model.problem import Problem
from solver.model.solution import LineFound, TreeFound
from solver.model.stipulation import Branch, Structured, Traditional

FORCED = "8/7p/8/8/3p3P/3P4/2P1P3/8"
"""Without kings: Black will soon have to capture."""

FORMS = [
    ("#2", "white 1:3a[#]d", "k7/8/7R/5P2/8/8/5K2/6R1", 2),
    ("r#2", "white 1:3a[1:1a[#]d]d{!1:1a[#]d}", "8/1p6/8/7P/1P6/7k/2p5/7K", 2),
    ("semi-r#2", "white 1:3a[1:1a[#]d]d", "8/8/6q1/8/6q1/8/5PK1/4k3", 2),
    ("h#2", "black 4hh[#]", "8/6S1/8/8/6RP/p7/7k/5K2", 4),
    ("h#1.5", "black -3h[#]h", "4R3/8/k1bb4/2K5/8/8/8/8", 9),
    ("hr#2", "white 3h[>1:1a[#]d]h{!1:1a[#]d}", "8/8/8/8/8/4r3/7k/4K3", 1),
    ("ser-#2", "white 1:2s[#]", "3qk3/7P/S7/4K3/6S1/8/8/8", 2),
    ("ser-h#2", "black 1:2s[1:1h[#]h]", "8/2S5/R7/k7/2BK4/8/8/8", 1),
    ("ser-r#2", "white 1:2s[>1:1a[#]d]{!1:1a[#]d}", "8/8/6q1/8/6q1/8/5PK1/4k3", 14),
    ("pser-#2", "white 1:3a[#]?+?d", "8/p7/8/8/B7/K2R4/8/k2S4", 5),
    ("pser-s=2", "white 1:3a[>1:1d[=]a]?+?d[=]", "8/8/1p6/8/5sK1/8/5p1k/6r1", 1),
    ("pser-r#2", "white 1:3a[>1:1a[#]d]?+?d{!1:1a[#]d}", "8/4k3/2R2pq1/8/2R4K/8/8/8", 1),
    ("pser-h#2", "black 1:3h[1:1h[#]h]?+?h", "8/8/8/8/8/2R5/p6k/4K3", 2),
    ("phser-#2", "white 1:3h[#]?+?h", "bk6/4Q3/4K3/1p6/8/8/8/8", 1),
    ("phser-r#2", "white 1:3h[>1:1a[#]d]?+?h{!1:1a[#]d}", "8/4k3/2R2pq1/8/2R4K/8/8/8", 1),
    ("2->ser-h#1", "white 1:2s[1:1s[1:1h[#]h]]", "8/5Q2/8/8/3kS3/7P/5K2/1r6", 8),
    ("1->#2", "black 1:1s[1:3a[#]d]", "8/6p1/8/2K5/k7/r7/R7/8", 1),
    ("1->h#1", "white 1:1s[2hh[#]]", "6S1/5Q2/8/8/5r2/4K3/7p/6k1", 13),
    ("1->h#1.5", "white 1:1s[-3h[#]h]", "8/2K3B1/4k3/4S3/6R1/1q6/8/8", 4),
    ("1->2->ser-#1", "white 1:1s[1:2s[1:1s[#]]]", "4k3/p7/P7/5R1R/8/8/7K/8", 4),
    ("exact-h#2", "black 4:4hh[#]", "7Q/8/4K3/6k1/6P1/8/8/8", 1),
    ("exact-ser-#2", "white 2:2s[#]", "8/k6P/1R6/K7/8/8/8/8", 1),
    ("exact-pser-h#2", "black 3:3h[1:1h[#]h]?+?h", "8/8/8/8/5Q2/5K2/8/3k4", 1),
    ("1->pser-#2", "black 1:1s[1:3a[#]?+?d]", "4Q3/8/4K1k1/8/5P2/8/8/8", 6),
    ("x2", "white 1:3a[x]d", "8/8/8/8/BKs5/8/1S6/k1q5", 2),
    ("h+1.5", "black -3h[+]h", "Ks1k4/P2P4/8/8/8/8/8/8", 22),
    ("ser-zc33", "white 1:3s[zc3]", "8/2p4p/8/8/8/1K6/8/3q1k2", 9),
    ("#=2", "white 1:3a[#=]d", "8/6k1/8/5B1R/1B2K3/8/8/8", 1),
    ("sx2", "white 2:4ad[x]", FORCED, 3),
    ("hsx1.5", "white -2hh[>1:1d[x]a]", FORCED, 4),
    ("hsx2", "white 3h[>1:1d[x]a]h", FORCED, 18),
    ("ser-hsx2", "black 1:2s[2:2ad[x]]", FORCED, 8),
    ("pser-hsx2", "black 1:3h[2:2ad[x]]?+?h", FORCED, 8),
    ("1->sx1", "black 1:1s[2:2ad[x]]", FORCED, 4),
    ("reci-h#2", "black 2hh[2:2hh[#]&1:1h[#]h]", "k5b1/7S/3r4/8/1K6/4Q3/7P/6q1", 2),
]


def problem(command: str, forsyth: str) -> Problem:
    kings = "" if "k" in forsyth.lower() else "option nowk nobk"
    (found,) = read_text(f"begin\nforsyth {forsyth}\n{command}\n{kings}\nend\n")
    return found


@pytest.mark.parametrize(("words", "tree", "forsyth", "count"), FORMS, ids=lambda value: str(value))
def test_both_forms_have_the_same_solutions(
    words: str, tree: str, forsyth: str, count: int
) -> None:
    traditional = problem(f"stipulation {words}", forsyth)
    structured = problem(f"sstipulation {tree}", forsyth)
    solution = solver.solve(traditional)
    found = [
        item
        for twin in solution.twins
        for phase in twin.phases
        for item in phase.found
        if isinstance(item, LineFound | TreeFound)
    ]
    assert len(found) == count
    assert parts_of(solver.solve(structured)) == parts_of(solution)


@pytest.mark.parametrize(("words", "tree"), [row[:2] for row in FORMS])
def test_the_tree_is_printed_and_read(words: str, tree: str) -> None:
    traditional = problem(f"stipulation {words}", "8/8/8/8/8/8/8/k1K5").stipulation
    structured = problem(f"sstipulation {tree}", "8/8/8/8/8/8/8/k1K5").stipulation
    assert isinstance(traditional, Traditional) and isinstance(structured, Structured)
    meant = tree_of(traditional, plays().tree)
    starter, root = structured.tree.starter, structured.tree.root
    if isinstance(root, Branch) and root.pass_first:
        # Where a half-move is left out at the beginning, the numbering still counts it.
        starter, root = starter.other, replace(root, pass_first=False)
    assert starter == meant.starter
    assert expression_text(root) == expression_text(meant.root)
