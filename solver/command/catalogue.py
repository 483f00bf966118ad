"""`solve list` and `solve explain`: what a problem can name."""

import argparse
import sys
from collections.abc import Sequence
from fnmatch import fnmatchcase

from solver.command.arguments import LANGUAGES
from solver.command.output import complain
from solver.model.catalogue import Entry
from solver.model.errors import SolverError, UnsupportedRule

_DONE, _REFUSED = 0, 2
_LARGEST = 16


def run(words: Sequence[str]) -> int:
    """Run `list ...` or `explain ...`; returns the exit status (2: nothing is called that)."""
    found = _parser().parse_args(list(words))
    if "utf" not in (sys.stdout.encoding or "").lower():
        # Names have accents; a terminal that cannot show them gets something like them.
        sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
    try:
        text = _list(found) if found.command == "list" else _explain(found)
    except OSError as error:
        complain(f"{error.filename}: {error.strerror}")
        return _REFUSED
    except UnsupportedRule as error:
        complain(f"{error.kind} {error.name} is known but not supported here")
        return _REFUSED
    except SolverError as error:
        complain(error)
        return _REFUSED
    sys.stdout.write(text)
    return _DONE if text else _REFUSED


def _list(found: argparse.Namespace) -> str:
    from solver.catalogue import KINDS
    from solver.notation.catalogue import entry_list

    if found.kind is None:
        return "".join(f"{kind}\n" for kind in KINDS)
    catalogue = KINDS[found.kind](found.language, found.file)
    chosen = [entry for entry in catalogue.entries() if _wanted(entry, found.pattern)]
    if not chosen:
        complain(f"no {found.kind} match {found.pattern!r}")
    return entry_list(chosen)


def _explain(found: argparse.Namespace) -> str:
    from solver.catalogue import explain
    from solver.notation.catalogue import explanation

    told = explain(" ".join(found.name), found.language, found.file, found.board)
    return explanation(told)


def _wanted(entry: Entry, pattern: str | None) -> bool:
    """A family, a pattern with * or ?, or part of a name or code."""
    if pattern is None or entry.family == pattern:
        return True
    words = [entry.id, *entry.names.values(), *entry.other_names, *entry.codes.values()]
    sought = pattern.casefold()
    if any(letter in sought for letter in "*?["):
        return any(fnmatchcase(word.casefold(), sought) for word in words)
    return any(sought in word.casefold() for word in words)


def _parser() -> argparse.ArgumentParser:
    from solver.catalogue import KINDS

    parser = argparse.ArgumentParser(
        prog="solve",
        allow_abbrev=False,
        epilog="A file of one of these names is solved with `solve ./list`.",
    )
    commands = parser.add_subparsers(dest="command", required=True)
    listing = commands.add_parser("list", help="what a problem can name", allow_abbrev=False)
    listing.add_argument("kind", nargs="?", choices=KINDS, help="all kinds, if none is given")
    listing.add_argument("pattern", nargs="?", help="a family, part of a name, or a pattern *rider")
    explaining = commands.add_parser("explain", help="one of them", allow_abbrev=False)
    explaining.add_argument("name", nargs="+", help="a name in any language, or a code")
    explaining.add_argument("--board", type=_size, metavar="SIZE", help="for the picture: 13x13")
    for command in (listing, explaining):
        command.add_argument("--file", help="a problem file whose declarations are known too")
        command.add_argument("--language", choices=LANGUAGES, default="en", help="of codes")
    return parser


def _size(text: str) -> tuple[int, int]:
    files, cross, ranks = text.lower().partition("x")
    if not (cross and files.isdecimal() and ranks.isdecimal()):
        raise argparse.ArgumentTypeError(f"a size like 13x13, not {text!r}")
    size = int(files), int(ranks)
    if not all(1 <= length <= _LARGEST for length in size):
        raise argparse.ArgumentTypeError(f"1 to {_LARGEST} files and ranks, not {text}")
    return size
