"""What `solve list` and `solve explain` tell of a thing that a problem can name."""

from collections.abc import Mapping

import msgspec

from solver.model.board import Board, Colour

LANGUAGES = ("en", "de", "fr")


class Entry(msgspec.Struct, frozen=True):
    """One thing: its names and where it comes from.

    kind: "pieces" and so on.  family: the file of the library, or that of the problem.
    names, codes: by language; other_names: further ones.  text: the declaration as written.
    parameters: names of what it is called with, if any.  facts: what else there is to say, with
    labels.  comes_to: the rules that it is in the end.
    """

    kind: str
    id: str
    family: str
    names: Mapping[str, str]
    other_names: tuple[str, ...]
    codes: Mapping[str, str]
    source: str
    text: str
    parameters: tuple[str, ...] = ()
    facts: tuple[tuple[str, str], ...] = ()
    comes_to: tuple[str, ...] = ()


class Reach(msgspec.Struct, frozen=True):
    """Where a white man can go from `square`.

    men: the other men on the board.  quiet: empty squares that it can move to.
    captures: squares on which it can capture a black man, were there one or is there one.
    landings: where it arrives when it captures one of these men elsewhere.
    """

    board: Board
    square: int
    men: Mapping[int, Colour]
    quiet: frozenset[int]
    captures: frozenset[int]
    landings: frozenset[int] = frozenset()


class Explanation(msgspec.Struct, frozen=True):
    """An entry and pictures of it."""

    entry: Entry
    reaches: tuple[Reach, ...] = ()
