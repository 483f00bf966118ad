"""Further effects of a move as Popeye writes them: `[+wSg1]`, `[wTf3->h1]`, `=w`.

To write an effect in another way, add a line to `_FORMS` for its kind and reason; a reason
without a line is written in the way of its kind.
"""

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from solver.model.solution import Effect, Piece, PlayedMove
from solver.notation import letters
from solver.notation.men import Names

_Form = Callable[[Names, Effect, PlayedMove], str]

BEFORE = frozenset({"before"})
"""Reasons of effects that are written before the move: `[e8=S]Dd8-d5`."""

TRANSFER = frozenset({"transfer"})
"""Reasons of a "move" of the mover itself before it moves: `f6-f7*g6`."""

LEG = frozenset({"leg"})
"""Reasons of a "walk" of the mover between two captures: `b7*a8=S-b6`."""

BARE = "ladder"
"""The reason of a change of walk that is told by the letter of the new walk alone."""

IMITATOR = "imitator"

_IN_THE_BRACKET = frozenset({"promotion", "rebirth_change"})
"""Reasons of a change that belongs to the effect before it: `[+wBe8=S]`, `[wSe5->g1=b]`."""

INFLUENCE = "influence"
"""Reason of the change of a man next to the one that moved."""

REBIRTH = "rebirth"
"""Reason of everything that a man undergoes when it goes to a square of its own."""

_AFTER_REBIRTH = frozenset({("colour", ""), ("colour", "volage")})
"""Kinds and reasons of what is told in the bracket of the rebirth that it follows."""

_HIDDEN = frozenset(
    {
        ("attribute", "mark"),
        ("attribute", "limit"),
        ("remove", REBIRTH),
        ("move", "castling"),
        ("move", "swap"),
        ("remove", "capture"),
        ("walk", "leg"),
        ("move", "transfer"),
        ("colour", "traitor"),
        ("move", "turning"),
        ("exchange", "turning"),
        ("remove", IMITATOR),
    }
)
"""Kinds and reasons that the text of the move itself already tells."""


def effects_text(names: Names, effects: Sequence[Effect], move: PlayedMove) -> str:
    """All effects in their order; hidden ones and imitators are left out."""
    parts: list[str] = []
    last: int | None = None
    before = ""
    known: tuple[str, ...] = ()
    for effect in effects:
        if effect.reason == IMITATOR or (effect.kind, effect.reason) in _HIDDEN:
            continue
        if before == INFLUENCE and effect.square == last and effect.reason == "promotion":
            parts.append(_changed_square(names, effect, move))
            continue
        if parts and effect.square == last and effect.reason in _IN_THE_BRACKET:
            parts[-1] = _with_change(parts[-1], _change(names, effect))
            continue
        if parts and effect.square == last and effect.reason == REBIRTH:
            if effect.kind == "walk":
                parts[-1] = _with_walk(parts[-1], _new_walk(names, effect, known))
                continue
            if effect.kind == "colour":
                parts[-1] = _with_change(parts[-1], _change(names, effect))
                continue
        if (
            before in (REBIRTH, "wormhole")
            and effect.square == last
            and (effect.kind, effect.reason) in _AFTER_REBIRTH
        ):
            parts[-1] = _with_change(parts[-1], _change(names, effect))
            continue
        form = _FORMS.get((effect.kind, effect.reason)) or _FORMS.get((effect.kind, ""))
        if form:
            parts.append(form(names, effect, move))
            known = effect.piece.attributes if effect.piece else ()
            last = effect.square if effect.target is None else effect.target
            before = effect.reason
    return "".join(parts)


def imitators_text(names: Names, effects: Sequence[Effect]) -> str:
    """Where the imitators stand after the move: `[If3]`, `[Ie4,d2]`."""
    squares = [
        names.square(effect.square if effect.target is None else effect.target)
        for effect in effects
        if effect.reason == IMITATOR and effect.kind != "remove"
    ]
    return f"[I{','.join(squares)}]" if squares else ""


def _with_change(bracket: str, change: str) -> str:
    for end in ("->v]", "]"):
        if bracket.endswith(end):
            return f"{bracket.removesuffix(end)}={change}{end}"
    return f"{bracket}={change}"


def _with_walk(bracket: str, walk: str) -> str:
    """`[wBb5->Sb1]`: the man arrives with another walk."""
    start, arrow, target = bracket.rpartition("->")
    return f"{start}{arrow}{walk}{target}"


def _change(names: Names, effect: Effect) -> str:
    """What a man has become, by the kind of the effect: "S", "w", "c"."""
    if effect.piece is None:
        return ""
    if effect.kind == "colour":
        return letters.colour_letter(effect.piece.colour, names.language)
    if effect.kind == "attribute":
        return names.specification(effect.piece, colour=False)
    if effect.reason == BARE:
        return names.result(bare(effect.piece))
    return names.result(effect.piece)


def bare(piece: Piece) -> Piece:
    """A man without its colour and its attributes."""
    return replace(piece, colour="white", attributes=())


def _new_walk(names: Names, effect: Effect, known: tuple[str, ...]) -> str:
    """What a man has become, with attributes that are new, without the letter of neutral men."""
    if effect.piece is None:
        return ""
    new = tuple(name for name in effect.piece.attributes if name not in known)
    return names.result(replace(bare(effect.piece), attributes=new))


def _man(names: Names, effect: Effect) -> str:
    piece = names.full(effect.piece) if effect.piece else ""
    return piece + names.square(effect.square)


def _target(names: Names, effect: Effect) -> str:
    return "" if effect.target is None else names.square(effect.target)


def _place(names: Names, effect: Effect, _played: PlayedMove) -> str:
    return f"[+{_man(names, effect)}]"


def _under(names: Names, effect: Effect, _played: PlayedMove) -> str:
    """Volcanic rebirth: the man waits below another one."""
    return f"[+{_man(names, effect)}->v]"


def _remove(names: Names, effect: Effect, _played: PlayedMove) -> str:
    return f"[-{_man(names, effect)}]"


def _move(names: Names, effect: Effect, _played: PlayedMove) -> str:
    changed = names.result(effect.other) if effect.other else ""
    return f"[{_man(names, effect)}->{changed}{_target(names, effect)}]"


def _move_under(names: Names, effect: Effect, played: PlayedMove) -> str:
    return f"{_move(names, effect, played)[:-1]}->v]"


def _free_castling(names: Names, effect: Effect, _played: PlayedMove) -> str:
    """The partner of the king in CastlingChess and Rokagogo: `/wBh2-h4`."""
    return f"/{_man(names, effect)}-{_target(names, effect)}"


def _plain(names: Names, piece: Piece) -> str:
    """A man without its attributes."""
    return names.result(replace(piece, attributes=()))


def _exchange(names: Names, effect: Effect, _played: PlayedMove) -> str:
    one = _plain(names, effect.piece) if effect.piece else ""
    two = _plain(names, effect.other) if effect.other else one
    return f"[{one}{names.square(effect.square)}<->{two}{_target(names, effect)}]"


def _changed(names: Names, effect: Effect, played: PlayedMove) -> str:
    """`=w` for the man that moved or castles, `[b1=w]` for others."""
    castles = effect.kind == "walk" and played.kind.endswith("castling")
    partner = any(
        other.reason == "free_castling" and other.target == effect.square
        for other in played.effects
    )
    if castles or partner or effect.square == played.arrival:
        return f"={_change(names, effect)}"
    return _changed_square(names, effect, played)


def _changed_square(names: Names, effect: Effect, _played: PlayedMove) -> str:
    return f"[{names.square(effect.square)}={_change(names, effect)}]"


def _anda(names: Names, effect: Effect, _played: PlayedMove) -> str:
    """Colour and attributes of the man that jumped over a hurdle: `[=w]`, `[=bca]`."""
    return f"[={names.specification(effect.piece, colour=True) if effect.piece else ''}]"


def _half_neutral(names: Names, effect: Effect, _played: PlayedMove) -> str:
    """`=nh`, `=wh`: the phase in which a half-neutral man is now."""
    return f"={_change(names, effect)}h"


def _alice(_names: Names, effect: Effect, _played: PlayedMove) -> str:
    """The board of arrival, without anything around it."""
    on_b = effect.piece is not None and "AliceB" in effect.piece.attributes
    return "B" if on_b else "A"


def _state(_names: Names, effect: Effect, _played: PlayedMove) -> str:
    return f" ({effect.value})"


_LEGS = {"capture": "*{}", "quiet": "-{}", "en_passant": "*{} ep."}
"""Further movements of the man that moved, by the value of the effect."""


def _leg(names: Names, effect: Effect, _played: PlayedMove) -> str:
    return _LEGS[effect.value].format(_target(names, effect))


def _becomes(names: Names, effect: Effect, _played: PlayedMove) -> str:
    """The man that moved on takes another walk: `=B`."""
    return f"={_change(names, effect)}"


_FORMS: dict[tuple[str, str], _Form] = {
    ("place", ""): _place,
    ("place", "below"): _under,
    ("remove", ""): _remove,
    ("move", ""): _move,
    ("move", "below"): _move_under,
    ("move", "free_castling"): _free_castling,
    ("exchange", ""): _exchange,
    ("walk", ""): _changed,
    ("leg", ""): _leg,
    ("becomes", ""): _becomes,
    ("walk", "promotion"): _changed_square,
    ("walk", INFLUENCE): _changed_square,
    ("colour", ""): _changed,
    ("colour", "anda"): _anda,
    ("colour", "half_neutral"): _half_neutral,
    ("colour", "magic_piece"): _changed_square,
    ("colour", "breton"): _changed_square,
    ("colour", "masand"): _changed_square,
    ("colour", "mated"): _changed_square,
    ("walk", "influence"): _changed_square,
    ("attribute", ""): _changed,
    ("attribute", "alice"): _alice,
    ("state", ""): _state,
}
