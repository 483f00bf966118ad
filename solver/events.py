"""The engine's events: from JSON to the classes of `solver.model.solution`, and into a Solution."""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import msgspec

from solver.model import solution as model
from solver.model.errors import SolverError


class EngineFailure(SolverError):
    """The engine failed inside: a fault of this program, not of the input."""


class _Kind(msgspec.Struct):
    """What every event has."""

    type: str
    text: str = ""


_kind = msgspec.json.Decoder(_Kind)
_BEFORE_TYPE = b'{"type":"'

_FROM_ENGINE = frozenset(
    {
        "LineFound",
        "TreeFound",
        "TreePart",
        "TreeEnded",
        "PostKey",
        "MoveNumber",
        "Message",
        "PhaseFinished",
    }
)


@cache
def _decoder(name: str) -> "msgspec.json.Decoder[Any]":
    return msgspec.json.Decoder(getattr(model, name))


def decode(data: bytes) -> model.Event:
    """One event of the engine.

    data: a JSON object whose field "type" names a class of `solver.model.solution`.
    Raises EngineFailure for {"type": "failed", "text": ...} and for anything else.
    """
    # The engine writes the type first; reading it alone costs less than skipping all the rest.
    if data.startswith(_BEFORE_TYPE):
        start = len(_BEFORE_TYPE)
        name = data[start : data.find(b'"', start)].decode("ascii", "replace")
        if name in _FROM_ENGINE:
            found: model.Event = _decoder(name).decode(data)
            return found
    kind = _kind.decode(data)
    if kind.type in _FROM_ENGINE:
        event: model.Event = _decoder(kind.type).decode(data)
        return event
    if kind.type == "failed":
        raise EngineFailure(f"the engine failed: {kind.text}")
    raise EngineFailure(f"the engine sent an unknown event: {kind.type}")


def whole(events: Iterable[model.Event]) -> Iterator[model.Event]:
    """The events with trees that were told in parts put together."""
    # The command puts no trees together.
    from solver.model.growing import Growing

    growing = Growing()
    for event in events:
        complete = growing.feed(event)
        if complete is not None:
            yield complete


def collect(events: Iterable[model.Event]) -> model.Solution:
    """All events of one problem as a Solution: twins, their phases, what each of them found."""
    twins: list[model.TwinSolution] = []
    twin = model.TwinStarted(0, "")
    phase: model.PhaseStarted | None = None
    phases: list[model.Phase] = []
    messages: list[model.Message] = []
    found: list[model.LineFound | model.TreeFound | model.PostKey] = []
    for event in whole(events):
        match event:
            case model.TwinStarted():
                twin, phases, messages = event, [], []
            case model.PhaseStarted():
                phase, found = event, []
            case model.LineFound() | model.TreeFound() | model.PostKey():
                found.append(event)
            case model.Message():
                messages.append(event)
            case model.PhaseFinished():
                if phase is not None:
                    phases.append(model.Phase(phase, event, tuple(found)))
                phase, found = None, []
            case model.TwinFinished():
                twins.append(model.TwinSolution(twin, event, tuple(phases), tuple(messages)))
            case model.MoveNumber() | model.TreePart() | model.TreeEnded():
                pass
    return model.Solution(tuple(twins))
