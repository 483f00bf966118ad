"""Our own statements, `declare ...` and `board WxH`: words spelt in full, never prefixes."""

import re
from typing import TYPE_CHECKING

from grammar.shapes import Match
from grammar.words import shown
from solver.model.board import JOINS, Board
from solver.model.errors import InputError, UnsupportedRule
from solver.model.problem import OwnPiece

if TYPE_CHECKING:
    from grammar.classifier import Session
    from solver.model.declaration import PieceDeclaration

# Compiled when they are first needed: most problems have none of these.
_CODE = r"[A-Za-z0-9]{1,2}"
_SIZE = r"(\d{1,4})x(\d{1,4})"
_JOINS = r"[\s;,]+(?:(vertical|horizontal)[\s;,]+)?(cylinder|torus)(?![^\s;,])"
_HALF_JOINS = r"[\s;,]+(vertical|horizontal)(?![^\s;,])"


def own_statement(session: "Session", word: str) -> Match:
    """The statement that stands at the position of the input and begins with `word`.

    What it says is kept in the session: pieces in `declared`, their words and the board in
    `vocabulary`.  Raises InputError (line, column, excerpt) for what cannot be meant.
    """
    input = session.input
    start = input.position
    what = input.word(input.skip_from(start + len(word)))
    if word == "board":
        return _board(session, what, start)
    if what in ("goal", "stipulation"):
        from grammar.own_plays import own_play

        return Match("DECLARATION", word, own_play(session, start))
    if what == "condition":
        from grammar.own_conditions import own_condition

        return Match("DECLARATION", word, own_condition(session, start))
    if what.lower() != "piece":
        message = f"{shown(f'{word} {what}'.strip())} is not available yet"
        expected = ("piece", "goal", "stipulation", "condition")
        raise input.error(message, start, length=len(word), expected=expected)
    return _piece(session, start, word)


def _board(session: "Session", size: str, start: int) -> Match:
    input = session.input
    begin = input.skip_from(start + len("board"))
    end = begin + len(size)
    match = re.fullmatch(_SIZE, size, re.I)
    if match is None:
        message = f"{shown(size)} is no size of a board" if size else "the size is missing"
        raise input.error(message, begin, length=len(size), expected=("a size like 10x8",))
    if session.vocabulary.board_given:
        raise input.error("the board was given already", start, length=len("board"))
    if session.placed:
        message = "the board must be given before the men"
        raise input.error(message, start, length=len("board"))
    joins, end = _joins(session, end)
    try:
        board = Board(int(match[1]), int(match[2]), frozenset(), *JOINS[joins])
    except ValueError as error:
        raise input.error(str(error), begin, length=len(size)) from None
    session.vocabulary = session.vocabulary.with_board(board)
    return Match("BOARD", size, end)


def _joins(session: "Session", end: int) -> tuple[str, int]:
    """The words that join edges of the board, if they stand at `end`, and where they end."""
    input = session.input
    match = re.compile(_JOINS, re.I).match(input.text, end)
    if match is None:
        if half := re.compile(_HALF_JOINS, re.I).match(input.text, end):
            message = f"{shown(half[1])} what? the edges are not joined"
            raise input.error(message, half.start(1), length=len(half[1]), expected=["cylinder"])
        return "", end
    way, shape = (match[1] or "").lower(), match[2].lower()
    if shape == "torus" and way:
        message = "a torus has no direction"
        raise input.error(message, match.start(1), length=len(way), expected=["torus", "cylinder"])
    return shape if shape == "torus" else f"{way or 'vertical'} cylinder", match.end()


def _piece(session: "Session", start: int, word: str) -> Match:
    # Only problems that declare pieces pay for reading the reader of declarations.
    from grammar.declarations import end_of_declaration, read_declarations

    input = session.input
    end = end_of_declaration(input.text, start)
    place = input.place(start)
    # A mistake inside must not make its other words look like commands.
    input.position = end
    read = read_declarations(
        input.text[start:end], line=place.line, column=place.column, file=input.name
    )
    for declaration in read:
        _check(session, declaration, start, len(word))
        piece = declaration.piece
        session.declared.append(declaration)
        session.own_pieces.append(OwnPiece(piece.id, piece.codes, input.text[start:end], place))
        session.vocabulary = session.vocabulary.with_piece(
            piece.id, piece.codes, [*piece.names.values(), *piece.other_names], piece.variants
        )
    return Match("DECLARATION", word, end)


def _check(session: "Session", declaration: "PieceDeclaration", start: int, length: int) -> None:
    """Raise InputError when the name or the code is taken or the walk names no piece."""
    from grammar.library import library

    input, words, piece = session.input, session.vocabulary, declaration.piece
    try:
        pieces = library().extended([*session.declared, declaration])
        if not declaration.parameters:
            pieces.piece(piece.id)
    except InputError as error:
        error.file = input.name
        raise
    except UnsupportedRule as error:
        place = declaration.place or input.place(start)
        message = f"there is no piece {error.name!r}, which {piece.id} names"
        raise InputError(message, place.line, place.column, file=input.name) from None
    code = piece.codes.get(words.language.value)
    if code is None:
        return
    if not re.fullmatch(_CODE, code):
        message = f"the code {shown(code)} has not one or two letters or digits"
        raise input.error(message, start, length=length)
    if words.walks.get(code.lower(), piece.id) != piece.id:
        message = f"the code {shown(code)} belongs to {words.walks[code.lower()]}"
        raise input.error(message, start, length=length)
