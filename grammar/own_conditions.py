"""`declare condition` among the statements of a problem, and the conditions that it names."""

from typing import TYPE_CHECKING

from grammar.declarations import read_declarations
from grammar.keywords import Keyword, Vocabulary, rows, vocabulary
from grammar.library.conditions import Conditions, conditions
from grammar.rule_declarations import end_of_condition, read_rule_declarations
from grammar.syntax import Source
from solver.model.errors import InputError
from solver.model.position import Place
from solver.model.problem import Condition, Language, OwnCondition, Problem
from solver.model.rule import ConditionDeclaration, Word

if TYPE_CHECKING:
    from lark import Token

    from grammar.classifier import Session

_TABLES = ("conditions", "commands", "structure", "twins")
"""Tables of words that can stand where a condition can."""


def own_condition(session: "Session", start: int) -> int:
    """Take the declaration that stands at `start`; returns where it ends.

    What it says is kept in the session, its name in the vocabulary.  Raises InputError (line,
    column, excerpt) for what cannot be meant.
    """
    input, words = session.input, session.vocabulary
    end = end_of_condition(input.text, start)
    place = input.place(start)
    # A mistake inside must not make its other words look like commands.
    input.position = end
    source = Source(input.text[start:end], place.line, place.column, input.name)
    read = read_rule_declarations(
        source.text, line=place.line, column=place.column, file=input.name
    )
    for declaration in read:
        assert isinstance(declaration, ConditionDeclaration)
        try:
            _check_name(declaration)
            declared = words.conditions.extended([declaration], words.piece_called)
        except InputError as error:
            raise _told(error, source) from None
        name_place = Place(*declaration.at)
        session.own_conditions.append(OwnCondition(declaration.name, source.text, name_place))
        session.vocabulary = words = words.with_conditions(declared)
    return end


def check_bound(session: "Session", condition: Condition, head: "Token", words: list[Word]) -> None:
    """Raise InputError, at the word that is to blame, when a condition cannot have these words."""
    try:
        session.vocabulary.conditions.bound(condition, words)
    except InputError as error:
        input, start = session.input, head.start_pos or 0
        blamed = {word.at: word for word in words}.get((error.line, error.column))
        if blamed is not None:
            raise _told(error, Source(input.text, 1, 1, input.name)) from None
        raise input.error(
            error.message,
            start,
            length=(head.end_pos or start) - start,
            expected=error.expected,
            nearest=error.nearest,
        ) from None


def conditions_of(problem: Problem) -> Conditions:
    """The conditions of the library and those that the problem declares."""
    if not problem.own_conditions:
        return conditions()
    words = vocabulary(problem.language)
    for own in problem.declared:
        for found in read_declarations(own.text):
            piece = found.piece
            names = [*piece.names.values(), *piece.other_names]
            words = words.with_piece(piece.id, piece.codes, names)
    read = (read_rule_declarations(own.text) for own in problem.own_conditions)
    declared = [d for several in read for d in several if isinstance(d, ConditionDeclaration)]
    return conditions().extended(declared, words.piece_called)


def keyword_called(name: str, words: Vocabulary) -> Keyword | None:
    """Popeye's condition with that name in the language, or None."""
    keywords = words.table("conditions").keywords
    return next((k for k in keywords if k.spelling.casefold() == name.casefold()), None)


def is_free(word: str, words: Vocabulary) -> bool:
    """Whether the language has no word that `word` is or begins where a condition can stand."""
    return all(words.table(table).find(word.lower()) is None for table in _TABLES)


def _check_name(declaration: ConditionDeclaration) -> None:
    """No declaration may have the name of a condition of Popeye's, in any language."""
    name = declaration.name.casefold()
    for row in rows("conditions"):
        for language in Language:
            if row[language.value].casefold() == name:
                line, column = declaration.at
                message = f"there is already a condition {row[language.value]}"
                raise InputError(message, line, column, length=len(declaration.name))


def _told(error: InputError, source: Source) -> InputError:
    """The complaint with the line that it is about."""
    error.excerpt, error.file = source.line_text(error.line), source.file
    return error
