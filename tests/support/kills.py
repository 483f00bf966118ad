"""A search that is killed again and again, and taken up each time."""

import random
import signal
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


def killed_and_resumed(file: Path, *words: str, seed: int, most: int = 6) -> Outcome:
    """Kill (-9) the search at random moments of its work, `most` times, then let it end.

    It may also end before it is killed so often.
    """
    moments = random.Random(seed)
    checkpoint = Path(f"{file}.checkpoint")
    checkpoint.unlink(missing_ok=True)
    uninterrupted(file, "--resume", *words)
    whole = _size(checkpoint)
    checkpoint.unlink()
    size = kept = kills = 0
    while True:
        command = [*SOLVE, "--resume", *words, str(file)]
        # Files: nobody reads a pipe before the search has ended.
        with open(f"{file}.out", "wb") as output, open(f"{file}.err", "wb") as errors:
            process = subprocess.Popen(command, stdout=output, stderr=errors)
        if kills < most:
            # Somewhere in what is left, or (now and then) before there is anything new.
            aim = moments.uniform(size, size + 2 * (whole - size) / (most - kills))
            _await(process, checkpoint, aim if moments.random() < 0.9 else 0)
            time.sleep(moments.uniform(0, 0.05))
            if process.poll() is None:
                process.kill()
        status = process.wait()
        if status != -signal.SIGKILL:
            texts = (Path(f"{file}{suffix}").read_bytes() for suffix in (".out", ".err"))
            return Outcome(*texts, status, kills, kept)
        kills += 1
        before, size = size, _size(checkpoint)
        kept += size > before


def _await(process: "subprocess.Popen[bytes]", checkpoint: Path, size: float) -> None:
    """Wait until the checkpoint is so large, or the search has ended."""
    while process.poll() is None and _size(checkpoint) < size:
        time.sleep(0.002)


def _size(file: Path) -> int:
    return file.stat().st_size if file.exists() else 0
