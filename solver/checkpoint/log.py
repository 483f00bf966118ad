"""What a checkpoint holds: problems, the phases of their twins, finished units and their events."""

from array import array
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from solver.checkpoint.journal import Journal
from solver.model.errors import SolverError

FORMAT = "dawson checkpoint"
VERSION = 1
_MOST_FRESH = 1 << 22
"""Bytes of events that are kept in memory, for those that are told soon after they are found."""

Key = tuple[int, int, int]
"""Number of the problem in its file, of its twin, and of the phase of that."""


class CheckpointError(SolverError):
    """A checkpoint that cannot be used, and why."""


class Found(msgspec.Struct, tag="Found", tag_field="type"):
    """An event, with its number in its unit."""

    unit: int
    number: int
    solution: bool
    event: msgspec.Raw


class UnitDone(msgspec.Struct, tag="UnitDone", tag_field="type"):
    """A unit is finished, with so many events."""

    unit: int
    events: int
    nodes: int


class _Header(msgspec.Struct, tag="Checkpoint", tag_field="type"):
    format: str
    version: int
    engine: str


class _Problem(msgspec.Struct, tag="Problem", tag_field="type"):
    number: int
    facts: dict[str, str]
    phases: list[list[str]]


class _Phase(msgspec.Struct, tag="Phase", tag_field="type"):
    key: Key


_decode = msgspec.json.Decoder(_Header | _Problem | _Phase | Found | UnitDone).decode
_encode = msgspec.json.encode


class Unit(msgspec.Struct):
    """Places of the events of a unit in the file, "1" or "0" for each: whether it is a solution.

    nodes: positions visited for it; done: it is finished.
    """

    places: "array[int]" = msgspec.field(default_factory=lambda: array("Q"))
    solutions: bytearray = msgspec.field(default_factory=bytearray)
    nodes: int = 0
    done: bool = False


class Checkpoint:
    """The checkpoint of one file of problems.

    engine: the version of the engine.  resume: what is in the file is gone on from.
    Raises CheckpointError: the file holds something already and `resume` is not given, or it is
    no checkpoint, or that of another engine, or in use; OSError.
    """

    def __init__(self, path: Path, engine: str, *, resume: bool) -> None:
        self.path = path
        try:
            self._journal = Journal(path)
        except BlockingIOError:
            raise CheckpointError(f"{path} is in use by another search") from None
        self._problems: dict[int, _Problem] = {}
        self._phases: dict[Key, dict[int, Unit]] = {}
        try:
            self._begin(engine, resume)
        except BaseException:
            self._journal.close()
            raise

    def close(self) -> None:
        """Leave the file."""
        self._journal.close()

    def check(
        self, number: int, facts: Mapping[str, str], specs: Sequence[Sequence[bytes]]
    ) -> None:
        """Make sure that what is known of the problem with that number is about this problem.

        facts: what to compare for a person who wants to know the difference.  specs: of the phases
        of each twin, what the engine is asked.  Raises CheckpointError when they differ.
        """
        digests = [[_digest(spec) for spec in twin] for twin in specs]
        known = self._problems.get(number)
        if known is None:
            problem = _Problem(number, dict(facts), digests)
            self._problems[number] = problem
            self._journal.append(_encode(problem))
            self._journal.flush()
        elif known.phases != digests:
            differences = "; ".join(_differences(known.facts, facts))
            differences = differences or "what its rules mean has changed"
            raise CheckpointError(f"{self.path} is of another problem: {differences}")

    def phase(self, key: Key) -> "PhaseLog":
        """The records of a phase that is about to be searched."""
        self._journal.append(_encode(_Phase(key)))
        return PhaseLog(self._journal, self._phases.setdefault(key, {}))

    def _begin(self, engine: str, resume: bool) -> None:
        begin = _encode(_Header(FORMAT, VERSION, engine))
        if self._journal.is_begun_with(begin):
            self._journal.clear()
            self._journal.append(begin)
            self._journal.flush()
            return
        header = _record(self._journal.first() or b"")
        if not isinstance(header, _Header) or header.format != FORMAT:
            # What it holds is somebody's: it is not touched.
            raise CheckpointError(f"{self.path} is no checkpoint")
        if not resume:
            raise CheckpointError(f"{self.path} is there already; --resume goes on with it")
        if (header.version, header.engine) != (VERSION, engine):
            raise CheckpointError(
                f"{self.path} was made by engine {header.engine} (form {header.version}); "
                f"this is {engine} (form {VERSION})"
            )
        self._read(self._journal.records())

    def _read(self, records: Iterator[tuple[int, bytes]]) -> None:
        units: dict[int, Unit] = {}
        for place, data in records:
            match _record(data):
                case _Problem() as problem:
                    self._problems[problem.number] = problem
                case _Phase() as phase:
                    units = self._phases.setdefault(phase.key, {})
                case Found() as found:
                    note(units, found, place)
                case UnitDone() as done:
                    finish(units, done)


class PhaseLog:
    """The records of one phase."""

    def __init__(self, journal: Journal, units: dict[int, Unit]) -> None:
        self._journal = journal
        self._units = units
        self._fresh: dict[tuple[int, int], bytes] = {}
        self._size = 0

    def known(self) -> list[dict[str, Any]]:
        """The finished units, as the engine takes them."""
        return [known(number, unit) for number, unit in self._units.items() if unit.done]

    def unit(self, number: int) -> dict[str, Any]:
        """A finished unit, as the engine takes it."""
        return known(number, self._units[number])

    def found(self, found: Found, data: bytes) -> None:
        """Keep an event; data: the whole record."""
        note(self._units, found, self._journal.append(data))
        event = bytes(found.event)
        if self._size + len(event) > _MOST_FRESH:
            self._fresh.clear()
            self._size = 0
        self._fresh[found.unit, found.number] = event
        self._size += len(event)

    def done(self, done: UnitDone, data: bytes) -> None:
        """A unit is finished; from now on that survives anything."""
        if finish(self._units, done):
            self._journal.append(data)
            self._journal.flush()

    def event(self, unit: int, number: int) -> bytes | None:
        """An event that was found; None when it was lost on the way of a search that stops."""
        event = self._fresh.pop((unit, number), None)
        if event is not None:
            self._size -= len(event)
            return event
        places = self._units[unit].places if unit in self._units else array("Q")
        if number >= len(places):
            return None
        found = _record(self._journal.read(places[number]))
        return bytes(found.event) if isinstance(found, Found) else None

    def flush(self) -> None:
        """Give what there is to the system."""
        self._journal.flush()


def note(units: dict[int, Unit], found: Found, place: int) -> None:
    """Note where the event of a unit is; the first one of a unit begins it anew."""
    unit = units.get(found.unit)
    if unit is None or found.number == 0:
        unit = units[found.unit] = Unit()
    # A gap is where a search was stopped: such a unit is not finished.
    if found.number == len(unit.places):
        unit.places.append(place)
        unit.solutions.append(ord("1") if found.solution else ord("0"))


def finish(units: dict[int, Unit], done: UnitDone) -> bool:
    """Note that a unit is finished; False when some of its events are missing."""
    unit = units.get(done.unit) if done.events else None
    if unit is None:
        unit = units[done.unit] = Unit()
    unit.nodes = done.nodes
    unit.done = len(unit.places) == done.events
    return unit.done


def known(number: int, unit: Unit) -> dict[str, Any]:
    """A unit as the engine takes it."""
    return {"unit": number, "nodes": unit.nodes, "solutions": unit.solutions.decode()}


def _record(data: bytes) -> _Header | _Problem | _Phase | Found | UnitDone | None:
    try:
        record: _Header | _Problem | _Phase | Found | UnitDone = _decode(data)
        return record
    except msgspec.DecodeError:
        return None


def _digest(spec: bytes) -> str:
    """The digest of what the engine is asked, but for what does not change the answer."""
    asked = msgspec.json.decode(spec)
    for name in ("threads", "table_mib"):
        asked["search"]["options"].pop(name, None)
    return sha256(msgspec.json.encode(asked, order="sorted")).hexdigest()


def _differences(there: Mapping[str, str], here: Mapping[str, str]) -> Iterator[str]:
    for name in dict.fromkeys([*there, *here]):
        one, other = there.get(name, "nothing"), here.get(name, "nothing")
        if one != other:
            yield f"{name}: there {one}, here {other}"
