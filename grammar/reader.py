"""Reading problem files: text in, checked problems out, and complaints that help.

A file is `beginproblem` problem (`nextproblem` problem)* `endproblem`.  The begin word chooses the
language.  A problem that cannot be read does not stop the others of the file.
"""

from codecs import BOM_UTF8, BOM_UTF16_BE, BOM_UTF16_LE
from os import PathLike, fspath

import msgspec

from grammar import files
from grammar.build import Builder
from grammar.classifier import Session
from grammar.keywords import Keyword, Vocabulary, vocabulary
from grammar.sentences import parse
from grammar.words import Input
from solver.model.errors import InputError
from solver.model.position import Place
from solver.model.problem import Language, Problem

# The order in which Popeye tries the begin words.
_LANGUAGES = (Language.FRENCH, Language.GERMAN, Language.ENGLISH)
_MOST_ERRORS = 10
# A word this long that begins a command, or begins or ends a problem, is taken for it.
_SURE = 3
_ENDS = ("END", "NEXT", "BEGIN")


class Entry(msgspec.Struct, frozen=True):
    """One problem of a file: the problem, or why it could not be read.

    errors: complaints; then `problem` is None.  warnings: (place or None, text) what a person
    should know although the problem could be read.  declared: what `declare` statements said.
    """

    problem: Problem | None
    errors: tuple[InputError, ...] = ()
    warnings: tuple[tuple[Place | None, str], ...] = ()
    declared: tuple[object, ...] = ()


def read_file(path: str | PathLike[str], *, language: Language | None = None) -> list[Entry]:
    """Read the problems of a file, as `read_bytes`."""
    path = fspath(path)
    return read_bytes(files.read_bytes(path), name=path, language=language)


def read_bytes(
    data: bytes, *, name: str = "<string>", language: Language | None = None
) -> list[Entry]:
    """Read problems from bytes in UTF-8 or, when they are not that, in Latin-1.

    Some editors save UTF-16; the mark with which such a file begins tells.
    """
    if data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        text = data.decode("utf-16", "replace")
    else:
        try:
            text = data.removeprefix(BOM_UTF8).decode()
        except UnicodeDecodeError:
            text = data.decode("latin-1")
    return read_text(text, name=name, language=language)


def read_text(
    text: str, *, name: str = "<string>", language: Language | None = None
) -> list[Entry]:
    """Read all problems of a text, in their order, one entry each.

    name: for messages.  language: whose words are used; by default that of the begin word.
    Never raises InputError: complaints are part of the entries.
    """
    input = Input(text, name)
    entries: list[Entry] = []
    words = _begin(input, entries, language)
    more = words is not None
    while words is not None and more:
        entry, end = _read_problem(input, words)
        if end == "BEGIN":
            words = _begin(input, [], language) or words
        entries.append(entry)
        more = end in ("NEXT", "BEGIN")
        if more and input.skip_separators() >= len(text):
            place = input.place(input.position)
            note = (place, "the text ends after the word for the next problem")
            entries[-1] = _with_warning(entries[-1], note)
            more = False
    return entries


def _with_warning(entry: Entry, note: tuple[Place | None, str]) -> Entry:
    return Entry(entry.problem, entry.errors, (*entry.warnings, note), entry.declared)


def _begin(input: Input, entries: list[Entry], language: Language | None) -> Vocabulary | None:
    """Find the begin word and its language; words before it are an error."""
    start = input.skip_separators()
    complained = False
    while input.skip_separators() < len(input.text):
        position = input.position
        word = input.word()
        input.position += max(1, len(word))
        for candidate in _LANGUAGES if language is None else (language,):
            found = vocabulary(candidate).table("structure").find(word.lower()) if word else None
            if isinstance(found, Keyword) and found.terminal == "BEGIN":
                return vocabulary(candidate)
        if not complained:
            complained = True
            message = "the text does not begin with the word that begins a problem"
            error = input.error(message, position, length=len(word), expected=_begin_words())
            entries.append(Entry(None, (error,)))
    if not complained:
        message = "there is no problem here"
        entries.append(Entry(None, (input.error(message, start, expected=_begin_words()),)))
    return None


def _begin_words() -> tuple[str, ...]:
    return tuple(vocabulary(language).spelling("structure", "begin") for language in _LANGUAGES)


def _read_problem(input: Input, words: Vocabulary) -> tuple[Entry, str]:
    """One problem, and the terminal it ended with: END, NEXT, BEGIN, or "" at the text's end."""
    session = Session(input, words)
    builder = Builder(session, input.place(input.skip_separators()))
    errors: list[InputError] = []
    started = input.position
    while True:
        session.last, session.operators = None, 0
        try:
            tree = parse(session)
            break
        except InputError as error:
            errors.append(error)
        stop_at = _ENDS if len(errors) >= _MOST_ERRORS else (*_ENDS, "COMMAND")
        end = _resume(session, after=started, stop_at=stop_at)
        started = input.position
        if end != "COMMAND":
            return Entry(None, tuple(errors), tuple(session.notes)), end
    end = _end(session)
    problem = None
    if not errors:
        builder.read(tree)
        problem = builder.problem()
        errors = builder.errors
    return Entry(problem, tuple(errors), tuple(session.notes), tuple(session.declared)), end


def _end(session: Session) -> str:
    """How a problem ended that could be read: the terminal of its last word, or ""."""
    if session.stopped:
        return _resume(session, after=session.input.position, stop_at=_ENDS)
    if session.last is not None and session.last.type in ("END", "NEXT"):
        return session.last.type
    session.note(session.input.position, "the word that ends the problem is missing")
    return ""


def _resume(session: Session, *, after: int, stop_at: tuple[str, ...]) -> str:
    """Go on to the next word that surely is a command, or begins or ends a problem.

    after: where reading began; the word there has been tried already.  Returns what was found:
    "COMMAND" (reading stands before it), END or NEXT (behind it), BEGIN (before it), or "".
    """
    input = session.input
    while input.skip_separators() < len(input.text):
        word = input.word().lower()
        kind = _kind(session.vocabulary, word)
        if kind in stop_at and not (kind == "COMMAND" and input.position == after):
            if kind in ("END", "NEXT"):
                input.position += len(word)
            return kind
        input.position += max(1, len(word))
    return ""


def _kind(words: Vocabulary, word: str) -> str:
    """END, NEXT or BEGIN, COMMAND for other words that begin a sentence, or ""."""
    if len(word) < _SURE:
        return ""
    found = words.table("structure").find(word)
    if isinstance(found, Keyword):
        return found.terminal if found.terminal in ("END", "NEXT", "BEGIN") else "COMMAND"
    return "COMMAND" if isinstance(words.table("commands").find(word), Keyword) else ""
