"""Where the text goes: standard output, and the protocol file that a problem may name."""

import errno
import io
import sys
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from time import monotonic
from typing import BinaryIO, TextIO

PATIENCE_SECONDS = 0.05
"""How long text may wait to be shown while more of it keeps coming."""


def complain(text: object) -> None:
    """Write a line to standard error; one that cannot be written is lost."""
    with suppress(OSError):
        sys.stderr.write(f"{text}\n")
        sys.stderr.flush()


@contextmanager
def as_utf8(stream: TextIO) -> Iterator[TextIO]:
    """The stream, writing UTF-8 whatever its own encoding is; for what other programs read.

    A terminal keeps its encoding and shows `?` for what it does not have.
    """
    if isinstance(stream, io.TextIOWrapper):
        if stream.isatty():
            stream.reconfigure(errors="replace")
        else:
            stream.reconfigure(encoding="utf-8", errors="replace")
    yield stream


class Output(io.TextIOBase):
    """Text for standard output, copied to the protocol while there is one.

    encoding: that of the input, so that names come out in the bytes in which they went in.
    complain: told when the protocol can no longer be written; then it is given up.
    """

    def __init__(
        self, target: BinaryIO, encoding: str, complain: Callable[[str], None] = complain
    ) -> None:
        super().__init__()
        self._target = target
        self._encoding = encoding
        self._complain = complain
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
        with self._giving_up():
            if self._protocol is not None:
                self._protocol.write(data)
        return len(text)

    def flush(self) -> None:
        """Show everything now."""
        self._target.flush()
        with self._giving_up():
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
        if "\0" in name:
            raise OSError(errno.EINVAL, "this is no file name")
        self._protocol = open(name, "wb" if overwrite else "ab")

    def close_protocol(self) -> None:
        """Copy no longer."""
        with self._giving_up():
            if self._protocol is not None:
                self._protocol.close()
        self._protocol = None

    @contextmanager
    def _giving_up(self) -> Iterator[None]:
        """A protocol that cannot be written costs nothing else."""
        try:
            yield
        except OSError as error:
            protocol, self._protocol = self._protocol, None
            if protocol is not None:
                with suppress(OSError):
                    protocol.close()
                self._complain(f"protocol {protocol.name}: {error.strerror}")


def encoding_of(data: bytes) -> str:
    """The encoding for the answer: that of the input, UTF-8 if it can be, else Latin-1.

    What was written in UTF-16 is answered in UTF-8.
    """
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        return "utf-8"
    with suppress(UnicodeDecodeError):
        data.decode("utf-8")
        return "utf-8"
    return "latin-1"
