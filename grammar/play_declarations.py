"""Reading `declare goal` and `declare stipulation`: play of the user's own.

    declare goal {mate by a knight} = "#" by knight;
    declare stipulation {castling first} =
        for 1 black "1:1h[00&1:1h[goal]h]h"
        black "1:1h[00&(2n-1)h[goal]h]h";

A goal is a test of the half-move just played: goals in quotes, `by` the man that made it (as it
stands now), `on` the squares where it arrived, joined by `and`, `or`, `not`.  A stipulation is a
tree in the structured form, with lengths such as `(2n-1)` and the words `goal` and `other` for its
goals.
"""

import re
from functools import cache
from typing import TYPE_CHECKING, Any

from grammar.play_templates import LENGTH, PLACEHOLDER, RESERVED
from grammar.syntax import Source, read
from grammar.words import plain_name
from solver.model.board import Board, Colour
from solver.model.errors import InputError
from solver.model.play import GoalDeclaration, PlayCase, PlayDeclaration
from solver.model.position import Place
from solver.model.stipulation import And, By, Expression, Goal, Not, On, Or, OwnGoal

if TYPE_CHECKING:
    from collections.abc import Callable

    from lark import Token, Transformer

GRAMMAR = "plays.lark"
Declaration = GoalDeclaration | PlayDeclaration
_WORDS = {
    "DECLARE": "'declare'",
    "WORD": "a name",
    "BRACED": "a name in braces",
    "LPAR": "'('",
    "RPAR": "')'",
    "EQUAL": "'='",
    "SEMICOLON": "';'",
    "STRING": "a text in double quotes",
    "SQUARE": "a square",
    "SIDE": "white or black",
    "LENGTH": "a number of moves, or n.5",
    **{word.upper(): f"'{word}'" for word in "goal stipulation by on and or not mark for".split()},
}
_END = re.compile(r'#[^\n]*|"[^"\n]*"|\{[^{};"\n]*\}|;')


def end_of_play_declaration(text: str, start: int) -> int:
    """Where the declaration that begins at `start` ends: after its semicolon, or with the text."""
    for match in _END.finditer(text, start):
        if match[0] == ";":
            return match.end()
    return len(text)


def read_play_declarations(
    text: str,
    board: Board,
    goals: "Callable[[str], Goal | None]",
    walks: "Callable[[str], str | None]",
    *,
    line: int = 1,
    column: int = 1,
    file: str = "<string>",
) -> list[Declaration]:
    """All declarations of a text that holds nothing else.

    goals: gives the goal that a text in quotes names.  walks: gives the id of a piece by its name.
    line, column, file: where the text begins, for messages.  Raises InputError (line, column,
    excerpt, expected, nearest) at the first thing that does not fit.
    """
    source = Source(text, line, column, file)
    builder = _builder_class()(source, board, goals, walks)
    declarations: list[Declaration] = read(source, GRAMMAR, "declarations", builder, _WORDS)
    return declarations


@cache
def _builder_class() -> "Callable[..., Transformer[Token, Any]]":
    from lark import Transformer, v_args

    @v_args(inline=True)
    class Builder(Transformer):  # type: ignore[type-arg]
        """From Lark's tree to declarations."""

        def __init__(
            self,
            source: Source,
            board: Board,
            goals: "Callable[[str], Goal | None]",
            walks: "Callable[[str], str | None]",
        ) -> None:
            super().__init__()
            self._source, self._board = source, board
            self._goals, self._walks = goals, walks

        def declarations(self, *declarations: Declaration) -> list[Declaration]:
            return list(declarations)

        def name(self, token: "Token") -> "Token":
            return token

        def goal(self, name: "Token", test: Expression, mark: "Token | None" = None) -> Any:
            own = OwnGoal(test, _mark(test) if mark is None else mark[1:-1])
            goal = Goal("{" + plain_name(name) + "}", None, own)
            return GoalDeclaration(self._own(name), goal, self._source.text, self._place(name))

        def either(self, left: Expression, right: Expression) -> Or:
            return Or(left, right)

        def both(self, left: Expression, right: Expression) -> And:
            return And(left, right)

        def negation(self, operand: Expression) -> Not:
            return Not(operand)

        def whole(self, *tests: Expression) -> Expression:
            first, *rest = tests
            for test in rest:
                first = And(first, test)
            return first

        def part(self, test: Expression) -> Expression:
            return test

        def known(self, text: "Token") -> Goal:
            found = self._goals(text[1:-1].strip())
            if found is None:
                raise self._error(text, f"{text[1:-1]!r} is no goal")
            return found

        def by(self, *names: "Token") -> By:
            walks = []
            for name in names:
                walk = self._walks(plain_name(name))
                if walk is None:
                    raise self._error(name, f"no piece is called {plain_name(name)!r}")
                walks.append(walk)
            return By(tuple(walks))

        def on(self, *squares: "Token") -> On:
            found = []
            for square in squares:
                try:
                    found.append(self._board.square(str(square)))
                except ValueError as error:
                    raise self._error(square, str(error)) from None
            return On(tuple(sorted(set(found))))

        def stipulation(self, name: "Token", *cases: PlayCase) -> PlayDeclaration:
            last = cases[-1]
            if last.when and any(LENGTH.search(case.play) for case in cases):
                message = "the last case must be for all lengths"
                raise self._error(name, message)
            return PlayDeclaration(
                self._own(name),
                cases,
                any(PLACEHOLDER.search(case.play) for case in cases),
                len(cases) > 1 or LENGTH.search(last.play) is not None,
                self._source.text,
                self._place(name),
            )

        def case(self, *words: "Token") -> PlayCase:
            when = str(words[0]) if words[0].type == "LENGTH" else ""
            side, play = words[-2:]
            return PlayCase(when, Colour(side.value), play[1:-1])

        def _own(self, name: "Token") -> str:
            own = plain_name(name)
            if own in RESERVED:
                raise self._error(name, f"{own!r} stands for the goal of a stipulation")
            return own

        def _place(self, token: "Token") -> Place:
            return Place(*self._source.place(token.start_pos or 0))

        def _error(self, token: "Token", message: str) -> InputError:
            return self._source.error(token.start_pos or 0, message, length=len(token))

    return Builder


def _mark(test: Expression) -> str:
    """The mark of the first goal that must hold; none where there is no such goal."""
    match test:
        case Goal(kind, _, own):
            return own.mark if own else kind.strip("~")
        case And(left, right):
            return _mark(left) or _mark(right)
        case _:
            return ""
