"""The parser of the problem language, made from the .lark files once and kept in a cache."""

import marshal
import os
import sys
from contextlib import suppress
from functools import cache
from importlib.util import source_hash
from typing import TYPE_CHECKING, Any

from grammar.classifier import FIXED_SOURCES, Classifier, Session, all_sources
from grammar.files import beside, read_bytes, stems
from grammar.keywords import vocabulary
from grammar.tables import Parser, Tables, lark_itself, pack
from solver.model.cache import cache_file, keep
from solver.model.problem import Language

if TYPE_CHECKING:
    from lark import Token, Tree

_FILES = ("problem", "pieces", "conditions", "options", "stipulations", "twins")
_START = "problem"
_FORM = b"5"
"""To be changed whenever what is kept is put together in another way."""


def parse(session: Session) -> "Tree[Token]":
    """The tree of the problem that stands at the position of the session's input.

    Raises InputError at the first word that does not fit.
    """
    tree: Tree[Token] = _parser().parse(session, _START)
    return tree


@cache
def _parser() -> Parser:
    text = b"\n".join(read_bytes(beside(__file__, f"{name}.lark")) for name in _FILES)
    key = _key(text)
    path = cache_file(f"sentences-{source_hash(key).hex()}.marshal")
    return _load(path, key) or _make(text.decode(), path, key)


def _key(text: bytes) -> bytes:
    """What the kept parser depends on besides Lark: grammar, words, Python."""
    words = beside(__file__, "vocabulary")
    tables = [read_bytes(os.path.join(words, f"{name}.tsv")) for name in stems(words, ".tsv")]
    shapes = " ".join(FIXED_SOURCES).encode()
    python = repr((sys.version_info[:3], sys.byteorder)).encode()
    return b"\0".join([_FORM, text, *tables, shapes, python])


def _lark_file(path: str | None = None) -> tuple[str, int, int]:
    """A file of Lark with size and time, which change when another Lark is installed over it.

    path: where Lark was when the parser was made; to look for it takes longer than to read most
    problems.  Raises OSError when no file is there.
    """
    if path is None:
        import lark

        path = lark.__file__ or ""
    state = os.stat(path)
    return path, state.st_size, state.st_mtime_ns


def _load(path: str | None, key: bytes) -> Parser | None:
    if path is None:
        return None
    try:
        data = read_bytes(path)
        kept = memoryview(data)[_SUM:]
        if source_hash(kept) != data[:_SUM]:
            return None
        names: dict[str, Any] = {"__name__": "lark"}
        kept_key, lark, code, table = marshal.loads(kept)
        if kept_key != key or _lark_file(lark[0]) != lark:
            return None
        exec(code, names)
        return _parser_of(names, table)
    except Exception:
        # A damaged file can raise anything; the parser is then made anew.
        return None


_SUM = 8
"""Bytes of the sum over what follows it: marshal takes everything for granted."""


def _make(text: str, path: str | None, key: bytes) -> Parser:
    from lark import Lark

    lark = Lark(text, start=_START, parser="lalr", lexer="basic", maybe_placeholders=False)
    table = pack(lark, list(all_sources(vocabulary(Language.ENGLISH))))
    if path is not None:
        # Without what is kept all goes on as it does here, only not so soon.
        with suppress(Exception):
            keep(path, lambda: _to_keep(key, table))
    return _parser_of(lark_itself(), table)


def _parser_of(names: dict[str, Any], packed: bytes) -> Parser:
    tables = Tables(names, packed)
    return Parser(names, tables, Classifier(names["Token"], tables))


def _to_keep(key: bytes, table: bytes) -> bytes:
    from grammar.lark_part import part_of_lark

    data = marshal.dumps((key, _lark_file(), part_of_lark(), table))
    return source_hash(data) + data
