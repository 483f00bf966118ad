"""Finding a piece by its full name, in any of the three languages."""

import unicodedata
from collections.abc import Iterator
from functools import cache

from grammar.keywords import rows
from grammar.library import library

_LANGUAGES = ("en", "de", "fr")


def name_key(name: str) -> str:
    """A name without accents, capitals and hyphens, so that {Coureur-Élan} is {coureur élan}."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " ".join(letters.replace("-", " ").replace("_", " ").split())


@cache
def pieces_by_name() -> dict[str, str]:
    """Ids of the library's pieces by key of their ids and names.

    An id comes before a name, and Popeye's names before those of other pieces.
    """
    found: dict[str, str] = {}
    for name, id in _names():
        found.setdefault(name_key(name), id)
    return found


def _names() -> Iterator[tuple[str, str]]:
    declared = library()
    callable_ids = [id for id in declared.ids() if not declared.has_parameters(id)]
    yield from ((id, id) for id in callable_ids)
    for row in rows("walks"):
        yield from ((row[f"{language}_name"], row["id"]) for language in _LANGUAGES)
    for id in callable_ids:
        yield from ((name, id) for name in declared.names(id))
