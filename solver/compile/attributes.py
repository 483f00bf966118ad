"""What the attributes of men mean, as sums of the engine's mechanisms.

To add an attribute: its line in `MEANINGS`, and in `MORE_WALKS` the walks that it may bring about.
Source of every meaning: Popeye 4, by experiment.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from solver.model.board import Colour
from solver.model.piece import Piece, Role
from solver.model.position import Man, Position
from solver.model.walk import is_straight

if TYPE_CHECKING:
    from solver.compile.spec import FairySpec, JsonValue, RuleSpec

Lookup = Callable[[str], Piece]

CHAMELEON_CYCLE = ("queen", "knight", "bishop", "rook")
PROTEAN_PAWN = "reverse pawn"


class Context(msgspec.Struct, frozen=True):
    """What a meaning may depend on.

    name: the id of the attribute.  attribute: its number.  attributes: the numbers of all.
    kinds: the numbers of the kinds that can occur, by walk.  men: all men of the diagram.
    rules: those of walks and conditions.
    """

    name: str
    attribute: int
    attributes: Mapping[str, int]
    kinds: Mapping[str, int]
    men: tuple[Man, ...]
    rules: Sequence[RuleSpec] = ()

    @property
    def bearers(self) -> dict[str, JsonValue]:
        """The men that have the attribute, as a filter of the engine."""
        return {"attribute": self.attribute}


Meaning = Callable[[Context], "list[RuleSpec]"]


def _rule(mechanism: str, reason: str = "", **parameters: JsonValue) -> RuleSpec:
    return {"mechanism": mechanism, "reason": reason, **parameters}


_HOME = ("square", "mirrored", "reflected", "walk", "map", "promoted", "turncoat")
"""What of a rebirth of captured men holds for their captors too: not, whose square it is."""


def _kamikaze(c: Context) -> list[RuleSpec]:
    """Vanishes when it captures; where captured men come back, only if its square is occupied."""
    rebirths = [rule for rule in c.rules if rule["mechanism"] == "rebirth"]
    if not rebirths:
        return [_rule("remove_mover", mover=c.bearers)]
    home = {name: value for name, value in rebirths[0].items() if name in _HOME}
    return [_rule("captor_rebirth", "rebirth", men=c.bearers, occupied="vanish", **home)]


def _paralysing(c: Context) -> list[RuleSpec]:
    """Never captures; enemy men that it observes cannot move."""
    return [
        _rule("capture_gate", never_captures=c.bearers),
        _rule(
            "observed_gate",
            subject={},
            observers=c.bearers,
            observed_by="enemy",
            wanted=False,
            forbids="all",
            level="raw",
            stalemates=True,
        ),
    ]


def _chameleon(c: Context) -> list[RuleSpec]:
    """A queen becomes a knight by moving, then a bishop, a rook and a queen again.

    A condition may give another cycle.
    """
    if not any(c.name in man.attributes for man in c.men):
        return []
    told = next((rule for rule in c.rules if rule["reason"] == "chameleon"), None)
    if told is None:
        kinds = [c.kinds[walk] for walk in CHAMELEON_CYCLE]
        cycle: JsonValue = [list(step) for step in zip(kinds, kinds[1:] + kinds[:1], strict=True)]
        changes = [_rule("transform", "chameleon", mover=c.bearers, by="mover", map=cycle)]
        choices: list[JsonValue] = list(kinds)
    else:
        given = told.get("map")
        steps = given if isinstance(given, list) else []
        changes = []
        choices = [step[0] for step in steps if isinstance(step, list)]
    return [*changes, _rule("promotion", attribute=c.attribute, kinds=choices)]


def _jigger(c: Context) -> list[RuleSpec]:
    """After its move it stands next to another man; so one that vanishes never captures."""
    rules = [_rule("contact", mover=c.bearers)]
    if "Kamikaze" in c.attributes:
        both: JsonValue = {"all": [c.bearers, {"attribute": c.attributes["Kamikaze"]}]}
        rules.append(_rule("capture_gate", never_captures=both))
    return rules


def _volage(c: Context) -> list[RuleSpec]:
    """Changes its side, once, by moving to a square of the other colour."""
    return [
        _rule(
            "recolour",
            "volage",
            mover={**c.bearers, "neutral": False},
            to_other_square_colour=True,
            once=c.attribute,
        )
    ]


def _needs_observer(c: Context, side: str, forbids: str) -> RuleSpec:
    return _rule(
        "observed_gate",
        subject=c.bearers,
        observers={},
        observed_by=side,
        wanted=True,
        forbids=forbids,
        level="free",
    )


def _functionary(c: Context) -> list[RuleSpec]:
    """Moves only when an enemy observes it."""
    return [_needs_observer(c, "enemy", "all")]


def _half_neutral(c: Context) -> list[RuleSpec]:
    """Moving makes it neutral, moving again the mover's own man."""
    return [_rule("phase", "half_neutral", mover=c.bearers)]


def _protean(c: Context) -> list[RuleSpec]:
    """Every man takes the walk of what it captures; of a pawn, that of a pawn going the other way.

    Popeye extends this to all men as soon as one has the attribute.
    """
    other = {"pawn": PROTEAN_PAWN, PROTEAN_PAWN: "pawn"}
    walks: JsonValue = [
        [number, c.kinds.get(other.get(walk, walk), number)] for walk, number in c.kinds.items()
    ]
    return [_rule("transform", "protean", mover={}, by="captured", map=walks)]


def _uncapturable(c: Context) -> list[RuleSpec]:
    """Cannot be captured; a king with it is in check like any other."""
    return [_rule("capture_gate", never_captured={"attribute": c.attribute, "royal": False})]


def _patrol(c: Context) -> list[RuleSpec]:
    """Captures only when a man of its own side observes it."""
    return [_needs_observer(c, "own", "captures")]


def _magic(c: Context) -> list[RuleSpec]:
    """Other men that it comes to observe change their side; kings do not."""
    subject: JsonValue = {"royal": False}
    return [_rule("attraction", "magic_piece", observers=c.bearers, subject=subject)]


def _jumping_promotion(c: Context) -> RuleSpec:
    """Pawns may become what has the attribute in the diagram, and without it what also lacks it."""
    walks = {man.walk for man in c.men if c.name in man.attributes}
    without = {man.walk for man in c.men if c.name not in man.attributes}
    kinds: list[JsonValue] = [c.kinds[walk] for walk in sorted(walks)]
    only: list[JsonValue] = [c.kinds[walk] for walk in sorted(walks - without)]
    return _rule("promotion", attribute=c.attribute, kinds=kinds, only=only)


def _hurdle_colour_changing(c: Context) -> list[RuleSpec]:
    """The men that it jumps change their side; kings do not."""
    hurdle: JsonValue = {"royal": False}
    return [
        _rule("hurdle_colour", "hurdle_colour", mover=c.bearers, hurdle=hurdle),
        _jumping_promotion(c),
    ]


def _bul(c: Context) -> list[RuleSpec]:
    """The man that it jumps moves on in the same way, without capturing, or the move is illegal."""
    return [_rule("hurdle_move", "hurdle", mover=c.bearers, walk="mover"), _jumping_promotion(c)]


def _dob(c: Context) -> list[RuleSpec]:
    """The man that it jumps makes a move of its own, without capturing, or the move is illegal."""
    return [_rule("hurdle_move", "hurdle", mover=c.bearers, walk="hurdle"), _jumping_promotion(c)]


def _anda(c: Context) -> list[RuleSpec]:
    """By a move that checks it becomes neutral, and from neutral the mover's own man."""
    return [_rule("check_phase", "anda", mover=c.bearers, checks=True)]


def _anda_inverse(c: Context) -> list[RuleSpec]:
    """By a move that does not check it becomes neutral, and from neutral the mover's own man."""
    return [_rule("check_phase", "anda", mover=c.bearers, checks=False)]


def _nothing(_: Context) -> list[RuleSpec]:
    """Has a meaning only with certain conditions."""
    return []


MEANINGS: Mapping[str, Meaning] = {
    "Kamikaze": _kamikaze,
    "Paralysing": _paralysing,
    "Chameleon": _chameleon,
    "Jigger": _jigger,
    "Volage": _volage,
    "Functionary": _functionary,
    "HalfNeutral": _half_neutral,
    "HurdleColourChanging": _hurdle_colour_changing,
    "Protean": _protean,
    "Magic": _magic,
    "Uncapturable": _uncapturable,
    "Patrol": _patrol,
    "Frischauf": _nothing,
    "AliceA": _nothing,
    "AliceB": _nothing,
    "Bul": _bul,
    "Dob": _dob,
    "Anda": _anda,
    "AndaInverse": _anda_inverse,
}
"""The attributes that are understood, in the order in which their rules are declared."""

NEVER_ROYAL = frozenset({"Anda", "AndaInverse", "HalfNeutral", "Volage"})
"""Attributes that are not understood on a royal man.

They give a side a second royal man or none.  Popeye then takes a king for a royal man of its old
side in some respects and of its new one in others.
"""

MAGIC_CROOKED = frozenset(
    {
        "(1,1)-zigzag nightrider",
        "(2,0)-zigzag nightrider",
        "(3,3)-zigzag nightrider",
        "(4,0)-zigzag nightrider",
        "bishop eagle",
        "bishop moose",
        "bishop sparrow",
        "boyscout",
        "doublebishopper",
        "doublegrasshopper",
        "doublerookhopper",
        "eagle",
        "girlscout",
        "mao",
        "maorider",
        "maorider lion",
        "moa",
        "moarider",
        "moarider lion",
        "moose",
        "rao",
        "rook eagle",
        "rook moose",
        "rook sparrow",
        "rose",
        "rose locust",
        "rose-hopper",
        "rose-lion",
        "sparrow",
    }
)
"""Walks of magic men that turn on their way, of which it is known which of their lines are one."""

JUMPING = frozenset({"HurdleColourChanging", "Bul", "Dob"})
"""Attributes of men that jump others."""

JUMPERS = frozenset(
    {
        "bishop eagle",
        "bishop hopper",
        "bishop moose",
        "bishop sparrow",
        "bishop-lion",
        "camelrider hopper",
        "contra grasshopper",
        "eagle",
        "equihopper",
        "equistopper",
        "gnurider hopper",
        "grasshopper",
        "grasshopper-2",
        "grasshopper-3",
        "kinghopper",
        "knight hopper",
        "leo",
        "lion",
        "moose",
        "nao",
        "nightrider hopper",
        "nightrider lion",
        "nonstop equihopper",
        "non-stop equistopper",
        "orix",
        "orix (non-stop)",
        "pao",
        "rook eagle",
        "rook hopper",
        "rook moose",
        "rook sparrow",
        "rook-lion",
        "sparrow",
        "vao",
        "zebrarider hopper",
    }
)
"""Walks that have one hurdle at most, with which those attributes make sense.

Source: Popeye 4, which refuses most others; it allows "king", "poseidon" and "sting" too.
"""

MORE_WALKS: Mapping[str, tuple[str, ...]] = {
    "Chameleon": CHAMELEON_CYCLE,
    "Protean": (PROTEAN_PAWN,),
}
"""Walks that can come about by an attribute."""


def walks_of_attributes(*positions: Position) -> list[str]:
    """The walks that the attributes of the men may bring about."""
    given = {name for position in positions for _, man in position for name in man.attributes}
    return [walk for name in MORE_WALKS if name in given for walk in MORE_WALKS[name]]


def attribute_numbers(
    position: Position, *others: Position, named: Sequence[str] = ()
) -> dict[str, int]:
    """The numbers of the attributes that occur, for the engine; Royal is none of them.

    named: attributes of which rules speak.
    """
    men = [man for p in (position, *others) for _, man in p]
    given = {name for man in men for name in man.attributes} | set(named)
    known = [name for name in MEANINGS if name in given]
    return {name: n for n, name in enumerate(dict.fromkeys([*known, *named]))}


def fairy_spec(
    position: Position,
    kinds: Mapping[str, int],
    attributes: Mapping[str, int],
    lookup: Lookup,
    rules: Sequence[RuleSpec] = (),
    *,
    target: Position | None = None,
) -> FairySpec | None:
    """The rules beyond those of the game; None when there are none.

    kinds: the numbers of the kinds, by walk.  attributes: their numbers, by id.  rules: those of
    walks and conditions, which come before those that attributes bring.  target: a position to be
    reached.
    """
    men = tuple(man for _, man in position)
    wanted = () if target is None else tuple(man for _, man in target)
    passing = any("Royal" in m.attributes and lookup(m.walk).double_step for m in men)
    neutral = any(man.colour is Colour.NEUTRAL for man in (*men, *wanted))
    if not (attributes or passing or neutral or rules):
        return None
    brought = [
        rule
        for name, number in attributes.items()
        if name in MEANINGS
        for rule in MEANINGS[name](Context(name, number, attributes, kinds, men, rules))
    ]
    return {"attributes": list(attributes), "rules": [*rules, *brought]}


NEVER_TOGETHER = (
    frozenset({"Anda", "AndaInverse"}),
    frozenset({"Bul", "Dob"}),
)
"""Attributes of one man with which Popeye refuses a problem or finds no move for anybody."""


def unsupported_attributes(man: Man, piece: Piece, position: Position) -> list[str]:
    """What of the attributes of a man is not supported, each as a refusal names it."""
    royal = "Royal" in man.attributes or piece.role is Role.KING
    royals = [m for _, m in position if "Royal" in m.attributes or m.walk == "king"]
    found = [" and ".join(sorted(pair)) for pair in NEVER_TOGETHER if pair <= man.attributes]
    for name in sorted(man.attributes - {"Royal"}):
        if name not in MEANINGS:
            found.append(name)
        elif name in NEVER_ROYAL and royal and not (name == "HalfNeutral" and len(royals) == 1):
            found.append(f"{name} on a royal man")
        elif name in JUMPING and man.walk not in JUMPERS:
            found.append(f"{name} on {man.walk}")
        elif name == "Magic" and not (is_straight(piece.walk) or man.walk in MAGIC_CROOKED):
            found.append(f"Magic on {man.walk}")
        elif name == "Magic" and any(m.colour is Colour.NEUTRAL for _, m in position):
            found.append("Magic with neutral men")
    return found
