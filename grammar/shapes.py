"""Words that are known by their shape: squares, numbers, pieces, parts of stipulations.

Each shape looks at the text where a word begins and says how the grammar should call it.  To add
one: a function and a line in `SHAPES`, its terminal in a .lark file, its name in phrases.py.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from grammar.keywords import Vocabulary, rows
from grammar.words import Input, shown


class Match(NamedTuple):
    """A recognised word: its terminal, canonical value, where it ends, and a remark about it."""

    terminal: str
    value: str
    end: int
    note: str = ""


Shape = Callable[[Input, Vocabulary], Match | None]

_SQUARES = r"(?:[a-h][1-8])+"
_NEIGHBOURS = frozenset(
    ["king", "knight", "wazir", "fers", "camel", "alfil", "zebra", "dabbaba", "giraffe", "antelope"]
)
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


def _part(terminal: str, pattern: str) -> Shape:
    """Parts of words that fit a pattern."""

    def shape(input: Input, vocabulary: Vocabulary) -> Match | None:
        match = _regex(pattern).match(input.text, input.position)
        return match and Match(terminal, match[0].lower(), match.end())

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


def _one_square(input: Input, vocabulary: Vocabulary) -> Match | None:
    word = input.word()
    if not _regex(_SQUARES).fullmatch(word):
        return None
    note = f"{shown(word[2:])} after the square is ignored" if len(word) > 2 else ""
    return Match("ONE_SQUARE", word[:2].lower(), input.position + len(word), note)


def walk_id(code: str, vocabulary: Vocabulary) -> str | None:
    """The walk that a code names ("q", "r/b"), None when there is no such code."""
    home, slash, away = code.lower().partition("/")
    walk = vocabulary.walks.get(home)
    if not slash or walk is None:
        return walk
    other = vocabulary.walks.get(away)
    return other and f"hunter({walk},{other})"


def split_squares(squares: str) -> list[str]:
    """The squares of a word like "a1b2"."""
    return [squares[i : i + 2] for i in range(0, len(squares), 2)]


def split_men(word: str) -> tuple[str, str]:
    """Cut a word into walk code and squares: the squares come in pairs of characters.

    So an odd length means a walk of one character, an even one a walk of two, and the same holds
    for the part of a hunter behind its slash.
    """
    start = word.find("/") + 1
    cut = start + (1 if (len(word) - start) % 2 else 2)
    return word[:cut], word[cut:]


def _walk(input: Input, vocabulary: Vocabulary) -> Match | None:
    word = input.word()
    walk = walk_id(word, vocabulary) if len(word) <= 5 else None
    return (walk and Match("WALK", walk, input.position + len(word))) or None


def _neighbour_walk(input: Input, vocabulary: Vocabulary) -> Match | None:
    match = _walk(input, vocabulary)
    if match is None or match.value not in _NEIGHBOURS:
        return None
    return Match("NEIGHBOUR_WALK", match.value, match.end)


def _men(input: Input, vocabulary: Vocabulary) -> Match | None:
    word = input.word()
    code, squares = split_men(word)
    walk = walk_id(code, vocabulary)
    if walk is None or not _regex(_SQUARES).fullmatch(squares):
        return None
    return Match("MEN", f"{walk}\t{squares.lower()}", input.position + len(word))


def _any(terminal: str) -> Shape:
    """Any word."""

    def shape(input: Input, vocabulary: Vocabulary) -> Match | None:
        word = input.word()
        return Match(terminal, word, input.position + len(word)) if word else None

    return shape


def _text(input: Input, vocabulary: Vocabulary) -> Match | None:
    start = input.position
    _, text = input.rest_of_line()
    match = Match("TEXT", text, input.position)
    input.position = start
    return match


@cache
def _goal_pattern(negations: bool) -> str:
    goals = [row["id"] for row in rows("goals")]
    return "|".join(re.escape(goal) for goal in goals if negations or goal[0] != "!")


@cache
def goals_on_a_square() -> frozenset[str]:
    """Goals that name a square."""
    return frozenset(row["id"] for row in rows("goals") if row["square"])


def _goal(terminal: str, negations: bool) -> Shape:
    """A goal; terminal: its name, with _ON when a square follows.

    negations: whether goals may begin with "!", which negates in structured stipulations.
    """

    def shape(input: Input, vocabulary: Vocabulary) -> Match | None:
        match = _regex(_goal_pattern(negations)).match(input.text, input.position)
        if match is None:
            return None
        goal = match[0].lower()
        name = f"{terminal}_ON" if goal in goals_on_a_square() else terminal
        return Match(name, goal, match.end())

    return shape


@cache
def _play_pattern() -> re.Pattern[str]:
    plays = sorted((row["id"] for row in rows("plays")), key=len, reverse=True)
    words = "|".join(re.escape(play) for play in plays)
    return re.compile(f"({words})(?={_goal_pattern(True)}|\\()", re.I)


def _play(input: Input, vocabulary: Vocabulary) -> Match | None:
    match = _play_pattern().match(input.text, input.position)
    if match is None:
        return None
    play = match[1].lower()
    return Match("RECIPROCAL" if "reci" in play else "PLAY", play, match.end())


_LENGTH = r"(\d{1,5})(\.5(?!\d))?"


def _length(input: Input, vocabulary: Vocabulary) -> Match | None:
    word = input.word()
    match = _regex(_LENGTH).match(word)
    if match is None:
        return None
    value = (match[1].lstrip("0") or "0") + (match[2] or "")
    rest = word[match.end() :]
    note = f"{shown(rest)} after the length is ignored" if rest else ""
    return Match("LENGTH", value, input.position + len(word), note)


_WORD_SHAPES: dict[str, Shape] = {
    "TEXT": _text,
    "PLACEMENT": _any("PLACEMENT"),
    "SYMBOL": _any("SYMBOL"),
    "SQUARES": _whole("SQUARES", _SQUARES),
    "SQUARE": _whole("SQUARE", "[a-h][1-8]"),
    "TWO_SQUARES": _whole("TWO_SQUARES", "(?:[a-h][1-8]){2}"),
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
    "EXACT": _part("EXACT", "exact-"),
    "INTRODUCTION": _part("INTRODUCTION", r"\d{1,5}->"),
    "RECIPROCAL": _play,
    "PLAY": _play,
    "GOAL": _goal("GOAL", negations=True),
    "GOAL_SQUARE": _part("GOAL_SQUARE", "[a-h][1-8]"),
    "OPEN": _part("OPEN", r"\("),
    "CLOSE": _part("CLOSE", r"\)"),
    "LENGTH": _length,
}
_STRUCTURED_SHAPES: dict[str, Shape] = {
    "NOT": _part("NOT", "!"),
    "LEAF": _goal("LEAF", negations=False),
    "HALF_MOVES": _part("HALF_MOVES", r"\d{1,5}(?::\d{1,5})?"),
    "PASS": _part("PASS", "-"),
    "AND": _part("AND", "&"),
    "OR": _part("OR", r"\|"),
    "LEFT": _part("LEFT", r"\("),
    "RIGHT": _part("RIGHT", r"\)"),
    "SERIES": _part("SERIES", "s"),
    "HELP": _part("HELP", "h"),
    "ATTACK": _part("ATTACK", "a"),
    "DEFENCE": _part("DEFENCE", "d"),
    "CHECKED": _part("CHECKED", r"\?\+\?"),
    "FORK": _part("FORK", r"\["),
    "END_FORK": _part("END_FORK", r"\]"),
    "ENDS_PLAY": _part("ENDS_PLAY", ">"),
    "HIDDEN": _part("HIDDEN", "/"),
    "CONSTRAINT": _part("CONSTRAINT", r"\{"),
    "END_CONSTRAINT": _part("END_CONSTRAINT", r"\}"),
}
SHAPES = _WORD_SHAPES | _TRADITIONAL_SHAPES | _STRUCTURED_SHAPES
WORD_SHAPES = tuple(_WORD_SHAPES)
PART_SHAPES = (*_TRADITIONAL_SHAPES, *_STRUCTURED_SHAPES)
# These stand in one word: only the length of a traditional stipulation may stand apart.
GLUED = frozenset(_TRADITIONAL_SHAPES) - {"LENGTH"} | {"GOAL_ON", "LEAF_ON"}
