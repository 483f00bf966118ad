"""Stored solutions: the form of the files `*.solution.txt` beside the problems.

    a)                          only when the problem has twins
    set play                    a phase; also: actual play, post_key play
      1.Ka1-b2 Kc3-d4 2. ...    a line of help or series play, or a tree of battle play
        threat 2.Qd1-d4 #       what the move above threatens
        1...Kc3-d4              an answer to it
          2.Qd1-d2 #
        but 1...Kc3-c4          the refutation of a try

Letters and signs are Popeye's English ones, other walks are named in braces; "zugzwang" stands
after a move that threatens nothing.  The order of siblings means nothing.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from solver.model.board import ORTHODOX_BOARD, Board
from solver.model.problem import Language
from solver.model.solution import LineFound, Node, PlayedMove, PostKey, Solution, TreeFound
from solver.notation.men import Names
from solver.notation.moves import move_text as notation_move_text

LETTERS = {"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "S", "pawn": ""}
CASTLINGS = {"king_side_castling": "0-0", "queen_side_castling": "0-0-0"}


class Branch(NamedTuple):
    """A line, or a move of a tree with what follows it."""

    text: str
    children: frozenset["Branch"] = frozenset()


class Part(NamedTuple):
    """A phase of one twin."""

    heading: str
    branches: frozenset[Branch]


def parse(text: str) -> list[Part]:
    """The phases of a stored solution, in order; the heading holds twin and kind of play."""
    parts: list[Part] = []
    twin = ""
    lines = [line.rstrip() for line in text.splitlines() if line.strip()]
    index = 0
    while index < len(lines):
        heading = lines[index]
        index += 1
        if heading.endswith(")"):
            twin = f"{heading} "
            continue
        begin = index
        while index < len(lines) and lines[index].startswith(" "):
            index += 1
        parts.append(Part(twin + heading, _branches(lines[begin:index])))
    return parts


def parts_of(solution: Solution, board: Board = ORTHODOX_BOARD) -> list[Part]:
    """The phases of a solution in the same form; a phase that was left out is not there."""
    return [
        Part(
            (f"{twin.started.label}) " if twin.started.label else "")
            + f"{phase.started.kind} play",
            frozenset(branch for found in phase.found for branch in _found(found, board)),
        )
        for twin in solution.twins
        for phase in twin.phases
        if not phase.finished.omitted
    ]


def _branches(lines: Sequence[str]) -> frozenset[Branch]:
    if not lines:
        return frozenset()
    depth = len(lines[0]) - len(lines[0].lstrip())
    starts = [i for i, line in enumerate(lines) if len(line) - len(line.lstrip()) == depth]
    ends = [*starts[1:], len(lines)]
    return frozenset(
        Branch(_plain(lines[start]), _branches(lines[start + 1 : end]))
        for start, end in zip(starts, ends, strict=True)
    )


def _plain(line: str) -> str:
    """A move of a tree loses its number, which its place implies; a line keeps its numbers."""
    words = line.split()
    numbered = [word for word in words if re.match(r"\d+\.", word)]
    text = " ".join(words)
    moves = sum(1 for word in words if re.search(r"[a-p]\d+[-*]|0-0", word))
    return re.sub(r"\d+\.+", "", text) if len(numbered) == 1 and moves == 1 else text


def _found(found: LineFound | TreeFound | PostKey, board: Board) -> Iterable[Branch]:
    if isinstance(found, LineFound):
        long = len(found.moves) > 1
        yield Branch(line_text(found, board) if long else move_text(found.moves[0], board))
    elif isinstance(found, TreeFound):
        yield _branch(found.node, board)
    else:
        yield from (_branch(node, board, "threat ") for node in found.threats)


def _branch(node: Node, board: Board, word: str = "") -> Branch:
    mark = f" {node.mark}" if node.mark and word != "but " else ""
    zugzwang = " zugzwang" if node.zugzwang else ""
    return Branch(
        word + move_text(node.move, board) + mark + zugzwang,
        frozenset(
            [_branch(child, board, "threat ") for child in node.threats]
            + [_branch(child, board) for child in node.variations]
            + [_branch(child, board, "but ") for child in node.refutations]
        ),
    )


def line_text(line: LineFound, board: Board = ORTHODOX_BOARD) -> str:
    """A line of help or series play with its move numbers."""
    words: list[str] = []
    number = 0
    for index, (move, side) in enumerate(zip(line.moves, line.sides, strict=True)):
        if index in line.restarts:
            number = 0
        if side == "a" or index == 0:
            number += 1
        dots = "." if side == "a" else "..."
        words.append(
            (f"{number}{dots}" if side == "a" or index == 0 else "") + move_text(move, board)
        )
    return " ".join(words)


def move_text(move: PlayedMove, board: Board = ORTHODOX_BOARD) -> str:
    """A move in Popeye's long notation, with + or the sign of the goal."""
    if _is_fairy(move):
        text = notation_move_text(Names(Language.ENGLISH, board), move)
    elif move.kind in CASTLINGS:
        text = CASTLINGS[move.kind]
    elif move.kind == "null":
        text = "..."
    else:
        assert move.mover is not None
        walk = move.mover.walk
        text = LETTERS.get(walk, f"{{{walk}}}") + board.name(move.departure)
        text += "*" if move.captures else "-"
        text += board.name(move.arrival)
        if move.kind == "en_passant":
            text += " ep."
        if move.promotion is not None:
            text += f"={LETTERS[move.promotion.walk]}"
    sign = move.goal or ("+" if move.check else "")
    return f"{text} {sign}" if sign else text


def _is_fairy(move: PlayedMove) -> bool:
    """Whether the move is more than one of the game; the notation of those is tested elsewhere."""
    men = [man for man in (move.mover, move.promotion) if man is not None]
    special = any(m.colour == "neutral" or m.attributes or m.walk not in LETTERS for m in men)
    return special or any(effect.reason != "castling" for effect in move.effects)
