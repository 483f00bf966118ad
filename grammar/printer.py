"""Writing problems in the language of Popeye's input, so that reading gives the same problem."""

import re
from collections.abc import Iterable, Iterator, Sequence

from grammar.keywords import Vocabulary, rows, vocabulary
from grammar.own_conditions import conditions_of
from grammar.print_stipulation import stipulation_words
from grammar.shapes import MOST_GLUED_RANKS
from solver.model.board import ORTHODOX_BOARD, Colour
from solver.model.position import Man
from solver.model.problem import (
    Add,
    Change,
    Condition,
    Exchange,
    Mirror,
    Move,
    NewConditions,
    NewStipulation,
    Option,
    PolishType,
    Problem,
    Remove,
    Rotate,
    Shift,
    Substitute,
    Twin,
)

_COLOURS = {Colour.WHITE: "White", Colour.BLACK: "Black", Colour.NEUTRAL: "Neutral"}
# Kinds of arguments whose keywords are in tables of other names.
_TABLES = {
    "magic": ("type12",),
    "isardam": ("isardam", "rexinclusive"),
    "last_capture": ("colours", "attributes"),
}
_SQUARE = re.compile(r"[a-p](?:1[0-6]|[1-9])")
_HUNTER = re.compile(r"hunter\((.+)\)")


def print_problem(problem: Problem) -> str:
    """The text of a file with this problem, in the problem's language.

    Raises ValueError when that language has no word for something in it.
    """
    words = vocabulary(problem.language)
    if problem.position.board != ORTHODOX_BOARD:
        words = words.with_board(problem.position.board)
    for own in problem.declared:
        words = words.with_piece(own.id, own.codes)
    if problem.own_conditions:
        words = words.with_conditions(conditions_of(problem))
    try:
        lines = [line for line in _lines(problem, words) if line is not None]
    except KeyError as error:
        language = problem.language.name.capitalize()
        raise ValueError(f"{language} input has no word for {error.args[0]!r}") from None
    return "\n".join(lines) + "\n"


def _lines(problem: Problem, words: Vocabulary) -> Iterator[str | None]:
    def command(name: str) -> str:
        return words.spelling("commands", name)

    header = problem.header
    yield words.spelling("structure", "begin")
    yield from (f"{command('remark')} {text}" for text in problem.remarks)
    yield from (f"{command('author')} {text}" for text in header.authors)
    yield from (f"{command('origin')} {text}" for text in header.origins)
    yield f"{command('award')} {header.award}" if header.award else None
    yield from (f"{command('title')} {text}" for text in header.titles)
    yield from (own.text for own in problem.declared)
    if words.board_given:
        yield f"board {words.board.width}x{words.board.height} {words.board.joined}".rstrip()
    yield from (declaration.text for declaration in problem.own_plays)
    yield from (own.text for own in problem.own_conditions)
    yield f"{command('protocol')} {problem.protocol}" if problem.protocol is not None else None
    yield from _men_lines(command("pieces"), _in_order(problem), problem.invisible, words)
    # In French `pieces` may not follow conditions, where it is read as PiecesPerdues.
    early = len(problem.conditions) - len(problem.target_conditions)
    for condition in problem.conditions[:early]:
        yield f"{command('condition')} {_condition(condition, words)}"
    if problem.stipulation is not None:
        yield " ".join(stipulation_words(problem.stipulation, words, "commands"))
    if problem.target is not None:
        yield from _men_lines(command("pieces"), problem.target, 0, words)
    for condition in problem.target_conditions:
        yield f"{command('condition')} {_condition(condition, words)}"
    if problem.options:
        options = (_option(option, words) for option in problem.options)
        yield f"{command('option')} {' '.join(options)}"
    for index, twin in enumerate(problem.twins):
        zero = problem.zeroposition and index == 0
        yield from _twin(twin, "zeroposition" if zero else "twin", words)
    yield words.spelling("structure", "end")


def _in_order(problem: Problem) -> list[tuple[int, Man]]:
    """The men in an order that buries again what was buried."""
    stacks: dict[int, list[Man]] = {}
    for square, man in zip(problem.underworld, problem.buried, strict=True):
        stacks.setdefault(square, []).append(man)
    placed: list[tuple[int, Man]] = []
    heights: dict[int, int] = {}
    for square in problem.underworld:
        stack = [*stacks[square], problem.position.men[square]]
        height = heights.get(square, 0)
        if not height:
            placed.append((square, stack[0]))
        heights[square] = height + 1
        placed.append((square, stack[height + 1]))
    return placed + [(square, man) for square, man in problem.position if square not in stacks]


def _men_lines(
    command: str, men: Iterable[tuple[int, Man]], invisible: int, words: Vocabulary
) -> Iterator[str]:
    groups = list(_groups(men, words))
    if invisible:
        groups.append(f"{words.spelling('colours', 'TotalInvisible')} {invisible}")
    yield from (f"{command} {group}" for group in groups)


def _groups(men: Iterable[tuple[int, Man]], words: Vocabulary) -> Iterator[str]:
    """Colour groups in the given order; Royal holds for one walk, so such a man is a group."""
    last: tuple[Colour, frozenset[str]] | None = None
    group: list[str] = []
    for square, man in men:
        key = (man.colour, man.attributes)
        if key != last or "Royal" in man.attributes:
            if group:
                yield " ".join(group)
            group = [words.spelling("colours", _COLOURS[man.colour])]
            group += [words.spelling("attributes", name) for name in sorted(man.attributes)]
            last = key
        between = " " if words.board.height > MOST_GLUED_RANKS else ""
        group.append(code(man.walk, words) + between + words.board.name(square))
    if group:
        yield " ".join(group)


def code(walk: str, words: Vocabulary) -> str:
    """The code of a walk in capitals ("K", "24", "R/B"); KeyError when there is none."""
    codes = words.codes
    if walk in codes:
        return codes[walk].upper()
    hunter = _HUNTER.fullmatch(walk)
    parts = hunter[1].split(",") if hunter else []
    # Names of walks may hold commas themselves: hunter(king,3,7-leaper).
    for cut in range(1, len(parts)):
        home, away = ",".join(parts[:cut]), ",".join(parts[cut:])
        if home in codes and away in codes:
            return f"{codes[home]}/{codes[away]}".upper()
    if words.piece_named(walk) == walk:
        return "{" + walk + "}"
    raise KeyError(walk)


def _condition(condition: Condition, words: Vocabulary) -> str:
    if all(row["id"] != condition.id for row in rows("conditions")):
        return _own_condition(condition, words)
    spelling = words.spelling("conditions", condition.id)
    kind = next(row["arguments"] for row in rows("conditions") if row["id"] == condition.id)
    tables = _TABLES.get(kind, (kind,))
    if kind in ("grid", "sentinelles"):
        arguments = [_argument(word, tables, words) for word in condition.arguments]
    else:
        arguments = list(_glued(condition.arguments, tables, words, kind == "last_capture"))
    return " ".join([spelling, *arguments])


def _own_condition(condition: Condition, words: Vocabulary) -> str:
    """A declared condition; names stand in braces, so that no other word can be meant."""
    said = (
        f"{{{word}}}"
        if words.conditions.word_called(word)
        else word
        if _SQUARE.fullmatch(word) or word.isdecimal()
        else code(word, words)
        for word in condition.arguments
    )
    return " ".join([f"{{{condition.id}}}", *said])


def _glued(
    arguments: Sequence[str], tables: tuple[str, ...], words: Vocabulary, men: bool = False
) -> Iterator[str]:
    """Words of arguments; squares that follow each other are one word."""
    run = ""
    for argument in arguments:
        if _SQUARE.fullmatch(argument):
            run += argument
            continue
        if run:
            yield run
            run = ""
        word = _argument(argument, tables, words)
        if men and argument in words.walks.values():
            run = word
        else:
            yield word
    if run:
        yield run


def _argument(argument: str, tables: tuple[str, ...], words: Vocabulary) -> str:
    names = {row["table"] for row in rows("arguments")} | {"circe", "colours", "attributes"}
    for table in tables:
        if table in names:
            try:
                return words.spelling(table, argument)
            except KeyError:
                continue
    try:
        return code(argument, words)
    except KeyError:
        return argument


def _option(option: Option, words: Vocabulary) -> str:
    spelling = words.spelling("options", option.id)
    return " ".join([spelling, *_glued(option.arguments, (), words)])


def _twin(twin: Twin, word: str, words: Vocabulary) -> Iterator[str]:
    first = words.spelling("structure", word)
    if twin.continued:
        first += " " + words.spelling("twins", "continued")
    changes = [first, *(_change(change, words) for change in twin.changes)]
    if not twin.remarks:
        yield " ".join(changes)
        return
    yield " ".join(changes)
    yield from (f"{words.spelling('commands', 'remark')} {text}" for text in twin.remarks)


def _change(change: Change, words: Vocabulary) -> str:
    name = words.board.name

    def say(command: str, *arguments: str) -> str:
        return " ".join([words.spelling("twins", command), *arguments])

    match change:
        case Move(departure, arrival):
            return say("move", name(departure), name(arrival))
        case Exchange(first, second):
            return say("exchange", name(first), name(second))
        case Shift(departure, arrival):
            return say("shift", name(departure), name(arrival))
        case Remove(squares):
            return say("remove", "".join(name(square) for square in squares))
        case Add(men, invisible):
            groups = list(_groups(men, words))
            if invisible:
                groups.append(f"{words.spelling('colours', 'TotalInvisible')} {invisible}")
            return say("add", *groups)
        case Substitute(old, new):
            return say("substitute", code(old, words), code(new, words))
        case Rotate(degrees):
            return say("rotate", str(degrees))
        case Mirror(axis):
            return say("mirror", axis)
        case PolishType():
            return say("PolishType")
        case NewConditions(conditions):
            return say("condition", *(_condition(condition, words) for condition in conditions))
        case NewStipulation(stipulation):
            return " ".join(stipulation_words(stipulation, words, "twins"))
