"""Declarations from their compiled forms.

msgspec could make them as it writes them, but would first look at each field of every class that
may occur in any of them, and compile the names in its type: that takes longer than reading a
problem.  So it reads plain lists, of which only what is asked for is made into structures.
"""

from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

import msgspec

from grammar.files import read_bytes
from solver.model import walk as w
from solver.model.declaration import PieceDeclaration
from solver.model.guard import Part
from solver.model.piece import Borrowing, Piece, Rank, Role


def kept(file: str) -> dict[str, Any]:
    """What a compiled file holds, as JSON; a file that is missing or damaged is only slower."""
    with suppress(OSError, msgspec.MsgspecError):
        return msgspec.json.decode(read_bytes(file), type=dict[str, Any])
    return {}


def made(value: Any, classes: Mapping[str, Callable[..., Any]]) -> Any:
    """The structure that a list stands for which begins with the name of its class.

    Other lists are tuples.  Raises KeyError or TypeError for what is of another model.
    """
    if not isinstance(value, list):
        return value
    if value and isinstance(value[0], str):
        return classes[value[0]](*[made(part, classes) for part in value[1:]])
    return tuple([made(part, classes) for part in value])


def piece_declaration(value: Any) -> PieceDeclaration:
    """The declaration of a piece.  Raises KeyError, TypeError or ValueError as `made`."""
    piece = {name: _FIELDS.get(name, _same)(field) for name, field in value["piece"].items()}
    return PieceDeclaration(Piece(**piece), tuple(value.get("parameters", ())))


def _walk(value: Any) -> w.Walk:
    walk: w.Walk = made(value, _PARTS)
    return walk


def _same(value: Any) -> Any:
    return value


_PARTS = {part.__name__: part for part in Part.__subclasses__()}
_FIELDS: dict[str, Callable[[Any], Any]] = {
    "walk": _walk,
    "lends": _walk,
    "variants": lambda walks: {name: _walk(walk) for name, walk in walks.items()},
    "role": Role,
    "promotes": Rank,
    "may_promote": Rank,
    "double_step": Rank,
    "borrows": lambda borrowing: Borrowing(**borrowing),
    "array": tuple,
    "promotes_to": tuple,
    "other_names": tuple,
}
"""How a field is made that is more than text or a number."""
