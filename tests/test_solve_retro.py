"""Rights by convention (`--retro codex`): what is concluded, said and permitted.

The problems are published ones; what each proves is told by its author or its source.
"""

import io
import subprocess
import sys
from collections.abc import Sequence

import pytest

import solver
from solver.model.problem import Language
from solver.model.solution import LineFound, Message, Solution, TreeFound
from solver.notation import make_writer
from solver.notation.messages import message_text
from solver.running import Limits, Run

BENKO_1976 = """begin
pieces white ke1 qd6 rh1 sg3h6 pd2e3f3c5
       black kg2 pd7
stipulation #2 option setplay
end"""


def solved(men: str, stipulation: str, *options: str) -> Solution:
    """The problem solved by the convention; men: "white Ke1 ... black Ke8 ..."."""
    chosen = f"option {' '.join(options)}" if options else ""
    text = f"begin pieces {men} stipulation {stipulation} {chosen} end"
    return solver.solve(text, seconds=60, retro="codex")


def messages(solution: Solution, twin: int = 0) -> dict[str, list[tuple[str, ...]]]:
    """The arguments of the remarks of a twin by key."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for message in solution.twins[twin].messages:
        found.setdefault(message.key.removeprefix("retro_"), []).append(message.arguments)
    return found


def keys(solution: Solution, phase: int = -1) -> set[tuple[str, str]]:
    """Kind and squares of the keys."""
    return {
        (found.node.move.kind, squares((found.node.move.departure, found.node.move.arrival)))
        for found in solution.twins[0].phases[phase].found
        if isinstance(found, TreeFound) and found.node.mark == "!"
    }


def squares(indices: Sequence[int]) -> str:
    return "".join(f"{'abcdefgh'[index % 8]}{index // 8 + 1}" for index in indices)


def test_each_phase_has_the_past_of_its_side_to_move() -> None:
    solution = solver.solve(BENKO_1976, retro="codex")
    found = messages(solution)
    assert [arguments[:3] for arguments in found["castling_permitted"]] == [
        ("black", "0-0", "white")
    ]
    assert found["castling_before"] == [
        ("white", "0-0", "white", "{king}g1-g2, {king}h2-g2, {king}h3-g2")
    ]
    (line,) = solution.twins[0].phases[0].found
    assert isinstance(line, TreeFound)
    assert [answer.move.kind for answer in line.node.variations] == ["king_side_castling"]
    assert keys(solution) == {("ordinary", "g3f1")}


def test_without_the_convention_nothing_changes() -> None:
    # Popeye 4.104 prints these two keys.
    solution = solver.solve(BENKO_1976)
    assert keys(solution) == {("ordinary", "g3f1"), ("ordinary", "e3e4")}
    assert not solution.twins[0].messages


def test_a_right_that_the_problem_denies_is_not_in_question() -> None:
    solution = solver.solve(BENKO_1976.replace("setplay", "nocastling e1"), retro="codex")
    assert not solution.twins[0].messages
    assert keys(solution) == {("ordinary", "g3f1")}


def test_castlings_of_a_side_that_moved_last_exclude_each_other() -> None:
    # V. Liskovets, W. Keym: White moves, so Black moved last, with king or rook.
    solution = solved("white Kc6 Rc1 black Ke8 Ra8h8", "h#1.5")
    assert messages(solution)["exclusive"] == [("white", "0-0", "black", "0-0-0", "black")]
    lines = solution.twins[0].phases[0].found
    assert any(isinstance(line, LineFound) and "castling" in line.moves[1].kind for line in lines)


def test_loyd_1859_castlings_of_black() -> None:
    # S. Loyd, version, Missouri Democrat 1859: Black has just moved the king or a rook.
    men = "white Ke1 Qb2 Ra1h1 Be4e3 Sd5g5 Pa2f2h2c6e6 black Ke8 Ra8h8 Pe7g7"
    found = messages(solved(men, "#1"))
    assert ("white", "0-0", "black", "0-0-0", "black") in found["exclusive"]


# T. R. Dawson: the double step was the last move; nothing else could have been.
EN_PASSANT = {
    "Haarlemsche Courant 1921": (
        "white Ke4 Qf8 Rc7b2 Bg7f7 Sf1 Pf5e3e2b3a5a3 black Kc3 Bh8 Sc4b1 Ph7h6g6e5d7b7b6a7",
        "f5e6",
    ),
    "The Chess Amateur 1912": (
        "white Kd3 Qf4 Rb2a5 Be3d7 Sf6e8 Pf2e5e2d5d2c2a3a2 black Kb6 Qa6 Sb5 Pg7e6d6c5b7a7",
        "d5c6",
    ),
    "Retrograde Analysis 96, 1915": (
        "white Kc4 Rh8 Bf4 Pg2e6e5d4b2a5 black Kc7 Qg8 Rd3b7 Be4 Sa4a2 Ph7h4g5g3e3d5c6a7",
        "e5d6",
    ),
}


@pytest.mark.parametrize("source", EN_PASSANT)
def test_en_passant_keys(source: str) -> None:
    men, key = EN_PASSANT[source]
    solution = solved(men, "#2")
    assert "en_passant_permitted" in messages(solution)
    assert keys(solution) == {("en_passant", key)}


def test_a_capture_that_is_permitted_if_castling_is() -> None:
    # A scheme: the pawn came from g7, for on g6 it would have checked, and f6 and h6 are blocked;
    # or king or rook made the last move.
    men = "white Kf5 Pe5f6h5h6 black Ke8 Ra8 Pa7c7g5"
    found = messages(solved(men, "#1"))
    assert found["dependent"] == [("white", "g6", "0-0-0", "black")]
    assert "castling_permitted" in found and "en_passant_refused" in found


def test_what_needs_more_than_one_move_is_not_proved() -> None:
    # T. R. Dawson, The Evening Standard 1929: 1.b5xc6 e.p., proved only further back.
    men = "white Kf7 Rb2a5 Bd3a3 Sg6d5 Ph5g5f4d2c2b5b3a6 black Kd6 Bc4 Sa1 Ph4g3f6d7c5a7a2"
    solution = solved(men, "#2")
    ((_, arrival, step, _),) = messages(solution)["en_passant_refused"]
    assert (arrival, step) == ("c6", "{pawn}c7-c5")
    assert not keys(solution)


def test_a_double_step_that_the_problem_states_is_a_fact() -> None:
    men = "white Kf5 Rh8 Pe5f6h5 black Kh6 Pg5h7"
    plain = solver.solve(f"begin pieces {men} stipulation #2 option enpassant g7g6g5 end")
    solution = solved(men, "#2", "enpassant g7g6g5")
    assert keys(solution) == keys(plain) == {("en_passant", "h5g6")}
    assert not solution.twins[0].messages


def test_the_double_step_that_is_stated_leaves_the_right_to_castle() -> None:
    men = "white Ke6 Qf1 Pf5 black Ke8 Ra8 Pa7c7g5"
    assert "castling_permitted" in messages(solved(men, "#2", "enpassant g7g6g5"))


def test_a_diagram_that_cannot_have_arisen_keeps_its_rights() -> None:
    # P. Benko, ChessBase 2015: a joke, in which it is really Black's turn.
    solution = solved("white Kc7 Rc4b7 Pb5b3a3 black Ka5 Pa7a6", "#1")
    assert messages(solution) == {"no_last_move": [("white", "black")]}
    assert keys(solution) == {("ordinary", "c4a4")}


def test_duplex_asks_for_each_side() -> None:
    solution = solved("white Ke6 Qf1 Pf4 black Ke8 Ra8 Pa7c7h7", "#1", "duplex")
    found = messages(solution)
    assert [arguments[0] for arguments in found["castling_moved"]] == ["white"]
    assert [arguments[0] for arguments in found["castling_permitted"]] == ["black"]


@pytest.mark.parametrize(
    ("problem", "why"),
    [
        ("begin pieces white Ke1 Rh1 Gd4 black Ke8 stipulation #1 end", "men"),
        ("begin pieces white royal Sd4 Ke1 Rh1 black Ke8 stipulation #1 end", "men"),
        (
            "begin pieces white Ke1 Rh1 black Sa8 stipulation h#1 end",
            "kings",
        ),
        ("begin pieces white Ke1 Rh1 black Ke8 stipulation #1 condition hole a8 end", "conditions"),
        ("begin board 9x8 pieces white Ke1 Rh1 black Ke8 stipulation #1 end", "board"),
        ("begin pieces white Ke1 Rh1 Gd4 black Ke8 stipulation #1 option duplex end", "men"),
        # M. Rittirsch, Problemkiste 1989: White castles.
        ("begin pieces white Ke1 Ra1 black Ka3 Sa2 stipulation ser-h00 2 end", "series"),
    ],
)
@pytest.mark.filterwarnings("ignore")
def test_only_the_game_of_chess_has_a_past(problem: str, why: str) -> None:
    solution = solver.solve(problem, retro="codex")
    assert messages(solution) == {"not_applied": [(why,)]}
    assert solution.complete


def test_proof_games_begin_with_all_rights() -> None:
    problem = "begin forsyth rsbqkbsr/pppppppp/8/8/8/5S2/PPPPPPPP/RSBQKB1R stipulation dia0.5 end"
    solution = solver.solve(problem, retro="codex")
    assert not solution.twins[0].messages
    assert len(solution.twins[0].phases[0].found) == 1


def test_an_unknown_convention_is_an_error() -> None:
    with pytest.raises(ValueError, match="codex"):
        solver.solve(BENKO_1976, retro="kodex")  # type: ignore[arg-type]


ALL_KEYS = (
    "castling_permitted",
    "castling_moved",
    "castling_before",
    "exclusive",
    "en_passant_permitted",
    "en_passant_refused",
    "en_passant_impossible",
    "dependent",
    "no_last_move",
    "incomplete",
)


@pytest.mark.parametrize("language", Language)
def test_remarks_in_every_language(language: Language) -> None:
    arguments = ("white", "0-0", "black", "{knight}f1-h2", "black")
    texts = {message_text(Message(f"retro_{key}", arguments), language) for key in ALL_KEYS}
    assert len(texts) == len(ALL_KEYS)
    assert not any("retro_" in text or "{" in text for text in texts)
    reasons = {
        message_text(Message("retro_not_applied", (why,)), language)
        for why in ("board", "conditions", "men", "kings", "series")
    }
    assert not any(text.endswith((": board", ": men", ": series")) for text in reasons)


def test_letters_follow_the_language() -> None:
    message = Message(
        "retro_castling_moved", ("white", "0-0-0", "black", "{king}d8-e8, {pawn}a7-a6")
    )
    assert message_text(message, Language.FRENCH).endswith("(Rd8-e8, a7-a6)")


@pytest.mark.parametrize("layout", ["popeye", "album", "json"])
def test_every_layout_writes_the_remarks(layout: str) -> None:
    (problem,) = solver.read_text(BENKO_1976)
    out = io.StringIO()
    writer = make_writer(layout, problem, out, regression=True)
    writer.begin()
    for event in Run(problem, Limits(), "codex").ticks():
        if event is not None:
            writer.event(event)
    writer.end()
    assert "retro_castling_before" in out.getvalue() or "Kg1-g2, Kh2-g2" in out.getvalue()


def test_the_command_takes_the_convention() -> None:
    def run(convention: str) -> subprocess.CompletedProcess[str]:
        words = ["-regression", "--retro", convention, "--language", "de", "-"]
        return subprocess.run(
            [sys.executable, "-m", "solver.cli", *words],
            input=BENKO_1976,
            capture_output=True,
            text=True,
            check=False,
        )

    done = run("codex")
    assert done.returncode == 0
    assert "Retro (Weiss am Zug): 0-0 von Weiss ist nicht erlaubt" in done.stdout
    assert "1.Sg3-f1 !" in done.stdout and "1.e3-e4 !" not in done.stdout
    assert run("kodex").returncode == 2
