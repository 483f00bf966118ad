"""Values of the types that the language has by itself: men, squares, walks, numbers ..."""

import re
from collections.abc import Iterable

from grammar.library.terms import (
    ABSENT,
    BORDERS,
    DECIMAL,
    LINE,
    SIDES,
    SQUARE,
    Names,
    check_given,
    fault,
    first_word,
)
from solver.model import meaning as m
from solver.model import rule as r

FLAGS = {"yes": True, "no": False}
_NUMBER = re.compile(r"-?\d{1,9}")
_RANK = re.compile(r"1[0-6]|[1-9]|last")
_FILE = re.compile(r"[a-p]|last")
_MEN = ("any", "royal", "neutral", "white", "black", "pawns", "kings")
_MEN_CALLS = ("walk", "attribute", "on")
_SQUARES = ("edge", "corners", "dark", "light", "centre", "all")
_SQUARES_CALLS = ("rank", "file")


def built_in(node: r.Node, name: str, type: r.Type, names: Names) -> m.Value:
    """The value of `node` as the built-in type `name`, which `type` names.

    Raises InputError (line, column, expected, nearest) where it does not fit.
    """
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
            check_given(node, r.TypeName(r.Word("men")), names)
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
                    old.text if old.text in ("any", "pawns") else _walk(old, type, names),
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
