"""Lark's parser of the problem language with a table that is unpacked state by state.

A problem passes a few dozen of the hundreds of states.
"""

import marshal
from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lark import Lark, Token

    from grammar.classifier import Classifier, Session

_MODULES = (
    "tree",
    "grammar",
    "lexer",
    "parse_tree_builder",
    "parsers.lalr_analysis",
    "parsers.lalr_parser",
)
_Row = dict[str, tuple[Any, Any]]


def lark_itself() -> dict[str, Any]:
    """Lark's names, from the package."""
    names: dict[str, Any] = {}
    for module in _MODULES:
        names |= vars(import_module(f"lark.{module}"))
    return names


def pack(lark: "Lark") -> bytes:
    """The table of a parser.

    For each state the actions by the word that comes: a rule's number, or -1 - the next state.
    """
    from lark.parsers.lalr_analysis import Reduce

    parser: Any = lark.parser
    table = parser.parser._parse_table
    numbers = {rule: number for number, rule in enumerate(lark.rules)}
    rows = {
        state: marshal.dumps(
            {
                str(word): numbers[argument] if action is Reduce else -1 - argument
                for word, (action, argument) in row.items()
            }
        )
        for state, row in table.states.items()
    }
    rules = [marshal.dumps(rule.serialize()) for rule in lark.rules]
    return marshal.dumps((rows, rules, dict(table.start_states), dict(table.end_states)))


class Parser:
    """Lark's parser with a packed table.

    lark: Lark's names.  lexer: the words, as `Classifier` gives them.
    """

    def __init__(self, lark: Mapping[str, Any], packed: bytes, lexer: "Classifier") -> None:
        rows, rules, starts, ends = marshal.loads(packed)
        states = _States(lark, rows, rules)
        table = lark["IntParseTable"](states, starts, ends)
        self._parser = lark["_Parser"](table, _Callbacks(lark))
        self._lexer = lexer

    def parse(self, session: "Session", start: str) -> Any:
        """The tree of what the session's text holds."""
        return self._parser.parse(_Words(self._lexer, session), start)


class _Words:
    """The words of a session, as Lark's parser asks for them."""

    def __init__(self, lexer: "Classifier", session: "Session") -> None:
        self._lexer, self._session = lexer, session

    def lex(self, state: Any) -> "Iterator[Token]":
        return self._lexer.lex(self._session, state)


class _States(dict[int, _Row]):
    """The actions of each state, unpacked when the parse first comes to it."""

    def __init__(
        self, lark: Mapping[str, Any], rows: Mapping[int, bytes], rules: list[bytes]
    ) -> None:
        super().__init__()
        self._lark, self._packed, self._packed_rules = lark, rows, rules
        self._rules: dict[int, Any] = {}

    def __missing__(self, state: int) -> _Row:
        row: dict[str, int] = marshal.loads(self._packed[state])
        shift, reduce = self._lark["Shift"], self._lark["Reduce"]
        actions = self[state] = {
            word: (reduce, self._rule(number)) if number >= 0 else (shift, -1 - number)
            for word, number in row.items()
        }
        return actions

    def _rule(self, number: int) -> Any:
        if number not in self._rules:
            lark = self._lark
            rule = lark["Rule"].deserialize(marshal.loads(self._packed_rules[number]), {})
            self._rules[number] = rule
        return self._rules[number]


class _Callbacks(dict[Any, Any]):
    """By rule, what makes its tree, made when the parse first applies the rule."""

    def __init__(self, lark: Mapping[str, Any]) -> None:
        super().__init__()
        self._lark = lark

    def __bool__(self) -> bool:
        # For Lark, none at all means that no trees are wanted.
        return True

    def __missing__(self, rule: Any) -> Any:
        builder = self._lark["ParseTreeBuilder"]([rule], self._lark["Tree"])
        self.update(builder.create_callback())
        return self[rule]
