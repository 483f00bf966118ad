"""Ctrl-C and its relatives: the first asks politely, the second ends the program."""

import signal
from collections.abc import Callable
from types import FrameType


class Signals:
    """Turns SIGINT and SIGTERM into a request to stop.

    While a search runs (`stop` is set) the request goes there and the main loop goes on until the
    search has told what it found; at any other time KeyboardInterrupt is raised.  After the first
    signal the system's own handling is back, so that a second one kills.
    """

    def __init__(self) -> None:
        self.received: int | None = None
        self.stop: Callable[[], None] | None = None

    def install(self) -> None:
        """Take over the signals; a closed pipe ends the program quietly."""
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._handle)
        if hasattr(signal, "SIGPIPE"):
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)

    @property
    def status(self) -> int:
        """The exit status after a signal: 128 and its number."""
        return 128 + (self.received or signal.SIGINT)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self.received = number
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        if self.stop is None:
            raise KeyboardInterrupt
        self.stop()
