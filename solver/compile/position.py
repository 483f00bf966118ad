"""A position, the declared pieces and the options, as the engine wants them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from msgspec.structs import replace

from solver.compile.attributes import attribute_numbers, fairy_spec, walks_of_attributes
from solver.compile.borrowing import borrowing_rules, lent_pieces
from solver.compile.conditions import (
    NOTHING,
    PROMOTIONS,
    Numbers,
    attributes_named,
    rule_specs,
    set_up,
    walks_named,
    with_replaced,
)
from solver.compile.marine import with_marine_kings
from solver.compile.rebirth import LastCapture, array_of, remembered, with_laid
from solver.compile.walks import walk_spec
from solver.model.board import ORTHODOX_BOARD, Board, Colour
from solver.model.errors import InvalidPosition
from solver.model.meaning import Meaning
from solver.model.piece import Piece, Rank, Role
from solver.model.position import Man, Position
from solver.model.problem import Option

if TYPE_CHECKING:
    from solver.compile.spec import (
        BoardSpec,
        BySide,
        CastlingSpec,
        EnPassantSpec,
        JsonValue,
        Kind,
        ManSpec,
        PositionSpec,
        Promotes,
        RuleSpec,
    )

Lookup = Callable[[str], Piece]
"""Gives the declared piece of a walk id; the library's own error when there is none."""

SideName = Literal["white", "black"]
LEAST_EN_PASSANT_SQUARES = 3
PAWN = "pawn"


def compile_position(
    position: Position,
    side: Colour,
    lookup: Lookup,
    options: Sequence[Option] = (),
    *,
    target: Position | None = None,
    meaning: Meaning = NOTHING,
    last_capture: LastCapture | None = None,
    buried: Sequence[tuple[int, Man]] = (),
    companions: Sequence[int] | None = None,
) -> PositionSpec:
    """The engine specification of a position with `side` to move, without its `search` part.

    lookup: called for each walk on the board and for each that a pawn there can become.
    options: NoCastling and EnPassant are read, all others are left alone.  target: a position to
    be reached, whose pieces occur too.  meaning: what the conditions mean.
    last_capture: who was captured last before the diagram.  buried: squares and the men below them.
    companions: the squares of imitators in a position to be reached, None for any.
    Kinds are numbered in the order of the squares, then in the order of promotion.
    Raises InvalidPosition with every reason: retro information that contradicts the board.  A side
    may have any number of royal men, none among them (Popeye allows one at the most).
    Source: Popeye 4, by experiment, where the texts say nothing.
    """
    lookup = with_replaced(lookup, meaning)
    position = set_up(position, meaning, lookup)
    meaning = with_marine_kings(meaning, position, lookup)
    walks = walks_named(meaning)
    named = attributes_named(meaning)
    if last_capture is not None:
        walks.append(last_capture.man.walk)
        named += [name for name in last_capture.man.attributes if name != "Royal"]
    walks += [man.walk for _, man in buried]
    named += [name for _, man in buried for name in man.attributes if name != "Royal"]
    others = [] if target is None else [set_up(target, meaning, lookup)]
    pieces = occurring_pieces(position, lookup, *others, named=walks)
    pieces += lent_pieces(pieces)
    numbers = {piece.id: number for number, piece in enumerate(pieces)}
    attributes = attribute_numbers(position, *others, named=named)
    # Which men borrow may be a matter of other rules.
    rules = rule_specs(meaning, _numbers(position, pieces, attributes, lookup))
    rules += borrowing_rules(pieces, numbers)
    if last_capture is not None:
        royal = is_royal(lookup(last_capture.man.walk), last_capture.man.attributes)
        waiting = last_capture.spec(numbers, attributes, side, royal=royal)
        rules = remembered(rules, waiting)
    if companions is not None:
        rules = _with_reached(rules, companions)
    if buried:
        rules = with_laid(rules, _men(buried, numbers, attributes, lookup))
    reasons = _en_passant_reasons(position, options)
    if reasons:
        raise InvalidPosition(reasons)
    white = side is Colour.WHITE
    return {
        "board": _board(position.board),
        "kinds": [_kind(piece, position, numbers, lookup) for piece in pieces],
        "men": _men(position, numbers, attributes, lookup),
        "side": "white" if white else "black",
        "castling": _castlings(position, pieces, options, may_return=bool(meaning.rules)),
        "en_passant": _en_passant(position.board, options, white=white),
        "fairy": fairy_spec(
            position,
            numbers,
            attributes,
            lookup,
            rules,
            target=None if target is None else others[0],
        ),
    }


def _numbers(
    position: Position, pieces: Sequence[Piece], attributes: Mapping[str, int], lookup: Lookup
) -> Numbers:
    ids = [piece.id for piece in pieces]
    present = dict.fromkeys(man.walk for _, man in position)
    becoming = [id for id in promotions(lookup(PAWN), position, lookup) if id in ids]
    return Numbers(position.board, pieces, attributes, becoming, tuple(present))


def _with_reached(rules: Iterable[RuleSpec], squares: Sequence[int]) -> list[RuleSpec]:
    """The rules, where those of companions know their squares in the position to be reached."""
    reached: list[JsonValue] = list(squares)
    return [
        {**rule, "reached": reached} if rule["mechanism"] == "companion" else rule for rule in rules
    ]


def target_men(
    target: Position, spec: PositionSpec, lookup: Lookup, meaning: Meaning = NOTHING
) -> list[ManSpec]:
    """The men of a position to be reached.

    spec: made by `compile_position` with that target and meaning.
    """
    lookup = with_replaced(lookup, meaning)
    target = set_up(target, meaning, lookup)
    numbers = {kind["id"]: number for number, kind in enumerate(spec["kinds"])}
    fairy = spec["fairy"]
    attributes = {name: number for number, name in enumerate(fairy["attributes"] if fairy else ())}
    return _men(target, numbers, attributes, lookup)


def _men(
    men: Iterable[tuple[int, Man]],
    numbers: dict[str, int],
    attributes: dict[str, int],
    lookup: Lookup,
) -> list[ManSpec]:
    return [
        {
            "square": square,
            "kind": numbers[man.walk],
            "colour": man.colour.value,
            "royal": is_royal(lookup(man.walk), man.attributes),
            "attributes": sorted(attributes[name] for name in man.attributes if name != "Royal"),
        }
        for square, man in men
    ]


def occurring_pieces(
    position: Position, lookup: Lookup, *others: Position, named: Sequence[str] = ()
) -> list[Piece]:
    """The pieces that can occur: those on the board, then those that they can become.

    others: positions to be reached, whose pieces come last.  named: walks of which rules speak.
    """
    pieces = {man.walk: lookup(man.walk) for _, man in position}
    more = [*walks_of_attributes(position, *others), *(id for id in named if id != PROMOTIONS)]
    if PROMOTIONS in named:
        more += promotions(lookup(PAWN), position, lookup)
    pieces.update({id: lookup(id) for id in more if id not in pieces})
    for piece in list(pieces.values()):
        if piece.promotes is not None or piece.may_promote is not None:
            for id in promotions(piece, position, lookup):
                pieces.setdefault(id, lookup(id))
    for walk in dict.fromkeys(man.walk for other in others for _, man in other):
        pieces.setdefault(walk, lookup(walk))
    return list(pieces.values())


def promotions(pawn: Piece, position: Position, lookup: Lookup) -> list[str]:
    """What `pawn` may become, in the order in which the choices are tried.

    The walks that it always becomes (for the orthodox pawn queen, knight, rook, bishop) and every
    other kind on the board, of either colour, that can be a promotion, all in one order.
    Source: Popeye 4, by experiment.
    """
    candidates = {*pawn.promotes_to, *(man.walk for _, man in position)}
    places = {id: lookup(id).promotion_place for id in candidates}
    placed = sorted((place, id) for id, place in places.items() if place is not None)
    return [id for _, id in placed]


def is_royal(piece: Piece, attributes: Iterable[str]) -> bool:
    """Whether a man is royal: it has the attribute, or its kind is the king."""
    return "Royal" in attributes or piece.role is Role.KING


def _board(board: Board) -> BoardSpec:
    return {
        "width": board.width,
        "height": board.height,
        "holes": sorted(board.holes),
        "wrap_files": board.wrap_files,
        "wrap_ranks": board.wrap_ranks,
    }


def _kind(piece: Piece, position: Position, numbers: dict[str, int], lookup: Lookup) -> Kind:
    board = position.board
    promotes: Promotes | None = None
    double_step: BySide | None = None
    if piece.promotes is not None or piece.may_promote is not None:
        must, may = (_rank_squares(rank, board) for rank in (piece.promotes, piece.may_promote))
        promotes = {
            "white": must["white"],
            "black": must["black"],
            "to": [numbers[id] for id in promotions(piece, position, lookup)],
            "may": may,
        }
    if piece.double_step is not None:
        double_step = _rank_squares(piece.double_step, board)
    return {
        "id": piece.id,
        "walk": walk_spec(piece.walk, board),
        "role": piece.role.value if piece.role else None,
        "promotes": promotes,
        "double_step": double_step,
        "captures_en_passant": piece.captures_en_passant,
        "free_walk": None if piece.lends is None else walk_spec(piece.lends, board),
        "array": array_of(piece, board),
    }


def _rank_squares(rank: Rank | None, board: Board) -> BySide:
    def squares(*, white: bool) -> list[int]:
        if rank is None:
            return []
        ranks = rank.indices(board.height, white=white)
        first, last = ranks.start * board.width, ranks.stop * board.width
        return [square for square in range(first, last) if square not in board.holes]

    return {"white": squares(white=True), "black": squares(white=False)}


def option_squares(options: Iterable[Option], id: str, board: Board) -> list[int]:
    """All squares of every option `id`, in the order given; several of them add up."""
    return [
        board.square(name) for option in options if option.id == id for name in option.arguments
    ]


def _castlings(
    position: Position, pieces: Sequence[Piece], options: Sequence[Option], *, may_return: bool
) -> list[CastlingSpec]:
    """Castling is possible for a king and a rook at home, unless NoCastling names a square of it.

    Either may be neutral.  Only on the orthodox board: elsewhere there are no home squares.  Holes
    between them forbid it.  may_return: kings and rooks may come home by a rule, so castlings that
    the diagram does not allow are given too.
    """
    board = position.board
    if replace(board, holes=frozenset()) != ORTHODOX_BOARD:
        return []
    fixed = set(option_squares(options, "NoCastling", position.board))
    kinds = {piece.castling: number for number, piece in enumerate(pieces) if piece.castling}
    if not {"king", "rook"} <= kinds.keys():
        return []

    def stands(square: int, part: Literal["king", "rook"], colour: Colour) -> bool:
        man = position.men.get(square)
        at_home = man is not None and pieces[kinds[part]].id == man.walk
        return at_home and man is not None and man.colour in (colour, Colour.NEUTRAL)

    sides: tuple[tuple[SideName, Colour, int], ...] = (
        ("white", Colour.WHITE, 0),
        ("black", Colour.BLACK, 56),
    )
    found: list[CastlingSpec] = []
    for side, colour, first in sides:
        wings: tuple[tuple[Literal["king", "queen"], int, int], ...] = (
            ("king", first + 7, 1),
            ("queen", first, -1),
        )
        king = first + 4
        for wing, rook, step in wings:
            if not board.holes.isdisjoint(range(min(king, rook), max(king, rook))):
                continue
            both = stands(king, "king", colour) and stands(rook, "rook", colour)
            if may_return or (both and fixed.isdisjoint((king, rook))):
                found.append(
                    {
                        "side": side,
                        "king": king,
                        "rook": rook,
                        "king_to": king + 2 * step,
                        "rook_to": king + step,
                        "king_kind": kinds["king"],
                        "rook_kind": kinds["rook"],
                        "wing": wing,
                        "pass": [king + step],
                        "moved": sorted(fixed & {king, rook}),
                        "excludes": [],
                    }
                )
    _exclude(found, options, board)
    return found


def _exclude(castlings: Sequence[CastlingSpec], options: Sequence[Option], board: Board) -> None:
    """Note which castlings option CastlingMutuallyExclusive allows only one of.

    The option names the squares of the two rooks.
    """
    numbers = {castling["rook"]: number for number, castling in enumerate(castlings)}
    for option in options:
        if option.id != "CastlingMutuallyExclusive":
            continue
        pair = [numbers.get(board.square(name)) for name in option.arguments]
        for one, other in ((*pair,), (*reversed(pair),)):
            if one is not None and other is not None:
                castlings[one]["excludes"].append(other)


def _en_passant_reasons(position: Position, options: Sequence[Option]) -> list[str]:
    squares = option_squares(options, "EnPassant", position.board)
    if len(squares) < LEAST_EN_PASSANT_SQUARES:
        return []
    name = position.board.name
    reasons = [
        f"option EnPassant: {name(square)} is not empty"
        for square in squares[:-1]
        if square in position.men
    ]
    if squares[-1] not in position.men:
        reasons.append(f"option EnPassant: nothing stands on {name(squares[-1])}")
    return reasons


def _en_passant(board: Board, options: Sequence[Option], *, white: bool) -> EnPassantSpec | None:
    """The right to capture en passant at the first half-move, if it is the side to move's.

    Option EnPassant names departure, the squares passed over and arrival; fewer than three are
    ignored.  A step down the board was Black's, so White has the right.
    """
    squares = option_squares(options, "EnPassant", board)
    if len(squares) < LEAST_EN_PASSANT_SQUARES:
        return None
    departure, *passed, arrival = squares
    if (arrival < departure) != white:
        return None
    return {"capture": arrival, "arrivals": passed}
