"""What stands behind a parameter, as a value of its type; what does not fit is told."""

from collections.abc import Sequence
from typing import NoReturn

from grammar.library.built_in import built_in
from grammar.library.terms import (
    BUILT_IN,
    Names,
    check_given,
    choices_of,
    fault,
    first_word,
    is_given,
    type_text,
)
from solver.model import meaning as m
from solver.model import rule as r
from solver.model.errors import InputError


def typed(node: r.Node, type: r.Type, names: Names) -> m.Value:
    """The value of `node` where `type` is asked for.

    Raises InputError (line, column, length, expected, nearest) where it does not fit.
    """
    if isinstance(node, r.Given):
        check_given(node, type, names)
        return None
    match type:
        case r.ListOf(item):
            if not isinstance(node, r.Items):
                _wrong(node, type, names)
            return tuple(typed(value, item, names) for value in node.values)
        case r.OneOf() | r.TypeCall():
            return _chosen(node, type, names)
        case r.TypeName(word):
            name = word.text
            if name in BUILT_IN:
                return built_in(node, name, type, names)
            declared = names.type(name)
            return typed(node, declared, names) if declared else _chosen(node, type, names)


def _wrong(node: r.Node, type: r.Type, names: Names) -> NoReturn:
    word = first_word(node)
    choices = choices_of(type, names)
    said = type_text(type)
    message = f"{word.text!r} is no {said}" if len(choices) == 1 else f"{word.text!r} is no value"
    words = [choice.removesuffix("(...)") for choice in choices]
    raise fault(word, message, expected=choices, known=words)


def _chosen(node: r.Node, type: r.Type, names: Names) -> m.Value:
    """A word or call of a union, or a value of one of its built-in types."""
    others: list[r.Type] = []
    for choice in _alternatives(type, names):
        match choice, node:
            case r.TypeName(word), _ if word.text in BUILT_IN:
                others.append(choice)
            case r.ListOf(), _:
                others.append(choice)
            case r.TypeName(word), r.Word(text) if text == word.text:
                return text
            case r.TypeCall(word), r.Call(called) if called.text == word.text:
                return _called(node, choice, names)
    for choice in others:
        try:
            return typed(node, choice, names)
        except InputError:
            if len(others) == 1 and not isinstance(node, r.Word):
                raise
    _wrong(node, type, names)


def _alternatives(type: r.Type, names: Names, depth: int = 0) -> list[r.Type]:
    match type:
        case r.OneOf(choices):
            return [a for choice in choices for a in _alternatives(choice, names, depth)]
        case r.TypeName(word) if word.text not in BUILT_IN and depth < 9:
            declared = names.type(word.text)
            return _alternatives(declared, names, depth + 1) if declared else [type]
    return [type]


def _called(node: r.Call, type: r.TypeCall, names: Names) -> m.Choice:
    word = node.word
    if type.parts[0].name is not None:
        values = parameters(word, node.arguments, type.parts, names)
        return m.Choice(word.text, named=values)
    for argument in node.arguments:
        if argument.name is not None:
            raise fault(argument.name, f"the values of {word.text} have no names")
    if len(node.arguments) != len(type.parts):
        needed = f"{len(type.parts)} value{'s' * (len(type.parts) > 1)}"
        raise fault(word, f"{word.text} needs {needed}", expected=(type_text(type),))
    pairs = zip(node.arguments, type.parts, strict=True)
    return m.Choice(word.text, tuple(typed(a.value, part.type, names) for a, part in pairs))


def parameters(
    word: r.Word,
    arguments: Sequence[r.Argument],
    declared: Sequence[r.Parameter],
    names: Names,
) -> dict[str, m.Value]:
    """The values of named arguments and, for those that are not given, the defaults.

    word: what they belong to.  Those that are absent are left out.
    """
    known = {p.name.text: p for p in declared if p.name}
    given: dict[str, r.Node] = {}
    for argument in arguments:
        if argument.name is None:
            first = first_word(argument.value)
            message = f"{word.text} needs names for its parameters, like {_example(known)}"
            raise fault(first, message, expected=known)
        name = argument.name.text
        if name not in known:
            message = f"{word.text} has no parameter {name!r}"
            raise fault(argument.name, message, expected=known, known=known)
        if is_given(argument.value):
            given[name] = argument.value
    values: dict[str, m.Value] = {}
    for name, parameter in known.items():
        node = given.get(name, parameter.default)
        if node is not None and is_given(node):
            values[name] = typed(node, parameter.type, names)
        elif not parameter.optional:
            needed = f"{name}: {type_text(parameter.type)}"
            raise fault(word, f"{word.text} needs the parameter {name}", expected=(needed,))
    return values


def _example(known: dict[str, r.Parameter]) -> str:
    return next((f"{name}: ..." for name in known), "none")
