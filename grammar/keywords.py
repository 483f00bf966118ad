"""The vocabularies: tables of keywords in three languages, read when they are first needed.

A table is a file of tab-separated columns in vocabulary/: `id` (the English keyword), one column
for each language, and what the grammar wants to know about the word.  To add a word: a row there.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING

import msgspec

from grammar.files import beside, read_text
from solver.model.board import ORTHODOX_BOARD, Board
from solver.model.problem import Language
from solver.model.stipulation import Goal

if TYPE_CHECKING:
    from grammar.library.conditions import Conditions
    from grammar.library.plays import Plays

# Tables whose column `arguments` names the terminal, with the prefix of that terminal.
_BY_ARGUMENTS = {"conditions": "CONDITION", "options": "OPTION"}


class Keyword(msgspec.Struct, frozen=True):
    """A keyword of a table: its id, how it is spelt, and the terminal it is for the grammar."""

    id: str
    spelling: str
    terminal: str


class Ambiguous(msgspec.Struct, frozen=True):
    """A word that begins several keywords of a table."""

    keywords: tuple[Keyword, ...]


@cache
def rows(name: str) -> tuple[dict[str, str], ...]:
    """The rows of a vocabulary file, each by name of column."""
    head, *lines = _cells(name)
    return tuple([dict(zip(head, line, strict=True)) for line in lines])


def _cells(name: str, most: int = -1) -> list[list[str]]:
    """The columns of a vocabulary file, line by line; the first line names them.

    most: how many tabs count, if not all.
    """
    text = read_text(beside(__file__, "vocabulary", f"{name}.tsv"))
    return [line.split("\t", most) for line in text.split("\n") if line and line[:2] != "# "]


def _cells_of(table: str) -> tuple[list[str], list[list[str]]]:
    """The columns and the rows of a table: of a file, or of a list in arguments.tsv."""
    try:
        head, *lines = _cells(table)
    except FileNotFoundError:
        head, *lines = _cells("arguments")
        column = head.index("table")
        lines = [line for line in lines if line[column] == table]
        if not lines:
            raise KeyError(table) from None
    return head, lines


class Table:
    """The keywords that are in force together, in one language."""

    def __init__(self, keywords: Iterator[Keyword]) -> None:
        self.keywords = tuple(keywords)
        self.terminals = frozenset(keyword.terminal for keyword in self.keywords)
        self._lower = [(keyword.spelling.lower(), keyword) for keyword in self.keywords]
        self._found: dict[str, Keyword | Ambiguous | None] = {}

    def find(self, word: str) -> Keyword | Ambiguous | None:
        """The keyword that `word` (lower case) is or begins."""
        if word not in self._found:
            if len(self._found) > 1000:
                self._found.clear()
            self._found[word] = self._search(word)
        return self._found[word]

    def _search(self, word: str) -> Keyword | Ambiguous | None:
        hits = []
        for spelling, keyword in self._lower:
            if spelling == word:
                return keyword
            if spelling.startswith(word):
                hits.append(keyword)
        if len(hits) > 1:
            return Ambiguous(tuple(hits))
        return hits[0] if hits else None

    def nearest(self, word: str) -> str | None:
        """The keyword most like a misspelt word, or None."""
        # Only complaints need this module.
        from difflib import get_close_matches

        spellings = {spelling: keyword.spelling for spelling, keyword in self._lower}
        found = get_close_matches(word[:60].lower(), spellings, 1, 0.7)
        return spellings[found[0]] if found else None


class Vocabulary:
    """All tables in one language."""

    def __init__(self, language: Language) -> None:
        self.language = language
        self._tables: dict[str, Table] = {}
        self._codes: dict[str, str] | None = None
        self._names: dict[str, str] = {}
        self._goals: dict[str, Goal] = {}
        self._plays: Plays | None = None
        self._conditions: Conditions | None = None
        self.board = ORTHODOX_BOARD
        self.board_given = False

    def table(self, name: str) -> Table:
        """A table by name: a file of vocabulary/, or a list of arguments.tsv."""
        if name not in self._tables:
            self._tables[name] = Table(self._keywords(name))
        return self._tables[name]

    def _keywords(self, name: str) -> Iterator[Keyword]:
        head, lines = _cells_of(name)
        id, spelling = head.index("id"), head.index(self.language.value)
        terminal = _terminals(name, head)
        for line in lines:
            if line[spelling]:
                yield Keyword(line[id], line[spelling], terminal(line))

    @property
    def walks(self) -> dict[str, str]:
        """Ids of walks by code (lower case)."""
        if self._codes is None:
            head, *lines = _cells("walks", most=1 + len(Language))
            code, id = head.index(self.language.value), head.index("id")
            self._codes = {line[code]: line[id] for line in lines}
        return self._codes

    def with_piece(
        self,
        id: str,
        codes: Mapping[str, str],
        names: Iterable[str] = (),
        options: Iterable[str] = (),
    ) -> "Vocabulary":
        """The same words, and those for one more piece: its code, its id, its names and options."""
        from grammar.names import name_key

        more = self._copy()
        code = codes.get(self.language.value)
        if code is not None:
            more._codes = {**self.walks, code.lower(): id}
        more._names = {**self._names, **{name_key(name): id for name in (id, *names)}}
        for option in options:
            for name in (id, *names):
                more._names[name_key(f"{name} {option}")] = f"{id} {option}"
        return more

    def with_board(self, board: Board) -> "Vocabulary":
        """The same words, with the squares of another board."""
        more = self._copy()
        more.board, more.board_given = board, True
        return more

    def with_plays(self, plays: "Plays") -> "Vocabulary":
        """The same words, with these declared goals and stipulations."""
        more = self._copy()
        more._plays = plays
        return more

    def with_conditions(self, conditions: "Conditions") -> "Vocabulary":
        """The same words, with these declared conditions."""
        more = self._copy()
        more._conditions = conditions
        return more

    @property
    def conditions(self) -> "Conditions":
        """The declared conditions."""
        if self._conditions is None:
            # Only what stands in braces needs them.
            from grammar.library.conditions import conditions

            self._conditions = conditions()
        return self._conditions

    @property
    def has_own_conditions(self) -> bool:
        """Whether there are conditions besides those of the library."""
        return self._conditions is not None and bool(self._conditions.own())

    def with_goals(self, goals: Mapping[str, Goal]) -> "Vocabulary":
        """The same words, and goals that stand for others."""
        more = self._copy()
        more._goals = {**self._goals, **goals}
        return more

    @property
    def plays(self) -> "Plays":
        """The declared goals and stipulations."""
        if self._plays is None:
            # Only what stands in braces needs them.
            from grammar.library.plays import plays

            self._plays = plays()
        return self._plays

    def goal_named(self, name: str) -> Goal | None:
        """The declared goal of that name, None when there is none."""
        return self._goals.get(name) or self.plays.goal(name, self.board)

    def _copy(self) -> "Vocabulary":
        more = Vocabulary(self.language)
        more._goals, more._plays = self._goals, self._plays
        more._conditions = self._conditions
        more._tables, more._codes, more._names = self._tables, self._codes, self._names
        more.board, more.board_given = self.board, self.board_given
        return more

    def piece_named(self, name: str) -> str | None:
        """The id of the piece with that full name in any language, or None."""
        from grammar.names import name_key, piece_called

        return self._names.get(name_key(name)) or piece_called(name)

    def piece_called(self, name: str) -> str | None:
        """The id of the piece with that full name or code, or None."""
        return self.piece_named(name) or self.walks.get(name.lower())

    @property
    def codes(self) -> dict[str, str]:
        """Codes of walks (lower case) by id."""
        return {id: code for code, id in self.walks.items()}

    def spelling(self, table: str, id: str) -> str:
        """How the keyword `id` is written; KeyError when this language has no word for it."""
        for keyword in self.table(table).keywords:
            if keyword.id == id:
                return keyword.spelling
        raise KeyError(id)


def _terminals(table: str, head: list[str]) -> Callable[[list[str]], str]:
    """Tells the terminal of a row of a table with these columns."""
    prefix = _BY_ARGUMENTS.get(table)
    if prefix is not None:
        column = head.index("arguments")
        return lambda line: f"{prefix}_{line[column].upper() or 'PLAIN'}"
    if "terminal" not in head:
        return lambda line: "ATTRIBUTE"
    column = head.index("terminal")
    return lambda line: line[column] or "ATTRIBUTE"


@cache
def vocabulary(language: Language) -> Vocabulary:
    """The vocabulary of a language; made once."""
    return Vocabulary(language)
