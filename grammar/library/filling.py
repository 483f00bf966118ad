"""Values with what the parameters in them stand for."""

from msgspec.structs import replace

from grammar.library.terms import ABSENT, fault
from solver.model import rule as r


def words_of(node: r.Word | r.Series) -> tuple[r.Word, ...]:
    """The words of a value that has nothing else."""
    return node.words if isinstance(node, r.Series) else (node,)


def filled(node: r.Node, known: dict[str, r.Node]) -> r.Node:
    """A value with what the parameters in it stand for."""
    if not known:
        return node
    match node:
        case r.Word(text):
            return known.get(text, node)
        case r.Series(words):
            found = [filled(word, known) for word in words]
            flat = [w for f in found if isinstance(f, r.Word | r.Series) for w in words_of(f)]
            return r.Series(tuple(flat)) if len(flat) >= len(words) else found[0]
        case r.Call(word, arguments):
            inside = tuple(replace(a, value=filled(a.value, known)) for a in arguments)
            return r.Call(word, inside)
        case r.Negated(operand):
            return r.Negated(filled(operand, known))
        case r.Both(parts):
            return r.Both(tuple(filled(part, known) for part in parts))
        case r.Either(parts):
            return r.Either(tuple(filled(part, known) for part in parts))
        case r.Items(values):
            return r.Items(tuple(filled(value, known) for value in values))
        case r.Arrows(pairs):
            return r.Arrows(
                tuple((one_word(old, known), one_word(new, known)) for old, new in pairs)
            )
        case r.Given():
            return node


def filled_rule(rule: r.RuleCall, known: dict[str, r.Node]) -> r.RuleCall:
    """A rule with what the parameters in it, its side too, stand for."""
    call = filled(rule.call, known)
    assert isinstance(call, r.Call)
    side = rule.side and one_word(rule.side, known)
    return replace(rule, call=call, side=side)


def one_word(word: r.Word, known: dict[str, r.Node]) -> r.Word:
    """What a word stands for where only a word can stand."""
    node = known.get(word.text, word)
    if isinstance(node, r.Given):
        return r.Word(ABSENT, node.at)
    if not isinstance(node, r.Word):
        raise fault(word, f"{word.text!r} must be one word")
    return node
