"""What the database holds, for people and programs.

To add a form: a module with `write(rows, out, everything)`, and its line in `FORMS`.
"""

from collections import Counter
from collections.abc import Iterable
from importlib import import_module
from typing import Protocol, TextIO, cast

from solver.batch.compare.finding import VERDICTS, Finding
from solver.batch.store import Row

FORMS = {
    "text": "solver.batch.report.text",
    "json": "solver.batch.report.json_lines",
    "csv": "solver.batch.report.table",
    "html": "solver.batch.report.page",
}


class _Module(Protocol):
    def write(self, rows: Iterable[Row], out: TextIO, *, everything: bool) -> None: ...


def write_report(form: str, rows: Iterable[Row], out: TextIO, *, everything: bool) -> None:
    """Write a report; everything: with the problems that are sound, where the form has a choice."""
    cast(_Module, import_module(FORMS[form])).write(rows, out, everything=everything)


def counted(rows: Iterable[Row]) -> list[tuple[str, int]]:
    """Verdicts with their numbers, in the order of weight; "" for none yet is called open."""
    counts = Counter(row.verdict for row in rows)
    return [(verdict or "open", counts[verdict]) for verdict in (*VERDICTS, "") if counts[verdict]]


def place(row: Row) -> str:
    """Where a document stands: "file.olv:120 (#7)"."""
    return f"{row.file}:{row.line} (#{row.number})"


def evidence(row: Row, finding: Finding) -> str:
    """A finding as a sentence, with the line of the file that it is about."""
    kind = ""
    if finding.verdict == "dual":
        kind = "thematic dual: " if finding.thematic else "dual in a side variation: "
    text = f"{kind}{finding}"
    line = file_line(row, finding.line)
    if line:
        text += f" (line {line})"
    elif finding.line:
        text += f" (line {finding.line} of the solution)"
    return text


def file_line(row: Row, line: int) -> int | None:
    """The line of the file where line `line` of the published solution stands, if it is known."""
    return row.solution_line + line - 1 if line and row.solution_line else None
