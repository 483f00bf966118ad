"""What a problem can name, told to a person: behind `solve list` and `solve explain`.

To add a kind of thing (goals): a module with a class like `Pieces` and a line in
`KINDS`.
"""

from collections.abc import Callable, Sequence
from typing import Protocol

from solver.model.catalogue import Entry, Explanation
from solver.model.errors import UnknownName


class Catalogue(Protocol):
    """All things of one kind."""

    def entries(self) -> Sequence[Entry]:
        """Everything there is, by family."""

    def find(self, name: str) -> Entry | None:
        """The thing with that name or code, or None."""

    def nearest(self, name: str) -> Sequence[tuple[float, str]]:
        """Known names that are like `name`: how much (0 to 1) and the name, best first."""

    def explain(self, entry: Entry, size: tuple[int, int] | None = None) -> Explanation:
        """The entry with pictures, on a board of files x ranks or on one that suits it."""


def _pieces(language: str, file: str | None) -> Catalogue:
    from solver.catalogue.pieces import Pieces

    return Pieces(language, file)


def _conditions(language: str, file: str | None) -> Catalogue:
    from solver.catalogue.rules import DeclaredConditions

    return DeclaredConditions(language, file)


def _mechanisms(language: str, file: str | None) -> Catalogue:
    from solver.catalogue.rules import Mechanisms

    return Mechanisms(language, file)


KINDS: dict[str, Callable[[str, str | None], Catalogue]] = {
    "pieces": _pieces,
    "conditions": _conditions,
    "mechanisms": _mechanisms,
}
"""How to make the catalogue of a kind: from a language ("en") and a problem file or None."""

MOST_NEAREST = 3


def explain(
    name: str, language: str = "en", file: str | None = None, size: tuple[int, int] | None = None
) -> Explanation:
    """Explain what is called `name`, of any kind.

    file: a problem file whose declarations are known too.  Raises UnknownName (with the nearest
    names), OSError, or an InputError of the file.
    """
    nearest: list[tuple[float, str]] = []
    for kind in KINDS.values():
        catalogue = kind(language, file)
        entry = catalogue.find(name)
        if entry is not None:
            return catalogue.explain(entry, size)
        nearest += catalogue.nearest(name)
    nearest.sort(reverse=True)
    raise UnknownName(name, tuple(known for _, known in nearest[:MOST_NEAREST]))
