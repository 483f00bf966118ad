"""For programs: one JSON object a document and line, all documents, all evidence."""

from collections.abc import Iterable
from typing import Any, TextIO

import msgspec

from solver.batch.report import file_line
from solver.batch.store import Row

FORMAT = "chess-problem-verdict"
VERSION = 1
"""Raised when a field changes its meaning or goes; new fields do not raise it."""


def write(rows: Iterable[Row], out: TextIO, *, everything: bool) -> None:
    """Write it; nothing is left out."""
    for row in rows:
        document: dict[str, Any] = {"format": FORMAT, "version": VERSION}
        document |= msgspec.to_builtins(row)
        document["verdict"] = row.verdict or None
        for finding in document["findings"]:
            finding["file_line"] = file_line(row, finding["line"])
        out.write(msgspec.json.encode(document).decode() + "\n")
