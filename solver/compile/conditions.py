"""What conditions mean, as the engine wants it: walks are kinds, squares and attributes numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace
from msgspec.structs import replace as altered

from solver.model import meaning as m
from solver.model.board import FILES, Board
from solver.model.lines import borders, lines
from solver.model.piece import Piece, Role
from solver.model.position import GAME_ARRAY, Man, Position
from solver.model.problem import Condition

if TYPE_CHECKING:
    from solver.compile.spec import JsonValue, RuleSpec

Lookup = Callable[[str], Piece]
Conditions = Callable[[Condition], m.Meaning]
"""Gives what a condition means, or raises UnsupportedRule."""

PROMOTIONS, PRESENT = "promotions", "present"
TWO_STEPS = ("mao", "moa")
"""Men whose moves are as long as the two steps of their walk.  Source: Popeye 4, by experiment."""
NOTHING = m.Meaning()


def joined(conditions: Iterable[Condition], meaning: Conditions) -> m.Meaning:
    """What several conditions mean together, in their order."""
    parts = [meaning(condition) for condition in conditions]
    if not parts:
        return NOTHING
    arrayed_as = dict(pair for part in parts for pair in part.arrayed)
    return m.Meaning(
        tuple(_of_array(rule, arrayed_as) for part in parts for rule in part.rules),
        tuple(pair for part in parts for pair in part.replaced),
        tuple(pair for part in parts for pair in part.given),
        tuple(pair for part in parts for pair in part.arrayed),
    )


def _of_array(rule: m.Rule, arrayed_as: Mapping[str, str]) -> m.Rule:
    """A rule about what pawns become, or the game set: it speaks of what the array has now."""
    changed = {
        name: m.Walks(tuple(arrayed_as.get(id, id) for id in value.ids))
        for name, value in rule.parameters.items()
        if isinstance(value, m.Walks) and (name == "promotes_to" or rule.mechanism == "box_of_men")
    }
    return altered(rule, parameters={**rule.parameters, **changed}) if changed else rule


def set_up(position: Position, meaning: m.Meaning, lookup: Lookup) -> Position:
    """The diagram, or the array, with the walks and attributes that conditions give to its men."""
    replaced = dict(meaning.arrayed if position is GAME_ARRAY else meaning.replaced)
    if not (replaced or meaning.given):
        return position
    men = {}
    for square, man in position:
        walk = replaced.get(man.walk, man.walk)
        given = {
            name
            for name, which in meaning.given
            if _is_picked(which, man, square, position.board, lookup)
        }
        men[square] = replace(man, walk=walk, attributes=man.attributes | given)
    return Position(position.board, men)


def arrayed(position: Position, meaning: m.Meaning) -> Position:
    """The array, with the men that conditions put in the place of others."""
    walks = dict(meaning.arrayed)
    men = {square: replace(man, walk=walks.get(man.walk, man.walk)) for square, man in position}
    return Position(position.board, men)


def with_replaced(lookup: Lookup, meaning: m.Meaning) -> Lookup:
    """The pieces, where those that the array has now have its squares, castle, are promoted to."""
    arrayed_as = dict(meaning.arrayed)
    if not arrayed_as:
        return lookup
    old_of = {new: old for old, new in arrayed_as.items()}

    def piece(id: str) -> Piece:
        found = lookup(id)
        promotes_to = tuple(arrayed_as.get(walk, walk) for walk in found.promotes_to)
        if id in old_of:
            old = lookup(old_of[id])
            found = altered(found, array=old.array, castling=old.castling)
        elif id in arrayed_as:
            found = altered(found, array=(), castling=None)
        return altered(found, promotes_to=promotes_to) if found.promotes_to else found

    return piece


def walks_named(meaning: m.Meaning) -> list[str]:
    """The walks that rules mention, in their order; `PROMOTIONS` among them if they do."""
    return list(
        dict.fromkeys(
            walk
            for rule in meaning.rules
            for value in rule.parameters.values()
            for walk in _walks_in(value)
            if walk not in (PRESENT, "any", "pawns", "itself")
        )
    )


def attributes_named(meaning: m.Meaning) -> list[str]:
    """The attributes that rules mention, or that men are given."""
    named = [name for name, _ in meaning.given]
    for rule in meaning.rules:
        for value in rule.parameters.values():
            named += _attributes_in(value)
    return list(dict.fromkeys(named))


class Numbers(msgspec.Struct, frozen=True):
    """How the engine counts what rules speak of.

    pieces: by kind, in the order of their numbers.  attributes: numbers by id.  promotions: the
    walks that pawns become.  present: the walks of the diagram.
    """

    board: Board
    pieces: Sequence[Piece]
    attributes: Mapping[str, int]
    promotions: Sequence[str] = ()
    present: Sequence[str] = ()

    def kinds(self, walks: Iterable[str]) -> list[JsonValue]:
        """The numbers of the kinds with these walks."""
        numbers = {piece.id: number for number, piece in enumerate(self.pieces)}
        return [numbers[walk] for walk in walks]

    def of_role(self, role: Role) -> list[JsonValue]:
        """The numbers of the kinds that rules call pawns, or kings."""
        return [number for number, piece in enumerate(self.pieces) if piece.role is role]


def rule_specs(meaning: m.Meaning, numbers: Numbers) -> list[RuleSpec]:
    """The rules as the engine wants them."""
    return [_rule_spec(rule, numbers) for rule in meaning.rules]


def _rule_spec(rule: m.Rule, numbers: Numbers) -> RuleSpec:
    spec: RuleSpec = {"mechanism": rule.mechanism, "reason": rule.reason}
    if rule.stage:
        spec["stage"] = rule.stage
    if rule.side:
        spec["side"] = rule.side
    for name, value in rule.parameters.items():
        if name == "promotes_to" and isinstance(value, m.Walks):
            spec[name] = _promotions(value.ids, numbers)
        else:
            spec[name] = _json(value, numbers)
    if rule.parameters.get("measure") == "length":
        steps = [piece.id for piece in numbers.pieces if piece.id in TWO_STEPS]
        spec["two_steps"] = numbers.kinds(steps)
    return spec


def _promotions(ids: Iterable[str], numbers: Numbers) -> list[JsonValue]:
    """What pawns become; null stands for what each of them becomes anyway."""
    found: list[JsonValue] = []
    for id in ids:
        found += [None] if id == PROMOTIONS else numbers.kinds(_meant([id], numbers))
    return found


def _json(value: m.Value, numbers: Numbers) -> JsonValue:
    match value:
        case None | bool() | int() | str():
            return value
        case tuple():
            return [_json(part, numbers) for part in value]
        case m.Men(which):
            return _men(which, numbers)
        case m.Squares(which, by_side):
            squares = squares_of(which, numbers.board)
            if by_side:
                return _by_side(squares, numbers.board)
            return _in_order(which, squares, numbers.board)
        case m.BothSides(m.Squares(which)):
            both = _sorted(squares_of(which, numbers.board))
            return [both, list(both)]
        case m.Lines(words, across):
            drawn = borders(words, numbers.board) if across else lines(words)
            return [{"from": list(one), "to": list(other)} for one, other in drawn]
        case m.Walk(id):
            return numbers.kinds([id])[0]
        case m.Walks(ids):
            return numbers.kinds(_meant(ids, numbers))
        case m.Map(pairs):
            return _map(pairs, numbers)
        case m.Attribute(id):
            return numbers.attributes[id]
        case m.Choice(word, values, named):
            if named or not values:
                return {word: {name: _json(part, numbers) for name, part in named.items()}}
            parts = [_json(part, numbers) for part in values]
            return {word: parts[0] if len(parts) == 1 else parts}


def _meant(ids: Iterable[str], numbers: Numbers) -> list[str]:
    special = {PROMOTIONS: numbers.promotions, PRESENT: numbers.present}
    return list(dict.fromkeys(walk for id in ids for walk in special.get(id, (id,))))


def _map(pairs: Sequence[tuple[str, str]], numbers: Numbers) -> list[JsonValue]:
    named = {old for old, _ in pairs}
    others = [piece for piece in numbers.pieces if piece.id not in named]
    pawns = [piece.id for piece in others if piece.role is Role.PAWN]
    rest = [piece.id for piece in others if "pawns" not in named or piece.id not in pawns]
    meant = {"pawns": pawns, "any": rest}
    found: list[JsonValue] = []
    for old, new in pairs:
        for walk in meant.get(old, [old]):
            found.append(numbers.kinds([walk, walk if new == "itself" else new]))
    return found


def _men(which: m.Selection, numbers: Numbers) -> dict[str, JsonValue]:
    match which:
        case m.Not(m.Pick("royal" | "neutral" as what)):
            return {what: False}
        case m.Not(operand):
            return {"not": _men(operand, numbers)}
        case m.Or(parts):
            return {"any": [_men(part, numbers) for part in parts]}
        case m.And(parts):
            each = [_men(part, numbers) for part in parts]
            keys = [key for part in each for key in part]
            if len(keys) == len(set(keys)):
                return {key: value for part in each for key, value in part.items()}
            return {"all": list(each)}
        case m.Pick(what, names, squares):
            return _picked_men(what, names, squares, numbers)


def _picked_men(
    what: str, names: Sequence[str], squares: m.Selection | None, numbers: Numbers
) -> dict[str, JsonValue]:
    match what:
        case "any":
            return {}
        case "royal" | "neutral":
            return {what: True}
        case "white" | "black":
            return {"colour": what}
        case "pawns":
            return {"kinds": numbers.of_role(Role.PAWN)}
        case "kings":
            return {"kinds": numbers.of_role(Role.KING)}
        case "walk":
            return {"kinds": numbers.kinds(names)}
        case "attribute":
            return {"attribute": numbers.attributes[names[0]]}
        case "on" if squares is not None:
            return {"squares": _sorted(squares_of(squares, numbers.board))}
    raise ValueError(f"men cannot be picked by {what!r}")


def _is_picked(which: m.Selection, man: Man, square: int, board: Board, lookup: Lookup) -> bool:
    match which:
        case m.Not(operand):
            return not _is_picked(operand, man, square, board, lookup)
        case m.Or(parts):
            return any(_is_picked(part, man, square, board, lookup) for part in parts)
        case m.And(parts):
            return all(_is_picked(part, man, square, board, lookup) for part in parts)
        case m.Pick("any"):
            return True
        case m.Pick("white" | "black" | "neutral" as colour):
            return man.colour.value == colour
        case m.Pick("walk", names):
            return man.walk in names
        case m.Pick("attribute", names):
            return names[0] in man.attributes
        case m.Pick("on", _, squares) if squares is not None:
            return square in squares_of(squares, board)
        case m.Pick("pawns"):
            return lookup(man.walk).role is Role.PAWN
        case m.Pick("kings"):
            return lookup(man.walk).role is Role.KING
        case m.Pick("royal"):
            return "Royal" in man.attributes or lookup(man.walk).role is Role.KING
    raise ValueError(f"men cannot be picked by {which!r}")


def squares_of(which: m.Selection, board: Board) -> set[int]:
    """The squares of a board that are picked; those that it does not have are left out."""
    everywhere = {square for square in range(board.size) if square not in board.holes}
    match which:
        case m.Not(operand):
            return everywhere - squares_of(operand, board)
        case m.Or(parts):
            return set().union(*(squares_of(part, board) for part in parts))
        case m.And(parts):
            return everywhere.intersection(*(squares_of(part, board) for part in parts))
        case m.Pick(what, names):
            return {square for square in everywhere if _is_square(square, what, names, board)}


def _is_square(square: int, what: str, names: Sequence[str], board: Board) -> bool:
    rank, file = divmod(square, board.width)
    last_file, last_rank = board.width - 1, board.height - 1
    on_sides = (file in (0, last_file), rank in (0, last_rank))
    match what:
        case "square":
            return board.name(square) in names
        case "rank":
            return str(rank + 1) in names or (rank == last_rank and "last" in names)
        case "file":
            return FILES[file] in names or (file == last_file and "last" in names)
        case "edge":
            return any(on_sides)
        case "corners":
            return all(on_sides)
        case "dark" | "light":
            return ((rank + file) % 2 == 0) == (what == "dark")
        case "centre":
            return 2 * file in (last_file - 1, last_file, last_file + 1) and 2 * rank in (
                last_rank - 1,
                last_rank,
                last_rank + 1,
            )
        case "all":
            return True
    raise ValueError(f"squares cannot be picked by {what!r}")


def _by_side(squares: Iterable[int], board: Board) -> JsonValue:
    """The squares as White sees them and, mirrored, as Black does."""
    white = set(squares)
    black = {(board.height - 1 - s // board.width) * board.width + s % board.width for s in white}
    return [_sorted(white), _sorted(black - board.holes)]


def _in_order(which: m.Selection, squares: set[int], board: Board) -> list[JsonValue]:
    """As they are named one by one, if they are; else in the order of the board."""
    parts = which.parts if isinstance(which, m.Or) else (which,)
    picks = [part for part in parts if isinstance(part, m.Pick) and part.what == "square"]
    numbers = {board.name(square): square for square in squares}
    named = [numbers[pick.names[0]] for pick in picks if pick.names[0] in numbers]
    order = list(dict.fromkeys(named))
    return [*order] if len(order) == len(squares) else _sorted(squares)


def _sorted(squares: Iterable[int]) -> list[JsonValue]:
    return list(sorted(squares))


def _walks_in(value: m.Value) -> Iterator[str]:
    match value:
        case m.Walk(id):
            yield id
        case m.Walks(ids):
            yield from ids
        case m.Map(pairs):
            for pair in pairs:
                yield from pair
        case m.Men(which):
            yield from (name for pick in _picks(which, "walk") for name in pick.names)
        case _:
            for part in _parts(value):
                yield from _walks_in(part)


def _attributes_in(value: m.Value) -> Iterator[str]:
    match value:
        case m.Attribute(id):
            yield id
        case m.Men(which):
            yield from (name for pick in _picks(which, "attribute") for name in pick.names)
        case _:
            for part in _parts(value):
                yield from _attributes_in(part)


def _parts(value: m.Value) -> Sequence[m.Value]:
    match value:
        case tuple():
            return value
        case m.Choice(_, values, named):
            return (*values, *named.values())
    return ()


def _picks(which: m.Selection, what: str) -> Iterator[m.Pick]:
    match which:
        case m.Pick() if which.what == what:
            yield which
        case m.Not(operand):
            yield from _picks(operand, what)
        case m.And(parts) | m.Or(parts):
            for part in parts:
                yield from _picks(part, what)
