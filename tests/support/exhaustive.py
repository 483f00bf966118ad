"""A plain solver over python-chess for tiny problems: every line of play is tried.

It follows the definitions and nothing else; it shares no code with the engine.
"""

from collections.abc import Iterator

import chess

from support.random_problems import in_check

Line = tuple[str, ...]


def reached(board: chess.Board, goal: str) -> bool:
    """Whether the side to move is mated (#) or stalemated (=)."""
    return board.is_checkmate() if goal == "#" else board.is_stalemate()


def keys(board: chess.Board, goal: str, moves: int) -> set[Line]:
    """First moves that force `goal` in at most so many moves: #n, =n."""
    found = set()
    for move in list(board.legal_moves):
        board.push(move)
        if reached(board, goal) or (moves > 1 and _lost(board, goal, moves - 1)):
            found.add((move.uci(),))
        board.pop()
    return found


def _lost(board: chess.Board, goal: str, moves: int) -> bool:
    """The side to move can move, and each of its moves lets the goal be reached."""
    replies = list(board.legal_moves)
    for move in replies:
        board.push(move)
        answered = bool(keys(board, goal, moves))
        board.pop()
        if not answered:
            return False
    return bool(replies)


def self_keys(board: chess.Board, goal: str) -> set[Line]:
    """First moves after which every answer, and there is one, reaches `goal`: s#1, s=1."""
    found = set()
    for move in list(board.legal_moves):
        board.push(move)
        replies = list(board.legal_moves)
        if replies and all(_reaches(board, reply, goal) for reply in replies):
            found.add((move.uci(),))
        board.pop()
    return found


def _reaches(board: chess.Board, move: chess.Move, goal: str) -> bool:
    board.push(move)
    result = reached(board, goal)
    board.pop()
    return result


def help_lines(board: chess.Board, goal: str, half_moves: int) -> set[Line]:
    """All lines that end with `goal` by the side that makes the last of so many half-moves."""
    return set(_help(board, goal, half_moves, ()))


def _help(board: chess.Board, goal: str, left: int, line: Line) -> Iterator[Line]:
    for move in list(board.legal_moves):
        board.push(move)
        longer = (*line, move.uci())
        if left % 2 and reached(board, goal):
            yield longer
        elif left > 1:
            yield from _help(board, goal, left - 1, longer)
        board.pop()


def series_lines(board: chess.Board, goal: str, moves: int, *, help_play: bool) -> set[Line]:
    """All lines of ser-#n, or with `help_play` of ser-h#n, for the side to move.

    The other side passes, so it may not be in check after a move of the series but the last; a
    stalemate on the way does not end the series.
    """
    return set(_series(board, goal, moves, (), help_play=help_play))


def _series(
    board: chess.Board, goal: str, left: int, line: Line, *, help_play: bool
) -> Iterator[Line]:
    for move in list(board.legal_moves):
        longer = (*line, move.uci())
        after = board.copy(stack=False)
        after.push(move)
        if help_play:
            yield from _help(after, goal, 1, longer)
        elif reached(after, goal):
            yield longer
        if left > 1 and not in_check(after, after.turn):
            after.turn = not after.turn
            after.ep_square = None
            yield from _series(after, goal, left - 1, longer, help_play=help_play)


def solve(board: chess.Board, stipulation: str) -> set[Line]:
    """The solutions of a stipulation as lines of moves; of direct and self play the keys only.

    board: without a side to move.
    """
    play, goal, length = _parts(stipulation)
    half = length.endswith(".5")
    moves = int(length.removesuffix(".5"))
    board = board.copy()
    board.turn = chess.BLACK if play in ("h", "ser-h") and not half else chess.WHITE
    if play == "h":
        return help_lines(board, goal, 2 * moves + half)
    if play.startswith("ser-"):
        return series_lines(board, goal, moves, help_play=play == "ser-h")
    if play == "s":
        assert moves == 1
        return self_keys(board, goal)
    assert play == ""
    return keys(board, goal, moves)


def _parts(stipulation: str) -> tuple[str, str, str]:
    """ "h#1.5" -> "h", "#", "1.5"."""
    goal = "#" if "#" in stipulation else "="
    play, length = stipulation.split(goal)
    return play, goal, length
