"""A real scheduler and two real workers, one of which is killed: the table comes out the same."""

import json
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from solver.batch.cluster import Cluster
from solver.batch.run import carry_out, prepare
from solver.batch.store import Store
from solver.batch.supervisor import Limits, Supervisor
from tests.support.collections import random_epd
from tests.support.kills import SOLVE, uninterrupted

pytest.importorskip("distributed")
pytestmark = pytest.mark.slow

LIMITS = Limits(60.0)
Process = subprocess.Popen[bytes]


def launch(*words: str) -> Process:
    command = [sys.executable, "-m", f"distributed.cli.{words[0]}", *words[1:]]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[str, list[Process]]]:
    """The address of a scheduler, and its two workers."""
    file = tmp_path / "scheduler.json"
    words = ("--scheduler-file", str(file))
    scheduler = launch("dask_scheduler", "--port", "0", "--no-dashboard", *words)
    workers = [
        launch("dask_worker", *words, "--nthreads", "1", "--no-nanny", "--no-dashboard")
        for _ in range(2)
    ]
    end = time.monotonic() + 60
    while not file.exists() and time.monotonic() < end:
        time.sleep(0.1)
    yield json.loads(file.read_text())["address"], workers
    for process in (*workers, scheduler):
        process.kill()
        process.wait()


def test_a_worker_lost_is_made_up_for(tmp_path: Path, cluster: tuple[str, list[Process]]) -> None:
    address, workers = cluster
    collection = tmp_path / "x.epd"
    random_epd(collection, 150)
    expected = verdicts(tmp_path / "expected.db", collection)
    store = Store(str(tmp_path / "x.db"))
    plan = prepare([str(collection)], store, LIMITS)
    crew = Cluster(address, LIMITS)
    crew.client.wait_for_workers(2, timeout=60)
    told: list[str] = []

    def tell(task: object, result: object) -> None:
        told.append("")
        if len(told) == 20:
            workers[0].send_signal(signal.SIGKILL)

    carry_out(plan, store, LIMITS, crew, tell)
    crew.close()
    assert workers[0].wait(timeout=10) == -signal.SIGKILL
    assert len(told) == 150
    assert [(row.number, row.verdict, row.findings) for row in store.rows()] == expected


def verdicts(data: Path, collection: Path) -> list[tuple[object, ...]]:
    store = Store(str(data))
    plan = prepare([str(collection)], store, LIMITS)
    carry_out(plan, store, LIMITS, Supervisor(2, LIMITS))
    return [(row.number, row.verdict, row.findings) for row in store.rows()]


HARD = """\
begin
pieces white kc4 be5 sb5 pe2h3 black kg5 be3 sg3 pb7c6d7e4
stipulation h#3.5
option setplay
twin move e2 f2
end
"""


def test_one_problem_by_its_units(tmp_path: Path, cluster: tuple[str, list[Process]]) -> None:
    """One of the workers is killed on the way, later the search itself, which is taken up."""
    address, workers = cluster
    file = tmp_path / "hard.txt"
    file.write_text(HARD)
    checkpoint = Path(f"{file}.checkpoint")
    expected = uninterrupted(file).stdout
    command = [*SOLVE, "--resume", "--cluster", address, str(file)]
    first = subprocess.Popen(command, stdout=subprocess.PIPE)
    wait_for(checkpoint, b"UnitDone", 20)
    workers[0].send_signal(signal.SIGKILL)
    before = checkpoint.read_bytes().count(b"UnitDone")
    wait_for(checkpoint, b"UnitDone", before + 50)
    first.kill()
    first.communicate()
    done = subprocess.run(command, capture_output=True, timeout=300)
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout == expected
    # The rest of it is here.
    again = uninterrupted(file, "--resume")
    assert again.stdout == expected


def wait_for(file: Path, text: bytes, count: int) -> None:
    end = time.monotonic() + 120
    while time.monotonic() < end:
        if file.exists() and file.read_bytes().count(text) >= count:
            return
        time.sleep(0.05)
    raise AssertionError(f"{file} has less than {count} times {text!r}")


@pytest.mark.parametrize("words", [(), ("--as-found",), ("--time", "0.5")])
def test_units_on_a_cluster_of_its_own(tmp_path: Path, words: tuple[str, ...]) -> None:
    file = tmp_path / "easy.txt"
    file.write_text(HARD.replace("h#3.5", "h#2.5").replace("option", "option maxsolutions 1"))
    done = uninterrupted(file, "--cluster", "local", *words)
    if words == ():
        assert done.stdout == uninterrupted(file).stdout
    assert done.returncode == 3
    assert b"finished" not in done.stdout
    assert not Path(f"{file}.checkpoint").exists()


def test_no_units_where_nobody_answers(tmp_path: Path) -> None:
    file = tmp_path / "easy.txt"
    file.write_text(HARD)
    assert uninterrupted(file, "--cluster", "tcp://127.0.0.1:9").returncode == 2


def test_nobody_answers() -> None:
    with pytest.raises(OSError):
        Cluster("tcp://127.0.0.1:9", LIMITS, patience_seconds=1)


def test_the_command_on_a_cluster_of_its_own(tmp_path: Path) -> None:
    collection = tmp_path / "x.epd"
    random_epd(collection, 20)
    command = [sys.executable, "-m", "solver.cli", "verify", str(collection)]
    found = subprocess.run(
        [*command, "--cluster", "local", "--jobs", "2", "--quiet"],
        capture_output=True,
        timeout=120,
        check=True,
    )
    assert b"20 problems" in found.stdout
