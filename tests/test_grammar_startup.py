"""The reader starts quickly: its tables come from a cache, and it loads only what it needs."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from grammar import sentences
from grammar.reader import read_text

ROOT = Path(__file__).parent.parent
HEAVY = ("solver.native", "solver.compile", "grammar.library", "grammar.declarations")
TEXT = "begi pieces white ka1 black kc8 stip h#1 endp"


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """An empty cache, and a parser that has not been made."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    sentences._parser.cache_clear()
    yield tmp_path / "dawson"
    sentences._parser.cache_clear()


def test_reading_loads_no_more_than_it_needs() -> None:
    code = f"import sys, grammar.reader as r; r.read_text({TEXT!r}); print(*sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert [name for name in HEAVY if name in run.stdout.split()] == []


def test_lark_is_not_imported_again(cache: Path) -> None:
    read_text(TEXT)
    code = f"import sys, grammar.reader as r; r.read_text({TEXT!r}); print('lark' in sys.modules)"
    run = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stdout == "False\n"


def test_tables_are_kept(cache: Path) -> None:
    assert read_text(TEXT)[0].problem is not None
    (kept,) = cache.iterdir()
    before = kept.stat().st_mtime_ns
    sentences._parser.cache_clear()
    assert read_text(TEXT)[0].problem is not None
    assert kept.stat().st_mtime_ns == before


def test_tables_of_another_lark_are_made_anew(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read_text(TEXT)
    (kept,) = cache.iterdir()
    before = kept.read_bytes()
    there = sentences._lark_file()
    monkeypatch.setattr(sentences, "_lark_file", lambda path=None: (there[0], there[1], 0))
    sentences._parser.cache_clear()
    assert read_text(TEXT)[0].problem is not None
    assert kept.read_bytes() != before


@pytest.mark.parametrize("rubbish", [b"", b"rubbish", b"\0" * 100])
def test_damaged_tables_are_made_anew(cache: Path, rubbish: bytes) -> None:
    read_text(TEXT)
    (kept,) = cache.iterdir()
    kept.write_bytes(rubbish)
    sentences._parser.cache_clear()
    assert read_text(TEXT)[0].problem is not None
    assert kept.read_bytes() != rubbish


def test_no_place_for_a_cache(monkeypatch: pytest.MonkeyPatch, cache: Path) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", "/dev/null/nowhere")
    assert read_text(TEXT)[0].problem is not None
