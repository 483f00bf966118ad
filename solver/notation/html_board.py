"""A diagram for a page, from a position as `forsyth.py` writes it."""

import re
from html import escape

from solver.model.problem import Language
from solver.notation.letters import short_letters

STYLE = """
table.board { border: 2px solid #333; border-collapse: collapse; font: 26px/1 serif; }
table.board td { width: 32px; height: 32px; padding: 0; text-align: center; }
table.board td.dark { background: #d2c9b5; }
table.board td.neutral { color: #666; }
table.board td.letters { font: bold 14px sans-serif; }
table.board td.letters.black { background: #333; color: #fff; }
"""
_SIGNS = dict(zip("KQRBNPkqrbnp", "♔♕♖♗♘♙♚♛♜♝♞♟", strict=True))
_COLOURS = {"+": "white", "-": "black", "=": "neutral"}
_MAN = re.compile(r"([+=-])\{([^:}]*)(?::([^}]*))?\}|([A-Za-z])|(\d+)")


def html_board(forsyth: str) -> str:
    """The table of the board; unusual men are their letters, with attributes as a title."""
    rows = []
    ranks = _ranks(forsyth)
    for number, rank in enumerate(ranks):
        cells = [
            _cell(man, dark=(number + file + len(ranks) % 2) % 2 == 1)
            for file, man in enumerate(rank)
        ]
        rows.append(f"<tr>{''.join(cells)}</tr>")
    return f"<table class=board>{''.join(rows)}</table>"


def _ranks(forsyth: str) -> list[list[tuple[str, str, str]]]:
    """Of every square: colour or sign, walk, attributes."""
    ranks: list[list[tuple[str, str, str]]] = []
    # A hunter has a slash in its name, so that only those outside braces end a rank.
    for text in re.split(r"/(?![^{]*\})", forsyth):
        rank: list[tuple[str, str, str]] = []
        for sign, walk, attributes, letter, empty in _MAN.findall(text):
            if empty:
                rank += [("", "", "")] * int(empty)
            else:
                rank.append((sign or letter, walk, attributes))
        ranks.append(rank)
    return ranks


def _cell(man: tuple[str, str, str], *, dark: bool) -> str:
    sign, walk, attributes = man
    classes = ["dark"] if dark else []
    text = _SIGNS.get(sign, "")
    if walk:
        classes += ["letters", _COLOURS[sign]]
        text = escape(short_letters(walk, Language.ENGLISH))
    title = f' title="{escape(f"{walk} {attributes}".strip())}"' if walk else ""
    names = f' class="{" ".join(classes)}"' if classes else ""
    return f"<td{names}{title}>{text}</td>"
