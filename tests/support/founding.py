"""A slow reading of the founding texts in plain Python: moves of their pieces, and every line of
play.  It follows the texts and nothing else; it shares no code with the solver.

Squares are pairs (file, rank) from (0, 0).  The pieces: echekk.fr, pages on the Coureurs déviés,
the Électron, the Fou-lion and the Sauteurs de type Lion.  No pawns, no castling.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

Square = tuple[int, int]
Man = tuple[str, str]
Line = tuple[str, ...]

REGENT = [(1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1), (0, -1), (1, -1)]
"""The star of the Régent, a king that is not royal: eight directions, one notch apart."""
ALIBABA = [(2 * x, 2 * y) for x, y in REGENT]
KNIGHT = [(2, 1), (1, 2), (-1, 2), (-2, 1), (-2, -1), (-1, -2), (1, -2), (2, -1)]
ROOK, BISHOP = REGENT[0::2], REGENT[1::2]
FILES = "abcdefghijklmnop"


class Place(NamedTuple):
    """A position: the size of the board, who stands where, which edges are joined.

    wraps: files a and h (a vertical cylinder), first and last rank (a horizontal one).
    """

    width: int
    height: int
    men: dict[Square, Man]
    wraps: tuple[bool, bool] = (False, False)

    def far(self, square: Square, vector: Square, times: int) -> Square:
        x, y = square[0] + times * vector[0], square[1] + times * vector[1]
        return x % self.width if self.wraps[0] else x, y % self.height if self.wraps[1] else y

    def on_board(self, square: Square) -> bool:
        return 0 <= square[0] < self.width and 0 <= square[1] < self.height

    def empty(self, square: Square) -> bool:
        return self.on_board(square) and square not in self.men

    def enemy(self, square: Square, side: str) -> bool:
        return square in self.men and self.men[square][0] != side

    def after(self, start: Square, end: Square) -> "Place":
        men = dict(self.men)
        men[end] = men.pop(start)
        return self._replace(men=men)


Walk = Callable[[Place, Square, str], Iterator[Square]]


def name(square: Square) -> str:
    return f"{FILES[square[0]]}{square[1] + 1}"


def _lands(place: Place, square: Square, side: str) -> bool:
    """An accessible square: empty, or with a man that can be captured."""
    return place.empty(square) or (place.on_board(square) and place.enemy(square, side))


def leaper(star: list[Square]) -> Walk:
    def walk(place: Place, start: Square, side: str) -> Iterator[Square]:
        for vector in star:
            if _lands(place, place.far(start, vector, 1), side):
                yield place.far(start, vector, 1)

    return walk


def rider(star: list[Square]) -> Walk:
    def walk(place: Place, start: Square, side: str) -> Iterator[Square]:
        for vector in star:
            times = 1
            while place.empty(place.far(start, vector, times)):
                yield place.far(start, vector, times)
                times += 1
            if place.enemy(place.far(start, vector, times), side):
                yield place.far(start, vector, times)

    return walk


def deviated_rider(notches: int) -> Walk:
    """Text 000: a run of at least one step over empty squares, then one step at an angle."""

    def walk(place: Place, start: Square, side: str) -> Iterator[Square]:
        for index, vector in enumerate(REGENT):
            times = 1
            while place.empty(place.far(start, vector, times)):
                for turned in (index + notches, index - notches):
                    end = place.far(place.far(start, vector, times), REGENT[turned % 8], 1)
                    if _lands(place, end, side):
                        yield end
                times += 1

    return walk


def hamster_rider(place: Place, start: Square, side: str) -> Iterator[Square]:
    """Text 000: it stops before an empty square, after a run, and never captures."""
    for vector in REGENT:
        times = 1
        while place.empty(place.far(start, vector, times)):
            if place.empty(place.far(start, vector, times + 1)):
                yield place.far(start, vector, times)
            times += 1


def electron(place: Place, start: Square, side: str) -> Iterator[Square]:
    """Text 002: leaps of the alibaba, each one notch on from the one before, in one sense."""
    for first in range(8):
        for sense in (1, -1):
            at, notch = start, first
            while True:
                at = place.far(at, ALIBABA[notch % 8], 1)
                if at == start or not _lands(place, at, side):
                    break
                yield at
                if not place.empty(at):
                    break
                notch += sense


def lion(star: list[Square]) -> Walk:
    """Text 003: a run up to the first man, of any colour, then a run in the same direction."""

    def walk(place: Place, start: Square, side: str) -> Iterator[Square]:
        for vector in star:
            times = 1
            while place.empty(place.far(start, vector, times)):
                times += 1
            hurdle = place.far(start, vector, times)
            if hurdle == start or hurdle not in place.men:
                continue
            times += 1
            while place.empty(place.far(start, vector, times)):
                yield place.far(start, vector, times)
                times += 1
            if place.enemy(place.far(start, vector, times), side):
                yield place.far(start, vector, times)

    return walk


WALKS: dict[str, Walk] = {
    "king": leaper(REGENT),
    "queen": rider(REGENT),
    "rook": rider(ROOK),
    "bishop": rider(BISHOP),
    "knight": leaper(KNIGHT),
    "alibaba": leaper(ALIBABA),
    "coureur-élan": deviated_rider(1),
    "coureur-aigle": deviated_rider(2),
    "coureur-moineau": deviated_rider(3),
    "coureur-hamster": hamster_rider,
    "electron": electron,
    "bishop-lion": lion(BISHOP),
    "rook-lion": lion(ROOK),
    "lion": lion(REGENT),
    "nightrider lion": lion(KNIGHT),
}


def reached(place: Place, start: Square) -> set[Square]:
    """Where the man on `start` can go, whatever happens to its king."""
    side, walk = place.men[start]
    return set(WALKS[walk](place, start, side))


def in_check(place: Place, side: str) -> bool:
    """Whether a king of the side can be captured."""
    kings = {square for square, man in place.men.items() if man == (side, "king")}
    return any(
        not kings.isdisjoint(reached(place, square))
        for square, (colour, _) in place.men.items()
        if colour != side
    )


def moves(place: Place, side: str) -> Iterator[tuple[str, Place]]:
    """The legal moves: "a1-b2" or "a1*b2" and what comes of it."""
    for start in sorted(square for square, man in place.men.items() if man[0] == side):
        for end in sorted(reached(place, start)):
            sign = "*" if end in place.men else "-"
            after = place.after(start, end)
            if not in_check(after, side):
                yield f"{name(start)}{sign}{name(end)}", after


def mated(place: Place, side: str) -> bool:
    return in_check(place, side) and next(moves(place, side), None) is None


def other(side: str) -> str:
    return "black" if side == "white" else "white"


def keys(place: Place, count: int, side: str = "white") -> set[Line]:
    """First moves that force mate in at most so many moves."""
    return {(move,) for move, after in moves(place, side) if _lost(after, count - 1, other(side))}


def _lost(place: Place, count: int, side: str) -> bool:
    """The side to move is mated, or will be within so many moves whatever it plays."""
    if mated(place, side):
        return True
    replies = list(moves(place, side)) if count else []
    return bool(replies) and all(keys(after, count, other(side)) for _, after in replies)


def help_lines(place: Place, half_moves: int, side: str, line: Line = ()) -> Iterator[Line]:
    """Lines of exactly so many half-moves, `side` to begin, after which the next side is mated."""
    for move, after in moves(place, side):
        if half_moves == 1:
            if mated(after, other(side)):
                yield (*line, move)
        else:
            yield from help_lines(after, half_moves - 1, other(side), (*line, move))


def series_lines(
    place: Place, count: int, side: str, *, help_play: bool, line: Line = ()
) -> Iterator[Line]:
    """ser-#n, or ser-h#n when `help_play`: shorter lines count too; no check but at the end."""
    for move, after in moves(place, side):
        longer = (*line, move)
        if help_play:
            yield from help_lines(after, 1, other(side), longer)
        elif mated(after, other(side)):
            yield longer
        if count > 1 and not in_check(after, other(side)):
            yield from series_lines(after, count - 1, side, help_play=help_play, line=longer)


def solve(place: Place, stipulation: str) -> set[Line]:
    """The solutions: whole lines of help and series play, of direct play the keys."""
    play, _, length = stipulation.partition("#")
    count = int(float(length))
    if play == "h":
        half = length.endswith(".5")
        return set(help_lines(place, 2 * count + half, "white" if half else "black"))
    if play.startswith("ser-"):
        side = "black" if play == "ser-h" else "white"
        return set(series_lines(place, count, side, help_play=play == "ser-h"))
    return keys(place, count)
