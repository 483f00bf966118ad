"""CSV: one row a document, the evidence in one cell."""

import csv
from collections.abc import Iterable
from typing import TextIO

from solver.batch.report import evidence
from solver.batch.store import Row

COLUMNS = (
    "file",
    "number",
    "line",
    "verdict",
    "complete",
    "authors",
    "source",
    "stipulation",
    "position",
    "evidence",
    "seconds",
)


def write(rows: Iterable[Row], out: TextIO, *, everything: bool) -> None:
    """Write it; nothing is left out."""
    table = csv.writer(out, lineterminator="\n")
    table.writerow(COLUMNS)
    for row in rows:
        findings = "; ".join(evidence(row, finding) for finding in row.findings)
        complete = "yes" if row.complete else "no"
        cells = (row.authors, row.source, row.stipulation, row.position, findings)
        seconds = f"{row.seconds:.3f}"
        head = (row.file, row.number, row.line, row.verdict or "open", complete)
        table.writerow([_safe(cell) for cell in (*head, *cells, seconds)])


def _safe(cell: object) -> object:
    """A spreadsheet must not take a text for a formula."""
    if isinstance(cell, str) and cell[:1] in ("=", "+", "-", "@"):
        return f"'{cell}"
    return cell
