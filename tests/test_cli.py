"""The command `solve`, run as a person or a program runs it."""

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from solver.command.arguments import read_arguments
from solver.command.request import simple_request

ROOT = Path(__file__).parent.parent
MORPHY = ROOT / "problems" / "orthodox" / "morphy-1856.txt"
COMMAND = [sys.executable, "-m", "solver.cli"]

EASY = """\
begin
pieces white kc6 qh2 black ka8 pa7
stipulation #1
end
"""
LONG = """\
begin
pieces white ke1 qd1 ra1h1 bc1f1 sb1g1 pa2b2c2d2e2f2g2h2
       black ke8 qd8 ra8h8 bc8f8 sb8g8 pa7b7c7d7e7f7g7h7
stipulation h#4
end
"""
UNREADABLE = "begin\npieces white kc6 black ka8\nstipulation #1\nbanana split\nend\n"
KEY = "1.Qh2-h8 # !"


def solve(*words: str | Path, text: str | bytes = b"") -> subprocess.CompletedProcess[bytes]:
    data = text.encode() if isinstance(text, str) else text
    return subprocess.run([*COMMAND, *map(str, words)], input=data, capture_output=True, timeout=60)


def start(*words: str) -> subprocess.Popen[bytes]:
    process = subprocess.Popen(
        [*COMMAND, *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdin is not None
    process.stdin.write(LONG.encode())
    process.stdin.close()
    process.stdin = None
    return process


def two(first: str, second: str) -> str:
    return first.replace("end\n", "next\n") + second.replace("begin\n", "")


def test_a_file() -> None:
    done = solve("-regression", MORPHY)
    assert done.returncode == 0
    assert b"1.Ra1-a6 ! zugzwang." in done.stdout
    assert b"Time" not in done.stdout
    assert done.stderr == b""


def test_time_is_told_without_regression() -> None:
    assert b"Time = " in solve(MORPHY).stdout


@pytest.mark.parametrize("words", [("-",), (), ("-maxmem", "1G"), ("-heartbeat",)])
def test_standard_input(words: tuple[str, ...]) -> None:
    done = solve(*words, text=EASY)
    assert done.returncode == 0
    assert KEY.encode() in done.stdout


def test_several_files_and_problems() -> None:
    done = solve("-regression", MORPHY, "-", MORPHY, text=two(EASY, EASY))
    assert done.returncode == 0
    assert done.stdout.count(b"solution finished.") == 4


def test_a_file_that_is_not_there() -> None:
    done = solve("nowhere.txt", "-", text=EASY)
    assert done.returncode == 2
    assert b"nowhere.txt: No such file" in done.stderr
    assert KEY.encode() in done.stdout


def test_what_cannot_be_read_is_told_with_its_place() -> None:
    done = solve(text=UNREADABLE)
    assert done.returncode == 2
    assert b"<stdin>:4:1: " in done.stderr
    assert done.stdout == b""


REFUSED = EASY.replace("black ka8 pa7", "black ka8 pa7 white TotalInvisible 1")


def test_what_is_refused_stops_nothing_else() -> None:
    done = solve("-regression", text=two(REFUSED, EASY))
    assert done.returncode == 2
    assert b"<stdin>:2:" in done.stderr
    assert done.stdout.count(b"solution finished.") == 1
    assert KEY.encode() in done.stdout


def test_a_limit_makes_the_answer_partial() -> None:
    begin = time.monotonic()
    done = solve("--time", "0.5", text=LONG)
    assert time.monotonic() - begin < 5
    assert done.returncode == 3
    assert b"solving interrupted." in done.stdout


def test_the_time_limit_holds_for_each_twin() -> None:
    text = LONG.replace("end\n", "option maxtime 1\ntwin remove a2\nend\n")
    done = solve("-maxtime", "100", text=text)
    assert done.returncode == 3
    assert b"\nb) " in done.stdout


def test_maxsolutions_makes_the_answer_partial() -> None:
    done = solve(text=MORPHY.read_text().replace("option variation", "option maxsolutions 1"))
    assert done.returncode == 3 or b"solution finished." in done.stdout


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_signal_ends_the_search_in_order(number: signal.Signals) -> None:
    process = start("-regression")
    assert process.stdout is not None
    head = process.stdout.read(500)
    time.sleep(0.3)
    begin = time.monotonic()
    process.send_signal(number)
    rest, errors = process.communicate(timeout=30)
    seconds = time.monotonic() - begin
    assert process.returncode == 128 + number
    assert b"solving interrupted." in head + rest
    assert b"Traceback" not in errors
    assert seconds < 2, "half a second on a machine that has nothing else to do"


@pytest.mark.parametrize("delay", [0.05, 0.1, 0.15, 0.2, 0.3, 0.5])
def test_a_signal_at_any_moment(delay: float) -> None:
    process = start("-regression")
    time.sleep(delay)
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    if process.returncode == -signal.SIGINT or b"<frozen" in errors:
        pytest.skip("the interpreter itself was not up yet")
    assert process.returncode == 130
    assert b"Traceback" not in errors


def test_a_closed_pipe_is_no_error() -> None:
    process = start()
    assert process.stdout is not None
    process.stdout.read(100)
    process.stdout.close()
    process.stdout = None
    _, errors = process.communicate(timeout=30)
    assert process.returncode in (-signal.SIGPIPE, 141)
    assert b"Traceback" not in errors


def test_protocol(tmp_path: Path) -> None:
    protocol = tmp_path / "protocol.txt"
    text = EASY.replace("end\n", f"protocol {protocol}\nend\n")
    first = solve("-regression", text=text)
    assert protocol.read_bytes() == first.stdout
    second = solve("-regression", text=text)
    assert protocol.read_bytes() == second.stdout
    third = solve(text=text)
    assert protocol.read_bytes() == second.stdout + third.stdout


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_names_come_out_as_they_went_in(encoding: str) -> None:
    name = "Jürgen Möß".encode(encoding)
    done = solve(text=EASY.encode().replace(b"pieces", b"author " + name + b"\npieces", 1))
    assert done.returncode == 0
    assert name in done.stdout


@pytest.mark.parametrize(
    "words",
    [("--layout", "tapestry"), ("-maxtime", "soon"), ("--memory", "lots"), ("--threads", "-1")],
)
def test_a_wrong_command_line(words: tuple[str, ...]) -> None:
    done = solve(*words, text=EASY)
    assert done.returncode == 2
    assert done.stdout == b""


def test_popeye_switches_are_understood() -> None:
    switches = "-maxpos 1000 -maxtrace 3 -notraceptr -maxmem 40960 -maxtime 60 -heartbeat 100000"
    done = solve(*switches.split(), "-regression", text=EASY)
    assert done.returncode == 0
    assert KEY.encode() in done.stdout


def test_version_and_help() -> None:
    assert solve("--version").stdout.startswith(b"dawson ")
    text = solve("--help").stdout
    for word in (b"exit status", b"130", b"-maxtime", b"--layout"):
        assert word in text


@pytest.mark.parametrize(("layout", "key"), [("album", b"1.Ra6!"), ("json", b'"arrival":40')])
def test_other_layouts(layout: str, key: bytes) -> None:
    done = solve("--layout", layout, MORPHY)
    assert done.returncode == 0
    assert key in done.stdout


def test_a_short_problem_costs_little() -> None:
    solve(MORPHY)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    solve(MORPHY)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    assert seconds < 0.6, "0.2 s is the aim; this allows for a busy machine"


def test_the_package_is_light() -> None:
    code = "import sys, solver; print('lark' in sys.modules, 'msgspec' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, cwd=os.sep)
    assert done.stdout.split() == [b"False", b"False"]


@pytest.mark.parametrize(
    "line",
    ["a", "a b", "- a", "-regression a", "-q a b -regression", "a --quiet", "-q --threads 2 a b"],
)
def test_simple_request_is_what_the_parser_makes(line: str) -> None:
    words = line.split()
    request = simple_request(words)
    assert request is not None
    assert request == read_arguments(words, stdin_is_terminal=False)


@pytest.mark.parametrize(
    "line",
    ["", "-q", "a -q b", "--layout json a", "--threads x a", "--threads 2", "--threads", "--help"],
)
def test_other_requests_are_left_to_the_parser(line: str) -> None:
    assert simple_request(line.split()) is None


def test_what_the_command_does_not_use_is_not_loaded() -> None:
    code = (
        "import sys; from solver.command.lean import load_msgspec; load_msgspec();"
        "print('uuid' in sys.modules, 'msgspec.inspect' in sys.modules, 'msgspec' in sys.modules);"
        "import uuid, msgspec.inspect; print(uuid.uuid4().version, msgspec.inspect.type_info(int))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert done.stdout.split()[:4] == [b"False", b"False", b"True", b"4"]
