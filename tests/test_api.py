"""The library: read, solve, stream."""

import subprocess
import sys
import threading
import time
import warnings
from pathlib import Path

import pytest

import solver
from solver.model.errors import InputError, UnsupportedRule
from solver.model.solution import PhaseFinished, PhaseStarted, TreeFound, TwinFinished, TwinStarted

MORPHY = Path(__file__).parent.parent / "problems" / "orthodox" / "morphy-1856.txt"
MATE = "begin pieces white kc6 qh2 black ka8 pa7 stipulation #1 end"
LONG = """
begin
pieces white ke1 qd1 ra1h1 bc1f1 sb1g1 pa2b2c2d2e2f2g2h2
       black ke8 qd8 ra8h8 bc8f8 sb8g8 pa7b7c7d7e7f7g7h7
stipulation h#4
end
"""


def test_solve_a_text() -> None:
    solution = solver.solve(MATE)
    assert solution.complete
    (twin,) = solution.twins
    (phase,) = twin.phases
    (found,) = phase.found
    assert isinstance(found, TreeFound)
    assert (found.node.move.arrival, found.node.move.goal, found.node.mark) == (63, "#", "!")
    assert phase.finished.nodes > 0


def test_read_and_stream() -> None:
    (problem,) = solver.read_problems(MORPHY)
    assert problem.header.authors == ("Paul Morphy",)
    kinds = [type(event) for event in solver.stream(problem)]
    assert kinds == [TwinStarted, PhaseStarted, TreeFound, PhaseFinished, TwinFinished]


def test_a_text_must_hold_one_problem() -> None:
    with pytest.raises(ValueError, match="one problem"):
        solver.solve(MATE.replace("end", "next ") + MATE.replace("begin", ""))


def test_errors_tell_the_place() -> None:
    with pytest.raises(InputError) as caught:
        solver.solve("begin\n  banana\nend")
    assert (caught.value.line, caught.value.column) == (2, 3)


def test_what_cannot_be_solved_is_refused_before_the_first_event() -> None:
    text = MATE.replace("stipulation", "white volage royal qa1 stipulation")
    with pytest.raises(UnsupportedRule):
        solver.stream(text)


def test_a_limit_of_time() -> None:
    begin = time.monotonic()
    solution = solver.solve(LONG, seconds=0.3)
    assert time.monotonic() - begin < 5
    assert not solution.complete
    assert solution.twins[0].finished.why == "time"


def test_leaving_a_stream_ends_the_search() -> None:
    before = threading.active_count()
    for event in solver.stream(LONG):
        if isinstance(event, PhaseStarted):
            break
    ended = time.monotonic() + 10
    while threading.active_count() > before and time.monotonic() < ended:
        time.sleep(0.05)
    assert threading.active_count() == before


def test_a_stream_can_be_left_in_a_flood() -> None:
    text = "begin pieces white ke1 qd1 ra1h1 black ka8 pa7b7 stipulation h#4 end"
    code = (
        f"import solver, time\nfor event in solver.stream({text!r}, threads=2):\n"
        "    if type(event).__name__ == 'LineFound':\n        time.sleep(1)\n        break\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True, timeout=30)


def test_a_missing_king_is_mentioned() -> None:
    with pytest.warns(UserWarning, match="black has no king"):
        solver.solve("begin pieces white ka1 stipulation #1 end")


def test_several_searches_at_once() -> None:
    streams = [solver.stream(MATE) for _ in range(4)]
    counts = [0] * len(streams)
    alive = set(range(len(streams)))
    while alive:
        for index in tuple(alive):
            if next(streams[index], None) is None:
                alive.remove(index)
            else:
                counts[index] += 1
    assert counts == [5, 5, 5, 5]


def test_a_poseidon_is_a_king() -> None:
    text = "begin\npieces white pod4 black kh8 rd8\nstipulation ~1\nend"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert solver.solve(text).complete
