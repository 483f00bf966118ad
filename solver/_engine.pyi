"""The compiled engine; only `solver.native` imports it."""

version: str

class Search:
    """One search, running in its own threads from the moment it is made.

    spec: the engine specification as JSON.  work: how its units are dealt out, JSON with the fields
    of the engine's `Work`: `record`, `as_found`, `known`, `only`, `elsewhere`; None: the search
    does them all, and its events come in the order of the units.
    Raises ValueError with a sentence when the engine refuses it.

    With `record` the reader keeps the events.  They come at once, as {"type": "Found", unit,
    number (in the unit, from 0), solution, event}; {"type": "Planned", units} is the first message;
    {"type": "UnitDone", unit, events, nodes} comes when a unit is finished with so many events;
    {"type": "Told", unit, number} when that event is in turn.
    """

    def __init__(self, spec: bytes, work: bytes | None = None) -> None: ...
    def supply(self, unit: int, nodes: int, solutions: str) -> None:
        """Hand in a unit that was done elsewhere, when `work` says so.

        solutions: for each of its events "1" where it is a solution and "0" where it is not.
        """

    def next_event(self, timeout_seconds: float) -> bytes | None:
        """The next event as JSON, or None when none came in time or the search has finished."""

    def stop(self, why: str) -> None:
        """Ask the search to end within 0.1 s; `why` comes back in its last event."""

    @property
    def nodes(self) -> int:
        """Positions visited so far."""

    @property
    def progress(self) -> float:
        """The part of the work that is done, from 0 to 1; a guess from its units."""

    @property
    def finished(self) -> bool:
        """The last event has been handed out."""

def perft(spec: bytes, depth: int) -> int:
    """How many sequences of `depth` legal half-moves there are."""

def playout(spec: bytes, plies: int, seed: int) -> int:
    """Play a line at random, take it back, and return its length.

    Raises ValueError with a sentence when the rules do not keep what searches rely on: hash, undo,
    lists and counts of moves that agree.
    """

def legal_moves(spec: bytes) -> bytes:
    """The legal moves of the side to move, a JSON list of played moves."""

def retro(spec: bytes) -> bytes:
    """Retro analysis of a diagram: which last moves are possible, which rights that leaves.

    spec: a `RetroSpec` of `solver.compile.spec` as JSON.  Returns its `RetroVerdict` as JSON.
    Raises ValueError with a sentence when the engine refuses it.
    """

def legal_moves_of_each(spec: bytes, diagrams: bytes) -> bytes:
    """The legal moves in several diagrams, a JSON list of lists; the rules are compiled once.

    diagrams: a JSON list of lists of men as in the specification, which they replace.
    """
