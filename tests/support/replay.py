"""An independent, slow checker: replays printed moves with python-chess.

Knows orthodox play only.  It shares nothing with the engine but the words of the model.
"""

from collections.abc import Iterable, Iterator

import chess

from solver.model.position import Position
from solver.model.problem import Option, Problem
from solver.model.solution import (
    LineFound,
    Node,
    Phase,
    PlayedMove,
    PostKey,
    Solution,
    TwinSolution,
)
from solver.model.twinning import Variant, variants

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


def replay_solution(problem: Problem, solution: Solution) -> int:
    """Replays all that was found, twin by twin; returns how many moves were played."""
    played = 0
    for twin, solved in zip(variants(problem), solution.twins, strict=True):
        for phase in solved.phases:
            played += replay_phase(twin, problem.options, solved, phase)
    return played


def replay_phase(
    twin: Variant, options: Iterable[Option], solved: TwinSolution, phase: Phase
) -> int:
    """Replays one phase from the diagram of its twin."""
    board = board_of(twin.position, phase.started.starter, options)
    played = 0
    for found in phase.found:
        if isinstance(found, LineFound):
            replay_line(board, found)
            played += len(found.moves)
        elif isinstance(found, PostKey):
            replay_threats(board, found.threats)
            assert found.check == board.is_check()
        else:
            replay_tree(board, found.node)
            played += sum(1 for _ in moves(found.node))
    return played


def board_of(position: Position, side: str, options: Iterable[Option] = ()) -> chess.Board:
    """The diagram with `side` to move; castling as problems have it: king and rook at home.

    options: NoCastling and EnPassant are read.
    """
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
    for option in options:
        squares = [chess.parse_square(name) for name in option.arguments if len(name) == 2]
        if option.id == "NoCastling":
            forbid(board, squares)
        elif option.id == "EnPassant" and (squares[0] < squares[-1]) != board.turn:
            board.ep_square = squares[1]
    return board


def forbid(board: chess.Board, squares: Iterable[int]) -> None:
    """Takes away the castling rights of kings and rooks on `squares`."""
    for square in squares:
        board.castling_rights &= ~chess.BB_SQUARES[square]
        if square in (chess.E1, chess.E8):
            board.castling_rights &= ~chess.BB_RANKS[square // 8]


def play(board: chess.Board, move: PlayedMove) -> None:
    """Plays `move` on `board`, or raises Illegal."""
    if move.kind == "null":
        board.push(chess.Move.null())
        return
    promotion = PIECES[move.promotion.walk] if move.promotion else None
    if also_from(board, move) != set(move.also_from):
        raise Illegal(f"{move}: others could go there in {board.fen()}")
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


def also_from(board: chess.Board, move: PlayedMove) -> set[int]:
    """Where other men like the mover stand that could also legally arrive there."""
    mover = board.piece_at(move.departure)
    return {
        other.from_square
        for other in board.legal_moves
        if other.to_square == move.arrival
        and other.from_square != move.departure
        and board.piece_at(other.from_square) == mover
    }


def replay_line(board: chess.Board, line: LineFound) -> None:
    """Plays a whole line; consecutive moves of one side are allowed (series play)."""
    board = board.copy()
    previous = ""
    for letter, move in zip(line.sides, line.moves, strict=True):
        if letter == previous:
            if board.is_check():
                raise Illegal(f"a pass out of check in {board.fen()}")
            board.turn = not board.turn
            board.ep_square = None
        previous = letter
        play(board, move)


def replay_tree(board: chess.Board, node: Node) -> None:
    """Plays every branch below `node`, threats after a pass of the defender."""
    board = board.copy()
    play(board, node.move)
    for child in (*node.variations, *node.refutations):
        replay_tree(board, child)
    replay_threats(board, node.threats)


def replay_threats(board: chess.Board, threats: Iterable[Node]) -> None:
    """Plays what is threatened if the side to move passes."""
    passed = board.copy()
    passed.push(chess.Move.null())
    for threat in threats:
        replay_tree(passed, threat)


def moves(node: Node) -> Iterator[PlayedMove]:
    """All moves of a tree."""
    yield node.move
    for child in (*node.threats, *node.variations, *node.refutations):
        yield from moves(child)
