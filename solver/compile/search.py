"""A planned phase and the options as the engine's `search` specification."""

from collections.abc import Iterator, Sequence

from solver.compile.plan import Plan
from solver.model.problem import Option
from solver.model.stipulation import Branch, By, Expression, Goal, OwnGoal

_MOST = 2**15
"""The largest number of half-moves or defences that the engine is given; nothing is as long."""


def search_spec(
    phase: Plan, options: Sequence[Option], kinds: Sequence[str], **limits: int
) -> dict[str, object]:
    """The `search` part of the engine specification of one phase.

    kinds: ids of the walks that can occur, in the engine's order.  limits: `threads` and
    `table_mib`.
    """
    return {
        "kind": phase.kind,
        "play": phase.play,
        "tree": expression_spec(phase.tree.root, kinds),
        "guard": None if phase.guard is None else expression_spec(phase.guard, kinds),
        "instead": None if phase.instead is None else expression_spec(phase.instead, kinds),
        "numbered": phase.numbered.value,
        "half_moves_skipped": phase.half_moves_skipped,
        "options": {**_option_spec(phase, options), **limits},
    }


def expression_spec(
    expression: Expression | OwnGoal, kinds: Sequence[str] = ()
) -> dict[str, object]:
    """An expression of the stipulation tree as the engine reads it.

    kinds: ids of the walks that can occur; a test for another walk always fails.
    """
    if isinstance(expression, By):
        numbers = [kinds.index(walk) for walk in expression.walks if walk in kinds]
        return {"type": "by", "kinds": numbers}
    name = type(expression).__name__.lower()
    spec: dict[str, object] = {"type": name}
    for field in expression.__struct_fields__:
        value = getattr(expression, field)
        if field in ("first", "second"):
            value = [
                {
                    "expression": expression_spec(fork.expression, kinds),
                    "ends_play": fork.ends_play,
                    "hidden": fork.hidden,
                }
                for fork in value
            ]
        elif hasattr(value, "__struct_fields__"):
            value = expression_spec(value, kinds)
        spec[field] = value
    return spec


def _option_spec(phase: Plan, options: Sequence[Option]) -> dict[str, object]:
    """The options as the engine reads them; lengths become half-moves."""
    spec: dict[str, object] = {}
    for key, value in _option_items(phase, options):
        spec[key] = value
    return spec


def _option_items(phase: Plan, options: Sequence[Option]) -> Iterator[tuple[str, object]]:
    first, last_number = 1, 2**32 - 1
    last = 2 if _ends_with_defence(phase.tree.root) else 1
    for option in options:
        numbers = [int(word) for word in option.arguments if word.isdecimal()]
        match option.id:
            case "Variations" | "PostKeyPlay":
                yield "variations", True
            case "NoThreat":
                yield "threats", False
            case "Try":
                yield "max_refutations", 1
            case "Defence":
                yield "max_refutations", numbers[0]
            case "TrivialTriesAvoid":
                yield "trivial_tries_avoid", True
            case "NoShortVariations":
                yield "no_short_variations", True
            case "MaxFlightsquares":
                yield "max_flights", numbers[0]
            case "Threat":
                yield "max_threat", min(max(0, 2 * numbers[0] - 2 + last), _MOST)
            case "NonTrivial":
                length = 2 * numbers[1] + _is_direct(phase.tree.root)
                yield "non_trivial", (min(numbers[0], _MOST), min(length, _MOST))
            case "KeepMatingPiece":
                yield "keep_mating_piece", True
            case "GoalIsEnd":
                yield "goal_is_end", True
            case "NullMoves":
                yield "null_moves", True
            case "MatesIn1":
                yield "mates_in_1", True
            case "MaxSolutions":
                yield "max_solutions", numbers[0]
            case "Intelligent" if numbers:
                yield "max_per_end", numbers[0]
            case "StopOnShortSolutions":
                yield "stop_on_short", True
            case "MoveNumbers":
                yield "move_numbers", True
            case "StartMoveNumber":
                first = numbers[0] if numbers else 1
                yield "move_numbers", True
            case "UpToMoveNumber":
                last_number = numbers[0] if numbers else last_number
                yield "move_numbers", True
    yield "first_moves", (first, last_number)


def _is_direct(root: Expression) -> bool:
    """Whether the attacker's own moves are to reach the goal."""
    return isinstance(root, Branch) and any(isinstance(f.expression, Goal) for f in root.first)


def _ends_with_defence(root: Expression) -> bool:
    return isinstance(root, Branch) and root.moves == "ad" and bool(root.second)
