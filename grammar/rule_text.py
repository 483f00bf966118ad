"""Declared rules as text, as a declaration would say them."""

import re
from collections.abc import Sequence

from grammar.library.terms import type_text
from solver.model import rule as r

_PLAIN = re.compile(r'[^\s{}()\[\];,"#+=&|:>]+')


def word_text(word: str) -> str:
    """A name as it must be written: in braces if it has several words."""
    return word if _PLAIN.fullmatch(word) else f"{{{word}}}"


def node_text(node: r.Node, *, inside: bool = False) -> str:
    """A value; inside: it stands in a larger expression, so that sums need brackets."""
    match node:
        case r.Word(text):
            return word_text(text)
        case r.Series(words):
            return " ".join(word_text(word.text) for word in words)
        case r.Call():
            return call_text(node)
        case r.Negated(operand):
            return f"not {node_text(operand, inside=True)}"
        case r.Both(parts):
            text = " & ".join(node_text(part, inside=True) for part in parts)
            return f"({text})" if inside else text
        case r.Either(parts):
            text = " | ".join(node_text(part, inside=True) for part in parts)
            return f"({text})" if inside else text
        case r.Items(values):
            return f"[{', '.join(node_text(value) for value in values)}]"
        case r.Arrows(pairs):
            said = (f"{word_text(old.text)} > {word_text(new.text)}" for old, new in pairs)
            return f"{{{', '.join(said)}}}"
        case r.Given(type):
            return type_text(type)


def call_text(call: r.Call) -> str:
    """A word with its arguments."""
    said = (
        (f"{argument.name.text}: " if argument.name else "") + node_text(argument.value)
        for argument in call.arguments
    )
    arguments = ", ".join(said)
    name = word_text(call.word.text)
    return f"{name}({arguments})" if arguments else name


def rule_text(rule: r.RuleCall) -> str:
    """A rule as a clause says it."""
    side = f"for {rule.side.text} " if rule.side and rule.side.text != "none" else ""
    stage = f" at {rule.stage.text}" if rule.stage else ""
    reason = f' reason "{rule.reason}"' if rule.reason else ""
    return f"{side}{call_text(rule.call)}{stage}{reason}"


def parameter_text(parameter: r.Parameter) -> str:
    """A parameter with its type and its default."""
    name = f"{word_text(parameter.name.text)}: " if parameter.name else ""
    optional = "optional " if parameter.optional else ""
    default = f" = {node_text(parameter.default)}" if parameter.default else ""
    return f"{name}{optional}{type_text(parameter.type)}{default}"


def steps_text(steps: Sequence[r.Step]) -> list[str]:
    """Each step of a condition as a clause without its semicolon."""
    return [_step_text(step) for step in steps]


def _step_text(step: r.Step) -> str:
    match step:
        case r.RuleCall():
            return f"rule {rule_text(step)}"
        case r.BuiltOn(call):
            return f"is {call_text(call)}"
        case r.Replaces(old, new, diagram):
            what = "walk" if diagram else "array"
            return f"replaces {what} {word_text(old.text)} by {word_text(new.text)}"
        case r.Gives(attribute, men):
            return f"gives attribute {word_text(attribute.text)} to {node_text(men)}"
        case r.Change(name, value):
            return f"{name.text}: {node_text(value)}"
