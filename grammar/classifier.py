"""Tags the words of a problem for the parser: Popeye's words depend on what stood before.

The parser's state says which terminals may follow, hence which tables are in force; they are asked
in a fixed order, from the most special to the commands.  So a word that does not fit the arguments
of a condition is tried as the next condition, then as a command, as Popeye does.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

import msgspec

from grammar.keywords import Ambiguous, Keyword, Vocabulary, rows
from grammar.shapes import (
    GLUED,
    MOST_GLUED_RANKS,
    PART_SHAPES,
    SHAPES,
    WORD_SHAPES,
    Match,
    on_board,
    split_men,
    walk_id,
)
from grammar.words import Input, shown
from solver.model.errors import InputError
from solver.model.play import GoalDeclaration, PlayDeclaration
from solver.model.position import Place
from solver.model.problem import OwnCondition, OwnPiece

if TYPE_CHECKING:
    from lark import Token

    from grammar.tables import Source, Tables
    from solver.model.declaration import PieceDeclaration

# Stipulations of people are far below these; the trees are walked by recursion.
DEEPEST = 150
MOST_OPERATORS = 60
# Statements of our own begin with these.
OWN_WORDS = ("declare", "board")
_LISTS = ("conditions", "options", "twins", "structure", "commands")
# Before and behind what may follow a condition.
_FIRST = (*PART_SHAPES, "attributes", *WORD_SHAPES)
_LAST = ("circe", "colours", *_LISTS)
FIXED_SOURCES = (*_FIRST, *_LAST)
"""The names of those sources that no vocabulary adds."""
# Words by which men come onto the board.
_PLACING = frozenset(["PIECES", "FORSYTH", "GAME_ARRAY"])
States = dict[int, dict[str, tuple[Any, Any]]]


class Session(msgspec.Struct):
    """One problem being read: the text, its words, and what was noticed on the way.

    declared: what `declare piece` says, in order; own_pieces: the same for the problem.
    own_plays: what `declare goal` and `declare stipulation` say.
    own_conditions: what `declare condition` says.
    placed: men were put on the board.
    stopped: reading stopped at a word that Popeye does not read on from.
    last: the word before, for hints.  operators: how many `&` and `|` were read.
    """

    input: Input
    vocabulary: Vocabulary
    notes: list[tuple[Place | None, str]] = msgspec.field(default_factory=list)
    declared: "list[PieceDeclaration]" = msgspec.field(default_factory=list)
    own_pieces: list[OwnPiece] = msgspec.field(default_factory=list)
    own_plays: list[GoalDeclaration | PlayDeclaration] = msgspec.field(default_factory=list)
    own_conditions: list[OwnCondition] = msgspec.field(default_factory=list)
    placed: bool = False
    stopped: bool = False
    last: "Token | None" = None
    operators: int = 0

    def note(self, position: int, text: str) -> None:
        """Remember something that a person should know."""
        self.notes.append((self.input.place(position), text))


class _Source(msgspec.Struct, frozen=True):
    """A table or shape that may be in force: its name and the terminals it can give."""

    name: str
    terminals: Iterable[str]
    is_table: bool


class ParserView:
    """What the parser could take next; Lark's tables, read only."""

    def __init__(self, parser_state: Any) -> None:
        self.states: States = parser_state.parse_conf.states
        self.stack: list[int] = parser_state.state_stack
        self._end: int = parser_state.parse_conf.end_state

    @property
    def actions(self) -> dict[str, tuple[Any, Any]]:
        """The actions of the present state, by terminal; some may turn out to be impossible."""
        return self.states[self.stack[-1]]

    def accepts(self, terminal: str) -> bool:
        """Whether the parser can take `terminal` now, found by trying its reductions."""
        if terminal not in self.actions:
            return False
        stack = list(self.stack)
        while stack[-1] != self._end:
            action = self.states[stack[-1]].get(terminal)
            if action is None:
                return False
            argument = action[1]
            if isinstance(argument, int):
                return True
            size = len(argument.expansion)
            if size:
                del stack[-size:]
            stack.append(self.states[stack[-1]][argument.origin.name][1])
        return terminal == "$END"

    def in_force(self, source: _Source) -> bool:
        """Whether a word of this table or shape can stand here."""
        return any(self.accepts(terminal) for terminal in source.terminals)


class Classifier:
    """A lexer for Lark: yields the words of a `Session` with the terminals that the parser can use.

    token: Lark's class for a word.  tables: tell which sources can give a word in a state.
    """

    def __init__(self, token: "type[Token]", tables: "Tables") -> None:
        self._token = token
        self._tables = tables
        self._in_force: dict[int, list[_Source]] = {}

    def lex(self, session: Session, parser_state: Any) -> "Iterator[Token]":
        """Words one by one; each is looked up only after the parser has taken the one before."""
        view = ParserView(parser_state)
        while True:
            token = self._next(session, view)
            if token is None:
                return
            session.last = token
            session.placed = session.placed or token.type in _PLACING
            yield token
            if token.type in ("END", "NEXT"):
                return

    def _next(self, session: Session, view: ParserView) -> "Token | None":
        input = session.input
        if len(view.stack) > DEEPEST:
            raise input.error("the expression is nested too deeply", input.position)
        self._go_to_word(session, view.actions)
        sources = self._candidates(view.stack[-1])
        if input.position >= len(input.text):
            if view.accepts("$END"):
                return None
            names = [s.name for s in sources if view.in_force(s)]
            raise input.error("the text ends too early", input.position, expected=_expected(names))
        match = self._match(session, view, sources)
        if match is None:
            self._give_up(session, view, sources)
            return None
        if match.terminal in ("AND", "OR"):
            session.operators += 1
            if session.operators > MOST_OPERATORS:
                raise input.error("the expression has too many operators", input.position)
        start, input.position = input.position, match.end
        if match.note:
            session.note(start, match.note)
        return self._token(match.terminal, match.value, start_pos=start, end_pos=match.end)

    def _go_to_word(self, session: Session, actions: dict[str, Any]) -> None:
        """Skip separators, except before the rest of a line and inside a glued stipulation."""
        last = session.last
        inside = last is not None and last.type in GLUED and not GLUED.isdisjoint(actions)
        if "TEXT" not in actions and ("LENGTH" in actions or not inside):
            session.input.skip_separators()

    def _match(self, session: Session, view: ParserView, sources: list[_Source]) -> Match | None:
        word = session.input.word().lower()
        for source in sources:
            if source.is_table:
                match = self._keyword(session, view, source, word)
            else:
                match = SHAPES[source.name](session.input, session.vocabulary)
            if match and view.accepts(match.terminal):
                return match
        if word in OWN_WORDS and view.accepts("DECLARATION"):
            # Most problems have none.
            from grammar.own_words import own_statement

            return own_statement(session, word)
        return None

    def _keyword(
        self,
        session: Session,
        view: ParserView,
        source: _Source,
        word: str,
    ) -> Match | None:
        if not word or word in OWN_WORDS:
            return None
        if source.name == "attributes" and _is_code(session.vocabulary, word):
            return None
        input, found = session.input, session.vocabulary.table(source.name).find(word)
        if found is None:
            return None
        if isinstance(found, Ambiguous):
            if not view.in_force(source):
                return None
            raise _ambiguous(session, word, found, source.name)
        end = input.position + len(word)
        return Match(found.terminal, found.id, end, self._clash(session, word, source.name))

    def _clash(self, session: Session, word: str, table: str) -> str:
        """A remark when a word that looks like a command is taken by the list before it."""
        if table in ("structure", "commands", "twins") or len(word) < 3:
            return ""
        command = session.vocabulary.table("commands").find(word)
        taken = session.vocabulary.table(table).find(word)
        if command is None or isinstance(command, Ambiguous) or taken is None:
            return ""
        if isinstance(taken, Ambiguous) or taken.spelling.lower() == word:
            return ""
        return f"{shown(word)} is read as {taken.spelling}, not as the command {command.spelling}"

    def _candidates(self, state: int) -> list[_Source]:
        """The sources that can give a terminal of this state, in the order of asking."""
        if state not in self._in_force:
            self._in_force[state] = [_Source(*source) for source in self._tables.sources(state)]
        return self._in_force[state]

    def _give_up(self, session: Session, view: ParserView, sources: list[_Source]) -> None:
        """Nothing fits: complain, or stop where Popeye would stop without a word."""
        error = _unknown(session, [s for s in sources if view.in_force(s)])
        if view.accepts("TWIN") and not view.accepts("PIECES"):
            text = f"{error.message}; Popeye stops reading the file here"
            if error.nearest:
                text += f" (did you mean {error.nearest!r}?)"
            session.note(session.input.position, text)
            session.stopped = True
        else:
            raise error


def _is_code(words: Vocabulary, word: str) -> bool:
    """Whether a word must be a piece: where squares stand apart, "K" is no short Kamikaze."""
    return words.board.height > MOST_GLUED_RANKS and walk_id(word, words) is not None


def all_sources(vocabulary: Vocabulary) -> "Iterator[Source]":
    """All tables and shapes, from the most special to the most general."""
    arguments = dict.fromkeys(row["table"] for row in rows("arguments"))
    for name in (*_FIRST, *arguments, *_LAST):
        if name in SHAPES:
            yield name, {name, f"{name}_ON"}, False
        else:
            yield name, vocabulary.table(name).terminals, True


def _ambiguous(session: Session, word: str, found: Ambiguous, table: str) -> InputError:
    choices = [keyword.spelling for keyword in found.keywords]
    message = f"{shown(word)} is ambiguous"
    if table == "attributes":
        message += " among the attributes; write a piece and its squares in one word"
    if len(choices) > 8:
        choices = [*choices[:8], "..."]
    return session.input.error(message, session.input.position, length=len(word), expected=choices)


def _unknown(session: Session, sources: list[_Source]) -> InputError:
    input, vocabulary = session.input, session.vocabulary
    word = input.word()
    names = [source.name for source in sources]
    if not word:
        character = input.text[input.position]
        message = f"the character {character!r} cannot stand here"
        return input.error(message, input.position, expected=_expected(names))
    nearest: str | None = None
    known = False
    keywords: list[str] = []
    for source in sources:
        if source.is_table:
            table = vocabulary.table(source.name)
            known |= len(word) > 2 and isinstance(table.find(word.lower()), Keyword)
            if nearest is None and input.suggestions > 0:
                nearest = table.nearest(word)
            if source.name not in _LISTS and len(table.keywords) <= 6:
                keywords += [keyword.spelling for keyword in table.keywords]
    input.suggestions -= 1
    message = _bad_square(session, names)
    if known and not message:
        message, nearest = f"the word {shown(word)} cannot stand here", None
    elif not message:
        message = f"unknown word {shown(word)}" + _attribute_hint(session)
    return input.error(
        message,
        input.position,
        length=len(word),
        expected=_expected(names, keywords),
        nearest=nearest,
    )


def _expected(names: list[str], keywords: Iterable[str] = ()) -> tuple[str, ...]:
    # Only complaints need these words.
    from grammar.phrases import expectations

    return expectations(names, keywords)


def _bad_square(session: Session, names: list[str]) -> str:
    """The complaint when a word is a piece with a square that does not exist."""
    word, vocabulary = session.input.word(), session.vocabulary
    if "MEN" not in names or len(word) > 128:
        return ""
    if vocabulary.board.height > MOST_GLUED_RANKS:
        for code, squares in ((word[:n], word[n:]) for n in (1, 2)):
            if walk_id(code, vocabulary) and on_board(squares, vocabulary):
                return f"walk and squares are separate words on this board: {code} {squares}"
        return ""
    code, squares = split_men(word)
    if walk_id(code, vocabulary) is None:
        return ""
    pairs = [squares[i : i + 2] for i in range(0, len(squares), 2)]
    good = [on_board(pair, vocabulary) is not None for pair in pairs]
    if not any(good) and not (pairs and pairs[0][1:].isdigit()):
        return ""
    bad = next((pair for pair, ok in zip(pairs, good, strict=True) if not ok), "")
    return f"there is no square {bad!r}" if bad else ""


def _attribute_hint(session: Session) -> str:
    last = session.last
    if last is None or last.type != "ATTRIBUTE" or last.end_pos is None or last.start_pos is None:
        return ""
    written = session.input.text[last.start_pos : last.end_pos]
    if len(written) > 2:
        return ""
    return f" ({written!r} was read as {last}; write a piece and its squares in one word)"
