"""What the library's conditions mean by themselves and in each variant, kept as it was found.

To find out what one means takes as long as to read three problems: its declaration is bound to
those of its mechanisms, which lie in many files.
"""

import os
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from importlib.util import source_hash
from typing import Any

import msgspec

from grammar.files import beside, read_bytes, stems
from grammar.library.kept import made
from solver.model import meaning as m
from solver.model.problem import Condition

FOLDER = beside(__file__, "condition")
MECHANISMS = "mechanisms"
COMPILED = beside(__file__, "compiled", "meanings.json")
SOURCES = "*sources"
"""The line of the sum over the declarations from which all the rest was found."""
FULL = "*full"
"""The line with the conditions of which each one is a variant, if only itself."""
_SELECTIONS = (m.Pick, m.Not, m.And, m.Or)
_VALUES = (m.Men, m.Squares, m.BothSides, m.Lines, m.Walk, m.Walks, m.Map, m.Attribute, m.Choice)


def kept_meaning(condition: Condition) -> m.Meaning | None:
    """What a condition means, if it is kept: without arguments, or with one of its variants."""
    if len(condition.arguments) > 1:
        return None
    try:
        meaning: m.Meaning = made(_kept(key(condition)), _CALLS)
    except (KeyError, TypeError, ValueError, msgspec.MsgspecError):
        return None
    return meaning


def are_apart(conditions: Sequence[Condition]) -> bool:
    """Whether it is known that no two of these conditions are variants of the same one."""
    try:
        known = _kept(FULL)
        full = {known[condition.id.casefold()] for condition in conditions}
    except (KeyError, TypeError, ValueError, msgspec.MsgspecError):
        return False
    return len(full) == len(conditions)


def key(condition: Condition) -> str:
    """What a meaning is kept under."""
    return " ".join((condition.id, *condition.arguments)).casefold()


def _kept(name: str) -> Any:
    """One line of the file: only what is asked for is read.  Raises KeyError without it."""
    lines, head = _lines(), _head(name)
    start = lines.find(head)
    if start < 0:
        raise KeyError(name)
    start += len(head)
    return msgspec.json.decode(lines[start : lines.index(b"\n", start)].rstrip(b","))


def _head(name: str) -> bytes:
    return b"\n%s: " % msgspec.json.encode(name)


@cache
def _lines() -> bytes:
    """What was found while all declarations were what they are."""
    with suppress(OSError):
        lines = read_bytes(COMPILED)
        if _head(SOURCES) + msgspec.json.encode(sources()) in lines:
            return lines
    return b""


def sources() -> str:
    """A sum over the declarations of all conditions and mechanisms."""
    folders = (FOLDER, os.path.join(FOLDER, MECHANISMS))
    files = [
        os.path.join(folder, f"{name}.dawson")
        for folder in folders
        for name in stems(folder, ".dawson")
    ]
    return source_hash(b"\0".join(map(read_bytes, files))).hex()


def plain(value: Any) -> Any:
    """What is kept of a meaning or of a part of it: a list begins with what makes it of the rest.

    Last fields that are as usual are left out.
    """
    if isinstance(value, msgspec.Struct):
        names, usual = value.__struct_fields__, list(value.__struct_defaults__)
        fields = [getattr(value, name) for name in names]
        while usual and fields[-1] == usual.pop():
            del fields[-1]
        return [type(value).__name__, *map(plain, fields)]
    if isinstance(value, tuple):
        return ["tuple", *map(plain, value)]
    if isinstance(value, dict):
        return ["dict", *map(plain, value.items())]
    return value


def _tuple(*parts: Any) -> tuple[Any, ...]:
    return parts


def _dict(*pairs: tuple[str, Any]) -> dict[str, Any]:
    return dict(pairs)


_CALLS: dict[str, Callable[..., Any]] = {
    "tuple": _tuple,
    "dict": _dict,
    **{part.__name__: part for part in (*_SELECTIONS, *_VALUES, m.Rule, m.Meaning)},
}
