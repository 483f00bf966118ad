"""Solving from Python: read problems, solve them, or follow a search event by event."""

import os
import warnings
from collections.abc import Iterator, Sequence
from typing import Literal, get_args

from grammar import files
from grammar.reader import Entry, read_bytes
from solver.events import collect, whole
from solver.model.board import Colour
from solver.model.position import Place, Position
from solver.model.problem import Problem
from solver.model.solution import Event, PlayedMove, Solution
from solver.running import Limits, Manner, Run, engine_version, possible_moves

Retro = Literal["codex"]
"""A convention by which a retro analysis decides who may castle or capture en passant."""

__all__ = [
    "Entry",
    "Limits",
    "Manner",
    "Retro",
    "Run",
    "collect",
    "engine_version",
    "legal_moves",
    "print_problem",
    "read_bytes",
    "read_problems",
    "read_text",
    "solve",
    "stream",
]


def read_problems(path: str | os.PathLike[str]) -> list[Problem]:
    """Read all problems of a file in Popeye's language.

    path: a file in ASCII, UTF-8 or Latin-1; its begin word chooses English, German or French.
    Returns the problems in file order.  What the reader finds odd is given as a UserWarning.
    Raises the first InputError (line, column, excerpt, expected) or UnsupportedRule.
    """
    return _checked(read_bytes(files.read_bytes(os.fspath(path)), name=os.fspath(path)))


def read_text(text: str, *, name: str = "<string>") -> list[Problem]:
    """Read all problems of a text; name: what to call it in messages.  See `read_problems`."""
    return _checked(read_bytes(text.encode("utf-8", "surrogateescape"), name=name))


def solve(
    problem: str | Problem,
    *,
    seconds: float | None = None,
    threads: int = 0,
    memory_mib: int | None = None,
    retro: Retro | None = None,
) -> Solution:
    """Solve one problem and return everything that was found.

    problem: a Problem, or a text that holds exactly one (ValueError otherwise).
    seconds: for each twin; threads: 0 for one a processor, which changes nothing in the answer;
    memory_mib: for position tables.
    retro: "codex" permits castling unless one move of retro analysis of the diagram proves that it
    is lost, and a capture en passant as the first move if it proves that the last move was the
    double step; what it concludes is among the messages of each twin.  None does as Popeye does.
    `Solution.complete` says whether everything was examined; if not, each twin says why.
    Raises InputError, UnsupportedRule or InvalidPosition; Ctrl-C raises KeyboardInterrupt.
    """
    events = stream(problem, seconds=seconds, threads=threads, memory_mib=memory_mib, retro=retro)
    return collect(events)


def stream(
    problem: str | Problem,
    *,
    seconds: float | None = None,
    threads: int = 0,
    memory_mib: int | None = None,
    retro: Retro | None = None,
) -> Iterator[Event]:
    """Solve one problem, giving each event when it happens; arguments as for `solve`.

    Problems that cannot be solved are refused here, before the first event.  The search runs in
    threads of its own; leaving or closing the iterator cancels it.
    """
    chosen = _single(problem) if isinstance(problem, str) else problem
    if retro not in (None, *get_args(Retro)):
        raise ValueError(f"no retro convention {retro!r}; there is 'codex'")
    run = Run(chosen, Limits(seconds, threads, memory_mib), retro)
    for place, text in run.warnings:
        warnings.warn(_placed(place, text), stacklevel=2)
    return _events(run)


def legal_moves(
    problem: Problem, position: Position, side: Colour, *, passant: Sequence[str] = ()
) -> list[PlayedMove]:
    """The moves that `side` may play in `position`, without conditions.

    problem: whose own pieces and option NoCastling hold.  passant: departure, passed
    squares and arrival of a pawn that has just stepped twice.  Raises UnsupportedRule for a man
    that cannot be played, InvalidPosition.
    """
    return possible_moves(problem, position, side, passant)


def print_problem(problem: Problem) -> str:
    """The text of a file with this problem, in the language of its input.

    Raises ValueError when that language has no word for something in it.
    """
    from grammar.printer import print_problem

    return print_problem(problem)


def _events(run: Run) -> Iterator[Event]:
    ticks = run.ticks()
    try:
        yield from whole(event for event in ticks if event is not None)
    finally:
        run.stop("closed")


def _single(text: str) -> Problem:
    problems = read_text(text)
    if len(problems) != 1:
        raise ValueError(f"expected one problem, found {len(problems)}")
    return problems[0]


def _checked(entries: list[Entry]) -> list[Problem]:
    problems = []
    for entry in entries:
        for error in entry.errors:
            raise error
        for place, text in entry.warnings:
            warnings.warn(_placed(place, text), stacklevel=3)
        if entry.problem is not None:
            problems.append(entry.problem)
    return problems


def _placed(place: Place | None, text: str) -> str:
    return text if place is None else f"line {place.line}, column {place.column}: {text}"
