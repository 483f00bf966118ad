"""From the tree of a walk to the engine's tree: letters become vectors, the board is known."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from solver.model import walk as w
from solver.model.board import Board

if TYPE_CHECKING:
    from solver.compile.spec import JsonValue, JsonWalk


def walk_spec(walk: w.Walk, board: Board) -> JsonWalk:
    """The engine's form of `walk` on `board`.

    A star becomes its vectors as White sees them, in the order in which they were written, those of
    an atom anticlockwise from the right; "relative": true when Black's are mirrored.
    Raises TypeError for a `Named` walk, which only a library can resolve.
    """
    match walk:
        case w.Choice(branches):
            return {"alt": [walk_spec(branch, board) for branch in branches]}
        case w.Sequence(parts):
            return {"seq": [walk_spec(part, board) for part in parts]}
        case w.Repeat(body, least, most):
            return {"rep": [walk_spec(body, board), least, most]}
        case w.EqualCount(body, name):
            return {"count": [walk_spec(body, board), name]}
        case w.Look(body, behind):
            return {"look": [walk_spec(body, board), "<" if behind else "&"]}
        case w.Star(atoms):
            star: dict[str, JsonValue] = {"star": _pairs(star_vectors(walk))}
            if any(letter in "fb" for atom in atoms for letter in atom.filters):
                star["relative"] = True
            return star
        case w.WholeBoardStar(name):
            return {"star": _pairs(whole_board_vectors(name, board))}
        case w.SameLength(same_leap, other):
            return {"same": ("==" if same_leap else "=") + ("'" if other else "")}
        case w.Near(star_tree):
            return {"near": _pairs(star_vectors(star_tree))}
        case w.Turn(notches):
            return {"turn": notches}
        case w.TurnEither(notches):
            return {"turn_any": notches}
        case w.Mirror(how):
            return {"mirror": how}
        case w.Guard(condition):
            return {"guard": str(condition)}
        case w.Step(kind, mirrored):
            return "/" + kind if mirrored else kind
        case w.Mark(kind):
            return kind
        case w.Named(name):
            raise TypeError(f"the walk {name!r} was not resolved")


def star_vectors(star: w.Star) -> list[w.Vector]:
    """The vectors of a star as White sees them, without repetition."""
    vectors: dict[w.Vector, None] = {}
    for atom in star.atoms:
        leaps = w.ATOM_VECTORS[atom.leap] if isinstance(atom.leap, str) else (atom.leap,)
        for leap in leaps:
            vectors.update(dict.fromkeys(v for v in _images(leap) if _passes(v, atom.filters)))
    return list(vectors)


def whole_board_vectors(name: w.StarClass, board: Board) -> list[w.Vector]:
    """Every vector that joins two squares of the board, or those of a class, shortest first."""
    vectors = [
        (x, y)
        for x in range(1 - board.width, board.width)
        for y in range(1 - board.height, board.height)
        if (x, y) != (0, 0)
    ]
    if name == "PRIM":
        # A library of its own to load, for stars that few pieces have.
        from math import gcd

        vectors = [(x, y) for x, y in vectors if gcd(x, y) == 1]
    if name == "QALL":
        vectors = [(x, y) for x, y in vectors if 0 in (x, y) or abs(x) == abs(y)]
    return sorted(vectors, key=lambda v: (v[0] * v[0] + v[1] * v[1], v))


def _images(leap: w.Vector) -> list[w.Vector]:
    """The mirror images of a leap, anticlockwise from the right."""
    small, large = sorted(leap)
    quarter = dict.fromkeys([(large, small), (small, large)])
    turned: dict[w.Vector, None] = {}
    for _ in range(4):
        turned.update(dict.fromkeys(quarter))
        quarter = dict.fromkeys((-y, x) for x, y in quarter)
    return list(turned)


def _passes(vector: w.Vector, filters: str) -> bool:
    x, y = vector
    tests = {"f": y > 0, "b": y < 0, "s": y == 0, "v": x == 0}
    return all(tests[letter] for letter in filters)


def _pairs(vectors: Iterable[w.Vector]) -> list[JsonValue]:
    return [[x, y] for x, y in vectors]
