"""Writes the compiled form of the library: `python -m grammar.library.build`.

One line for each piece, so that two people who add pieces rarely touch the same line.  What a piece
names is not looked up yet, so that no line depends on another.
"""

from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec.structs import replace

from grammar.declarations import read_declarations
from grammar.library import conditions, plays
from grammar.library.lookup import COMPILED, Family, Library


def compiled_text(family: Family) -> str:
    """The contents of the compiled file of a family."""
    lines = []
    for id, text in sorted(family.texts.items()):
        (declaration,) = read_declarations(text, file=f"{family.name}.dawson")
        stored = _json((text, replace(declaration, place=None)))
        lines.append(f"{_json(id)}: {stored}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def compiled_plays() -> str:
    """The contents of the compiled file of the declared stipulations."""
    return _lines(plays.read_all())


def compiled_trees() -> str:
    """The contents of the compiled file of the trees of the declared stipulations."""
    return _lines(plays.read_trees())


def compiled_conditions() -> dict[str, str]:
    """The contents of the compiled files of the declared conditions and mechanisms, by path."""
    return {file: _lines(declared) for file, declared in conditions.read_all().items()}


def build(folder: Path = Path(COMPILED)) -> None:
    """Compile every family of the package into `folder`."""
    library = Library(use_compiled=False)
    folder.mkdir(exist_ok=True)
    for family in library.families():
        (folder / f"{family.name}.json").write_text(compiled_text(family), "utf-8")
    (folder / "plays.json").write_text(compiled_plays(), "utf-8")
    (folder / "trees.json").write_text(compiled_trees(), "utf-8")
    for file, text in compiled_conditions().items():
        (folder / file).parent.mkdir(exist_ok=True)
        (folder / file).write_text(text, "utf-8")


def _lines(declarations: Mapping[str, object]) -> str:
    lines = (f"{_json(text)}: {_json(read)}" for text, read in sorted(declarations.items()))
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _json(value: object) -> str:
    return msgspec.json.encode(value).decode()


if __name__ == "__main__":
    build()
