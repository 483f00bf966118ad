"""Rules that are not understood together, by what they do and not by the names of conditions.

To support a meeting: take its line out of `NEVER_TOGETHER` in the commit that makes it work.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from solver.model import meaning as m
from solver.model.problem import Condition


class Sort(NamedTuple):
    """Rules of one kind: those of a mechanism of which some parameters are these."""

    mechanism: str
    parameters: Mapping[str, m.Value] = {}

    def has(self, rule: m.Rule) -> bool:
        """Whether the rule is one of them."""
        given = rule.parameters
        return rule.mechanism == self.mechanism and all(
            _word(given.get(name)) == value for name, value in self.parameters.items()
        )


def _word(value: m.Value) -> m.Value:
    return value.word if isinstance(value, m.Choice) else value


_LENT_TO_KINGS = Sort("borrow_walk", {"source": "observers"})
_LENT_BY_NEIGHBOURS = tuple(
    Sort("borrow_walk", {"source": source}) for source in ("behind", "ahead", "facing", "back")
)
_LENT_BY_BOTH_NEIGHBOURS = Sort("borrow_walk", {"source": "beside"})
_LENT_FROM_AFAR = tuple(Sort("borrow_walk", {"source": source}) for source in ("opposite", "home"))
_SEES_LOWER: Mapping[str, m.Value] = {
    "observed_by": "enemy",
    "wanted": False,
    "forbids": "all",
    "walk": "map",
}
_LAYS_BELOW = tuple(
    Sort(mechanism, {"occupied": occupied})
    for mechanism in ("rebirth", "captor_rebirth")
    for occupied in ("below", "above")
)

NEVER_TOGETHER: Sequence[tuple[Sort, Sort]] = (
    # Whether a king is lent a walk that its observer was lent itself.
    (_LENT_BY_BOTH_NEIGHBOURS, _LENT_TO_KINGS),
    # On which square it is told what a man moves like that moves without capturing otherwise.
    (Sort("borrow_walk", {"part": "quiet"}), Sort("second_departure", {"part": "quiet"})),
    *(
        (Sort("borrow_walk", {"part": "captures"}), other)
        for other in (
            Sort("second_departure", {"part": "all"}),
            Sort("second_departure", {"part": "captures", "also_own": True}),
            Sort("second_leg", {"order": "before"}),
        )
    ),
    (Sort("observed_gate", {"observed": "captured"}), Sort("check_rule", {"by": "both"})),
    # Whether what keeps men from capturing keeps a side from checking its own king.
    (Sort("rebirth_gate", {"whose": "captured"}), Sort("check_rule", {"by": "both"})),
    (Sort("own_captures"), Sort("capture_count", {"of": "targets"})),
    # Whether own men count among those that could capture.
    (Sort("capture_count", {"of": "captors"}), Sort("check_rule", {"by": "both"})),
    (Sort("observed_gate", _SEES_LOWER), Sort("way_gate")),
    # In which order men come back from below.
    *((one, Sort("underworld", {"captured": True})) for one in _LAYS_BELOW),
)
"""Rules whose meeting is not understood."""

WITH_ONE_KING: Sequence[tuple[Sort, Sort]] = (
    # Whether kings lend each other what they were lent.
    *((one, _LENT_TO_KINGS) for one in (*_LENT_BY_NEIGHBOURS, *_LENT_FROM_AFAR)),
)
"""Rules whose meeting is understood only where there is no second royal man."""


def meetings(
    meant: Sequence[tuple[Condition, m.Meaning]], kings: int
) -> Iterator[tuple[Condition, Condition]]:
    """Two conditions each that are not understood together, in the order in which they stand.

    kings: how many royal men there are.
    """
    pairs = NEVER_TOGETHER if kings < 2 else (*NEVER_TOGETHER, *WITH_ONE_KING)
    for at, (one, meaning) in enumerate(meant):
        for other, second in meant[at + 1 :]:
            if any(_meet(pair, meaning, second) for pair in pairs):
                yield one, other


def _meet(pair: tuple[Sort, Sort], one: m.Meaning, other: m.Meaning) -> bool:
    def has(meaning: m.Meaning, sort: Sort) -> bool:
        return any(sort.has(rule) for rule in meaning.rules)

    first, second = pair
    return (has(one, first) and has(other, second)) or (has(one, second) and has(other, first))
