"""How a man walks: the abstract tree of a movement expression.

A walk is a regular expression over steps.  Matching it moves an imaginary token from the man's own
square; a direction is chosen by a star and kept until it is turned; the match ends with a landing.
`grammar.walks` reads and prints the notation, `solver.compile.walks` sends the tree to the engine.
To add an operator: a class here, a rule in `walks.lark`, a line in each of those two.
"""

from collections.abc import Iterable
from typing import Literal, Union

from solver.model.guard import GuardExpression, Part
from solver.model.guard import depth as guard_depth

Vector = tuple[int, int]
"""Files to the right and ranks forward, as White sees it."""

ATOM_VECTORS: dict[str, tuple[Vector, ...]] = {
    "W": ((0, 1),),
    "F": ((1, 1),),
    "K": ((0, 1), (1, 1)),
    "D": ((0, 2),),
    "A": ((2, 2),),
    "H": ((0, 3),),
    "N": ((1, 2),),
    "C": ((1, 3),),
    "Z": ((2, 3),),
    "G": ((1, 4),),
}
"""The leaps that a letter stands for; a star holds every mirror image of each."""

StarClass = Literal["ALL", "PRIM", "QALL"]


class Atom(Part, frozen=True):
    """Part of a star: every mirror image of a leap, or of two for the king.

    leap: a letter of `ATOM_VECTORS`, or the two components, smaller first.
    filters: letters out of "fbsv", all of which must hold: only forward, backward, sideways
    (along the rank) or vertical (along the file) vectors, as the man's side sees it.
    """

    leap: str | Vector
    filters: str = ""


class Star(Part, frozen=True):
    """`[S]`: choose a direction among these, and a sense of turning."""

    atoms: tuple[Atom, ...]


class WholeBoardStar(Part, frozen=True):
    """`[ALL]`, `[PRIM]`, `[QALL]`: choose among many vectors.

    ALL: every vector that fits on the board; PRIM: those whose components have no common divisor;
    QALL: the multiples of a king's step.
    """

    name: StarClass


class SameLength(Part, frozen=True):
    """`[=]`, `[==]`: choose a direction like the present one.

    same_leap: of the same two components, else of the same length only.
    other: not the present one itself (written with an apostrophe).
    """

    same_leap: bool = False
    other: bool = False


StepKind = Literal["-", "^", "o", "a", "~", "!", "m", "c"]
"""To an empty square, onto a man, an enemy, a friend, anything; landings: any, quiet, capture."""


class Step(Part, frozen=True):
    """One step along the direction; `! m c` land and end.  mirrored: `/`, off the board edge."""

    kind: StepKind
    mirrored: bool = False


MarkKind = Literal[".", "0", "=", "X", "R", "#"]
"""End here; end by stepping onto, or by standing on, the own square; capture the enemy here;
return to the own square; the next step would leave the board."""


class Mark(Part, frozen=True):
    """Something that happens or is tested without a step."""

    kind: MarkKind


class Turn(Part, frozen=True):
    """`@n`: the direction turns by n notches in the sense chosen with it.

    A notch is 45 degrees for a multiple of a king's step, else one place among the eight mirror
    images by angle.
    """

    notches: int


class TurnEither(Part, frozen=True):
    """`%n`: the direction turns by n notches, to either side afresh."""

    notches: int


class Mirror(Part, frozen=True):
    """Flip the direction's long `l` or short `s` component, swap `d` or swap and negate `a`."""

    how: Literal["l", "s", "d", "a"]


class Near(Part, frozen=True):
    """`>S`: the direction becomes the vector of the star that is nearest in angle (or both)."""

    star: Star


class Guard(Part, frozen=True):
    """`?{condition}`: a test of the present square and the man's own square."""

    condition: GuardExpression


class Sequence(Part, frozen=True):
    """Parts one after the other; empty: nothing happens (and a walk of it alone never lands)."""

    parts: tuple["Walk", ...]


class Choice(Part, frozen=True):
    """One of the branches; none at all: the man cannot move."""

    branches: tuple["Walk", ...]


class Repeat(Part, frozen=True):
    """The body at least `least` and at most `most` times (None: without bound)."""

    body: "Walk"
    least: int
    most: int | None


class EqualCount(Part, frozen=True):
    """`{=k}`: the body as often as every other body of the same name, in one move."""

    body: "Walk"
    name: str


class Look(Part, frozen=True):
    """`&(e)`, `<(e)`: e must match from here, onwards or (behind) in the reverse direction."""

    body: "Walk"
    behind: bool = False


class Named(Part, frozen=True):
    """A walk called by name, with the walks it is made of: `hunter(rook, bishop)`.

    Only in declarations; `grammar.library` replaces it by what it stands for.
    """

    name: str
    arguments: tuple["Walk", ...] = ()


Walk = Union[
    Star,
    WholeBoardStar,
    SameLength,
    Step,
    Mark,
    Turn,
    TurnEither,
    Mirror,
    Near,
    Guard,
    Sequence,
    Choice,
    Repeat,
    EqualCount,
    Look,
    Named,
]


def sequence(parts: Iterable[Walk]) -> Walk:
    """Parts one after the other in normal form: no sequence inside, no sequence of one."""
    flat: list[Walk] = []
    for part in parts:
        flat.extend(part.parts if isinstance(part, Sequence) else (part,))
    return flat[0] if len(flat) == 1 else Sequence(tuple(flat))


def choice(branches: Iterable[Walk]) -> Walk:
    """One of the branches in normal form: no choice inside, no choice of one."""
    flat: list[Walk] = []
    for branch in branches:
        flat.extend(branch.branches if isinstance(branch, Choice) else (branch,))
    return flat[0] if len(flat) == 1 else Choice(tuple(flat))


def parts_of(walk: Walk) -> tuple[Walk, ...]:
    """The walks directly inside a walk."""
    match walk:
        case Sequence(parts) | Choice(parts) | Named(_, parts):
            return parts
        case Repeat(body, _, _) | EqualCount(body, _) | Look(body, _):
            return (body,)
    return ()


def captures_on_the_way(walk: Walk) -> bool:
    """Whether the walk captures men on squares that it passes."""
    if isinstance(walk, Mark):
        return walk.kind == "X"
    return not isinstance(walk, Look) and any(map(captures_on_the_way, parts_of(walk)))


def is_straight(walk: Walk) -> bool:
    """Whether no path of the walk changes its direction, so that it comes from one side only."""
    return _stars(walk) <= 1


def _stars(walk: Walk) -> int:
    """The most directions of one path; more than there are for one that turns."""
    match walk:
        case Star() | WholeBoardStar():
            return 1
        case Turn() | TurnEither() | Mirror() | Near() | SameLength() | Step(_, True):
            return _CROOKED
        case Mark("R"):
            return _CROOKED
        case Choice(branches):
            return max(map(_stars, branches), default=0)
        case Repeat(body, _, most):
            return _stars(body) * (_CROOKED if most is None else most)
        case Sequence(parts):
            return sum(map(_stars, parts))
        case EqualCount(body, _):
            return _stars(body) * _CROOKED
    return 0


_CROOKED = 100


def depth(walk: Walk) -> int:
    """How many walks and guards lie inside each other, 1 for a step."""
    if isinstance(walk, Guard):
        return 1 + guard_depth(walk.condition)
    return 1 + max(map(depth, parts_of(walk)), default=0)
