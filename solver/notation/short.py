"""Half-moves in short algebraic notation, as magazines print them."""

from solver.model.solution import PlayedMove
from solver.notation.effects import TRANSFER
from solver.notation.men import Names
from solver.notation.moves import CASTLING, move_text, with_effects

_GOALS_SHOWN = frozenset({"#", "=", "==", "##", "##!", "#=", "!=", "!#", "%", "x", "z", "c81"})
_CHECKING = frozenset({"#", "##", "##!", "+"})


def short_move(names: Names, move: PlayedMove) -> str:
    """A half-move with check or goal: "Sbd7", "exd6 e.p.", "f8=S+", "0-0#"."""
    return _body(names, move) + _marks(move)


def _body(names: Names, move: PlayedMove) -> str:
    if move.kind == "null":
        return "~"
    transferred = any(effect.reason in TRANSFER for effect in move.effects)
    known = move.kind in ("ordinary", "en_passant", *CASTLING) and move.mover is not None
    if transferred or not known:
        return move_text(names, move).strip()
    text = with_effects(names, move, _core(names, move))
    return f"{text} e.p." if move.kind == "en_passant" else text


def _core(names: Names, move: PlayedMove) -> str:
    if move.kind in CASTLING:
        return CASTLING[move.kind] + "".join(f"x{names.square(at)}" for at in move.captures)
    assert move.mover is not None
    arrival = names.square(move.arrival)
    subject = names.mover(move.mover)
    if move.kind == "en_passant" or move.captures == (move.arrival,):
        return f"{subject}{_origin(names, move, not subject)}x{arrival}"
    origin = _origin(names, move, False)
    if not move.captures:
        return f"{subject}{origin}{arrival}"
    taken = "".join(f"x{names.square(square)}" for square in move.captures)
    rest = "" if move.captures[-1] == move.arrival else f"-{arrival}"
    return f"{subject}{origin}{taken}{rest}"


def _origin(names: Names, move: PlayedMove, capturing_pawn: bool) -> str:
    """As much of the departure as is needed: file, else rank, else both."""
    width = names.board.width
    square = names.square(move.departure)
    file, rank = square[0], square[1:]
    rivals = [other for other in move.also_from if other != move.departure]
    same_file = any(other % width == move.departure % width for other in rivals)
    same_rank = any(other // width == move.departure // width for other in rivals)
    if capturing_pawn:
        return square if same_file else file
    if not rivals:
        return ""
    if not same_file:
        return file
    return square if same_rank else rank


def _marks(move: PlayedMove) -> str:
    text = "+" if move.check and move.goal not in _CHECKING else ""
    if move.goal in _GOALS_SHOWN:
        text += move.goal if move.goal not in ("x", "z", "c81") else f" {move.goal}"
    elif move.goal == "+":
        text = "+"
    return text
