"""From words to stipulations in the traditional form."""

from functools import cache
from typing import TYPE_CHECKING

from grammar.build_men import start_of
from grammar.classifier import Session
from grammar.keywords import Vocabulary, rows
from solver.model.board import Board
from solver.model.stipulation import Goal, Traditional

if TYPE_CHECKING:
    from lark import Token, Tree

# Goals that make the play: "dia3" and "hdia3" are the same.
_PROOF_GAMES = ("dia", "a=>b")


@cache
def _plays_with_half() -> frozenset[str]:
    return frozenset(row["id"] for row in rows("plays") if row["half"])


def traditional(session: Session, tree: "Tree[Token]") -> Traditional:
    """The stipulation that a `stipulation` sentence stands for; raises InputError."""
    tokens = {token.type: token for token in tree.children if isinstance(token, str)}
    words = session.vocabulary
    goals = [goal_of(child, words) for child in tree.children if not isinstance(child, str)]
    introductory = tuple(
        int(child[:-2])
        for child in tree.children
        if isinstance(child, str) and child.type == "INTRODUCTION"
    )
    start = start_of(tree)
    own = _own_play(session, tokens["OWN_PLAY"], goals, tokens) if "OWN_PLAY" in tokens else None
    prefix = str(tokens.get("RECIPROCAL") or tokens.get("PLAY") or own or "")
    goal = goals[-1] if goals else Goal("")
    play, half_allowed = _play(prefix, goal) if own is None else (own, True)
    moves, half_move = _moves(session, tokens.get("LENGTH"), half_allowed)
    shown = "".join(f"{count}->" for count in introductory)
    if goal.kind in _PROOF_GAMES and own is None:
        shown += play
    else:
        other = f"({goal_text(goals[0], words.board)})" if len(goals) > 1 else ""
        shown += prefix + other + goal_text(goal, words.board)
    if goal.square is not None and words.board.height > 9:
        shown += " "
    if "LENGTH" in tokens:
        shown += f"{moves}{'.5' if half_move else ''}"
    return Traditional(
        text=shown,
        play=play,
        goal=goal,
        moves=moves,
        half=half_move,
        exact="EXACT" in tokens,
        introductory=introductory,
        other_goal=goals[0] if len(goals) > 1 else None,
        place=session.input.place(start),
    )


def _moves(session: Session, length: "Token | None", half_allowed: bool) -> tuple[int, bool]:
    """The number of moves, and whether a half-move is added."""
    if length is None:
        return 1, False
    number, _, half = length.partition(".")
    at = length.start_pos or 0
    if half and not half_allowed:
        session.note(at, f"{'.' + half!r} after the length is ignored")
    half_move = bool(half) and half_allowed
    if int(number) == 0 and not half_move:
        least = "0.5" if half_allowed else "1"
        raise session.input.error(f"the number of moves must be at least {least}", at)
    return int(number), half_move


def _own_play(
    session: Session, name: "Token", goals: list[Goal], tokens: "dict[str, Token]"
) -> str:
    """A declared stipulation in braces; raises InputError when goal or length are missing."""
    declared = session.vocabulary.plays.play(name)
    at, length = name.start_pos or 0, len(name) + 2
    if declared is not None and declared.needs_goal != bool(goals):
        what = "a goal must follow it" if declared.needs_goal else "no goal may follow it"
        raise session.input.error(f"{{{name}}}: {what}", at, length=length)
    if declared is not None and declared.needs_length and "LENGTH" not in tokens:
        raise session.input.error(f"{{{name}}}: a number of moves must follow", at, length=length)
    return f"{{{name}}}"


def _play(prefix: str, goal: Goal) -> tuple[str, bool]:
    """The play of a prefix and goal, and whether its length may have a half."""
    if goal.kind not in _PROOF_GAMES:
        return prefix, prefix in _plays_with_half()
    shown = "" if prefix == "h" else prefix
    return shown + goal.kind, not shown or prefix in _plays_with_half()


def goal_of(tree: "Tree[Token]", words: Vocabulary) -> Goal:
    """The goal of a `goal` or `leaf` sentence."""
    kind, *square = tree.children
    board = words.board
    if isinstance(kind, str) and kind.type in ("OWN_GOAL", "OWN_LEAF"):
        own = words.goal_named(kind)
        # The classifier takes no other names.
        assert own is not None
        return own
    return Goal(str(kind), board.square(str(square[0])) if square else None)


def goal_text(goal: Goal, board: Board) -> str:
    """A goal as it is written."""
    return goal.kind + ("" if goal.square is None else board.name(goal.square))
