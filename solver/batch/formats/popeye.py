"""Input files of Popeye, several problems a file.

The input has no place for a solution; a file `name.solution.txt` beside `name.txt` holds it, with
lines `a)`, `b)` before those of twins, and a line `---` between problems.
"""

import re
from collections.abc import Iterator

from solver import api
from solver.batch.document import Document, Trouble

NAME = "popeye"


def read(data: bytes, file: str, solutions: str = "") -> Iterator[Document]:
    """The problems of a file; solutions: the text of the file beside it."""
    parts = re.split(r"(?m)^---\s*$", solutions)
    line = 1
    for number, entry in enumerate(api.read_bytes(data, name=file), 1):
        place = entry.problem.place if entry.problem else None
        line = place.line if place else line
        trouble = Trouble("unreadable", str(entry.errors[0])) if entry.errors else None
        yield Document(
            file,
            number,
            NAME,
            line,
            problem=entry.problem,
            trouble=trouble,
            solution=parts[number - 1] if number <= len(parts) else "",
            notes=tuple(text for _, text in entry.warnings),
        )
