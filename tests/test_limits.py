"""Limits of memory hold: what the whole process occupies, measured by the system."""

import subprocess
import sys
from pathlib import Path

import pytest

REST_MIB = 64
"""What Python and all that is not a table may take."""

HELP = """\
begin
pieces white ke1 qd1 ra1h1 black ka8 pa7b7
stipulation h#3.5
option maxtime 6
end
"""
DIRECT = """\
begin
forsyth 1S3b2/p1kS3p/K4PPP/P1p1P3/2R2P2/1P1P4/3pppBB/3Q1R2
stipulation #6
option maxtime 6 variation try
end
"""
GAME = """\
begin
forsyth rs1q3r/ppp1pp1p/2kp1s1p/8/5P1b/4KS1P/PPPPP2P/RSBQ1B2
stipulation dia11.5
option maxtime 6
end
"""
# More pictures of the end than may be kept.
PICTURES = """\
begin
forsyth r1b2rk1/ppp2ppp/2s1ps2/3q4/3P4/2PB1S2/PP3PPP/R1BQ1RK1
stipulation h#3.5
option maxtime 6
end
"""


# In a small process of its own: a child inherits the peak of the one that starts it.
MEASURE = """
import os, subprocess, sys
null = subprocess.DEVNULL
process = subprocess.Popen(sys.argv[1:], stdout=null, stderr=null)
_, status, usage = os.wait4(process.pid, 0)
print(os.waitstatus_to_exitcode(status), usage.ru_maxrss)
"""


def peak_mib(file: Path, *words: str) -> float:
    """The most memory that one solve occupied."""
    command = [sys.executable, "-m", "solver.cli", *words, str(file)]
    measuring = [sys.executable, "-S", "-c", MEASURE, *command]
    status, peak = subprocess.run(measuring, capture_output=True, check=True).stdout.split()
    assert int(status) in (0, 3)
    unit = 1 if sys.platform == "darwin" else 1 << 10
    return int(peak) * unit / (1 << 20)


@pytest.mark.parametrize(
    ("memory", "words"),
    [(memory, words) for memory in (0, 32, 128) for words in ((), ("--resume",))],
    ids=lambda value: value if isinstance(value, int) else "resume" if value else "plain",
)
@pytest.mark.parametrize(
    "problem", [HELP, DIRECT, GAME, PICTURES], ids=["help", "direct", "game", "pictures"]
)
def test_memory(tmp_path: Path, problem: str, memory: int, words: tuple[str, ...]) -> None:
    file = tmp_path / "problem.txt"
    file.write_text(problem)
    peak = peak_mib(file, "--memory", f"{memory}M", "--threads", "2", *words)
    assert peak <= 1.1 * memory + REST_MIB
