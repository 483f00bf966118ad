"""From a condition and what is written behind its name to the rules that it means."""

from collections.abc import Callable, Iterable, Iterator, Sequence

import msgspec
from msgspec.structs import replace

from grammar.library.arguments import Asked, completed, placeholder, takes
from grammar.library.filling import filled, filled_rule, one_word
from grammar.library.terms import (
    ABSENT,
    BUILT_IN,
    RULE_SIDES,
    SIDES,
    Names,
    choices_of,
    fault,
    first_word,
    is_given,
    type_text,
)
from grammar.library.values import parameters, typed
from solver.model import meaning as m
from solver.model import rule as r

_MEN = r.TypeName(r.Word("men"))


class _Draft(msgspec.Struct):
    """The rules so far, whose values are not looked at yet."""

    rules: list[r.RuleCall] = msgspec.field(default_factory=list)
    replaced: list[r.Replaces] = msgspec.field(default_factory=list)
    given: list[r.Gives] = msgspec.field(default_factory=list)

    def add(self, other: "_Draft") -> None:
        self.rules += other.rules
        self.replaced += other.replaced
        self.given += other.given


class Binder:
    """Finds out what conditions mean.

    condition, mechanism: give the declaration of a name, None when there is none.
    names: what can be named in values.  known: the names of all conditions and of all mechanisms,
    for hints.
    """

    def __init__(
        self,
        condition: Callable[[str], r.ConditionDeclaration | None],
        mechanism: Callable[[str], r.MechanismDeclaration | None],
        names: Names,
        known: Callable[[], tuple[Iterable[str], Iterable[str]]],
    ) -> None:
        self._condition, self._mechanism = condition, mechanism
        self._names, self._known = names, known

    def meaning(self, declaration: r.ConditionDeclaration, words: Sequence[r.Word]) -> m.Meaning:
        """What a condition means with these words behind its name.

        Raises InputError at the first thing that does not fit.
        """
        head = r.Word(declaration.name, declaration.at)
        arguments = [r.Argument(None, word) for word in words]
        return self._typed(self._expanded(declaration, head, arguments, ()))

    def composition(
        self, declaration: r.ConditionDeclaration, words: Sequence[r.Word]
    ) -> list[r.Step]:
        """The rules of a condition when everything that it is built on is put in; as `meaning`."""
        head = r.Word(declaration.name, declaration.at)
        draft = self._expanded(declaration, head, [r.Argument(None, word) for word in words], ())
        return [*draft.rules, *draft.replaced, *draft.given]

    def check(self, declaration: r.ConditionDeclaration) -> None:
        """Raises InputError where a declaration cannot mean anything, whatever follows its name."""
        head = r.Word(declaration.name, declaration.at)
        for parameter in declaration.parameters:
            self._check_parameter(parameter)
        given = [placeholder(parameter) for parameter in declaration.parameters]
        self._typed(self._expanded(declaration, head, given, ()))
        for variant in declaration.variants:
            for parameter in variant.parameters:
                self._check_parameter(parameter)
            asked = r.Argument(None, r.Word(variant.name, variant.at))
            values = [placeholder(parameter) for parameter in variant.parameters]
            self._typed(self._expanded(declaration, head, [*given, asked, *values], ()))

    def check_type(self, type: r.Type) -> None:
        """Raises InputError for a type of one word that is no type."""
        if isinstance(type, r.TypeName):
            word = type.word
            if word.text not in BUILT_IN and self._names.type(word.text) is None:
                message = f"there is no type {word.text!r}"
                raise fault(word, message, expected=BUILT_IN, known=BUILT_IN)

    def _check_parameter(self, parameter: r.Parameter) -> None:
        self.check_type(parameter.type)
        if parameter.default is not None and is_given(parameter.default):
            typed(parameter.default, parameter.type, self._names)

    def _expanded(
        self,
        declaration: r.ConditionDeclaration,
        head: r.Word,
        arguments: Sequence[r.Argument],
        inside: tuple[str, ...],
    ) -> _Draft:
        """The rules of a condition called with arguments; head: where it is called."""
        name = declaration.name
        if name in inside:
            raise fault(head, f"the condition {name} uses itself")
        around = (*inside, name)
        asked, values = self._sorted(declaration, head, arguments)
        own = [a for a in asked if a.variant in declaration.variants or a.changes]
        inherited = [a for a in asked if a not in own]
        own_names = [p.name.text for p in declaration.parameters if p.name]
        for variant in own:
            for change in variant.variant.steps:
                if isinstance(change, r.Change) and change.name.text in own_names:
                    values.setdefault(change.name.text, change.value)
        known = completed(head, declaration.parameters, values)
        draft = self._steps(declaration.steps, known, inherited, around, _Draft())
        for variant in own:
            if variant.changes:
                draft = self._steps(variant.variant.steps, {}, [], around, draft)
                continue
            more = completed(variant.word, variant.variant.parameters, variant.values)
            steps = [
                step
                for step in variant.variant.steps
                if not (isinstance(step, r.Change) and step.name.text in own_names)
            ]
            draft = self._steps(steps, {**known, **more}, [], around, draft)
        return draft

    def _steps(
        self,
        steps: Sequence[r.Step],
        known: dict[str, r.Node],
        inherited: Sequence[Asked],
        around: tuple[str, ...],
        draft: _Draft,
    ) -> _Draft:
        for step in steps:
            match step:
                case r.RuleCall():
                    draft.rules.append(filled_rule(step, known))
                case r.BuiltOn(call):
                    draft.add(self._built_on(call, known, inherited, around))
                case r.Replaces():
                    old, new = one_word(step.old, known), one_word(step.new, known)
                    draft.replaced.append(r.Replaces(old, new, step.diagram))
                case r.Gives(attribute, men):
                    draft.given.append(r.Gives(one_word(attribute, known), filled(men, known)))
                case r.Change():
                    self._change(step, known, draft)
        return draft

    def _built_on(
        self,
        call: r.Call,
        known: dict[str, r.Node],
        inherited: Sequence[Asked],
        around: tuple[str, ...],
    ) -> _Draft:
        declaration = self._called(call.word)
        arguments = [replace(a, value=filled(a.value, known)) for a in call.arguments]
        for asked in inherited:
            if self._variant(declaration, asked.word.text) is asked.variant:
                arguments.append(r.Argument(None, asked.word))
                arguments += [r.Argument(None, value) for value in asked.values.values()]
        return self._expanded(declaration, call.word, arguments, around)

    def _called(self, word: r.Word) -> r.ConditionDeclaration:
        declaration = self._condition(word.text)
        if declaration is None:
            message = f"no condition is called {word.text!r}"
            raise fault(word, message, known=self._known()[0])
        return declaration

    def _change(self, change: r.Change, known: dict[str, r.Node], draft: _Draft) -> None:
        """Give a parameter another value in every rule that takes it."""
        mechanism, _, name = change.name.text.rpartition(".")
        taking = {
            rule.call.word.text
            for rule in draft.rules
            if mechanism in ("", rule.call.word.text) and name in self._taken(rule.call.word)
        }
        if not taking:
            all_taken = [n for rule in draft.rules for n in self._taken(rule.call.word)]
            message = f"no rule of it has the parameter {change.name.text!r}"
            raise fault(change.name, message, expected=sorted(set(all_taken)), known=all_taken)
        if len(taking) > 1:
            each = sorted(f"{mechanism}.{name}" for mechanism in taking)
            message = f"more than one rule has the parameter {name!r}"
            raise fault(change.name, message, expected=each)
        (mechanism,) = taking
        for number, rule in enumerate(draft.rules):
            if rule.call.word.text == mechanism:
                draft.rules[number] = self._changed(rule, name, change, known)

    def _changed(
        self, rule: r.RuleCall, name: str, change: r.Change, known: dict[str, r.Node]
    ) -> r.RuleCall:
        call = rule.call
        before = next((a.value for a in call.arguments if a.name and a.name.text == name), None)
        if before is None:
            before = self._taken(call.word)[name].default or r.Word(ABSENT, change.name.at)
        value = filled(change.value, {**known, name: before})
        kept = tuple(a for a in call.arguments if not (a.name and a.name.text == name))
        said = r.Word(name, change.name.at)
        return replace(rule, call=replace(call, arguments=(*kept, r.Argument(said, value))))

    def _taken(self, word: r.Word) -> dict[str, r.Parameter]:
        mechanism = self._mechanism(word.text)
        if mechanism is None:
            message = f"there is no mechanism {word.text!r}"
            raise fault(word, message, known=self._known()[1])
        return {p.name.text: p for p in mechanism.parameters if p.name}

    def _variant(
        self, declaration: r.ConditionDeclaration, word: str, inside: tuple[str, ...] = ()
    ) -> r.VariantDeclaration | None:
        """The variant of that name, its own or of what the condition is built on."""
        for variant in declaration.variants:
            if variant.name.casefold() == word.casefold():
                return variant
        if declaration.name in inside:
            return None
        for step in declaration.steps:
            part = self._condition(step.call.word.text) if isinstance(step, r.BuiltOn) else None
            found = part and self._variant(part, word, (*inside, declaration.name))
            if found:
                return found
        return None

    def variants(
        self, declaration: r.ConditionDeclaration, inside: tuple[str, ...] = ()
    ) -> Iterator[r.VariantDeclaration]:
        """Its own variants and those of what it is built on."""
        yield from declaration.variants
        if declaration.name not in inside:
            for step in declaration.steps:
                part = self._condition(step.call.word.text) if isinstance(step, r.BuiltOn) else None
                if part is not None:
                    yield from self.variants(part, (*inside, declaration.name))

    def words(self, declaration: r.ConditionDeclaration) -> Iterator[str]:
        """The words that may follow its name: variants, and words that parameters can be."""
        variants = list(self.variants(declaration))
        yield from (variant.name for variant in variants)
        for taken in (declaration.parameters, *(v.parameters for v in variants)):
            for parameter in taken:
                if type_text(parameter.type) == "side":
                    yield from SIDES
                elif type_text(parameter.type) not in BUILT_IN:
                    yield from choices_of(parameter.type, self._names)

    def _sorted(
        self,
        declaration: r.ConditionDeclaration,
        head: r.Word,
        arguments: Sequence[r.Argument],
    ) -> tuple[list[Asked], dict[str, r.Node]]:
        """Which variants are asked for and what the parameters are."""
        asked: list[Asked] = []
        values: dict[str, r.Node] = {}
        own = {p.name.text: p for p in declaration.parameters if p.name}
        for argument in arguments:
            value = argument.value
            if argument.name is not None:
                last = asked[-1] if asked else None
                taken = {p.name.text for p in last.variant.parameters if p.name} if last else ()
                name = argument.name.text
                if last and name in taken:
                    last.values[name] = value
                elif name in own:
                    values[name] = value
                else:
                    change = r.Change(argument.name, value)
                    asked.append(Asked(argument.name, r.VariantDeclaration("", (), (change,))))
                continue
            variant = isinstance(value, r.Word) and self._variant(declaration, value.text)
            if variant:
                assert isinstance(value, r.Word)
                asked.append(Asked(value, variant))
                continue
            takers = [(asked[-1].variant.parameters, asked[-1].values)] if asked else []
            takers.append((declaration.parameters, values))
            if not any(takes(value, declared, found) for declared, found in takers):
                word = first_word(value)
                known = [v.name for v in self.variants(declaration)]
                name = declaration.name
                message = f"the condition {name} has no variant or place for {word.text!r}"
                raise fault(word, message, expected=known[:9], known=known)
        return asked, values

    def _typed(self, draft: _Draft) -> m.Meaning:
        return m.Meaning(
            tuple(self._rule(rule) for rule in draft.rules),
            tuple(self._exchange(step) for step in draft.replaced if step.diagram),
            tuple(self._given(step) for step in draft.given),
            tuple(self._exchange(step) for step in draft.replaced),
        )

    def _exchange(self, step: r.Replaces) -> tuple[str, str]:
        return self._walk(step.old), self._walk(step.new)

    def _walk(self, word: r.Word) -> str:
        value = typed(word, r.TypeName(r.Word("walk")), self._names)
        assert isinstance(value, m.Walk)
        return value.id

    def _given(self, step: r.Gives) -> tuple[str, m.Selection]:
        attribute = typed(step.attribute, r.TypeName(r.Word("attribute")), self._names)
        men = typed(step.men, _MEN, self._names)
        assert isinstance(attribute, m.Attribute) and isinstance(men, m.Men)
        return attribute.id, men.which

    def _rule(self, rule: r.RuleCall) -> m.Rule:
        call = rule.call
        taken = self._taken(call.word)
        values = parameters(call.word, call.arguments, list(taken.values()), self._names)
        return m.Rule(call.word.text, values, self._stage(rule), _side(rule), rule.reason)

    def _stage(self, rule: r.RuleCall) -> str:
        if rule.stage is None:
            return ""
        stage = self._names.type("stage")
        if stage is not None:
            typed(rule.stage, stage, self._names)
        return rule.stage.text


def _side(rule: r.RuleCall) -> str:
    word = rule.side
    if word is None or word.text in ("", ABSENT):
        return ""
    if word.text.casefold() not in RULE_SIDES:
        raise fault(word, f"{word.text!r} is no side", expected=RULE_SIDES, known=RULE_SIDES)
    return word.text.casefold()
