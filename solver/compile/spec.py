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
    """Squares on which a kind promotes, and the indices of what it becomes, in order of play."""

    white: list[int]
    black: list[int]
    to: list[int]


class Kind(TypedDict):
    """A kind of man that can occur."""

    id: str
    walk: JsonWalk
    role: Literal["king", "pawn"] | None
    promotes: Promotes | None
    double_step: BySide | None
    captures_en_passant: bool


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
    },
)
"""A castling that is still possible; `pass`: the squares that the king crosses."""


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
