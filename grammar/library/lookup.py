"""Finding a declared piece by its id, reading as little as possible."""

import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from grammar.files import beside, stems
from grammar.library.kept import kept, piece_declaration
from grammar.library.resolve import arguments_of, resolve
from grammar.library.written import declared, written
from solver.model import walk as w
from solver.model.declaration import PieceDeclaration
from solver.model.errors import InputError, UnsupportedRule
from solver.model.piece import Piece, Rank

FOLDER = beside(__file__)
COMPILED = beside(__file__, "compiled")
FIRST = "orthodox"
HUNTER = "hunter"
ANY_LEAP = "(m,n)"
"""In the name of a declared piece with one parameter: it stands for any two numbers."""
_LEAP = r"\((\d{1,2}),(\d{1,2})\)"
_PARAMETERS = r"\Adeclare piece (?:\{[^}]*\}|[^\s({]+)\s*\("
_NAMES = r"^\s*(?:name|also)\b([^;]*);"


class Family(msgspec.Struct, frozen=True):
    """One file of the library; texts: by id, the declaration as written."""

    name: str
    texts: dict[str, str]


class Library:
    """All declared pieces of a folder; nothing is read before it is asked for.

    use_compiled: use the compiled form where it is up to date.
    """

    def __init__(self, folder: str = FOLDER, *, use_compiled: bool = True) -> None:
        self._folder = folder
        self._use_compiled = use_compiled
        self._order: list[str] | None = None
        self._families: dict[str, Family] = {}
        self._stored: dict[str, dict[str, Any]] = {}
        self._pieces: dict[str, Piece] = {}
        self._own: dict[str, PieceDeclaration] = {}

    def piece(self, id: str) -> Piece:
        """The piece with that id, its walk resolved.

        A hunter is "hunter(rook,bishop)"; "(1,5)-rider" is the piece "(m,n)-rider" of that leap;
        "electron null" is the electron with its option null.
        Raises UnsupportedRule when there is no such walk, InputError when its declaration means
        nothing.
        """
        if id not in self._pieces:
            formula = None if self._has(id) else self.formula(id)
            if formula is not None:
                name, leap = formula
                piece = resolve(self.declaration(name), [_leaper(leap)], self.declaration)
                self._pieces[id] = replace(piece, id=id)
                return self._pieces[id]
            name = id
            arguments: tuple[str, ...] = ()
            if not self._has(id) and "(" in id:
                name, arguments = id.partition("(")[0], arguments_of(id)
            declaration = self.declaration(name)
            parts = [self.piece(argument) for argument in arguments]
            if borrowing := next((part for part in parts if part.borrows), None):
                raise UnsupportedRule("walk", borrowing.id)
            is_hunter = name == HUNTER and len(parts) == 2
            walks = [_hunting_walk(part) if is_hunter else part.walk for part in parts]
            piece = resolve(declaration, walks, self.declaration)
            taken_over = _from_pawns(id, *parts) if is_hunter else {}
            self._pieces[id] = replace(piece, id=id, **taken_over)
        return self._pieces[id]

    def declaration(self, name: str) -> PieceDeclaration:
        """The declaration of a name as written.  Raises UnsupportedRule when there is none."""
        if name in self._own:
            return self._own[name]
        family = self._family(name)
        if family is not None:
            return self._read(family, name)
        option = self.option(name)
        if option is None:
            raise UnsupportedRule("walk", name)
        declaration = self.declaration(option[0])
        piece = declaration.piece
        walk = piece.variants[option[1]]
        piece = replace(piece, id=name, walk=walk, variants={}, codes={}, names={}, other_names=())
        return replace(declaration, piece=piece)

    def option(self, id: str) -> tuple[str, str] | None:
        """The piece and its option that `id` names one after the other; None when it does not."""
        words = id.split(" ")
        splits = ((" ".join(words[:at]), " ".join(words[at:])) for at in range(1, len(words)))
        return next(
            ((name, option) for name, option in splits if option in self.options(name)), None
        )

    def options(self, id: str) -> tuple[str, ...]:
        """The options of the piece with that id; none when there is no such piece."""
        return tuple(self.declaration(id).piece.variants) if self._has(id) else ()

    def formula(self, id: str) -> tuple[str, w.Vector] | None:
        """The piece for any leap that `id` is a case of, and the leap; None when it is none."""
        match = re.search(_LEAP, id)
        if match is None or max(leap := (int(match[1]), int(match[2]))) == 0:
            return None
        name = id[: match.start()] + ANY_LEAP + id[match.end() :]
        return (name, leap) if self._has(name) else None

    def extended(self, declarations: Iterable[PieceDeclaration]) -> "Library":
        """This library and the pieces that a problem declares.

        Raises InputError at a declaration whose name is taken.
        """
        extended = Library(self._folder, use_compiled=self._use_compiled)
        extended._order, extended._families = self._order, self._families
        extended._stored = self._stored
        extended._own = dict(self._own)
        for declaration in declarations:
            id, place = declaration.piece.id, declaration.place
            if extended._has(id):
                line, column = (place.line, place.column) if place else (1, 1)
                raise InputError(f"there is already a piece {id}", line, column)
            extended._own[id] = declaration
        return extended

    def ids(self) -> list[str]:
        """The ids of all declared pieces, those with parameters without them; sorted."""
        return sorted([*self._own, *(id for family in self.families() for id in family.texts)])

    def has_parameters(self, id: str) -> bool:
        """Whether the piece is called with walks."""
        family = self._family(id)
        return family is not None and re.search(_PARAMETERS, family.texts[id]) is not None

    def names(self, id: str) -> list[str]:
        """The names that a declaration of the library gives, found without reading the rest."""
        family = self._family(id)
        clauses = re.findall(_NAMES, family.texts[id], re.M) if family else []
        return [name for clause in clauses for name in re.findall(r'"([^"]*)"', clause)]

    def home(self, id: str) -> Family | None:
        """The family that declares a piece; None for one that the library does not declare."""
        return self._family(id)

    def families(self) -> Iterator[Family]:
        """The families in the order in which they are searched, each read when it is reached."""
        if self._order is None:
            names = stems(self._folder, ".dawson")
            self._order = sorted(names, key=lambda name: name != FIRST)
        for name in self._order:
            if name not in self._families:
                self._families[name] = _read_family(self._folder, name)
            yield self._families[name]

    def _has(self, id: str) -> bool:
        return id in self._own or self._family(id) is not None

    def _family(self, id: str) -> Family | None:
        return next((family for family in self.families() if id in family.texts), None)

    def _read(self, family: Family, id: str) -> PieceDeclaration:
        if family.name not in self._stored:
            file = os.path.join(self._folder, "compiled", f"{family.name}.json")
            self._stored[family.name] = kept(file) if self._use_compiled else {}
        text = family.texts[id]
        # What was compiled counts only as long as it is of the same text and of this model.
        with suppress(KeyError, TypeError, ValueError):
            stored_text, stored = self._stored[family.name][id]
            if stored_text == text:
                return piece_declaration(stored)
        from grammar.declarations import read_declarations

        (declaration,) = read_declarations(text, file=f"{family.name}.dawson")
        return declaration


@cache
def library() -> Library:
    """The library of this package."""
    return Library()


def _leaper(leap: w.Vector) -> w.Walk:
    small, large = sorted(leap)
    return w.sequence((w.Star((w.Atom((small, large)),)), w.Step("!")))


def _hunting_walk(part: Piece) -> w.Walk:
    """The walk of a part of a hunter: it captures as others would that borrow from the part.

    So a pawn in it observes from behind its second rank, from where it does not move.
    Source: Popeye 4, by experiment, as far as checks are concerned.
    """
    if part.lends is None:
        return part.walk
    from grammar.walk_words import WORDS

    return w.choice((WORDS["quiet"](part.walk), WORDS["capture"](part.lends)))


def _from_pawns(id: str, outwards: Piece, homewards: Piece) -> dict[str, Any]:
    """What a hunter takes over from pawns in it: their double steps and captures en passant.

    Only steps in the direction of the part count.  A hunter never promotes.
    Source: Popeye 4, by experiment.
    """
    steps = [
        rank
        for part, rank in ((outwards, Rank.SECOND), (homewards, Rank.LAST_BUT_ONE))
        if part.double_step is rank
    ]
    if len(steps) > 1:
        raise UnsupportedRule("walk", id)
    return {
        "double_step": steps[0] if steps else None,
        "captures_en_passant": outwards.captures_en_passant or homewards.captures_en_passant,
    }


def _read_family(folder: str, name: str) -> Family:
    texts = {}
    for text in written(os.path.join(folder, f"{name}.dawson")):
        kind, piece = declared(text)
        if kind == "piece":
            texts[piece.casefold()] = text
    return Family(name, texts)
