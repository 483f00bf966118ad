"""Pieces declared in the language itself, one file (`FAMILY.dawson`) a family.

To add a piece: a declaration in the file of its family, then `python -m grammar.library.build`,
which writes the compiled form that is read first (a declaration that has none is simply slower).
Only the files that a problem's pieces need are read; `orthodox` comes first.
"""

from grammar.library.lookup import Library, library

__all__ = ["Library", "library"]
