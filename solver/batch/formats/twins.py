"""Twins as collections write them: commands of the input language, or the signs of solutions."""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from solver.batch.document import Trouble

_MAN = r"(?P<{0}man>[wbn]?[A-Z]{{0,2}})(?P<{0}>[a-h][1-8])"
_ARROW = r"\s*(?:-+>|=+>|\u2192|-{1,2}|to)\s*"
_MOVE = re.compile(_MAN.format("from") + _ARROW + _MAN.format("to"))
_EXCHANGE = re.compile(_MAN.format("from") + r"\s*<-+>\s*" + _MAN.format("to"))
_ADD = re.compile(r"\+\s*(?P<colour>[wbn])(?P<man>[A-Z]{1,2})(?P<square>[a-h][1-8])")
_REMOVE = re.compile(r"-\s*" + _MAN.format("square"))
_PLUS = re.compile(r"(?i)\badd\s+([wbn])([A-Z]{1,2}[a-h][1-8])")
_COLOURS = {"w": "white", "b": "black", "n": "neutral"}
_COMMAND = re.compile(
    r"(?i)(?:cont\w*\s+)?(?:move|exchange|remove|add|subst\w*|rotate|mirror|shift|polish\w*|stip\w*"
    r"|cond\w*|forsyth|pieces)\b"
)


def read_twins(twins: Any) -> dict[str, str] | Trouble:
    """The twins by label, as commands of the input language; or which one cannot be read."""
    found: dict[str, str] = {}
    if not isinstance(twins, Mapping):
        return found
    for label, value in twins.items():
        text = " ".join(str(value).split())
        if str(label) == "a" and re.fullmatch(r"(?i)diagram\w*|", text):
            continue
        commands = list(_commands(text))
        if not all(commands):
            return Trouble("unsupported", f"twin {label}) {text!r}")
        found[str(label)] = " ".join(command for command in commands if command)
    return found


def _commands(text: str) -> Iterator[str | None]:
    """One command for each part between commas; None for what is none."""
    continued = re.match(r"(?i)(?:\+|cont\w*\b|&)\s*(?![wbn][A-Z])", text)
    if continued and not continued[0].startswith("+ "):
        yield "continued"
        text = text[continued.end() :]
    for part in re.split(r"\s*[,;&]\s*", text):
        yield _command(part.strip())


def _command(text: str) -> str | None:
    if found := _EXCHANGE.fullmatch(text):
        return f"exchange {found['from']} {found['to']}"
    if found := _MOVE.fullmatch(text):
        return f"move {found['from']} {found['to']}"
    if found := _ADD.fullmatch(text):
        return f"add {_COLOURS[found['colour']]} {found['man']}{found['square']}"
    if found := _REMOVE.fullmatch(text):
        return f"remove {found['square']}"
    if not _COMMAND.match(text):
        return None
    text = re.sub(r"(?<=[a-h][1-8])\s*=+>?\s*(?=[a-h][1-8])", " ", text)
    return _PLUS.sub(lambda m: f"add {_COLOURS[m[1].lower()]} {m[2]}", text)
