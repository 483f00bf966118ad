"""A slow reading of N-Relay chess in plain Python: its moves, and every line of play.

It follows the founding text (echekk.fr, Relais du cavalier) and nothing else; it shares no code
with the solver.  Squares are names such as "e4", men two letters such as "wN".  No castling: the
positions have none.
"""

from collections.abc import Iterator
from functools import cache

Men = dict[str, str]
Line = tuple[str, ...]

FILES = "abcdefgh"
LEAPS = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)]
ROOK = [(1, 0), (0, 1), (-1, 0), (0, -1)]
BISHOP = [(1, 1), (-1, 1), (-1, -1), (1, -1)]
STEPS = {"R": ROOK, "B": BISHOP, "Q": ROOK + BISHOP, "K": ROOK + BISHOP, "N": LEAPS}


@cache
def far(square: str, step: tuple[int, int], times: int = 1) -> str | None:
    """The square so many steps away, None outside of the board."""
    file, rank = FILES.index(square[0]) + times * step[0], int(square[1]) + times * step[1]
    return f"{FILES[file]}{rank}" if 0 <= file < 8 and 1 <= rank <= 8 else None


def other(side: str) -> str:
    return "b" if side == "w" else "w"


def lands(men: Men, square: str | None, side: str) -> bool:
    """An empty square, or an enemy: knights are never captured."""
    if square is None:
        return False
    man = men.get(square)
    return man is None or (man[0] != side and man[1] != "N")


def own_walk(men: Men, start: str) -> Iterator[str]:
    """Where a man goes by its own walk."""
    side, kind = men[start]
    if kind == "P":
        yield from pawn(men, start)
        return
    for step in STEPS[kind]:
        for times in range(1, 2 if kind in "KN" else 8):
            square = far(start, step, times)
            if lands(men, square, side) and square is not None:
                # Knights never capture.
                if kind != "N" or square not in men:
                    yield square
            if square is None or square in men:
                break


def pawn(men: Men, start: str) -> Iterator[str]:
    """One step, two from the second rank however it came there, and captures; none en passant."""
    side = men[start][0]
    ahead, second = (1, "2") if side == "w" else (-1, "7")
    one = far(start, (0, ahead))
    if one is not None and one not in men:
        yield one
        two = far(start, (0, ahead), 2)
        if start[1] == second and two is not None and two not in men:
            yield two
    for file in (-1, 1):
        square = far(start, (file, ahead))
        if square in men and lands(men, square, side) and square is not None:
            yield square


def guarded(men: Men, square: str) -> bool:
    """Whether a knight of the same side stands a leap away."""
    knight = men[square][0] + "N"
    return any(men.get(str(far(square, leap))) == knight for leap in LEAPS)


def targets(men: Men, start: str) -> set[str]:
    """Where a man can go when check does not matter."""
    side, kind = men[start]
    found = set(own_walk(men, start))
    if kind not in "KN" and guarded(men, start):
        for leap in LEAPS:
            square = far(start, leap)
            if square is not None and lands(men, square, side):
                if kind != "P" or square[1] not in "18":
                    found.add(square)
    return found


def in_check(men: Men, side: str) -> bool:
    king = next((square for square, man in men.items() if man == side + "K"), None)
    enemies = [square for square, man in men.items() if man[0] != side and man[1] != "N"]
    return any(king in targets(men, square) for square in enemies)


def moves(men: Men, side: str) -> Iterator[tuple[str, Men]]:
    """All legal moves, written like "e7*d8=N", with what they lead to."""
    return ((move, after) for move, after in goings(men, side) if not in_check(after, side))


def goings(men: Men, side: str) -> Iterator[tuple[str, Men]]:
    """The same with moves that leave the own king in check."""
    for start in [square for square, man in men.items() if man[0] == side]:
        for end in targets(men, start):
            promotes = men[start][1] == "P" and end[1] in "18"
            for kind in "QRBN" if promotes else men[start][1]:
                after = {square: man for square, man in men.items() if square not in (start, end)}
                after[end] = side + kind
                way = "*" if end in men else "-"
                yield f"{start}{way}{end}" + (f"={kind}" if promotes else ""), after


def mated(men: Men, side: str) -> bool:
    return in_check(men, side) and next(moves(men, side), None) is None


def help_lines(men: Men, side: str, mates: str, plies: int) -> set[Line]:
    """Every line of so many half-moves, `side` first, in which `mates` mates the other side."""
    if plies == 1:
        ends = [(move, after) for move, after in goings(men, side) if in_check(after, other(mates))]
        ends = [(move, after) for move, after in ends if not in_check(after, side)]
        return {(move,) for move, after in ends if mated(after, other(mates))}
    return {
        (move, *rest)
        for move, after in moves(men, side)
        for rest in help_lines(after, other(side), mates, plies - 1)
    }


def series_lines(men: Men, side: str, count: int) -> set[Line]:
    """Every series of so many moves that ends in mate; only the last move may check."""
    found = set()
    for move, after in moves(men, side):
        if count == 1 and mated(after, other(side)):
            found.add((move,))
        if count > 1 and not in_check(after, other(side)):
            found |= {(move, *rest) for rest in series_lines(after, side, count - 1)}
    return found


def keys(men: Men, side: str, count: int) -> set[Line]:
    """First moves that force mate in at most so many moves."""
    return {(move,) for move, after in moves(men, side) if lost(after, other(side), count - 1)}


def lost(men: Men, side: str, count: int) -> bool:
    """Whether `side`, to move, is mated at once or in so many more moves whatever it does."""
    replies = [after for _, after in moves(men, side)]
    if not replies:
        return in_check(men, side)
    return count > 0 and all(
        any(lost(after, side, count - 1) for _, after in moves(reply, other(side)))
        for reply in replies
    )


def self_keys(men: Men, side: str, count: int) -> set[Line]:
    """First moves after which the other side cannot but mate, in so many moves."""
    return {(move,) for move, after in moves(men, side) if forced(after, side, count)}


def forced(men: Men, side: str, count: int) -> bool:
    """Whether `side` is mated within so many moves of the other side, which is to move."""
    replies = [after for _, after in moves(men, other(side))]
    if not replies:
        return False
    return all(
        mated(reply, side)
        or (count > 1 and any(forced(after, side, count - 1) for _, after in moves(reply, side)))
        for reply in replies
    )
