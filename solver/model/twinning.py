"""Twins: what each part of a problem solves, after its changes were applied.

Pure functions on the model.  To add a kind of change: its class in `problem.py`, a function
here and its line in `_APPLY`.
"""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from solver.model.board import Board, Colour
from solver.model.position import Man, Position
from solver.model.problem import (
    Add,
    Change,
    Condition,
    Exchange,
    Mirror,
    Move,
    NewConditions,
    NewStipulation,
    PolishType,
    Problem,
    Remove,
    Rotate,
    Shift,
    Substitute,
)
from solver.model.stipulation import Stipulation


class Warning(msgspec.Struct, frozen=True):
    """A change that does not apply.

    key: "empty_square", "outside", "not_square_board"; square: where, or None.
    """

    key: str
    change: Change
    square: int | None = None


class Step(msgspec.Struct, frozen=True):
    """One change with the position that it found; done: whether it changed anything it names.

    emptied: squares that a Remove really emptied.
    """

    change: Change
    before: Position
    done: bool
    emptied: tuple[int, ...] = ()


class Variant(msgspec.Struct, frozen=True):
    """What one twin solves.

    index: 0 for the diagram, n for the n-th twin of the input (so the first variant of a problem
    with `zeroposition` has index 1).  label: "" without twins, else "a" ... "z", "z1" ...
    warnings: changes that do not apply and were left out; the rest is solved all the same.
    """

    index: int
    label: str
    position: Position
    stipulation: Stipulation | None
    conditions: tuple[Condition, ...]
    continued: bool = False
    changes: tuple[Change, ...] = ()
    steps: tuple[Step, ...] = ()
    warnings: tuple[Warning, ...] = ()
    remarks: tuple[str, ...] = ()


class _State(msgspec.Struct, frozen=True):
    position: Position
    stipulation: Stipulation | None
    conditions: tuple[Condition, ...]


_Outcome = tuple[_State, Step, list[Warning]]


def label(number: int) -> str:
    """The label of the twin with that number: 0 -> "a", 25 -> "z", 26 -> "z1"."""
    return chr(ord("a") + number) if number < 26 else f"z{number - 25}"


def variants(problem: Problem) -> list[Variant]:
    """All parts of a problem in the order in which they are solved.

    Each twin starts from the diagram, or from the twin before it when it is continued.  A change
    that does not apply (an empty square, men shifted over the edge) is reported in `warnings` and
    left out, as Popeye does.
    """
    diagram = _State(problem.position, problem.stipulation, problem.conditions_of_play)
    found: list[Variant] = []
    number = 0
    if not problem.zeroposition:
        name = label(0) if problem.twins else ""
        found.append(
            Variant(0, name, problem.position, problem.stipulation, problem.conditions_of_play)
        )
        number = 1
    state = diagram
    for index, twin in enumerate(problem.twins, 1):
        state = state if twin.continued else diagram
        steps: list[Step] = []
        warnings: list[Warning] = []
        for change in twin.changes:
            state, step, new = apply(change, state)
            steps.append(step)
            warnings += new
        found.append(
            Variant(
                index,
                label(number),
                state.position,
                state.stipulation,
                state.conditions,
                twin.continued,
                twin.changes,
                tuple(steps),
                tuple(warnings),
                twin.remarks,
            )
        )
        number += 1
    return found


def apply(change: Change, state: _State) -> _Outcome:
    """The state after one change, the step as it happened, and what did not apply."""
    return _APPLY[type(change)](change, state)


def _done(change: Change, state: _State, position: Position) -> _Outcome:
    return replace(state, position=position), Step(change, state.position, True), []


def _refused(change: Change, state: _State, *warnings: Warning) -> _Outcome:
    return state, Step(change, state.position, False), list(warnings)


def _empty(change: Change, state: _State, *squares: int) -> list[Warning]:
    men = state.position.men
    return [Warning("empty_square", change, square) for square in squares if square not in men]


def _move(change: Move, state: _State) -> _Outcome:
    if warnings := _empty(change, state, change.departure):
        return _refused(change, state, *warnings)
    man = state.position.men[change.departure]
    position = state.position.with_changes(remove=[change.departure], put={change.arrival: man})
    return _done(change, state, position)


def _exchange(change: Exchange, state: _State) -> _Outcome:
    if warnings := _empty(change, state, change.first, change.second):
        return _refused(change, state, *warnings)
    men = state.position.men
    position = state.position.with_changes(
        put={change.first: men[change.second], change.second: men[change.first]}
    )
    return _done(change, state, position)


def _remove(change: Remove, state: _State) -> _Outcome:
    warnings = _empty(change, state, *change.squares)
    gone = tuple(square for square in change.squares if square in state.position.men)
    position = state.position.with_changes(remove=gone)
    step = Step(change, state.position, bool(gone), gone)
    return replace(state, position=position), step, warnings


def _add(change: Add, state: _State) -> _Outcome:
    return _done(change, state, state.position.with_changes(put=dict(change.men)))


def _substitute(change: Substitute, state: _State) -> _Outcome:
    men = {
        square: replace(man, walk=change.new)
        for square, man in state.position
        if man.walk == change.old
    }
    return _done(change, state, state.position.with_changes(put=men))


_ROTATIONS: dict[int, Callable[[Board, int, int], tuple[int, int]]] = {
    90: lambda board, file, rank: (board.width - 1 - rank, file),
    180: lambda board, file, rank: (board.width - 1 - file, board.height - 1 - rank),
    270: lambda board, file, rank: (rank, board.height - 1 - file),
}

_MIRRORS: dict[str, Callable[[Board, int, int], tuple[int, int]]] = {
    "a1<-->h1": lambda board, file, rank: (board.width - 1 - file, rank),
    "a1<-->a8": lambda board, file, rank: (file, board.height - 1 - rank),
    "a1<-->h8": lambda board, file, rank: (board.width - 1 - rank, board.height - 1 - file),
    "a8<-->h1": lambda board, file, rank: (rank, file),
}


def _turn(change: Rotate | Mirror, state: _State) -> _Outcome:
    """Turn or mirror the men; quarter turns and diagonals need a square board."""
    board = state.position.board
    if isinstance(change, Rotate):
        place, diagonal = _ROTATIONS[change.degrees], change.degrees != 180
    else:
        place, diagonal = _MIRRORS[change.axis], change.axis in ("a1<-->h8", "a8<-->h1")
    if diagonal and board.width != board.height:
        return _refused(change, state, Warning("not_square_board", change))
    men: dict[int, Man] = {}
    for square, man in state.position:
        rank, file = divmod(square, board.width)
        new_file, new_rank = place(board, file, rank)
        men[new_rank * board.width + new_file] = man
    return _done(change, state, Position(board, men))


def _shift(change: Shift, state: _State) -> _Outcome:
    """Move all men alike; when one of them would leave the board, none moves."""
    board = state.position.board
    rank, file = divmod(change.departure, board.width)
    to_rank, to_file = divmod(change.arrival, board.width)
    men: dict[int, Man] = {}
    for square, man in state.position:
        new_rank = square // board.width + to_rank - rank
        new_file = square % board.width + to_file - file
        if not (0 <= new_rank < board.height and 0 <= new_file < board.width):
            return _refused(change, state, Warning("outside", change, square))
        men[new_rank * board.width + new_file] = man
    return _done(change, state, Position(board, men))


def _polish(change: PolishType, state: _State) -> _Outcome:
    """White men become black and black ones white; neutral men and the starter stay."""
    men = {
        square: man if man.colour is Colour.NEUTRAL else replace(man, colour=man.colour.other)
        for square, man in state.position
    }
    return _done(change, state, Position(state.position.board, men))


def _stipulation(change: NewStipulation, state: _State) -> _Outcome:
    new = replace(state, stipulation=change.stipulation)
    return new, Step(change, state.position, True), []


def _conditions(change: NewConditions, state: _State) -> _Outcome:
    new = replace(state, conditions=change.conditions)
    return new, Step(change, state.position, True), []


_APPLY: dict[type, Callable[[Any, _State], _Outcome]] = {
    Move: _move,
    Exchange: _exchange,
    Remove: _remove,
    Add: _add,
    Substitute: _substitute,
    Rotate: _turn,
    Mirror: _turn,
    Shift: _shift,
    PolishType: _polish,
    NewStipulation: _stipulation,
    NewConditions: _conditions,
}
