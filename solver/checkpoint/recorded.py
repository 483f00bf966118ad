"""A search of the engine whose events go through a checkpoint."""

import re
from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any, Protocol

import msgspec

from solver.checkpoint.log import Found, PhaseLog, UnitDone

_type = re.compile(rb'\{"type":"(\w+)"')


class Search(Protocol):
    """A search that runs, as `solver._engine.Search` is one."""

    @property
    def nodes(self) -> int:
        """Positions visited so far."""

    @property
    def progress(self) -> float:
        """The part of the work that is done, from 0 to 1."""

    @property
    def finished(self) -> bool:
        """Whether every event has been handed out."""

    def next_event(self, timeout_seconds: float) -> bytes | None:
        """The next event, JSON; None when there is none within the time."""

    def stop(self, why: str) -> None:
        """End it soon."""


Start = Callable[[bytes, Mapping[str, Any]], Search]
"""Starts a search: the specification, and how its units are dealt out."""


class _Told(msgspec.Struct, tag="Told", tag_field="type"):
    unit: int
    number: int


_decode = msgspec.json.Decoder(Found | UnitDone | _Told).decode


class RecordedSearch:
    """Searches what is not known yet, keeps what is found, and tells all in its order.

    inner: the search itself; who reads its messages loses them for the checkpoint.
    """

    def __init__(self, spec: bytes, work: Mapping[str, Any], log: PhaseLog, start: Start) -> None:
        self._log = log
        self.inner = start(spec, {**work, "record": True, "known": log.known()})

    @property
    def nodes(self) -> int:
        """Positions visited so far, those for what was known included."""
        return self.inner.nodes

    @property
    def progress(self) -> float:
        """The part of the work that is done, from 0 to 1."""
        return self.inner.progress

    @property
    def finished(self) -> bool:
        """Whether every event has been handed out."""
        return self.inner.finished

    def stop(self, why: str) -> None:
        """End the search soon."""
        self.inner.stop(why)

    def next_event(self, timeout_seconds: float) -> bytes | None:
        """The next event that is in turn, JSON; None when there is none within the time."""
        end = monotonic() + timeout_seconds
        while True:
            data = self.inner.next_event(max(0.0, end - monotonic()))
            if data is None:
                self._log.flush()
                return None
            event = self._dealt_with(data)
            if event is not None:
                return event
            if monotonic() >= end:
                return None

    def _dealt_with(self, data: bytes) -> bytes | None:
        """What the reader gets of a message of the engine, after it has been kept."""
        kind = _type.match(data)
        name = kind[1] if kind else b""
        if name == b"Planned":
            return None
        if name not in (b"Found", b"UnitDone", b"Told"):
            return data
        match _decode(data):
            case Found() as found:
                self._log.found(found, data)
            case UnitDone() as done:
                self._log.done(done, data)
            case _Told() as told:
                return self._log.event(told.unit, told.number)
        return None
