"""The shape of what the engine is given: JSON objects, named."""

from typing import Literal, TypedDict, Union

JsonWalk = Union[str, dict[str, "JsonValue"]]
JsonValue = Union[None, bool, int, str, list["JsonValue"], dict[str, "JsonValue"]]
ColourName = Literal["white", "black", "neutral"]


class BySide(TypedDict):
    """Squares for each side, ascending."""

    white: list[int]
    black: list[int]


class Promotes(TypedDict):
    """Squares on which a kind promotes, and the indices of what it becomes, in order of play.

    may: squares on which it promotes or stays what it is, unless it must promote there.
    """

    white: list[int]
    black: list[int]
    to: list[int]
    may: BySide


class ArraySpec(TypedDict):
    """Squares of a kind; which of them belongs to another: by colour, or by file."""

    squares: BySide
    by: Literal["colour", "file"]


class Kind(TypedDict):
    """A kind of man that can occur."""

    id: str
    walk: JsonWalk
    role: Literal["king", "pawn"] | None
    promotes: Promotes | None
    double_step: BySide | None
    captures_en_passant: bool
    free_walk: JsonWalk | None
    array: ArraySpec


class ManSpec(TypedDict):
    """A man on the board; kind: index into the kinds; attributes: into those of the fairy part."""

    square: int
    kind: int
    colour: ColourName
    royal: bool
    attributes: list[int]


RuleSpec = dict[str, JsonValue]
"""A mechanism of the engine with its parameters: "mechanism", "reason" and what it takes."""


class FairySpec(TypedDict):
    """Rules beyond those of the game; attributes: their ids, for output."""

    attributes: list[str]
    rules: list[RuleSpec]


# `pass` is a keyword of Python, so this one needs the functional form.
CastlingSpec = TypedDict(
    "CastlingSpec",
    {
        "side": Literal["white", "black"],
        "king": int,
        "rook": int,
        "king_to": int,
        "rook_to": int,
        "king_kind": int,
        "rook_kind": int,
        "wing": Literal["king", "queen"],
        "pass": list[int],
        "moved": list[int],
        "excludes": list[int],
    },
)
"""A castling that is still possible.

`pass`: the squares that the king crosses.  `moved`: of the two squares those whose man has moved.
`excludes`: numbers of the castlings that this one makes
impossible.
"""


class BoardSpec(TypedDict):
    """The rectangle, what is missing from it and how its edges join."""

    width: int
    height: int
    holes: list[int]
    wrap_files: bool
    wrap_ranks: bool


class EnPassantSpec(TypedDict):
    """The right at the first half-move: the man captured and the squares it passed over."""

    capture: int
    arrivals: list[int]


class PositionSpec(TypedDict):
    """The engine specification but for its `search` part."""

    board: BoardSpec
    kinds: list[Kind]
    men: list[ManSpec]
    side: Literal["white", "black"]
    castling: list[CastlingSpec]
    en_passant: EnPassantSpec | None
    fairy: FairySpec | None


class RetroSpec(TypedDict):
    """A diagram for retro analysis.

    game: the array from which games begin.  men: those of the diagram, by the kinds of the game.
    castlings: those of the game whose right is in question, by their place in its list.
    """

    game: PositionSpec
    men: list[ManSpec]
    side: Literal["white", "black"]
    en_passant: EnPassantSpec | None
    castlings: list[int]


class RetroMove(TypedDict):
    """A half-move that may have been the last one; quiet: without capture."""

    kind: str
    walk: str
    departure: int
    arrival: int
    quiet: bool
    promotion: str | None


class RetroCastling(TypedDict):
    """castling: its place in the list of the game.  example: a last move that leaves the right.

    moved_last: every possible last move was made by the king or the rook.
    """

    castling: int
    permitted: bool
    moved_last: bool
    example: RetroMove | None


class RetroEnPassant(TypedDict):
    """A capture en passant on `arrival` of the pawn on `capture`, which came from `departure`.

    possible: the double step may have been the last move.  example: another last move.
    """

    capture: int
    arrival: int
    departure: int
    permitted: bool
    possible: bool
    example: RetroMove | None


class RetroDependence(TypedDict):
    """The capture is permitted if the castling is: their places in the verdict."""

    castling: int
    en_passant: int


class RetroVerdict(TypedDict):
    """What the last moves show.  possible: there can have been one, or games begin here.

    last_moves: those that are possible, the first few, where a castling is refused; has_more: there
    are others.
    exclusive: pairs of castlings, by their places in `castlings`, that are not permitted together.
    complete: everything was looked at; else more is called possible than need be.
    """

    possible: bool
    is_array: bool
    last_moves: list[RetroMove]
    has_more: bool
    castlings: list[RetroCastling]
    exclusive: list[tuple[int, int]]
    en_passant: list[RetroEnPassant]
    dependent: list[RetroDependence]
    complete: bool
