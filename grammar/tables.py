"""Lark's parser of the problem language with tables that are unpacked state by state.

A problem passes a few dozen of the hundreds of states.
"""

import marshal
import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lark import Lark, Token
    from lark.grammar import Rule

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
Source = tuple[str, Iterable[str], bool]
"""A table or shape of words: its name, the terminals that it gives, and whether it is a table."""


def lark_itself() -> dict[str, Any]:
    """Lark's names, from the package."""
    names: dict[str, Any] = {}
    for module in _MODULES:
        names |= vars(import_module(f"lark.{module}"))
    return names


def pack(lark: "Lark", sources: Iterable[Source]) -> bytes:
    """The tables of a parser.

    For each state the actions by the word that comes, a rule's number, or -1 - the next state, and
    which of the sources of words can give one that may come.
    """
    # Only who makes tables needs it.
    from array import array

    from lark.parsers.lalr_analysis import Reduce

    parser: Any = lark.parser
    table = parser.parser._parse_table
    numbers = {rule: number for number, rule in enumerate(lark.rules)}
    words = sorted({str(word) for row in table.states.values() for word in row})
    places = {word: place for place, word in enumerate(words)}
    # Many states wait for the same words.
    sets: dict[tuple[str, ...], int] = {}
    rows: dict[int, tuple[int, int | bytes]] = {}
    for state, row in table.states.items():
        waiting = tuple(sorted(map(str, row)))
        values = [
            numbers[argument] if action is Reduce else -1 - argument
            for action, argument in (row[word] for word in waiting)
        ]
        packed = values[0] if len(set(values)) == 1 else array("h", values).tobytes()
        rows[state] = sets.setdefault(waiting, len(sets)), packed
    packed_sets = [
        (array("h", map(places.__getitem__, waiting)).tobytes(), _giving(sources, waiting))
        for waiting in sets
    ]
    rules = [marshal.dumps(_plain_rule(rule)) for rule in lark.rules]
    starts, ends = dict(table.start_states), dict(table.end_states)
    return marshal.dumps((list(map(sys.intern, words)), packed_sets, rows, rules, starts, ends))


def _giving(sources: Iterable[Source], words: tuple[str, ...]) -> bytes:
    """The sources that give one of these words, with what they give of them."""
    given = ((name, tuple(sorted({*gives} & {*words})), table) for name, gives, table in sources)
    return marshal.dumps(
        [(sys.intern(name), gives, table) for name, gives, table in given if gives]
    )


def _plain_rule(rule: "Rule") -> tuple[Any, ...]:
    options = rule.options
    # Names are tokens of Lark's own parser.
    return (
        sys.intern(str(rule.origin.name)),
        tuple(
            (sys.intern(str(part.name)), part.is_term, getattr(part, "filter_out", False))
            for part in rule.expansion
        ),
        rule.order,
        None if rule.alias is None else str(rule.alias),
        (options.keep_all_tokens, options.expand1, options.priority, options.template_source),
        tuple(options.empty_indices),
    )


class Tables:
    """What was packed; it is unpacked where the parse comes to it.

    lark: Lark's names.
    """

    def __init__(self, lark: Mapping[str, Any], packed: bytes) -> None:
        words, self._sets, self._rows, rules, starts, ends = marshal.loads(packed)
        states = _States(words, self._sets, self._rows, _Actions(lark, rules))
        self.lark_table = lark["IntParseTable"](states, starts, ends)

    def sources(self, state: int) -> list[Source]:
        """The sources of words that can give one that may come in this state, in their order."""
        number, _ = self._rows[state]
        _, packed = self._sets[number]
        sources: list[Source] = marshal.loads(packed)
        return sources


class Parser:
    """Lark's parser with packed tables.

    lark: Lark's names.  lexer: the words, as `Classifier` gives them.
    """

    def __init__(self, lark: Mapping[str, Any], tables: Tables, lexer: "Classifier") -> None:
        self._parser = lark["_Parser"](tables.lark_table, _Callbacks(lark))
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

    def __init__(self, words: list[str], sets: Any, rows: Any, actions: "_Actions") -> None:
        super().__init__()
        self._words, self._sets, self._packed, self._actions = words, sets, rows, actions

    def __missing__(self, state: int) -> _Row:
        number, values = self._packed[state]
        words = [self._words[place] for place in _numbers(self._sets[number][0])]
        actions = self._actions
        if isinstance(values, int):
            row = dict.fromkeys(words, actions[values])
        else:
            row = {
                word: actions[value] for word, value in zip(words, _numbers(values), strict=True)
            }
        self[state] = row
        return row


def _numbers(packed: bytes) -> Iterable[int]:
    return memoryview(packed).cast("h")


class _Actions(dict[int, tuple[Any, Any]]):
    """Lark's actions by their numbers."""

    def __init__(self, lark: Mapping[str, Any], rules: list[bytes]) -> None:
        super().__init__()
        self._lark, self._rules = lark, rules

    def __missing__(self, number: int) -> tuple[Any, Any]:
        lark = self._lark
        if number < 0:
            self[number] = lark["Shift"], -1 - number
        else:
            self[number] = lark["Reduce"], _rule(lark, *marshal.loads(self._rules[number]))
        return self[number]


def _rule(
    lark: Mapping[str, Any],
    origin: str,
    expansion: tuple[tuple[str, bool, bool], ...],
    order: int,
    alias: str | None,
    options: tuple[Any, ...],
    empty_indices: tuple[bool, ...],
) -> "Rule":
    terminal, nonterminal = lark["Terminal"], lark["NonTerminal"]
    symbols = [
        terminal(name, filter_out) if is_term else nonterminal(name)
        for name, is_term, filter_out in expansion
    ]
    made = lark["RuleOptions"](*options, empty_indices)
    rule: Rule = lark["Rule"](nonterminal(origin), symbols, order, alias, made)
    return rule


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
