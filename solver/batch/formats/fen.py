"""FEN and its four fields: where the men stand, who moves, castling, en passant."""

import re

import msgspec

_WALKS = {"k": "K", "q": "Q", "r": "R", "b": "B", "n": "S", "s": "S", "p": "P"}


class Fen(msgspec.Struct, frozen=True):
    """men: by colour, each `Kc6`.  options: what castling and en passant ask for."""

    men: dict[str, list[str]]
    black_to_move: bool
    options: list[str]


def read_fen(text: str) -> Fen:
    """The first four fields of `text`; raises ValueError with a sentence."""
    fields = text.split()
    if not fields:
        raise ValueError("there is no FEN")
    men = _placement(fields[0])
    turn = fields[1] if len(fields) > 1 else "w"
    if turn not in ("w", "b"):
        raise ValueError(f"the side to move is w or b, not {turn!r}")
    options = _castling(men, fields[2]) if len(fields) > 2 else []
    passant = fields[3] if len(fields) > 3 else "-"
    if re.fullmatch("[a-h][36]", passant):
        options.append(f"EnPassant {''.join(double_step(passant))}")
    return Fen(men, turn == "b", options)


def double_step(passed: str) -> tuple[str, str, str]:
    """Departure, passed square and arrival of the pawn that passed `e3` or `e6`."""
    file, ranks = passed[0], "234" if passed[1] == "3" else "765"
    return f"{file}{ranks[0]}", passed, f"{file}{ranks[2]}"


def _placement(text: str) -> dict[str, list[str]]:
    men: dict[str, list[str]] = {"white": [], "black": []}
    ranks = text.split("/")
    if len(ranks) != 8:
        raise ValueError(f"FEN has 8 ranks, not {len(ranks)}: {text!r}")
    for number, rank in zip(range(8, 0, -1), ranks, strict=True):
        file = 0
        for letter in rank:
            if letter.isdecimal():
                file += int(letter)
                continue
            walk = _WALKS.get(letter.lower())
            if walk is None:
                raise ValueError(f"FEN has no man {letter!r}")
            if file < 8:
                men["white" if letter.isupper() else "black"].append(
                    f"{walk}{'abcdefgh'[file]}{number}"
                )
            file += 1
        if file != 8:
            raise ValueError(f"rank {number} of the FEN has {file} squares: {rank!r}")
    return men


def _castling(men: dict[str, list[str]], allowed: str) -> list[str]:
    """NoCastling for the castlings that the men would allow and the FEN does not."""
    forbidden: list[str] = []
    for colour, rank, letters in (("white", "1", "KQ"), ("black", "8", "kq")):
        for letter, file in zip(letters, "ha", strict=True):
            home = f"Ke{rank}" in men[colour] and f"R{file}{rank}" in men[colour]
            if home and letter not in allowed:
                forbidden.append(f"{file}{rank}")
    return [f"NoCastling {''.join(forbidden)}"] if forbidden else []
