"""`solve report`: what an earlier `solve verify --db` found."""

import argparse
import sys
from collections.abc import Sequence

from solver.batch.report import FORMS, write_report
from solver.batch.store import open_existing
from solver.command.output import as_utf8, complain

_DONE, _REFUSED = 0, 2


def run(words: Sequence[str]) -> int:
    """Run `report ...`."""
    parser = argparse.ArgumentParser(
        prog="solve report", description="Report on a database of results.", allow_abbrev=False
    )
    add = parser.add_argument
    add("db", metavar="DB", help="file that `solve verify --db` wrote")
    add("--format", choices=tuple(FORMS), default="text", help="form of the report (text)")
    add("--output", metavar="FILE", help="write it there, not to standard output")
    add("--all", action="store_true", help="sound problems too")
    asked = parser.parse_args(list(words[1:]))
    try:
        store = open_existing(asked.db)
    except OSError as error:
        complain(f"solve: {error}")
        return _REFUSED
    if asked.output:
        with open(asked.output, "w", encoding="utf-8", newline="") as out:
            write_report(asked.format, store.rows(), out, everything=asked.all)
    else:
        with as_utf8(sys.stdout) as out:
            write_report(asked.format, store.rows(), out, everything=asked.all)
    store.close()
    return _DONE
