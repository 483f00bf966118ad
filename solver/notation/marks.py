"""What stands after a move: check and goal."""

from solver.model.solution import PlayedMove

INCLUDES_CHECK = frozenset({"#", "+", "=", "##", "##!", "#=", "==", "!="})
"""Goals whose mark takes the place of the check sign."""

UNMARKED = frozenset({"ep", "00", "ct", "ctr", "<>", "<>r", "k", "~"})
"""Goals that print nothing."""


def marks(move: PlayedMove) -> str:
    """The check sign and the mark of the goal, each after a blank: " +", " #", " + z"."""
    text = ""
    if move.check and move.goal not in INCLUDES_CHECK:
        text = " +"
    if move.goal is not None and move.goal not in UNMARKED:
        text += f" {move.goal}"
    return text
