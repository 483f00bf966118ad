"""A problem from its parts, through the one reader of problems: the parts become a text."""

import logging
from collections.abc import Mapping, Sequence
from functools import cache

import msgspec
from msgspec.structs import replace

from solver import api
from solver.batch.document import Trouble
from solver.model.errors import InputError
from solver.model.problem import Problem

log = logging.getLogger("solver.batch")

_KINGS = "pieces white Ka1 black Kh8"


class Parts(msgspec.Struct, frozen=True):
    """A problem in words of the problem language (English).

    men: by colour ("white", "black", "neutral"), each `Kc6` or `Royal Zf3`.  options: options and
    conditions mixed, as collections have them.  twins: by label; the label "a" is a zero position.
    """

    men: Mapping[str, Sequence[str]]
    stipulation: str
    options: Sequence[str] = ()
    twins: Mapping[str, str] = msgspec.field(default_factory=dict)
    authors: Sequence[str] = ()
    origin: str = ""
    award: str = ""
    title: str = ""


def compose(parts: Parts) -> Problem | Trouble:
    """The problem, or why there is none.

    The whole is read first; only when that fails are the parts read one by one, to tell which.
    """
    commands = [_option_or_condition(words) or "" for words in parts.options]
    if all(commands):
        whole = _read(*_commands(parts, commands))
        if not isinstance(whole, Trouble):
            return whole
    return _trouble(parts, commands)


def _trouble(parts: Parts, commands: list[str]) -> Trouble:
    men = _men(parts)
    if isinstance(trouble := _read("stipulation #1", men), Trouble):
        return Trouble("unreadable", f"position: {trouble.message}")
    if isinstance(_read(f"stipulation {parts.stipulation}", _KINGS), Trouble):
        return Trouble("unsupported", f"stipulation {parts.stipulation!r}")
    for words, command in zip(parts.options, commands, strict=True):
        if not command:
            return Trouble("unsupported", f"condition or option {words!r}")
    whole = _read(*_commands(parts, commands))
    message = whole.message if isinstance(whole, Trouble) else ""
    without = _read(*_commands(replace(parts, twins={}), commands))
    if parts.twins and not isinstance(without, Trouble):
        return Trouble("unsupported", f"twin: {message}")
    return Trouble("unreadable", message)


def _commands(parts: Parts, options: Sequence[str]) -> list[str]:
    twins = [
        f"{'zeroposition' if label == 'a' else 'twin'} {words}"
        for label, words in parts.twins.items()
    ]
    stipulation = f"stipulation {parts.stipulation}"
    return [*_header(parts), stipulation, _men(parts), *options, *twins]


def _men(parts: Parts) -> str:
    groups = []
    for colour, men in parts.men.items():
        plain = [man for man in men if " " not in man.strip()]
        special = [man for man in men if " " in man.strip()]
        if plain:
            groups.append(f"pieces {colour} {' '.join(plain)}")
        # An attribute holds for the men after it, so these stand alone.
        groups += [f"pieces {colour} {man}" for man in special]
    return "\n".join(groups)


def _header(parts: Parts) -> list[str]:
    lines = [f"author {_line(author)}" for author in parts.authors if author.strip()]
    lines += [f"origin {_line(parts.origin)}"] if parts.origin.strip() else []
    lines += [f"award {_line(parts.award)}"] if parts.award.strip() else []
    lines += [f"title {_line(parts.title)}"] if parts.title.strip() else []
    return lines


def _line(text: str) -> str:
    return " ".join(text.split())


@cache
def _option_or_condition(words: str) -> str | None:
    """The command for words that may be either; None when they are neither."""
    for command in ("option", "condition"):
        text = f"{command} {words}"
        if not isinstance(_read("stipulation #1", _KINGS, text), Trouble):
            return text
    return None


def _read(*commands: str) -> Problem | Trouble:
    text = "\n".join(("beginproblem", *commands, "endproblem\n"))
    try:
        entry = api.read_bytes(text.encode("utf-8", "replace"))[0]
    except Exception as error:
        # It must not cost the other documents of the collection.
        log.exception("a fault of this program in reading %r", text)
        return Trouble("unreadable", f"a fault of this program: {error}")
    if entry.problem is not None:
        return entry.problem
    return Trouble("unreadable", _complaint(entry.errors[0]))


def _complaint(error: InputError) -> str:
    """The message without places in a text that nobody has seen."""
    text = error.message
    if error.excerpt:
        text += f" at {error.excerpt.strip()[:60]!r}"
    if error.nearest:
        text += f"; did you mean {error.nearest!r}?"
    return text
