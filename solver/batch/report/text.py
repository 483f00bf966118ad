"""For reading: a table of verdicts, then every problem that is not sound with its evidence."""

from collections.abc import Iterable
from typing import TextIO

from solver.batch.report import counted, evidence, place
from solver.batch.store import Row

MOST_FINDINGS = 12


def write(rows: Iterable[Row], out: TextIO, *, everything: bool) -> None:
    """Write it."""
    kept = list(rows)
    for row in kept:
        if row.verdict and (everything or row.verdict != "sound"):
            out.write(_problem(row))
    out.write(f"{len(kept)} problems\n")
    for verdict, number in counted(kept):
        out.write(f"  {verdict:12} {number:6}  {100 * number / len(kept):5.1f} %\n")


def _problem(row: Row) -> str:
    about = ", ".join(part for part in (row.authors, row.source, row.stipulation) if part)
    claim = "" if row.complete or row.verdict != "sound" else " (not complete)"
    lines = [f"{place(row)}: {row.verdict}{claim}", f"    {about}"]
    lines += [f"    - {evidence(row, finding)}" for finding in row.findings[:MOST_FINDINGS]]
    if len(row.findings) > MOST_FINDINGS:
        lines.append(f"    - and {len(row.findings) - MOST_FINDINGS} more")
    lines += [f"    note: {note}" for note in row.notes]
    return "\n".join(lines) + "\n\n"
