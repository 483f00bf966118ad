"""From a position in Forsyth notation, or a whole FEN, to men on squares."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from grammar.classifier import Session
from grammar.keywords import rows
from grammar.shapes import FEN_FIELDS, walk_id
from solver.model.board import ORTHODOX_BOARD, Colour
from solver.model.position import Man, Position
from solver.model.problem import Option

if TYPE_CHECKING:
    from lark import Token

_SIGNS = {"+": Colour.WHITE, "-": Colour.BLACK, "=": Colour.NEUTRAL}
_PART = re.compile(
    r"(?P<gap>\d{1,2})|(?P<sign>[+\-=]?)"
    r"(?:\{(?P<name>[^{}:]*)(?::(?P<attributes>[^{}]*))?\}|\.(?P<two>..)|(?P<one>[a-zA-Z]))"
)
_FIELDS = re.compile(f"{FEN_FIELDS}$", re.I)
FEN_LETTERS = {
    "k": "king",
    "q": "queen",
    "r": "rook",
    "b": "bishop",
    "n": "knight",
    "p": "pawn",
}
_RANKS_OF_A_FEN = 8


class Forsyth(msgspec.Struct, frozen=True):
    """A position as written: the men, and the fields of a FEN if it is one.

    to_move, castling, en_passant: None and "" when there are no such fields.
    """

    men: list[tuple[int, Man]]
    to_move: Colour | None = None
    castling: str = ""
    en_passant: str = ""


def forsyth(session: Session, token: "Token") -> Forsyth:
    """The men of a position in Forsyth notation, extended by `.xy`, `{name}` and colours `+ - =`.

    `/` means nothing, as in Popeye, and what lies beyond the board is dropped; both deserve a
    remark when they matter.  A colour sign may stand before every man; without it a capital is
    White.  With the fields of a FEN behind it, letters are those of FEN, whatever the language.
    Raises InputError at a code or name that is no piece.
    """
    fields = _FIELDS.search(token)
    placement = token[: fields.start()] if fields else str(token)
    reader = _Reader(session, token.start_pos or 0, fen=bool(fields))
    men = list(reader.men(placement))
    reader.tell_about_letters(placement)
    if not fields:
        return Forsyth(men)
    to_move, castling, en_passant = fields.groups()
    return Forsyth(
        men,
        Colour.WHITE if to_move.lower() == "w" else Colour.BLACK,
        castling.strip("-"),
        en_passant.strip("-").lower(),
    )


def fen_options(session: Session, fen: Forsyth, start: int) -> list[Option]:
    """The options that say what the fields of a FEN say about castling and en passant.

    start: where the FEN stands, for remarks.  Castling needs the plain 8x8 board.
    """
    if fen.to_move is None:
        return []
    board, place = session.vocabulary.board, session.input.place(start)
    position = Position(board, dict(fen.men))
    missing = []
    for letter, king, rook in (("K", 4, 7), ("Q", 4, 0), ("k", 60, 63), ("q", 60, 56)):
        colour = Colour.WHITE if letter.isupper() else Colour.BLACK
        at_home = board == ORTHODOX_BOARD and all(
            square in position.men
            and position.men[square].walk == walk
            and position.men[square].colour is colour
            for square, walk in ((king, "king"), (rook, "rook"))
        )
        if at_home and letter not in fen.castling:
            missing.append(board.name(rook))
        if not at_home and letter in fen.castling:
            session.note(start, f"FEN: there is no castling {letter!r} from this position")
    options = [Option("NoCastling", tuple(missing), place)] if missing else []
    if fen.en_passant:
        file, rank = fen.en_passant[0], fen.en_passant[1]
        steps = ("2", "3", "4") if rank == "3" else ("7", "6", "5")
        options.append(Option("EnPassant", tuple(file + step for step in steps), place))
    return options


class _Reader:
    """One position being read."""

    def __init__(self, session: Session, start: int, *, fen: bool) -> None:
        self._session = session
        self._start = start
        self._fen = fen

    def men(self, text: str) -> Iterator[tuple[int, Man]]:
        """The men of the part before the fields, with their squares."""
        board, index, at = self._session.vocabulary.board, 0, 0
        while at < len(text):
            if text[at] == "/":
                if index % board.width:
                    self._note(at, "'/' stands inside a rank and is ignored")
                at += 1
                continue
            match = _PART.match(text, at)
            if match is None:
                raise self._error(at, f"{text[at]!r} is not Forsyth notation")
            if match["gap"]:
                index += int(match["gap"])
            else:
                man = self._man(match)
                if index < board.size:
                    rank, file = divmod(index, board.width)
                    yield (board.height - 1 - rank) * board.width + file, man
                else:
                    self._note(at, "this man is beyond the board and is dropped")
                index += 1
            at = match.end()

    def tell_about_letters(self, text: str) -> None:
        """Say which letters mean something else in FEN than in the problem's language."""
        words = self._session.vocabulary
        letters = {match["one"].lower() for match in _PART.finditer(text) if match["one"]}
        if self._fen:
            for letter in sorted(letters & FEN_LETTERS.keys()):
                usual = walk_id(letter, words)
                if usual != FEN_LETTERS[letter]:
                    meant = f"{letter.upper()} is a {FEN_LETTERS[letter]}"
                    self._note(0, f"read as FEN: {meant}" + (f", no {usual}" if usual else ""))
        elif (
            walk_id("n", words) == "nightrider"
            and "n" in letters
            and words.codes["knight"] not in letters
            and text.count("/") == _RANKS_OF_A_FEN - 1
        ):
            knight = words.codes["knight"].upper()
            self._note(0, f"N is a nightrider, {knight} a knight; a FEN needs all its fields")

    def _man(self, match: "re.Match[str]") -> Man:
        session, at = self._session, match.start()
        code = match["name"] or match["two"] or match["one"] or ""
        walk = self._walk(match, code)
        if walk is None:
            message = f"no piece has the code {code!r}"
            if match["name"] is not None:
                message = f"no piece is called {code!r}"
            raise self._error(at, message, len(match[0]))
        if match["sign"]:
            side = _SIGNS[match["sign"]]
        else:
            side = Colour.BLACK if code[0].islower() else Colour.WHITE
        attributes = frozenset((match["attributes"] or "").split(",")) - {""}
        unknown = attributes - {row["id"] for row in rows("attributes")}
        if unknown:
            raise self._error(at, f"there is no attribute {min(unknown)!r}", len(match[0]))
        return Man(side, walk, attributes, session.input.place(self._start + at))

    def _walk(self, match: "re.Match[str]", code: str) -> str | None:
        if match["name"] is not None:
            return self._session.vocabulary.piece_named(code)
        if self._fen and match["one"] and code.lower() in FEN_LETTERS:
            return FEN_LETTERS[code.lower()]
        return walk_id(code, self._session.vocabulary)

    def _note(self, at: int, text: str) -> None:
        self._session.note(self._start + at, text)

    def _error(self, at: int, message: str, length: int = 1) -> Exception:
        return self._session.input.error(message, self._start + at, length=length)
