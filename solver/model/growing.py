"""Trees that are told in parts, put together again."""

import msgspec
from msgspec.structs import replace

from solver.model.solution import (
    Event,
    Node,
    PhaseFinished,
    Place,
    PostKey,
    TreeEnded,
    TreeFound,
    TreePart,
)


class _Open(msgspec.Struct):
    """A half-move to which more may belong; of play after the key, its beginning."""

    head: Node | PostKey
    place: Place
    ply: int
    below: dict[Place, list[Node]] = msgspec.field(default_factory=dict)


class Growing:
    """Holds the parts of a tree until it is complete; those that never are are dropped."""

    def __init__(self) -> None:
        self._open: list[_Open] = []

    def feed(self, event: Event) -> Event | None:
        """The event itself, or the tree that it completes; None while more is to come."""
        match event:
            case PostKey() if event.open:
                self._open = [_Open(event, "variations", event.ply)]
                self._hold(event)
            case TreePart():
                self._close(event.depth)
                if event.open:
                    self._open.append(_Open(event.node, event.place, event.ply))
                    self._hold(event.node)
                elif self._open:
                    self._add(event.place, event.node)
            case TreeEnded():
                return self._ended()
            case PhaseFinished():
                self._open = []
                return event
            case _:
                return event
        return None

    def _hold(self, head: Node | PostKey) -> None:
        """What the last open half-move has already below it."""
        below = self._open[-1].below
        below["threats"] = list(head.threats)
        if isinstance(head, Node):
            below["variations"] = list(head.variations)
            below["refutations"] = list(head.refutations)

    def _add(self, place: Place, node: Node) -> None:
        self._open[-1].below.setdefault(place, []).append(node)

    def _close(self, depth: int) -> None:
        """Complete what is open at that depth or deeper."""
        while len(self._open) > max(depth, 1):
            last = self._open.pop()
            if isinstance(last.head, Node):
                self._add(last.place, _completed(last.head, last))
        if depth == 0:
            self._open = []

    def _ended(self) -> Event | None:
        self._close(1)
        if not self._open:
            return None
        root = self._open.pop()
        if isinstance(root.head, PostKey):
            return replace(root.head, threats=tuple(root.below["threats"]), open=False)
        return TreeFound(_completed(root.head, root), root.ply)


def _completed(head: Node, parts: _Open) -> Node:
    below = parts.below
    return replace(
        head,
        threats=tuple(below.get("threats", ())),
        variations=tuple(below.get("variations", ())),
        refutations=tuple(below.get("refutations", ())),
    )
