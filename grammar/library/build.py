"""Writes the compiled form of the library: `python -m grammar.library.build`.

One line for each piece, so that two people who add pieces rarely touch the same line.  What a piece
names is not looked up yet, so that no line depends on another.  What conditions mean does depend on
all their declarations, and counts only with these.
"""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path

import msgspec
from msgspec.structs import replace

from grammar.declarations import read_declarations
from grammar.library import conditions, meanings, plays
from grammar.library.lookup import COMPILED, Family, Library
from solver.model.errors import UnsupportedRule
from solver.model.problem import Condition


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


def compiled_meanings() -> str:
    """The contents of the compiled file of what conditions mean."""
    library = conditions.conditions()
    full = {name.casefold(): library.in_full(Condition(name)).id for name in library.names()}
    found: dict[str, object] = {meanings.SOURCES: meanings.sources(), meanings.FULL: full}
    for condition in plain_conditions():
        # Some have no meaning without further arguments.
        with suppress(UnsupportedRule):
            meaning = library.meaning(condition)
            found[meanings.key(condition)] = meanings.plain(meaning)
    return _lines(found)


def plain_conditions() -> Iterator[Condition]:
    """The conditions of the library without arguments, and in each of their own variants."""
    library = conditions.conditions()
    for name in library.names():
        yield Condition(name)
        declaration = library.declaration(name)
        for variant in declaration.variants if declaration is not None else ():
            if not variant.parameters:
                yield Condition(name, (variant.name,))


def build(folder: Path = Path(COMPILED)) -> None:
    """Compile every family of the package into `folder`."""
    library = Library(use_compiled=False)
    folder.mkdir(exist_ok=True)
    for family in library.families():
        (folder / f"{family.name}.json").write_text(compiled_text(family), "utf-8")
    (folder / "plays.json").write_text(compiled_plays(), "utf-8")
    (folder / "meanings.json").write_text(compiled_meanings(), "utf-8")
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
