"""Borrowed walks and captures en passant that pass over, against answers of Popeye 4.104.

The cases under tests/pieces/ are positions set up at random; the answers are Popeye's, asked
without its hash table, and not those of this solver.
"""

import re
from pathlib import Path

import pytest
from support.printed import Case, order_free, printed, read_cases

import solver
from solver.model.errors import InputError

FOLDER = Path(__file__).parent / "pieces"
CASES = [case for path in sorted(FOLDER.glob("*.txt")) for case in read_cases(path)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name.replace(" ", "-"))
def test_answer(case: Case) -> None:
    assert order_free(printed(case.problem)) == order_free(case.answer)


def moves_of(text: str, square: str = "e5") -> set[str]:
    """Departures and arrivals of the moves of the man on a square, with what it promotes to."""
    lines = printed(f"begin\n{text}\nstipulation ~1\noption NoWk NoBk\nend\n").splitlines()
    moves = (re.match(rf" +1\.\{{.*\}}({square}\S*)", line) for line in lines)
    return {move[1] for move in moves if move}


@pytest.mark.filterwarnings("ignore:.*has no king")
def test_a_medium_is_not_activated_by_a_king() -> None:
    assert moves_of("pieces White {medium}e5 Black Kd5") == set()
    assert moves_of("pieces White {medium}e5 Black Kd5 Pd6") == {"e5*d6", "e5-e6"}
    # An orphan that the king has activated passes the king's walk on.
    assert "e5-f5" in moves_of("pieces White {medium}e5 Rc8 Black Oc5")


@pytest.mark.filterwarnings("ignore:.*has no king")
def test_a_doped_pawn_may_promote_and_must_on_the_last_rank() -> None:
    letters = {"=Q", "=R", "=B", "=S", ""}
    assert moves_of("pieces White {doped pawn}e5") == {f"e5-e6{letter}" for letter in letters}
    last = moves_of("pieces White {doped pawn}e7", "e7")
    assert last == {f"e7-e8{letter}" for letter in letters - {""}}


def test_a_borrowed_walk_is_no_part_of_another() -> None:
    with pytest.raises(InputError, match="orphan borrows its walk, so it is no part of another"):
        solver.read_text("begin\ndeclare piece x { walk orphan + rook; }\npieces White {x}e5\nend")


@pytest.mark.filterwarnings("ignore:.*has no king")
def test_the_option_of_a_piece_is_chosen_by_its_name() -> None:
    own = "declare piece x { walk wazir; option far walk rook; }\n"
    assert moves_of(own + "pieces White {x}e5") == {"e5-d5", "e5-e4", "e5-e6", "e5-f5"}
    assert len(moves_of(own + "pieces White {X far}e5")) == 14
    assert len(moves_of(own + "pieces White {x far}/{x}e5")) == 3 + 1
    home = solver.solve("begin\nboard 13x13\npieces White {Électron null} g7\nstipulation ~1\nend")
    assert "electron null" in str(home)
    with pytest.raises(InputError, match="electron has no option 'nul'"):
        solver.read_text("begin\npieces White {Electron nul}e5\nend")


@pytest.mark.filterwarnings("ignore:.*has no king")
def test_a_target_may_hold_neutral_men_that_the_diagram_has_not() -> None:
    start = "begin\npieces White Kc1 Sb1 Black Ke8\nstipulation a=>b1.5\n"
    assert "Sb1-c3" in printed(f"{start}pieces White Kc1 Sc3 Black Ke7\nend")
    assert "Sb1-c3" not in printed(f"{start}pieces White Kc1 Neutral Sc3 Black Ke7\nend")
