"""Ctrl-C and its relatives: the first asks politely, the second ends the program."""

import _thread
import os
import signal
import time
from collections.abc import Callable
from types import FrameType

PATIENCE_SECONDS = 3.0
"""How long the end may take: what was found cannot be written when nobody reads it."""


class Signals:
    """Turns SIGINT and SIGTERM into a request to stop.

    While a search runs (`stop` is set) the request goes there and the main loop goes on until the
    search has told what it found; at any other time KeyboardInterrupt is raised.  After the first
    signal the system's own handling is back, so that a second one kills; and when the program has
    not ended some time after the first, it ends all the same.
    """

    def __init__(self) -> None:
        self.received: int | None = None
        self.stop: Callable[[], None] | None = None
        self.starting = True
        """Modules are still being loaded: some of them do not survive an exception in between, and
        there is nothing yet that could be lost."""

    def install(self) -> None:
        """Take over the signals; a closed pipe ends the program quietly."""
        for number in (signal.SIGINT, signal.SIGTERM):
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, self._handle)
        if hasattr(signal, "SIGPIPE"):
            signal.signal(signal.SIGPIPE, signal.SIG_DFL)

    def ignore(self) -> None:
        """All is done and told: a signal that comes now must not make it look unfinished."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, signal.SIG_IGN)

    @property
    def status(self) -> int:
        """The exit status after a signal: 128 and its number."""
        return 128 + (self.received or signal.SIGINT)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self.received = number
        if self.starting:
            os.write(2, b"interrupted\n")
            os._exit(self.status)
        signal.signal(signal.SIGINT, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        # Not `threading`: the signal may come while that is being imported.
        _thread.start_new_thread(self._end_at_last, ())
        if self.stop is None:
            raise KeyboardInterrupt
        self.stop()

    def _end_at_last(self) -> None:
        time.sleep(PATIENCE_SECONDS)
        os._exit(self.status)
