"""What a partial search has examined, in words, for people."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from solver.model.solution import Examined, PhaseFinished
from solver.notation.men import Names
from solver.notation.moves import move_text


def examined_lines(names: Names, finished: PhaseFinished) -> Iterator[str]:
    """One sentence for each length of lines (for battle play just one); nothing when all was
    examined, or when nothing is known about it.

    Words are English whatever the language of `names`.
    """
    for length, group in groupby(finished.examined, key=lambda part: part.length):
        parts = list(group)
        lines = f"lines of {length} half-moves: " if length else ""
        yield lines + "; ".join(_of_one_length(names, parts))


def _of_one_length(names: Names, parts: Sequence[Examined]) -> Iterator[str]:
    whole = [part for part in parts if part.done == part.parts]
    begun = [part for part in parts if 0 < part.done < part.parts]
    rest = [part for part in parts if part.done == 0]
    yield f"{len(whole)} of {len(parts)} first moves examined to the end"
    if whole and len(whole) <= len(rest):
        yield f"examined: {_list(names, whole)}"
    if begun:
        yield f"in part: {_list(names, begun, counted=True)}"
    if rest and len(rest) < max(1, len(whole)):
        yield f"not examined: {_list(names, rest)}"
    elif rest:
        yield "the others not"


def _list(names: Names, parts: Sequence[Examined], *, counted: bool = False) -> str:
    return ", ".join(
        _name(names, part) + (f" ({part.done} of {part.parts})" if counted else "")
        for part in parts
    )


def _name(names: Names, part: Examined) -> str:
    return move_text(names, part.move).strip() if part.move else "the play without a first move"
