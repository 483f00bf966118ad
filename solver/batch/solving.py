"""Solving one problem for a verdict: which options hold, when it is stopped, how far it came."""

from collections.abc import Iterator, Sequence
from time import monotonic

import msgspec
from msgspec.structs import replace

from solver import api
from solver.model.board import Colour
from solver.model.problem import Option, Problem
from solver.model.solution import (
    Event,
    LineFound,
    MoveNumber,
    PhaseStarted,
    Solution,
    TwinStarted,
)

MOST_LINES = 500
"""Solutions of one phase after which the search is cut: so many cooks are enough."""
_PRESENTATION = frozenset(
    {
        "Variations",
        "SetPlay",
        "Try",
        "Defence",
        "NoThreat",
        "NoShortVariations",
        "MaxSolutions",
        "MaxTime",
        "MoveNumbers",
        "StartMoveNumber",
        "UpToMoveNumber",
        "StopOnShortSolutions",
        "NoBoard",
        "Beep",
        "Intelligent",
        "Threat",
        "MaxFlightsquares",
        "NonTrivial",
        "TrivialTriesAvoid",
    }
)
"""Options that choose what is printed or cut the search short; a verdict needs all of it."""


class Effort(msgspec.Struct, frozen=True):
    """How much one problem may take: seconds in all, MiB for tables (None: the engine's choice)."""

    seconds: float | None = None
    memory_mib: int | None = None


class Solved(msgspec.Struct):
    """What one run gave.

    progress: by twin index, the number of first moves begun and the side that makes them.
    """

    solution: Solution
    progress: dict[int, tuple[int, Colour]] = msgspec.field(default_factory=dict)

    def complete(self, twins: int) -> bool:
        """Whether all twins were examined to the end."""
        return self.solution.complete and len(self.solution.twins) == twins


class Solving:
    """Runs of one problem that share one limit of time, which begins now.

    nodes: positions visited by all of them so far.
    """

    def __init__(self, effort: Effort) -> None:
        self._effort = effort
        self._deadline = None if effort.seconds is None else monotonic() + effort.seconds
        self.nodes = 0

    def solve(self, problem: Problem, options: Sequence[Option]) -> Solved:
        """Solve with these options and those of the problem's own that are rules.

        Raises UnsupportedRule, InvalidPosition or SolverError.
        """
        kept = [option for option in problem.options if option.id not in _PRESENTATION]
        chosen = replace(problem, options=(*kept, *options))
        run = api.Run(chosen, api.Limits(None, 1, self._effort.memory_mib))
        solved = Solved(Solution())
        solved.solution = api.collect(self._watched(run, solved))
        self.nodes += run.nodes
        return solved

    def _watched(self, run: api.Run, solved: Solved) -> Iterator[Event]:
        """The events of a run, which is stopped at the deadline or when enough was found."""
        twin, starter, lines = 0, Colour.WHITE, 0
        for event in run.ticks():
            if self._deadline is not None and monotonic() >= self._deadline:
                run.stop("time")
            match event:
                case None:
                    continue
                case TwinStarted():
                    twin = event.index
                case PhaseStarted():
                    starter, lines = Colour(event.starter), 0
                case MoveNumber():
                    solved.progress[twin] = event.number, starter
                case LineFound():
                    lines += 1
                    if lines >= MOST_LINES:
                        run.stop("solutions")
            yield event
