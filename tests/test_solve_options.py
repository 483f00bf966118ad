"""Every option of the language changes the answer as it should.

The cases under tests/options/ were checked against Popeye 4.104.  Options that choose some of the
solutions are not there, because two programs try moves in another order; their rules are below.
"""

from collections.abc import Callable
from pathlib import Path

import pytest
from support.printed import Case, order_free, printed, read_cases

import solver
from solver.model.solution import Event, LineFound, Message, MoveNumber, Phase, Solution

FILES = sorted((Path(__file__).parent / "options").glob("*.txt"))
CASES = [case for path in FILES for case in read_cases(path)]

MANY = "begin pieces white kc6 qh2 black ka8 pa7 stipulation ser-#2 {} end"
LONG = """
begin
pieces white ke1 qd1 ra1h1 bc1f1 sb1g1 pa2b2c2d2e2f2g2h2
       black ke8 qd8 ra8h8 bc8f8 sb8g8 pa7b7c7d7e7f7g7h7
stipulation h#4
option maxtime 1
end
"""


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name.replace(" ", "-"))
def test_answer(case: Case) -> None:
    assert order_free(printed(case.problem)) == order_free(case.answer)


def phase_of(solution: Solution) -> Phase:
    ((phase,),) = (twin.phases for twin in solution.twins)
    return phase


def found(option: str) -> list[LineFound]:
    """The lines of a problem that has many, in order."""
    lines = phase_of(solver.solve(MANY.format(option and f"option {option}"))).found
    return [line for line in lines if isinstance(line, LineFound)]


def why(option: str) -> str:
    return phase_of(solver.solve(MANY.format(f"option {option}"))).finished.why


def test_max_solutions_ends_the_search() -> None:
    every = found("")
    for most in (1, 3, 10):
        assert found(f"maxsolutions {most}") == every[:most]
        assert why(f"maxsolutions {most}") == "solutions"
    assert found("maxsolutions 1000") == every
    assert why("maxsolutions 1000") == ""


def numbers(option: str) -> list[MoveNumber]:
    events: list[Event] = list(solver.stream(MANY.format(f"option {option}")))
    return [event for event in events if isinstance(event, MoveNumber)]


def test_move_numbers_count_the_first_moves() -> None:
    """They may begin again, for every length that is searched."""
    given = numbers("movenumbers")
    starts = [index for index, event in enumerate(given) if event.number == 1]
    rounds = [given[i:j] for i, j in zip(starts, [*starts[1:], len(given)], strict=True)]
    assert rounds
    for one in rounds:
        assert [event.number for event in one] == list(range(1, len(one) + 1))
        assert [event.move for event in one] == [event.move for event in rounds[0]]
        assert len({(event.move.departure, event.move.arrival) for event in one}) == len(one)
    assert {line.moves[0].arrival for line in found("")} <= {e.move.arrival for e in given}
    assert found("movenumbers") == found("")
    assert numbers("noboard") == []


def test_ranges_of_move_numbers_share_the_solutions_out() -> None:
    every = found("")
    for last in (1, 5, 12):
        before = found(f"uptomovenumber {last}")
        after = found(f"startmovenumber {last + 1}")
        assert sorted(before + after, key=repr) == sorted(every, key=repr)
        assert why(f"uptomovenumber {last}") == why(f"startmovenumber {last + 1}") == "range"
    between = found("startmovenumber 6 uptomovenumber 12")
    assert between == [line for line in found("uptomovenumber 12") if line in between]
    first = [event.move.arrival for event in numbers("movenumbers")][5:12]
    assert {line.moves[0].arrival for line in between} <= set(first)


def test_max_time_ends_the_search() -> None:
    solution = solver.solve(LONG)
    assert not solution.complete
    (twin,) = solution.twins
    assert twin.finished.why == "time"
    assert 0.9 < twin.finished.seconds < 2.5


def test_what_does_not_apply_is_said() -> None:
    (twin,) = solver.solve(MANY.format("option postkeyplay")).twins
    assert twin.messages == (Message("not_applicable", ("PostKeyPlay",)),)
    assert found("postkeyplay") == found("")


MATE = "begin pieces white kc6 qh2 black ka8 pa7 stipulation {} option variation try end"
FAULTS: dict[str, Callable[[str], str]] = {
    "another last move": lambda text: text.replace("2.Qh7-h8 #", "2.Qh7-f7 #"),
    "a last move is missing": lambda text: text.replace("          2.Qh7-h8 #\n", ""),
    "a last move twice": lambda text: text.replace("2.Qh7-h8 #\n", "2.Qh7-h8 #\n" * 2),
    "no mate": lambda text: text.replace("2.Qh7-h8 #", "2.Qh7-h8 +"),
    "another key": lambda text: text.replace("1.Qh2-h7 !", "1.Qh2-h6 !"),
    "a try for a key": lambda text: text.replace("1.Qh2-h7 !", "1.Qh2-h7 ?"),
    "a key is missing": lambda text: text.replace("   1.Qh2-h8 # !\n\n", ""),
    "a threat for zugzwang": lambda text: text.replace(
        "1.Qh2-h7 ! threat:", "1.Qh2-h7 ! zugzwang."
    ),
    "a threat for a variation": lambda text: text.replace("          2.Qh7", "      2.Qh7"),
    "a refutation for a variation": lambda text: text.replace("    but\n", ""),
    "a partial answer": lambda text: text.replace("solution finished.", "Partial solution"),
    "a phase more": lambda text: text.replace("solution finished.", "\n\nsolution finished."),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_wrong_answer_is_rejected(fault: str) -> None:
    right = printed(MATE.format("#2"))
    wrong = FAULTS[fault](right)
    assert wrong != right
    assert order_free(wrong) != order_free(right)


def test_the_order_of_keys_and_variations_means_nothing() -> None:
    right = printed(MATE.format("#2"))
    groups = right.split("\n\n")
    keys = [group for group in groups if group.startswith("   1.")]
    swapped = right.replace(keys[0], "first").replace(keys[1], keys[0]).replace("first", keys[1])
    assert swapped != right
    assert order_free(swapped) == order_free(right)


def test_the_cases_cover_the_options() -> None:
    problems = " ".join(case.problem.lower() for case in CASES)
    for option in (
        *("try", "defence", "setplay", "variation", "threat", "nothreat", "noshortvariations"),
        *("stoponshortsolutions", "whitetoplay", "duplex", "halfduplex", "postkeyplay"),
        *("noboard", "nocastling", "enpassant", "quodlibet", "maxflightsquares", "nontrivial"),
        *("keepmatingpiece", "trivialtriesavoid", "nullmoves", "matesin1", "intelligent"),
    ):
        assert option in problems, option


def lines_of(stipulation: str, forsyth: str, option: str = "") -> list[tuple[object, ...]]:
    """The departures and arrivals of all lines, sorted."""
    text = f"begin forsyth {forsyth} stipulation {stipulation} {option} end"
    lines = [line for line in phase_of(solver.solve(text)).found if isinstance(line, LineFound)]
    return sorted(tuple((m.departure, m.arrival) for m in line.moves) for line in lines)


def test_white_to_play_takes_a_move_off_a_reciprocal_series() -> None:
    """tests/options/DIFFERENCES.md, 2."""
    diagram = "r3k2r/6R1/8/8/8/8/8/4K2R"
    shorter = lines_of("ser-reci-h#=2", diagram)
    assert len(shorter) == 7
    assert lines_of("ser-reci-h#=3", diagram, "option whitetoplay") == shorter


def test_play_after_the_key_of_a_parry_selfmate() -> None:
    """tests/options/DIFFERENCES.md, 3."""
    diagram = "8/8/8/8/8/kp6/p7/K6R"
    only = lines_of("pser-s#1", diagram)
    assert len(only) == 1
    assert lines_of("pser-s#2", diagram, "option postkeyplay") == only


@pytest.mark.parametrize(
    "stipulation, numbers",
    # Counted by Popeye 4.104.
    [("h#1.5", (12, 18, 24)), ("h#2.5", (51, 90, 125)), ("ser-#2", (17, 25, 33))],
)
def test_intelligent_limits_the_lines_that_end_alike(
    stipulation: str, numbers: tuple[int, ...]
) -> None:
    for most, number in enumerate(numbers, 1):
        text = f"begin forsyth 8/8/8/8/8/1K6/7Q/k7 stipulation {stipulation} {{}} end"
        phase = phase_of(solver.solve(text.format(f"option intelligent {most}")))
        assert len(phase.found) == number
        assert phase.finished.why == "solutions"
        every = phase_of(solver.solve(text.format("option intelligent"))).found
        assert [line for line in every if line in set(phase.found)] == list(phase.found)


def test_intelligent_leaves_no_end_out() -> None:
    """tests/options/DIFFERENCES.md, 4."""
    diagram = "3S4/4p3/7s/4Q2k/5K2/8/4B3/3b4"
    every = lines_of("ser-h#2", diagram)
    assert len(every) == 7
    assert lines_of("ser-h#2", diagram, "option intelligent 1") == every
