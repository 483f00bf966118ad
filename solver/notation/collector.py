"""Gathers events into a Solution, for layouts that need the whole before they can write."""

from solver.model.solution import (
    Event,
    LineFound,
    Message,
    MoveNumber,
    Phase,
    PhaseFinished,
    PhaseStarted,
    PostKey,
    Solution,
    TreeFound,
    TwinFinished,
    TwinSolution,
    TwinStarted,
)


class Collector:
    """`feed` every event; `solution` is what they amount to.

    A phase or twin that was begun but never finished counts as incomplete, with the reason that
    `solution` is given.
    """

    def __init__(self) -> None:
        self._twins: list[TwinSolution] = []
        self._twin: TwinStarted | None = None
        self._phases: list[Phase] = []
        self._messages: list[Message] = []
        self._phase: PhaseStarted | None = None
        self._found: list[LineFound | TreeFound | PostKey] = []

    def feed(self, event: Event) -> None:
        """Take one event."""
        match event:
            case TwinStarted():
                self._twin, self._phases, self._messages = event, [], []
            case PhaseStarted():
                self._phase, self._found = event, []
            case LineFound() | TreeFound() | PostKey():
                self._found.append(event)
            case Message():
                self._messages.append(event)
            case PhaseFinished():
                self._close_phase(event)
            case TwinFinished():
                self._close_twin(event)
            case MoveNumber():
                pass

    def solution(self, why: str = "interrupt") -> Solution:
        """Everything so far."""
        if self._phase is not None:
            self._close_phase(PhaseFinished(False, why))
        if self._twin is not None:
            self._close_twin(TwinFinished(False, why))
        return Solution(tuple(self._twins))

    def _close_phase(self, event: PhaseFinished) -> None:
        if self._phase is not None:
            self._phases.append(Phase(self._phase, event, tuple(self._found)))
        self._phase, self._found = None, []

    def _close_twin(self, event: TwinFinished) -> None:
        if self._twin is not None:
            self._twins.append(
                TwinSolution(self._twin, event, tuple(self._phases), tuple(self._messages))
            )
        self._twin = None
