"""Letters and names by language, as tables.

`walks.tsv`, `attributes.tsv`, `conditions.tsv` and `keywords.tsv` hold one thing a line; to add a
piece, an attribute or a condition, add its line.  Each table is read when it is first asked for.
"""

import os
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

from solver.model.problem import Language, Problem

NO_CODES: Mapping[str, str] = MappingProxyType({})
_COLUMN = {Language.ENGLISH: 0, Language.GERMAN: 1, Language.FRENCH: 2}
_COLOURS = {
    "white": ("w", "w", "b"),
    "black": ("b", "s", "n"),
    "neutral": ("n", "n", "n"),
}
_COLOUR_NAMES = {
    "white": ("White", "Weiss", "Blanc"),
    "black": ("Black", "Schwarz", "Noir"),
    "neutral": ("Neutral", "Neutral", "Neutre"),
}


def _lines(name: str) -> list[list[str]]:
    # Without pathlib, which takes longer to load than these tables.
    with open(os.path.join(os.path.dirname(__file__), name), encoding="utf-8") as file:
        return [line.split("\t") for line in file.read().splitlines()[1:] if line]


@cache
def _walks() -> dict[str, tuple[str, ...]]:
    return {line[0]: tuple(line[1:4]) for line in _lines("walks.tsv")}


@cache
def attributes() -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Attribute id -> letters and names in the three languages, in the order of a header."""
    return {line[0]: (tuple(line[1:4]), tuple(line[4:7])) for line in _lines("attributes.tsv")}


@cache
def _conditions() -> dict[str, tuple[int, tuple[str, ...]]]:
    lines = _lines("conditions.tsv")
    return {line[0].lower(): (n, (line[0], line[1], line[2])) for n, line in enumerate(lines)}


@cache
def _keywords() -> dict[str, tuple[str, ...]]:
    return {line[0].lower(): tuple(line[:3]) for line in _lines("keywords.tsv")}


@cache
def _letters(language: Language) -> dict[str, str]:
    column = _COLUMN[language]
    return {walk: letters[column] for walk, letters in _walks().items()}


def walk_letters(walk: str, language: Language, codes: Mapping[str, str] = NO_CODES) -> str:
    """The letters of a walk in capitals: "S", "NH", "R/B" for a hunter.

    codes: those of the problem's own pieces by id.  A walk without letters is named in braces.
    """
    if walk in codes:
        return codes[walk]
    known = _letters(language).get(walk)
    if known is not None:
        return known
    if walk.startswith("hunter("):
        return "/".join(walk_letters(part, language, codes) for part in hunter_parts(walk))
    return "{" + walk + "}"


def short_letters(walk: str, language: Language, codes: Mapping[str, str] = NO_CODES) -> str:
    """At most three letters for a diagram: a walk without letters has its initials, small."""
    letters = walk_letters(walk, language, codes)
    if not letters.startswith("{"):
        return letters
    words = walk.replace("-", " ").split()
    return walk[:3] if len(words) == 1 else "".join(word[0] for word in words[:3])


def own_codes(problem: Problem, language: Language) -> dict[str, str]:
    """The codes of the problem's own pieces by id, in capitals."""
    key = language.value
    return {own.id: own.codes[key].upper() for own in problem.declared if key in own.codes}


def hunter_parts(walk: str) -> list[str]:
    """The two walks of "hunter(rook,bishop)"; a comma in a name ("1,6-leaper") is no border."""
    inner, known = walk[len("hunter(") : -1], _walks()
    commas = [at for at, letter in enumerate(inner) if letter == ","]
    for at in commas:
        if inner[:at] in known and inner[at + 1 :] in known:
            return [inner[:at], inner[at + 1 :]]
    middle = commas[len(commas) // 2] if commas else len(inner)
    return [inner[:middle], inner[middle + 1 :]]


def is_walk(name: str) -> bool:
    """Whether `name` is the id of a walk in the table."""
    return name in _walks()


def walk_rank(walk: str) -> int:
    """Where a walk stands in the table; unknown ones come last."""
    return list(_walks()).index(walk) if walk in _walks() else len(_walks())


def colour_letter(colour: str, language: Language) -> str:
    """ "w", "b", "n" in the language."""
    return _COLOURS[colour][_COLUMN[language]]


def colour_name(colour: str, language: Language) -> str:
    """ "White", "Schwarz", "Neutre"."""
    return _COLOUR_NAMES[colour][_COLUMN[language]]


def attribute_letters(ids: frozenset[str] | tuple[str, ...], language: Language) -> str:
    """The letters of attributes, one after the other in the order of the table.

    The board of a man in Alice chess is told by the move, never by letters.
    """
    column, wanted = _COLUMN[language], {id.lower() for id in ids}
    return "".join(
        letters[column]
        for id, (letters, _) in attributes().items()
        if id.lower() in wanted and id not in ("AliceA", "AliceB")
    )


def attribute_name(id: str, language: Language) -> str:
    """The name of an attribute: "Kamikaze", "Beamtet"."""
    return attributes()[id][1][_COLUMN[language]]


def condition_name(id: str, language: Language) -> str:
    """The name of a condition in the language; an unknown id stands for itself."""
    found = _conditions().get(id.lower())
    return found[1][_COLUMN[language]] if found else id


def condition_rank(id: str) -> int:
    """Where a condition stands in the header; unknown ones come last."""
    found = _conditions().get(id.lower())
    return found[0] if found else 10_000


def keyword(id: str, language: Language) -> str:
    """A further word of a condition ("RexInclusive") in the language."""
    found = _keywords().get(id.lower())
    return found[_COLUMN[language]] if found else id
