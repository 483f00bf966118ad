"""Declared conditions, and the mechanisms that they are made of, by their names."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import cache
from typing import Any

import msgspec
from msgspec.structs import replace

from grammar.files import beside, stems
from grammar.library.binding import Binder
from grammar.library.kept import kept
from grammar.library.kept_rules import rule_declaration
from grammar.library.lookup import library
from grammar.library.meanings import FOLDER, MECHANISMS
from grammar.library.terms import Names
from grammar.library.written import declared, written
from solver.model import rule as r
from solver.model.errors import InputError, UnsupportedRule
from solver.model.meaning import Meaning
from solver.model.problem import ANEW, Condition

COMPILED = beside(__file__, "compiled")
MARKS = ("Fickle",)
"""Attributes that conditions may use and output never tells: no man of a diagram has them."""
Walks = Callable[[str], str | None]
"""Gives the id of the piece that is called so, None when there is none."""


class Conditions:
    """The declared conditions of a folder; each is read when it is asked for.

    walks: tells which pieces there are.
    """

    def __init__(self, folder: str = FOLDER, walks: Walks | None = None) -> None:
        self._folder = folder
        self._walks = walks or _walk_of_library
        self._own: dict[str, r.ConditionDeclaration] = {}
        self._words: dict[str, str] | None = None
        names = Names(self.type, self._walks, attribute_called)
        self._binder = Binder(self.declaration, self.mechanism, names, self._known)

    def extended(
        self, declarations: Iterable[r.ConditionDeclaration], walks: Walks | None = None
    ) -> "Conditions":
        """These and the conditions that a problem declares.

        walks: tells which pieces there are in the problem.  Raises InputError at a declaration
        whose name is taken or that cannot mean anything.
        """
        more = Conditions(self._folder, walks or self._walks)
        more._own = dict(self._own)
        for declaration in declarations:
            key = declaration.name.casefold()
            if more.declaration(declaration.name) is not None:
                line, column = declaration.at
                message = f"there is already a condition {declaration.name!r}"
                raise InputError(message, line, column, length=len(declaration.name))
            more._own[key] = declaration
            more._binder.check(declaration)
        return more

    def declaration(self, name: str) -> r.ConditionDeclaration | None:
        """The declaration of a condition, None when there is none; capitals do not count."""
        own = self._own.get(name.casefold())
        if own is not None:
            return own
        found = self._read("condition", name)
        return found if isinstance(found, r.ConditionDeclaration) else None

    def mechanism(self, name: str) -> r.MechanismDeclaration | None:
        """The declaration of a mechanism of the engine, None when there is none."""
        found = self._read("mechanism", name)
        return found if isinstance(found, r.MechanismDeclaration) else None

    def bound(self, condition: Condition, words: Sequence[r.Word] | None = None) -> Meaning:
        """What a condition of a problem means.

        words: its arguments with their places, for complaints.  Raises InputError when it cannot
        have these arguments, UnsupportedRule when nobody declares it.
        """
        declaration = self.declaration(condition.id)
        if declaration is None:
            raise UnsupportedRule("condition", condition.id)
        arguments = [r.Word(word) for word in condition.arguments] if words is None else words
        return self._binder.meaning(declaration, arguments)

    def meaning(self, condition: Condition) -> Meaning:
        """The same, where arguments that it cannot have are not supported.

        Raises UnsupportedRule.
        """
        try:
            return self.bound(condition)
        except InputError:
            words = " ".join([condition.id, *condition.arguments])
            raise UnsupportedRule("condition", words) from None

    def together(self, conditions: Sequence[Condition]) -> tuple[Condition, ...]:
        """The conditions, where those that are variants of the same one make one of them.

        Each variant changes what the ones before it left: a man is reborn once, whatever the number
        of conditions that say where.  Of those that are not given twice the last one stays.
        Source: Popeye 4, by experiment.
        """
        found: dict[str, Condition] = {}
        for condition in conditions:
            other = self.in_full(condition)
            first = found.get(other.id)
            if first is None or other.id in ANEW:
                found[other.id] = condition
            else:
                arguments = self.in_full(first).arguments + other.arguments
                found[other.id] = replace(first, id=other.id, arguments=arguments)
        return tuple(found.values())

    def in_full(self, condition: Condition) -> Condition:
        """A condition that only abbreviates another one with variants, as that one."""
        declaration = self.declaration(condition.id)
        match declaration:
            case r.ConditionDeclaration(variants=(), steps=(r.BuiltOn(call),)):
                taken = {p.name.text for p in declaration.parameters if p.name}
                words = [a.value.text for a in call.arguments if isinstance(a.value, r.Word)]
                if len(words) == len(call.arguments) and not any(a.name for a in call.arguments):
                    own = tuple(word for word in words if word not in taken)
                    base = Condition(call.word.text, own + condition.arguments, condition.place)
                    return self.in_full(base)
        return condition

    def composition(self, condition: Condition) -> list[str]:
        """The rules that a condition comes to, each as text; raises as `bound`."""
        from grammar.rule_text import steps_text

        self.bound(condition)
        declaration = self.declaration(condition.id)
        assert declaration is not None
        words = [r.Word(word) for word in condition.arguments]
        return steps_text(self._binder.composition(declaration, words))

    def check(self, declaration: r.ConditionDeclaration) -> None:
        """Raises InputError where a declaration cannot mean anything."""
        self._binder.check(declaration)

    def variants(self, declaration: r.ConditionDeclaration) -> list[r.VariantDeclaration]:
        """Its own variants, then those of what it is built on."""
        return list(self._binder.variants(declaration))

    def own(self) -> list[r.ConditionDeclaration]:
        """The conditions that the problem declares."""
        return list(self._own.values())

    def own_called(self, name: str) -> r.ConditionDeclaration | None:
        """The condition of the problem with that name, or None."""
        return self._own.get(name.casefold())

    def word_called(self, word: str) -> str | None:
        """How a declared condition spells a word that can follow its name; None if none can.

        Only conditions of the problem, and those of the library that no keyword names, are asked.
        """
        if self._words is None:
            declared = [*self._own.values(), *self._unnamed()]
            self._words = {
                said.casefold(): said for d in declared for said in self._binder.words(d)
            }
        return self._words.get(word.casefold())

    def _unnamed(self) -> Iterator[r.ConditionDeclaration]:
        from grammar.keywords import rows

        ids = {row["id"].casefold() for row in rows("conditions")}
        for key in _texts(self._folder, "condition"):
            declaration = None if key in ids else self.declaration(key)
            if declaration is not None:
                yield declaration

    def names(self, kind: str = "condition") -> list[str]:
        """The names of all declared conditions, mechanisms or types, sorted, as written."""
        own = [d.name for d in self._own.values()] if kind == "condition" else []
        return sorted([*own, *(text.name for text in _texts(self._folder, kind).values())])

    def text(self, name: str, kind: str = "condition") -> str:
        """The declaration of the library as written; KeyError when there is none."""
        return _texts(self._folder, kind)[name.casefold()].text

    def family(self, name: str, kind: str = "condition") -> str:
        """The file that declares it, without its suffix; KeyError when there is none."""
        return _texts(self._folder, kind)[name.casefold()].family

    def type(self, name: str) -> r.Type | None:
        """What a declared type is, None when there is none of that name."""
        found = self._read("type", name)
        return found.type if isinstance(found, r.TypeDeclaration) else None

    def _known(self) -> tuple[Iterable[str], Iterable[str]]:
        return self.names(), self.names("mechanism")

    def _read(self, kind: str, name: str) -> r.Declaration | None:
        entry = _texts(self._folder, kind).get(name.casefold())
        if entry is None:
            return None
        # What was compiled counts only as long as it is of the same text and of this model.
        with suppress(KeyError, TypeError, ValueError):
            return _stored(entry.file, entry.text)
        return _parsed(entry.text, f"{entry.family}.dawson")


class Text(msgspec.Struct, frozen=True):
    """A declaration as it is written, and the file that it stands in, without its suffix.

    file: that of the compiled form, from its folder.
    """

    name: str
    family: str
    text: str
    file: str


@cache
def conditions() -> Conditions:
    """The declared conditions of this package."""
    return Conditions()


def attribute_called(name: str) -> str | None:
    """The id of an attribute by its English word, None when there is none."""
    from grammar.keywords import rows

    ids = (*(row["id"] for row in rows("attributes")), *MARKS)
    return next((id for id in ids if id.casefold() == name.casefold()), None)


def read_all(folder: str = FOLDER) -> dict[str, dict[str, r.Declaration]]:
    """All declarations of a folder by the files of their compiled form and by their texts."""
    found: dict[str, dict[str, r.Declaration]] = {}
    for kind in ("type", "mechanism", "condition"):
        for entry in _texts(folder, kind).values():
            read = _parsed(entry.text, f"{entry.family}.dawson")
            found.setdefault(entry.file, {})[entry.text] = read
    return found


def _texts(folder: str, kind: str) -> dict[str, Text]:
    """The declarations of a kind by name."""
    part = folder if kind == "condition" else os.path.join(folder, MECHANISMS)
    return _texts_of_kinds(part).get(kind, {})


@cache
def _texts_of_kinds(folder: str) -> dict[str, dict[str, Text]]:
    """The declarations in a folder by their kinds and names."""
    found: dict[str, dict[str, Text]] = {}
    for family in stems(folder, ".dawson"):
        file = f"{os.path.basename(folder)}/{family}.json"
        for text in written(os.path.join(folder, f"{family}.dawson")):
            kind, name = declared(text)
            found.setdefault(kind, {})[name.casefold()] = Text(name, family, text, file)
    return found


@cache
def _stored(file: str, text: str) -> r.Declaration:
    return rule_declaration(_kept(file)[text])


@cache
def _kept(file: str) -> dict[str, Any]:
    return kept(os.path.join(COMPILED, file))


@cache
def _parsed(text: str, file: str) -> r.Declaration:
    from grammar.rule_declarations import read_rule_declarations

    (declaration,) = read_rule_declarations(text, file=file)
    return declaration


def _walk_of_library(name: str) -> str | None:
    from grammar.words import plain_name

    id = plain_name(name)
    with suppress(UnsupportedRule):
        library().declaration(id)
        return id
    from grammar.names import piece_called

    return piece_called(name)
