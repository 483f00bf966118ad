"""What marine pawns become where pawns may become kings."""

from msgspec.structs import replace

from solver.compile.conditions import PROMOTIONS, Lookup
from solver.model.meaning import Meaning, Rule, Walks
from solver.model.piece import Role
from solver.model.position import Position

_PAWN, _KING = "marine pawn", "poseidon"
_TO_KING = Walks(("king", PROMOTIONS))


def with_marine_kings(meaning: Meaning, position: Position, lookup: Lookup) -> Meaning:
    """Rules by which pawns may become kings, where marine pawns become marine kings.

    Source: Popeye 4, by experiment.
    """
    walks = {man.walk for _, man in position}
    if _PAWN not in walks:
        return meaning
    pawns = {"pawn", *(walk for walk in walks if lookup(walk).role is Role.PAWN)} - {_PAWN}
    rules: list[Rule] = []
    for rule in meaning.rules:
        if rule.parameters.get("promotes_to") == _TO_KING and "walks" not in rule.parameters:
            land = {**rule.parameters, "walks": Walks(tuple(sorted(pawns)))}
            marine = {"walks": Walks((_PAWN,)), "promotes_to": Walks((_KING, PROMOTIONS))}
            rules += [replace(rule, parameters=land), replace(rule, parameters=marine)]
        else:
            rules.append(rule)
    return replace(meaning, rules=tuple(rules))
