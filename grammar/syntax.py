"""What the parsers of walks and declarations share: grammar tables, places, complaints."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from grammar.files import beside, read_text
from solver.model.errors import InputError

if TYPE_CHECKING:
    from lark import Lark, Token, Transformer
    from lark.exceptions import UnexpectedInput
    from lark.lexer import TerminalDef

_WORD = re.compile(r"[\w-]+")


@cache
def parser(grammar: str, *starts: str) -> "Lark":
    """The LALR parser of a grammar file of this package; made once, at its first use."""
    from lark import Lark

    text = read_text(beside(__file__, grammar))
    return Lark(
        text,
        parser="lalr",
        start=list(starts),
        maybe_placeholders=False,
        edit_terminals=_whole_words,
    )


def _whole_words(terminal: "TerminalDef") -> None:
    """A keyword must not be read from the beginning of a longer word."""
    from lark.lexer import PatternRE, PatternStr

    if isinstance(terminal.pattern, PatternStr) and terminal.pattern.value.isalpha():
        terminal.pattern = PatternRE(terminal.pattern.value + r"(?![\w-])")
        terminal.priority = 1


def read(
    source: "Source",
    grammar: str,
    start: str,
    builder: "Transformer[Token, Any]",
    words: Mapping[str, str],
) -> Any:
    """What `builder` makes of the tree of a whole source.

    words: for complaints, as in `Source.unexpected`.  Raises InputError (line, column, excerpt,
    expected, nearest) at the first thing that does not fit.
    """
    from lark.exceptions import UnexpectedInput, VisitError

    try:
        return builder.transform(parser(grammar, start).parse(source.text))
    except RecursionError:
        raise source.error(0, "nested too deeply") from None
    except UnexpectedInput as error:
        raise source.unexpected(error, words) from None
    except VisitError as error:
        if isinstance(error.orig_exc, InputError):
            raise error.orig_exc from None
        raise


class Source:
    """A text that is being read: it knows where in a file it stands.

    line, column: 1-based place of its first character in the file.
    around: the text of which this one is a part, for excerpts; None when it is the whole.
    """

    def __init__(
        self,
        text: str,
        line: int = 1,
        column: int = 1,
        file: str = "<string>",
        around: "Source | None" = None,
    ) -> None:
        self.text = text
        self.line = line
        self.column = column
        self.file = file
        self._around = around

    def part(self, start: int, end: int) -> "Source":
        """The text from `start` to before `end` as a source of its own."""
        return Source(self.text[start:end], *self.place(start), self.file, self)

    def place(self, position: int) -> tuple[int, int]:
        """Line and column in the file of the character at `position` (0-based) of the text."""
        before = self.text[:position]
        lines = before.count("\n")
        if lines:
            return self.line + lines, position - before.rindex("\n")
        return self.line, self.column + position

    def line_text(self, line: int) -> str:
        """A line of the file, as far as it is known; what stands before the text is blank."""
        if self._around is not None:
            return self._around.line_text(line)
        text = self.text.split("\n")[line - self.line]
        return " " * (self.column - 1) + text if line == self.line else text

    def error(
        self,
        position: int,
        message: str,
        *,
        length: int = 1,
        expected: Iterable[str] = (),
        nearest: str | None = None,
    ) -> InputError:
        """An error at `position` of the text."""
        line, column = self.place(position)
        return InputError(
            message=message,
            line=line,
            column=column,
            excerpt=self.line_text(line),
            length=length,
            expected=tuple(expected),
            nearest=nearest,
            file=self.file,
        )

    def unexpected(self, error: "UnexpectedInput", words: Mapping[str, str]) -> InputError:
        """Lark's complaint in our words.

        words: for each terminal of the grammar that a person may have meant, what to call it; a
        terminal without an entry is not named.
        """
        from difflib import get_close_matches

        from lark.exceptions import UnexpectedToken

        position = error.pos_in_stream or 0
        word = _WORD.match(self.text, position)
        found = word[0] if word else self.text[position : position + 1]
        accepted: Iterable[str] = getattr(error, "allowed", None) or ()
        if isinstance(error, UnexpectedToken):
            accepted = error.accepts or error.expected
            found = str(error.token)
            if error.token.type == "$END":
                position = len(self.text)
        expected = [word for terminal, word in words.items() if terminal in accepted]
        keywords = [word.strip("'") for word in expected if word.strip("'").isalpha()]
        near = get_close_matches(found, keywords, n=1)
        return self.error(
            position,
            f"{found!r} does not fit here" if found else "more should follow",
            length=len(found) or 1,
            expected=expected,
            nearest=near[0] if near else None,
        )
