"""Reading `declare condition`, and `declare type` and `declare mechanism` of the library.

    declare condition {Peaceful queens} {
        rule capture_gate(never_captures: walk(queen));
        variant Fierce { never_captures: walk(queen) & black; }
        means "Queens do not capture.";
    }

What it means is found by grammar/library/binding.py.
"""

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING, Any

from grammar.syntax import Source, read
from solver.model import rule as r
from solver.model.errors import InputError

if TYPE_CHECKING:
    from lark import Token, Transformer

GRAMMAR = "rules.lark"
_WORDS = {
    "DECLARE": "'declare'",
    "WORD": "a name",
    "BRACED": "a name in braces",
    "LBRACE": "'{'",
    "RBRACE": "'}'",
    "LPAR": "'('",
    "RPAR": "')'",
    "LSQB": "'['",
    "RSQB": "']'",
    "SEMICOLON": "';'",
    "COLON": "':'",
    "COMMA": "','",
    "PLUS": "'+'",
    "EQUAL": "'='",
    "VBAR": "'|'",
    "AMPERSAND": "'&'",
    "MORETHAN": "'>'",
    "STRING": "a text in double quotes",
    "LANGUAGE": "a language (en, de, fr)",
    "LIST_OF": "'list of'",
    "BY_SIDE": "'squares by side'",
    **{
        word.upper(): f"'{word}'"
        for word in (
            "type mechanism condition takes optional variant is rule for at reason replaces walk by"
            " gives attribute to means source name not"
        ).split()
    },
}
_BRACES = re.compile(r'#[^\n]*|"[^"\n]*"|\{[^{};>"\n]*\}|\{|\}')


def read_rule_declarations(
    text: str, *, line: int = 1, column: int = 1, file: str = "<string>"
) -> list[r.Declaration]:
    """All declarations of a text that holds nothing else.

    line, column, file: where the text begins, for messages.  Raises InputError (line, column,
    excerpt, expected, nearest) at the first thing that does not fit.
    """
    source = Source(text, line, column, file)
    declarations: list[r.Declaration] = read(
        source, GRAMMAR, "declarations", _builder_class()(source), _WORDS
    )
    return declarations


def end_of_condition(text: str, start: int) -> int:
    """Where the declaration that begins at `start` ends: after its last brace, or with the text."""
    depth = 0
    for match in _BRACES.finditer(text, start):
        if match[0] == "{":
            depth += 1
        elif match[0] == "}":
            depth -= 1
            if depth <= 0:
                return match.end()
        elif match[0][0] == "{" and not depth and not match[0].strip("{} \t"):
            # Not a name in braces, but a body without a clause.
            return match.end()
    return len(text)


@cache
def _builder_class() -> "Callable[[Source], Transformer[Token, Any]]":
    from lark import Transformer, v_args

    @v_args(inline=True)
    class Builder(Transformer):  # type: ignore[type-arg]
        """From Lark's tree to declarations."""

        def __init__(self, source: Source) -> None:
            super().__init__()
            self._source = source

        def declarations(self, *declarations: r.Declaration) -> list[r.Declaration]:
            return list(declarations)

        def name(self, token: "Token") -> r.Word:
            text = " ".join(token.strip("{}").split())
            return r.Word(text, self._source.place(token.start_pos or 0))

        def type(self, name: r.Word, type: r.Type) -> r.TypeDeclaration:
            return r.TypeDeclaration(name.text, type, name.at)

        def mechanism(self, name: r.Word, *clauses: Any) -> r.MechanismDeclaration:
            facts = self._facts(clauses)
            parameters = tuple(clause for clause in clauses if isinstance(clause, r.Parameter))
            self._once([p.name for p in parameters if p.name], "parameter")
            return r.MechanismDeclaration(name.text, parameters, facts.get("means", ""), name.at)

        def takes(self, parameter: r.Parameter) -> r.Parameter:
            return parameter

        def parameters(self, *parameters: r.Parameter) -> tuple[r.Parameter, ...]:
            self._once([p.name for p in parameters if p.name], "parameter")
            return parameters

        def parameter(self, name: r.Word, *rest: Any) -> r.Parameter:
            optional = isinstance(rest[0], str)
            type, *default = rest[optional:]
            return r.Parameter(name, type, optional, default[0] if default else None)

        def one_of(self, *choices: r.Type) -> r.Type:
            return choices[0] if len(choices) == 1 else r.OneOf(choices)

        def list_of(self, _: "Token", item: r.Type) -> r.ListOf:
            return r.ListOf(item)

        def by_side(self, token: "Token") -> r.TypeName:
            return r.TypeName(r.Word("squares by side", self._source.place(token.start_pos or 0)))

        def named_kind(self, word: r.Word) -> r.TypeName:
            return r.TypeName(word)

        def called_kind(self, word: r.Word, *parts: r.Type | r.Parameter) -> r.TypeCall:
            parameters = tuple(
                part if isinstance(part, r.Parameter) else r.Parameter(None, part) for part in parts
            )
            if len({parameter.name is None for parameter in parameters}) > 1:
                raise self._at(word, "either all parts have names or none has one")
            return r.TypeCall(word, parameters)

        def condition(self, name: r.Word, *rest: Any) -> r.ConditionDeclaration:
            parameters, clauses = _split(rest)
            facts, steps = self._facts(clauses), _steps(clauses)
            variants = tuple(c for c in clauses if isinstance(c, r.VariantDeclaration))
            self._once([r.Word(v.name, v.at) for v in variants], "variant")
            return r.ConditionDeclaration(
                name.text,
                parameters,
                steps,
                variants,
                facts.get("means", ""),
                facts.get("source", ""),
                facts.get("name", {}),
                name.at,
            )

        def variant(self, name: r.Word, *rest: Any) -> r.VariantDeclaration:
            parameters, clauses = _split(rest)
            means = self._facts(clauses).get("means", "")
            return r.VariantDeclaration(name.text, parameters, _steps(clauses), means, name.at)

        def change(self, name: r.Word, value: r.Node) -> r.Change:
            return r.Change(name, value)

        def built_on(self, *calls: r.Call) -> tuple[r.BuiltOn, ...]:
            return tuple(map(r.BuiltOn, calls))

        def rules(self, *rules: r.RuleCall) -> tuple[r.RuleCall, ...]:
            return rules

        def rule(self, *parts: Any) -> r.RuleCall:
            call = next(part for part in parts if isinstance(part, r.Call))
            extra: dict[str, Any] = dict(part for part in parts if isinstance(part, tuple))
            return r.RuleCall(call, **extra)

        def side(self, name: r.Word) -> tuple[str, r.Word]:
            return "side", name

        def stage(self, name: r.Word) -> tuple[str, r.Word]:
            return "stage", name

        def reason(self, text: "Token") -> tuple[str, str]:
            return "reason", text[1:-1]

        def bare_call(self, word: r.Word) -> r.Call:
            return r.Call(word)

        def replaces(self, old: r.Word, new: r.Word) -> tuple[r.Replaces]:
            return (r.Replaces(old, new),)

        def replaces_in_array(self, old: r.Word, new: r.Word) -> tuple[r.Replaces]:
            return (r.Replaces(old, new, diagram=False),)

        def gives(self, attribute: r.Word, men: r.Node) -> tuple[r.Gives]:
            return (r.Gives(attribute, men),)

        def means(self, text: "Token") -> tuple[str, "Token", str]:
            return "means", text, text[1:-1]

        def source(self, text: "Token") -> tuple[str, "Token", str]:
            return "source", text, text[1:-1]

        def names(self, *words: "Token") -> tuple[str, "Token", dict[str, str]]:
            pairs = {str(k): v[1:-1] for k, v in zip(words[::2], words[1::2], strict=True)}
            return "name", words[0], pairs

        def either(self, *parts: r.Node) -> r.Node:
            return parts[0] if len(parts) == 1 else r.Either(parts)

        def both(self, *parts: r.Node) -> r.Node:
            return parts[0] if len(parts) == 1 else r.Both(parts)

        def negated(self, operand: r.Node) -> r.Negated:
            return r.Negated(operand)

        def series(self, *words: r.Word) -> r.Node:
            return words[0] if len(words) == 1 else r.Series(words)

        def items(self, *values: r.Node) -> r.Items:
            return r.Items(values)

        def arrow(self, old: r.Word, new: r.Word) -> tuple[r.Word, r.Word]:
            return old, new

        def arrows(self, *pairs: tuple[r.Word, r.Word]) -> r.Arrows:
            return r.Arrows(pairs)

        def unnamed(self, value: r.Node) -> r.Argument:
            return r.Argument(None, value)

        def named(self, name: r.Word, value: r.Node) -> r.Argument:
            return r.Argument(name, value)

        def call(self, word: r.Word, *arguments: r.Argument) -> r.Call:
            self._once([a.name for a in arguments if a.name], "parameter")
            return r.Call(word, arguments)

        def _facts(self, clauses: Any) -> dict[str, Any]:
            facts: dict[str, Any] = {}
            for clause in clauses:
                if isinstance(clause, tuple) and clause and isinstance(clause[0], str):
                    key, token, value = clause
                    if key in facts:
                        raise self._error(token, f"{key} is given twice")
                    facts[key] = value
            return facts

        def _once(self, words: list[r.Word], what: str) -> None:
            seen: set[str] = set()
            for word in words:
                if word.text.casefold() in seen:
                    raise self._at(word, f"{what} {word.text} is given twice")
                seen.add(word.text.casefold())

        def _at(self, word: r.Word, message: str) -> InputError:
            line, column = word.at
            excerpt = self._source.line_text(line)
            return InputError(
                message, line, column, excerpt, len(word.text), file=self._source.file
            )

        def _error(self, token: "Token", message: str) -> InputError:
            return self._source.error(token.start_pos or 0, message, length=len(token))

    return Builder


def _split(rest: tuple[Any, ...]) -> tuple[tuple[r.Parameter, ...], tuple[Any, ...]]:
    """Parameters, if there are any, and clauses."""
    if rest and isinstance(rest[0], tuple) and rest[0] and isinstance(rest[0][0], r.Parameter):
        return rest[0], rest[1:]
    return (), rest


def _steps(clauses: tuple[Any, ...]) -> tuple[r.Step, ...]:
    steps: list[r.Step] = []
    for clause in clauses:
        if isinstance(clause, r.Change):
            steps.append(clause)
        elif isinstance(clause, tuple) and clause and not isinstance(clause[0], str):
            steps += clause
    return tuple(steps)
