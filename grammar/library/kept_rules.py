"""Declarations of conditions, mechanisms and types from their compiled forms."""

from collections.abc import Callable, Iterable
from typing import Any

from grammar.library.kept import made
from solver.model import rule as r


def rule_declaration(value: Any) -> r.Declaration:
    """A declaration as it was compiled.  Raises KeyError, TypeError or ValueError as `made`."""
    kind, name, *rest = value
    if kind == "ConditionDeclaration":
        parameters, steps, variants, means, source, names, at = rest
        return r.ConditionDeclaration(
            name,
            _parameters(map(_node, parameters)),
            _node(steps),
            tuple(map(_variant, variants)),
            means,
            source,
            names,
            _node(at),
        )
    if kind == "MechanismDeclaration":
        parameters, means, at = rest
        return r.MechanismDeclaration(name, _parameters(map(_node, parameters)), means, _node(at))
    type, at = rest
    return r.TypeDeclaration(name, _node(type), _node(at))


def _variant(value: Any) -> r.VariantDeclaration:
    name, parameters, steps, means, at = value
    return r.VariantDeclaration(
        name, _parameters(map(_node, parameters)), _node(steps), means, _node(at)
    )


def _parameters(values: Iterable[Any]) -> tuple[r.Parameter, ...]:
    """Parameters have no name of a class before their fields."""
    return tuple([r.Parameter(*fields) for fields in values])


def _node(value: Any) -> Any:
    return made(value, _NODES)


def _type_call(word: r.Word, parts: Iterable[Any]) -> r.TypeCall:
    return r.TypeCall(word, _parameters(parts))


_NODES: dict[str, Callable[..., Any]] = {
    **{node.__name__: node for node in r.Element.__subclasses__()},
    "TypeCall": _type_call,
}
