"""A whole solution through a layout, as if it were just being found."""

import io
from collections.abc import Iterator

from solver.model.problem import Language, Problem
from solver.model.solution import Event, Solution
from solver.notation.writer import make_writer


def events(solution: Solution) -> Iterator[Event]:
    """The events that `solution` was collected from, but for progress."""
    for twin in solution.twins:
        yield twin.started
        yield from twin.messages
        for phase in twin.phases:
            yield phase.started
            yield from phase.found
            yield phase.finished
        yield twin.finished


def solution_text(problem: Problem, solution: Solution, layout: str = "popeye") -> str:
    """What stands after the header when the solution is written in English."""
    out = io.StringIO()
    writer = make_writer(layout, problem, out, language=Language.ENGLISH, regression=True)
    writer.begin()
    out.seek(0)
    out.truncate()
    for event in events(solution):
        writer.event(event)
    return out.getvalue()
