"""JSON: our own documents (one a line), and entries of YACPDB (an object or a list of them)."""

from collections.abc import Iterator
from typing import Any

import msgspec

from solver.batch.document import Claim, Document, Trouble
from solver.batch.formats.olive import document_of
from solver.model.problem import Problem
from solver.model.solution import Solution
from solver.notation.json_layout import FORMAT, decode
from solver.notation.replay import solution_text

NAME = "json"


def read(data: bytes, file: str) -> Iterator[Document]:
    """The documents of a file: the whole is one, or each line is."""
    try:
        trees = msgspec.json.decode(data)
        rows = [(1, tree) for tree in (trees if isinstance(trees, list) else [trees])]
    except msgspec.DecodeError:
        rows = [
            (line, _decoded(row)) for line, row in enumerate(data.split(b"\n"), 1) if row.strip()
        ]
    for number, (line, tree) in enumerate(rows, 1):
        yield _document(tree, file, number, line)


def _decoded(row: bytes) -> Any:
    try:
        return msgspec.json.decode(row)
    except msgspec.DecodeError as error:
        return str(error)


def _document(tree: Any, file: str, number: int, line: int) -> Document:
    if not isinstance(tree, dict):
        message = f"line {line}: {tree if isinstance(tree, str) else 'no object'}"
        trouble = Trouble("unreadable", message)
        return Document(file, number, NAME, line, trouble=trouble)
    if tree.get("format") != FORMAT:
        return document_of(tree, file, number, line, format=NAME)
    try:
        problem, solution = decode(msgspec.json.encode(tree))
    except ValueError as error:
        trouble = Trouble("unreadable", f"line {line}: {error}")
        return Document(file, number, NAME, line, trouble=trouble)
    published = tree.get("published")
    claim = tree.get("claim")
    return Document(
        file,
        number,
        NAME,
        line,
        problem=problem,
        solution=published if isinstance(published, str) else _text(problem, solution),
        claim=Claim(**claim) if isinstance(claim, dict) else Claim(),
        facts=tree.get("other", {}),
    )


def _text(problem: Problem, solution: Solution) -> str:
    return solution_text(problem, solution) if solution.twins else ""
