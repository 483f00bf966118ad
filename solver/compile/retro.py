"""Rights by convention: what one move of retro analysis proves about the diagram.

The Codex for Chess Composition (Vilnius 2019), article 16: castling is permitted unless it can be
proved that it is not; a capture en passant is permitted as the first move only if it can be proved
that the last move was the double step.  The engine looks for the last moves; here its verdict
becomes rights of the specification and remarks.
"""

from collections.abc import Iterator

import msgspec

from solver import native
from solver.compile.position import Lookup, compile_position, target_men
from solver.compile.spec import (
    CastlingSpec,
    EnPassantSpec,
    PositionSpec,
    RetroCastling,
    RetroEnPassant,
    RetroMove,
    RetroSpec,
    RetroVerdict,
)
from solver.model.board import ORTHODOX_BOARD, Board, Colour
from solver.model.errors import SolverError
from solver.model.position import GAME_ARRAY, Position
from solver.model.solution import Message
from solver.model.stipulation import Branch, Stipulation, Structured, parts
from solver.model.twinning import Variant

_CASTLINGS = {"king": "0-0", "queen": "0-0-0"}
_CASTLING_MOVES = {"king_side_castling": "0-0", "queen_side_castling": "0-0-0"}


def why_not(position: Position, twin: Variant) -> str | None:
    """Why a diagram cannot be analysed, as the key of a reason; None when it can.

    Only the game of chess has a past that is known: its board, its men, a king a side, no
    condition.  In series play nobody has settled who moved last: composers let a white king and
    rook castle although, with Black to move, one of them has just moved.
    """
    if _is_series(twin.stipulation):
        return "series"
    if position.board != ORTHODOX_BOARD:
        return "board"
    if twin.conditions:
        return "conditions"
    walks = {man.walk for _, man in GAME_ARRAY}
    men = [man for _, man in position]
    if any(man.walk not in walks or man.attributes or man.colour is Colour.NEUTRAL for man in men):
        return "men"
    kings = sorted(man.colour.value for man in men if man.walk == "king")
    return None if kings == ["black", "white"] else "kings"


def _is_series(stipulation: Stipulation | None) -> bool:
    if isinstance(stipulation, Structured):
        parts_of_play = parts(stipulation.tree.root)
        return any(isinstance(part, Branch) and part.moves == "s" for part in parts_of_play)
    return stipulation is not None and "ser-" in stipulation.play


class Rights:
    """The rights of one twin by convention, for each side that may be to move in its diagram."""

    def __init__(self, position: Position, twin: Variant, lookup: Lookup) -> None:
        self._position = position
        self._lookup = lookup
        self._why_not = why_not(position, twin)
        self._said: set[Colour | None] = set()

    def of(self, spec: PositionSpec, side: Colour) -> tuple[PositionSpec, tuple[Message, ...]]:
        """`spec` with the rights that are left (see `with_rights`); each remark is made once.

        spec: of the diagram with `side` to move.
        """
        messages: tuple[Message, ...]
        if self._why_not is not None:
            messages = (Message("retro_not_applied", (self._why_not,)),)
            said = None
        else:
            spec, messages = with_rights(spec, self._position, side, self._lookup)
            said = side
        if said in self._said:
            messages = ()
        self._said.add(said)
        return spec, messages


def with_rights(
    spec: PositionSpec, position: Position, side: Colour, lookup: Lookup
) -> tuple[PositionSpec, tuple[Message, ...]]:
    """The specification with the rights that the convention leaves, and what was concluded.

    spec: of `position` with `side` to move; its castlings are those in question, and its capture en
    passant, if it has one, is a fact that the problem states.  A diagram that cannot have arisen
    keeps its rights.
    """
    game = compile_position(GAME_ARRAY, Colour.WHITE, lookup)
    squares = [_squares(castling) for castling in game["castling"]]
    asked = RetroSpec(
        game=game,
        men=target_men(position, game, lookup),
        side=spec["side"],
        en_passant=spec["en_passant"],
        castlings=[squares.index(_squares(castling)) for castling in spec["castling"]],
    )
    try:
        answer = native.retro(msgspec.json.encode(asked))
    except ValueError as error:
        raise SolverError(str(error)) from None
    verdict = msgspec.json.decode(answer, type=RetroVerdict)
    messages = tuple(_messages(verdict, game, side, position.board))
    if not verdict["possible"]:
        return spec, messages
    gone = {c["castling"] for c in verdict["castlings"] if not c["permitted"]}
    castling = [c for c in spec["castling"] if squares.index(_squares(c)) not in gone]
    en_passant = spec["en_passant"]
    for capture in verdict["en_passant"]:
        if capture["permitted"]:
            en_passant = EnPassantSpec(capture=capture["capture"], arrivals=[capture["arrival"]])
    return {**spec, "castling": castling, "en_passant": en_passant}, messages


def _squares(castling: CastlingSpec) -> tuple[int, int]:
    return castling["king"], castling["rook"]


def _messages(
    verdict: RetroVerdict, game: PositionSpec, side: Colour, board: Board
) -> Iterator[Message]:
    """The remarks, each with the side to move as its first argument."""
    mover = side.value
    if verdict["is_array"]:
        return
    if not verdict["possible"]:
        yield Message("retro_no_last_move", (mover, side.other.value))
        return
    names = [_castling_name(castling, game) for castling in verdict["castlings"]]
    last = ", ".join(_move(move, board) for move in verdict["last_moves"])
    last += ", ..." if verdict["has_more"] else ""
    for castling, name in zip(verdict["castlings"], names, strict=True):
        yield _castling(castling, (mover, *name), last, board)
    for one, other in verdict["exclusive"]:
        yield Message("retro_exclusive", (mover, *names[one], *names[other]))
    for capture in verdict["en_passant"]:
        yield _en_passant(capture, mover, board)
    for pair in verdict["dependent"]:
        capture = verdict["en_passant"][pair["en_passant"]]
        arguments = (board.name(capture["arrival"]), *names[pair["castling"]])
        yield Message("retro_dependent", (mover, *arguments))
    if not verdict["complete"]:
        yield Message("retro_incomplete", (mover,))


def _castling_name(castling: RetroCastling, game: PositionSpec) -> tuple[str, str]:
    """The sign and the colour of a castling."""
    spec = game["castling"][castling["castling"]]
    return _CASTLINGS[spec["wing"]], spec["side"]


def _castling(castling: RetroCastling, name: tuple[str, ...], last: str, board: Board) -> Message:
    if not castling["permitted"]:
        key = "retro_castling_moved" if castling["moved_last"] else "retro_castling_before"
        return Message(key, (*name, last))
    example = castling["example"]
    assert example is not None, "a right that is left has an example"
    return Message("retro_castling_permitted", (*name, _move(example, board)))


def _en_passant(capture: RetroEnPassant, mover: str, board: Board) -> Message:
    arrival = board.name(capture["arrival"])
    step = f"{{pawn}}{board.name(capture['departure'])}-{board.name(capture['capture'])}"
    if capture["permitted"]:
        return Message("retro_en_passant_permitted", (mover, arrival, step))
    if not capture["possible"]:
        return Message("retro_en_passant_impossible", (mover, arrival, step))
    example = capture["example"]
    assert example is not None, "a double step that is not sure has an alternative"
    return Message("retro_en_passant_refused", (mover, arrival, step, _move(example, board)))


def _move(move: RetroMove, board: Board) -> str:
    """A half-move in every language: the walk is named in braces."""
    if move["kind"] in _CASTLING_MOVES:
        return _CASTLING_MOVES[move["kind"]]
    sign = "-" if move["quiet"] else "*"
    text = f"{{{move['walk']}}}{board.name(move['departure'])}{sign}{board.name(move['arrival'])}"
    if move["kind"] == "en_passant":
        text += " ep."
    return text + (f"={{{move['promotion']}}}" if move["promotion"] else "")
