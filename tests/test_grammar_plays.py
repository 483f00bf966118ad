"""Declared goals and stipulations: reading, complaints, and the traditional ones."""

from pathlib import Path

import pytest

from grammar.library import trees
from grammar.library.plays import COMPILED, plays
from grammar.print_stipulation import expression_text
from grammar.printer import print_problem
from grammar.reader import read_text
from solver.model.board import Board, Colour
from solver.model.errors import SolverError
from solver.model.stipulation import And, By, Goal, Not, On, Or, Traditional, Tree

MEN = "pieces white kg1 black ka8"


def read(text: str) -> list[object]:
    (entry,) = read_text(f"begin\n{text}\nend\n")
    assert entry.errors == ()
    assert entry.problem is not None
    return [entry.problem, entry.problem.stipulation]


def complaint(text: str) -> str:
    (entry,) = read_text(f"begin\n{text}\nend\n", name="x.txt")
    return str(entry.errors[0])


@pytest.mark.parametrize(
    ("words", "test", "mark"),
    [
        ('"#" by knight', And(Goal("#"), By(("knight",))), "#"),
        ("by S", By(("knight",)), ""),
        ("on a1 h8", On((0, 63)), ""),
        ('"ze4"', Goal("z", 28), "z"),
        ('"x" or "+" and not on a1', Or(Goal("x"), And(Goal("+"), Not(On((0,))))), ""),
        ('("x" or "+") mark "!"', Or(Goal("x"), Goal("+")), "!"),
    ],
)
def test_a_goal_is_a_test_of_a_move(words: str, test: object, mark: str) -> None:
    problem, stipulation = read(f"declare goal {{my goal}} = {words};\n{MEN}\nstip h{{My  goal}}2")
    assert isinstance(stipulation, Traditional)
    assert stipulation.text == "h{my goal}2"
    assert stipulation.goal.own is not None
    assert (stipulation.goal.own.test, stipulation.goal.own.mark) == (test, mark)
    assert read_text(print_problem(problem))[0].problem == problem  # type: ignore[arg-type]


def test_goals_may_name_goals() -> None:
    _, stipulation = read(
        'declare goal one = "#" by rook;\ndeclare goal two = "{one}" on a1;\n'
        f"{MEN}\nsstip white 1ad[{{two}}]"
    )
    text = stipulation.text  # type: ignore[attr-defined]
    assert text == "1ad[{two}]"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("declare goal g = by knigt;", "2:21: no piece is called 'knigt'"),
        ("declare goal g = on i9;", "no square 'i9'"),
        ('declare goal goal = "#";', "'goal' stands for the goal of a stipulation"),
        ('declare goal g = "#";\ndeclare goal g = "x";', "there is already a goal"),
        ('declare goal s = "#";', "there is already a goal or stipulation 's'"),
        ('declare stipulation t = white "3ad[#]";\nstip {t}3#', "the length is ignored"),
        ('declare stipulation t = white "(2n)ad[goal]";\nstip {t}3', "{t}: a goal must follow it"),
        ('declare stipulation t = white "3ad[#]";\nstip {t}#3', "{t}: no goal may follow it"),
        ('declare stipulation t = white "(n)s[#]";\nstip {t}', "a number of moves must follow"),
        ('declare stipulation t = white "3aq[#]";', "the play of t cannot be read"),
        ('declare stipulation t = for 1 white "(n)s[#]";', "the last case must be for all lengths"),
        ('declare stipulation t = white "(n-9)s[#]";', "is negative for 3 moves"),
        ("stip h{smothred mate}3", "no goal is called 'smothred mate'"),
        ("stip {mate by a knigt}3", "did you mean '{mate by a knight}'?"),
        ('declare goal g = "#" by knight', "expected"),
    ],
)
def test_complaints(text: str, says: str) -> None:
    if "ignored" in says:
        (entry,) = read_text(f"begin\n{MEN}\n{text}\nend\n")
        assert any(says in note for _, note in entry.warnings)
    else:
        assert says in complaint(text)


def test_squares_of_a_goal_are_those_of_the_board() -> None:
    _, stipulation = read(
        "board 10x10\ndeclare goal far = on j10;\npieces white k g1 black k a8\nstip h{far}2"
    )
    assert stipulation.goal.own.test == On((Board(10, 10).square("j10"),))  # type: ignore[attr-defined]


def test_a_case_is_chosen_by_the_length() -> None:
    text = (
        'declare stipulation t = for 1 black "1h[goal]h" for n.5 white "(2n+1)h[goal]h" '
        'black "(3n-1)h[goal]h";'
    )
    problem, _ = read(f"{text}\n{MEN}\nstip {{t}}#2")
    declared = plays().extended(problem.own_plays)  # type: ignore[attr-defined]

    def tree(moves: int, half: bool) -> tuple[Colour, str]:
        tree = declared.tree(Traditional("", "{t}", Goal("#"), moves, half))
        return tree.starter, expression_text(tree.root)

    assert tree(1, False) == (Colour.BLACK, "1h[#]h")
    assert tree(1, True) == (Colour.WHITE, "3h[#]h")
    assert tree(2, False) == (Colour.BLACK, "5h[#]h")


def test_help_self_play_goes_on_where_a_side_is_stuck() -> None:
    tree = plays().tree(Traditional("", "hs", Goal("x"), 2))
    assert expression_text(tree.root) == "3h[>1:1d[x]a]h"


def test_a_length_without_a_case_is_refused() -> None:
    with pytest.raises(SolverError, match="negative"):
        plays().tree(Traditional("reci-h#0.5", "reci-h", Goal("#"), 0, True))


def test_the_compiled_declarations_are_up_to_date() -> None:
    from grammar.library.build import compiled_plays, compiled_trees

    assert Path(COMPILED).read_text("utf-8") == compiled_plays()
    assert Path(trees.COMPILED).read_text("utf-8") == compiled_trees()


@pytest.mark.parametrize("name", plays().play_names())
def test_kept_trees_are_those_that_are_read(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    goals = [(Goal("#"), None), (Goal("z", 12), None), (Goal("="), Goal("x"))]
    asked = [
        Traditional(f"{name}#{moves}", name, goal, moves, half, other_goal=other)
        for moves in (*range(8), 50_000)
        for half in (False, True)
        for goal, other in goals
    ]

    def answers() -> list[Tree | str]:
        found: list[Tree | str] = []
        for stipulation in asked:
            try:
                found.append(plays().tree(stipulation))
            except SolverError as error:
                found.append(str(error))
        return found

    kept = answers()
    monkeypatch.setattr("grammar.library.plays.kept_tree", lambda *_: None)
    assert kept == answers()
