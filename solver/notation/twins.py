"""The heading of a twin: its label and its changes."""

from collections.abc import Callable, Mapping

import msgspec
from msgspec.structs import replace

from solver.model.position import Man, Position
from solver.model.problem import (
    Add,
    Exchange,
    Language,
    Mirror,
    Move,
    NewConditions,
    NewStipulation,
    PolishType,
    Remove,
    Rotate,
    Shift,
    Substitute,
)
from solver.model.twinning import Step, Variant
from solver.notation.conditions import condition_lines
from solver.notation.letters import NO_CODES
from solver.notation.men import Names, piece_of
from solver.notation.phrases import phrase
from solver.notation.stipulations import stipulation_text


class _Text(msgspec.Struct, frozen=True):
    """A part of a heading; removed / added: the square, so that the two can be joined."""

    text: str
    removed: int | None = None
    added: int | None = None


def heading(variant: Variant, language: Language, codes: Mapping[str, str] = NO_CODES) -> str:
    """The line (or lines) of a twin: "b) wKa1-->a2  ", "+c) Circe  "."""
    sign = "+" if variant.continued else ""
    return f"{sign}{variant.label}) {changes_text(variant, language, codes)}"


def changes_text(variant: Variant, language: Language, codes: Mapping[str, str] = NO_CODES) -> str:
    """All changes that were done, each followed by two blanks."""
    names = Names(language, variant.position.board, codes)
    parts: list[_Text] = []
    for step in variant.steps:
        if not step.done:
            continue
        for part in _TEXTS[type(step.change)](names, step):
            # a man put where another one was taken off is told once, without a sign
            if parts and part.added is not None and parts[-1].removed == part.added:
                parts[-1] = replace(part, text=part.text.lstrip("+"))
            else:
                parts.append(part)
    return "".join(f"{part.text}  " for part in parts)


def _man(names: Names, man: Man, square: int) -> str:
    return names.full(piece_of(man)) + names.square(square)


def _at(names: Names, position: Position, square: int) -> str:
    man = position.men.get(square)
    return _man(names, man, square) if man else names.square(square)


def _taken_off(names: Names, position: Position, square: int) -> _Text:
    return _Text("-" + _at(names, position, square), removed=square)


def _move(names: Names, step: Step) -> list[_Text]:
    change: Move = step.change  # type: ignore[assignment]
    position = step.before
    text = _Text(f"{_at(names, position, change.departure)}-->{names.square(change.arrival)}")
    if change.arrival in position.men and change.arrival != change.departure:
        return [_taken_off(names, position, change.arrival), text]
    return [text]


def _exchange(names: Names, step: Step) -> list[_Text]:
    change: Exchange = step.change  # type: ignore[assignment]
    one = _at(names, step.before, change.first)
    return [_Text(f"{one}<-->{_at(names, step.before, change.second)}")]


def _remove(names: Names, step: Step) -> list[_Text]:
    return [_taken_off(names, step.before, square) for square in step.emptied]


def _add(names: Names, step: Step) -> list[_Text]:
    change: Add = step.change  # type: ignore[assignment]
    occupied = set(step.before.men)
    parts = []
    for square, man in change.men:
        sign = "" if square in occupied else "+"
        parts.append(_Text(sign + _man(names, man, square), added=square))
        occupied.add(square)
    return parts


def _substitute(names: Names, step: Step) -> list[_Text]:
    change: Substitute = step.change  # type: ignore[assignment]
    return [_Text(f"{names.walk(change.old)} ==> {names.walk(change.new)}")]


def _rotate(names: Names, step: Step) -> list[_Text]:
    change: Rotate = step.change  # type: ignore[assignment]
    return [_Text(f"{phrase('rotate', names.language)} {change.degrees}")]


def _mirror(names: Names, step: Step) -> list[_Text]:
    change: Mirror = step.change  # type: ignore[assignment]
    return [_Text(f"{phrase('mirror', names.language)} {change.axis}")]


def _shift(names: Names, step: Step) -> list[_Text]:
    change: Shift = step.change  # type: ignore[assignment]
    departure, arrival = names.square(change.departure), names.square(change.arrival)
    return [_Text(f"{phrase('shift', names.language)} {departure} ==> {arrival}")]


def _polish(names: Names, _step: Step) -> list[_Text]:
    return [_Text(phrase("polish", names.language))]


def _stipulation(names: Names, step: Step) -> list[_Text]:
    change: NewStipulation = step.change  # type: ignore[assignment]
    return [_Text(stipulation_text(change.stipulation, names.language))]


def _conditions(names: Names, step: Step) -> list[_Text]:
    change: NewConditions = step.change  # type: ignore[assignment]
    return [_Text("\n   ".join(condition_lines(change.conditions, names.language)))]


_TEXTS: dict[type, Callable[[Names, Step], list[_Text]]] = {
    Move: _move,
    Exchange: _exchange,
    Remove: _remove,
    Add: _add,
    Substitute: _substitute,
    Rotate: _rotate,
    Mirror: _mirror,
    Shift: _shift,
    PolishType: _polish,
    NewStipulation: _stipulation,
    NewConditions: _conditions,
}
