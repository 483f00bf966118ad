"""N-Relay chess: every statement of its founding text, and its problems by a slow reading.

Source of the statements: echekk.fr, Échecs - Relais du cavalier; where it leaves something open,
the name of the test says what is taken.
"""

import random
from pathlib import Path

import pytest
from support import relay

import solver
from solver.model.problem import Problem
from solver.model.solution import LineFound, PlayedMove, TreeFound
from solver.model.stipulation import Traditional

LETTER = {"king": "K", "queen": "Q", "rook": "R", "bishop": "B", "knight": "N", "pawn": "P"}
POPEYE = {**{letter: letter for letter in LETTER.values()}, "N": "S"}
FOLDER = Path(__file__).parent.parent / "problems" / "seeds" / "n-relay"
FILES = sorted(path for path in FOLDER.glob("*.txt") if ".solution" not in path.name)


def square(number: int) -> str:
    return f"{relay.FILES[number % 8]}{number // 8 + 1}"


def written(move: PlayedMove) -> str:
    """A move as the slow reading writes it."""
    way = "*" if move.captures else "-"
    end = f"={LETTER[move.promotion.walk]}" if move.promotion else ""
    return f"{square(move.departure)}{way}{square(move.arrival)}{end}"


def set_up(men: relay.Men, stipulation: str) -> Problem:
    sides = {"w": "white", "b": "black"}
    groups = {
        side: " ".join(POPEYE[man[1]] + sq for sq, man in men.items() if man[0] == side)
        for side in sides
    }
    pieces = " ".join(f"{sides[side]} {words}" for side, words in groups.items() if words)
    text = f"begin\npieces {pieces}\nstipulation {stipulation}\ncondition NRelay\n"
    (problem,) = solver.read_text(text + "option NoCastling a1e1h1a8e8h8\nend")
    return problem


def answers(problem: Problem) -> set[relay.Line]:
    """Lines of help and series play, keys of battle play."""
    found: set[relay.Line] = set()
    for twin in solver.solve(problem).twins:
        for phase in twin.phases:
            for event in phase.found:
                if isinstance(event, LineFound):
                    found.add(tuple(map(written, event.moves)))
                if isinstance(event, TreeFound):
                    found.add((written(event.node.move),))
    return found


def goes(men: relay.Men, start: str) -> set[str]:
    """Where White's man can go, and with what it captures marked."""
    moves = [move for (move,) in answers(set_up(men, "~1")) if move.startswith(start)]
    return {move[2:].replace("-", "") for move in moves}


def read(text: str) -> relay.Men:
    """Men by their squares, from words such as `wNe4`."""
    return {word[2:]: word[:2] for word in text.split()}


def test_a_man_guarded_by_a_knight_of_its_side_moves_as_a_knight_too() -> None:
    """The pawn e2 of the array, guarded by the knight g1; its own knights bar c1 and g1."""
    array = {f"{file}2": "wP" for file in relay.FILES} | {f"{file}7": "bP" for file in relay.FILES}
    for file, kind in zip(relay.FILES, "RNBQKBNR", strict=True):
        array |= {f"{file}1": "w" + kind, f"{file}8": "b" + kind}
    assert goes(array, "e2") == {"e3", "e4", "c3", "d4", "f4", "g3"}


def test_the_power_lasts_as_long_as_the_man_is_guarded() -> None:
    guarded, bare = read("wKa1 wRe4 wNd2 bKh8"), read("wKa1 wRe4 wNd1 bKh8")
    assert "f6" in goes(guarded, "e4")
    assert "f6" not in goes(bare, "e4")


def test_it_captures_as_a_knight_as_well() -> None:
    assert "*f6" in goes(read("wKa1 wBe4 wNd2 bKh8 bPf6"), "e4")


def test_a_knight_of_the_other_side_gives_nothing() -> None:
    assert "f6" not in goes(read("wKa1 wRe4 bNd2 bKh8"), "e4")


@pytest.mark.parametrize("man", ["wKe4", "wNe4"])
def test_kings_and_knights_receive_nothing(man: str) -> None:
    men = read(f"{man} wNd2 bKh8 bPf6 bPg5" + (" wKa1" if man == "wNe4" else ""))
    assert not {"*f6", "*g5"} & goes(men, "e4")


def test_what_a_man_has_received_it_does_not_pass_on() -> None:
    assert "d6" not in goes(read("wKa1 wNd2 wRe4 wBf6 bKh8"), "f6")


def test_a_pinned_knight_gives_all_the_same() -> None:
    assert "f6" in goes(read("wKd1 wNd2 wRe4 bRd8 bKh8"), "e4")


def test_pawns_do_not_leap_to_the_first_or_last_rank() -> None:
    """The example of the text: a pawn c6 guarded by a knight e7 does not go to b8 or d8."""
    assert goes(read("wKh1 wPc6 wNe7 bKh3"), "c6") == {"c7", "a5", "a7", "b4", "d4", "e5"}
    assert goes(read("wKh1 wPc2 wNe3 bKh3"), "c2") == {"c3", "c4", "a3", "b4", "d4"}


def test_nor_do_they_check_there() -> None:
    """The king d8 is not attacked from e6: White may move."""
    assert answers(set_up(read("wKd1 wPe6 wNc5 bKd8"), "~1"))


def test_pawns_promote_by_their_own_moves() -> None:
    men = read("wKh1 wPc7 wNe6 bKh3")
    assert {"c8=Q", "c8=R", "c8=B", "c8=N"} <= goes(men, "c7")


def test_a_pawn_that_comes_back_to_its_second_rank_may_step_twice_again() -> None:
    """From d4, guarded by the knight c6, it leaps to c2, and goes to c4."""
    men = read("wKh1 wPd4 wNc6 bKh8 bPc3")
    assert "c2" in goes(men, "d4")
    assert {"c3", "c4"} <= goes(read("wKh1 wPc2 bKh8"), "c2")


def test_knights_do_not_capture() -> None:
    assert goes(read("wKa1 wNe4 bKh8 bPf6 bRg5 bNd6"), "e4") == {"c3", "c5", "d2", "f2", "g3"}


def test_knights_are_not_captured_not_even_by_a_king() -> None:
    assert not {"*e5", "*a2"} & goes(read("wKa1 wRe4 bNe5 bNa2 bKh8"), "e4")
    assert "*a2" not in goes(read("wKa1 bNa2 bKh8"), "a1")


def test_a_knight_does_not_check() -> None:
    assert answers(set_up(read("wKa1 wNe4 bKg8"), "+1")) == set()


def test_so_it_is_with_promoted_knights() -> None:
    """e8=N stands a leap from the king g7 and from the queen c7: it neither checks nor captures."""
    men = read("wKa1 wPe7 bKg7 bQc7")
    assert ("e7-e8=N",) not in answers(set_up(men, "+1"))
    after = read("wKa1 wNe8 bKg7 bQc7")
    assert goes(after, "e8") == {"d6", "f6"}


def test_there_is_no_capture_en_passant() -> None:
    lines = answers(set_up(read("wKa1 wPe5 bPd7 bKh8"), "h~1"))
    assert not any(line[0] == "d7-d5" and "d6" in line[1] for line in lines)


def test_a_knight_that_moves_away_can_give_check_by_what_it_guards_then() -> None:
    """1.Sb1-d2 guards the rook e4, which then observes the king f6."""
    assert ("b1-d2",) in answers(set_up(read("wKa1 wRe4 wNb1 bKf6"), "+1"))


def random_men(rng: random.Random) -> relay.Men:
    squares = [f"{file}{rank}" for file in relay.FILES for rank in range(1, 9)]
    rng.shuffle(squares)
    men = {squares.pop(): "wK", squares.pop(): "bK"}
    for man in rng.choices(["wN", "bN", "wP", "bP", "wR", "bB", "wQ", "bR", "wB"], k=9):
        ranks = "234567" if man[1] == "P" else "12345678"
        at = next(index for index, name in enumerate(squares) if name[1] in ranks)
        men[squares.pop(at)] = man
    return men


def test_every_move_of_random_positions() -> None:
    rng, compared = random.Random(4), 0
    while compared < 40:
        men = random_men(rng)
        if relay.in_check(men, "b") or relay.in_check(men, "w"):
            continue
        expected = {move for move, _ in relay.moves(men, "w")}
        assert {move for (move,) in answers(set_up(men, "~1"))} == expected, men
        compared += 1


def men_of(problem: Problem) -> relay.Men:
    return {square(at): man.colour.value[0] + LETTER[man.walk] for at, man in problem.position}


def slow_answers(men: relay.Men, given: Traditional) -> set[relay.Line]:
    """The lines or keys of the slow reading, of the full length."""
    match given.play:
        case "h":
            plies = 2 * given.moves + given.half
            return relay.help_lines(men, "b" if plies % 2 == 0 else "w", "w", plies)
        case "ser-":
            return relay.series_lines(men, "w", given.moves)
        case "":
            return relay.keys(men, "w", given.moves)
        case "s":
            return relay.self_keys(men, "w", given.moves)
    raise AssertionError(given.play)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_only_solution_of_a_problem_is_that_of_the_slow_reading(path: Path) -> None:
    (problem,) = solver.read_problems(path)
    given = problem.stipulation
    assert isinstance(given, Traditional)
    found = answers(problem)
    assert len(found) == 1
    assert found == slow_answers(men_of(problem), given)


def test_there_are_six_problems_of_four_kinds() -> None:
    kinds = {path.stem.split("-")[0] for path in FILES}
    assert len(FILES) >= 6
    assert kinds >= {"direct", "help", "self", "series"}
