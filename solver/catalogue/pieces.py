"""The pieces of the library and those that a problem file declares."""

from collections.abc import Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches
from functools import cached_property
from pathlib import Path

from grammar.keywords import rows, vocabulary
from grammar.library import Library, library
from grammar.library.lookup import HUNTER
from grammar.library.resolve import arguments_of
from grammar.names import name_key, pieces_by_name
from grammar.reader import Entry as ReadEntry
from grammar.reader import read_bytes
from grammar.shapes import walk_id
from solver.catalogue.reach import reaches
from solver.model.catalogue import LANGUAGES, Entry, Explanation
from solver.model.declaration import PieceDeclaration
from solver.model.piece import Piece
from solver.model.problem import Language

KIND = "pieces"
HUNTERS = "hunters"
POPEYE = "Popeye 4, py-engl.txt"
_LIKE = 0.6


class Pieces:
    """Pieces by name; file: a problem file whose own pieces are known too, and come first.

    Raises OSError or InputError when that file cannot be read.
    """

    def __init__(self, language: str = "en", file: str | None = None) -> None:
        self._words = vocabulary(Language(language))
        self._own: dict[str, PieceDeclaration] = {}
        self._texts: dict[str, str] = {}
        self._file = file or ""
        if file is not None:
            for entry in read_bytes(Path(file).read_bytes(), name=file):
                self._take(entry)

    def _take(self, entry: ReadEntry) -> None:
        for declaration in entry.declared:
            assert isinstance(declaration, PieceDeclaration)
            piece = declaration.piece
            self._own[piece.id] = declaration
            names = [*piece.names.values(), *piece.other_names]
            self._words = self._words.with_piece(piece.id, piece.codes, names, piece.variants)
        if entry.errors and not entry.declared:
            raise entry.errors[0]
        for own in entry.problem.declared if entry.problem else ():
            self._texts[own.id] = own.text

    @cached_property
    def _library(self) -> Library:
        return library().extended(self._own.values())

    def entries(self) -> Sequence[Entry]:
        """Those of the file, then all of the library by family."""
        ids = [*self._own, *(id for family in library().families() for id in family.texts)]
        return [self._entry(id) for id in ids]

    def find(self, name: str) -> Entry | None:
        """The piece with that code in the language, or with that name in any language.

        Raises UnsupportedRule for a walk of Popeye that has no declaration.
        """
        id = walk_id(name, self._words) if len(name) <= 5 else None
        id = id or self._words.piece_named(name.strip("{}"))
        if id is None and self._library.home(name_key(name)):
            id = name_key(name)
        return None if id is None else self._entry(id)

    def nearest(self, name: str) -> list[tuple[float, str]]:
        """Names of pieces in any language that are like `name`."""
        key = name_key(name)
        known = [*map(name_key, self._own), *pieces_by_name()]
        close = get_close_matches(key, known, 3, _LIKE)
        return [(SequenceMatcher(None, key, found).ratio(), found) for found in close]

    def explain(self, entry: Entry, size: tuple[int, int] | None = None) -> Explanation:
        """The piece with the squares it reaches; one that is called with walks has none."""
        if entry.parameters:
            return Explanation(entry)
        return Explanation(entry, tuple(reaches(entry.id, self._library.piece, size)))

    def _entry(self, id: str) -> Entry:
        formula = None if self._library.home(id) or id in self._own else self._library.formula(id)
        option = self._library.option(id)
        written = formula[0] if formula else option[0] if option else id
        declared = self._declared(written)
        # A hunter is made of two walks when it is asked for: no declaration is its own.
        piece = declared.piece if declared else self._library.piece(id)
        home = None if written in self._own else self._library.home(written)
        return Entry(
            kind=KIND,
            id=id,
            family=home.name if home else self._file if declared else HUNTERS,
            names=_names(id, piece),
            other_names=piece.other_names,
            codes=self._codes(id, piece),
            source=piece.source or (POPEYE if declared is None or id in _popeye() else ""),
            text=self._text(written),
            parameters=declared.parameters if declared and not formula else (),
        )

    def _declared(self, id: str) -> PieceDeclaration | None:
        known = id in self._own or self._library.home(id) is not None
        return self._library.declaration(id) if known else None

    def _text(self, id: str) -> str:
        home = self._library.home(id)
        return self._texts.get(id, "") or (home.texts[id] if home else "")

    def _codes(self, id: str, piece: Piece) -> dict[str, str]:
        row = _popeye().get(id)
        codes = {language: row[language] for language in LANGUAGES} if row else piece.codes
        parts = [_popeye().get(part) for part in arguments_of(id)] if id.startswith(HUNTER) else []
        if parts and all(parts):
            codes = {
                language: "/".join(part[language] for part in parts if part)
                for language in LANGUAGES
            }
        return {language: code.upper() for language, code in codes.items()}


def _popeye() -> Mapping[str, Mapping[str, str]]:
    return {row["id"]: row for row in rows("walks")}


def _names(id: str, piece: Piece) -> dict[str, str]:
    """The names declared, then Popeye's where there is none."""
    row = _popeye().get(id)
    popeye = {language: row[f"{language}_name"] for language in LANGUAGES} if row else {}
    return {**popeye, **piece.names}
