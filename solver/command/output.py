"""Where the text goes: standard output, and the protocol file that a problem may name."""

import io
import sys
from contextlib import suppress
from time import monotonic
from typing import BinaryIO

PATIENCE_SECONDS = 0.05
"""How long text may wait to be shown while more of it keeps coming."""


class Output(io.TextIOBase):
    """Text for standard output, copied to the protocol while there is one.

    encoding: that of the input, so that names come out in the bytes in which they went in.
    """

    def __init__(self, target: BinaryIO, encoding: str) -> None:
        super().__init__()
        self._target = target
        self._encoding = encoding
        self._protocol: BinaryIO | None = None
        self._shown = 0.0

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the text that comes out."""
        return self._encoding

    def write(self, text: str) -> int:
        """Write, at the latest with the next `flush`."""
        data = text.encode(self._encoding, "replace")
        self._target.write(data)
        if self._protocol is not None:
            self._protocol.write(data)
        return len(text)

    def flush(self) -> None:
        """Show everything now."""
        self._target.flush()
        if self._protocol is not None:
            self._protocol.flush()
        self._shown = monotonic()

    def show(self) -> None:
        """Show everything unless that has just been done: a flood costs a flush now and then."""
        if monotonic() >= self._shown + PATIENCE_SECONDS:
            self.flush()

    def open_protocol(self, name: str, *, overwrite: bool) -> None:
        """From now on copy to the file `name`; raises OSError when it cannot be opened."""
        self.close_protocol()
        self._protocol = open(name, "wb" if overwrite else "ab")

    def close_protocol(self) -> None:
        """Copy no longer."""
        if self._protocol is not None:
            self._protocol.close()
            self._protocol = None


def encoding_of(data: bytes) -> str:
    """The encoding in which the input was written: UTF-8 if it can be, else Latin-1."""
    with suppress(UnicodeDecodeError):
        data.decode("utf-8")
        return "utf-8"
    return "latin-1"


def complain(text: object) -> None:
    """Write a line to standard error; one that cannot be written is lost."""
    with suppress(OSError):
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()
