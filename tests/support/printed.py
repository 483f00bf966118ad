"""A solution as it is printed in Popeye's layout, in a form that does not depend on order.

Two programs that agree may print variations, keys and lines in another order; what stands below
what, the marks, the empty lines between phases and the last line must be the same.

    case NAME
    begin ... end              the problem
    answer
    ...                        what is printed below the diagram
"""

import io
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import solver
from solver.api import read_text
from solver.notation import make_writer

BOARD_EDGE = "+---a---b---c---d---e---f---g---h---+"
KEY = re.compile(r" {3}1\.\S")
MOVE_NUMBER = re.compile(r" *\d+  \(.*")


class Case(NamedTuple):
    """A problem and the answer to it, both as text."""

    name: str
    problem: str
    answer: str


class Line(NamedTuple):
    """A printed line with the lines that belong to it, those deeper on the right."""

    text: str
    below: frozenset[tuple["Line", int]]


def read_cases(path: Path) -> list[Case]:
    """The cases of a file, in order."""
    found = re.split(r"^case ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    cases = []
    for text in found[1:]:
        head, answer = text.split("\nanswer\n")
        name, problem = head.split("\n", 1)
        cases.append(Case(name, problem, answer))
    return cases


def below_diagram(text: str) -> str:
    """What is printed after the diagram, or everything when there is none."""
    return text.rpartition(BOARD_EDGE)[2]


def order_free(text: str) -> list[object]:
    """The printed text, so that texts of the same meaning are equal.

    Groups are separated by empty lines; neighbouring keys and tries may change places, other
    groups may not.  Progress of option MoveNumbers is left out.
    """
    lines = [line.rstrip() for line in text.strip("\n").splitlines()]
    lines = [line for line in lines if not MOVE_NUMBER.fullmatch(line)]
    result: list[object] = []
    keys: Counter[object] = Counter()
    for group in _groups(lines):
        if group and KEY.match(group[0]):
            keys[_tree(group)] += 1
            continue
        if group and keys:
            result.append(frozenset(keys.items()))
            keys = Counter()
        result.append(_tree(group))
    if keys:
        result.append(frozenset(keys.items()))
    return result


def _groups(lines: Sequence[str]) -> Iterator[list[str]]:
    """Lines without an empty one between them; an empty group for each further empty line."""
    group: list[str] = []
    for line in lines:
        if line:
            group.append(line)
        else:
            yield group
            group = []
    if group:
        yield group


def _tree(lines: Sequence[str]) -> frozenset[tuple[Line, int]]:
    """The lines as a multiset of trees: a line belongs to the nearest less indented one above."""
    if not lines:
        return frozenset()
    depths = [_indent(line) for line in lines]
    starts = [0]
    for index, depth in enumerate(depths):
        if index and depth <= min(depths[starts[-1] : index]):
            starts.append(index)
    ends = [*starts[1:], len(lines)]
    counted = Counter(
        Line(lines[start], _tree(lines[start + 1 : end]))
        for start, end in zip(starts, ends, strict=True)
    )
    return frozenset(counted.items())


def _indent(line: str) -> int:
    """How far right the line stands; a number is as far right as its last digit."""
    return len(re.match(r" *\d*", line)[0])  # type: ignore[index]


def printed(text: str) -> str:
    """The answer in Popeye's layout, without the diagram."""
    (problem,) = read_text(text)
    out = io.StringIO()
    writer = make_writer("popeye", problem, out, regression=True)
    writer.begin()
    for event in solver.stream(problem):
        writer.event(event)
    writer.end()
    return below_diagram(out.getvalue())


def braced(condition: str) -> str:
    """The same with the name in braces, as names that Popeye does not know must be."""
    name, *given = condition.split()
    return " ".join([f"{{{name}}}", *given])
