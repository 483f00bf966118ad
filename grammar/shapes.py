"""Words that are known by their shape: squares, numbers, pieces, parts of stipulations.

Each shape looks at the text where a word begins and says how the grammar should call it.  To add
one: a function and a line in `SHAPES`, its terminal in a .lark file, its name in phrases.py.
"""

import re
from collections.abc import Callable
from functools import cache

import msgspec

from grammar.keywords import Vocabulary, rows
from grammar.words import Input, plain_name, shown
from solver.model.errors import InputError
from solver.model.stipulation import Goal


class Match(msgspec.Struct, frozen=True):
    """A recognised word: its terminal, canonical value, where it ends, and a remark about it."""

    terminal: str
    value: str
    end: int
    note: str = ""


Shape = Callable[[Input, Vocabulary], Match | None]

_BRACED = r"\{([^{};\"\n]*)\}"
_NEIGHBOURS = frozenset(
    ["king", "knight", "wazir", "fers", "camel", "alfil", "zebra", "dabbaba", "giraffe", "antelope"]
)
# Beyond these `Ra10b1` could not be told from R on two squares.
MOST_GLUED_RANKS = 9
AXES = ("a1<-->h1", "a1<-->a8", "a1<-->h8", "a8<-->h1")
DEGREES = ("90", "180", "270")


@cache
def _regex(pattern: str) -> re.Pattern[str]:
    """A pattern, compiled when it is first needed: most problems need few of them."""
    return re.compile(pattern, re.I)


def _whole(terminal: str, pattern: str) -> Shape:
    """Words that fit a pattern as a whole."""

    def shape(input: Input, vocabulary: Vocabulary) -> Match | None:
        word = input.word()
        if not _regex(pattern).fullmatch(word):
            return None
        return Match(terminal, word.lower(), input.position + len(word))

    return shape


def _number(terminal: str, pattern: str) -> Shape:
    """Parts of words that fit a pattern, which begins with a digit."""

    def shape(input: Input, vocabulary: Vocabulary) -> Match | None:
        if not input.text[input.position : input.position + 1].isdigit():
            return None
        match = _regex(pattern).match(input.text, input.position)
        return match and Match(terminal, match[0].lower(), match.end())

    return shape


def _literal(terminal: str, text: str) -> Shape:
    """Parts of words that are just this text."""

    def shape(input: Input, vocabulary: Vocabulary) -> Match | None:
        end = input.position + len(text)
        found = input.text[input.position : end].lower() == text
        return Match(terminal, text, end) if found else None

    return shape


def _leading(terminal: str, pattern: str, most: int | None = None) -> Shape:
    """Numbers; Popeye ignores what follows them in the word, which deserves a remark."""

    def shape(input: Input, vocabulary: Vocabulary) -> Match | None:
        word = input.word()
        match = _regex(pattern).match(word)
        if match is None or (most is not None and int(match[0]) > most):
            return None
        rest = word[match.end() :]
        note = f"{shown(rest)} after {match[0]} is ignored" if rest else ""
        parts = (part.lstrip("0") or "0" for part in match[0].split(":"))
        return Match(terminal, ":".join(parts), input.position + len(word), note)

    return shape


def on_board(word: str, vocabulary: Vocabulary) -> list[str] | None:
    """The squares of a word like "a1b2", in small letters; None when not all are on the board."""
    board, squares = vocabulary.board, split_squares(word.lower())
    for name in squares:
        file, rank = ord(name[0]) - ord("a"), name[1:]
        if not (0 <= file < board.width and rank and rank[0] != "0" and len(rank) <= 2):
            return None
        if int(rank) > board.height:
            return None
    return squares or None


def _square_words(terminal: str, least: int = 1, most: int | None = None) -> Shape:
    """Squares in one word, so many of them."""

    def shape(input: Input, vocabulary: Vocabulary) -> Match | None:
        word = input.word()
        squares = on_board(word, vocabulary)
        if squares is None or len(squares) < least or (most and len(squares) > most):
            return None
        return Match(terminal, word.lower(), input.position + len(word))

    return shape


def _one_square(input: Input, vocabulary: Vocabulary) -> Match | None:
    word = input.word()
    squares = on_board(word, vocabulary)
    if squares is None:
        return None
    rest = word[len(squares[0]) :]
    note = f"{shown(rest)} after the square is ignored" if rest else ""
    return Match("ONE_SQUARE", squares[0], input.position + len(word), note)


def _goal_square(input: Input, vocabulary: Vocabulary) -> Match | None:
    rank = "(?:1[0-6]|[1-9])" if vocabulary.board.height > 9 else "[1-9]"
    match = _regex("[a-p]" + rank).match(input.text, input.position)
    if match is None or on_board(match[0], vocabulary) is None:
        return None
    return Match("GOAL_SQUARE", match[0].lower(), match.end())


def walk_id(code: str, vocabulary: Vocabulary) -> str | None:
    """The walk that a code names ("q", "r/b"), None when there is no such code."""
    home, slash, away = code.lower().partition("/")
    walk = vocabulary.walks.get(home)
    if not slash or walk is None:
        return walk
    other = vocabulary.walks.get(away)
    return other and f"hunter({walk},{other})"


def split_squares(squares: str) -> list[str]:
    """The parts of a word like "a1b2": characters, each with the digits behind it."""
    parts: list[str] = []
    for at, character in enumerate(squares):
        if at and "0" <= character <= "9":
            parts[-1] += character
        else:
            parts.append(character)
    return parts


def split_men(word: str) -> tuple[str, str]:
    """Cut a word into walk code and squares: the squares come in pairs of characters.

    So an odd length means a walk of one character, an even one a walk of two, and the same holds
    for the part of a hunter behind its slash.
    """
    start = word.find("/") + 1
    cut = start + (1 if (len(word) - start) % 2 else 2)
    return word[:cut], word[cut:]


def _braces(input: Input) -> re.Match[str] | None:
    """What stands in braces here."""
    if not input.text.startswith("{", input.position):
        return None
    return _regex(_BRACED).match(input.text, input.position)


class _Braced(msgspec.Struct, frozen=True):
    """A code with a full name in it: the walk, where it ends, and the squares glued to it."""

    walk: str
    squares: str
    end: int


def _braced_code(input: Input, vocabulary: Vocabulary, *, glued: bool) -> _Braced | None:
    """`{name}`, `{name}/{name}`, `{name}/B` or `B/{name}`; None when it is no such code.

    glued: squares follow in the same word.  Raises InputError for a name in braces that no piece
    has.
    """
    if "{" not in input.text[input.position : input.position + len("xx/{")]:
        return None
    match = _regex(rf"(?:{_BRACED}|([a-z0-9]{{1,2}})(?=/\{{))(/{_BRACED}|/)?").match(
        input.text, input.position
    )
    if match is None:
        return None
    name, code, rest, other = match.groups()
    if name is not None:
        home: str | None = _named(input, vocabulary, name, match.start(1))
    else:
        home = vocabulary.walks.get(code.lower())
    away, squares, end = None, input.word(match.end()), match.end() + len(input.word(match.end()))
    if other is not None:
        away = _named(input, vocabulary, other, match.start(4))
    elif rest:
        code, squares = split_men(squares) if glued else (squares, "")
        away = vocabulary.walks.get(code.lower())
    if home is None or (rest and away is None) or bool(squares) != glued:
        return None
    return _Braced(f"hunter({home},{away})" if rest else home, squares, end)


def _named(input: Input, vocabulary: Vocabulary, name: str, start: int) -> str:
    id = vocabulary.piece_named(name)
    if id is None:
        piece, _, option = name.rpartition(" ")
        known = vocabulary.piece_named(piece)
        message = f"no piece is called {shown(name)}"
        if known is not None:
            message = f"{known} has no option {shown(option)}"
        raise input.error(message, start, length=len(name))
    return id


def _walk(input: Input, vocabulary: Vocabulary) -> Match | None:
    braced = _braced_code(input, vocabulary, glued=False)
    if braced is not None:
        return Match("WALK", braced.walk, braced.end)
    word = input.word()
    walk = walk_id(word, vocabulary) if len(word) <= 5 else None
    return (walk and Match("WALK", walk, input.position + len(word))) or None


def _neighbour_walk(input: Input, vocabulary: Vocabulary) -> Match | None:
    match = _walk(input, vocabulary)
    if match is None or match.value not in _NEIGHBOURS:
        return None
    return Match("NEIGHBOUR_WALK", match.value, match.end)


def _men(input: Input, vocabulary: Vocabulary) -> Match | None:
    braced = _braced_code(input, vocabulary, glued=True)
    if braced is not None:
        squares, end = braced.squares, braced.end
        if on_board(squares, vocabulary) is None:
            message = f"{shown(squares)} are not squares of the board"
            raise input.error(message, end - len(squares), length=len(squares))
        return Match("MEN", f"{braced.walk}\t{squares.lower()}", end)
    word = input.word()
    if vocabulary.board.height > MOST_GLUED_RANKS:
        return None
    code, squares = split_men(word)
    named = walk_id(code, vocabulary)
    if named is None or on_board(squares, vocabulary) is None:
        return None
    return Match("MEN", f"{named}\t{squares.lower()}", input.position + len(word))


def _own_condition(input: Input, vocabulary: Vocabulary) -> Match | None:
    """The name of a declared condition: in braces, or as it is if no other word is like it."""
    match = _braces(input)
    if match is None and not vocabulary.has_own_conditions:
        return None
    from grammar.own_conditions import is_free, keyword_called

    if match is None:
        word = input.word()
        declared = vocabulary.conditions.own_called(word) if is_free(word, vocabulary) else None
        end = input.position + len(word)
        return None if declared is None else Match("OWN_CONDITION", declared.name, end)
    name = " ".join(match[1].split())
    keyword = keyword_called(name, vocabulary)
    if keyword is not None:
        return Match(keyword.terminal, keyword.id, match.end())
    found = vocabulary.conditions.declaration(name)
    if found is not None:
        return Match("OWN_CONDITION", found.name, match.end())
    if vocabulary.piece_named(name) is None and _own_word(input, vocabulary) is None:
        known = vocabulary.conditions.names()
        raise _no_such(input, f"no condition is called {shown(name)}", name, known, match)
    return None


def _own_word(input: Input, vocabulary: Vocabulary) -> Match | None:
    """A word that a declared condition knows: a variant or a value."""
    match = _braces(input)
    word = match[1] if match else input.word()
    known = vocabulary.conditions.word_called(" ".join(word.split())) if word else None
    end = match.end() if match else input.position + len(word)
    return None if known is None else Match("OWN_WORD", known, end)


def _any(terminal: str) -> Shape:
    """Any word."""

    def shape(input: Input, vocabulary: Vocabulary) -> Match | None:
        word = input.word()
        return Match(terminal, word, input.position + len(word)) if word else None

    return shape


_PLACEMENT = rf"(?:{_BRACED}|[A-Za-z0-9#=+\-%>!.<()~/&|:\[\]?{{}}])+"
# What follows the men in a FEN: who is to move, castlings, en passant, two counts of moves.
FEN_FIELDS = r"[ \t]+([wb])[ \t]+(-|[KQkq]{1,4})[ \t]+(-|[a-h][36])(?:[ \t]+\d+){0,2}(?!\S)"


def _placement(input: Input, vocabulary: Vocabulary) -> Match | None:
    """A position in Forsyth notation, with the fields of a FEN when all of them are there."""
    match = _regex(_PLACEMENT).match(input.text, input.position)
    if match is None:
        return None
    fields = _regex(FEN_FIELDS).match(input.text, match.end())
    end = fields.end() if fields else match.end()
    return Match("PLACEMENT", input.text[input.position : end], end)


def _text(input: Input, vocabulary: Vocabulary) -> Match | None:
    start = input.position
    _, text = input.rest_of_line()
    match = Match("TEXT", text, input.position)
    input.position = start
    return match


@cache
def _goals(negations: bool) -> tuple[str, ...]:
    goals = (row["id"] for row in rows("goals"))
    return tuple(goal for goal in goals if negations or goal[0] != "!")


def _goal_at(text: str, position: int, negations: bool) -> str | None:
    """The goal that stands at a position, the first in the order of the table."""
    goals = _goals(negations)
    here = text[position : position + max(map(len, goals))].lower()
    return next((goal for goal in goals if here.startswith(goal)), None)


@cache
def goals_on_a_square() -> frozenset[str]:
    """Goals that name a square."""
    return frozenset(row["id"] for row in rows("goals") if row["square"])


def _goal(terminal: str, negations: bool) -> Shape:
    """A goal; terminal: its name, with _ON when a square follows.

    negations: whether goals may begin with "!", which negates in structured stipulations.
    """

    def shape(input: Input, vocabulary: Vocabulary) -> Match | None:
        goal = _goal_at(input.text, input.position, negations)
        if goal is None:
            return None
        name = f"{terminal}_ON" if goal in goals_on_a_square() else terminal
        return Match(name, goal, input.position + len(goal))

    return shape


@cache
def _plays() -> tuple[str, ...]:
    """The prefixes of stipulations, the longest first."""
    return tuple(sorted((row["id"] for row in rows("plays")), key=len, reverse=True))


def _play(input: Input, vocabulary: Vocabulary) -> Match | None:
    """A prefix, if goals in brackets, a name in braces or a goal follow."""
    text, start = input.text, input.position
    here = text[start : start + len(_plays()[0])].lower()
    for play in _plays():
        end = start + len(play)
        if here.startswith(play) and (
            text[end : end + 1] in ("(", "{") or _goal_at(text, end, True)
        ):
            return Match("RECIPROCAL" if "reci" in play else "PLAY", play, end)
    return None


def known_goal(text: str, vocabulary: Vocabulary) -> Goal | None:
    """The goal that a text stands for: "#", "ze4", the name of a declared goal."""
    goals = "|".join(map(re.escape, _goals(True)))
    match = _regex(rf"({goals})([a-p]\d+)?").fullmatch(text)
    if match is None:
        return vocabulary.goal_named(plain_name(text))
    kind, square = match[1].lower(), match[2]
    if (kind in goals_on_a_square()) != (square is not None):
        return None
    if square is None:
        return Goal(kind)
    on = on_board(square, vocabulary)
    return Goal(kind, vocabulary.board.square(square)) if on else None


def _own_goal(terminal: str) -> Shape:
    """The name of a declared goal in braces; any other name in braces is an error."""

    def shape(input: Input, vocabulary: Vocabulary) -> Match | None:
        match = _braces(input)
        if match is None:
            return None
        name = plain_name(match[1])
        if vocabulary.goal_named(name) is None:
            known = vocabulary.plays.goal_names()
            raise _no_such(input, f"no goal is called {shown(name)}", name, known, match)
        return Match(terminal, name, match.end())

    return shape


def _own_play(input: Input, vocabulary: Vocabulary) -> Match | None:
    match = _braces(input)
    if match is None:
        return None
    name = plain_name(match[1])
    if not name or vocabulary.plays.play(name) is None:
        if vocabulary.goal_named(name) is not None:
            return None
        known = [*vocabulary.plays.goal_names(), *vocabulary.plays.play_names()]
        message = f"no goal or stipulation is called {shown(name)}"
        raise _no_such(input, message, name, known, match)
    return Match("OWN_PLAY", name, match.end())


def _no_such(
    input: Input, message: str, name: str, known: list[str], match: re.Match[str]
) -> InputError:
    from difflib import get_close_matches

    near = get_close_matches(name, known, 1)
    length = match.end() - match.start()
    return input.error(
        message, match.start(), length=length, nearest=f"{{{near[0]}}}" if near else None
    )


_LONGEST = 5
"""Digits of a length."""


def _length(input: Input, vocabulary: Vocabulary) -> Match | None:
    word = input.word()
    digits = word[: len(word) - len(word.lstrip("0123456789"))][:_LONGEST]
    if not digits:
        return None
    rest = word[len(digits) :]
    half = ".5" if rest[:2] == ".5" and not rest[2:3].isdigit() else ""
    value = (digits.lstrip("0") or "0") + half
    rest = rest[len(half) :]
    note = f"{shown(rest)} after the length is ignored" if rest else ""
    return Match("LENGTH", value, input.position + len(word), note)


_WORD_SHAPES: dict[str, Shape] = {
    "TEXT": _text,
    "PLACEMENT": _placement,
    "SYMBOL": _any("SYMBOL"),
    "OWN_CONDITION": _own_condition,
    "OWN_WORD": _own_word,
    "SQUARES": _square_words("SQUARES"),
    "SQUARE": _square_words("SQUARE", most=1),
    "TWO_SQUARES": _square_words("TWO_SQUARES", least=2, most=2),
    "ONE_SQUARE": _one_square,
    "NUMBER": _leading("NUMBER", r"\d{1,9}"),
    "NUMBER64": _leading("NUMBER64", r"\d{1,9}", most=64),
    "RANGE": _leading("RANGE", r"\d{1,9}(?::\d{1,9})*"),
    "DECIMAL": _whole("DECIMAL", r"-|\d{1,7}(?:\.\d{1,2})?"),
    "DEGREES": _whole("DEGREES", "|".join(DEGREES)),
    "AXIS": _whole("AXIS", "|".join(AXES)),
    "GRID_LINES": _whole("GRID_LINES", "[a-h1-8]+"),
    "GRID_SEGMENT": _whole("GRID_SEGMENT", r"[hv][a-h][1-8]\d"),
    "NEIGHBOUR_WALK": _neighbour_walk,
    "MEN": _men,
    "WALK": _walk,
}
# In the order in which they are tried; a key stands for itself and, where it may be followed by a
# square, for key_ON.
_TRADITIONAL_SHAPES: dict[str, Shape] = {
    "EXACT": _literal("EXACT", "exact-"),
    "INTRODUCTION": _number("INTRODUCTION", r"\d{1,5}->"),
    "RECIPROCAL": _play,
    "PLAY": _play,
    "OWN_PLAY": _own_play,
    "OWN_GOAL": _own_goal("OWN_GOAL"),
    "GOAL": _goal("GOAL", negations=True),
    "GOAL_SQUARE": _goal_square,
    "OPEN": _literal("OPEN", "("),
    "CLOSE": _literal("CLOSE", ")"),
    "LENGTH": _length,
}
_STRUCTURED_SHAPES: dict[str, Shape] = {
    "NOT": _literal("NOT", "!"),
    "OWN_LEAF": _own_goal("OWN_LEAF"),
    "LEAF": _goal("LEAF", negations=False),
    "HALF_MOVES": _number("HALF_MOVES", r"\d{1,5}(?::\d{1,5})?"),
    "PASS": _literal("PASS", "-"),
    "AND": _literal("AND", "&"),
    "OR": _literal("OR", "|"),
    "LEFT": _literal("LEFT", "("),
    "RIGHT": _literal("RIGHT", ")"),
    "SERIES": _literal("SERIES", "s"),
    "HELP": _literal("HELP", "h"),
    "ATTACK": _literal("ATTACK", "a"),
    "DEFENCE": _literal("DEFENCE", "d"),
    "CHECKED": _literal("CHECKED", "?+?"),
    "FORK": _literal("FORK", "["),
    "END_FORK": _literal("END_FORK", "]"),
    "ENDS_PLAY": _literal("ENDS_PLAY", ">"),
    "HIDDEN": _literal("HIDDEN", "/"),
    "CONSTRAINT": _literal("CONSTRAINT", "{"),
    "END_CONSTRAINT": _literal("END_CONSTRAINT", "}"),
}
SHAPES = _WORD_SHAPES | _TRADITIONAL_SHAPES | _STRUCTURED_SHAPES
WORD_SHAPES = tuple(_WORD_SHAPES)
PART_SHAPES = (*_TRADITIONAL_SHAPES, *_STRUCTURED_SHAPES)
# These stand in one word: only the length of a traditional stipulation may stand apart.
GLUED = frozenset(_TRADITIONAL_SHAPES) - {"LENGTH"} | {"GOAL_ON", "LEAF_ON"}
