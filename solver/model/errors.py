"""What can go wrong, told to a person."""

from collections.abc import Sequence


class SolverError(Exception):
    """Base of all errors that this package raises on purpose."""


class _Told(SolverError):
    """An error with parts: equal to another of its class when all of them are equal.

    Not a dataclass: the program needs no other, and loading them takes long.
    """

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return vars(self) == vars(other)

    def __repr__(self) -> str:
        parts = ", ".join(f"{name}={value!r}" for name, value in vars(self).items())
        return f"{type(self).__name__}({parts})"


class InputError(_Told):
    """The input could not be read.

    line, column: 1-based.  excerpt: the line of the input.  expected: what could have stood
    there, in words.  nearest: the known word most like the one found, or None.
    """

    def __init__(
        self,
        message: str,
        line: int,
        column: int,
        excerpt: str = "",
        length: int = 1,
        expected: Sequence[str] = (),
        nearest: str | None = None,
        file: str = "<string>",
    ) -> None:
        self.message = message
        self.line = line
        self.column = column
        self.excerpt = excerpt
        self.length = length
        self.expected = expected
        self.nearest = nearest
        self.file = file

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


class UnsupportedRule(_Told):
    """A rule that is known but cannot be solved.

    kind: "condition", "walk", "option" and so on.  reason: why it never will be, if so.
    """

    def __init__(
        self,
        kind: str,
        name: str,
        line: int = 0,
        column: int = 0,
        file: str = "<string>",
        reason: str = "",
    ) -> None:
        self.kind = kind
        self.name = name
        self.line = line
        self.column = column
        self.file = file
        self.reason = reason

    def __str__(self) -> str:
        where = f"{self.file}:{self.line}:{self.column}"
        if self.reason:
            return f"{where}: {self.kind} {self.name} has no meaning: {self.reason}"
        return f"{where}: {self.kind} {self.name} is not supported yet"


class InvalidPosition(_Told):
    """The position cannot be played from; reasons: all of them, each a sentence."""

    def __init__(self, reasons: Sequence[str]) -> None:
        self.reasons = reasons

    def __str__(self) -> str:
        return "; ".join(self.reasons)


class UnknownName(_Told):
    """Nothing is called that; nearest: the known names most like it, best first."""

    def __init__(self, name: str, nearest: Sequence[str] = ()) -> None:
        self.name = name
        self.nearest = nearest

    def __str__(self) -> str:
        hint = f"; did you mean {' or '.join(map(repr, self.nearest))}?" if self.nearest else ""
        return f"nothing is called {self.name!r}{hint}"
