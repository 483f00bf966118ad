"""Runs that are killed at any moment, and two at once: the table comes out the same."""

import os
import signal
import sqlite3
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest

from tests.support.collections import random_epd

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="workers are found in /proc"),
]

PROBLEMS = 400
KILLS = 20


@pytest.fixture(scope="module")
def collection(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("kill") / "x.epd"
    random_epd(path, PROBLEMS)
    return path


@pytest.fixture(scope="module")
def expected(collection: Path) -> list[tuple[object, ...]]:
    data = collection.parent / "expected.db"
    assert start(collection, data).wait() == 0
    return table(data)


def start(collection: Path, data: Path, *more: str) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-m", "solver.cli", "verify", str(collection)]
    words = ["--db", str(data), "--jobs", "2", "--time", "60", *more]
    return subprocess.Popen(
        [*command, *words], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )


def table(data: Path) -> list[tuple[object, ...]]:
    with sqlite3.connect(data) as connection:
        assert connection.execute("pragma integrity_check").fetchone() == ("ok",)
        return connection.execute(
            "select d.file, d.number, r.verdict, r.complete, r.findings from documents d"
            " left join results r on r.key = d.key order by 1, 2"
        ).fetchall()


def known(data: Path) -> int:
    if not data.exists():
        return 0
    with suppress(sqlite3.OperationalError), sqlite3.connect(data) as connection:
        (count,) = connection.execute("select count(*) from results").fetchone()
        return int(count)
    return 0


def children(process: int) -> list[int]:
    with suppress(OSError):
        text = Path(f"/proc/{process}/task/{process}/children").read_text()
        return [int(word) for word in text.split()]
    return []


def kill(process: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


def test_killed_at_random_moments(
    collection: Path, expected: list[tuple[object, ...]], tmp_path: Path
) -> None:
    random = Random(20)
    data, log = tmp_path / "x.db", tmp_path / "log"
    orphans: list[int] = []
    for number in range(KILLS):
        running = start(collection, data, "--log", str(log))
        time.sleep(random.uniform(0.15, 0.9))
        for worker in children(running.pid):
            if random.random() < 0.5:
                kill(worker)
        if number % 2:
            time.sleep(random.uniform(0, 0.2))
        orphans += children(running.pid)
        running.kill()
        running.wait()
    before = known(data)
    assert start(collection, data, "--log", str(log)).wait() == 0
    assert table(data) == expected
    # A result that was kept is not made again: between keeping and telling nobody is killed twice.
    told = [line.split()[4] for line in log.read_text().splitlines() if " INFO " in line]
    assert len(told) <= PROBLEMS + KILLS
    assert before <= PROBLEMS
    time.sleep(0.5)
    assert not [worker for worker in orphans if is_worker(worker)]


def is_worker(process: int) -> bool:
    with suppress(OSError):
        return b"solver.cli" in Path(f"/proc/{process}/cmdline").read_bytes()
    return False


def test_two_runs_on_one_database(
    collection: Path, expected: list[tuple[object, ...]], tmp_path: Path
) -> None:
    data = tmp_path / "x.db"
    both = [start(collection, data), start(collection, data)]
    assert [running.wait() for running in both] == [0, 0]
    assert table(data) == expected


def test_interrupt_keeps_what_was_found(collection: Path, tmp_path: Path) -> None:
    data = tmp_path / "x.db"
    running = start(collection, data)
    while not known(data):
        time.sleep(0.02)
    running.send_signal(signal.SIGINT)
    assert running.wait(timeout=20) == 130
    assert 0 < known(data)
