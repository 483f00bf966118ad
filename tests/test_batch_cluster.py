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
