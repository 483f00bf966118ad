"""What must not change a solution: a mirror, the names of the sides, threads, tables, hints."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace
from support.random_problems import random_problems
from support.symmetry import facts, flip, mirror, mirrored, swapped

import solver
from solver.api import read_text
from solver.model.problem import Option, Problem
from solver.model.solution import Event, PhaseFinished, TwinFinished
from solver.model.twinning import variants

PROBLEMS = Path(__file__).parent.parent / "problems" / "orthodox"
FILES = sorted(path for path in PROBLEMS.glob("*.txt") if ".solution" not in path.name)
LONG = {"lins-1986", "baecker-1992", "tomasevic-1990", "maslar-1978"}
"""Problems that take a second or more, with or without tables; they are not solved twice."""

STIPULATIONS = {
    "#2": "variation try setplay",
    "=2": "variation defence 2",
    "#3": "variation",
    "s#2": "variation setplay",
    "r#2": "variation",
    "semi-r#2": "variation try",
    "h#1.5": "",
    "h#2": "setplay",
    "h=2": "",
    "hs#2": "",
    "ser-#3": "setplay",
    "ser-=2": "",
    "ser-h#2": "setplay",
    "ser-s#2": "",
    "ser-r#2": "",
}
HOME = ("e1", "e8")
NO_CASTLING = Option("NoCastling", HOME)


def random_ones(seed: int) -> Iterator[Problem]:
    count = 4 * len(STIPULATIONS)
    for text in random_problems(seed, STIPULATIONS, count=count, men=(3, 7)):
        yield from read_text(text)


def published() -> Iterator[Problem]:
    """Each twin as a problem of its own, so that no twin command needs to be turned round.

    Duplex has an order of sides and en passant has squares; these are left out.
    """
    for path in FILES:
        (problem,) = solver.read_problems(path)
        given = {option.id for option in problem.options}
        if path.stem in LONG or given & {"Duplex", "EnPassant"}:
            continue
        for twin in variants(problem):
            yield replace(
                problem,
                position=twin.position,
                stipulation=twin.stipulation,
                twins=(),
                zeroposition=False,
            )


SOURCES = {"random": lambda: random_ones(11), "published": published}
pytestmark = pytest.mark.filterwarnings("ignore:.*has no king")
each_source = pytest.mark.parametrize("source", SOURCES)


def with_option(problem: Problem, option: Option) -> Problem:
    return replace(problem, options=(*problem.options, option))


@each_source
def test_mirrored(source: str) -> None:
    for problem in SOURCES[source]():
        fixed = with_option(problem, NO_CASTLING)
        expected = facts(solver.solve(fixed), mirror)
        assert facts(solver.solve(mirrored(fixed))) == expected, problem


@each_source
def test_colours_swapped(source: str) -> None:
    for problem in SOURCES[source]():
        expected = facts(solver.solve(problem), flip, swap=True)
        assert facts(solver.solve(swapped(problem))) == expected, problem


def events(problem: Problem, **limits: int) -> list[Event]:
    """The events, but for figures that differ between two runs."""
    result: list[Event] = []
    for event in solver.stream(problem, **limits):
        if isinstance(event, PhaseFinished):
            event = replace(event, nodes=0, seconds=0.0)
        elif isinstance(event, TwinFinished):
            event = replace(event, seconds=0.0)
        result.append(event)
    return result


@each_source
@pytest.mark.parametrize("threads", [2, 5])
def test_threads_do_not_change_a_single_event(source: str, threads: int) -> None:
    for problem in SOURCES[source]():
        assert events(problem, threads=threads) == events(problem), problem


@each_source
def test_tables_do_not_change_a_single_event(source: str) -> None:
    for problem in SOURCES[source]():
        assert events(problem, memory_mib=0) == events(problem), problem


@each_source
def test_the_hint_of_option_intelligent_changes_nothing(source: str) -> None:
    for problem in SOURCES[source]():
        hinted = with_option(problem, Option("Intelligent"))
        assert facts(solver.solve(hinted)) == facts(solver.solve(problem)), problem


def test_a_mirror_shows_another_solution() -> None:
    """Otherwise the comparisons above would prove nothing."""
    (problem,) = read_text("begin pieces white kc6 qh2 black ka8 pa7 stipulation #2 end")
    solution = solver.solve(problem)
    assert facts(solution) != facts(solution, mirror)
    assert facts(solution) != facts(solution, swap=True)
    assert facts(solver.solve(mirrored(problem))) != facts(solution)
