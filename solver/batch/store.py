"""Results in a SQLite file: written by one process of a run, readable by all, at any time.

A result is kept under the key of its task, so that one problem in several collections is solved
once; a table of documents says which file holds which.  Every result is one transaction: a run
that is killed loses only what was being solved.
"""

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec

from solver.batch.compare.finding import Finding
from solver.batch.document import Document
from solver.batch.solving import Effort
from solver.batch.task import Task
from solver.batch.verify import Result
from solver.notation.forsyth import forsyth
from solver.notation.stipulations import stipulation_text

SCHEMA = 1
_PATIENCE_SECONDS = 60.0
_TABLES = """
create table if not exists results (
    key text primary key, verdict text not null, complete integer not null,
    findings text not null, notes text not null, seconds real not null, nodes integer not null,
    limit_seconds real, limit_mib integer, engine text not null, written text not null
        default (datetime('now'))
) without rowid;
create table if not exists documents (
    file text not null, number integer not null, line integer not null,
    solution_line integer not null, key text not null, format text not null,
    authors text not null, source text not null, stipulation text not null, position text not null,
    published text not null,
    primary key (file, number)
) without rowid;
create table if not exists files (
    file text primary key, digest text not null, documents integer not null
) without rowid;
create index if not exists by_key on documents (key);
"""


class Row(msgspec.Struct, frozen=True):
    """A document and the verdict on it.

    position: as `solver.notation.forsyth` writes it.  verdict: "" while there is none.
    """

    file: str
    number: int
    line: int
    solution_line: int
    authors: str
    source: str
    stipulation: str
    position: str
    published: str
    verdict: str
    complete: bool
    findings: tuple[Finding, ...]
    notes: tuple[str, ...]
    seconds: float
    nodes: int


class Store:
    """The database of results.

    path: ":memory:" for one that nobody keeps.  Raises OSError when it cannot be opened.
    """

    def __init__(self, path: str, *, engine: str = "") -> None:
        try:
            self._data = sqlite3.connect(path, timeout=_PATIENCE_SECONDS, isolation_level=None)
            self._prepare()
        except sqlite3.Error as error:
            raise OSError(5, f"{path}: {error}", path) from None
        self._engine = engine

    def _prepare(self) -> None:
        self._data.execute(f"pragma busy_timeout = {int(_PATIENCE_SECONDS * 1000)}")
        self._data.execute("pragma journal_mode = wal")
        self._data.execute("pragma synchronous = normal")
        (version,) = self._data.execute("pragma user_version").fetchone()
        if version not in (0, SCHEMA):
            raise sqlite3.DatabaseError(f"written by another version ({version}, not {SCHEMA})")
        if not version:
            self._data.executescript(
                f"begin immediate;{_TABLES}pragma user_version={SCHEMA};commit;"
            )

    def close(self) -> None:
        """Close the file."""
        self._data.close()

    def put(self, key: str, result: Result, effort: Effort) -> None:
        """Keep a result; a finished one gives way only to a finished one."""
        self._data.execute(
            "insert into results (key, verdict, complete, findings, notes, seconds, nodes,"
            " limit_seconds, limit_mib, engine) values (?,?,?,?,?,?,?,?,?,?)"
            " on conflict (key) do update set verdict=excluded.verdict,"
            " complete=excluded.complete, findings=excluded.findings, notes=excluded.notes,"
            " seconds=excluded.seconds, nodes=excluded.nodes,"
            " limit_seconds=excluded.limit_seconds, limit_mib=excluded.limit_mib,"
            " engine=excluded.engine, written=datetime('now')"
            " where results.verdict = 'unfinished' or excluded.verdict != 'unfinished'",
            (
                key,
                result.verdict,
                result.complete,
                msgspec.json.encode(result.findings).decode(),
                msgspec.json.encode(result.notes).decode(),
                result.seconds,
                result.nodes,
                effort.seconds,
                effort.memory_mib,
                self._engine,
            ),
        )

    def put_file(self, file: str, digest: str, tasks: Sequence[tuple[Task, Document]]) -> None:
        """Note which documents a file holds, instead of those that it held before."""
        rows = [_document_row(task.key, document) for task, document in tasks]
        with self._transaction():
            self._data.execute("delete from documents where file = ?", (file,))
            marks = ",".join("?" * 11)
            self._data.executemany(f"insert or replace into documents values ({marks})", rows)
            self._data.execute(
                "insert or replace into files values (?,?,?)", (file, digest, len(rows))
            )

    def settled_file(self, file: str, digest: str, effort: Effort) -> bool:
        """Whether the file is unchanged and every document has a result that stands."""
        found = self._data.execute(
            "select documents from files where file = ? and digest = ?", (file, digest)
        ).fetchone()
        if found is None:
            return False
        keys = [key for (key,) in self._keys(file)]
        return len(keys) == found[0] and all(self.settled(key, effort) for key in keys)

    def file_size(self, file: str) -> int:
        """How many documents a file holds, as far as it is known."""
        return len(self._keys(file))

    def _keys(self, file: str) -> list[tuple[str]]:
        return self._data.execute("select key from documents where file = ?", (file,)).fetchall()

    def settled(self, key: str, effort: Effort) -> bool:
        """Whether there is a result that would not come out better with this effort."""
        found = self._data.execute(
            "select verdict, limit_seconds, limit_mib from results where key = ?", (key,)
        ).fetchone()
        if found is None:
            return False
        verdict, seconds, mib = found
        return verdict != "unfinished" or (
            _at_least(seconds, effort.seconds) and _at_least(mib, effort.memory_mib)
        )

    def counts(self, files: Sequence[str] | None = None) -> dict[str, int]:
        """How many documents have each verdict ("" for none yet)."""
        counts: dict[str, int] = {}
        for row in self.rows(files):
            counts[row.verdict] = counts.get(row.verdict, 0) + 1
        return counts

    def rows(self, files: Sequence[str] | None = None) -> Iterator[Row]:
        """All documents (of these files) in order, with their verdicts."""
        query = (
            "select d.file, d.number, d.line, d.solution_line, d.authors, d.source,"
            " d.stipulation, d.position, d.published, r.verdict, r.complete, r.findings,"
            " r.notes, r.seconds, r.nodes"
            " from documents d left join results r on r.key = d.key"
        )
        wanted = None if files is None else set(files)
        with closing(self._data.execute(f"{query} order by d.file, d.number")) as cursor:
            for found in cursor:
                if wanted is None or found[0] in wanted:
                    yield _row(found)

    def _transaction(self) -> "_Transaction":
        return _Transaction(self._data)


class _Transaction:
    def __init__(self, data: sqlite3.Connection) -> None:
        self._data = data

    def __enter__(self) -> None:
        self._data.execute("begin immediate")

    def __exit__(self, kind: object, *rest: object) -> None:
        self._data.execute("commit" if kind is None else "rollback")


def open_existing(path: str) -> Store:
    """The database of an earlier run; raises OSError when there is none."""
    if not Path(path).is_file():
        raise FileNotFoundError(2, "there is no such database", path)
    return Store(path)


def _at_least(given: float | None, asked: float | None) -> bool:
    """Whether the limit that was given is not smaller; None is no limit."""
    return given is None or (asked is not None and given >= asked)


def _row(found: tuple[Any, ...]) -> Row:
    verdict, complete, findings, notes, seconds, nodes = found[9:]
    fields: list[Any] = [
        *found[:9],
        verdict or "",
        bool(complete),
        tuple(msgspec.json.decode(findings or "[]", type=list[Finding])),
        tuple(msgspec.json.decode(notes or "[]", type=list[str])),
        seconds or 0.0,
        nodes or 0,
    ]
    return Row(*fields)


def _document_row(key: str, document: Document) -> tuple[object, ...]:
    problem = document.problem
    header = problem.header if problem else None
    return (
        document.file,
        document.number,
        document.line,
        document.solution_line,
        key,
        document.format,
        "; ".join(header.authors) if header else "",
        "; ".join((*header.titles, *header.origins)) if header else "",
        stipulation_text(problem.stipulation, problem.language) if problem else "",
        forsyth(problem.position) if problem else "",
        document.solution,
    )
