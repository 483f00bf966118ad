"""The text of a file as words: where they stand, and complaints that point at them."""

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate

from solver.model.errors import InputError
from solver.model.position import Place

# Most problems are short: what goes through them letter by letter is done before regular
# expressions for it are compiled.
_SEPARATORS = ";,"
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_IN_WORDS = frozenset(_LETTERS + _LETTERS.upper() + "0123456789#=+-%>!.<()~/&|:[]{}?")
_EXCERPT = 100
_SHOWN = 40


def plain_name(name: str) -> str:
    """A name as an id: without braces, with single blanks, in small letters."""
    return " ".join(name.strip("{}").split()).casefold()


def shown(word: str) -> str:
    """A word in quotes, cut when it is very long."""
    return repr(word if len(word) <= _SHOWN else word[:_SHOWN] + "...")


def _starts_of_lines(text: str) -> list[int]:
    lines = text.replace("\r\n", " \n").replace("\r", "\n").split("\n")
    return [0, *accumulate(len(line) + 1 for line in lines[:-1])]


class Input:
    """A text being read; `position` is where reading goes on (an index into `text`)."""

    def __init__(self, text: str, name: str = "<string>") -> None:
        self.text = text
        self.name = name
        self.position = 0
        # Looking for similar words is slow, and in rubbish it helps nobody.
        self.suggestions = 50
        self._starts = _starts_of_lines(text)
        # Where the word stands that was asked for last, and the word.
        self._word = -1, ""

    def skip_separators(self) -> int:
        """Go to the next word; returns its position (the length of the text when none is left)."""
        self.position = self.skip_from(self.position)
        return self.position

    def skip_from(self, position: int) -> int:
        """The position of the next word behind `position`; reading stays where it is."""
        text, end = self.text, len(self.text)
        while position < end and (text[position].isspace() or text[position] in _SEPARATORS):
            position += 1
        return position

    def word(self, position: int | None = None) -> str:
        """The word that stands at `position`, "" at a character that cannot stand in a word."""
        start = self.position if position is None else position
        if start != self._word[0]:
            end, text = start, self.text
            while end < len(text) and text[end] in _IN_WORDS:
                end += 1
            self._word = start, text[start:end]
        return self._word[1]

    def rest_of_line(self) -> tuple[int, str]:
        """Take the rest of the line, without the blanks before it; where it starts and the text."""
        text, start = self.text, self.position
        while text[start : start + 1] in (" ", "\t"):
            start += 1
        rest = text[start : self._end_of_line(start)].rstrip("\r\n")
        self.position = start + len(rest)
        return start, rest

    def _end_of_line(self, position: int) -> int:
        """Where the line of a position ends, its break included."""
        line = bisect_right(self._starts, position)
        return self._starts[line] if line < len(self._starts) else len(self.text)

    def place(self, position: int) -> Place:
        """Line and column of a position."""
        line = bisect_right(self._starts, position)
        return Place(line, position - self._starts[line - 1] + 1)

    def error(
        self,
        message: str,
        position: int,
        *,
        length: int = 1,
        expected: Sequence[str] = (),
        nearest: str | None = None,
    ) -> InputError:
        """A complaint about what stands at `position`, with the line it stands in."""
        place = self.place(position)
        start, end = self._starts[place.line - 1], self._end_of_line(position)
        line = self.text[start : min(end, position + _EXCERPT)] if place.column <= _EXCERPT else ""
        # What a terminal would take for a command is not shown.
        line = "".join(c if c.isprintable() else " " for c in line.rstrip("\r\n"))
        return InputError(
            message,
            place.line,
            place.column,
            excerpt=line,
            length=min(length, _EXCERPT),
            expected=tuple(expected),
            nearest=nearest,
            file=self.name,
        )
