"""An independent, slow checker: replays printed moves with python-chess.

Knows orthodox play only.  It shares nothing with the engine but the words of the model.
"""

from collections.abc import Iterator

import chess

from solver.model.position import Position
from solver.model.solution import LineFound, Node, PlayedMove

PIECES = {
    "king": chess.KING,
    "queen": chess.QUEEN,
    "rook": chess.ROOK,
    "bishop": chess.BISHOP,
    "knight": chess.KNIGHT,
    "pawn": chess.PAWN,
}


class Illegal(AssertionError):
    """A printed move is not legal, or does not do what is printed."""


def board_of(position: Position, side: str) -> chess.Board:
    """The diagram with `side` to move; castling as problems have it: king and rook at home."""
    board = chess.Board(None)
    for square, man in position:
        colour = man.colour.value == "white"
        board.set_piece_at(square, chess.Piece(PIECES[man.walk], colour))
    board.turn = side == "white"
    rights = 0
    for rook, king, colour in ((0, 4, True), (7, 4, True), (56, 60, False), (63, 60, False)):
        if board.piece_at(rook) == chess.Piece(chess.ROOK, colour) and board.piece_at(
            king
        ) == chess.Piece(chess.KING, colour):
            rights |= chess.BB_SQUARES[rook]
    board.castling_rights = rights
    return board


def play(board: chess.Board, move: PlayedMove) -> None:
    """Plays `move` on `board`, or raises Illegal."""
    if move.kind == "null":
        board.push(chess.Move.null())
        return
    promotion = PIECES[move.promotion.walk] if move.promotion else None
    wanted = chess.Move(move.departure, move.arrival, promotion)
    if wanted not in board.legal_moves:
        raise Illegal(f"{wanted} is not legal in {board.fen()}")
    if board.is_capture(wanted) != bool(move.captures):
        raise Illegal(f"{wanted}: captures {move.captures} in {board.fen()}")
    board.push(wanted)
    if board.is_check() != move.check:
        raise Illegal(f"{wanted}: check is {move.check} in {board.fen()}")
    if move.goal == "#" and not board.is_checkmate():
        raise Illegal(f"{wanted}: no mate in {board.fen()}")
    if move.goal == "=" and not board.is_stalemate():
        raise Illegal(f"{wanted}: no stalemate in {board.fen()}")


def replay_line(board: chess.Board, line: LineFound) -> None:
    """Plays a whole line; consecutive moves of one side are allowed (series play)."""
    colours = {"a": None, "b": None}
    board = board.copy()
    previous = ""
    for letter, move in zip(line.sides, line.moves, strict=True):
        if letter == previous:
            board.turn = not board.turn
            board.ep_square = None
        colours[letter] = board.turn
        previous = letter
        play(board, move)


def replay_tree(board: chess.Board, node: Node) -> None:
    """Plays every branch below `node`, threats after a pass of the defender."""
    board = board.copy()
    play(board, node.move)
    for child in (*node.variations, *node.refutations):
        replay_tree(board, child)
    if node.threats:
        passed = board.copy()
        passed.push(chess.Move.null())
        for threat in node.threats:
            replay_tree(passed, threat)


def moves(node: Node) -> Iterator[PlayedMove]:
    """All moves of a tree."""
    yield node.move
    for child in (*node.threats, *node.variations, *node.refutations):
        yield from moves(child)
