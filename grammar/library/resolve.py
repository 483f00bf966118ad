"""Replacing names in a declared walk by what they stand for."""

import re
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from solver.model import walk as w
from solver.model.declaration import PieceDeclaration
from solver.model.errors import InputError
from solver.model.piece import Piece

Declarations = Callable[[str], PieceDeclaration]
"""Gives the declaration of a name, or raises."""


def resolve(
    declaration: PieceDeclaration,
    walks: Sequence[w.Walk],
    declarations: Declarations,
    inside: tuple[str, ...] = (),
) -> Piece:
    """The declared piece with every name in its walks replaced.

    walks: what its parameters stand for.  declarations: gives the pieces that it names.
    inside: ids of the pieces that are being resolved around this one.
    Raises InputError when the number of walks does not fit, a word cannot be applied or a piece is
    declared by itself; whatever `declarations` raises for an unknown name.
    """
    piece, parameters = declaration.piece, declaration.parameters
    if piece.id in inside:
        raise _error(declaration, f"{piece.id} is declared by itself")
    if len(walks) != len(parameters):
        needed = f"{len(parameters)} walks in brackets" if parameters else "no brackets"
        raise _error(declaration, f"{piece.id} needs {needed}")
    known = dict(zip(parameters, walks, strict=True))

    def resolved(walk: w.Walk) -> w.Walk:
        match walk:
            case w.Named(name, ()) if name in known:
                return known[name]
            case w.Named(name, arguments):
                return called(name, list(map(resolved, arguments)))
            case w.Sequence(parts):
                return w.sequence(map(resolved, parts))
            case w.Choice(branches):
                return w.choice(map(resolved, branches))
        return walk

    def called(name: str, arguments: list[w.Walk]) -> w.Walk:
        if arguments:
            # Loaded only here: most declarations use no such word.
            from grammar.walk_words import WORDS, NotAPath

            if name in WORDS:
                try:
                    (argument,) = arguments
                    return WORDS[name](argument)
                except ValueError:
                    raise _error(declaration, f"{name} needs one walk in brackets") from None
                except NotAPath:
                    message = f"{name} needs riders or leapers, like [S]-*! or [S]!"
                    raise _error(declaration, message) from None
        around = (*inside, piece.id)
        part = resolve(declarations(name), arguments, declarations, around)
        if part.borrows is not None:
            raise _error(declaration, f"{name} borrows its walk, so it is no part of another")
        return part.walk

    return replace(
        piece,
        walk=resolved(piece.walk),
        lends=piece.lends and resolved(piece.lends),
        variants={name: resolved(walk) for name, walk in piece.variants.items()},
    )


def arguments_of(id: str) -> tuple[str, ...]:
    """The arguments of an id: "hunter(rook,1,5-leaper)" -> ("rook", "1,5-leaper").

    A comma between two digits belongs to a name, as do nested brackets.
    """
    inside = id[id.index("(") + 1 : -1] if "(" in id else ""
    parts, depth, start = [], 0, 0
    for match in re.finditer(r"[()]|(?<!\d),|,(?!\d)", inside):
        depth += {"(": 1, ")": -1}.get(match[0], 0)
        if match[0] == "," and depth == 0:
            parts.append(inside[start : match.start()].strip())
            start = match.end()
    return tuple([*parts, inside[start:].strip()]) if inside else ()


def _error(declaration: PieceDeclaration, message: str) -> InputError:
    place = declaration.place
    return InputError(message, place.line if place else 1, place.column if place else 1)
