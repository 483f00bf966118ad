"""What a person watching sees on standard error: how far the search is, signs of life."""

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
        self._since: tuple[float, float] | None = None
        """The part that was done when the phase was first looked at, and when that was."""

    def begin(self) -> None:
        """A problem begins."""
        self._begin = monotonic()

    def phase(self) -> None:
        """A phase begins."""
        self._since = None

    def tick(self, nodes: int, done: float) -> None:
        """Nothing new; nodes: positions visited; done: the part of the phase, from 0 to 1."""
        self.beat()
        self._since = self._since or (done, monotonic())
        if self._shown and monotonic() - self._begin >= PATIENCE_SECONDS:
            self._draw(nodes, done)

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

    def _draw(self, nodes: int, done: float) -> None:
        if self._bar is None:
            from tqdm import tqdm

            # One line below the cursor: the last line printed may still lack its end.
            self._bar = tqdm(
                file=sys.stderr, unit=" positions", unit_scale=True, leave=False, position=1
            )
        self._bar.n = nodes
        self._bar.set_postfix_str(self._outlook(done), refresh=False)
        self._bar.refresh()
        self._visible = True

    def _outlook(self, done: float) -> str:
        """The part that is done and the time left, if the rest goes as what was done."""
        if done <= 0 or self._since is None:
            return ""
        before, begin = self._since
        text = f"{done:.1%} of this phase"
        if done > before:
            seconds = (monotonic() - begin) * (1 - done) / (done - before)
            text += f", about {_duration(seconds)} left"
        return text


def _duration(seconds: float) -> str:
    """A time that is a guess, in the units that suit it."""
    for size, name in ((86400, "days"), (3600, "h"), (60, "min")):
        if seconds >= 2 * size:
            return f"{seconds / size:.0f} {name}"
    return f"{seconds:.0f} s"
