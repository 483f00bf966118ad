"""Whom conditions mean that name no side: the defender, who is another one in other play."""

from msgspec.structs import replace

from solver.compile.tree import Play, tree_of
from solver.model.board import Colour
from solver.model.meaning import DEFENDER, Meaning
from solver.model.stipulation import Stipulation, Structured

UNDECIDED = frozenset({"reci-h"})
"""Play in which neither side is the defender."""
_BLACK = frozenset({"h", "hs", "hr", "a=>b", "ser-reci-h"})


def defender(stipulation: Stipulation, play: Play) -> Colour:
    """Who defends, unless the colours are exchanged.

    Who does not begin; in help play Black, in proof games who does not play the last half-move.
    Source: Popeye 4, by experiment.
    """
    if isinstance(stipulation, Structured):
        return stipulation.tree.starter.other
    if stipulation.play in _BLACK:
        return Colour.BLACK
    if stipulation.play == "dia":
        return Colour.BLACK if stipulation.half else Colour.WHITE
    return tree_of(stipulation, play).starter.other


def names_defender(meaning: Meaning) -> bool:
    """Whether some rule holds for the defender."""
    return any(rule.side == DEFENDER for rule in meaning.rules)


def with_defender(meaning: Meaning, side: Colour) -> Meaning:
    """The same where `side` is the defender."""
    rules = tuple(
        replace(rule, side=side.value) if rule.side == DEFENDER else rule for rule in meaning.rules
    )
    return replace(meaning, rules=rules)
