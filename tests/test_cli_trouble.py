"""The command in trouble: full disks, nobody who reads, absurd numbers, signals in a flood."""

import json
import signal
import subprocess
import time
from pathlib import Path

import pytest
from test_cli import COMMAND, EASY, KEY, MORPHY, solve, two

# A helpmate with thousands of solutions a second.
FLOOD = """\
begin
pieces white ke1 qd1 ra1h1 black ka8 pa7b7
stipulation h#4
end
"""
FULL = Path("/dev/full")
PARTIAL = {"popeye": b"solving interrupted.", "album": b"partial: ", "json": b'"why":["interrupt"]'}

needs_full = pytest.mark.skipif(not FULL.exists(), reason="the system has no full disk to offer")


def start(*words: str) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    process = subprocess.Popen([*COMMAND, *words], stdin=pipe, stdout=pipe, stderr=pipe)
    assert process.stdin is not None and process.stdout is not None
    process.stdin.write(FLOOD.encode())
    process.stdin.close()
    process.stdin = None
    return process


@pytest.mark.parametrize("threads", ["1", "4"])
@pytest.mark.parametrize("layout", PARTIAL)
def test_a_flood_is_ended_in_every_layout(layout: str, threads: str) -> None:
    process = start("--layout", layout, "--threads", threads)
    assert process.stdout is not None
    text = b""
    while len(text) < 300_000:
        text += process.stdout.read1(65536)
    begin = time.monotonic()
    process.send_signal(signal.SIGINT)
    rest, errors = process.communicate(timeout=30)
    seconds = time.monotonic() - begin
    assert process.returncode == 130
    assert PARTIAL[layout] in rest[-200:]
    assert errors.endswith(b"interrupted\n")
    if layout == "json":
        assert json.loads(text + rest)["complete"] is False
    assert seconds < 2, "half a second on a machine that has nothing else to do"


def test_it_ends_although_nobody_reads() -> None:
    process = start()
    assert process.stdout is not None
    process.stdout.read(1000)
    time.sleep(1)
    process.terminate()
    assert process.wait(timeout=30) == 143


@needs_full
@pytest.mark.parametrize("layout", PARTIAL)
def test_a_full_disk_ends_the_program(layout: str) -> None:
    with FULL.open("wb") as full:
        done = subprocess.run(
            [*COMMAND, "--layout", layout, str(MORPHY)], stdout=full, stderr=subprocess.PIPE
        )
    assert done.returncode == 1
    assert done.stderr == b"solve: No space left on device\n"


@needs_full
def test_a_protocol_that_cannot_be_written_costs_nothing_else() -> None:
    done = solve(text=two(EASY.replace("end\n", f"protocol {FULL}\nend\n"), EASY))
    assert done.returncode == 2
    assert b"<stdin>: protocol /dev/full: No space left on device" in done.stderr
    assert done.stdout.count(KEY.encode()) == 2


@pytest.mark.parametrize("name", ["a\0b", "/", "/nowhere/protocol"])
def test_a_protocol_that_cannot_be_opened_is_told(name: str) -> None:
    done = solve(text=EASY.replace("end\n", f"protocol {name}\nend\n"))
    assert done.returncode == 2
    assert b"protocol " in done.stderr and b"Traceback" not in done.stderr
    assert KEY.encode() in done.stdout


@pytest.mark.parametrize("closing", ["<&-", ">&-", "2>&-"])
def test_closed_streams(closing: str) -> None:
    command = ["sh", "-c", f'exec "$@" {closing}', "sh", *COMMAND, str(MORPHY)]
    done = subprocess.run(command, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")
    assert (b"1.Ra1-a6 !" in done.stdout) == (closing != ">&-")


@pytest.mark.parametrize(
    "words",
    [
        ("--memory", "9" * 30),
        ("-maxmem", "9" * 15 + "G"),
        ("--threads", "9" * 30),
        ("-heartbeat", "9" * 30),
        ("--time", "1e300"),
        ("--memory", "0"),
    ],
)
def test_numbers_beyond_reason(words: tuple[str, ...]) -> None:
    done = solve(*words, text=EASY)
    assert done.returncode == 0
    assert KEY.encode() in done.stdout


@pytest.mark.parametrize(
    "option", [f"threat {10**30}", f"nontrivial {10**30} {10**30}", f"defence {10**30}"]
)
def test_options_beyond_reason(option: str) -> None:
    done = solve(text=EASY.replace("end\n", f"option {option}\nend\n"))
    assert done.returncode == 0
    assert KEY.encode() in done.stdout


@pytest.mark.parametrize("stipulation", ["h#99999", "#2001", "ser-#4001", "h#2000.5"])
def test_lengths_beyond_reason_are_refused_with_their_place(stipulation: str) -> None:
    done = solve(text=two(EASY.replace("#1", stipulation), EASY))
    assert done.returncode == 2
    assert f"<stdin>:3:13: stipulation {stipulation} (more than 4000".encode() in done.stderr
    assert done.stdout.count(KEY.encode()) == 1


def test_regression_json_is_the_same_each_time() -> None:
    words = ("--layout", "json", "-regression", MORPHY)
    assert solve(*words).stdout == solve(*words, "--threads", "4").stdout


# The captor and the man that it captures may each go to some sixty squares, and promote there.
CHOICES = """\
begin
pieces white kc1 pe7 black kf3 sd8 pb3
stipulation ~1
condition circe super anticirce super
end
"""


def test_more_choices_than_a_move_can_hold_are_told() -> None:
    done = solve("-regression", text=CHOICES)
    assert done.returncode == 3
    assert b"a half-move leaves too much to choose" in done.stderr
    assert b"solving interrupted." in done.stdout
