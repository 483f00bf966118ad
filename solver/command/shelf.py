"""The shelf: the compiled modules of the command in one file, kept in the user's cache.

To find a module, in each of the folders it may be in, and to open and check its file takes Python
longer than most of ours take to run, and a start needs eighty.  The command takes them from the
shelf, which is opened once.  As with Python's own compiled files, a module counts only while its
source has the time and the length that are noted with it; all else about it, where its source is
and who loads it, is as always.
"""

import marshal
import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import source_hash
from io import BytesIO, FileIO
from types import CodeType, ModuleType
from typing import Any, cast

from solver.model.cache import cache_file, keep

_PACKAGES = ("solver", "grammar")
_LENGTH = 4
"""Bytes that tell the length of the table of contents."""
_SUM = 8
"""Bytes of the sum over what follows it: marshal takes everything for granted."""


class Shelved(SourceFileLoader):
    """Loads a module whose code stood on the shelf."""

    def __init__(self, name: str, path: str, code: bytes) -> None:
        super().__init__(name, path)
        self._code = code

    def get_code(self, fullname: str) -> CodeType | None:
        """The code, as it stood on the shelf."""
        return cast(CodeType, marshal.loads(self._code))


class Shelf:
    """A finder of modules for `sys.meta_path`, of those whose sources lie below a folder.

    A shelf that cannot be read, or was filled by another Python, is as if there was none.
    """

    def __init__(self, root: str) -> None:
        """Read the table of contents."""
        self._root = os.path.join(root, "")
        self._before = frozenset(sys.modules)
        self._made_by = (sys.version, sys.flags.optimize, self._root)
        name = source_hash(repr(self._made_by).encode()).hex()
        self._file = cache_file(f"modules-{name}.marshal")
        self._contents: dict[str, tuple[Any, ...]] = {}
        self._stream: BytesIO | FileIO = BytesIO()
        if self._file is not None:
            with suppress(OSError, ValueError, EOFError, TypeError, MemoryError):
                self._stream = FileIO(self._file)
                length = int.from_bytes(self._stream.read(_LENGTH), "little")
                made_by, contents = marshal.loads(self._read(_LENGTH, length))
                self._codes = _LENGTH + _SUM + length
                if made_by == self._made_by:
                    self._contents = contents

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """How to load a module; None when it is not on the shelf as it is now."""
        if name not in self._contents:
            return None
        source, cached, is_package, state, begin, length = self._contents[name]
        try:
            if _state(source) != state:
                return None
            code = self._read(self._codes + begin, length)
        except (OSError, ValueError):
            return None
        spec = ModuleSpec(name, Shelved(name, source, code), origin=source)
        spec.has_location = True
        spec.cached = cached
        if is_package:
            spec.submodule_search_locations = [os.path.dirname(source)]
        return spec

    def fill(self) -> None:
        """Write the shelf anew if modules were loaded that are not on it as they are now.

        It is replaced as a whole, by whichever process comes last.  Raises OSError when it cannot
        be written.
        """
        loaded = {spec.name: spec for spec in self._loaded()}
        if self._file is not None and loaded and not sys.dont_write_bytecode:
            kept = {name: spec for name in self._contents if (spec := self.find_spec(name))}
            # Some systems do not replace a file that is open.
            self._stream.close()
            keep(self._file, lambda: self._filled(kept | loaded))

    def _filled(self, specs: dict[str, ModuleSpec]) -> bytes:
        """A shelf with those modules."""
        contents = {}
        codes: list[bytes] = []
        begin = 0
        for name, spec in specs.items():
            source = cast(str, spec.origin)
            is_package = spec.submodule_search_locations is not None
            state = _state(source)
            code = marshal.dumps(cast(SourceFileLoader, spec.loader).get_code(name))
            contents[name] = (source, spec.cached, is_package, state, begin, len(code))
            codes += (source_hash(code), code)
            begin += _SUM + len(code)
        table = marshal.dumps((self._made_by, contents))
        head = (len(table).to_bytes(_LENGTH, "little"), source_hash(table), table)
        return b"".join((*head, *codes))

    def _loaded(self) -> Iterator[ModuleSpec]:
        """Modules below the folder that came from elsewhere since the shelf was opened."""
        for name in sys.modules.keys() - self._before:
            spec = sys.modules[name].__spec__
            if (
                spec is not None
                and type(spec.loader) is SourceFileLoader
                and (spec.origin or "").startswith(self._root)
                and name.partition(".")[0] in _PACKAGES
            ):
                yield spec

    def _read(self, begin: int, length: int) -> bytes:
        """So many bytes behind their sum.  Raises ValueError when they are not as they were."""
        self._stream.seek(begin)
        data = self._stream.read(_SUM + length)
        if len(data) != _SUM + length or source_hash(data[_SUM:]) != data[:_SUM]:
            raise ValueError("damaged")
        return data[_SUM:]


def _state(source: str) -> tuple[int, int]:
    """The time and the length of a source, which change with it."""
    state = os.stat(source)
    return state.st_mtime_ns, state.st_size
