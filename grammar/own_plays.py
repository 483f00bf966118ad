"""`declare goal` and `declare stipulation` among the statements of a problem."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from grammar.play_declarations import end_of_play_declaration, read_play_declarations
from grammar.shapes import known_goal
from solver.model.errors import InputError, SolverError
from solver.model.play import PlayDeclaration
from solver.model.stipulation import Goal, Traditional

if TYPE_CHECKING:
    from grammar.classifier import Session
    from grammar.library.plays import Plays

# The length with which a case for all lengths is tried, so that its mistakes are told at once.
_TRIED = 3


def own_play(session: "Session", start: int) -> int:
    """Take the declaration that stands at `start`; returns where it ends.

    What it says is kept in the session, its name in the vocabulary.  Raises InputError (line,
    column, excerpt) for what cannot be meant.
    """
    input, words = session.input, session.vocabulary
    end = end_of_play_declaration(input.text, start)
    place = input.place(start)
    # A mistake inside must not make its other words look like commands.
    input.position = end
    read = read_play_declarations(
        input.text[start:end],
        words.board,
        lambda text: known_goal(text, words),
        words.piece_called,
        line=place.line,
        column=place.column,
        file=input.name,
    )
    for declaration in read:
        try:
            plays = words.plays.extended([declaration])
        except InputError as error:
            error.file = input.name
            raise
        if isinstance(declaration, PlayDeclaration):
            _try(session, declaration, plays, start)
        session.own_plays.append(declaration)
        session.vocabulary = words = words.with_plays(plays)
    return end


def _try(session: "Session", declaration: PlayDeclaration, plays: "Plays", start: int) -> None:
    """Raise InputError when a tree of the declaration cannot be read."""
    name = declaration.name
    for case in declaration.cases:
        number, _, half = case.when.replace("n", str(_TRIED)).partition(".")
        moves = int(number or _TRIED)
        alone = replace(declaration, cases=(replace(case, when=""),))
        tried = Traditional(name, f"{{{name}}}", Goal("#"), moves, bool(half))
        try:
            plays.tree_of(alone, tried, session.vocabulary.board)
        except InputError as error:
            found = error.excerpt.strip().removeprefix("sstipulation white ")
            message = f"the play of {name} cannot be read: {error.message} in {found!r}"
        except SolverError as error:
            message = f"the play of {name} cannot be meant: {error}"
        else:
            continue
        raise session.input.error(message, start, length=len("declare"))
