"""What the library's conditions mean as they stand, kept as it was found.

To find out what one means takes as long as to read three problems: its declaration is bound to
those of its mechanisms, which lie in many files.
"""

import os
from collections.abc import Callable, Sequence
from functools import cache
from importlib.util import source_hash
from typing import Any

import msgspec

from grammar.files import beside, read_bytes, stems
from grammar.library.kept import kept, made
from solver.model import meaning as m

FOLDER = beside(__file__, "condition")
MECHANISMS = "mechanisms"
COMPILED = beside(__file__, "compiled", "meanings.json")
_PARTS = (m.Pick, m.Not, m.And, m.Or, m.Men, m.Squares, m.BothSides, m.Lines, m.Walk, m.Walks)
_MORE_PARTS = (m.Map, m.Attribute, m.Choice, m.Rule, m.Meaning)


def kept_meaning(id: str) -> m.Meaning | None:
    """What a condition without arguments means; None when that is not kept."""
    try:
        meaning: m.Meaning = made(_found()["meanings"][id.casefold()], _CALLS)
    except (KeyError, TypeError):
        return None
    return meaning


def are_apart(ids: Sequence[str]) -> bool:
    """Whether it is known that no two of these conditions are variants of the same one."""
    full = [_found().get("full", {}).get(id.casefold()) for id in ids]
    return None not in full and len({*full}) == len(full)


@cache
def _found() -> dict[str, Any]:
    """What was found while all declarations were what they are."""
    compiled = kept(COMPILED)
    return compiled if compiled.get("sources") == sources() else {}


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
    **{part.__name__: part for part in (*_PARTS, *_MORE_PARTS)},
}
