"""The parser's table, of which a state is read from the cache when the parse comes to it.

A problem passes a few dozen of the hundreds of states; Lark reads all of them.
"""

import marshal
from collections.abc import Mapping
from typing import Any

from lark.grammar import Rule
from lark.parsers.lalr_analysis import IntParseTable, Reduce, Shift
from lark.parsers.lalr_parser import LALR_Parser, _Parser

_Row = dict[str, tuple[Any, Any]]


class LazyParser(LALR_Parser):
    """Lark's LALR parser (a plugin of Lark's for it), saved as a table of rows."""

    def serialize(self, memo: Any = None) -> dict[str, Any]:
        """What `deserialize` reads: Lark's own form, each row of it packed."""
        saved: dict[str, Any] = super().serialize(memo)
        words = saved.pop("tokens")
        rows = {
            state: {
                words[word]: rule["@"] if reduces else -1 - rule
                for word, (reduces, rule) in row.items()
            }
            for state, row in saved["states"].items()
        }
        return {**saved, "states": {state: marshal.dumps(row) for state, row in rows.items()}}

    @classmethod
    def deserialize(  # type: ignore[override]
        cls, data: Any, memo: Any, callbacks: Any, debug: bool = False
    ) -> "LazyParser":
        """The parser, from what `serialize` wrote."""
        parser = cls.__new__(cls)
        states = _Rows(data["states"], memo)
        make: Any = IntParseTable
        table = make(states, data["start_states"], data["end_states"])
        parser._parse_table = table
        parser.parser = _Parser(table, callbacks, debug)
        return parser


class _Rows(dict[int, _Row]):
    """The actions of each state, by the word that comes; unpacked when first asked for.

    Packed: a rule's number in Lark's memo, or -1 - the state that is next.
    """

    def __init__(self, packed: Mapping[int, bytes], rules: Mapping[int, Rule]) -> None:
        super().__init__()
        self._packed, self._rules = packed, rules

    def __missing__(self, state: int) -> _Row:
        row: dict[str, int] = marshal.loads(self._packed[state])
        actions = {
            word: (Reduce, self._rules[number]) if number >= 0 else (Shift, -1 - number)
            for word, number in row.items()
        }
        self[state] = actions
        return actions
