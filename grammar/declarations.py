"""Reading `declare piece`: a kind of man, told in our own words.

    declare piece electron {
        code EN;
        name en "Electron" de "Elektron" fr "Électron";
        walk "[D+A](-@1)*!";
        option null walk "[D+A](-@1)*(!|0)";
        source "echekk.fr, L'Électron";
    }

A walk is a text in the notation of walks, the name of another piece, a word with walks in brackets
(`hopper(rook)`, see grammar/walk_words.py), a sum of these, or one of these `where "guard"`.
A name of several words stands in braces: `{nightrider hopper}`.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec.structs import replace

from grammar.syntax import Source, read
from grammar.walks import parse_guard, parse_walk
from grammar.words import plain_name
from solver.model import walk as w
from solver.model.declaration import PieceDeclaration
from solver.model.errors import InputError
from solver.model.piece import Borrowing, Piece, Rank, Role
from solver.model.position import Place

if TYPE_CHECKING:
    from lark import Token, Transformer

T = TypeVar("T")
GRAMMAR = "declarations.lark"
LANGUAGES = ("en", "de", "fr")
_WORDS = {
    "DECLARE": "'declare'",
    "PIECE": "'piece'",
    "WORD": "a name",
    "BRACED": "a name in braces",
    "LBRACE": "'{'",
    "RBRACE": "'}'",
    "LPAR": "'('",
    "RPAR": "')'",
    "SEMICOLON": "';'",
    "COMMA": "','",
    "PLUS": "'+'",
    "STRING": "a text in double quotes",
    "LANGUAGE": "a language (en, de, fr)",
    "ROLE_NAME": "king or pawn",
    "CASTLING_PART": "king or rook",
    "FILE": "a file, from a to h",
    "RANK_NAME": "any, first, second, last_but_one or last",
    "NEVER": "'never'",
    "WHOSE": "enemy or own",
    "KINGS_EXCEPTED": "'but kings'",
    **{
        word.upper(): f"'{word}'"
        for word in (
            "code name also walk option role castling array double step from captures en passant"
            " promotes on to rank promotion source where borrows observers lends may promote"
        ).split()
    },
}


_BRACES = re.compile(r'#[^\n]*|"[^"\n]*"|\{[^{};"\n]*\}|\{|\}')


def read_declarations(
    text: str, *, line: int = 1, column: int = 1, file: str = "<string>"
) -> list[PieceDeclaration]:
    """All declarations of a text that holds nothing else.

    line, column, file: where the text begins, for messages.  Raises InputError (line, column,
    excerpt, expected, nearest) at the first thing that does not fit.
    """
    source = Source(text, line, column, file)
    builder = _builder_class()(source)
    declarations: list[PieceDeclaration] = read(source, GRAMMAR, "declarations", builder, _WORDS)
    return declarations


def end_of_declaration(text: str, start: int) -> int:
    """Where the declaration that begins at `start` ends: just after its last brace.

    For a reader that meets `declare` among other statements.  Gives the length of the text when the
    end is missing, so that `read_declarations` says so.
    """
    in_body = False
    for match in _BRACES.finditer(text, start):
        if match[0] == "}":
            if in_body:
                return match.end()
        elif match[0].startswith("{"):
            # A pair of braces without `;` is a name; the body has one after every clause.
            if match[0].endswith("}") and not in_body and not match[0].strip("{} \t"):
                return match.end()
            in_body = in_body or match[0] == "{"
    return len(text)


@cache
def _builder_class() -> "Callable[[Source], Transformer[Token, Any]]":
    from lark import Transformer, v_args

    @v_args(inline=True)
    class Builder(Transformer):  # type: ignore[type-arg]
        """From Lark's tree to declarations; a clause becomes a change of the piece."""

        def __init__(self, source: Source) -> None:
            super().__init__()
            self._source = source

        def declarations(self, *declarations: PieceDeclaration) -> list[PieceDeclaration]:
            return list(declarations)

        def declaration(self, name: "Token", *rest: Any) -> PieceDeclaration:
            parameters, clauses = (), rest
            if rest and isinstance(rest[0], tuple) and rest[0][0] is None:
                parameters, clauses = rest[0][1], rest[1:]
            piece = Piece(plain_name(name), w.Choice(()))
            seen: set[str] = set()
            for key, token, change in clauses:
                if key in seen and token is not None:
                    raise self._error(token, f"{key} is given twice")
                seen.add(key)
                piece = change(piece)
            if "walk" not in seen:
                raise self._error(name, f"piece {piece.id} has no walk", expected=("'walk'",))
            line, column = self._source.place(name.start_pos or 0)
            return PieceDeclaration(piece, parameters, Place(line, column))

        def parameters(self, *names: "Token") -> tuple[None, tuple[str, ...]]:
            return None, tuple(map(plain_name, names))

        def name(self, token: "Token") -> "Token":
            return token

        def code_everywhere(self, code: "Token") -> Any:
            codes = dict.fromkeys(LANGUAGES, str(code))
            return "code", code, lambda piece: replace(piece, codes=codes)

        def codes(self, *words: "Token") -> Any:
            codes = self._by_language(words, str)
            return "code", words[0], lambda piece: replace(piece, codes=codes)

        def name_everywhere(self, name: "Token") -> Any:
            names = dict.fromkeys(LANGUAGES, _unquoted(name))
            return "name", name, lambda piece: replace(piece, names=names)

        def names(self, *words: "Token") -> Any:
            names = self._by_language(words, _unquoted)
            return "name", words[0], lambda piece: replace(piece, names=names)

        def other_names(self, *names: "Token") -> Any:
            texts = tuple(map(_unquoted, names))
            return "also", names[0], lambda piece: replace(piece, other_names=texts)

        def walk(self, key: "Token", walk: w.Walk) -> Any:
            return "walk", key, lambda piece: replace(piece, walk=walk)

        def option(self, name: "Token", walk: w.Walk) -> Any:
            id = plain_name(name)
            return (
                f"option {id}",
                name,
                lambda piece: replace(piece, variants={**piece.variants, id: walk}),
            )

        def role(self, role: "Token") -> Any:
            return "role", role, lambda piece: replace(piece, role=Role(role.value))

        def castling(self, part: "Token") -> Any:
            return "castling", part, lambda piece: replace(piece, castling=part.value)

        def array(self, *files: "Token") -> Any:
            letters = tuple(map(str, files))
            return "array", files[0], lambda piece: replace(piece, array=letters)

        def rank(self, rank: "Token") -> "Token":
            return rank

        def double_step(self, rank: "Token") -> Any:
            return "double step", rank, lambda piece: replace(piece, double_step=Rank(rank.value))

        def captures_en_passant(self) -> Any:
            key = "captures en passant"
            return key, None, lambda piece: replace(piece, captures_en_passant=True)

        def borrows(self, observers: "Token", kings_excepted: "Token | None" = None) -> Any:
            whose: Any = observers.value
            lending = Borrowing(whose, but_kings=kings_excepted is not None)
            return "borrows", observers, lambda piece: replace(piece, borrows=lending)

        def lends(self, walk: w.Walk) -> Any:
            return "lends", None, lambda piece: replace(piece, lends=walk)

        def may_promote(self, rank: "Token") -> Any:
            return "may promote", rank, lambda piece: replace(piece, may_promote=Rank(rank.value))

        def promotes(self, rank: "Token", *names: "Token") -> Any:
            ids = tuple(map(plain_name, names))
            return (
                "promotes",
                rank,
                lambda piece: replace(piece, promotes=Rank(rank.value), promotes_to=ids),
            )

        def promotion(self, place: "Token") -> Any:
            if place.type != "NEVER" and not place.isdecimal():
                raise self._error(place, "a place is a number", expected=("a number", "'never'"))
            number = None if place.type == "NEVER" else int(place)
            return "promotion", place, lambda piece: replace(piece, promotion_place=number)

        def source(self, text: "Token") -> Any:
            return "source", text, lambda piece: replace(piece, source=_unquoted(text))

        def union(self, *walks: w.Walk) -> w.Walk:
            return w.choice(walks)

        def restricted(self, walk: w.Walk, guard: "Token | None" = None) -> w.Walk:
            if guard is None:
                return walk
            return w.sequence((walk, w.Guard(self._quoted(guard, parse_guard))))

        def notation(self, text: "Token") -> w.Walk:
            return self._quoted(text, parse_walk)

        def named(self, name: "Token") -> w.Walk:
            return w.Named(plain_name(name))

        def applied(self, name: "Token", *walks: w.Walk) -> w.Walk:
            return w.Named(plain_name(name), walks)

        def bracketed(self, walk: w.Walk) -> w.Walk:
            return walk

        def _quoted(self, text: "Token", parse: Callable[[Source], T]) -> T:
            return parse(self._source.part((text.start_pos or 0) + 1, (text.end_pos or 0) - 1))

        def _by_language(
            self, words: "tuple[Token, ...]", text: Callable[["Token"], str]
        ) -> dict[str, str]:
            pairs = list(zip(words[::2], words[1::2], strict=True))
            for index, (language, _) in enumerate(pairs):
                if language in (earlier for earlier, _ in pairs[:index]):
                    raise self._error(language, f"language {language} is given twice")
            return {str(language): text(word) for language, word in pairs}

        def _error(self, token: "Token", message: str, expected: Any = ()) -> InputError:
            return self._source.error(
                token.start_pos or 0, message, length=len(token), expected=expected
            )

    return Builder


def _unquoted(text: str) -> str:
    return text[1:-1]
