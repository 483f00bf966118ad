"""What is understood but cannot be solved yet is refused by name, before anything is printed.

To support a rule: take its id out of the way here (or add it to a set below) in the commit that
makes it work.
"""

from collections.abc import Callable, Iterator, Sequence

from solver.compile.attributes import MAGIC_CROOKED, unsupported_attributes
from solver.compile.conditions import PROMOTIONS, Conditions, walks_named
from solver.compile.defender import UNDECIDED, names_defender
from solver.model.board import Colour
from solver.model.errors import UnsupportedRule
from solver.model.meaning import Meaning, Rule
from solver.model.piece import Piece, Role
from solver.model.position import Man, Place, Position
from solver.model.problem import ANEW, Add, Condition, Problem, with_implied
from solver.model.stipulation import Goal, Stipulation, Structured, Traditional, parts
from solver.model.twinning import Variant
from solver.model.walk import is_straight

Lookup = Callable[[str], Piece]

PROOF_GAMES = frozenset({"dia", "a=>b"})
GOALS = frozenset(
    {
        *("#", "=", "#=", "##", "##!", "!#", "==", "!=", "+"),
        *("x", "%", "z", "~", "ep", "00", "c81", "k"),
        *("ct", "ctr", "<>", "<>r"),
    }
)

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
        "GoalIsEnd",
        "CastlingMutuallyExclusive",
        "Intelligent",
        "SuppressGrid",
        "WriteGrid",
        "NoWk",
        "NoBk",
        # These change nothing here: there is no bell, and the search chooses its own way.
        "Beep",
        "Search",
        "MultiSolutions",
        "NoSymmetry",
        "unpublishedoption",
    }
)
# These are no rules: a hole is a square that the board does not have; the last capture matters to
# rebirths alone.
CONDITIONS = frozenset({"Hole", "LastCapture"})
NEVER_NEUTRAL = frozenset({"Bicolores"})
"""Conditions that are not understood with neutral men."""

# Moves that a companion could follow in more than one way.
NOT_FOLLOWED = frozenset(
    {
        *("exchange_move", "exchange_royals", "free_castling", "second_leg", "second_departure"),
        *("extra_arrival", "transfer", "turn_board", "borrow_walk", "capture_chain"),
    }
)
# Walks that companions follow as Popeye's do, which has none with most other men.
FOLLOWED = frozenset(
    {
        *("king", "queen", "rook", "bishop", "knight", "pawn", "amazon", "empress", "princess"),
        *("nightrider", "zebra", "camel", "giraffe", "wazir", "alfil", "fers", "dabbaba", "okapi"),
        *("antelope", "gnu", "camelrider", "zebrarider", "gnurider", "wazirrider", "fersrider"),
        *("kinghopper", "equihopper", "nonstop equihopper"),
        *("grasshopper", "rook hopper", "bishop hopper", "nightrider hopper", "bison"),
        *("moose", "rook moose", "bishop moose", "eagle", "rook eagle", "bishop eagle"),
        *("sparrow", "rook sparrow", "bishop sparrow"),
    }
)
# What does the same where there are two boards, but for some parameters.
ON_TWO_BOARDS = frozenset(
    {
        *("rebirth", "captor_rebirth", "rebirth_gate", "mark_promoted", "first_rank_step"),
        *("capture_gate", "promotion", "promotion_gate"),
        *("geometry_gate", "contact", "observed_gate", "position_gate", "borrow_walk"),
        *("transform", "recolour", "observed_recolour", "pawn_rules", "prefer"),
    }
)
ON_ONE_BOARD = {"occupied": ("below", "above", "vanish")}
# Squares of rebirth of which there are many, whether other men stand there or not.
ANY_OF_MANY = ("any_empty", "caged")


def refuse(
    problem: Problem,
    twin: Variant,
    lookup: Lookup,
    conditions: Conditions,
    *,
    file: str = "<string>",
) -> None:
    """Raise UnsupportedRule (kind, name, line, column) for the first thing that cannot be solved.

    twin: what is to be solved of `problem`.  lookup: gives the declared piece of a walk id, or
    raises UnsupportedRule; conditions: gives the meaning of a condition, likewise.  file: for the
    message.  The order is stipulation, conditions, options, men.
    """
    for kind, name, place in unsupported(problem, twin, lookup, conditions):
        line, column = (place.line, place.column) if place else (0, 0)
        # Only who is refused waits for this to be loaded.
        from solver.compile.senseless import why_senseless

        reason = why_senseless(name) if kind == "condition" else ""
        raise UnsupportedRule(kind, name, line, column, file, reason)


Complaint = tuple[str, str, Place | None]
"""Kind, name and place of something that is not supported."""


def unsupported(
    problem: Problem, twin: Variant, lookup: Lookup, conditions: Conditions
) -> Iterator[Complaint]:
    """Everything that cannot be solved; arguments as for `refuse`."""
    if twin.stipulation is not None:
        yield from _stipulation(twin.stipulation)
    positions = [position for position in (twin.position, problem.target) if position]
    meant: list[tuple[Condition, Meaning]] = []
    vanishing = any("Kamikaze" in man.attributes for p in positions for _, man in p)
    for condition in with_implied(twin.conditions, *positions):
        if condition.id in CONDITIONS:
            continue
        try:
            meaning = conditions(condition)
        except UnsupportedRule as error:
            yield error.kind, error.name, condition.place
            continue
        meant.append((condition, meaning))
        lays = any(rule.mechanism == "underworld" for rule in meaning.rules)
        if lays and problem.underworld and problem.twins:
            yield "condition", f"{condition.id} with two men on one square", condition.place
        if condition.id.endswith("Dister") and not _occupied(condition, twin.position):
            yield "condition", f"{condition.id} with an empty square", condition.place
        if names_defender(meaning) and _is_undecided(twin.stipulation):
            yield "condition", f"{condition.id} in reciprocal play", condition.place
        if any(rule.mechanism == "companion" for rule in meaning.rules):
            yield from _followed(twin, condition, conditions, lookup)
        if vanishing and any(_reborn_strangely(rule) for rule in meaning.rules):
            yield "condition", f"{condition.id} with Kamikaze", condition.place
    for late in problem.target_conditions:
        if late.id in ANEW and all(condition.id != late.id for condition in twin.conditions):
            yield "condition", f"{late.id} of the target alone", late.place
    if problem.invisible:
        yield "colour", "TotalInvisible", problem.invisible_place
    for added in problem.twins:
        if any(isinstance(change, Add) and change.invisible for change in added.changes):
            yield "colour", "TotalInvisible", added.place
    yield from _two_boards(meant)
    yield from _meetings(twin, meant, lookup)
    yield from _magic(twin.position, meant, lookup)
    for option in problem.options:
        if option.id not in OPTIONS:
            yield "option", option.id, option.place
    for position in positions:
        for _, man in position:
            yield from _man(man, position, lookup)


def _is_undecided(stipulation: Stipulation | None) -> bool:
    """Whether neither side is the defender."""
    return isinstance(stipulation, Traditional) and stipulation.play in UNDECIDED


def _followed(
    twin: Variant, condition: Condition, conditions: Conditions, lookup: Lookup
) -> Iterator[Complaint]:
    """What a companion of the men would have to follow that is not understood."""
    for other in twin.conditions:
        if other.id in CONDITIONS:
            continue
        mechanisms = {rule.mechanism for rule in conditions(other).rules}
        if mechanisms & NOT_FOLLOWED:
            yield "condition", f"{condition.id} and {other.id}", condition.place
    walks = dict.fromkeys(man.walk for _, man in twin.position)
    for walk in walks:
        if walk not in FOLLOWED:
            yield "condition", f"{condition.id} with {walk}", condition.place


def _reborn_strangely(rule: Rule) -> bool:
    """Whether it is not understood what the rule makes of captors that should vanish."""
    square, walk = rule.parameters.get("square"), rule.parameters.get("walk")
    return rule.mechanism == "captor_rebirth" or (
        rule.mechanism == "rebirth" and (square in ANY_OF_MANY or walk == "other")
    )


def _two_boards(meant: Sequence[tuple[Condition, Meaning]]) -> Iterator[Complaint]:
    """Conditions that are not understood where there are two boards."""
    for one, meaning in meant:
        if any(rule.mechanism == "planes" for rule in meaning.rules):
            for other, second in meant:
                if other is not one and not _suits_two_boards(second):
                    first, last = sorted((one.id, other.id))
                    yield "condition", f"{first} and {last}", other.place


def _suits_two_boards(meaning: Meaning) -> bool:
    return all(
        rule.mechanism in ON_TWO_BOARDS
        and not any(rule.parameters.get(name) in words for name, words in ON_ONE_BOARD.items())
        for rule in meaning.rules
    )


def _meetings(
    twin: Variant, meant: Sequence[tuple[Condition, Meaning]], lookup: Lookup
) -> Iterator[Complaint]:
    if len(meant) > 1:
        from solver.compile.meetings import meetings

        men = [man for _, man in twin.position]
        kings = sum("Royal" in man.attributes or _is_king(man, lookup) for man in men)
        for one, other in meetings(meant, kings):
            first, second = sorted((one.id, other.id))
            yield "condition", f"{first} and {second}", one.place
    # A hole of the diagram stays where it is.
    for hole in (condition for condition in twin.conditions if condition.id == "Hole"):
        for one, meaning in meant:
            if any(rule.mechanism == "turn_board" for rule in meaning.rules):
                yield "condition", f"{one.id} and {hole.id}", hole.place
    places = {condition.id: condition.place for condition, _ in meant}
    position = twin.position
    if position and any(man.colour is Colour.NEUTRAL for _, man in position):
        for id in sorted(NEVER_NEUTRAL & places.keys()):
            yield "condition", f"{id} with neutral men", places[id]


def _is_king(man: Man, lookup: Lookup) -> bool:
    try:
        return lookup(man.walk).role is Role.KING
    except UnsupportedRule:
        # It is refused by itself.
        return False


def _magic(
    position: Position, meant: Sequence[tuple[Condition, Meaning]], lookup: Lookup
) -> Iterator[Complaint]:
    """What magic men may become, or wait for, that is not understood."""
    magic = [man for _, man in position if "Magic" in man.attributes]
    if not magic:
        return
    promotes = any(lookup(man.walk).promotes_to for man in magic)
    walks = [(man.walk, man.place) for _, man in position] if promotes else []
    for condition, meaning in meant:
        walks += [(walk, condition.place) for walk in walks_named(meaning) if walk != PROMOTIONS]
    for walk, place in walks:
        if not (is_straight(lookup(walk).walk) or walk in MAGIC_CROOKED):
            yield "attribute", f"Magic with promotion to {walk}", place
            return


def _occupied(condition: Condition, position: Position) -> bool:
    """Whether men stand on all squares that the condition names."""
    return all(position.board.square(name) in position.men for name in condition.arguments)


def _stipulation(stipulation: Stipulation) -> Iterator[Complaint]:
    if isinstance(stipulation, Structured):
        goals = [part for part in parts(stipulation.tree.root) if isinstance(part, Goal)]
    elif stipulation.goal.kind in PROOF_GAMES:
        return
    else:
        both = (stipulation.goal, stipulation.other_goal or stipulation.goal)
        goals = [part for goal in both for part in parts(goal) if isinstance(part, Goal)]
    if any(goal.kind not in GOALS for goal in goals if goal.kind and goal.own is None):
        yield "stipulation", stipulation.text, stipulation.place


def _man(man: Man, position: Position, lookup: Lookup) -> Iterator[Complaint]:
    try:
        piece = lookup(man.walk)
    except UnsupportedRule as error:
        yield error.kind, error.name, man.place
    else:
        for name in unsupported_attributes(man, piece, position):
            yield "attribute", name, man.place
