"""A file of records, appended one after another, that survives being cut off anywhere.

A record is a line: the CRC-32 of its data in eight hexadecimal digits, a space, the data.  What
follows the first record that is not whole is not read, and makes room when records are added.
"""

import os
from collections.abc import Iterator
from contextlib import suppress
from errno import EIO
from pathlib import Path
from time import monotonic
from zlib import crc32

_MOST_BUFFERED = 1 << 16
_SYNC_SECONDS = 2.0
"""How often the disk is asked to have written what there is: more is lost only when the machine
itself goes down."""
_HEAD = 9
_CHUNK = 4096


class Journal:
    """An open file; nobody else writes it meanwhile.

    path: made when it is not there.  Raises OSError; BlockingIOError when it is in use.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_CLOEXEC", 0), 0o666)
        self._waiting = bytearray()
        self._synced = monotonic()
        try:
            _lock(self._file)
        except OSError:
            os.close(self._file)
            raise
        self._end = os.lseek(self._file, 0, os.SEEK_END)

    def is_begun_with(self, data: bytes) -> bool:
        """Whether nothing is in the file but the record `data`, or less of it than all."""
        return _line(data).startswith(os.pread(self._file, self._end, 0)[: self._end])

    def first(self) -> bytes | None:
        """The first record; None when there is none."""
        return _data(self._line_at(0))

    def clear(self) -> None:
        """Empty the file."""
        os.truncate(self._file, 0)
        self._end = 0

    def records(self) -> Iterator[tuple[int, bytes]]:
        """All whole records from the beginning, with their places; then the rest is cut off.

        To be read to its end before anything is appended.
        """
        place = 0
        with open(os.dup(self._file), "rb") as file:
            file.seek(0)
            for line in file:
                data = _data(line)
                if data is None:
                    break
                yield place, data
                place += len(line)
        self._end = place
        os.truncate(self._file, place)

    def append(self, data: bytes) -> int:
        """Add a record, which is written at the latest with the next `flush`; returns its place."""
        line = _line(data)
        place = self._end + len(self._waiting)
        self._waiting += line
        if len(self._waiting) >= _MOST_BUFFERED:
            self.flush()
        return place

    def flush(self) -> None:
        """Give everything to the system, so that it stays when this process is killed."""
        while self._waiting:
            written = os.pwrite(self._file, self._waiting, self._end)
            self._end += written
            del self._waiting[:written]
        if monotonic() >= self._synced + _SYNC_SECONDS:
            os.fsync(self._file)
            self._synced = monotonic()

    def read(self, place: int) -> bytes:
        """The record at a place.  Raises OSError when it is not there any more."""
        if self._waiting:
            self.flush()
        data = _data(self._line_at(place))
        if data is None:
            raise OSError(EIO, "the checkpoint was changed meanwhile")
        return data

    def _line_at(self, place: int) -> bytes:
        line = b""
        while not line.endswith(b"\n"):
            chunk = os.pread(self._file, _CHUNK, place + len(line))
            if not chunk:
                break
            end = chunk.find(b"\n")
            line += chunk if end < 0 else chunk[: end + 1]
        return line

    def close(self) -> None:
        """Write what waits and leave the file."""
        try:
            self._synced = -_SYNC_SECONDS
            self.flush()
        finally:
            os.close(self._file)


def _line(data: bytes) -> bytes:
    return b"%08x %s\n" % (crc32(data), data)


def _data(line: bytes) -> bytes | None:
    """The data of a line; None when it is not whole."""
    data = line[_HEAD:-1]
    with suppress(ValueError):
        if line.endswith(b"\n") and int(line[: _HEAD - 1], 16) == crc32(data):
            return data
    return None


def _lock(file: int) -> None:
    """Keep others out; where the system has no locks they are trusted."""
    with suppress(ImportError):
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
