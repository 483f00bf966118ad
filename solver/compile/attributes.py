"""What the attributes of men mean, as sums of the engine's mechanisms.

To add an attribute: its line in `MEANINGS`, and in `MORE_WALKS` the walks that it may bring about.
Source of every meaning: Popeye 4, by experiment.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from solver.compile.spec import FairySpec, JsonValue, RuleSpec
from solver.model.board import Colour
from solver.model.piece import Piece
from solver.model.position import Man, Position

Lookup = Callable[[str], Piece]

CHAMELEON_CYCLE = ("queen", "knight", "bishop", "rook")
PROTEAN_PAWN = "reverse pawn"


@dataclass(frozen=True, slots=True)
class Context:
    """What a meaning may depend on.

    attribute: its number.  kinds: the numbers of the kinds that can occur, by walk.
    men: all men of the diagram.
    """

    attribute: int
    kinds: Mapping[str, int]
    men: tuple[Man, ...]

    @property
    def bearers(self) -> JsonValue:
        """The men that have the attribute, as a filter of the engine."""
        return {"attribute": self.attribute}


Meaning = Callable[[Context], list[RuleSpec]]


def _rule(mechanism: str, reason: str = "", **parameters: JsonValue) -> RuleSpec:
    return {"mechanism": mechanism, "reason": reason, **parameters}


def _kamikaze(c: Context) -> list[RuleSpec]:
    """Vanishes when it captures."""
    return [_rule("remove_mover", mover=c.bearers)]


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
        ),
    ]


def _chameleon(c: Context) -> list[RuleSpec]:
    """A queen becomes a knight by moving, then a bishop, a rook and a queen again."""
    kinds = [c.kinds[walk] for walk in CHAMELEON_CYCLE]
    cycle: JsonValue = [list(step) for step in zip(kinds, kinds[1:] + kinds[:1], strict=True)]
    choices: JsonValue = list(kinds)
    return [
        _rule("transform", "chameleon", mover=c.bearers, by="mover", map=cycle),
        _rule("promotion", attribute=c.attribute, kinds=choices),
    ]


def _jigger(c: Context) -> list[RuleSpec]:
    """After its move it stands next to another man."""
    return [_rule("contact", mover=c.bearers)]


def _volage(c: Context) -> list[RuleSpec]:
    """Its first move to a square of the other colour changes its side."""
    return [
        _rule(
            "recolour",
            "volage",
            mover=c.bearers,
            to_other_square_colour=True,
            once=c.attribute,
        )
    ]


def _functionary(c: Context) -> list[RuleSpec]:
    """Moves only when an enemy observes it."""
    return [
        _rule(
            "observed_gate",
            subject=c.bearers,
            observers={},
            observed_by="enemy",
            wanted=True,
            forbids="all",
        )
    ]


def _half_neutral(c: Context) -> list[RuleSpec]:
    """Moving makes it neutral, moving again the mover's own man."""
    return [_rule("phase", "half_neutral", mover=c.bearers)]


def _protean(c: Context) -> list[RuleSpec]:
    """Takes the walk of what it captures; of a pawn, that of the other side's pawn."""
    walks: JsonValue = [
        [number, c.kinds[PROTEAN_PAWN] if walk == "pawn" else number]
        for walk, number in c.kinds.items()
    ]
    return [_rule("transform", "protean", mover=c.bearers, by="captured", map=walks)]


def _uncapturable(c: Context) -> list[RuleSpec]:
    """Cannot be captured."""
    return [_rule("capture_gate", never_captured=c.bearers)]


def _patrol(c: Context) -> list[RuleSpec]:
    """Captures only when a man of its own side observes it."""
    return [
        _rule(
            "observed_gate",
            subject=c.bearers,
            observers={},
            observed_by="own",
            wanted=True,
            forbids="captures",
        )
    ]


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
    "Protean": _protean,
    "Uncapturable": _uncapturable,
    "Patrol": _patrol,
    "Frischauf": _nothing,
}
"""The attributes that are understood, in the order in which their rules are declared."""

MORE_WALKS: Mapping[str, tuple[str, ...]] = {
    "Chameleon": CHAMELEON_CYCLE,
    "Protean": (PROTEAN_PAWN,),
}
"""Walks that can come about by an attribute."""


def walks_of_attributes(position: Position) -> list[str]:
    """The walks that the attributes of the men may bring about."""
    given = {name for _, man in position for name in man.attributes}
    return [walk for name in MORE_WALKS if name in given for walk in MORE_WALKS[name]]


def attribute_numbers(position: Position, *others: Position) -> dict[str, int]:
    """The numbers of the attributes that occur, for the engine; Royal is none of them."""
    men = [man for p in (position, *others) for _, man in p]
    given = {name for man in men for name in man.attributes}
    return {name: n for n, name in enumerate(name for name in MEANINGS if name in given)}


def fairy_spec(
    position: Position, kinds: Mapping[str, int], attributes: Mapping[str, int], lookup: Lookup
) -> FairySpec | None:
    """The rules beyond those of the game that the men bring; None when they bring none.

    kinds: the numbers of the kinds, by walk.  attributes: their numbers, by id.
    """
    men = tuple(man for _, man in position)
    passing = any("Royal" in m.attributes and lookup(m.walk).double_step for m in men)
    if not (attributes or passing or any(man.colour is Colour.NEUTRAL for man in men)):
        return None
    rules = [
        rule
        for name, number in attributes.items()
        for rule in MEANINGS[name](Context(number, kinds, men))
    ]
    return FairySpec(attributes=list(attributes), rules=rules)
