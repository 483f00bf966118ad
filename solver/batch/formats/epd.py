"""EPD: a position and operations a line.

`bm #n` and `dm n` claim a mate in n moves, `bm #-n` that the side to move is mated in n, `hm n` a
shortest helpmate of n half-moves.  The claim is that it can be done, not that there is one way.
"""

import re
from collections.abc import Iterator

from solver.batch.document import Claim, Document, Trouble
from solver.batch.formats.compose import Parts, compose
from solver.batch.formats.fen import Fen, read_fen
from solver.model.problem import Problem

NAME = "epd"


def read(data: bytes, file: str) -> Iterator[Document]:
    """One document for each line that is not empty and no comment."""
    number = 0
    for line, text in enumerate(data.decode("utf-8-sig", "replace").splitlines(), 1):
        if not text.strip() or text.lstrip().startswith("#"):
            continue
        number += 1
        read, title = _problem(text)
        yield Document(
            file,
            number,
            NAME,
            line,
            problem=None if isinstance(read, Trouble) else read,
            trouble=read if isinstance(read, Trouble) else None,
            claim=Claim(several=True),
            source=text,
            facts={"title": title} if title else {},
        )


def _problem(text: str) -> tuple[Problem | Trouble, str]:
    fields = text.split(None, 4)
    try:
        fen = read_fen(" ".join(fields[:4]))
    except ValueError as error:
        return Trouble("unreadable", str(error)), ""
    operations = dict(_operations(fields[4] if len(fields) > 4 else ""))
    title = operations.get("id", "")
    try:
        stipulation, options = _stipulation(operations, fen)
    except ValueError as error:
        return Trouble("unsupported", str(error)), title
    options += fen.options
    return compose(Parts(fen.men, stipulation, options, title=title)), title


def _operations(text: str) -> Iterator[tuple[str, str]]:
    for operation in re.findall(r'(?:[^;"]|"[^"]*")+', text):
        name, _, value = operation.strip().partition(" ")
        if name:
            yield name, value.strip().strip('"')


def _stipulation(operations: dict[str, str], fen: Fen) -> tuple[str, list[str]]:
    """The stipulation and the options it needs; ValueError: there is none."""
    if "hm" in operations:
        if not operations["hm"].isdecimal() or operations["hm"] == "0":
            raise ValueError(f"operation hm {operations['hm']!r}")
        half_moves = int(operations["hm"])
        odd = half_moves % 2
        # The side that moves first also ends the play when the number is odd.
        other_side = fen.black_to_move is bool(odd)
        return f"h#{half_moves // 2}{'.5' if odd else ''}", ["HalfDuplex"] * other_side
    for name in ("bm", "dm"):
        if name in operations:
            value = operations[name].removeprefix("#")
            if value.isdecimal():
                return f"#{value}", ["HalfDuplex"] * fen.black_to_move
            if value[:1] == "-" and value[1:].isdecimal():
                # The side to move is mated: play after a key that has been made.
                sides = [] if fen.black_to_move else ["HalfDuplex"]
                return f"#{int(value[1:]) + 1}", ["PostKeyPlay", *sides]
            raise ValueError(f"operation {name} {operations[name]!r}")
    raise ValueError("no operation tells what to solve (bm #n, dm n, hm n)")
