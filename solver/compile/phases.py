"""Everything that the engine is asked for one twin, ready to be sent."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from solver.compile.conditions import Conditions, arrayed, joined
from solver.compile.defender import defender, names_defender, with_defender
from solver.compile.plan import Plan, Plans, ends_count, plan
from solver.compile.position import Lookup, compile_position, target_men
from solver.compile.rebirth import LastCapture
from solver.compile.refuse import CONDITIONS, refuse
from solver.compile.search import search_spec
from solver.compile.tree import Play
from solver.model.errors import InvalidPosition, UnsupportedRule
from solver.model.meaning import Meaning
from solver.model.position import GAME_ARRAY, Place, Position
from solver.model.problem import Problem, imitators, with_implied
from solver.model.solution import Message, PhaseStarted
from solver.model.stipulation import Branch, Stipulation, Traditional, parts
from solver.model.twinning import Variant

if TYPE_CHECKING:
    from solver.compile.retro import Rights

MOST_HALF_MOVES = 4000
"""The longest play that the engine can count."""


class PhasePlan(msgspec.Struct, frozen=True):
    """What to say and what to solve next.

    started: None when there are only messages.  spec: the engine specification, JSON.
    """

    messages: tuple[Message, ...] = ()
    started: PhaseStarted | None = None
    spec: bytes = b""


def phases(
    twin: Variant,
    problem: Problem,
    lookup: Lookup,
    play: Play,
    conditions: Conditions,
    *,
    threads: int = 1,
    memory_mib: int | None = None,
    retro: str | None = None,
) -> Iterator[PhasePlan]:
    """The phases of one twin, in the order in which they are solved.

    lookup: gives the declared piece of a walk id.  play: gives the tree that the play of a
    traditional stipulation is declared to be.  conditions: gives what a condition is declared to
    mean.  threads: for one search; memory_mib: for its
    table of positions, None for the default.  retro: the convention by which the diagram's rights
    are found ("codex"), None to take them as Popeye does.
    Raises UnsupportedRule for what cannot be solved, InvalidPosition with all reasons.
    """
    refuse(problem, twin, lookup, conditions)
    given = with_implied(twin.conditions, twin.position, problem.target)
    rules = [condition for condition in given if condition.id not in CONDITIONS]
    meaning = joined(rules, conditions)
    if twin.stipulation is None:
        raise InvalidPosition(["the problem has no stipulation"])
    plans = plan(twin.stipulation, problem.options, play)
    _refuse_length(twin.stipulation, plans)
    yield PhasePlan(plans.messages)
    limits = {"threads": threads}
    if memory_mib is not None:
        limits["table_mib"] = memory_mib
    # A proof game begins with all rights.
    begin = _positions(twin, problem)[0]
    rights = None
    if retro is not None and begin is not GAME_ARRAY:
        # Only who asks for it pays for loading it.
        from solver.compile.retro import Rights

        rights = Rights(begin, twin, lookup)
    defends = defender(twin.stipulation, play) if names_defender(meaning) else None
    for phase in plans.phases:
        meant = meaning
        if defends is not None:
            meant = with_defender(meaning, defends.other if phase.exchanged else defends)
        yield _phase_plan(phase, twin, problem, lookup, meant, limits, rights)


def _refuse_length(stipulation: Stipulation, plans: Plans) -> None:
    lengths = (
        part.half_moves[1]
        for phase in plans.phases
        for part in parts(phase.tree.root)
        if isinstance(part, Branch)
    )
    if max(lengths, default=0) > MOST_HALF_MOVES:
        place = stipulation.place or Place(0, 0)
        name = f"{stipulation.text} (more than {MOST_HALF_MOVES} half-moves)"
        raise UnsupportedRule("stipulation", name, place.line, place.column)


def _phase_plan(
    phase: Plan,
    twin: Variant,
    problem: Problem,
    lookup: Lookup,
    meaning: Meaning,
    limits: dict[str, int],
    rights: "Rights | None",
) -> PhasePlan:
    starter = phase.starter
    begin, target = _positions(twin, problem)
    if begin is GAME_ARRAY:
        begin = arrayed(begin, meaning)
    begin, target = _with_holes(begin, twin), target and _with_holes(target, twin)
    position = compile_position(
        begin,
        starter,
        lookup,
        problem.options,
        target=target,
        meaning=meaning,
        last_capture=LastCapture.given(twin.conditions, begin.board),
        companions=None if problem.target is None else _companions(problem, problem.target),
        buried=tuple(zip(problem.underworld, problem.buried, strict=True)),
    )
    messages: tuple[Message, ...] = ()
    if rights is not None:
        position, messages = rights.of(position, starter)
    options = problem.options
    if twin.stipulation is None or not ends_count(twin.stipulation):
        options = tuple(option for option in options if option.id != "Intelligent")
    search = search_spec(phase, options, [kind["id"] for kind in position["kinds"]], **limits)
    if target is not None:
        search["target"] = target_men(target, position, lookup, meaning)
    spec = {**position, "search": search}
    started = PhaseStarted(phase.kind, phase.play, starter.value)
    return PhasePlan(messages, started, msgspec.json.encode(spec))


def _with_holes(position: Position, twin: Variant) -> Position:
    """The position on a board without the squares that condition Hole names."""
    board = position.board
    names = [name for c in twin.conditions if c.id == "Hole" for name in c.arguments]
    if not names:
        return position
    holes = board.holes | {board.square(name) for name in names}
    reasons = [
        f"a man stands on the hole {board.name(s)}" for s in sorted(holes & set(position.men))
    ]
    if reasons:
        raise InvalidPosition(reasons)
    return Position(replace(board, holes=holes), position.men)


def _companions(problem: Problem, target: Position) -> tuple[int, ...]:
    """Where imitators stand in the position to be reached."""
    return tuple(target.board.square(name) for name in imitators(problem.target_conditions))


def _positions(twin: Variant, problem: Problem) -> tuple[Position, Position | None]:
    """Where the play begins, and the position that it is to reach, if it is to reach one."""
    stipulation = twin.stipulation
    if isinstance(stipulation, Traditional) and stipulation.goal.kind == "dia":
        return GAME_ARRAY, twin.position
    if isinstance(stipulation, Traditional) and stipulation.goal.kind == "a=>b":
        return twin.position, problem.target
    return twin.position, None
