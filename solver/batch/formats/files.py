"""Files, folders and archives of them, as named bytes."""

import tarfile
import zipfile
from collections.abc import Iterator
from gzip import GzipFile
from pathlib import Path

_ZIP = (".zip",)
_TAR = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tar.xz")
MOST_BYTES = 1 << 28
"""A member of an archive that is larger when unpacked is left out."""


def shown(path: Path) -> str:
    """The path as text that can be kept and written; bytes that are no text become `?`."""
    return str(path).encode("utf-8", "replace").decode("utf-8")


def files(path: Path) -> Iterator[tuple[str, bytes]]:
    """(name, bytes) of the file, of each file below the folder, of each member of the archive.

    Names of members stand after `!`.  Hidden files are passed over.  Raises OSError for a path
    that cannot be read, ValueError for an archive that is damaged.
    """
    if path.is_dir():
        for inner in sorted(path.rglob("*")):
            hidden = any(part.startswith(".") for part in inner.relative_to(path).parts)
            if inner.is_file() and not hidden:
                yield from files(inner)
        return
    name = path.name.lower()
    try:
        if name.endswith(_ZIP):
            yield from _zip(path)
        elif name.endswith(_TAR):
            yield from _tar(path)
        elif name.endswith(".gz"):
            with GzipFile(path) as packed:
                yield shown(path)[:-3], packed.read(MOST_BYTES)
        else:
            yield shown(path), path.read_bytes()
    except (zipfile.BadZipFile, tarfile.TarError, EOFError) as error:
        raise ValueError(f"{shown(path)}: {error}") from None


def _zip(path: Path) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(path) as archive:
        for member in sorted(archive.infolist(), key=lambda member: member.filename):
            if not member.is_dir() and member.file_size <= MOST_BYTES:
                yield f"{shown(path)}!{member.filename}", archive.read(member)


def _tar(path: Path) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(path) as archive:
        for member in archive:
            if member.isfile() and member.size <= MOST_BYTES:
                inner = archive.extractfile(member)
                if inner is not None:
                    yield f"{shown(path)}!{member.name}", inner.read()
