"""The model as plain data (dicts, lists, strings, numbers) and back.

A structure becomes a dict of the fields that differ from their defaults; where a field may hold
one of several classes, "type" names the class.  Nothing has to be registered: the annotations of
the model say what is what.
"""

import types
from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cache, partial
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT
from msgspec.structs import FieldInfo, fields

from solver.model.record import Record


def to_plain(value: Any, *, tagged: bool = False) -> Any:
    """`value` as plain data; tagged: name the class of the outermost structure."""
    kind: Any = type(value)
    if _is_structure(kind):
        plain: dict[str, Any] = {"type": kind.__name__} if tagged else {}
        for name, default, write in _fields(kind):
            item = getattr(value, name)
            if item != default:
                plain[name] = write(item)
        return plain
    return value.value if isinstance(value, Enum) else value


def from_plain(plain: Any, kind: Any) -> Any:
    """The value of type `kind` that `to_plain` wrote as `plain`; raises ValueError if it cannot."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _one_of(plain, arguments)
    if _is_structure(kind):
        return _instance(plain, kind)
    if isinstance(kind, type) and issubclass(kind, Enum):
        return kind(plain)
    if origin is Literal:
        if plain not in arguments:
            raise ValueError(f"{plain!r} is none of {arguments}")
        return plain
    if origin is tuple:
        if arguments[-1] is Ellipsis:
            return tuple(from_plain(item, arguments[0]) for item in plain)
        return tuple(from_plain(item, arg) for item, arg in zip(plain, arguments, strict=True))
    if origin is Sequence:
        return tuple(from_plain(item, arguments[0]) for item in plain)
    if origin is frozenset:
        return frozenset(from_plain(item, arguments[0]) for item in plain)
    if origin is Mapping:
        key, item = arguments
        return {from_plain(k, key): from_plain(v, item) for k, v in plain}
    if kind is float and isinstance(plain, int):
        return float(plain)
    if not isinstance(plain, kind):
        raise ValueError(f"{plain!r} is no {kind.__name__}")
    return plain


_Write = Callable[[Any], Any]


@cache
def _fields(kind: type) -> tuple[tuple[str, Any, _Write], ...]:
    """Of each field that is written: its name, its default and how its value is written."""
    hints = _hints(kind)
    aside = kind.aside if issubclass(kind, Record) else frozenset()
    return tuple(
        (field.name, _default(field), _writer(hints[field.name]))
        for field in fields(kind)
        # A field without a default is part of what is written, even if equality passes over it.
        if field.name not in aside or field.required
    )


@cache
def _writer(kind: Any) -> _Write:
    """How a value that stands where the annotation says `kind` is written."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _union_writer(arguments)
    if origin is tuple and arguments[-1] is not Ellipsis:
        each = [_writer(argument) for argument in arguments]
        return lambda value: [write(item) for write, item in zip(each, value, strict=True)]
    if origin in (tuple, Sequence):
        one = _writer(arguments[0])
        return lambda value: [one(item) for item in value]
    if origin is frozenset:
        one = _writer(arguments[0])
        return lambda value: sorted(map(one, value))
    if origin is Mapping:
        key, item = map(_writer, arguments)
        return lambda value: [[key(k), item(v)] for k, v in sorted(value.items())]
    return to_plain


def _union_writer(kinds: tuple[Any, ...]) -> _Write:
    classes = [kind for kind in kinds if _is_structure(kind)]
    tagged = partial(to_plain, tagged=True)
    if len(classes) != 1:
        return tagged
    return lambda value: to_plain(value) if isinstance(value, msgspec.Struct) else tagged(value)


def _one_of(plain: Any, kinds: tuple[Any, ...]) -> Any:
    if plain is None and type(None) in kinds:
        return None
    classes: dict[str, type] = {kind.__name__: kind for kind in kinds if _is_structure(kind)}
    others = [kind for kind in kinds if not _is_structure(kind) and kind is not type(None)]
    if isinstance(plain, dict) and classes:
        if len(classes) == 1:
            return from_plain(plain, next(iter(classes.values())))
        name = plain.get("type")
        if name not in classes:
            raise ValueError(f"type {name!r} is none of {', '.join(classes)}")
        return from_plain({k: v for k, v in plain.items() if k != "type"}, classes[name])
    if len(others) == 1:
        return from_plain(plain, others[0])
    raise ValueError(f"{plain!r} is none of {kinds}")


def _instance(plain: Any, kind: type) -> Any:
    if not isinstance(plain, dict):
        raise ValueError(f"{plain!r} is no {kind.__name__}")
    hints = _hints(kind)
    try:
        return kind(**{name: from_plain(item, hints[name]) for name, item in plain.items()})
    except (KeyError, TypeError) as error:
        raise ValueError(f"{kind.__name__}: {error}") from error


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _default(field: FieldInfo) -> Any:
    if field.default is not NODEFAULT:
        return field.default
    return NODEFAULT if field.default_factory is NODEFAULT else field.default_factory()


def _is_structure(kind: Any) -> bool:
    return isinstance(kind, type) and issubclass(kind, msgspec.Struct)
