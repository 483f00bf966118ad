"""Reading and printing walks in the notation of `walks.lark`.

To add an operator: a class in solver/model/walk.py, a rule in walks.lark, a method of `_Builder`,
a case in `print_walk`.
"""

from functools import cache
from typing import TYPE_CHECKING, Any

from grammar.syntax import Source, parser
from solver.model import guard as g
from solver.model import walk as w

if TYPE_CHECKING:
    from lark import Token, Transformer

GRAMMAR = "walks.lark"
DEEPEST = 24
"""So many walks may lie inside each other; the deepest known walk has 6."""

_TOO_DEEP = "nested too deeply"
_WORDS = {
    "LSQB": "'['",
    "RSQB": "']'",
    "STEP": "a step (one of - ^ o a ~ ! m c)",
    "MARK": "one of . 0 = X R #",
    "ATOM": "a leap (one of W F K D A H N C Z G, or two numbers in brackets)",
    "BOARD_STAR": "ALL, PRIM or QALL",
    "INTEGER": "a number",
    "MIRROR": "one of \\l \\s \\d \\a",
    "LPAR": "'('",
    "RPAR": "')'",
    "VBAR": "'|'",
    "BOUNDS": "a count like {2} or {0,4}",
    "COMMA": "','",
    "PLUS": "'+'",
    "RBRACE": "'}'",
    "VARIABLE": "one of x y r X Y Q W H edge EDGE up fwd",
    "COMPARE": "a comparison",
}


def parse_walk(text: str | Source) -> w.Walk:
    """The tree of a walk such as `[K]-*^!`.

    An empty text is a man that cannot move.  Raises InputError (line, column, excerpt, expected).
    """
    source = text if isinstance(text, Source) else Source(text)
    if not source.text.strip():
        return w.Choice(())
    walk: w.Walk = _parse(source, "walk")
    if w.depth(walk) > DEEPEST:
        raise source.error(0, _TOO_DEEP, length=len(source.text))
    return walk


def parse_guard(text: str | Source) -> g.GuardExpression:
    """The tree of a guard such as `up>0 and not edge`; errors as `parse_walk`."""
    source = text if isinstance(text, Source) else Source(text)
    guard: g.GuardExpression = _parse(source, "guard")
    if g.depth(guard) > DEEPEST:
        raise source.error(0, _TOO_DEEP, length=len(source.text))
    return guard


def _parse(source: Source, start: str) -> Any:
    from lark.exceptions import UnexpectedInput, VisitError

    try:
        tree = parser(GRAMMAR, "walk", "guard").parse(source.text, start=start)
        return _builder().transform(tree)
    except RecursionError:
        raise source.error(0, _TOO_DEEP, length=len(source.text)) from None
    except UnexpectedInput as error:
        raise source.unexpected(error, _WORDS) from None
    except VisitError as error:
        if isinstance(error.orig_exc, RecursionError):
            raise source.error(0, _TOO_DEEP, length=len(source.text)) from None
        if isinstance(error.orig_exc, _Misuse):
            token, message = error.orig_exc.args
            raise source.error(token.start_pos or 0, message, length=len(token)) from None
        raise


class _Misuse(Exception):
    """A token that is well formed but means nothing; arguments: token, message."""


@cache
def _builder() -> "Transformer[Token, Any]":
    from lark import Transformer, v_args

    @v_args(inline=True)
    class Builder(Transformer):  # type: ignore[type-arg]
        """From Lark's tree to the model's, in normal form."""

        def walk(self, body: w.Walk) -> w.Walk:
            return body

        def choice(self, *branches: w.Walk) -> w.Walk:
            return w.choice(branches)

        def sequence(self, *parts: w.Walk) -> w.Walk:
            return w.sequence(parts)

        def group(self, body: w.Walk) -> w.Walk:
            return body

        def any_number(self, body: w.Walk) -> w.Walk:
            return w.Repeat(body, 0, None)

        def at_least_one(self, body: w.Walk) -> w.Walk:
            return w.Repeat(body, 1, None)

        def optional(self, body: w.Walk) -> w.Walk:
            return w.Repeat(body, 0, 1)

        def bounded(self, body: w.Walk, bounds: "Token") -> w.Walk:
            least, comma, most = bounds[1:-1].partition(",")
            high = int(least) if not comma else int(most) if most else None
            if high is not None and high < int(least):
                raise _Misuse(bounds, "the second count is smaller than the first")
            return w.Repeat(body, int(least), high)

        def equal_count(self, body: w.Walk, name: "Token") -> w.Walk:
            return w.EqualCount(body, str(name[2:-1]))

        def mark(self, kind: "Token") -> w.Walk:
            return w.Mark(kind.value)

        def step(self, *tokens: "Token") -> w.Walk:
            return w.Step(tokens[-1].value, mirrored=len(tokens) == 2)

        def turn(self, notches: "Token") -> w.Walk:
            return w.Turn(int(notches))

        def turn_either(self, notches: "Token") -> w.Walk:
            return w.TurnEither(int(notches))

        def mirror(self, how: "Token") -> w.Walk:
            return w.Mirror(how.value[1])

        def near_atom(self, leap: "Token") -> w.Walk:
            return w.Near(w.Star((w.Atom(str(leap)),)))

        def near(self, star: w.Star) -> w.Walk:
            return w.Near(star)

        def guard_here(self, guard: g.GuardExpression) -> w.Walk:
            return w.Guard(guard)

        def look_ahead(self, body: w.Walk) -> w.Walk:
            return w.Look(body)

        def look_behind(self, body: w.Walk) -> w.Walk:
            return w.Look(body, behind=True)

        def board_star(self, name: "Token") -> w.Walk:
            return w.WholeBoardStar(name.value)

        def same(self, sign: "Token") -> w.Walk:
            return w.SameLength(same_leap=sign.startswith("=="), other=sign.endswith("'"))

        def atoms(self, *leaps: w.Atom) -> w.Star:
            return w.Star(leaps)

        def leap(self, *tokens: "Token") -> w.Atom:
            *filters, leap = tokens if tokens[-1].type == "ATOM" else tokens[:-1]
            order = "".join(letter for letter in "fbsv" if any(letter in f for f in filters))
            if leap.type == "ATOM":
                return w.Atom(str(leap), order)
            small, large = sorted((int(leap), int(tokens[-1])))
            if small < 0 or large == 0:
                raise _Misuse(tokens[-1], "a leap has two numbers from 0 up, not both 0")
            return w.Atom((small, large), order)

        def guard(self, expression: g.GuardExpression) -> g.GuardExpression:
            return expression

        def either(self, *operands: g.GuardExpression) -> g.GuardExpression:
            return operands[0] if len(operands) == 1 else g.OneHolds(operands)

        def both(self, *operands: g.GuardExpression) -> g.GuardExpression:
            return operands[0] if len(operands) == 1 else g.AllHold(operands)

        def compare(
            self, left: g.Operand, operator: "Token", right: g.Operand
        ) -> g.GuardExpression:
            return g.Compare(left, operator.value, right)

        def among(self, variable: g.Variable, *values: "Token") -> g.GuardExpression:
            return g.Among(variable, tuple(map(int, values)))

        def truth(self, variable: g.Variable) -> g.GuardExpression:
            return variable

        def not_holds(self, operand: g.GuardExpression) -> g.GuardExpression:
            return g.NotHolds(operand)

        def bracketed(self, operand: g.GuardExpression) -> g.GuardExpression:
            return operand

        def number(self, value: "Token") -> int:
            return int(value)

        def variable(self, name: "Token", *offset: "Token") -> g.Variable:
            if offset and name in ("edge", "EDGE"):
                raise _Misuse(name, f"{name} is a truth, nothing can be added to it")
            return g.Variable(name.value, int("".join(offset)) if offset else 0)

    return Builder()
