"""Writing stipulations: the traditional ones by their text, trees in the structured form."""

from grammar.keywords import Vocabulary
from solver.model.board import ORTHODOX_BOARD, Board
from solver.model.stipulation import (
    And,
    Branch,
    By,
    Expression,
    Fork,
    Goal,
    Not,
    On,
    Or,
    Stipulation,
    Traditional,
    consists_of_goals,
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
        case By() | On():
            raise ValueError("a test of the man or the square stands in a declared goal only")
        case Not(operand):
            return "!" + _operand(operand, board)
        case And(left, right):
            return f"{_operand(left, board)}&{expression_text(right, board)}"
        case Or(left, right):
            return f"{_operand(left, board)}|{expression_text(right, board)}"
        case Branch():
            return _branch(expression, board)


def _operand(expression: Expression, board: Board) -> str:
    text = expression_text(expression, board)
    return f"({text})" if isinstance(expression, And | Or) else text


def _branch(branch: Branch, board: Board) -> str:
    least, most = branch.half_moves
    first, second = branch.moves[0], branch.moves[1:]
    text = "-" if branch.pass_first else ""
    text += f"{least}:{most}" if least else str(most)
    text += first + _forks(first, branch.first, board) + _constraint(branch.constraint, board)
    if second:
        text += "?+?" if branch.second_requires_check else ""
        text += second + _forks(second, branch.second, board)
        text += _constraint(branch.second_constraint, board)
    return text


def _constraint(constraint: Expression | None, board: Board) -> str:
    return "" if constraint is None else f"{{{expression_text(constraint, board)}}}"


def _forks(letter: str, forks: tuple[Fork, ...], board: Board) -> str:
    """The goal, then the branches; after `a` those tried last are written first."""
    if letter == "a":
        goals = [fork for fork in forks if consists_of_goals(fork.expression)]
        forks = (*goals, *(fork for fork in reversed(forks) if fork not in goals))
    return "".join(
        f"[{'>' if fork.ends_play else ''}{'/' if fork.hidden else ''}"
        f"{expression_text(fork.expression, board)}]"
        for fork in forks
    )
