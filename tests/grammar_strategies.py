"""Hypothesis strategies for problems as the reader could have read them."""

from hypothesis import strategies as st
from msgspec.structs import replace

from grammar.build_men import Placing
from grammar.keywords import rows
from grammar.print_stipulation import expression_text
from grammar.reader import read_text
from grammar.shapes import AXES, goals_on_a_square
from solver.model.board import ORTHODOX_BOARD, Colour
from solver.model.position import Man, Position
from solver.model.problem import (
    Add,
    Condition,
    Exchange,
    Header,
    Language,
    Mirror,
    Move,
    NewConditions,
    NewStipulation,
    Option,
    PolishType,
    Problem,
    Remove,
    Rotate,
    Shift,
    Substitute,
    Twin,
)
from solver.model.stipulation import (
    And,
    Branch,
    Expression,
    Fork,
    Goal,
    Not,
    Or,
    Stipulation,
    Structured,
    Traditional,
    consists_of_goals,
)

SQUARES = st.integers(0, 63)
NAMES = SQUARES.map(ORTHODOX_BOARD.name)
CODES = st.sampled_from([row["id"] for row in rows("walks")])
WALKS = CODES | st.builds("hunter({},{})".format, CODES, CODES)
ATTRIBUTES = st.frozensets(st.sampled_from([row["id"] for row in rows("attributes")]), max_size=3)
MEN = st.builds(Man, st.sampled_from(Colour), CODES, ATTRIBUTES)
PLACED = st.lists(st.tuples(SQUARES, MEN), max_size=6)
LINES = st.text(st.characters(exclude_categories=["C", "Z"]) | st.just(" "), max_size=12).map(
    str.strip
)


def _words(table: str, *extra: st.SearchStrategy[str]) -> st.SearchStrategy[tuple[str, ...]]:
    """A keyword of a table of arguments, followed by words of these kinds."""
    ids = [row["id"] for row in rows("arguments") if row["table"] == table]
    return st.tuples(st.sampled_from(ids), *extra)


def _some(
    word: st.SearchStrategy[str], least: int, most: int
) -> st.SearchStrategy[tuple[str, ...]]:
    return st.lists(word, min_size=least, max_size=most, unique=True).map(tuple)


NUMBERS = st.integers(0, 64).map(str)
NOTHING: st.SearchStrategy[tuple[str, ...]] = st.just(())
VARIANTS = [row["id"] for row in rows("circe") if row["terminal"] == "VARIANT"]
CELLS = st.lists(NAMES, min_size=1, max_size=3).map("".join)
ARGUMENTS: dict[str, st.SearchStrategy[tuple[str, ...]]] = {
    "": NOTHING,
    "circe": _some(st.sampled_from(VARIANTS), 0, 3)
    | st.tuples(st.just("April"), CODES, st.just("Mirror"))
    | st.tuples(st.just("Chameleon"), CODES, CODES),
    "squares": _some(NAMES, 1, 3),
    "square": _some(NAMES, 1, 1),
    "two_squares": _some(NAMES, 2, 2),
    "magic": st.tuples(NAMES, NAMES, st.sampled_from(["Type1", "Type2"])),
    "isardam": st.sampled_from([(), ("TypeB",), ("RexInclusive",), ("TypeA", "RexInclusive")]),
    "walks": _some(CODES, 0, 3),
    "walks_required": _some(WALKS, 1, 3),
    "vaulting": st.tuples(CODES, st.just("Transmuting")),
    "neighbour": st.sampled_from([(), ("Neighbour", "camel")]),
    "number": NOTHING | st.tuples(NUMBERS),
    "sat": NOTHING | st.tuples(NUMBERS) | st.tuples(NUMBERS, NUMBERS),
    "bgl": st.sampled_from([(), ("1.5",), ("-", "3"), ("20", "0.25")]),
    "sentinelles": st.sampled_from([(), ("Berolina", "MaximumBlack", "7"), ("PionNeutre",)]),
    "grid": st.sampled_from([(), ("VerticalShift",), ("Orthogonal", "bdf246")])
    | st.tuples(st.just("Irregular"), CELLS, CELLS, st.just("GridLine"), st.just("ha24")),
    "last_capture": st.tuples(st.just("White"), st.just("Kamikaze"), CODES, NAMES),
}
OPTION_ARGUMENTS: dict[str, st.SearchStrategy[tuple[str, ...]]] = {
    "": NOTHING,
    "number": st.tuples(NUMBERS),
    "number64": st.tuples(NUMBERS),
    "two_numbers": st.tuples(NUMBERS, NUMBERS),
    "optional_number": NOTHING | st.tuples(NUMBERS),
    "range": st.sampled_from([("3",), ("2:7",), ("1:2:3",)]),
    "squares": _some(NAMES, 1, 4),
    "two_squares": _some(NAMES, 2, 2),
}


def _arguments(kind: str) -> st.SearchStrategy[tuple[str, ...]]:
    return ARGUMENTS[kind] if kind in ARGUMENTS else NOTHING | _words(kind)


CONDITIONS = st.sampled_from([row for row in rows("conditions") if row["fr"]]).flatmap(
    lambda row: st.builds(Condition, st.just(row["id"]), _arguments(row["arguments"]))
)
OPTIONS = st.sampled_from(
    [row for row in rows("options") if row["id"] != "unpublishedoption"]
).flatmap(lambda row: st.builds(Option, st.just(row["id"]), OPTION_ARGUMENTS[row["arguments"]]))


def _goal_word(kind: str) -> st.SearchStrategy[str]:
    return NAMES.map(kind.__add__) if kind in goals_on_a_square() else st.just(kind)


GOAL_KINDS = [row["id"] for row in rows("goals")]
GOAL_WORDS = st.sampled_from(GOAL_KINDS).flatmap(_goal_word)
PLAYS = st.sampled_from(["", *(row["id"] for row in rows("plays"))])
LENGTHS = st.integers(1, 300).map(str)


def read_stipulation(words: str) -> Stipulation:
    """The stipulation that these words of English input mean."""
    problem = read_text(f"beginproblem {words} endproblem")[0].problem
    assert problem is not None and problem.stipulation is not None, words
    return problem.stipulation


TRADITIONAL = st.builds(
    "stip {}{}{}{}{}{}".format,
    st.sampled_from(["", "exact-", "2->", "3->1->"]),
    PLAYS,
    st.just(""),
    GOAL_WORDS,
    LENGTHS,
    st.sampled_from(["", ".5"]),
).map(read_stipulation)


def _goal(kind: str) -> st.SearchStrategy[Goal]:
    squares = SQUARES if kind in goals_on_a_square() else st.none()
    return st.builds(Goal, st.just(kind), squares)


GOALS = st.sampled_from([kind for kind in GOAL_KINDS if kind[0] != "!"]).flatmap(_goal)


def _branches(inner: st.SearchStrategy[Expression]) -> st.SearchStrategy[Branch]:
    forks = st.lists(st.builds(Fork, inner, st.booleans(), st.booleans()), max_size=2).map(tuple)
    return st.builds(
        Branch,
        moves=st.sampled_from(["ad", "da", "hh", "s"]),
        half_moves=st.sampled_from([(0, 1), (0, 17), (3, 3), (1, 4)]),
        first=forks,
        second=forks,
        constraint=st.none() | inner,
        second_requires_check=st.booleans(),
        pass_first=st.booleans(),
        second_constraint=st.none() | inner,
    ).map(_sound)


def _used(letter: str, forks: tuple[Fork, ...]) -> tuple[Fork, ...]:
    """One goal and, except after `a`, one branch: Popeye uses no more."""
    goals = [fork for fork in forks if consists_of_goals(fork.expression)]
    branches = [fork for fork in forks if not consists_of_goals(fork.expression)]
    return (*goals[:1], *(branches if letter == "a" else branches[:1]))


def _sound(branch: Branch) -> Branch:
    """Without what a branch of those letters cannot have."""
    first, *second = branch.moves
    branch = replace(branch, first=_used(first, branch.first))
    branch = replace(branch, second=_used(second[0], branch.second) if second else ())
    if branch.moves == "s":
        return replace(branch, second_requires_check=False, second_constraint=None)
    return replace(branch, second_requires_check=False) if branch.moves == "da" else branch


EXPRESSIONS: st.SearchStrategy[Expression] = st.recursive(
    GOALS,
    lambda inner: (
        st.builds(Not, inner)
        | st.builds(And, inner, inner)
        | st.builds(Or, inner, inner)
        | _branches(inner)
    ),
    max_leaves=8,
)
STRUCTURED = EXPRESSIONS.map(
    lambda expression: read_stipulation(f"sstip white {expression_text(expression)}")
)
STIPULATIONS = TRADITIONAL | STRUCTURED
CHANGES = st.one_of(
    st.builds(Move, SQUARES, SQUARES),
    st.builds(Exchange, SQUARES, SQUARES),
    st.builds(Shift, SQUARES, SQUARES),
    st.builds(Remove, st.lists(SQUARES, min_size=1, max_size=3).map(tuple)),
    st.builds(Add, st.lists(st.tuples(SQUARES, MEN), min_size=1, max_size=4).map(tuple)),
    st.builds(Substitute, WALKS, CODES),
    st.builds(Rotate, st.sampled_from([90, 180, 270])),
    st.builds(Mirror, st.sampled_from(AXES)),
    st.just(PolishType()),
    st.builds(NewStipulation, STIPULATIONS),
)
# Conditions come last: `exchange` behind them would be read as the condition ExchangeCastling.
CHANGE_LISTS = st.lists(CHANGES, max_size=3) | st.tuples(
    CHANGES, st.builds(NewConditions, st.lists(CONDITIONS, max_size=1).map(tuple))
).map(list)
TWINS = st.builds(
    Twin,
    CHANGE_LISTS.map(tuple),
    st.booleans(),
    st.lists(LINES, max_size=2).map(tuple),
)


def wants_target(stipulation: Stipulation) -> bool:
    """Whether the men behind the stipulation make a second position."""
    if isinstance(stipulation, Traditional):
        return stipulation.goal.kind == "a=>b"
    assert isinstance(stipulation, Structured)
    return "a=>b" in stipulation.text and "{" not in stipulation.text


@st.composite
def problems(draw: st.DrawFn) -> Problem:
    """A problem with a bit of everything."""
    texts = st.lists(LINES, max_size=2).map(tuple)
    placing = Placing()
    for square, man in draw(PLACED):
        placing.put(square, man)
    stipulation = draw(TRADITIONAL)
    conditions = draw(st.lists(CONDITIONS, max_size=4).map(tuple))
    second = wants_target(stipulation)
    late = draw(st.integers(0, len(conditions))) if second else len(conditions)
    twins = draw(st.lists(TWINS, max_size=3).map(tuple))
    return Problem(
        language=draw(st.sampled_from(Language)),
        header=Header(draw(texts), draw(texts), draw(LINES), draw(texts)),
        position=Position(ORTHODOX_BOARD, placing.men),
        target=Position(ORTHODOX_BOARD, dict(draw(PLACED))) if second else None,
        stipulation=stipulation,
        conditions=conditions,
        options=draw(st.lists(OPTIONS, max_size=3).map(tuple)),
        twins=twins,
        zeroposition=bool(twins) and draw(st.booleans()),
        remarks=draw(texts),
        underworld=tuple(square for square, _ in placing.buried),
        buried=tuple(man for _, man in placing.buried),
        invisible=draw(st.integers(0, 3)),
        target_conditions=conditions[late:],
        protocol=draw(st.none() | LINES),
    )
