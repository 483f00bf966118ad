"""Lark's parser of the problem language in a form that is there at once.

Importing Lark takes longer than solving a short problem, and a problem passes a few dozen of the
hundreds of states of the parser.  So what is kept is that part of Lark's source which runs a
parser (the sections that Lark's stand-alone generator takes), compiled, and Lark's table by states.
"""

import marshal
from collections.abc import Mapping
from functools import partial
from importlib import import_module
from types import CodeType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lark import Lark

    from grammar.classifier import Classifier, Session

_MODULES = ("tree", "grammar", "lexer", "parse_tree_builder")
_PARSER_MODULES = ("lalr_analysis", "lalr_parser")
_Row = dict[str, tuple[Any, Any]]


def lark_itself() -> dict[str, Any]:
    """Lark's names, from the package."""
    names: dict[str, Any] = {}
    for module in (*_MODULES, *(f"parsers.{name}" for name in _PARSER_MODULES)):
        names |= vars(import_module(f"lark.{module}"))
    return names


def lark_compiled() -> CodeType:
    """A module with those names that does without the package."""
    from pathlib import Path

    import lark
    from lark.tools import standalone

    generator: Any = standalone
    folder = Path(lark.__file__).parent
    source = ""
    for name in generator.EXTRACT_STANDALONE_FILES:
        with open(folder / name, encoding="utf-8") as file:
            lines = generator.extract_sections(file)["standalone"].splitlines(keepends=True)
        source += generator.strip_docstrings(partial(next, iter(lines)))
    return compile(source, "<lark>", "exec")


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
        self._parser = lark["_Parser"](
            lark["IntParseTable"](states, starts, ends), states.callbacks
        )
        self._words = lark["LexerThread"].from_custom_input
        self._lexer = lexer

    def parse(self, session: "Session", start: str) -> Any:
        """The tree of what the session's text holds."""
        return self._parser.parse(self._words(self._lexer, session), start)


class _States(dict[int, _Row]):
    """The actions of each state, unpacked when the parse first comes to it.

    callbacks: by rule, what makes its tree; for the rules of the states that were unpacked.
    """

    def __init__(
        self, lark: Mapping[str, Any], rows: Mapping[int, bytes], rules: list[bytes]
    ) -> None:
        super().__init__()
        self.callbacks: dict[Any, Any] = {}
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
            self.callbacks |= lark["ParseTreeBuilder"]([rule], lark["Tree"]).create_callback()
        return self._rules[number]
