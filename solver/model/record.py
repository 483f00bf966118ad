"""Structures of which some fields are no part of what they are, such as the place in the input."""

from typing import ClassVar

import msgspec


class Record(msgspec.Struct, frozen=True, eq=False):
    """Equal to another of its class when all fields but those in `aside` are equal.

    A structure of msgspec, as the whole model is, and not a dataclass: a hundred classes are made
    when the program starts, and these cost a tenth of what dataclasses cost.
    """

    aside: ClassVar[frozenset[str]] = frozenset({"place"})

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._essence() == other._essence()

    def __hash__(self) -> int:
        return hash(self._essence())

    def _essence(self) -> tuple[object, ...]:
        return tuple(
            getattr(self, name) for name in self.__struct_fields__ if name not in self.aside
        )
