"""An HTML page that needs nothing else: diagrams of what is not sound, with the evidence."""

from collections.abc import Iterable
from html import escape
from typing import TextIO

from solver.batch.report import counted, evidence, place
from solver.batch.store import Row
from solver.notation.html_board import STYLE, html_board

_STYLE = (
    """
body { font-family: Georgia, serif; margin: 2em auto; max-width: 60em; color: #222; }
table.counts td { padding: 0 1em 0 0; }
article { display: flex; gap: 1.5em; border-top: 1px solid #ccc; padding: 1em 0;
  break-inside: avoid; }
article h2 { font-size: 1em; margin: 0; }
article p { margin: .3em 0; }
.verdict { font-weight: bold; color: #a00; }
.place { color: #777; font-size: .8em; }
pre { white-space: pre-wrap; font-size: .8em; color: #444; }
"""
    + STYLE
)


def write(rows: Iterable[Row], out: TextIO, *, everything: bool) -> None:
    """Write it."""
    kept = list(rows)
    out.write(
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">\n'
        f"<title>Verified problems</title>\n<style>{_STYLE}</style></head><body>\n"
        f"<h1>{len(kept)} problems</h1>\n<table class=counts>\n"
    )
    for verdict, number in counted(kept):
        out.write(f"<tr><td>{escape(verdict)}</td><td>{number}</td></tr>\n")
    out.write("</table>\n")
    for row in kept:
        if row.verdict and (everything or row.verdict != "sound"):
            out.write(_article(row))
    out.write("</body></html>\n")


def _article(row: Row) -> str:
    board = html_board(row.position) if row.position else ""
    findings = "".join(f"<li>{escape(evidence(row, f))}</li>" for f in row.findings)
    notes = "".join(f"<p>{escape(note)}</p>" for note in row.notes)
    published = ""
    if row.published.strip():
        text = escape(row.published.strip())
        published = f"<details><summary>as published</summary><pre>{text}</pre></details>"
    return (
        f"<article><div>{board}<p>{escape(row.stipulation)}</p></div><div>"
        f"<h2>{escape(row.authors) or '&nbsp;'}</h2><p>{escape(row.source)}</p>"
        f'<p class="verdict">{escape(row.verdict)}</p><ul>{findings}</ul>{notes}{published}'
        f'<p class="place">{escape(place(row))}</p></div></article>\n'
    )
