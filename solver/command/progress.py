"""What a person watching sees on standard error: a counter of positions, signs of life."""

import sys
from time import monotonic
from typing import TYPE_CHECKING, Any

from solver.command.output import complain

if TYPE_CHECKING:
    from tqdm import tqdm

PATIENCE_SECONDS = 1.0
"""A search that is over sooner shows no counter (and does not load tqdm)."""


class Progress:
    """The counter of one problem and the heartbeat of the whole run.

    The counter appears only on a terminal.
    """

    def __init__(self, *, shown: bool, heartbeat_seconds: float | None) -> None:
        self._shown = shown and sys.stderr.isatty()
        self._interval = heartbeat_seconds
        self._next_beat = monotonic() + (heartbeat_seconds or 0)
        self._beats = 0
        self._bar: tqdm[Any] | None = None
        self._begin = monotonic()
        self._visible = False

    def begin(self) -> None:
        """A problem begins."""
        self._begin = monotonic()

    def tick(self, nodes: int) -> None:
        """Nothing new; nodes: positions visited so far."""
        self.beat()
        if self._shown and monotonic() - self._begin >= PATIENCE_SECONDS:
            self._draw(nodes)

    def beat(self) -> None:
        """Write a sign of life when it is due."""
        now = monotonic()
        if self._interval is not None and now >= self._next_beat:
            self._beats += 1
            complain(f"heartbeat:{self._beats:5d}")
            self._next_beat = now + self._interval

    def clear(self) -> None:
        """Make room: something is about to be printed."""
        if self._bar is not None and self._visible:
            self._bar.clear()
            self._visible = False

    def end(self) -> None:
        """The problem is finished: remove the counter."""
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    def report(self, nodes: int, *, complete: bool) -> None:
        """Leave a line with the statistics of the problem."""
        if self._shown:
            seconds = monotonic() - self._begin
            partial = "" if complete else ", partial"
            complain(f"{nodes:,} positions, {seconds:.2f} s{partial}")

    def _draw(self, nodes: int) -> None:
        if self._bar is None:
            from tqdm import tqdm

            # One line below the cursor: the last line printed may still lack its end.
            self._bar = tqdm(
                file=sys.stderr, unit=" positions", unit_scale=True, leave=False, position=1
            )
        self._bar.n = nodes
        self._bar.refresh()
        self._visible = True
