"""What stands behind a parameter, as a value of its type; what does not fit is told."""

import re
from collections.abc import Callable, Iterable, Sequence
from typing import NoReturn

from solver.model import meaning as m
from solver.model import rule as r
from solver.model.errors import InputError

ABSENT = "none"
"""The word for the value of an optional parameter that is not given."""
BUILT_IN = (
    *("men", "squares", "squares by side", "walk", "walks", "map"),
    *("side", "number", "decimal", "flag", "attribute", "borders", "lines"),
)
SIDES = ("white", "black")
FLAGS = {"yes": True, "no": False}
SQUARE = re.compile(r"[a-p](?:1[0-6]|[1-9])")
_NUMBER = re.compile(r"-?\d{1,9}")
DECIMAL = re.compile(r"-|\d+(\.\d{1,2})?")
"""A number in hundredths, or that there is no limit, which is -1."""
BORDERS = re.compile(r"[a-p1-9]+")
"""Lines across the board, behind these files and ranks."""
LINE = re.compile(r"[hv][a-p](?:1[0-6]|[1-9])\d")
"""A line below a square and those to its right, or left of it and those above; their number."""
_RANK = re.compile(r"1[0-6]|[1-9]|last")
_FILE = re.compile(r"[a-p]|last")
_MEN = ("any", "royal", "neutral", "white", "black", "pawns", "kings")
_MEN_CALLS = ("walk", "attribute", "on")
_SQUARES = ("edge", "corners", "dark", "light", "centre", "all")
_SQUARES_CALLS = ("rank", "file")
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


def typed(node: r.Node, type: r.Type, names: Names) -> m.Value:
    """The value of `node` where `type` is asked for.

    Raises InputError (line, column, length, expected, nearest) where it does not fit.
    """
    if isinstance(node, r.Given):
        return _placeholder(node, type, names)
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
                return _built_in(node, name, type, names)
            declared = names.type(name)
            return typed(node, declared, names) if declared else _chosen(node, type, names)


def _placeholder(node: r.Given, type: r.Type, names: Names) -> m.Value:
    """Whether what the parameter will be fits; there is no value yet."""
    given, asked = type_text(node.type), type_text(type)
    fits = given == asked or (given, asked) in _FITTING or given in asked.split(" | ")
    if not fits and set(choices_of(node.type, names)) - set(choices_of(type, names)):
        word = r.Word("", node.at)
        raise fault(word, f"a parameter of type {given} cannot be {asked}", expected=(asked,))
    return None


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


def _built_in(node: r.Node, name: str, type: r.Type, names: Names) -> m.Value:
    match name:
        case "men":
            return m.Men(_men(node, names))
        case "squares":
            return m.Squares(_squares(node))
        case "squares by side":
            if isinstance(node, r.Call) and node.word.text == "by_side":
                return m.Squares(_squares(_only(node)), by_side=True)
            return m.BothSides(m.Squares(_squares(node)))
        case "walk":
            return m.Walk(_walk(node, type, names))
        case "walks":
            return m.Walks(_walks(node, type, names))
        case "map":
            return m.Map(_map(node, type, names))
        case "borders" | "lines":
            return m.Lines(_lines(node, name), across=name == "borders")
    match node:
        case r.Word(text) if name == "number" and _NUMBER.fullmatch(text):
            return int(text)
        case r.Word(text) if name == "decimal" and DECIMAL.fullmatch(text):
            return -1 if text == "-" else round(100 * float(text))
        case r.Word(text) if name == "flag" and text in FLAGS:
            return FLAGS[text]
        case r.Word(text) if name == "side" and text.casefold() in SIDES:
            return text.casefold()
        case r.Word(text) if name == "attribute":
            return m.Attribute(_attribute(node, names))
    expected = {
        "number": ("a number",),
        "decimal": ("a number", "-"),
        "flag": tuple(FLAGS),
        "side": SIDES,
    }
    word = first_word(node)
    known = expected[name] if name in expected else ()
    raise fault(word, f"{word.text!r} is no {name}", expected=known, known=known)


def _only(node: r.Call) -> r.Node:
    if len(node.arguments) != 1 or node.arguments[0].name is not None:
        raise fault(node.word, f"{node.word.text} needs one value in brackets")
    return node.arguments[0].value


def _men(node: r.Node, names: Names) -> m.Selection:
    match node:
        case r.Negated(operand):
            return m.Not(_men(operand, names))
        case r.Both(parts):
            return m.And(tuple(_men(part, names) for part in parts))
        case r.Either(parts):
            return m.Or(tuple(_men(part, names) for part in parts))
        case r.Given():
            _placeholder(node, r.TypeName(r.Word("men")), names)
            return m.Pick("any")
        case r.Word(text) if text in _MEN:
            return m.Pick(text)
        case r.Call(word) if word.text == "walk":
            values = [a.value for a in node.arguments]
            return m.Pick("walk", tuple(_walk(value, "walk", names) for value in values))
        case r.Call(word) if word.text == "attribute":
            return m.Pick("attribute", (_attribute(_only(node), names),))
        case r.Call(word) if word.text == "on":
            return m.Pick("on", (), _squares(_only(node)))
    word = first_word(node)
    expected = (*_MEN, *(f"{call}(...)" for call in _MEN_CALLS))
    raise fault(word, f"{word.text!r} are no men", expected=expected, known=(*_MEN, *_MEN_CALLS))


def _squares(node: r.Node) -> m.Selection:
    match node:
        case r.Negated(operand):
            return m.Not(_squares(operand))
        case r.Both(parts):
            return m.And(tuple(_squares(part) for part in parts))
        case r.Either(parts):
            return m.Or(tuple(_squares(part) for part in parts))
        case r.Series(words):
            return m.Or(tuple(_squares(word) for word in words))
        case r.Given():
            return m.Pick("all")
        case r.Word(text) if SQUARE.fullmatch(text):
            return m.Pick("square", (text,))
        case r.Word(text) if text in _SQUARES:
            return m.Pick(text)
        case r.Call(word) if word.text in _SQUARES_CALLS:
            return m.Pick(word.text, tuple(_line(word.text, a.value) for a in node.arguments))
    word = first_word(node)
    expected = ("squares", *_SQUARES, *(f"{call}(...)" for call in _SQUARES_CALLS))
    message = f"{word.text!r} is no square"
    raise fault(word, message, expected=expected, known=(*_SQUARES, *_SQUARES_CALLS))


def _line(call: str, node: r.Node) -> str:
    pattern = _RANK if call == "rank" else _FILE
    if isinstance(node, r.Word) and pattern.fullmatch(node.text):
        return node.text
    word = first_word(node)
    raise fault(word, f"{word.text!r} is no {call}", expected=(f"a {call}", "last"))


def _walk(node: r.Node, type: r.Type | str, names: Names) -> str:
    if isinstance(node, r.Given):
        return ABSENT
    word = first_word(node)
    id = names.walk(word.text) if isinstance(node, r.Word) else None
    if id is None:
        from grammar.names import pieces_by_name

        raise fault(word, f"no piece is called {word.text!r}", known=pieces_by_name())
    return id


def _attribute(node: r.Node, names: Names) -> str:
    if isinstance(node, r.Given):
        return ABSENT
    word = first_word(node)
    id = names.attribute(word.text) if isinstance(node, r.Word) else None
    if id is None:
        from grammar.keywords import rows

        known = [row["id"] for row in rows("attributes")]
        raise fault(word, f"there is no attribute {word.text!r}", known=known)
    return id


def _lines(node: r.Node, name: str) -> tuple[str, ...]:
    pattern, example = (BORDERS, "bdf246") if name == "borders" else (LINE, "ha44")
    words = node.words if isinstance(node, r.Series) else (first_word(node),)
    for word in words:
        if not pattern.fullmatch(word.text.casefold()):
            raise fault(word, f"{word.text!r} are no {name}", expected=(f"{name} like {example}",))
    return tuple(word.text.casefold() for word in words)


def _walks(node: r.Node, type: r.Type, names: Names) -> tuple[str, ...]:
    words: Iterable[r.Node] = node.words if isinstance(node, r.Series) else (node,)
    if isinstance(node, r.Items):
        words = node.values
    return tuple(
        word.text
        if isinstance(word, r.Word) and word.text in ("promotions", "present")
        else _walk(word, type, names)
        for word in words
    )


def _map(node: r.Node, type: r.Type, names: Names) -> tuple[tuple[str, str], ...]:
    match node:
        case r.Arrows(pairs):
            return tuple(
                (
                    "any" if old.text == "any" else _walk(old, type, names),
                    "itself" if new.text == "itself" else _walk(new, type, names),
                )
                for old, new in pairs
            )
        case r.Series(words):
            walks = [_walk(word, type, names) for word in words]
            return tuple(zip(walks, walks[1:] + walks[:1], strict=True))
    word = first_word(node)
    expected = ("{walk > walk, ...}", "(walk walk ...)")
    raise fault(word, f"{word.text!r} does not say what becomes what", expected=expected)
