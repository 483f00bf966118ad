"""Complaints about problem files: where, what was expected, what was perhaps meant."""

import pytest

from grammar.reader import read_text


@pytest.mark.parametrize(
    ("text", "place", "parts"),
    [
        ("begi\npieces white ka1\nstip h#1\ncond cirec\nendp", (4, 6),
         ["unknown word 'cirec'", "expected a condition", "did you mean 'Circe'?"]),
        ("begi cond grid orth endp", (1, 21), ["'endp'", "files and ranks"]),
        ("begi cond vert endp", (1, 11), ["'vert' is ambiguous", "VerticalMirrorCirce"]),
        ("begi opt maxs\nstip h#1 endp", (2, 1), ["expected a number"]),
        ("begi opt maxflight 65 stip h#1 endp", (1, 20), ["a number from 0 to 64"]),
        ("begi pieces white ka9 stip h#1 endp", (1, 19), ["there is no square 'a9'"]),
        ("begi pieces white kz1b2 stip h#1 endp", (1, 19), ["there is no square 'z1'"]),
        ("begi pieces ka1 stip h#1 endp", (1, 13), ["expected White, Black, Neutral"]),
        ("begi pieces white k a1 stip h#1 endp", (1, 21), ["'k' was read as Kamikaze"]),
        ("begi pieces white pa a1 stip h#1 endp", (1, 19), ["ambiguous among the attributes"]),
        ("begi pieces white ka1@b2 stip h#1 endp", (1, 22), ["the character '@'"]),
        ("begi stip ser-h = 1 endp", (1, 11), ["'ser-h'", "a goal"]),
        ("begi stip h# endp", (1, 14), ["a number of moves"]),
        ("begi stip #0 endp", (1, 12), ["at least 1"]),
        ("begi stip h#0 endp", (1, 13), ["at least 0.5"]),
        ("begi\rauthor A. B\rstip h#1\ropt foo\rendp", (4, 5), ["unknown word 'foo'"]),
        ("begi stip #1 twin move a1 endp", (1, 27), ["expected a square"]),
        ("begi stip #1 twin rot 45 endp", (1, 23), ["90, 180 or 270"]),
        ("begi sstip 3a[#]d endp", (1, 12), ["expected White"]),
        ("begi sstip neutral 3a[#]d endp", (1, 12), ["White or Black must begin"]),
        ("begi sstip white 3a[#d endp", (1, 22), ["']'"]),
        ("begi sstip white -# endp", (1, 18), ["before a branch"]),
        ("begi sstip white 3:2s[#] endp", (1, 18), ["the least number comes first"]),
        ("begi forsyth kx stip h#1 endp", (1, 15), ["no piece has the code 'x'"]),
        ("begi pieces white ka1 endp", (1, 26), ["no stipulation"]),
        ("begi pieces white", (1, 18), ["the text ends too early"]),
        ("hello begi stip #1 endp", (1, 1), ["beginproblem", "AnfangProblem"]),
        ("", (1, 1), ["there is no problem"]),
        ("begi declare rule x; stip h#1 endp", (1, 6), ["not available yet"]),
        ("begi declare stipulation x; stip h#1 endp", (1, 27), ["expected '='"]),
        ("begi declare goal g = \"q\"; stip g1 endp", (1, 23), ["is no goal"]),
        ("begi declare goal g = on z9; stip g1 endp", (1, 26), ["expected a square"]),
        ("begi stip h{smothred}3 endp", (1, 12), ["no goal is called"]),
        ("begi declare goal g = \"#\"; stip {g 3 endp", (1, 33), ["unknown word '{g'"]),
        ("begi board 10x stip h#1 endp", (1, 12), ["'10x' is no size of a board", "like 10x8"]),
        ("debu enonce h#1 condition circe pieces blanc re1 finp", (1, 40), ["'blanc'"]),
    ],
)  # fmt: skip
def test_complaints(text: str, place: tuple[int, int], parts: list[str]) -> None:
    error = read_text(text, name="x.inp")[0].errors[0]
    assert (error.line, error.column) == place
    message = str(error)
    assert message.startswith(f"x.inp:{place[0]}:{place[1]}: ")
    for part in parts:
        assert part in message
    if error.excerpt:
        excerpt, caret = message.split("\n")[1:]
        assert caret.index("^") == 3 + error.column
        assert excerpt.strip()


def test_nothing_shown_commands_the_terminal() -> None:
    error = read_text("begi author \x1b[31m\nopt foo \x1b[31m\nstip #1 endp")[0].errors[0]
    assert "\x1b" not in str(error)


def test_the_caret_stands_under_the_word() -> None:
    error = read_text("begi\nopt foo\nstip #1 endp")[0].errors[0]
    assert str(error).split("\n")[1:] == ["    opt foo", "        ^^^"]


def test_a_french_word_that_becomes_a_condition() -> None:
    (found,) = read_text("debu enonce h#1 condition circe pieces blanc re1 finp")
    assert "'pieces' is read as PiecesPerdues, not as the command pieces" in found.warnings[0][1]


def test_every_list_of_a_problem_is_checked() -> None:
    (found,) = read_text("begi pieces white xa1 cond qwe circe opt bar stip h#1 endp")
    assert [error.message for error in found.errors] == [
        "unknown word 'xa1'", "unknown word 'qwe'", "unknown word 'bar'"
    ]  # fmt: skip


@pytest.mark.parametrize(
    "text",
    [
        "begi sstip white " + "!" * 5000 + "# endp",
        "begi sstip white " + "(" * 5000,
        "begi sstip white " + "1s[" * 5000,
        "begi sstip white " + "#&" * 5000 + "# endp",
        "begi stip #" + "9" * 5000 + " endp",
        "begi opt maxsol " + "9" * 5000 + " endp",
        "begi pieces white k" + "a1" * 100_000 + " stip #1 endp",
        "begi " + "x" * 100_000,
        "begi " + "cond foo " * 5000,
        "begi stip #1 " + "twin " * 5000,
        "begi " * 5000,
        "begi stip #1 " + "next " * 5000,
    ],
)
def test_no_input_is_too_much(text: str) -> None:
    for entry in read_text(text):
        assert all(str(error) for error in entry.errors)
