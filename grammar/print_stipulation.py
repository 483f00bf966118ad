"""Writing stipulations: the traditional ones by their text, trees in the structured form."""

from grammar.keywords import Vocabulary
from solver.model.board import ORTHODOX_BOARD
from solver.model.stipulation import (
    And,
    Branch,
    Expression,
    Fork,
    Goal,
    Not,
    Or,
    Stipulation,
    Traditional,
)


def stipulation_words(stipulation: Stipulation, words: Vocabulary, table: str) -> list[str]:
    """The command (spelt as in `table`) and the words behind it."""
    if isinstance(stipulation, Traditional):
        exact = "exact-" if stipulation.exact else ""
        return [words.spelling(table, "stipulation"), exact + stipulation.text]
    starter = words.spelling("colours", stipulation.tree.starter.value.capitalize())
    text = expression_text(stipulation.tree.root)
    return [words.spelling(table, "sstipulation"), starter, text]


def expression_text(expression: Expression) -> str:
    """An expression in the structured form, without blanks."""
    match expression:
        case Goal(kind, square):
            return kind + ("" if square is None else ORTHODOX_BOARD.name(square))
        case Not(operand):
            return "!" + _operand(operand)
        case And(left, right):
            return f"{expression_text(left)}&{_operand(right)}"
        case Or(left, right):
            return f"{expression_text(left)}|{_operand(right)}"
        case Branch():
            return _branch(expression)


def _operand(expression: Expression) -> str:
    text = expression_text(expression)
    return f"({text})" if isinstance(expression, And | Or) else text


def _branch(branch: Branch) -> str:
    least, most = branch.half_moves
    constraint = "" if branch.constraint is None else f"{{{expression_text(branch.constraint)}}}"
    first, second = branch.moves[0], branch.moves[1:]
    text = "-" if branch.pass_first else ""
    text += f"{least}:{most}" if least else str(most)
    text += first + _forks(branch.first) + ("" if branch.constraint_second else constraint)
    if second:
        text += "?+?" if branch.second_requires_check else ""
        text += second + _forks(branch.second) + (constraint if branch.constraint_second else "")
    return text


def _forks(forks: tuple[Fork, ...]) -> str:
    return "".join(
        f"[{'>' if fork.ends_play else ''}{'/' if fork.hidden else ''}"
        f"{expression_text(fork.expression)}]"
        for fork in forks
    )
