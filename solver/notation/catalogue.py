"""Lists and explanations of what a problem can name, as text."""

from collections.abc import Iterator, Mapping, Sequence

from solver.model.board import FILES, Colour
from solver.model.catalogue import LANGUAGES, Entry, Explanation, Reach

MOVE, CAPTURE, BOTH, LANDING, UNNAMED = "o", "x", "*", ">", "@"
PIECES = "pieces"
_LABEL = 12


def entry_list(entries: Sequence[Entry]) -> str:
    """One line an entry under the name of its family: code, id, other names."""
    lines: list[str] = []
    family = None
    width = min(34, max((len(entry.id) for entry in entries), default=0))
    for entry in entries:
        if entry.family != family:
            family = entry.family
            lines += ["", family] if lines else [family]
        code = entry.codes.get("en", "")
        id = f"{entry.id}({', '.join(entry.parameters)})" if entry.parameters else entry.id
        lines.append(f"  {code:<3}{id:<{width}}  {', '.join(_other_names(entry))}".rstrip())
    return "\n".join([*lines, ""]) if lines else ""


def explanation(told: Explanation) -> str:
    """All that is known of an entry: names, codes, source, pictures, declaration."""
    entry = told.entry
    lines = [entry.id, ""]
    lines += _labelled("names", _by_language(entry.names, entry.other_names))
    if entry.kind == PIECES:
        lines += _labelled("codes", _by_language(entry.codes, ()) or _without_code(entry))
    lines += _labelled("family", entry.family)
    lines += _labelled("source", entry.source)
    if entry.kind != PIECES:
        lines += _labelled("takes", "; ".join(entry.parameters))
    for label, text in entry.facts:
        lines += _labelled(label, text)
    if entry.comes_to:
        lines += ["", "comes to", *(f"    {text}" for text in entry.comes_to)]
    for reach in told.reaches:
        lines += ["", *_reach(reach, entry)]
    if entry.text:
        lines += ["", entry.text]
    return "\n".join([*lines, ""])


def _labelled(label: str, text: str) -> list[str]:
    return [f"{label:<{_LABEL - 1}} {text}"] if text else []


def _without_code(entry: Entry) -> str:
    if "(m,n)" in entry.id:
        return f"none; write {{{entry.id.replace('(m,n)', '(1,5)')}}}d4 for a leap of 1,5"
    if entry.parameters:
        return f"none; it is called with walks: {entry.id}({', '.join(entry.parameters)})"
    return f"none; write {{{entry.id}}}d4"


def _by_language(texts: Mapping[str, str], more: Sequence[str]) -> str:
    given = {language: texts.get(language) for language in LANGUAGES}
    known = [text for text in given.values() if text]
    if len(known) == len(LANGUAGES) and len(set(known)) == 1:
        parts = [known[0]]
    else:
        parts = [f"{text} ({language})" for language, text in given.items() if text]
    return ", ".join([*parts, *more])


def _other_names(entry: Entry) -> list[str]:
    names = dict.fromkeys([*entry.names.values(), *entry.other_names])
    return [name for name in names if name and name.casefold() != entry.id.casefold()]


def _reach(reach: Reach, entry: Entry) -> Iterator[str]:
    board = reach.board
    where = f"{board.width}x{board.height}, from {board.name(reach.square)}"
    yield f"{'among other men' if reach.men else 'alone'}, {where}:"
    yield ""
    yield from _board(reach, entry.codes.get("en") or UNNAMED)
    yield ""
    yield from _legend(reach)


def _board(reach: Reach, letters: str) -> Iterator[str]:
    board = reach.board
    head = "     " + "".join(f"{FILES[file]:>3}" for file in range(board.width))
    yield head
    for rank in reversed(range(board.height)):
        first = rank * board.width
        cells = "".join(
            f"{_cell(reach, square, letters):>3}" for square in range(first, first + board.width)
        )
        yield f"{rank + 1:>5}{cells}{rank + 1:>4}"
    yield head


def _cell(reach: Reach, square: int, letters: str) -> str:
    if square == reach.square:
        return letters + (MOVE if square in reach.quiet else "")
    if square in reach.men:
        colour = "w" if reach.men[square] is Colour.WHITE else "b"
        return colour + (CAPTURE if square in reach.captures else "")
    if square in reach.landings:
        return LANDING
    if square in reach.quiet:
        return BOTH if square in reach.captures else MOVE
    return CAPTURE if square in reach.captures else "."


def _legend(reach: Reach) -> Iterator[str]:
    marks = {
        BOTH: ("moves or captures there", bool(reach.quiet & reach.captures)),
        MOVE: ("only moves there", bool(reach.quiet - reach.captures)),
        LANDING: ("arrives there when it captures", bool(reach.landings)),
        CAPTURE: ("only captures a man there", bool(reach.captures - reach.quiet)),
        "w": ("a white man", Colour.WHITE in reach.men.values()),
        "b": ("a black man", Colour.BLACK in reach.men.values()),
    }
    said = [f"{mark} {text}" for mark, (text, used) in marks.items() if used]
    yield "     " + ("   ".join(said) or "no moves")
