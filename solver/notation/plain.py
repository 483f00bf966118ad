"""The model as plain data (dicts, lists, strings, numbers) and back.

A dataclass becomes a dict of the fields that differ from their defaults; where a field may hold
one of several classes, "type" names the class.  Nothing has to be registered: the annotations of
the model say what is what.
"""

import types
from collections.abc import Mapping, Sequence
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints


def to_plain(value: Any, *, tagged: bool = False) -> Any:
    """`value` as plain data; tagged: name the class of the outermost dataclass."""
    if is_dataclass(value) and not isinstance(value, type):
        plain: dict[str, Any] = {"type": type(value).__name__} if tagged else {}
        hints = _hints(type(value))
        for field in fields(value):
            item = getattr(value, field.name)
            if field.compare and item != _default(field):
                plain[field.name] = _item(item, hints[field.name])
        return plain
    return value.value if isinstance(value, Enum) else value


def from_plain(plain: Any, kind: Any) -> Any:
    """The value of type `kind` that `to_plain` wrote as `plain`; raises ValueError if it cannot."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin in (Union, types.UnionType):
        return _one_of(plain, arguments)
    if is_dataclass(kind) and isinstance(kind, type):
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


def _item(value: Any, kind: Any) -> Any:
    """A value that stands where the annotation says `kind`."""
    origin, arguments = get_origin(kind), get_args(kind)
    if value is None:
        return None
    if origin in (Union, types.UnionType):
        classes = [argument for argument in arguments if is_dataclass(argument)]
        if len(classes) == 1 and is_dataclass(value):
            return to_plain(value)
        return to_plain(value, tagged=True)
    if origin is tuple and arguments[-1] is not Ellipsis:
        return [_item(item, arg) for item, arg in zip(value, arguments, strict=True)]
    if origin in (tuple, Sequence):
        return [_item(item, arguments[0]) for item in value]
    if origin is frozenset:
        return sorted(_item(item, arguments[0]) for item in value)
    if origin is Mapping:
        return [[_item(k, arguments[0]), _item(v, arguments[1])] for k, v in sorted(value.items())]
    return to_plain(value)


def _one_of(plain: Any, kinds: tuple[Any, ...]) -> Any:
    if plain is None and type(None) in kinds:
        return None
    classes: dict[str, type] = {
        kind.__name__: kind for kind in kinds if isinstance(kind, type) and is_dataclass(kind)
    }
    others = [kind for kind in kinds if not is_dataclass(kind) and kind is not type(None)]
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


def _default(field: "Field[Any]") -> Any:
    if field.default is not MISSING:
        return field.default
    return MISSING if field.default_factory is MISSING else field.default_factory()
