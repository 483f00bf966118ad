"""Loading msgspec, which all the rest needs, without what the command never uses.

msgspec loads typing_extensions for what typing has since Python 3.11, and modules for kinds of
values and files that no problem holds.  With all that these need in turn that takes as long as a
short search; stand-ins take their places for that moment.
"""

import sys
import typing
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from types import ModuleType
from typing import cast

_HIDDEN = ("typing_extensions",)
"""msgspec does without these."""


class _Nothing:
    """A class or function that is never used."""

    unknown = None


_STAND_INS = {
    "decimal": ("Decimal",),
    "uuid": ("UUID", "SafeUUID"),
    "msgspec._json_schema": ("schema", "schema_components"),
    "msgspec.inspect": (),
    "msgspec.msgpack": (),
    "msgspec.toml": (),
    "msgspec.yaml": (),
}
"""Modules with what msgspec asks them for when it is loaded."""


def load_msgspec() -> None:
    """Load msgspec, unless it or one of those modules is there already.

    Whoever imports one of those modules later gets the real one.  A msgspec that asks for more is
    left to load by itself.
    """
    modules = cast(dict[str, object], sys.modules)
    if not modules.keys().isdisjoint(("msgspec", *_HIDDEN, *_STAND_INS)):
        return
    modules.update(dict.fromkeys(_HIDDEN))
    modules.update((name, _stand_in(name, inside)) for name, inside in _STAND_INS.items())
    package = None
    with _datetime_in_c(modules), _nothing_compiled(), suppress(AttributeError, ImportError):
        package = import_module("msgspec")
    for name in (*_HIDDEN, *_STAND_INS):
        del modules[name]
    if package is None:
        for name in [name for name in modules if name.partition(".")[0] == "msgspec"]:
            del modules[name]
        return
    for name in _STAND_INS:
        vars(package).pop(name.removeprefix("msgspec."), None)


def _stand_in(name: str, inside: tuple[str, ...]) -> ModuleType:
    module = ModuleType(name)
    vars(module).update((part, type(part, (_Nothing,), {})) for part in inside)
    return module


@contextmanager
def _datetime_in_c(modules: dict[str, object]) -> Iterator[None]:
    """The C part of datetime for datetime: Python 3.11 first makes all its classes in Python."""
    c_part = None
    with suppress(ImportError):
        c_part = import_module("_datetime")
    if c_part is None or "datetime" in modules:
        yield
        return
    modules["datetime"] = c_part
    try:
        yield
    finally:
        del modules["datetime"]


@contextmanager
def _nothing_compiled() -> Iterator[None]:
    """No references by name, of which msgspec makes one to see what typing can do.

    They are compiled, and the first use of Python's compiler costs two milliseconds.
    """
    made = typing.ForwardRef
    vars(typing)["ForwardRef"] = lambda *_, **__: None
    try:
        yield
    finally:
        vars(typing)["ForwardRef"] = made
