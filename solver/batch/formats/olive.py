"""Files of Olive and entries of YACPDB: YAML documents, read with patience.

What these files hold is text; tags of other programs, dates and numbers are taken as they are
written.  A document that is no YAML is reported and costs no other.
"""

import re
from collections.abc import Iterator, Mapping
from typing import Any

from solver.batch.document import Claim, Document, Trouble
from solver.batch.formats.compose import Parts, compose
from solver.batch.formats.twins import read_twins
from solver.batch.formats.yaml_trees import load

NAME = "olive"
_BEGIN = re.compile(r"(?m)^---[ \t]*(?:\r?\n|$)")
_PLAIN = frozenset({"setplay", "duplex", "halfduplex", "try", "variation", "whitetoplay"})
_BLACK = re.compile(r"\s+by\s+black\s*$", re.IGNORECASE)
_LETTER_S = re.compile(r"(?m)^\s*(?:(?:white|black|neutral):.*\bS|-\s+S)[a-h][1-8]\b")
_OTHER_TWIN = re.compile(r"(\S+)\s+b\)\s*black", re.IGNORECASE)
_MAN = re.compile(r"((?:[^\W\d_]+\s+)*)([^\W_]{1,2}(?:/[^\W_]{1,2})?)([a-h][1-8])")


def read(data: bytes, file: str) -> Iterator[Document]:
    """The documents of a file."""
    text = data.decode("utf-8-sig", "replace")
    begins = [0, *(match.end() for match in _BEGIN.finditer(text))]
    ends = [*(match.start() for match in _BEGIN.finditer(text)), len(text)]
    number, knights = 0, not _LETTER_S.search(text)
    for begin, end in zip(begins, ends, strict=True):
        source = text[begin:end]
        if not source.strip() or source.strip() == "...":
            continue
        number += 1
        line = text.count("\n", 0, begin) + 1
        yield _document(source, file, number, line, knights)


def _document(source: str, file: str, number: int, line: int, knights: bool) -> Document:
    tree, complaint = load(source)
    if complaint:
        trouble = Trouble("unreadable", f"line {line}: {complaint}")
        return Document(file, number, NAME, line, trouble=trouble, source=source)
    # Only a block has the lines of the text as lines of the file.
    found = re.search(r"(?m)^solution:\s*\|[^\n]*\n", source)
    start = line + source.count("\n", 0, found.end()) if found else 0
    return document_of(
        tree, file, number, line, source=source, solution_line=start, knights=knights
    )


def document_of(
    tree: Mapping[str, Any],
    file: str,
    number: int,
    line: int,
    *,
    source: str = "",
    solution_line: int = 0,
    format: str = NAME,
    knights: bool = True,
) -> Document:
    """The document that a tree of YACPDB's fields describes.

    knights: N may be the knight, because nothing else in the file calls it S.
    """
    notes: list[str] = []
    problem = compose_tree(tree, notes, knights=knights)
    trouble = None
    if isinstance(problem, Trouble):
        trouble, problem = problem, None
    known = ("algebraic", "stipulation", "options", "twins", "authors", "solution")
    return Document(
        file,
        number,
        format,
        line,
        problem=problem,
        trouble=trouble,
        solution=_solution(tree),
        solution_line=solution_line,
        claim=Claim(intended=_text(tree.get("intended-solutions")).strip()),
        source=source,
        facts={name: value for name, value in tree.items() if name not in known},
        notes=tuple(notes),
    )


def _solution(tree: Mapping[str, Any]) -> str:
    text = _text(tree.get("solution"))
    return "" if text.strip().lower() in ("none", "null", "~") else text


def compose_tree(tree: Mapping[str, Any], notes: list[str], *, knights: bool = True) -> Any:
    """The problem of a tree, or the trouble with it."""
    stipulation = _text(tree.get("stipulation")).strip().strip('"').strip()
    if not stipulation:
        return Trouble("unreadable", "there is no stipulation")
    if stipulation in ("+", "="):
        return Trouble("unsupported", f"stipulation {stipulation!r} (a study)")
    options = [_text(option) for option in _list(tree.get("options"))]
    fairy = any(option.strip().lower() not in _PLAIN for option in options)
    if _BLACK.search(stipulation):
        stipulation = _BLACK.sub("", stipulation)
        options.append("HalfDuplex")
    if two := _OTHER_TWIN.fullmatch(stipulation):
        # Two parts of a solution, for White and for Black to move first.
        stipulation = two[1]
        options.append("Duplex")
    algebraic = tree.get("algebraic")
    if not isinstance(algebraic, Mapping):
        return Trouble("unreadable", "there is no position (field algebraic)")
    try:
        men = _men(algebraic, knights=knights and not fairy and _knights(algebraic, notes))
    except ValueError as error:
        return Trouble("unreadable", str(error))
    twins = read_twins(tree.get("twins"))
    if isinstance(twins, Trouble):
        return twins
    return compose(
        Parts(
            men,
            stipulation,
            options,
            twins,
            [_text(author) for author in _list(tree.get("authors"))],
            source_line(tree),
            _award(tree),
            _text(tree.get("title")),
        )
    )


def _knights(algebraic: Mapping[str, Any], notes: list[str]) -> bool:
    """Whether N is the knight here: no S stands on the board and nothing else is fairy."""
    words = [_text(man).split()[-1:] for side in algebraic.values() for man in _list(side)]
    letters = {word[0][:-2].upper() for word in words if word}
    if "N" not in letters or "S" in letters or letters - set("KQRBNP"):
        return False
    notes.append("N is read as the knight, since no S and nothing fairy is on the board")
    return True


def _men(algebraic: Mapping[str, Any], *, knights: bool) -> dict[str, list[str]]:
    men: dict[str, list[str]] = {}
    for colour in ("white", "black", "neutral"):
        men[colour] = []
        for item in _list(algebraic.get(colour)):
            found = _MAN.fullmatch(_text(item).strip())
            if found is None:
                raise ValueError(f"{item!r} is no man on a square ({colour})")
            attributes, letters, square = found.groups()
            letters = "S" if knights and letters.upper() == "N" else letters
            men[colour].append(f"{attributes}{letters}{square}")
    return men


def source_line(tree: Mapping[str, Any]) -> str:
    """Where and when it appeared, in one line; flat fields and nested ones."""
    source = tree.get("source")
    if isinstance(source, Mapping):
        date = source.get("date")
        when = _date(date) if isinstance(date, Mapping) else _text(date)
        parts = [_text(source.get(k)) for k in ("name", "issue", "round", "problemid")]
        return ", ".join(part for part in (*parts, when) if part)
    parts = [_text(source), _text(tree.get("source-id")), _text(tree.get("date"))]
    return ", ".join(part for part in parts if part)


def _date(date: Mapping[str, Any]) -> str:
    return "-".join(_text(date[k]).zfill(2) for k in ("year", "month", "day") if date.get(k))


def _award(tree: Mapping[str, Any]) -> str:
    award = tree.get("award")
    if isinstance(award, Mapping):
        tourney = award.get("tourney")
        name = tourney.get("name") if isinstance(tourney, Mapping) else tourney
        return ", ".join(filter(None, (_text(award.get("distinction")), _text(name))))
    return _text(tree.get("distinction"))


def _text(value: Any) -> str:
    """The text of a scalar, or of a list of them; what is nested deeper is no text."""
    if isinstance(value, list):
        return " ".join(item for item in value if isinstance(item, str))
    return value if isinstance(value, str) else str(value) if isinstance(value, int) else ""


def _list(value: Any) -> list[Any]:
    if isinstance(value, list):
        return value
    return [] if value in (None, "") else [value]
