"""PGN with FEN and SetUp: one problem a game.

The stipulation is a mate in as many moves as `Termination` or `Event` says ("mate in 3"), or else
as the game has; `Result` is not believed.
"""

import re
from collections.abc import Iterator

from solver.batch.document import Document, Trouble
from solver.batch.formats.compose import Parts, compose
from solver.batch.formats.fen import read_fen
from solver.model.problem import Problem

NAME = "pgn"
_TAG = re.compile(r'^\s*\[(\w+)\s+"((?:\\.|[^"\\])*)"\]\s*$')
_MATE_IN = re.compile(r"\bmate\s+in\s+(\d+)", re.IGNORECASE)
_RESULT = re.compile(r"(?:1-0|0-1|1/2-1/2|\*)\s*$")


def read(data: bytes, file: str) -> Iterator[Document]:
    """One document a game."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    tags: dict[str, str] = {}
    moves: list[str] = []
    begin = number = 0
    for line, row in enumerate([*text.splitlines(), '[End ""]'], 1):
        tag = _TAG.match(row)
        if tag and (moves or row == '[End ""]'):
            if tags or moves:
                number += 1
                yield _document(tags, moves, file, number, begin)
            tags, moves, begin = {}, [], 0
        if tag:
            begin = begin or line
            tags[tag[1]] = tag[2].replace('\\"', '"').replace("\\\\", "\\")
        elif row.strip() and not row.startswith("%"):
            moves.append(row)


def _document(tags: dict[str, str], rows: list[str], file: str, number: int, line: int) -> Document:
    text = main_line("\n".join(rows))
    problem: Problem | Trouble | None = _problem(tags, text)
    trouble = None
    if isinstance(problem, Trouble):
        trouble, problem = problem, None
    return Document(
        file,
        number,
        NAME,
        line,
        problem=problem,
        trouble=trouble,
        solution=text,
        facts={name.lower(): value for name, value in tags.items() if name != "FEN"},
    )


def _problem(tags: dict[str, str], text: str) -> Problem | Trouble:
    if "FEN" not in tags:
        return Trouble("unsupported", "a game from the initial position (no tag FEN)")
    try:
        fen = read_fen(tags["FEN"])
    except ValueError as error:
        return Trouble("unreadable", str(error))
    said = _MATE_IN.search(f"{tags.get('Termination', '')} {tags.get('Event', '')}")
    numbers = [int(n) for n in re.findall(r"(\d+)\.", text)]
    moves = int(said[1]) if said else max(numbers, default=0)
    if not moves or not (said or text.rstrip().endswith("#")):
        return Trouble("unsupported", "nothing tells in how many moves there is a mate")
    options = [*fen.options, *(["HalfDuplex"] if fen.black_to_move else [])]
    players = [tags[side] for side in ("White", "Black") if tags.get(side, "?") != "?"]
    origin = [tags[name] for name in ("Event", "Site", "Date") if tags.get(name, "?") != "?"]
    return compose(Parts(fen.men, f"#{moves}", options, authors=players, origin=", ".join(origin)))


def main_line(text: str) -> str:
    """The moves of a game, numbered from 1 with the side to move first: "1.Qh2 Kxh2 2.Nf3"."""
    text = re.sub(r"\{[^}]*\}|;[^\n]*|\$\d+", " ", text)
    inner = None
    while inner != text:
        inner, text = text, re.sub(r"\([^()]*\)", " ", text)
    text = _RESULT.sub("", text)
    moves = [word for word in re.sub(r"\d+\s*\.(?:\s*\.\.)?", " ", text).split() if word != "..."]
    pairs = [" ".join(moves[at : at + 2]) for at in range(0, len(moves), 2)]
    return " ".join(f"{n}.{pair}" for n, pair in enumerate(pairs, 1))
