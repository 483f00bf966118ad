"""Proof games and a=>b: who begins, which lengths count, where the play ends.

Expected lines are Popeye 4.104's.  Longer published games stand in `problems/proof-games`.
"""

import pytest
from support.stored import line_text

import solver
from solver.model.solution import LineFound

ARRAY = "rsbqkbsr/pppppppp/8/8/8/8/PPPPPPPP/RSBQKBSR"
AFTER_SF3 = "rsbqkbsr/pppppppp/8/8/8/5S2/PPPPPPPP/RSBQKB1R"


def solved(*lines: str) -> list[list[str]]:
    """The lines of each phase of a problem."""
    solution = solver.solve("\n".join(("begin", *lines, "end", "")), seconds=60)
    assert solution.complete
    found = []
    for twin in solution.twins:
        for phase in twin.phases:
            lines_found = [line for line in phase.found if isinstance(line, LineFound)]
            found.append([line_text(line) for line in lines_found])
    return found


def test_white_begins_and_the_length_is_counted_in_half_moves() -> None:
    assert solved("stip dia0.5", f"forsyth {AFTER_SF3}") == [["1.Sg1-f3 dia"]]
    assert solved("stip dia1", f"forsyth {AFTER_SF3}") == [[]]


def test_shorter_games_of_the_same_parity_count_unless_exact() -> None:
    both = "rsbqkb1r/pppppppp/5s2/8/8/5S2/PPPPPPPP/RSBQKB1R"
    (usual,) = solved("stip dia3", f"forsyth {both}")
    (exact,) = solved("stip exact-dia3", f"forsyth {both}")
    assert usual == ["1.Sg1-f3 Sg8-f6 dia", *exact]
    assert len(exact) == 132


def test_play_ends_where_the_target_is_reached() -> None:
    (lines,) = solved("stip ser-dia3", f"forsyth {AFTER_SF3}")
    assert sorted(lines) == [
        "1.Sb1-a3 2.Sa3-b1 3.Sg1-f3 dia",
        "1.Sb1-a3 2.Sg1-f3 3.Sa3-b1 dia",
        "1.Sb1-c3 2.Sc3-b1 3.Sg1-f3 dia",
        "1.Sb1-c3 2.Sg1-f3 3.Sc3-b1 dia",
        "1.Sg1-f3 dia",
        "1.Sg1-h3 2.Sh3-g1 3.Sg1-f3 dia",
        "1.Sg1-h3 2.Sh3-g5 3.Sg5-f3 dia",
    ]


def test_black_begins_from_a_diagram() -> None:
    men = ("pieces white ba2 pd5 black kg8 pc7", "stip a=>b1", "pieces white ba2 pc6 black kg8")
    assert sorted(solved(*men, "option nowk")[0]) == [
        "1.c7-c5 d5*c6 ep. a=>b",
        "1.c7-c6 d5*c6 a=>b",
    ]


def test_white_begins_from_a_diagram_when_told() -> None:
    men = ("pieces white ke1 ra1 black ke8", "stip a=>b1.5", "pieces white kd2 ra1 black ke8")
    assert solved(*men, "option whitetoplay") == [["1.Ke1-d2 a=>b"]]


@pytest.mark.parametrize(
    ("stipulation", "first", "tours"),
    [
        (
            "ser-hdia2",
            "rsbqkbsr/1ppppppp/p7/8/8/8/PPPPPPPP/RSBQKBSR",
            "Sb1-a3 Sb1-c3 Sg1-f3 Sg1-h3",
        ),
        (
            "ser-ha=>b2",
            "rsbqkbsr/pppppppp/8/8/8/P7/1PPPPPPP/RSBQKBSR",
            "Sb8-a6 Sb8-c6 Sg8-f6 Sg8-h6",
        ),
    ],
)
def test_series_with_a_last_half_move(stipulation: str, first: str, tours: str) -> None:
    begin = [f"forsyth {ARRAY}"] if "a=>b" in stipulation else []
    set_play, actual = solved(*begin, f"stip {stipulation}", f"forsyth {first}", "option set")
    last, goal = ("a2-a3", "a=>b") if "a=>b" in stipulation else ("a7-a6", "dia")
    assert [line.split(".")[-1] for line in set_play] == [f"{last} {goal}"]
    assert sorted(line.split(" ")[0][2:] for line in actual) == tours.split()
    assert all(line.endswith(f"{last} {goal}") for line in actual)


def test_a_parry_follows_each_check_of_the_series() -> None:
    # Found by trying all lines with other rules of the game; Popeye 4.104 has no line here.
    men = (
        "pieces white kh8 sb6 rg4 qe4 pf2 black pc7 ka7 ra4",
        "stip pser-a=>b3",
        "pieces white kh8 sc8 rg6 pf2 qe2 black pc6 ka6 ra4",
    )
    assert solved(*men) == [["1.Sb6-c8 + Ka7-a6 2.Rg4-g6 + c7-c6 3.Qe4-e2 a=>b"]]


def test_wrong_men_are_not_the_target() -> None:
    knight_for_bishop = "rsbqkbsr/pppppppp/8/8/8/5B2/PPPPPPPP/RSBQKB1R"
    assert solved("stip dia0.5", f"forsyth {knight_for_bishop}") == [[]]
    black_for_white = "rsbqkbsr/pppppppp/8/8/8/5s2/PPPPPPPP/RSBQKB1R"
    assert solved("stip dia0.5", f"forsyth {black_for_white}") == [[]]


def lines_with(memory_mib: int, *lines: str) -> list[str]:
    """The lines of a problem that is solved with so much memory."""
    text = "\n".join(("begin", *lines, "end", ""))
    solution = solver.solve(text, seconds=300, memory_mib=memory_mib)
    assert solution.complete
    phases = [phase for twin in solution.twins for phase in twin.phases]
    return [
        line_text(line) for phase in phases for line in phase.found if isinstance(line, LineFound)
    ]


@pytest.mark.parametrize(
    ("stipulation", "men"),
    [
        ("dia3.5", "rsbqkbsr/ppp1pppp/8/3B4/8/4P3/PPPP1PPP/RSBQK1SR"),
        ("dia4", "rsbqkb1r/pppp1ppp/5s2/4p3/2B1P3/5S2/PPPP1PPP/RSBQK2R"),
        ("dia5", "rsbqk2r/ppppppbp/5sp1/8/8/5SP1/PPPPPPBP/RSBQ1RK1"),
        ("dia7", "rsk2bsr/1pp1pppp/2b5/8/p2qP3/4K3/PPPP1PPP/RSB3SR"),
    ],
)
def test_the_way_back_leaves_no_line_out(stipulation: str, men: str) -> None:
    problem = (f"stip {stipulation}", f"forsyth {men}")
    without = lines_with(0, *problem)
    assert without
    assert lines_with(64, *problem) == without
