"""Guards: tests of where a walk has come to, in terms of the board and of the man's own square.

The text of a guard (`str(guard)`) is the one that the notation of walks and the engine read:

    guard      one of: VARIABLE, OPERAND operator OPERAND, VARIABLE in (n,...), not (guard),
               (guard) and (guard) ..., (guard) or (guard) ...
    OPERAND    n, VARIABLE, VARIABLE+n, VARIABLE-n
"""

from typing import Literal, Union

import msgspec


class Part(msgspec.Struct, frozen=True, tag=True, array_like=True):
    """A part of a guard or a walk.

    A structure of msgspec, not a dataclass: forty of them start up in 2 ms instead of 20, and the
    library stores them as JSON.
    """


GuardVariable = Literal["x", "y", "r", "X", "Y", "Q", "W", "H", "edge", "EDGE", "up", "fwd"]
"""x, y, r: file, rank, and rank as the man's side sees it, of the present square, from 0;
X, Y, Q: the same of the man's own square; W, H: width and height of the board; edge, EDGE: the
present and the own square are on the board's edge; up, fwd: ranks gained, as White and as the
man's side see it."""

CompareOperator = Literal["==", "!=", "<", "<=", ">", ">="]


class Variable(Part, frozen=True):
    """A number plus an offset, or a truth for `edge` and `EDGE`."""

    name: GuardVariable
    offset: int = 0

    def __str__(self) -> str:
        return self.name + (f"{self.offset:+d}" if self.offset else "")


Operand = Union[Variable, int]


class Compare(Part, frozen=True):
    """left operator right."""

    left: Operand
    operator: CompareOperator
    right: Operand

    def __str__(self) -> str:
        return f"{self.left}{self.operator}{self.right}"


class Among(Part, frozen=True):
    """The variable is one of these numbers."""

    variable: Variable
    values: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.variable} in ({','.join(map(str, self.values))})"


class AllHold(Part, frozen=True):
    """All operands hold."""

    operands: tuple["GuardExpression", ...]

    def __str__(self) -> str:
        return " and ".join(f"({operand})" for operand in self.operands)


class OneHolds(Part, frozen=True):
    """At least one operand holds."""

    operands: tuple["GuardExpression", ...]

    def __str__(self) -> str:
        return " or ".join(f"({operand})" for operand in self.operands)


class NotHolds(Part, frozen=True):
    """The operand does not hold."""

    operand: "GuardExpression"

    def __str__(self) -> str:
        return f"not ({self.operand})"


GuardExpression = Union[Variable, Compare, Among, AllHold, OneHolds, NotHolds]


def depth(guard: GuardExpression) -> int:
    """How many guards lie inside each other, 1 for a comparison."""
    match guard:
        case AllHold(operands) | OneHolds(operands):
            return 1 + max(map(depth, operands))
        case NotHolds(operand):
            return 1 + depth(operand)
    return 1
