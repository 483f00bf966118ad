"""The parser of the problem language, made from the .lark files once and kept in a cache."""

import hashlib
import os
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grammar.classifier import Classifier, Session

if TYPE_CHECKING:
    from lark import Lark, Token, Tree

_FILES = ("problem", "pieces", "conditions", "options", "stipulations", "twins")


def parse(session: Session) -> "Tree[Token]":
    """The tree of the problem that stands at the position of the session's input.

    Raises InputError at the first word that does not fit.
    """
    parser: Any = _parser()
    tree: Tree[Token] = parser.parse(session)
    return tree


@cache
def _parser() -> "Lark":
    folder = Path(__file__).parent
    text = "\n".join((folder / f"{name}.lark").read_text(encoding="utf-8") for name in _FILES)
    path = _cache_file(text)
    return _load(path) or _make(text, path)


def _cache_file(text: str) -> Path | None:
    """Where the tables for this grammar, Python and Lark are kept; None when nowhere."""
    from lark import __version__

    key = f"{text}\0{__version__}\0{sys.version_info[:3]}"
    name = f"sentences-{hashlib.sha256(key.encode()).hexdigest()[:24]}.pickle"
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    if not os.path.isabs(base):
        return None
    return Path(base, "dawson", name)


def _load(path: Path | None) -> "Lark | None":
    from lark import Lark

    if path is None:
        return None
    try:
        with path.open("rb") as file:
            return Lark.load(file)
    except Exception:
        # A damaged file can raise anything; the tables are then made anew.
        return None


def _make(text: str, path: Path | None) -> "Lark":
    from lark import Lark

    from grammar.tables import LazyParser

    lark = Lark(
        text,
        start="problem",
        parser="lalr",
        lexer=Classifier,
        maybe_placeholders=False,
        _plugins={"LALR_Parser": LazyParser},
    )
    if path is not None:
        try:
            _save(lark, path)
        except OSError:
            pass
    return lark


def _save(lark: "Lark", path: Path) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as file:
            lark.save(file)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
