"""From words to stipulations in the traditional form."""

from functools import cache

from lark import Token, Tree

from grammar.classifier import Session
from grammar.keywords import rows
from solver.model.board import Board
from solver.model.stipulation import Goal, Traditional

# Goals that make the play: "dia3" and "hdia3" are the same.
_PROOF_GAMES = ("dia", "a=>b")


@cache
def _plays_with_half() -> frozenset[str]:
    return frozenset(row["id"] for row in rows("plays") if row["half"])


def traditional(session: Session, tree: "Tree[Token]") -> Traditional:
    """The stipulation that a `stipulation` sentence stands for; raises InputError."""
    tokens = {token.type: token for token in tree.children if isinstance(token, Token)}
    board = session.vocabulary.board
    goals = [goal_of(child, board) for child in tree.children if isinstance(child, Tree)]
    introductory = tuple(
        int(child[:-2])
        for child in tree.children
        if isinstance(child, Token) and child.type == "INTRODUCTION"
    )
    prefix = str(tokens.get("RECIPROCAL") or tokens.get("PLAY") or "")
    first: Token = next(tree.scan_values(lambda part: isinstance(part, Token)))
    start = first.start_pos or 0
    play, half_allowed = _play(prefix, goals[-1])
    number, _, half = tokens["LENGTH"].partition(".")
    moves = int(number)
    at = tokens["LENGTH"].start_pos or 0
    if half and not half_allowed:
        session.note(at, f"{'.' + half!r} after the length is ignored")
    half_move = bool(half) and half_allowed
    if moves == 0 and not half_move:
        least = "0.5" if half_allowed else "1"
        raise session.input.error(f"the number of moves must be at least {least}", at)
    shown = "".join(f"{count}->" for count in introductory)
    if goals[-1].kind in _PROOF_GAMES:
        shown += play
    else:
        other = f"({goal_text(goals[0], board)})" if len(goals) > 1 else ""
        shown += prefix + other + goal_text(goals[-1], board)
    if goals[-1].square is not None and board.height > 9:
        shown += " "
    return Traditional(
        text=f"{shown}{moves}{'.5' if half_move else ''}",
        play=play,
        goal=goals[-1],
        moves=moves,
        half=half_move,
        exact="EXACT" in tokens,
        introductory=introductory,
        other_goal=goals[0] if len(goals) > 1 else None,
        place=session.input.place(start),
    )


def _play(prefix: str, goal: Goal) -> tuple[str, bool]:
    """The play of a prefix and goal, and whether its length may have a half."""
    if goal.kind not in _PROOF_GAMES:
        return prefix, prefix in _plays_with_half()
    shown = "" if prefix == "h" else prefix
    return shown + goal.kind, not shown or prefix in _plays_with_half()


def goal_of(tree: "Tree[Token]", board: Board) -> Goal:
    """The goal of a `goal` or `leaf` sentence."""
    kind, *square = tree.children
    return Goal(str(kind), board.square(str(square[0])) if square else None)


def goal_text(goal: Goal, board: Board) -> str:
    """A goal as it is written."""
    return goal.kind + ("" if goal.square is None else board.name(goal.square))
