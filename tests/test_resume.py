"""Checkpoints: a search that was killed is taken up, and its output shows nothing of that."""

from pathlib import Path

import pytest
from test_cli import solve

from solver.checkpoint.journal import Journal
from tests.support.kills import PROBLEMS, killed_and_resumed, uninterrupted

SHORT = """\
begin
pieces white ka1 rb1h1 black kd4 pd5e4
stipulation h#2.5
end
"""

# Some hundred parts, hardly any solution.
FEW = """\
begin
pieces white kc4 be5 sb5 pe2h3 black kg5 be3 sg3 pb7c6d7e4
stipulation h#3
end
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    result = tmp_path / "problems.txt"
    result.write_text(PROBLEMS)
    return result


@pytest.fixture
def short(tmp_path: Path) -> Path:
    result = tmp_path / "short.txt"
    result.write_text(SHORT)
    return result


def checkpoint(file: Path) -> Path:
    return Path(f"{file}.checkpoint")


@pytest.mark.parametrize("threads", ["1", "3"])
def test_killed_at_random_moments(file: Path, threads: str) -> None:
    expected = uninterrupted(file)
    outcome = killed_and_resumed(file, "--threads", threads, seed=1, most=4)
    assert outcome.kept > 0
    assert outcome.status == expected.returncode == 0
    assert outcome.output == expected.stdout
    assert outcome.errors == expected.stderr


@pytest.mark.parametrize("layout", ["popeye", "album", "json"])
def test_a_record_changes_nothing(file: Path, layout: str) -> None:
    words = ("--layout", layout)
    expected = uninterrupted(file, *words)
    assert uninterrupted(file, *words, "--resume").stdout == expected.stdout
    assert uninterrupted(file, *words, "--resume").stdout == expected.stdout


def test_cut_off_anywhere(file: Path) -> None:
    """The file ends where the machine went down: in the middle of a record, or of the first."""
    expected = uninterrupted(file, "--resume").stdout
    whole = checkpoint(file).read_bytes()
    for size in (0, len(whole) // 3, 2 * len(whole) // 3, len(whole) - 1):
        checkpoint(file).write_bytes(whole[:size])
        assert uninterrupted(file, "--resume").stdout == expected, size
        # What was lost has been added again, in whatever order.
        assert len(checkpoint(file).read_bytes()) > 0.99 * len(whole)


def test_damage_is_not_believed(file: Path) -> None:
    expected = uninterrupted(file, "--resume").stdout
    data = bytearray(checkpoint(file).read_bytes())
    data[len(data) // 2] ^= 1
    checkpoint(file).write_bytes(data)
    assert uninterrupted(file, "--resume").stdout == expected


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ("h#2.5", "h#1.5", b"stipulation: there h#2.5, here h#1.5"),
        ("pd5e4", "pd5", b"pieces: there White Ka1 Rb1 Rh1, Black Kd4 Pe4 Pd5, here"),
        ("end", "option duplex\nend", b"option: there nothing, here Duplex"),
    ],
)
def test_another_problem(short: Path, old: str, new: str, words: bytes) -> None:
    uninterrupted(short, "--resume")
    before = checkpoint(short).read_bytes()
    short.write_text(SHORT.replace(old, new))
    done = solve("--resume", short)
    assert done.returncode == 2
    assert words in done.stderr
    assert b"is of another problem" in done.stderr
    assert done.stdout == b""
    assert checkpoint(short).read_bytes() == before


def test_what_does_not_change_the_answer_may_change(short: Path) -> None:
    """Threads, memory, limits of time, names."""
    expected = uninterrupted(short).stdout
    assert uninterrupted(short, "--resume", "--threads", "1").stdout == expected
    short.write_text(SHORT.replace("end\n", "option maxtime 90\nend\n"))
    done = solve("-regression", "--resume", "--threads", "2", "--memory", "16M", short)
    assert done.stdout == expected


def test_another_engine(short: Path) -> None:
    uninterrupted(short, "--resume")
    journal = Journal(checkpoint(short))
    data = [data for _, data in journal.records()]
    journal.close()
    checkpoint(short).unlink()
    journal = Journal(checkpoint(short))
    for record in data:
        journal.append(record.replace(b'"engine":"', b'"engine":"9'))
    journal.close()
    done = solve("--resume", short)
    assert done.returncode == 2
    assert b"was made by engine 9" in done.stderr


def test_a_file_that_is_something_else_stays(short: Path, tmp_path: Path) -> None:
    other = tmp_path / "letter.txt"
    other.write_text("Dear Sam,\n")
    for words in ((), ("--resume",)):
        done = solve("--checkpoint", other, *words, short)
        assert done.returncode == 2
        assert b"is no checkpoint" in done.stderr
    assert other.read_text() == "Dear Sam,\n"


def test_a_checkpoint_is_not_written_over(short: Path, tmp_path: Path) -> None:
    chosen = tmp_path / "kept"
    assert solve("--checkpoint", chosen, short).returncode == 0
    assert not checkpoint(short).exists()
    done = solve("--checkpoint", chosen, short)
    assert done.returncode == 2
    assert b"--resume goes on with it" in done.stderr
    assert solve("--checkpoint", chosen, "--resume", short).returncode == 0


def test_one_search_at_a_time(short: Path) -> None:
    journal = Journal(checkpoint(short))
    try:
        done = solve("--resume", short)
    finally:
        journal.close()
    assert done.returncode == 2
    assert b"is in use by another search" in done.stderr


def test_standard_input_has_no_place_for_it(tmp_path: Path) -> None:
    assert solve("--resume", text=SHORT).returncode == 2
    chosen = tmp_path / "kept"
    assert solve("--checkpoint", chosen, text=SHORT).returncode == 0
    assert chosen.exists()


@pytest.mark.parametrize("option", ["maxsolutions 3", "startmovenumber 2", "uptomovenumber 2"])
def test_limits_end_at_the_same_place(file: Path, option: str) -> None:
    file.write_text(
        PROBLEMS.replace("stipulation h#2.5\noption setplay", f"stipulation h#2.5\noption {option}")
    )
    expected = uninterrupted(file)
    for threads in ("1", "4"):
        done = uninterrupted(file, "--resume", "--threads", threads)
        assert done.stdout == expected.stdout
        assert done.returncode == expected.returncode == 3


def test_a_limit_of_time_is_gone_on_from(tmp_path: Path) -> None:
    """Each run gets further, and the last one tells all."""
    file = tmp_path / "problem.txt"
    file.write_text(FEW)
    expected = uninterrupted(file)
    size = 0
    for _ in range(100):
        done = uninterrupted(file, "--resume", "--time", "0.2")
        if done.returncode == 0:
            break
        assert b"solving interrupted" in done.stdout
        before, size = size, checkpoint(file).stat().st_size
        assert size > before
    assert done.stdout == expected.stdout


def test_as_found_tells_the_same_in_another_order(file: Path) -> None:
    def lines(*words: str) -> tuple[int, list[bytes]]:
        done = uninterrupted(file, *words)
        return done.returncode, sorted(done.stdout.splitlines())

    assert lines("--as-found", "--threads", "4") == lines()
    assert lines("--as-found", "--resume") == lines()
    assert lines("--as-found", "--resume") == lines()


def test_what_was_examined_is_told(short: Path) -> None:
    short.write_text(SHORT.replace("end", "option maxsolutions 1\nend"))
    done = solve("-regression", "--threads", "1", short)
    assert done.returncode == 3
    told = [line for line in done.stderr.splitlines() if b"first moves examined" in line]
    assert [line[:32] for line in told] == [
        b"partial: lines of %d half-moves: " % length for length in (1, 3, 5)
    ]
    assert b"not examined" in told[0] or b"to the end; " in told[-1]


def test_the_file_cannot_be_made(short: Path, tmp_path: Path) -> None:
    done = solve("--checkpoint", tmp_path / "no" / "such", short)
    assert done.returncode == 2
    assert b"No such file" in done.stderr
