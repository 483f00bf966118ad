"""Documents from one format to another; what the other has no place for is told."""

import re
from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec.structs import replace

from solver import api
from solver.batch.document import Document
from solver.model.board import Colour
from solver.model.problem import Language, Problem
from solver.model.stipulation import Traditional
from solver.notation.forsyth import forsyth
from solver.notation.json_layout import FORMAT, VERSION
from solver.notation.plain import to_plain

FORMATS = ("popeye", "olive", "epd", "json")


def convert(document: Document, format: str) -> tuple[str, list[str]]:
    """The text of a document in another format, and what was lost.

    The text ends a line; texts one after another are a file, but for Popeye's input
    (`join` does that).  "" when the format cannot say it at all.
    """
    if document.problem is None:
        trouble = document.trouble.message if document.trouble else "no problem"
        return "", [f"left out: {trouble}"]
    return _WRITERS[format](document, document.problem)


def join(format: str, texts: list[str]) -> str:
    """The texts of documents as one file."""
    if format != "popeye":
        return "".join(texts)
    inner = [re.sub(r"(?i)\A\S+\n|\n\S+\n\Z", "\n", text).strip("\n") for text in texts if text]
    return "beginproblem\n" + "\nnextproblem\n".join(inner) + "\nendproblem\n" if inner else ""


def _popeye(document: Document, problem: Problem) -> tuple[str, list[str]]:
    lost = []
    try:
        text = api.print_problem(replace(problem, language=Language.ENGLISH))
    except ValueError as error:
        return "", [f"left out: {error}"]
    if document.solution.strip():
        lost.append("the published solution")
    lost += _lost_facts(document)
    return text, lost


def _olive(document: Document, problem: Problem) -> tuple[str, list[str]]:
    import yaml

    try:
        text = api.print_problem(replace(problem, language=Language.ENGLISH))
    except ValueError as error:
        return "", [f"left out: {error}"]
    lines = text.splitlines()
    tree: dict[str, Any] = {"authors": list(problem.header.authors)}
    tree["source"] = "; ".join(problem.header.origins)
    tree["distinction"] = problem.header.award
    tree["title"] = "; ".join(problem.header.titles)
    # What the document had, as it had it, comes before what was made of it.
    tree |= {name: value for name, value in document.facts.items() if name not in ("title",)}
    tree["algebraic"] = _algebraic(lines)
    tree["stipulation"] = _after(lines, "Stipulation")
    options = _after(lines, "Condition", every=True) + _after(lines, "Option", every=True)
    tree["options"] = options
    tree["twins"] = dict(_twins(lines))
    tree["intended-solutions"] = document.claim.intended
    tree["solution"] = document.solution
    kept = {name: value for name, value in tree.items() if value}
    text = yaml.safe_dump(kept, allow_unicode=True, sort_keys=False, explicit_start=True)
    lost = ["remarks"] if problem.remarks else []
    return text, lost


def _after(lines: list[str], command: str, *, every: bool = False) -> Any:
    rests = [line.split(None, 1)[1] for line in lines if line.lower().startswith(command.lower())]
    return rests if every else next(iter(rests), "")


def _algebraic(lines: list[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for words in (line.split()[1:] for line in lines if line.lower().startswith("pieces ")):
        colour, *rest = words
        men = [word for word in rest if re.search(r"[a-p]\d+$", word)]
        attributes = " ".join(word for word in rest if word not in men)
        key = colour.lower()
        found.setdefault(key, []).extend(f"{attributes} {man}".strip() for man in men)
    return found


def _twins(lines: list[str]) -> Iterator[tuple[str, str]]:
    label = ord("a")
    for line in lines:
        word, _, rest = line.partition(" ")
        if word.lower() == "zeroposition":
            yield "a", rest
        elif word.lower() == "twin":
            label += 1
            yield chr(label), rest


def _epd(document: Document, problem: Problem) -> tuple[str, list[str]]:
    stipulation = problem.stipulation
    options = {option.id for option in problem.options}
    fen = forsyth(problem.position)
    if not isinstance(stipulation, Traditional) or stipulation.goal.kind != "#":
        return "", ["left out: EPD has only mates"]
    if problem.conditions or "{" in fen or stipulation.play not in ("", "h"):
        return "", ["left out: EPD has no fairy chess and only direct and help play"]
    other = "HalfDuplex" in options
    if stipulation.play == "h":
        half_moves = 2 * stipulation.moves + stipulation.half
        black = (half_moves % 2 == 0) is not other
        operation = f"hm {half_moves}"
    else:
        black, operation = other, f"bm #{stipulation.moves}"
    fields = f"{fen} {'b' if black else 'w'} {_castling(problem)} {_passant(problem)}"
    title = "; ".join((*problem.header.authors, *problem.header.origins)).replace('"', "'")
    name = f' id "{title}";' if title else ""
    lost = ["twins"] if problem.twins else []
    lost += [
        f"option {name}" for name in sorted(options - {"HalfDuplex", "NoCastling", "EnPassant"})
    ]
    if document.solution.strip():
        lost.append("the published solution")
    return f"{fields} {operation};{name}\n", lost + _lost_facts(document)


def _castling(problem: Problem) -> str:
    fixed = " ".join(
        o for option in problem.options if option.id == "NoCastling" for o in option.arguments
    )
    allowed = ""
    for colour, rank, letters in ((Colour.WHITE, 0, "KQ"), (Colour.BLACK, 7, "kq")):
        for letter, file in zip(letters, (7, 0), strict=True):
            king, rook = (
                problem.position.men.get(8 * rank + 4),
                problem.position.men.get(8 * rank + file),
            )
            names = (f"{'abcdefgh'[file]}{rank + 1}", f"e{rank + 1}")
            home = king and rook and (king.walk, rook.walk) == ("king", "rook")
            ours = home and king and rook and king.colour is colour and rook.colour is colour
            if ours and not any(name in fixed for name in names):
                allowed += letter
    return allowed or "-"


def _passant(problem: Problem) -> str:
    option = problem.option("EnPassant")
    return option.arguments[1] if option and len(option.arguments) > 2 else "-"


def _json(document: Document, problem: Problem) -> tuple[str, list[str]]:
    tree = {
        "format": FORMAT,
        "version": VERSION,
        "problem": to_plain(problem),
        "solution": {"twins": []},
        "published": document.solution,
        "claim": {"several": document.claim.several, "intended": document.claim.intended},
        "other": dict(document.facts),
    }
    return msgspec.json.encode(tree).decode() + "\n", []


def _lost_facts(document: Document) -> list[str]:
    kept = ("source", "source-id", "date", "distinction", "award", "title")
    return sorted(name for name in document.facts if name not in kept)


_WRITERS = {"popeye": _popeye, "olive": _olive, "epd": _epd, "json": _json}
