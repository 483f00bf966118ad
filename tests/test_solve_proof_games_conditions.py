"""Games between two diagrams under conditions that only forbid moves: the bounds lose none."""

import random

import chess
import pytest
from support.engine_lines import lines
from support.random_problems import problem_text, random_board

# Rules that only forbid, or tell what is royal and what check is.
FORBIDDING = (
    "AlphabeticChess",
    "BackHome",
    "BiChrom",
    "BlackChecks",
    "CheckLessChess",
    "Disparate",
    "Eiffel",
    "ExclusiveChess",
    "BlackFollowMyLeader",
    "FuddledMen",
    "GridChess",
    "Isardam",
    "KoeKo",
    "LosingChess",
    "Lortap",
    "Madrasi",
    "MonoChrom",
    "MultiCaptures",
    "Patrouille",
    "Provocation",
    "Ultraschachzwang",
    "WhiteMaximummer",
    "NoCapture",
    "ExtinctionChess",
    "Madrasi RexInclusive",
)
# Rules of which the bounds know nothing.
OTHERS = ("AndernachChess", "Circe", "TransmutedKings", "SingleBox Type1", "Rokagogo")
GAMES = 30


def game(rng: random.Random, men: int, plies: int) -> str:
    """The text of a game that can be played without conditions; Black begins."""
    while True:
        board = random_board(rng, men)
        begin = problem_text(board, f"a=>b{plies // 2}")
        board.turn = chess.BLACK
        for _ in range(plies):
            moves = list(board.legal_moves)
            if not moves:
                break
            board.push(rng.choice(moves))
        else:
            end = problem_text(board, "")
            men_after = end[end.index("pieces") : end.index("stipulation")]
            return begin.replace("\nend", f"\n{men_after}end")


@pytest.mark.parametrize("condition", [*FORBIDDING, *OTHERS])
def test_bounds_lose_no_game(condition: str) -> None:
    rng = random.Random(f"games {condition}")
    total = 0
    for number in range(GAMES):
        text = game(rng, rng.randint(4, 7), 4 if number % 2 else 2)
        text = text.replace("stipulation", f"condition {condition}\nstipulation", 1)
        found = lines(text)
        assert lines(text, general=True) == found, text
        total += len(found)
    assert total, "no line proves anything"
