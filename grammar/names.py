"""Finding a piece by its full name, in any of the three languages."""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache

from grammar.keywords import rows
from grammar.library import library
from grammar.library.lookup import ANY_LEAP

_LANGUAGES = ("en", "de", "fr")
_LEAP = re.compile(r"\((\d{1,2}),(\d{1,2})\)")


def name_key(name: str) -> str:
    """A name without accents, capitals and hyphens, so that {Coureur-Élan} is {coureur élan}."""
    plain = unicodedata.normalize("NFKD", name.casefold())
    letters = "".join(letter for letter in plain if not unicodedata.combining(letter))
    return " ".join(letters.replace("-", " ").replace("_", " ").split())


def piece_called(name: str) -> str | None:
    """The id of the library's piece with that full name, in any language.

    The name of a formula may hold any leap: "Coureur-(5,1)" is "(1,5)-rider".  The name of an
    option may follow: "Électron null" is "electron null".
    """
    key = name_key(name)
    if key in pieces_by_name():
        return pieces_by_name()[key]
    match = _LEAP.search(key)
    if match is None:
        return _with_option(key)
    leap = sorted((int(match[1]), int(match[2])))
    id = _formulas().get(key[: match.start()] + ANY_LEAP + key[match.end() :])
    return id.replace(ANY_LEAP, f"({leap[0]},{leap[1]})") if id and leap[1] else None


def _with_option(key: str) -> str | None:
    words = key.split(" ")
    for at in range(1, len(words)):
        id, option = pieces_by_name().get(" ".join(words[:at])), " ".join(words[at:])
        if id is not None and option in library().options(id):
            return f"{id} {option}"
    return None


@cache
def _formulas() -> dict[str, str]:
    """Ids of the pieces that stand for any leap, by key of their ids and names."""
    ids = [id for id in library().ids() if ANY_LEAP in id]
    return {name_key(name): id for id in ids for name in (id, *library().names(id))}


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
