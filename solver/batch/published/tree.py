"""Tokens as moves with what follows them.

The numbers tell where a move belongs: `2.` after `1.Ka1` without `1...` is a threat, `2...` goes on
from the second move last written, `1.` begins anew.
"""

import re
from collections.abc import Callable

import msgspec

from solver.batch.published.moves import Written
from solver.batch.published.tokens import Move, Number, Sign, Token, Unread, tokens
from solver.batch.published.words import ANY, BUT, THREAT, ZUGZWANG


class Ply(msgspec.Struct):
    """A half-move of a published solution.

    written: None for "any" (`~`).  at: its offset in the text.  refutes: it stands after "but".
    shared: it is written with others (`Sf3/c2`) that have the same answers, not all of them each.
    answers: what may follow; threats: what it threatens.
    """

    written: Written | None
    at: int
    refutes: bool = False
    zugzwang: bool = False
    shared: bool = False
    answers: list["Ply"] = msgspec.field(default_factory=list)
    threats: list["Ply"] = msgspec.field(default_factory=list)

    @property
    def mark(self) -> str:
        """The sign after the move: "!", "?" ..."""
        return self.written.mark if self.written else ""


class Section(msgspec.Struct):
    """The solution of one twin, or of the whole problem (label "").

    roots: by the number of half-moves before them: 0 for keys and tries.
    unread: what looks like moves and could not be read, with offsets.
    """

    label: str
    roots: list[tuple[int, Ply]] = msgspec.field(default_factory=list)
    unread: list[Unread] = msgspec.field(default_factory=list)


Numbering = Callable[[int, bool], int]
"""From a number and whether dots of a reply follow, to the half-moves before the move."""


def battle_numbering(number: int, second: bool) -> int:
    """Both sides move within a number: `1.` is 0, `1...` is 1, `2.` is 2."""
    return 2 * (number - 1) + second


def series_numbering(number: int, second: bool) -> int:
    """Every number is a half-move of the side that moves alone."""
    return number - 1 + second


_LABEL = re.compile(r"(?m)^[ \t\"']*\+?\(?([a-z])\s?\)(?:\s*=?[^\n]*?(?=\b1\s*\.)|[^\n]*)")
# Moves of both sides, with a comma between them: `1.Ra1,a3 2.Sb1,a2 3.Bc1#`.
_BOTH_SIDES = re.compile(
    r"(?:[\s.]*\d+\s*\.[^\s,.\d]*[^\s,.]+,[^\s,.]+){2,}(?:[\s.]*\d+\s*\.[^\s,.]+)?[\s.]*"
)
_HEADING = re.compile(r"(?mi)^[ \t]*(?:zero\s?position|diagram)\b[^\n]*")


def sections(text: str, numbering: Numbering = battle_numbering) -> list[Section]:
    """The parts of a solution: one with the label "", or one for each label `a)`, `b)` ..."""
    text = _HEADING.sub(lambda match: " " * len(match[0]), text)
    labels = list(_LABEL.finditer(text))
    if not labels:
        return [_section("", text, 0, numbering)]
    found = []
    if before := text[: labels[0].start()].strip(' "\n'):
        section = _section("", text[: labels[0].start()], 0, numbering)
        if before and section.roots:
            found.append(section)
    ends = [label.start() for label in labels[1:]] + [len(text)]
    for label, end in zip(labels, ends, strict=True):
        found.append(_section(label[1], text[label.end() : end], label.end(), numbering))
    return found


def _section(label: str, text: str, offset: int, numbering: Numbering) -> Section:
    if numbering is battle_numbering and _BOTH_SIDES.fullmatch(text):
        text = text.replace(",", " ")
    builder = _Builder(Section(label), numbering, offset)
    for token in tokens(text):
        builder.take(token)
    return builder.section


class _Builder:
    def __init__(self, section: Section, numbering: Numbering, offset: int) -> None:
        self.section = section
        self._numbering = numbering
        self._offset = offset
        self._path: list[list[Ply]] = []
        self._ply: int | None = None
        self._last: int | None = None
        self._skip = 0
        self._but = False
        self._open: list[tuple[list[list[Ply]], int | None]] = []

    def take(self, token: Token) -> None:
        """The next token."""
        match token:
            case Number():
                self._ply = self._numbering(token.number, token.second)
                if token.set_play:
                    self._path = []
            case Move():
                self._add(Ply(token.written, self._offset + token.at), token.alternative)
            case Unread():
                self.section.unread.append(Unread(token.text, self._offset + token.at))
            case Sign():
                self._sign(token)

    def _sign(self, sign: Sign) -> None:
        if sign.kind == THREAT:
            self._skip = 1
        elif sign.kind == BUT:
            self._but = True
            self._ply = self._ply if self._ply is not None else None
        elif sign.kind == ZUGZWANG:
            for ply in self._path[-1] if self._path else []:
                ply.zugzwang = True
        elif sign.kind == ANY:
            # `1.Ka1! ~ 2.Kb1` is a threat: as if the defence did nothing.
            self._add(Ply(None, self._offset + sign.at), sign.alternative)
        elif sign.kind == "(":
            self._open.append((list(self._path), self._last))
            self._skip = 1
        elif sign.kind == ")" and self._open:
            self._path, self._last = self._open.pop()
            self._ply, self._skip = None, 0

    def _add(self, ply: Ply, alternative: bool) -> None:
        again = not alternative and self._refutes_too(ply)
        alternative = alternative or again
        place = self._place(alternative)
        before = self._level(place - 1)
        if place and not before and (threatening := self._level(place - 2)):
            for parent in threatening:
                parent.threats.append(ply)
        elif before:
            for parent in before:
                parent.answers.append(ply)
        else:
            self.section.roots.append((place, ply))
        ply.refutes = self._but or again
        if not alternative:
            self._but = False
        same = alternative and len(self._path) > place
        level = [*self._path[place], ply] if same else [ply]
        if same:
            level[-2].shared = ply.shared = True
        del self._path[place:]
        while len(self._path) < place:
            self._path.append([])
        self._path.append(level)
        self._last, self._ply, self._skip = place, None, 0

    def _refutes_too(self, ply: Ply) -> bool:
        """Whether it is one more refutation, as in `but 1...b6! b5!`: nothing answers one."""
        before = self._level(self._last) if self._last is not None and self._ply is None else []
        marked = all(one.mark in ("!", "!!") for one in (ply, *before))
        return marked and bool(before) and all(one.refutes for one in before)

    def _place(self, alternative: bool) -> int:
        if self._ply is not None:
            return self._ply
        if self._last is None:
            return 0
        if alternative:
            return self._last
        return self._last + 1 + self._skip

    def _level(self, place: int) -> list[Ply]:
        return self._path[place] if 0 <= place < len(self._path) else []
