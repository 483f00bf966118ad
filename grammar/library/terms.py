"""Words, types and names in values of parameters, and complaints about them."""

import re
from collections.abc import Callable, Iterable

from solver.model import rule as r
from solver.model.errors import InputError
from solver.model.meaning import DEFENDER

ABSENT = "none"
"""The word for the value of an optional parameter that is not given."""
BUILT_IN = (
    *("men", "squares", "squares by side", "walk", "walks", "map"),
    *("side", "number", "decimal", "flag", "attribute", "borders", "lines"),
)
SIDES = ("white", "black")
RULE_SIDES = (*SIDES, DEFENDER)
SQUARE = re.compile(r"[a-p](?:1[0-6]|[1-9])")
DECIMAL = re.compile(r"-|\d+(\.\d{1,2})?")
"""A number in hundredths, or that there is no limit, which is -1."""
BORDERS = re.compile(r"[a-p1-9]+")
"""Lines across the board, behind these files and ranks."""
LINE = re.compile(r"[hv][a-p](?:1[0-6]|[1-9])\d")
"""A line below a square and those to its right, or left of it and those above; their number."""
_FITTING = {("walk", "walks"), ("squares", "squares by side")}
"""A parameter of the first type may stand where the second is asked for."""


class Names:
    """What can be named in values.

    types: declared types.  walk, attribute: give the id of what is called so, None when nothing is.
    """

    def __init__(
        self,
        types: Callable[[str], r.Type | None],
        walk: Callable[[str], str | None],
        attribute: Callable[[str], str | None],
    ) -> None:
        self.type, self.walk, self.attribute = types, walk, attribute


def fault(
    word: r.Word,
    message: str,
    *,
    expected: Iterable[str] = (),
    known: Iterable[str] = (),
) -> InputError:
    """A complaint about a word; known: names of which it may be a misspelling."""
    line, column = word.at
    nearest = nearest_of(word.text, known)
    return InputError(message, line, column, "", len(word.text), tuple(expected), nearest)


def nearest_of(word: str, known: Iterable[str]) -> str | None:
    """The known name most like a word, or None."""
    from difflib import get_close_matches

    names = {name.casefold(): name for name in known}
    found = get_close_matches(word.casefold(), names, 1, 0.6)
    return names[found[0]] if found else None


def first_word(node: r.Node) -> r.Word:
    """Where a value begins, for complaints."""
    match node:
        case r.Word():
            return node
        case r.Series(words):
            return words[0]
        case r.Call(word):
            return word
        case r.Negated(operand):
            return first_word(operand)
        case r.Both(parts) | r.Either(parts) | r.Items(parts):
            return first_word(parts[0]) if parts else r.Word("[]")
        case r.Arrows(pairs):
            return pairs[0][0]
        case r.Given(at=at):
            return r.Word("", at)


def type_text(type: r.Type) -> str:
    """A type as it is written."""
    match type:
        case r.TypeName(word):
            return word.text
        case r.TypeCall(word, parts):
            inside = (
                (f"{part.name.text}: " if part.name else "") + type_text(part.type)
                for part in parts
            )
            return f"{word.text}({', '.join(inside)})"
        case r.ListOf(item):
            return f"list of {type_text(item)}"
        case r.OneOf(choices):
            return " | ".join(map(type_text, choices))


def is_given(node: r.Node) -> bool:
    """Whether a value stands where one may be absent."""
    return not (isinstance(node, r.Word) and node.text == ABSENT)


def check_given(node: r.Given, type: r.Type, names: Names) -> None:
    """Raises InputError where what the parameter will be does not fit; there is no value yet."""
    given, asked = type_text(node.type), type_text(type)
    fits = given == asked or (given, asked) in _FITTING or given in asked.split(" | ")
    if not fits and set(choices_of(node.type, names)) - set(choices_of(type, names)):
        word = r.Word("", node.at)
        raise fault(word, f"a parameter of type {given} cannot be {asked}", expected=(asked,))


def choices_of(type: r.Type, names: Names, depth: int = 0) -> list[str]:
    """Words and calls that a type allows; a built-in one stands for itself."""
    match type:
        case r.OneOf(choices):
            return [word for choice in choices for word in choices_of(choice, names, depth)]
        case r.TypeName(word):
            declared = None if word.text in BUILT_IN else names.type(word.text)
            return choices_of(declared, names, depth + 1) if declared and depth < 9 else [word.text]
        case r.TypeCall(word):
            return [f"{word.text}(...)"]
        case r.ListOf():
            return [type_text(type)]
