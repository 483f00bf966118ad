"""Pictures of a walk: the squares that a man reaches, asked from the engine."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache

import msgspec

from solver import native
from solver.compile.position import compile_position
from solver.compile.spec import ManSpec
from solver.compile.walks import star_vectors
from solver.model import walk as w
from solver.model.board import Board, Colour
from solver.model.catalogue import Reach
from solver.model.errors import InvalidPosition
from solver.model.piece import Piece
from solver.model.position import Man, Position

Lookup = Callable[[str], Piece]
Men = Mapping[int, Colour]
Moves = set[tuple[int, tuple[int, ...]]]
"""Arrival and captured squares of each move."""

INERT = "dummy"
BOARDS = (Board(8, 8), Board(13, 13), Board(16, 16))
_SHORT = 3
_LEAPS = tuple("KNCZDAH")


def reaches(id: str, lookup: Lookup, size: tuple[int, int] | None = None) -> list[Reach]:
    """A man from the middle of an empty board, and with men around where its walk asks for them.

    size: files and ranks of the board; without it 8x8, or a larger one where that shows nothing or
    the leaps are long.  Raises InvalidPosition when the engine refuses the walk.
    """
    walk = lookup(id).walk
    boards = (Board(*size),) if size else BOARDS[_longest(walk) > _SHORT :]
    asks_for_men = _asks_for_men(walk)
    for board in boards:
        stage = _Stage(id, lookup, board)
        alone = stage.reach({})
        found = [alone] if alone.quiet or alone.captures else []
        if asks_for_men:
            found += stage.among_others()
        if found:
            return found
    return [_Stage(id, lookup, boards[0]).reach({})]


class _Stage:
    """A white man in the middle of a board; the rules are compiled once for all its pictures."""

    def __init__(self, id: str, lookup: Lookup, board: Board) -> None:
        self.board = board
        # d4 on 8x8, g7 on 13x13.
        self.square = (board.height - 1) // 2 * board.width + (board.width - 1) // 2
        self._stars = list(_stars(lookup(id).walk))
        man, other = Man(Colour.WHITE, id), Man(Colour.WHITE, INERT)
        # The inert man is only there so that its kind is known.
        corner = 0 if self.square else board.size - 1
        position = Position(board, {self.square: man, corner: other})
        self._spec = compile_position(position, Colour.WHITE, lookup)
        kinds = [kind["id"] for kind in self._spec["kinds"]]
        self._inert = kinds.index(INERT)
        (self._man,) = (man for man in self._spec["men"] if man["square"] == self.square)

    def reach(self, men: Men) -> Reach:
        """What it reaches with these men around."""
        victims = [
            square
            for square in range(self.board.size)
            if square != self.square and square not in men
        ]
        moves, *with_victims = self._moves(
            [men, *({**men, victim: Colour.BLACK} for victim in victims)]
        )
        quiet = {arrival for arrival, captured in moves if not captured}
        captures = {victim for _, captured in moves for victim in captured}
        landings = {arrival for arrival, captured in moves if captured and arrival not in captured}
        for victim, then in zip(victims, with_victims, strict=True):
            if any(victim in captured for _, captured in then):
                captures.add(victim)
        return Reach(self.board, self.square, men, *map(frozenset, (quiet, captures, landings)))

    def among_others(self) -> list[Reach]:
        """The picture with those men around that give it the most moves that it has not alone."""
        tried = list(self._surroundings())
        alone, *moves = self._moves([{}, *tried])

        def interest(number: int) -> tuple[int, int, int]:
            new = moves[number] - alone
            return len(new), sum(not captured for _, captured in new), -len(tried[number])

        best = max(range(len(tried)), key=interest)
        return [self.reach(tried[best])] if moves[best] - alone else []

    def _moves(self, diagrams: Sequence[Men]) -> list[Moves]:
        """The moves of the man in each diagram."""
        spec = msgspec.json.encode(self._spec)
        men = [[self._man, *map(self._other, men.items())] for men in diagrams]
        try:
            played = json.loads(native.legal_moves_of_each(spec, msgspec.json.encode(men)))
        except ValueError as error:
            raise InvalidPosition([str(error)]) from None
        return [
            {
                (move["arrival"], tuple(move["captures"]))
                for move in moves
                if move["departure"] == self.square
            }
            for moves in played
        ]

    def _other(self, placed: tuple[int, Colour]) -> ManSpec:
        square, colour = placed
        return ManSpec(
            square=square, kind=self._inert, colour=colour.value, royal=False, attributes=[]
        )

    def _surroundings(self) -> Iterator[Men]:
        """Rings of men around the middle: one to three leaps away, or several rings at once."""
        stars = [*(_star(leap) for leap in _LEAPS), *self._stars]
        rings = [self._ring(star, times) for star in stars for times in (1, 2, 3)]
        king = [self._ring(stars[0], times) for times in range(1, 8)]
        pairs = [king[a] | king[b] for a in range(4) for b in range(a + 1, 5)]
        pairs += [self._ring(star, n) | self._ring(star, n + 1) for star in stars for n in (1, 2)]
        runs = [frozenset[int]().union(*king[a:b]) for a in range(2) for b in range(a + 3, 7)]
        for squares in (*rings, *pairs, *runs):
            for colours in ((Colour.WHITE, Colour.BLACK), (Colour.BLACK, Colour.BLACK)):
                yield {square: colours[n % 2] for n, square in enumerate(sorted(squares))}

    def _ring(self, star: Sequence[w.Vector], times: int) -> frozenset[int]:
        board = self.board
        rank, file = divmod(self.square, board.width)
        ring = [(file + times * x, rank + times * y) for x, y in star]
        return frozenset(
            y * board.width + x for x, y in ring if 0 <= x < board.width and 0 <= y < board.height
        )


@cache
def _star(leap: str) -> list[w.Vector]:
    return star_vectors(w.Star((w.Atom(leap),)))


def _stars(walk: w.Walk) -> Iterator[list[w.Vector]]:
    if isinstance(walk, w.Star):
        yield star_vectors(walk)
    for part in w.parts_of(walk):
        yield from _stars(part)


def _asks_for_men(walk: w.Walk) -> bool:
    """Whether a step of the walk is onto a man that stays or is captured on the way."""
    if isinstance(walk, w.Step):
        return walk.kind in ("^", "o", "a")
    return any(map(_asks_for_men, w.parts_of(walk)))


def _longest(walk: w.Walk) -> int:
    """The longest component of a leap in the walk."""
    return max((max(vector) for star in _stars(walk) for vector in star), default=0)
