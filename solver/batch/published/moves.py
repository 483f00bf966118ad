"""A move as it is written, and whether a move that was played is the one that is meant."""

from collections.abc import Mapping

import msgspec

from solver.batch.published.words import LETTERS, ORTHODOX
from solver.model.solution import PlayedMove


class Written(msgspec.Struct, frozen=True):
    """A half-move in any of the usual notations.

    man: letters of the man with its attributes, "" for a pawn (or when it is left out).  origin:
    the departure in long notation; hint: the file, rank or both in short notation.  arrival: a
    square, or "" when only its file is written (`exd`), which is then `file`.
    promotion: the letters of the man it becomes.  effects: what stands in brackets.
    mark: "!", "?", "!?" ...; inherited: letters of the man that `Sf3/c2` leaves out at c2.
    """

    man: str = ""
    origin: str = ""
    hint: str = ""
    capture: bool = False
    arrival: str = ""
    file: str = ""
    promotion: str = ""
    passant: bool = False
    castling: str = ""
    effects: tuple[str, ...] = ()
    check: str = ""
    mark: str = ""
    inherited: str = ""

    def __str__(self) -> str:
        if self.castling:
            return "0-0" if self.castling.startswith("king") else "0-0-0"
        sign = "x" if self.capture else "-" if self.origin else ""
        text = f"{self.man}{self.origin or self.hint}{sign}{self.arrival or self.file}"
        return text + (f"={self.promotion}" if self.promotion else "")


class Letters(msgspec.Struct, frozen=True):
    """The letters by which men are called in one solution.

    walks: walk ids by letters (capitals); several languages are never mixed.
    """

    walks: Mapping[str, frozenset[str]]

    def walk(self, letters: str) -> frozenset[str]:
        """The walks that the letters (attributes before them are passed over) may mean."""
        for start in range(len(letters) + 1):
            found = self.walks.get(letters[start:].upper())
            if found:
                return found
            first = letters[start : start + 1]
            if not (first.islower() or first.isdigit()):
                break
        return frozenset()

    def means(self, written: Written, played: PlayedMove, name: "Squares") -> bool:
        """Whether the move that was played is the one written."""
        if written.castling or played.kind.endswith("_castling"):
            return written.castling == played.kind or (
                bool(written.origin)
                and name(played.departure) == written.origin
                and name(played.arrival) == written.arrival
            )
        if played.mover is None:
            return False
        arrival = name(played.arrival)
        if (written.arrival or written.file) not in (arrival, arrival[0]):
            return False
        if written.arrival and written.arrival != arrival:
            return False
        if not self._promoted(written, played):
            return False
        departure = name(played.departure)
        if written.origin:
            # Two squares say enough; letters that mean nothing here are a slip of the pen.
            slip = bool(written.man) and not self.walk(written.man)
            return written.origin == departure and (
                slip or self._called(written.man, "", played, True)
            )
        if self._called(written.man + written.hint, departure, played, not written.inherited):
            return True
        return bool(written.inherited) and self._called(
            written.inherited + written.hint, departure, played, False
        )

    def _called(self, text: str, departure: str, played: PlayedMove, pawn: bool) -> bool:
        """Whether `text` is a name of the man, with as much of the departure as may follow."""
        assert played.mover is not None
        walk = played.mover.walk
        hints = {"", departure[:1], departure[1:], departure}
        for hint in hints:
            if not text.endswith(hint):
                continue
            letters = text[: len(text) - len(hint)] if hint else text
            if not letters and (walk == "pawn" or (departure == "" and pawn)):
                return True
            known = self.walk(letters)
            # A fairy man may be called otherwise than here (WA, WE); no orthodox man is.
            if walk in known or (letters and not known and walk not in ORTHODOX):
                return True
        return False

    def _promoted(self, written: Written, played: PlayedMove) -> bool:
        if not written.promotion:
            # `c8` alone leaves the man open; a journal may change walks where nobody writes it.
            return True
        if played.promotion is None:
            return False
        return played.promotion.walk in self.walk(written.promotion)


class Squares:
    """Names of squares by number."""

    def __init__(self, width: int = 8) -> None:
        self._width = width

    def __call__(self, square: int) -> str:
        rank, file = divmod(square, self._width)
        return f"{'abcdefghijklmnop'[file]}{rank + 1}"


def letters_of(language: str, own: Mapping[str, str]) -> Letters:
    """The letters of a language ("en", "de", "fr", "ru"), and of a problem's further men.

    own: walk ids by letters, which come before the language's where they are the same (N).
    """
    walks = {letters.upper(): frozenset({walk}) for letters, walk in LETTERS[language].items()}
    for letters, walk in own.items():
        walks[letters.upper()] = frozenset({walk})
    return Letters(walks)


def guess_language(men: list[str]) -> str:
    """The language in which most of these letters (of men that moved) are men."""
    heads = [letters.lstrip("abcdefghijklmnopqrstuvwxyz") for letters in men]
    heads = [letters for letters in heads if letters]

    def score(language: str) -> int:
        known = LETTERS[language]
        upper = {letters.upper() for letters in known}
        return sum(letters[:1].upper() in upper or letters.upper() in upper for letters in heads)

    # English first: it wins when nothing tells them apart.
    return max(LETTERS, key=score) if heads else "en"
