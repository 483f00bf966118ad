"""From words to conditions and options."""

from typing import TYPE_CHECKING

from grammar.classifier import Session
from grammar.shapes import split_squares
from solver.model.problem import Condition, Option

if TYPE_CHECKING:
    from lark import Token, Tree

# Irregular grids name their cells by words of squares, which must stay together.
_WHOLE = frozenset(["Irregular"])
# In French the command `option` inside a list of options is read as this one.
_WITHOUT_EFFECT = frozenset(["unpublishedoption"])
_LISTS = frozenset(["SQUARES", "TWO_SQUARES"])


def conditions(session: Session, trees: "list[Tree[Token]]") -> tuple[Condition, ...]:
    """The conditions of `condition` sentences, in their order."""
    read = (_condition(session, tree) for tree in trees)
    return tuple(condition for condition in read if condition is not None)


def _condition(session: Session, tree: "Tree[Token]") -> Condition | None:
    head, *tokens = _tokens(tree)
    start = head.start_pos or 0
    arguments = _arguments(tokens)
    if head.type == "OWN_CONDITION":
        return _own_condition(session, head, tokens)
    if head.type == "CONDITION_TWO_SQUARES" and len(arguments) != 2:
        session.note(start, f"{head} needs exactly two squares and is dropped, as Popeye does")
        return None
    if head.type == "CONDITION_SAT" and len(tokens) > 1:
        at = tokens[1].start_pos or 0
        session.note(at, "Popeye uses this number but then calls it an unknown word")
    return Condition(str(head), arguments, session.input.place(start))


def _own_condition(session: Session, head: "Token", tokens: "list[Token]") -> Condition:
    from grammar.own_conditions import check_bound
    from solver.model.rule import Word

    place = session.input.place(head.start_pos or 0)
    words = []
    for token in tokens:
        at = session.input.place(token.start_pos or 0)
        words += [Word(text, (at.line, at.column)) for text in _arguments([token])]
    condition = Condition(str(head), tuple(word.text for word in words), place)
    check_bound(session, condition, head, words)
    return condition


def options(session: Session, trees: "list[Tree[Token]]") -> tuple[Option, ...]:
    """The options of `option` sentences, in their order, without those that do nothing."""
    read = (_option(session, tree) for tree in trees)
    return tuple(option for option in read if option.id not in _WITHOUT_EFFECT)


def _option(session: Session, tree: "Tree[Token]") -> Option:
    head, *arguments = _tokens(tree)
    return Option(str(head), _arguments(arguments), session.input.place(head.start_pos or 0))


def _tokens(tree: "Tree[Token]") -> "list[Token]":
    return [child for child in tree.children if isinstance(child, str)]


def _arguments(tokens: "list[Token]") -> tuple[str, ...]:
    words: list[str] = []
    whole = False
    for token in tokens:
        if token.type.startswith("GRID"):
            whole = str(token) in _WHOLE
        if token.type == "MEN":
            walk, squares = token.split("\t")
            words += [walk, *split_squares(squares)]
        elif token.type in _LISTS and not whole:
            words += split_squares(str(token))
        else:
            words.append(str(token))
    return tuple(words)
