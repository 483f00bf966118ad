"""What is understood but cannot be solved yet is refused by name, before anything is printed.

To support a rule: take its id out of the way here (or add it to a set below) in the commit that
makes it work.
"""

from collections.abc import Callable, Iterator

from solver.compile.attributes import unsupported_attributes
from solver.model.errors import UnsupportedRule
from solver.model.piece import Piece
from solver.model.position import Man, Place, Position
from solver.model.problem import Problem
from solver.model.stipulation import (
    Branch,
    Expression,
    Goal,
    Stipulation,
    Structured,
    parts,
)
from solver.model.twinning import Variant

Lookup = Callable[[str], Piece]

PLAYS = frozenset(
    {
        "",
        "s",
        "r",
        "semi-r",
        "h",
        "hs",
        "hr",
        "reci-h",
        "ser-",
        "ser-h",
        "ser-s",
        "ser-r",
        "ser-reci-h",
    }
)
PROOF_GAMES = frozenset({"dia", "a=>b", "ser-dia", "ser-a=>b", "ser-hdia", "ser-ha=>b"})
GOALS = frozenset({"#", "=", "#=", "==", "!=", "+", "x", "z", "~", "ep", "00"})

OPTIONS = frozenset(
    {
        "Try",
        "Defence",
        "SetPlay",
        "Variations",
        "Threat",
        "NoThreat",
        "NoShortVariations",
        "MoveNumbers",
        "StartMoveNumber",
        "UpToMoveNumber",
        "MaxSolutions",
        "MaxTime",
        "StopOnShortSolutions",
        "WhiteToPlay",
        "Duplex",
        "HalfDuplex",
        "PostKeyPlay",
        "NoBoard",
        "NoCastling",
        "EnPassant",
        "Quodlibet",
        "MaxFlightsquares",
        "NonTrivial",
        "KeepMatingPiece",
        "TrivialTriesAvoid",
        "NullMoves",
        "MatesIn1",
        "Intelligent",
        "NoWk",
        "NoBk",
        # These change nothing here: there is no bell, and the search chooses its own way.
        "Beep",
        "Search",
        "MultiSolutions",
        "NoSymmetry",
    }
)
# A hole is a square that the board does not have.
CONDITIONS = frozenset({"Hole"})
# Its capture en passant passes over the square on which the pawn is taken.
UNFINISHED_WALKS = frozenset({"marine pawn"})


def refuse(problem: Problem, twin: Variant, lookup: Lookup, *, file: str = "<string>") -> None:
    """Raise UnsupportedRule (kind, name, line, column) for the first thing that cannot be solved.

    twin: what is to be solved of `problem`.  lookup: gives the declared piece of a walk id, or
    raises UnsupportedRule.  file: for the message.  The order is stipulation, conditions, options,
    men.
    """
    for kind, name, place in unsupported(problem, twin, lookup):
        line, column = (place.line, place.column) if place else (0, 0)
        raise UnsupportedRule(kind, name, line, column, file)


Complaint = tuple[str, str, Place | None]
"""Kind, name and place of something that is not supported."""


def unsupported(problem: Problem, twin: Variant, lookup: Lookup) -> Iterator[Complaint]:
    """Everything that cannot be solved; arguments as for `refuse`."""
    if twin.stipulation is not None:
        yield from _stipulation(twin.stipulation)
    for condition in twin.conditions:
        if condition.id in CONDITIONS:
            continue
        yield "condition", condition.id, condition.place
    for option in problem.options:
        if option.id not in OPTIONS:
            yield "option", option.id, option.place
        if option.id == "WhiteToPlay" and _is_series(twin.stipulation):
            yield "option", "WhiteToPlay in series play", option.place
        if option.id == "WhiteToPlay" and _is_game(twin.stipulation):
            yield "option", "WhiteToPlay in proof games", option.place
    for position in filter(None, (twin.position, problem.target)):
        for _, man in position:
            yield from _man(man, position, lookup)


def _is_series(stipulation: Stipulation | None) -> bool:
    return not isinstance(stipulation, Structured | None) and stipulation.play.startswith("ser-")


def _is_game(stipulation: Stipulation | None) -> bool:
    return not isinstance(stipulation, Structured | None) and stipulation.play == "dia"


def _stipulation(stipulation: Stipulation) -> Iterator[Complaint]:
    if isinstance(stipulation, Structured):
        root = stipulation.tree.root
        nested = [part for part in parts(root) if part is not root]
        if not (
            isinstance(root, Branch)
            and all(_can_solve(part) for part in parts(root))
            and all(_is_plain(part) for part in nested)
        ):
            yield "stipulation", stipulation.text, stipulation.place
        return
    if stipulation.play in PROOF_GAMES and not stipulation.introductory:
        return
    goals = [stipulation.goal, *([stipulation.other_goal] if stipulation.other_goal else [])]
    if (
        stipulation.play not in PLAYS
        or (stipulation.play == "reci-h" and stipulation.moves == 1 and not stipulation.half)
        or stipulation.introductory
        or any(goal.kind not in GOALS for goal in goals)
    ):
        yield "stipulation", stipulation.text, stipulation.place


def _can_solve(part: Expression) -> bool:
    match part:
        case Goal():
            return part.kind in GOALS
        case Branch():
            return not part.second_requires_check
        case _:
            return True


def _is_plain(part: Expression) -> bool:
    """A part of a branch that is not a branch with a constraint of its own."""
    return not isinstance(part, Branch) or part.constraint is None


def _man(man: Man, position: Position, lookup: Lookup) -> Iterator[Complaint]:
    try:
        piece = lookup(man.walk)
    except UnsupportedRule as error:
        yield error.kind, error.name, man.place
    else:
        if any(name in man.walk for name in UNFINISHED_WALKS):
            yield "walk", man.walk, man.place
        for name in unsupported_attributes(man, piece, position):
            yield "attribute", name, man.place
