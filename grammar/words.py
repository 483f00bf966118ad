"""The text of a file as words: where they stand, and complaints that point at them."""

import re
from bisect import bisect_right
from collections.abc import Sequence

from solver.model.errors import InputError
from solver.model.position import Place

_SEPARATORS = re.compile(r"[\s;,]*")
_WORD = re.compile(r"[A-Za-z0-9#=+\-%>!.<()~/&|:\[\]{}?]+")
_LINE = re.compile(r"[ \t]*([^\r\n]*)")
_LINE_END = re.compile(r"\r\n?|\n")
_EXCERPT = 100


_SHOWN = 40


def plain_name(name: str) -> str:
    """A name as an id: without braces, with single blanks, in small letters."""
    return " ".join(name.strip("{}").split()).casefold()


def shown(word: str) -> str:
    """A word in quotes, cut when it is very long."""
    return repr(word if len(word) <= _SHOWN else word[:_SHOWN] + "...")


class Input:
    """A text being read; `position` is where reading goes on (an index into `text`)."""

    def __init__(self, text: str, name: str = "<string>") -> None:
        self.text = text
        self.name = name
        self.position = 0
        # Looking for similar words is slow, and in rubbish it helps nobody.
        self.suggestions = 50
        self._starts = [0, *(match.end() for match in _LINE_END.finditer(text))]

    def skip_separators(self) -> int:
        """Go to the next word; returns its position (the length of the text when none is left)."""
        self.position = self.skip_from(self.position)
        return self.position

    def skip_from(self, position: int) -> int:
        """The position of the next word behind `position`; reading stays where it is."""
        match = _SEPARATORS.match(self.text, position)
        assert match is not None
        return match.end()

    def word(self, position: int | None = None) -> str:
        """The word that stands at `position`, "" at a character that cannot stand in a word."""
        match = _WORD.match(self.text, self.position if position is None else position)
        return match[0] if match else ""

    def rest_of_line(self) -> tuple[int, str]:
        """Take the rest of the line, without the blanks before it; where it starts and the text."""
        match = _LINE.match(self.text, self.position)
        assert match is not None
        self.position = match.end()
        return match.start(1), match[1]

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
        start = self._starts[place.line - 1]
        more = place.line < len(self._starts)
        end = self._starts[place.line] if more else len(self.text)
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
