"""What a search found: moves, lines, trees, phases and how far the claim goes.

The engine sends these as JSON events (decoded by msgspec into the classes below), the notation
writes them.  Nothing here knows a language or a layout.
"""

from collections.abc import Sequence
from typing import Literal

import msgspec

ColourName = Literal["white", "black", "neutral"]


class Piece(msgspec.Struct, frozen=True):
    """A man as a move names it: colour, walk id and attribute ids (sorted)."""

    colour: ColourName
    walk: str
    attributes: tuple[str, ...] = ()


class Effect(msgspec.Struct, frozen=True):
    """A further effect of a move, with its reason ("rebirth", "castling", "imitator" ...).

    kind: "remove", "place", "move", "exchange", "walk", "colour", "attribute", "state",
    "follow" (an imitator has come to the square).
    square: where it happens; target: for "move" and "exchange", the other square.
    piece: the man removed, placed, moved or changed, as it is after the effect (for "move": as it
    leaves `square`).  other: for "exchange", the second man (the one that was on `target`); for
    "move", the man as it arrives when it walks in another way there.
    value: for "state", what is to be written (BGL: "2/4.59").
    The reasons that are written in a way of their own are listed in `solver.notation.effects`.
    """

    kind: str
    reason: str
    square: int
    target: int | None = None
    piece: Piece | None = None
    other: Piece | None = None
    value: str = ""


class PlayedMove(msgspec.Struct, frozen=True):
    """A half-move as it was played, with everything that notation needs.

    mover: the man as it stood on departure.  kind: "ordinary", "en_passant", "king_side_castling",
    "queen_side_castling", "null" (the side passes), "exchange".
    captures: squares of captured men, in order (the square of the pawn for en passant).
    promotion: the man after promotion or any other change of the mover's walk by the move.
    promotion_reason: why it changed, "" for a promotion.
    also_from: departures of other men of the same colour and walk that could legally arrive on
    the same square (for short notation).
    check: the move checks.  goal: the goal reached by it ("#"), if one was.
    """

    kind: str
    departure: int
    arrival: int
    mover: Piece | None = None
    captures: tuple[int, ...] = ()
    promotion: Piece | None = None
    promotion_reason: str = ""
    effects: tuple[Effect, ...] = ()
    also_from: tuple[int, ...] = ()
    check: bool = False
    goal: str | None = None


class LineFound(msgspec.Struct, frozen=True):
    """A solution of help or series play: its half-moves in order.

    half_moves_skipped: how many half-moves of the numbering stand before the first one (1 for
    h#2.5: `1...`; set play of h#3 likewise).  sides: one letter a half-move, "a" for the numbered
    side (which begins a move number) and "b" for the other: "abab" in h#2, "aaab" in ser-h#3.
    restarts: indices of half-moves at which the numbering restarts at 1 (introductory series).
    constraint: the last half-move fails by the reflex obligation (`?!?`).
    """

    moves: tuple[PlayedMove, ...]
    sides: str
    half_moves_skipped: int = 0
    restarts: tuple[int, ...] = ()
    constraint: bool = False


class Node(msgspec.Struct, frozen=True):
    """A half-move of battle play and what follows it.

    mark: "!" key or refutation, "?" try, "" else.
    zugzwang: the move threatens nothing; threats: what it threatens (each an attacker's move with
    its own continuation).  Both absent when threats were not asked for or the move checks.
    variations: answers to this move.  refutations: defences that answer a try.
    refutes: this defence has no answer (post-key play).
    constraint: the move fails by the reflex obligation (`?!?`).
    threat_effects: effects of passing the turn, which shows the threat (lost men).
    """

    move: PlayedMove
    mark: Literal["", "!", "?"] = ""
    zugzwang: bool = False
    threats: tuple["Node", ...] = ()
    variations: tuple["Node", ...] = ()
    refutations: tuple["Node", ...] = ()
    refutes: bool = False
    constraint: bool = False
    threat_effects: tuple[Effect, ...] = ()


# Types by name would be compiled when msgspec asks for them, which takes as long as a short search.
Node.__annotations__.update(
    dict.fromkeys(("threats", "variations", "refutations"), tuple[Node, ...])
)


class TreeFound(msgspec.Struct, frozen=True):
    """A key or try with its play, or a set-play defence with its answers.

    ply: 0 when `node` is an attacker's first move, 1 when it is a defence (set or post-key play) or
    the side that stands first in a structured stipulation does not begin.
    """

    node: Node
    ply: int = 0


Place = Literal["threats", "variations", "refutations"]
"""What a half-move is to the one before it: the field of `Node` to which it belongs."""


class TreePart(msgspec.Struct, frozen=True):
    """A part of a tree that is too large to be held; see `Growing`, which puts them together.

    It belongs, in its place, to the last open part of the depth before; a tree begins with depth 0
    and ends with TreeEnded, or never when the search is stopped.  open: what follows, deeper, may
    belong to it; what it has below it already comes first.  ply: that of the first half-move of
    the tree, as in TreeFound.
    """

    node: Node
    depth: int
    place: Place = "variations"
    open: bool = False
    ply: int = 0


class TreeEnded(msgspec.Struct, frozen=True):
    """The tree that was told in parts is complete; solution: it is a key or a try."""

    solution: bool = False


class PostKey(msgspec.Struct, frozen=True):
    """Post-key play begins: what the (unwritten) key threatens; check: the diagram is a check.

    ply: of the defences, as in TreeFound; the threats are one ply later.
    open: further threats follow as parts of depth 1, up to TreeEnded.
    threat_effects: as in Node.
    """

    zugzwang: bool = False
    threats: tuple[Node, ...] = ()
    threat_effects: tuple[Effect, ...] = ()
    check: bool = False
    ply: int = 1
    open: bool = False


class MoveNumber(msgspec.Struct, frozen=True):
    """Progress, with option MoveNumbers: the number of a root move and the move itself."""

    number: int
    move: PlayedMove
    second: int | None = None


PhaseKind = Literal["set", "actual", "post_key"]


class PhaseStarted(msgspec.Struct, frozen=True):
    """A phase begins.  play: "line" (help, series) or "tree" (battle play)."""

    kind: PhaseKind
    play: Literal["line", "tree"]
    starter: ColourName


class Examined(msgspec.Struct, frozen=True):
    """How far a first move was examined, when not everything was.

    length: half-moves of the lines that were looked for, 0 where that is not the question.
    number: of the first move, 0 for play without one; move: that move.  parts: independent parts
    into which its play is cut; done: how many of them were examined to the end.
    """

    length: int
    number: int
    parts: int
    done: int
    move: PlayedMove | None = None


class PhaseFinished(msgspec.Struct, frozen=True):
    """A phase ends.  complete: everything was examined; why says which limit was reached.

    why: "" when complete, else "solutions" (MaxSolutions), "short" (StopOnShortSolutions),
    "range" (Start/UpToMoveNumber), "time", "interrupt", "memory", "choices" (a half-move leaves
    more to choose than can be counted).
    omitted: the phase is left out because a king could be captured or, if `decided`, because
    another part of the stipulation has decided already.
    examined: when it is not complete, what was examined, as far as that is known.
    """

    complete: bool
    why: str = ""
    nodes: int = 0
    seconds: float = 0.0
    omitted: bool = False
    decided: bool = False
    examined: tuple[Examined, ...] = ()


class Message(msgspec.Struct, frozen=True):
    """A remark of the solving itself ("SetPlay not applicable"), by key, for the notation."""

    key: str
    arguments: tuple[str, ...] = ()


class TwinStarted(msgspec.Struct, frozen=True):
    """A twin begins (the diagram itself is the twin with index 0).

    label: "" when the problem has no twins, else "a", "b" ... "z1"; continued: `+b)`.
    """

    index: int
    label: str
    continued: bool = False


class TwinFinished(msgspec.Struct, frozen=True):
    """A twin ends.  complete as in PhaseFinished, over all its phases."""

    complete: bool
    why: str = ""
    seconds: float = 0.0


Event = (
    TwinStarted
    | PhaseStarted
    | LineFound
    | TreeFound
    | TreePart
    | TreeEnded
    | PostKey
    | MoveNumber
    | Message
    | PhaseFinished
    | TwinFinished
)


class Phase(msgspec.Struct, frozen=True):
    """A finished phase with all that was found, in the order of the events."""

    started: PhaseStarted
    finished: PhaseFinished
    found: Sequence[LineFound | TreeFound | PostKey] = ()


class TwinSolution(msgspec.Struct, frozen=True):
    """The phases of one twin."""

    started: TwinStarted
    finished: TwinFinished
    phases: Sequence[Phase] = ()
    messages: Sequence[Message] = ()


class Solution(msgspec.Struct, frozen=True):
    """All twins of a problem; complete only when every one of them was examined to the end."""

    twins: Sequence[TwinSolution] = msgspec.field(default_factory=tuple)

    @property
    def complete(self) -> bool:
        """Whether the claim covers everything that was asked."""
        return all(twin.finished.complete for twin in self.twins)
