"""Half-moves as text: long algebraic notation, as Popeye writes it."""

from msgspec.structs import replace

from solver.model.solution import Effect, PlayedMove
from solver.notation.effects import BARE, BEFORE, LEG, TRANSFER, bare, effects_text, imitators_text
from solver.notation.marks import marks
from solver.notation.men import Names
from solver.notation.phrases import phrase

UNCOLOURED = "football"
"""The reason of a change of walk that is told without the letter of neutral men."""

CASTLING = {"king_side_castling": "0-0", "queen_side_castling": "0-0-0"}


def move_text(names: Names, move: PlayedMove) -> str:
    """A half-move with its effects, without check and goal: `e7-e8=S[+wSg1]`."""
    return with_effects(names, move, _body(names, move))


def marked_move(names: Names, move: PlayedMove) -> str:
    """A half-move with check and goal: `e7-e8=S + z`."""
    return move_text(names, move) + marks(move)


def with_effects(names: Names, move: PlayedMove, text: str) -> str:
    """`text`, which tells the move itself, with promotion and effects around it."""
    if not move.effects and move.promotion is None:
        return text
    before = [effect for effect in move.effects if effect.reason in BEFORE]
    after = [effect for effect in move.effects if effect.reason not in BEFORE]
    text = effects_text(names, before, move) + text + imitators_text(names, after)
    if move.promotion is not None:
        piece = move.promotion
        if move.promotion_reason == UNCOLOURED:
            piece = replace(piece, colour="white")
        elif move.promotion_reason == BARE:
            piece = bare(piece)
        text += f"={names.result(piece)}"
    return text + effects_text(names, after, move)


def _body(names: Names, move: PlayedMove) -> str:
    if move.kind in CASTLING:
        # A man that castles as a king, to capture it from there.
        return CASTLING[move.kind] + "".join(f"*{names.square(at)}" for at in move.captures)
    if move.kind == "null":
        return " ..."
    if move.kind == "role_exchange":
        return f" {phrase('role_exchange', names.language)}"
    subject = names.mover(move.mover) if move.mover else ""
    text = subject + names.square(move.departure)
    arrival = names.square(move.arrival)
    if move.kind == "exchange":
        return _exchange(names, move)
    if move.kind == "en_passant":
        return f"{text}*{arrival} ep."
    if not move.effects and not move.captures:
        return f"{text}-{arrival}"
    legs: dict[int, Effect] = {}
    for effect in move.effects:
        if effect.reason in TRANSFER and effect.target is not None:
            text += f"-{names.square(effect.target)}"
        elif effect.reason in LEG:
            legs[effect.square] = effect
    if not move.captures:
        return f"{text}-{arrival}"
    for square in move.captures:
        text += f"*{names.square(square)}"
        if square in legs and (piece := legs[square].piece):
            text += f"={names.result(piece)}"
    return text if move.captures[-1] == move.arrival else f"{text}-{arrival}"


def _exchange(names: Names, move: PlayedMove) -> str:
    """Two men change places: `Ta8<->Tg5`, `Bb3<->Bg6`; effect "move" / "swap" has the other.

    That other one comes first where a king castles so: `Th1<->Re1`.
    """
    if move.mover is None:
        return ""
    other = move.mover
    for effect in move.effects:
        if (effect.kind, effect.reason) == ("move", "swap") and effect.piece:
            other = effect.piece
    one = f"{names.result(bare(move.mover))}{names.square(move.departure)}"
    two = f"{names.result(bare(other))}{names.square(move.arrival)}"
    neutral = "neutral" in (other.colour, move.mover.colour)
    castles = other.walk != move.mover.walk if neutral else other.colour == move.mover.colour
    return f"{two}<->{one}" if castles else f"{one}<->{two}"
