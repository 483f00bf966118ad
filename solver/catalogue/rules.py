"""Conditions, of the library, of a problem file and those that are only known, and mechanisms."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches
from pathlib import Path

from grammar.keywords import rows
from grammar.library.conditions import Conditions, conditions
from grammar.library.terms import BUILT_IN, type_text
from grammar.own_conditions import conditions_of
from grammar.reader import read_bytes
from grammar.rule_text import parameter_text, steps_text
from solver.compile.refuse import CONDITIONS as ABOUT_THE_POSITION
from solver.model import rule as r
from solver.model.catalogue import LANGUAGES, Entry, Explanation
from solver.model.errors import InputError, SolverError
from solver.model.problem import Condition

CONDITIONS, MECHANISMS = "conditions", "mechanisms"
WITHOUT_RULES = "about the board and the position"
UNSOLVED = "known, not solved yet"
_LIKE = 0.6


class DeclaredConditions:
    """Conditions by name; file: a problem file whose own conditions come first.

    Raises OSError or InputError when that file cannot be read.
    """

    def __init__(self, language: str = "en", file: str | None = None) -> None:
        self._language, self._file = language, file or ""
        self._known: list[Conditions] = []
        self._texts: dict[str, str] = {}
        for entry in read_bytes(Path(file).read_bytes(), name=file) if file else ():
            if entry.problem is None:
                raise entry.errors[0]
            if entry.problem.own_conditions:
                self._known.append(conditions_of(entry.problem))
                self._texts |= {own.name: own.text for own in entry.problem.own_conditions}
        self._known.append(conditions())

    def entries(self) -> Sequence[Entry]:
        """Those of the file, those of the library by family, then those that are only known."""
        own = [self._entry(d, known) for known in self._known for d in known.own()]
        library = conditions()
        names = sorted(library.names(), key=lambda name: (library.family(name), name.casefold()))
        declared = [library.declaration(name) for name in names]
        found = [*own, *(self._entry(d, library) for d in declared if d)]
        others = sorted((id for id in _popeye() if not library.declaration(id)), key=_without_rules)
        return [*found, *map(self._undeclared, others)]

    def find(self, name: str) -> Entry | None:
        """The condition of that name in any language, perhaps with variants behind it, or None."""
        words = name.strip().replace("{", " ").replace("}", " ").split()
        for count in range(len(words), 0, -1):
            entry = self._named(" ".join(words[:count]), words[count:])
            if entry is not None:
                return entry
        return None

    def nearest(self, name: str) -> list[tuple[float, str]]:
        """Names of conditions in any language that are like `name`."""
        key = name.casefold()
        declared = (text for known in self._known for text in known.names())
        popeye = (row[language] for row in _popeye().values() for language in LANGUAGES)
        known = {text.casefold(): text for text in (*popeye, *declared) if text}
        close = get_close_matches(key, known, 3, _LIKE)
        return [(SequenceMatcher(None, key, found).ratio(), known[found]) for found in close]

    def explain(self, entry: Entry, size: tuple[int, int] | None = None) -> Explanation:
        """The condition as it is; there is no picture of it."""
        return Explanation(entry)

    def _named(self, name: str, words: Sequence[str]) -> Entry | None:
        id = next((id for id, row in _popeye().items() if _is_called(name, row)), name)
        for known in self._known:
            declaration = known.declaration(id)
            if declaration is not None:
                return self._entry(declaration, known, words)
        return self._undeclared(id) if id in _popeye() and not words else None

    def _undeclared(self, id: str) -> Entry:
        family = UNSOLVED if _without_rules(id)[0] else WITHOUT_RULES
        return Entry(CONDITIONS, id, family, _names(id, {}), (), {}, "", "")

    def _entry(
        self, declaration: r.ConditionDeclaration, known: Conditions, words: Sequence[str] = ()
    ) -> Entry:
        name = declaration.name
        own = name in self._texts and known.own_called(name) is not None
        words = _words_behind(words, declaration, known)
        if words:
            facts = [("rule", declaration.means), ("with", " ".join(words))]
            facts += [
                (f"  {v.name}", v.means or "; ".join(steps_text(v.steps)))
                for v in known.variants(declaration)
                if v.name.casefold() in (word.casefold() for word in words)
            ]
        else:
            facts = [("rule", declaration.means), *_variant_facts(declaration, known)]
        try:
            comes_to = tuple(known.composition(Condition(name, tuple(words))))
        except InputError as error:
            # What must follow the name is missing, or what follows it does not fit.
            if words:
                hint = f"; did you mean {error.nearest!r}?" if error.nearest else ""
                raise SolverError(error.message + hint) from None
            comes_to = ()
        return Entry(
            kind=CONDITIONS,
            id=name,
            family=self._file if own else known.family(name),
            names=_names(name, declaration.names),
            other_names=(),
            codes={},
            source=declaration.source,
            text=self._texts[name] if own else known.text(name),
            parameters=tuple(parameter_text(p) for p in declaration.parameters),
            facts=tuple((label, text) for label, text in facts if text),
            comes_to=comes_to,
        )


class Mechanisms:
    """The mechanisms of which conditions are made."""

    def __init__(self, language: str = "en", file: str | None = None) -> None:
        self._known = conditions()

    def entries(self) -> Sequence[Entry]:
        """All of them by family."""
        family = self._known.family
        names = self._known.names("mechanism")
        ordered = sorted(names, key=lambda name: (family(name, "mechanism"), name))
        return [entry for name in ordered if (entry := self.find(name))]

    def find(self, name: str) -> Entry | None:
        """The mechanism of that name, or None."""
        declaration = self._known.mechanism(name.strip())
        if declaration is None:
            return None
        facts = [("rule", declaration.means)]
        facts += [("takes", parameter_text(p)) for p in declaration.parameters]
        facts += self._types(declaration)
        return Entry(
            kind=MECHANISMS,
            id=declaration.name,
            family=self._known.family(declaration.name, "mechanism"),
            names={},
            other_names=(),
            codes={},
            source="",
            text=self._known.text(declaration.name, "mechanism"),
            facts=tuple((label, text) for label, text in facts if text),
        )

    def nearest(self, name: str) -> list[tuple[float, str]]:
        """Names of mechanisms that are like `name`."""
        key = name.casefold()
        close = get_close_matches(key, self._known.names("mechanism"), 3, _LIKE)
        return [(SequenceMatcher(None, key, found).ratio(), found) for found in close]

    def explain(self, entry: Entry, size: tuple[int, int] | None = None) -> Explanation:
        """The mechanism as it is; there is no picture of it."""
        return Explanation(entry)

    def _types(self, declaration: r.MechanismDeclaration) -> list[tuple[str, str]]:
        """What the declared types of its parameters are."""
        found: dict[str, str] = {}
        open = [parameter.type for parameter in declaration.parameters]
        while open:
            for name in _type_names(open.pop()):
                declared = None if name in BUILT_IN or name in found else self._known.type(name)
                if declared is not None:
                    found[name] = type_text(declared)
                    open.append(declared)
        return [(f"  {name}", text) for name, text in found.items()]


def _type_names(type: r.Type) -> Iterator[str]:
    match type:
        case r.TypeName(word):
            yield word.text
        case r.TypeCall(_, parts):
            for part in parts:
                yield from _type_names(part.type)
        case r.ListOf(item):
            yield from _type_names(item)
        case r.OneOf(choices):
            for choice in choices:
                yield from _type_names(choice)


def _variant_facts(declaration: r.ConditionDeclaration, known: Conditions) -> list[tuple[str, str]]:
    found = list(known.variants(declaration))
    facts = [("variants", ", ".join(dict.fromkeys(variant.name for variant in found)))]
    return facts + [(f"  {variant.name}", variant.means) for variant in found]


def _popeye() -> Mapping[str, Mapping[str, str]]:
    return {row["id"]: row for row in rows("conditions")}


def _without_rules(id: str) -> tuple[bool, str]:
    """Those that are solved without rules come first."""
    return id not in ABOUT_THE_POSITION, id.casefold()


def _words_behind(
    words: Sequence[str], declaration: r.ConditionDeclaration, known: Conditions
) -> list[str]:
    """What stands behind a name, where names of variants may have several words."""
    names = {variant.name.casefold(): variant.name for variant in known.variants(declaration)}
    found: list[str] = []
    rest = list(words)
    while rest:
        counts = range(len(rest), 0, -1)
        count = next((n for n in counts if " ".join(rest[:n]).casefold() in names), 1)
        found.append(" ".join(rest[:count]))
        rest = rest[count:]
    return found


def _is_called(name: str, row: Mapping[str, str]) -> bool:
    return name.casefold() in (row[language].casefold() for language in LANGUAGES)


def _names(id: str, declared: Mapping[str, str]) -> dict[str, str]:
    """Popeye's names, then those of the declaration."""
    row = _popeye().get(id, {})
    popeye = {language: row[language] for language in LANGUAGES if row.get(language)}
    return {**declared, **popeye}
