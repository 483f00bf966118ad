"""Workers: limits hold, a death costs one retry, results are kept and not made twice."""

import os
import signal
import sqlite3
import time
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from solver.batch.document import Document
from solver.batch.run import carry_out, prepare
from solver.batch.store import Store
from solver.batch.supervisor import GRACE_SECONDS, Limits, Supervisor
from solver.batch.task import Task, key_of, task_of, weight_of
from solver.batch.verify import Result
from solver.command.verify import logs_in_one_place
from tests.support.collections import MANSFIELD, document, random_epd

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="workers are forked here")


def tasks(count: int) -> list[Task]:
    one = document("Kb6 Rh1", "Ka8", "#1", "1.Rh8#")
    return [Task(str(number), one) for number in range(count)]


def results(supervisor: Supervisor, work: list[Task]) -> dict[str, Result]:
    return {task.key: result for task, result in supervisor.run(work)}


def test_every_task_is_done_once() -> None:
    found = [task.key for task, _ in Supervisor(2, Limits(10.0)).run(tasks(20))]
    assert sorted(found) == sorted(task.key for task in tasks(20))


def replaced(monkeypatch: pytest.MonkeyPatch, verify: Any) -> None:
    monkeypatch.setattr("solver.batch.worker.verify", verify)


def test_time_holds_against_a_solver_that_does_not_look(monkeypatch: pytest.MonkeyPatch) -> None:
    replaced(monkeypatch, lambda document, effort: time.sleep(1000))
    begin = time.monotonic()
    found = results(Supervisor(2, Limits(0.2)), tasks(2))
    assert time.monotonic() - begin < 0.2 + GRACE_SECONDS + 5
    assert {result.verdict for result in found.values()} == {"unfinished"}
    assert "0.2 s" in found["0"].findings[0].text


def test_memory_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    def greedy(document: Document, effort: object) -> Result:
        kept = []
        while True:
            kept.append(bytearray(os.urandom(1 << 20)) * 8)
            time.sleep(0.005)

    replaced(monkeypatch, greedy)
    found = results(Supervisor(1, Limits(60.0, 200)), tasks(1))
    assert found["0"].verdict == "unfinished"
    assert "200 MiB" in found["0"].findings[0].text


def test_a_fault_costs_one_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    def faulty(document: Document, effort: object) -> Result:
        raise RuntimeError("boom")

    replaced(monkeypatch, faulty)
    found = results(Supervisor(1, Limits()), tasks(3))
    assert {result.verdict for result in found.values()} == {"unfinished"}
    assert "boom" in found["0"].findings[0].text


def test_logs_of_workers_come_to_one_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def faulty(document: Document, effort: object) -> Result:
        raise RuntimeError("boom")

    replaced(monkeypatch, faulty)
    path = tmp_path / "log"
    with logs_in_one_place(str(path)):
        results(Supervisor(2, Limits()), tasks(6))
        time.sleep(0.3)
    lines = [line for line in path.read_text().splitlines() if "a fault of this program" in line]
    assert len(lines) == 6
    assert str(os.getpid()) not in {line.split()[2] for line in lines}
    assert "boom" in path.read_text()


def test_a_killed_worker_costs_one_retry(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def dies_once(document: Document, effort: object) -> Result:
        mark = tmp_path / "died"
        if not mark.exists():
            mark.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return Result("sound", complete=True)

    replaced(monkeypatch, dies_once)
    found = results(Supervisor(2, Limits()), tasks(5))
    assert {result.verdict for result in found.values()} == {"sound"}


def test_a_problem_that_kills_workers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    def dies(document: Document, effort: object) -> Result:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError

    replaced(monkeypatch, dies)
    found = results(Supervisor(1, Limits()), tasks(2))
    assert "killed" in found["1"].findings[0].text


def test_workers_killed_from_outside_all_the_time() -> None:
    supervisor = Supervisor(2, Limits(20.0))
    found: dict[str, Result] = {}

    def kill() -> None:
        for _ in range(6):
            time.sleep(0.05)
            for process in supervisor.processes[:1]:
                try:
                    os.kill(process, signal.SIGKILL)
                except ProcessLookupError:
                    continue

    killer = Thread(target=kill)
    killer.start()
    found = results(supervisor, tasks(60))
    killer.join()
    assert len(found) == 60
    assert all(result.verdict in ("sound", "unfinished") for result in found.values())


def test_no_worker_is_left(tmp_path: Path) -> None:
    supervisor = Supervisor(2, Limits(10.0))
    running = supervisor.run(tasks(10))
    next(running)
    processes = supervisor.processes
    running.close()  # type: ignore[attr-defined]
    assert processes
    for process in processes:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)


def test_key_is_the_problem_not_its_author() -> None:
    first = document(*MANSFIELD, "1.Sd7!")
    assert key_of(first) == key_of(document(*MANSFIELD, "1.Sd7!"))
    assert key_of(first) != key_of(document(*MANSFIELD, "1.Se6!"))
    assert key_of(first) != key_of(document(*MANSFIELD[:2], "#3", "1.Sd7!"))


def test_longer_problems_come_first() -> None:
    two = document(*MANSFIELD).problem
    three = document(*MANSFIELD[:2], "#3").problem
    assert two is not None and three is not None
    assert weight_of(three) > weight_of(two)


def run(path: Path, data: Path, limits: Limits, **options: bool) -> int:
    """Verify; returns how many tasks there were."""
    store = Store(str(data))
    plan = prepare([str(path)], store, limits, **options)
    carry_out(plan, store, limits, Supervisor(2, limits))
    assert store.counts().get("", 0) == 0
    store.close()
    return len(plan.tasks)


def test_a_second_run_has_nothing_to_do(tmp_path: Path) -> None:
    collection, data = tmp_path / "x.epd", tmp_path / "x.db"
    random_epd(collection, 20)
    limits = Limits(20.0)
    assert run(collection, data, limits) == 20
    assert run(collection, data, limits) == 0
    assert run(collection, data, limits, afresh=True) == 20
    with collection.open("a") as file:
        file.write("7k/8/5K2/8/8/8/8/6R1 w - - bm #2;\n")
    assert run(collection, data, limits) == 1


def test_unfinished_is_tried_again_with_more(tmp_path: Path) -> None:
    collection, data = tmp_path / "x.epd", tmp_path / "x.db"
    # Sam Loyd, Excelsior.
    collection.write_text(
        "2q4k/8/8/3R4/6P1/1P3RP1/1P6/3B3N w - - bm #9;\n".replace("8/3R4/6P1", "8/3R3K/6P1")
    )
    assert run(collection, data, Limits(0.2)) == 1
    assert run(collection, data, Limits(0.2)) == 0
    assert run(collection, data, Limits(0.1)) == 0
    assert run(collection, data, Limits(0.4)) == 1


def test_an_unfinished_result_does_not_replace_a_verdict(tmp_path: Path) -> None:
    store = Store(str(tmp_path / "x.db"))
    work = task_of(document(*MANSFIELD))
    store.put_file("x", "digest", [(work, work.document)])
    store.put(work.key, Result("cook", complete=True), Limits(5.0).effort)
    store.put(work.key, Result("unfinished"), Limits(9.0).effort)
    assert [row.verdict for row in store.rows()] == ["cook"]


def test_a_file_that_is_no_database_is_told(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    path.write_bytes(b"this is no database, whatever it is called" * 50)
    with pytest.raises(OSError, match="database"):
        Store(str(path))


def test_wal(tmp_path: Path) -> None:
    path = tmp_path / "x.db"
    Store(str(path)).close()
    with sqlite3.connect(path) as data:
        assert data.execute("pragma journal_mode").fetchone() == ("wal",)
