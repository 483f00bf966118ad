"""Small random positions, as texts of problems; the same seed gives the same problems."""

import random
from collections.abc import Iterator

import chess

from support.epd import home_rights

MEN = "qrrbbssppp"
LETTERS = {"k": chess.KING, "q": chess.QUEEN, "r": chess.ROOK, "b": chess.BISHOP}
LETTERS |= {"s": chess.KNIGHT, "p": chess.PAWN}
SIDES = {chess.WHITE: "white", chess.BLACK: "black"}
MAY_CASTLE = 0.15
CORNERED = 0.5


def random_board(rng: random.Random, men: int) -> chess.Board:
    """Both kings and at most `men` men in all, neither king in check.

    Half of the black kings stand at the edge with the white king near, where mates are; some
    kings stand at home with a rook, ready to castle.
    """
    while True:
        board = chess.Board(None)
        black, white = _kings(rng)
        board.set_piece_at(black, chess.Piece(chess.KING, chess.BLACK))
        board.set_piece_at(white, chess.Piece(chess.KING, chess.WHITE))
        for colour, home in ((chess.WHITE, white), (chess.BLACK, black)):
            corner = home + rng.choice((3, -4))
            at_home = home == (chess.E1 if colour else chess.E8)
            if at_home and board.piece_at(corner) is None:
                board.set_piece_at(corner, chess.Piece(chess.ROOK, colour))
        while chess.popcount(board.occupied) < men:
            square, letter = rng.randrange(64), rng.choice(MEN)
            on_last_rank = chess.square_rank(square) in (0, 7)
            if board.piece_at(square) is None and not (letter == "p" and on_last_rank):
                colour = rng.choice(chess.COLORS)
                board.set_piece_at(square, chess.Piece(LETTERS[letter], colour))
        board.castling_rights = home_rights(board)
        if not any(in_check(board, colour) for colour in chess.COLORS):
            return board


def in_check(board: chess.Board, colour: chess.Color) -> bool:
    """Whether the king of that colour is attacked."""
    king = board.king(colour)
    assert king is not None
    return board.is_attacked_by(not colour, king)


def problem_text(board: chess.Board, stipulation: str, options: str = "") -> str:
    """A problem in the language of the solver."""
    names = {number: letter for letter, number in LETTERS.items()}
    lines = ["begin", "pieces"]
    for colour, name in SIDES.items():
        men = [
            f"{names[piece.piece_type]}{chess.square_name(square)}"
            for square, piece in sorted(board.piece_map().items())
            if piece.color == colour
        ]
        lines.append(f"  {name} {' '.join(men)}")
    lines.append(f"stipulation {stipulation}")
    lines += [f"option {options}"] if options else []
    return "\n".join([*lines, "end"])


def random_problems(
    seed: int, stipulations: dict[str, str], *, count: int, men: tuple[int, int]
) -> Iterator[str]:
    """`count` problems; stipulations: the options that go with each, chosen in turn."""
    rng = random.Random(seed)
    chosen = list(stipulations.items())
    for number in range(count):
        stipulation, options = chosen[number % len(chosen)]
        board = random_board(rng, rng.randint(*men))
        yield problem_text(board, stipulation, options)


def _kings(rng: random.Random) -> tuple[chess.Square, chess.Square]:
    """The squares of the black and of the white king, not next to each other."""
    while True:
        black, white = rng.sample(range(64), 2)
        if rng.random() < MAY_CASTLE:
            white = chess.E1
        if rng.random() < MAY_CASTLE:
            black = chess.E8
        elif rng.random() < CORNERED:
            black = rng.choice([square for square in range(64) if chess.BB_SQUARES[square] & EDGE])
            near = [s for s in range(64) if chess.square_distance(s, black) == 2]
            white = rng.choice(near)
        if chess.square_distance(black, white) > 1:
            return black, white


EDGE = chess.BB_RANK_1 | chess.BB_RANK_8 | chess.BB_FILE_A | chess.BB_FILE_H
