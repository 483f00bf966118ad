"""Where the text goes: standard output, and the protocol file that a problem may name."""

import io
import sys
from contextlib import suppress
from typing import BinaryIO


class Output(io.TextIOBase):
    """Text for standard output, copied to the protocol while there is one.

    encoding: that of the input, so that names come out in the bytes in which they went in.
    """

    def __init__(self, target: BinaryIO, encoding: str) -> None:
        super().__init__()
        self._target = target
        self._encoding = encoding
        self._protocol: BinaryIO | None = None

    def write(self, text: str) -> int:
        """Write at once."""
        data = text.encode(self._encoding, "replace")
        self._target.write(data)
        self._target.flush()
        if self._protocol is not None:
            self._protocol.write(data)
            self._protocol.flush()
        return len(text)

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
