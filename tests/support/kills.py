"""A search that is killed again and again, and taken up each time."""

import random
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

SOLVE = [sys.executable, "-m", "solver.cli", "-regression", "--quiet"]

PROBLEMS = """\
begin
pieces white ke1 ra1h1 black ka8 pa7b7
stipulation h#2.5
option setplay
twin move a8 c8
next
pieces white kc1 qd2 rh4 sb5 black ke5 pd6f6
stipulation #3
option variation try
next
pieces white ka2 rd1 bh2 pe2f4 black ke6 bg8 rh8 pe7f5
stipulation ser-h#6
next
pieces white kc4 be5 sb5 pe2h3 black kg5 be3 sg3 pb7c6d7e4
stipulation h#2
option movenumbers
end
"""
"""Lines and trees, set play, twins, series: half a second of work in all."""


@dataclass(frozen=True)
class Outcome:
    """What the last run, which was left to end, wrote; how many were killed before it.

    kept: of those, how many left more behind than the one before.
    """

    output: bytes
    errors: bytes
    status: int
    kills: int
    kept: int


def uninterrupted(file: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    """The search as it should be."""
    return subprocess.run([*SOLVE, *words, str(file)], capture_output=True, check=False)


def killed_and_resumed(
    file: Path, *words: str, seed: int, seconds: float, most: int = 30
) -> Outcome:
    """Kill (-9) the search after up to that many seconds, until it ends before it is killed.

    most: after so many kills it is left to end.
    """
    moments = random.Random(seed)
    checkpoint = Path(f"{file}.checkpoint")
    checkpoint.unlink(missing_ok=True)
    size = kept = 0
    for kills in range(most + 1):
        pipe = subprocess.PIPE
        command = [*SOLVE, "--resume", *words, str(file)]
        process = subprocess.Popen(command, stdout=pipe, stderr=pipe)
        try:
            moment = moments.uniform(0.0, seconds) if kills < most else None
            output, errors = process.communicate(timeout=moment)
            return Outcome(output, errors, process.returncode, kills, kept)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
        before, size = size, checkpoint.stat().st_size if checkpoint.exists() else 0
        kept += size > before
        time.sleep(0)
    raise AssertionError("not reached")
