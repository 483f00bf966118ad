"""Writing stipulations: the traditional ones by their text, trees in the structured form."""

from grammar.keywords import Vocabulary
from solver.model.board import ORTHODOX_BOARD, Board
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
    text = expression_text(stipulation.tree.root, words.board)
    return [words.spelling(table, "sstipulation"), starter, text]


def expression_text(expression: Expression, board: Board = ORTHODOX_BOARD) -> str:
    """An expression in the structured form, without blanks."""
    match expression:
        case Goal(kind, square):
            return kind + ("" if square is None else board.name(square))
        case Not(operand):
            return "!" + _operand(operand, board)
        case And(left, right):
            return f"{expression_text(left, board)}&{_operand(right, board)}"
        case Or(left, right):
            return f"{expression_text(left, board)}|{_operand(right, board)}"
        case Branch():
            return _branch(expression, board)


def _operand(expression: Expression, board: Board) -> str:
    text = expression_text(expression, board)
    return f"({text})" if isinstance(expression, And | Or) else text


def _branch(branch: Branch, board: Board) -> str:
    least, most = branch.half_moves
    constraint = (
        "" if branch.constraint is None else f"{{{expression_text(branch.constraint, board)}}}"
    )
    first, second = branch.moves[0], branch.moves[1:]
    text = "-" if branch.pass_first else ""
    text += f"{least}:{most}" if least else str(most)
    text += first + _forks(branch.first, board) + ("" if branch.constraint_second else constraint)
    if second:
        text += "?+?" if branch.second_requires_check else ""
        text += (
            second + _forks(branch.second, board) + (constraint if branch.constraint_second else "")
        )
    return text


def _forks(forks: tuple[Fork, ...], board: Board) -> str:
    return "".join(
        f"[{'>' if fork.ends_play else ''}{'/' if fork.hidden else ''}"
        f"{expression_text(fork.expression, board)}]"
        for fork in forks
    )
