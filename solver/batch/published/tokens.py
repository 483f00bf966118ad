"""The text of a solution as tokens: numbers of moves, moves, signs and the few words that matter.

Comments in braces, labels of themes, results and prose give no tokens.  Places are offsets in the
text as it was published.
"""

import re
from collections.abc import Iterator

import msgspec

from solver.batch.published.moves import Written
from solver.batch.published.words import ANY, OR, WORDS


class Number(msgspec.Struct, frozen=True):
    """`12.` or `12...`: the number of the next half-move; second: it has the dots of a reply."""

    number: int
    second: bool
    set_play: bool
    at: int


class Move(msgspec.Struct, frozen=True):
    """A half-move; alternative: it stands after `/` or a comma, instead of the one before."""

    written: Written
    alternative: bool
    at: int


class Sign(msgspec.Struct, frozen=True):
    """`(`, `)`, a kind of word ("threat", "but", "zugzwang"), or "any" for `~`, `S~`, "else".

    alternative: as for a move.
    """

    kind: str
    at: int
    alternative: bool = False


class Unread(msgspec.Struct, frozen=True):
    """Something that looks like a move and is none that we know."""

    text: str
    at: int


Token = Number | Move | Sign | Unread

_DASH = "[-\u2010\u2011\u2012\u2013\u2212]"
_BLANKED = re.compile(
    r"""\{[^}]*\}                    # a comment
      | "                            # a quotation mark left over
      | \b1-0\b | \b0-1\b | \b1/2-1/2\b
      | \[[^\]\d]*\]                 # a label: [A], [a]
      | \$\d+
    """,
    re.VERBOSE,
)
_NUMBER = re.compile(
    rf"(?P<star>\*\s*)?(?<![\w.])(?P<n>\d{{1,3}})\s*"
    rf"(?P<dots>(?:\.\s?){{3,}}|\.{{0,3}}\s*\u2026|\.\s?\.(?!\.)|\.\s*{_DASH}(?=\s)|\.\s?\*?|\*\.*)"
)
_CASTLING = re.compile(rf"[0Oo]{_DASH}[0Oo](?:{_DASH}[0Oo])?")
_FIELD = "[a-h][1-8]"
_TAKES = r"(?:[x*:\u00d7]|\([x:*]\))"
_MOVE = re.compile(
    rf"""(?P<before>(?:(?:[a-z]{{1,2}}|[1-8])(?=[^\W\d_a-z]))?  # attributes: nD, kaS; 8Rb7
             (?:\u041a\u0440|[^\W\d_a-z][^\W_a-z]?)?)     # a man, of one letter or two
         (?:(?P<from>{_FIELD})(?:\s?(?P<hyphen>{_TAKES}|{_DASH})\s?)?
           |(?P<hint>[a-h]?[1-8]?)(?P<capture>{_TAKES})?)
         (?P<to>{_FIELD})(?![-]{{2}})(?P<after>:)?
         (?P<passant>\s*\(?e\.?\s?p\b\.?\)?)?""",
    re.VERBOSE,
)
_LETTERS = r"(?:[a-z]{1,2}(?=[^\W\d_a-z]))?[^\W\d_a-z][^\W_a-z]?"
_PROMOTION = re.compile(
    rf"\s?=\s?\(?({_LETTERS})\)?|\(([^\W\d_a-z])\)|/([^\W\d_a-z])(?!\w)|([^\W\d_a-z])(?!\w)"
)
_PROMOTED_TOO = re.compile(rf"\s*/\s*=?({_LETTERS})(?!\w)")
_EFFECT = re.compile(r"\[[^\]]*\]|\((?:[^()\s]{0,3}[a-h][1-8][^()\s]{0,5})\)")
# Apart from the move, only what can be nothing else.
_EFFECT_APART = re.compile(r"\s+(\[[^\]\s]*[a-p]\d+[^\]\s]*\]|\([+-][^()\s]*[a-p]\d+\))")
_SHORT_CAPTURE = re.compile(r"([a-h])[x:]?([a-h])(?![\w])")
_CHECK = re.compile(r"\s*(\+\+|\+|#|\u2020|\u2021|==|=(?!\s?[a-z]?[A-Z])|##|mate\b)")
_MARK = re.compile(r"\s*([!?]+)")
_ANY = re.compile(r"(?:[^\W\d_a-z][^\W_]?|[a-h])?[1-8]?~")
# After a square: any move of the man there; before a number or a sign only.
_SOME = re.compile(r"~|\s+~(?=\s*(?:\d|/|,|$))")
_WORD = re.compile(r"[^\W\d_]+")
_LOOKS_LIKE_A_MOVE = re.compile(r"\S*[a-h][1-8]\S*")


def tokens(text: str) -> Iterator[Token]:
    """The tokens of `text` in order."""
    text = _BLANKED.sub(lambda match: " " * len(match[0]), text)
    # A move that was broken at the end of a line is one move.
    text = re.sub(
        r"([a-h][1-8][-*x])(\s*\n\s*)(?=[a-h][1-8])",
        lambda m: " " * len(m[2]) + m[1],
        text,
    )
    reader = _Reader(text)
    while reader.at < len(text):
        yield from reader.next()


class _Reader:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self._alternative = False
        self._man = ""

    def next(self) -> Iterator[Token]:
        """What stands here: at most one token, but two for promotions to choose from."""
        text, at = self.text, self.at
        letter = text[at]
        if letter.isspace():
            self.at += 1
            return
        if (found := _NUMBER.match(text, at)) and self._is_number(found):
            self.at = found.end()
            self._alternative = False
            dots = found["dots"]
            second = len(re.findall(r"\.", dots)) > 1 or bool(re.search(rf"\u2026|{_DASH}", dots))
            starred = bool(found["star"]) or "*" in dots
            yield Number(int(found["n"]), second, starred, at)
            return
        if found := _CASTLING.match(text, at):
            self.at = found.end()
            side = "queen_side" if len(found[0]) > 3 else "king_side"
            yield self._move(Written(castling=f"{side}_castling"), at)
            return
        if self._may_begin(at) and (found := _MOVE.match(text, at)):
            self.at = found.end()
            if some := _SOME.match(text, self.at):
                self.at = some.end()
                yield self._any(at)
            else:
                yield from self._moves(found)
            return
        yield from self._other(letter)

    def _is_number(self, found: "re.Match[str]") -> bool:
        end = found.end()
        return not self.text[end : end + 1].isdigit() or bool(_CASTLING.match(self.text, end))

    def _may_begin(self, at: int) -> bool:
        return at == 0 or not (self.text[at - 1].isalnum())

    def _other(self, letter: str) -> Iterator[Token]:
        text, at = self.text, self.at
        if letter in "/,":
            self._alternative = True
            self.at += 1
            return
        if letter in "()[]":
            self.at += 1
            self._alternative = False
            yield Sign("(" if letter in "([" else ")", at)
            return
        if found := _ANY.match(text, at):
            self.at = found.end()
            yield self._any(at)
            return
        if self._may_begin(at) and (found := _SHORT_CAPTURE.match(text, at)):
            near = abs(ord(found[1]) - ord(found[2])) == 1
            if near:
                self.at = found.end()
                written = Written(hint=found[1], capture=True, file=found[2])
                yield self._move(written, at)
                return
        if found := _WORD.match(text, at):
            word = WORDS.get(found[0].lower())
            unread = _LOOKS_LIKE_A_MOVE.match(text, at)
            if unread and not word and found.end() < unread.end():
                self.at = unread.end()
                yield Unread(unread[0], at)
                return
            self.at = found.end()
            if word == OR:
                self._alternative = True
            elif word == ANY:
                yield self._any(at)
            elif word:
                yield Sign(word, at)
            return
        self.at += 1
        if letter not in "+=#":
            self._alternative = False

    def _moves(self, found: "re.Match[str]") -> Iterator[Token]:
        """The move that was found, and others that differ in what the pawn becomes."""
        before = found["before"] or ""
        promotions = self._promotions(found["to"])
        effects = self._effects()
        if not promotions:
            promotions = self._promotions(found["to"])
        passant = bool(found["passant"]) or self._passant()
        check, mark = self._signs()
        capture = bool(
            found["capture"] or found["after"] or re.search("[x*:\u00d7]", found["hyphen"] or "")
        )
        inherited = self._man if self._alternative and not before and not found["from"] else ""
        for number, promotion in enumerate(promotions or [""]):
            written = Written(
                man=before,
                origin=found["from"] or "",
                hint=found["hint"] or "",
                capture=capture,
                arrival=found["to"],
                promotion=promotion,
                passant=passant,
                effects=effects,
                check=check,
                mark=mark,
                inherited=inherited,
            )
            self._alternative = self._alternative or number > 0
            yield self._move(written, found.start())
        if before:
            self._man = before

    def _promotions(self, square: str) -> list[str]:
        found = _PROMOTION.match(self.text, self.at)
        if found is None or (square[1] not in "18" and not found[1]):
            return []
        self.at = found.end()
        letters = [next(group for group in found.groups() if group)]
        while more := _PROMOTED_TOO.match(self.text, self.at):
            self.at = more.end()
            letters.append(more[1])
        return letters

    def _effects(self) -> tuple[str, ...]:
        effects = []
        while found := (
            _EFFECT.match(self.text, self.at) or _EFFECT_APART.match(self.text, self.at)
        ):
            self.at = found.end()
            effects.append(found[0].strip()[1:-1])
        return tuple(effects)

    def _passant(self) -> bool:
        found = re.compile(r"\s*\(?e\.?\s?p\b\.?\)?").match(self.text, self.at)
        if found:
            self.at = found.end()
        return bool(found)

    def _signs(self) -> tuple[str, str]:
        check = mark = ""
        while True:
            if found := _CHECK.match(self.text, self.at):
                check += found[1]
            elif (found := _MARK.match(self.text, self.at)) and not mark:
                mark = found[1]
            elif not (found := re.compile(r"\[[^\]\d]*\]").match(self.text, self.at)):
                return check, mark
            self.at = found.end()

    def _any(self, at: int) -> Sign:
        alternative, self._alternative = self._alternative, False
        return Sign(ANY, at, alternative)

    def _move(self, written: Written, at: int) -> Move:
        if written.castling:
            check, mark = self._signs()
            written = Written(castling=written.castling, check=check, mark=mark)
        alternative, self._alternative = self._alternative, False
        return Move(written, alternative, at)
