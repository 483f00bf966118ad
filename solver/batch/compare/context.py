"""What comparing needs to know of one twin."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from solver import api
from solver.batch.compare.finding import Finding
from solver.batch.published.moves import Letters, Squares, Written, guess_language, letters_of
from solver.batch.published.tree import Ply, Section
from solver.batch.published.words import ORTHODOX
from solver.model.board import Colour
from solver.model.errors import SolverError
from solver.model.position import Man, Position
from solver.model.problem import Language, Problem
from solver.model.solution import Node, PlayedMove
from solver.model.stipulation import Traditional
from solver.model.twinning import Variant
from solver.notation.letters import own_codes, walk_letters
from solver.notation.men import Names
from solver.notation.short import short_move

_SQUARE = re.compile(r"[a-p](?:1[0-6]|[1-9])")


@dataclass
class Context:
    """One twin: the problem, the twin as it is solved, the letters of its published solution.

    solution: the whole published text.
    several: further keys and lines are no cooks.  complete: everything was examined.
    confirmed: a published key or line was found to solve.
    """

    problem: Problem
    variant: Variant
    letters: Letters
    solution: str = ""
    several: bool = False
    complete: bool = True
    confirmed: bool = False
    findings: list[Finding] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.squares = Squares(self.variant.position.board.width)
        codes = own_codes(self.problem, Language.ENGLISH)
        self._names = Names(Language.ENGLISH, self.variant.position.board, codes)

    @property
    def moves(self) -> int | None:
        """The length that the stipulation gives, in its own moves."""
        stipulation = self.variant.stipulation
        return stipulation.moves if isinstance(stipulation, Traditional) else None

    def find(
        self,
        verdict: str,
        text: str,
        *,
        moves: str = "",
        at: int | None = None,
        thematic: bool | None = None,
    ) -> None:
        """Note a finding; at: an offset in the published solution."""
        line = column = 0
        if at is not None and self.solution:
            before = self.solution[:at]
            line = before.count("\n") + 1
            column = at - (before.rfind("\n") + 1) + 1
        label = self.variant.label
        self.findings.append(Finding(verdict, text, label, moves, line, column, thematic))

    def means(self, written: Written | None, played: PlayedMove) -> bool:
        """Whether the move that was played is the one that was written."""
        return written is not None and self.letters.means(written, played, self.squares)

    def meant(self, written: Written | None, nodes: Sequence[Node]) -> list[Node]:
        """The nodes whose move was written; of several, those that have the written effects."""
        found = [node for node in nodes if self.means(written, node.move)]
        return [node for node in found if self.fits(written, node.move)] or found

    def fits(self, written: Written | None, played: PlayedMove) -> bool:
        """Whether the squares that written effects name are those of the move that was played."""
        if written is None or not written.effects:
            return True
        named = set(_SQUARE.findall(" ".join(written.effects)))
        return named <= self._touched(played)

    def _touched(self, move: PlayedMove) -> set[str]:
        """The squares that a move or its effects name."""
        squares = [move.departure, move.arrival, *move.captures]
        for effect in move.effects:
            squares += [s for s in (effect.square, effect.target) if s is not None]
        return set(map(self.squares, squares))

    def text(self, move: PlayedMove) -> str:
        """A move in short notation with English letters."""
        return short_move(self._names, move)

    def why_not(self, written: Written, path: Sequence[PlayedMove], starter: Colour) -> str:
        """What is wrong with a published move that is not among the solutions.

        path: the moves before it.  With conditions or unusual men legality is not judged.
        """
        legal = self._legal(path, starter)
        if legal is None:
            return "is not among the solutions"
        if any(self.means(written, move) for move in legal):
            return "is legal but does not solve"
        return "is not a legal move here"

    def legal_count(self, starter: Colour) -> int | None:
        """How many first moves there are; None when that is not known."""
        legal = self._legal((), starter)
        return None if legal is None else len(legal)

    def _legal(self, path: Sequence[PlayedMove], starter: Colour) -> list[PlayedMove] | None:
        if self.variant.conditions:
            return None
        side, position = starter, self.variant.position
        option = self.problem.option("EnPassant")
        passant = option.arguments if option and not path else ()
        for move in path:
            position, passant = _after(position, move)
            side = side.other
        try:
            return api.legal_moves(self.problem, position, side, passant=passant)
        except SolverError:
            return None


def _after(position: Position, move: PlayedMove) -> tuple[Position, tuple[str, ...]]:
    """The position after an orthodox move; the three squares of a double step."""
    man = position.men.get(move.departure)
    if man is None:
        return position, ()
    if move.promotion is not None:
        man = Man(man.colour, move.promotion.walk, frozenset(move.promotion.attributes))
    put = {move.arrival: man}
    gone = [move.departure, *move.captures]
    for effect in move.effects:
        if effect.kind == "move" and effect.target is not None:
            other = position.men.get(effect.square)
            if other is not None:
                put[effect.target] = other
                gone.append(effect.square)
    width = position.board.width
    passed: tuple[str, ...] = ()
    if man.walk == "pawn" and abs(move.arrival - move.departure) == 2 * width:
        middle = (move.arrival + move.departure) // 2
        passed = tuple(map(position.board.name, (move.departure, middle, move.arrival)))
    return position.with_changes(remove=gone, put=put), passed


def letters_for(variant: Variant, sections: Iterable[Section]) -> Letters:
    """The letters in which these sections are written."""
    written = [
        ply.written for section in sections for _, root in section.roots for ply in _all(root)
    ]
    fairy = {
        walk_letters(man.walk, Language.ENGLISH)
        for man in variant.position.men.values()
        if man.walk not in ORTHODOX
    }
    men = [move.man for move in written if move is not None]
    language = guess_language([letters for letters in men if letters.upper() not in fairy])
    known = letters_of(language, {}).walks
    own: dict[str, str] = {}
    for man in variant.position.men.values():
        if man.walk not in ORTHODOX:
            english = walk_letters(man.walk, Language.ENGLISH)
            own[english] = man.walk
            if language in ("de", "fr"):
                own[walk_letters(man.walk, Language(language))] = man.walk
                if english in known:
                    del own[english]
    return letters_of(language, own)


def _all(ply: Ply) -> Iterator[Ply]:
    yield ply
    for below in (*ply.answers, *ply.threats):
        yield from _all(below)
