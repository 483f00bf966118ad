"""The files of the field.  To add a format: a module with `read`, and its line in `_SUFFIXES`."""

import re
from collections.abc import Iterator, Mapping
from pathlib import PurePath

from solver.batch.document import Document
from solver.batch.formats import documents, epd, olive, pgn, popeye

_SUFFIXES = {
    ".olv": olive,
    ".yaml": olive,
    ".yml": olive,
    ".epd": epd,
    ".pgn": pgn,
    ".json": documents,
    ".jsonl": documents,
    ".inp": popeye,
    ".txt": popeye,
}
SOLUTION = ".solution.txt"
_BEGIN = re.compile(rb"\b(?:begi|anfa|debu)\w*", re.IGNORECASE)


def is_collection(name: str, data: bytes) -> bool:
    """Whether a file found in a folder may hold problems; text files must begin one."""
    if name.endswith(SOLUTION):
        return False
    suffix = PurePath(name).suffix.lower()
    if suffix == ".txt":
        return bool(_BEGIN.search(data[:4096]))
    return suffix in _SUFFIXES


def read_documents(
    name: str, data: bytes, others: Mapping[str, bytes] | None = None
) -> Iterator[Document]:
    """The documents of one file; its suffix tells the format (Popeye's input for unknown ones).

    others: by name, files that may stand beside it.
    """
    module = _SUFFIXES.get(PurePath(name).suffix.lower(), popeye)
    if module is popeye:
        beside = (others or {}).get(solution_name(name), b"")
        yield from popeye.read(data, name, beside.decode("utf-8", "replace"))
    else:
        yield from module.read(data, name)


def solution_name(name: str) -> str:
    """The file that holds the solutions of Popeye's input `name`."""
    return str(PurePath(name).with_suffix("")) + SOLUTION
