"""Mirrored and colour-swapped problems, and solutions transformed the same way."""

from collections.abc import Callable

from msgspec.structs import replace

from solver.model.board import Colour
from solver.model.position import Position
from solver.model.problem import Option, Problem
from solver.model.solution import LineFound, Node, Piece, PlayedMove, Solution, TreeFound

Square = Callable[[int], int]
SWAP = {"white": "black", "black": "white", "neutral": "neutral"}


def mirror(square: int) -> int:
    """Reflection that exchanges the a- and h-files."""
    return square ^ 7


def flip(square: int) -> int:
    """Reflection that exchanges the first and the eighth rank."""
    return square ^ 56


def mirrored(problem: Problem) -> Problem:
    """The same problem seen in a mirror (meant for problems without castling)."""
    return _moved(problem, mirror, swap=False)


def swapped(problem: Problem) -> Problem:
    """The same problem with the sides exchanged: solved by option HalfDuplex."""
    moved = _moved(problem, flip, swap=True)
    return replace(moved, options=(*moved.options, Option("HalfDuplex")))


def _moved(problem: Problem, square: Square, *, swap: bool) -> Problem:
    def colour(old: Colour) -> Colour:
        return old.other if swap else old

    men = {
        square(place): replace(man, colour=colour(man.colour)) for place, man in problem.position
    }
    return replace(problem, position=Position(problem.position.board, men))


def facts(solution: Solution, square: Square = lambda s: s, *, swap: bool = False) -> list[object]:
    """What a solution says, order-free, after transforming its squares and colours."""

    def piece(old: Piece | None) -> object:
        return old and (SWAP[old.colour] if swap else old.colour, old.walk)

    def move(old: PlayedMove) -> object:
        return (
            # Castling changes its wing in a mirror; such problems are not mirrored.
            old.kind,
            square(old.departure),
            square(old.arrival),
            piece(old.mover),
            tuple(sorted(map(square, old.captures))),
            piece(old.promotion),
            old.check,
            old.goal,
        )

    def tree(node: Node) -> object:
        def all_of(nodes: tuple[Node, ...]) -> object:
            return sorted(map(tree, nodes), key=repr)

        return (
            move(node.move),
            node.mark,
            node.zugzwang,
            node.refutes,
            all_of(node.threats),
            all_of(node.variations),
            all_of(node.refutations),
        )

    result: list[object] = []
    for twin in solution.twins:
        for phase in twin.phases:
            found: list[object] = []
            for item in phase.found:
                if isinstance(item, LineFound):
                    found.append(tuple(map(move, item.moves)))
                elif isinstance(item, TreeFound):
                    found.append(tree(item.node))
                else:
                    found.append(
                        (item.zugzwang, item.check, sorted(map(tree, item.threats), key=repr))
                    )
            result.append((phase.started.kind, sorted(found, key=repr)))
    return result
