"""What is written behind the name of a condition: which parameter takes it."""

import re
from collections.abc import Sequence

import msgspec

from grammar.library.filling import words_of
from grammar.library.terms import (
    ABSENT,
    BORDERS,
    DECIMAL,
    LINE,
    SIDES,
    SQUARE,
    fault,
    first_word,
    type_text,
)
from solver.model import rule as r

CELLS = "list of squares"
_WRITTEN = {"borders": BORDERS, "lines": LINE, CELLS: re.compile(f"({SQUARE.pattern})+")}
"""Types that tell by their form which words they take."""
_MANY = ("squares", "squares by side", "walks", "map", "lines", CELLS)
"""Types of which several words make one value."""
_NUMERIC = ("number", "decimal")


class Asked(msgspec.Struct):
    """A variant that is asked for, and what follows it."""

    word: r.Word
    variant: r.VariantDeclaration
    values: dict[str, r.Node] = msgspec.field(default_factory=dict)

    @property
    def changes(self) -> bool:
        """It has no name and only gives a parameter of a rule another value."""
        return not self.variant.name


def placeholder(parameter: r.Parameter) -> r.Argument:
    """Any value of a parameter, for a declaration that is only checked."""
    assert parameter.name is not None
    given = r.Given(parameter.type, parameter.optional, parameter.name.at)
    return r.Argument(parameter.name, given)


def completed(
    word: r.Word, declared: Sequence[r.Parameter], values: dict[str, r.Node]
) -> dict[str, r.Node]:
    """The values of parameters with their defaults; raises InputError when one is missing."""
    known: dict[str, r.Node] = {}
    for parameter in declared:
        assert parameter.name is not None
        name = parameter.name.text
        node = values.get(name, parameter.default)
        if node is None and parameter.optional:
            node = r.Word(ABSENT, parameter.name.at)
        if node is None:
            needed = f"{name}: {type_text(parameter.type)}"
            raise fault(word, f"{word.text} needs {needed}", expected=(needed,))
        known[name] = node
    return known


def takes(value: r.Node, declared: Sequence[r.Parameter], found: dict[str, r.Node]) -> bool:
    """Give a value without a name to the first parameter that it fits; whether there is one."""
    for parameter in declared:
        assert parameter.name is not None
        name, type = parameter.name.text, type_text(parameter.type)
        before = found.get(name)
        if not _fits(value, parameter, type) or (before is not None and type not in _MANY):
            continue
        if type == CELLS and isinstance(value, r.Word):
            cells = before.values if isinstance(before, r.Items) else ()
            found[name] = r.Items((*cells, _cell(value)))
        elif isinstance(before, r.Word | r.Series) and isinstance(value, r.Word | r.Series):
            found[name] = r.Series((*words_of(before), *words_of(value)))
        elif before is None:
            found[name] = value
        else:
            continue
        return True
    return False


def _fits(value: r.Node, parameter: r.Parameter, type: str) -> bool:
    if isinstance(value, r.Given):
        return type_text(value.type) == type
    word = first_word(value).text.casefold()
    if type in _WRITTEN:
        return bool(_WRITTEN[type].fullmatch(word))
    if DECIMAL.fullmatch(word):
        return type in _NUMERIC and (word.isdecimal() or type == "decimal")
    if SQUARE.fullmatch(word):
        return type in ("squares", "squares by side")
    if word in SIDES:
        return type == "side"
    if isinstance(parameter.type, r.OneOf | r.ListOf):
        said = parameter.type.choices if isinstance(parameter.type, r.OneOf) else ()
        return word in (type_text(choice).casefold() for choice in said)
    return type in ("walk", "walks", "map", "attribute") or isinstance(value, r.Call)


def _cell(word: r.Word) -> r.Series:
    squares = SQUARE.findall(word.text.casefold())
    return r.Series(tuple(r.Word(square, word.at) for square in squares))
