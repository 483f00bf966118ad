"""A tree that is told in parts, written as the JSON that it would be as a whole."""

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec.structs import replace

from solver.model.solution import Node, Place, PostKey, TreePart
from solver.notation.plain import to_plain

_PLACES: tuple[Place, ...] = ("threats", "variations", "refutations")


class _Open(msgspec.Struct):
    """An object that is not closed yet, and the list in it that is not."""

    end: str = "}"
    place: Place | None = None


class JsonTree:
    """Writes each part at once; `end` closes what is open."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._open: list[_Open] = []

    def begins_with(self, part: TreePart | PostKey) -> bool:
        """Whether a tree begins with the part; the one before is closed."""
        first = isinstance(part, PostKey) or part.depth == 0
        if first:
            self.end()
        return first

    def add(self, part: TreePart | PostKey) -> None:
        """Write a part."""
        if isinstance(part, PostKey):
            post_key = replace(part, threats=(), open=False)
            self._begin(_json(to_plain(post_key, tagged=True)), _Open(), part)
            return
        self._close(part.depth)
        node = part.node
        if self._open:
            self._enter(part.place)
            if not part.open:
                self._write(_json(to_plain(node)))
                return
        bare = replace(node, threats=(), variations=(), refutations=())
        text, end = _json(to_plain(bare)), "}"
        if part.depth == 0:
            ply = f'"ply":{part.ply},' if part.ply else ""
            text, end = f'{{"type":"TreeFound",{ply}"node":{text}', "}}"
        self._begin(text, _Open(end), node)

    def end(self) -> None:
        """The tree is complete, or will never be."""
        self._close(0)

    def _begin(self, text: str, opened: _Open, head: Node | PostKey) -> None:
        """Write an object up to its last brace, and what it holds already."""
        self._write(text[:-1])
        self._open.append(opened)
        for place in _PLACES:
            for node in getattr(head, place, ()):
                self._enter(place)
                self._write(_json(to_plain(node)))

    def _enter(self, place: Place) -> None:
        """Something is about to be written in that list of the last object."""
        last = self._open[-1]
        if last.place == place:
            self._write(",")
            return
        if last.place is not None:
            self._write("]")
        self._write(f',"{place}":[')
        last.place = place

    def _close(self, depth: int) -> None:
        while len(self._open) > depth:
            last = self._open.pop()
            self._write(("]" if last.place is not None else "") + last.end)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
