"""What can go wrong, told to a person."""

from collections.abc import Sequence
from dataclasses import dataclass


class SolverError(Exception):
    """Base of all errors that this package raises on purpose."""


@dataclass
class InputError(SolverError):
    """The input could not be read.

    line, column: 1-based.  excerpt: the line of the input.  expected: what could have stood
    there, in words.  nearest: the known word most like the one found, or None.
    """

    message: str
    line: int
    column: int
    excerpt: str = ""
    length: int = 1
    expected: Sequence[str] = ()
    nearest: str | None = None
    file: str = "<string>"

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}: {self.message}"
        if self.expected:
            where += f"; expected {', '.join(self.expected)}"
        if self.nearest:
            where += f"; did you mean {self.nearest!r}?"
        if not self.excerpt:
            return where
        caret = " " * (self.column - 1) + "^" * max(1, self.length)
        return f"{where}\n    {self.excerpt}\n    {caret}"


@dataclass
class UnsupportedRule(SolverError):
    """A rule that is known but cannot be solved.

    kind: "condition", "walk", "option" and so on.  reason: why it never will be, if so.
    """

    kind: str
    name: str
    line: int = 0
    column: int = 0
    file: str = "<string>"
    reason: str = ""

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}"
        if self.reason:
            return f"{where}: {self.kind} {self.name} has no meaning: {self.reason}"
        return f"{where}: {self.kind} {self.name} is not supported yet"


@dataclass
class InvalidPosition(SolverError):
    """The position cannot be played from; reasons: all of them, each a sentence."""

    reasons: Sequence[str]

    def __str__(self) -> str:
        return "; ".join(self.reasons)


@dataclass
class UnknownName(SolverError):
    """Nothing is called that; nearest: the known names most like it, best first."""

    name: str
    nearest: Sequence[str] = ()

    def __str__(self) -> str:
        hint = f"; did you mean {' or '.join(map(repr, self.nearest))}?" if self.nearest else ""
        return f"nothing is called {self.name!r}{hint}"
