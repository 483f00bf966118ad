"""The shelf of compiled modules: used when it is right, ignored when it is not."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROBLEM = "begi pieces white kc7 rb1 black ka8 cond circe stip #1 endp"
COMMAND = """
import atexit, sys

def tell():
    specs = [getattr(module, "__spec__", None) for module in sys.modules.values()]
    shelved = [spec.name for spec in specs if spec and type(spec.loader).__name__ == "Shelved"]
    print(*shelved, file=sys.stderr)

atexit.register(tell)
from solver.cli import command
command()
"""


class Installed:
    """The packages in a folder of their own, with a cache and a problem."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.cache = folder / "cache"
        self.problem = folder / "problem.txt"
        self.problem.write_text(PROBLEM)
        for package in ("solver", "grammar"):
            leave_out = shutil.ignore_patterns("engine", "*.so", "*.pyd", "__pycache__")
            shutil.copytree(ROOT / package, folder / package, ignore=leave_out)
        for engine in (ROOT / "solver").glob("_engine.*"):
            if engine.suffix != ".pyi":
                (folder / "solver" / engine.name).symlink_to(engine)

    def solve(self, **settings: str) -> tuple[str, set[str]]:
        """What the command prints, and which modules came from the shelf."""
        environment = {**os.environ, "XDG_CACHE_HOME": str(self.cache), **settings}
        for name in ("PYTHONDONTWRITEBYTECODE", "PYTHONPATH"):
            if name not in settings:
                environment.pop(name, None)
        done = subprocess.run(
            [sys.executable, "-c", COMMAND, "-regression", str(self.problem)],
            cwd=self.folder,
            env=environment,
            capture_output=True,
            text=True,
            check=True,
        )
        return done.stdout, set(done.stderr.split())

    def shelf(self) -> Path:
        """The file, which is there."""
        (file,) = (self.cache / "dawson").glob("modules-*")
        return file


@pytest.fixture
def installed(tmp_path: Path) -> Installed:
    """Nothing has been solved yet."""
    return Installed(tmp_path)


def test_the_second_run_takes_its_modules_from_the_shelf(installed: Installed) -> None:
    first, none = installed.solve()
    written = installed.shelf().stat().st_mtime_ns
    second, shelved = installed.solve()
    assert (none, first) == (set(), second)
    assert {"solver.api", "solver.compile", "grammar.reader", "grammar.library"} <= shelved
    assert installed.shelf().stat().st_mtime_ns == written


def test_modules_of_other_problems_are_added(installed: Installed) -> None:
    installed.solve()
    installed.problem.write_text(PROBLEM.replace("endp", "twin remove b1 endp"))
    assert "grammar.build_twins" not in installed.solve()[1]
    assert {"solver.api", "grammar.build_twins"} <= installed.solve()[1]
    written = installed.shelf().stat().st_mtime_ns
    installed.problem.write_text(PROBLEM)
    assert "solver.api" in installed.solve()[1]
    assert installed.shelf().stat().st_mtime_ns == written


def test_a_changed_module_counts_as_it_is_now(installed: Installed) -> None:
    installed.solve()
    source = installed.folder / "solver" / "api.py"
    source.write_text(source.read_text() + "\nprint('changed')\n")
    for shelved in (False, True):
        output, modules = installed.solve()
        assert output.startswith("changed\n")
        assert ("solver.api" in modules) == shelved
        assert "grammar.reader" in modules


def test_a_module_that_is_gone_is_not_found(installed: Installed) -> None:
    installed.solve()
    (installed.folder / "solver" / "api.py").rename(installed.folder / "solver" / "other.py")
    with pytest.raises(subprocess.CalledProcessError) as error:
        installed.solve()
    assert "ImportError" in error.value.stderr or "ModuleNotFoundError" in error.value.stderr


@pytest.mark.parametrize("part", [0, 3, 4, 12, 40, -40])
def test_a_damaged_shelf_is_made_anew(installed: Installed, part: int) -> None:
    first, _ = installed.solve()
    data = bytearray(installed.shelf().read_bytes())
    data[part] ^= 255
    installed.shelf().write_bytes(data)
    assert installed.solve()[0] == first
    output, shelved = installed.solve()
    assert output == first
    assert {"solver.api", "grammar.reader"} <= shelved


@pytest.mark.parametrize("length", [0, 5, 100, 100_000])
def test_a_shelf_that_was_cut_off_is_made_anew(installed: Installed, length: int) -> None:
    first, _ = installed.solve()
    installed.shelf().write_bytes(installed.shelf().read_bytes()[:length])
    assert installed.solve()[0] == first
    assert {"solver.api", "grammar.reader"} <= installed.solve()[1]


def test_packages_that_were_copied_have_a_shelf_of_their_own(
    installed: Installed, tmp_path: Path
) -> None:
    installed.solve()
    other = tmp_path / "other"
    other.mkdir()
    for package in ("solver", "grammar"):
        shutil.copytree(installed.folder / package, other / package, symlinks=True)
    installed.folder = other
    assert installed.solve()[1] == set()
    assert "solver.api" in installed.solve()[1]


def test_nothing_is_written_where_python_writes_no_compiled_files(installed: Installed) -> None:
    installed.solve(PYTHONDONTWRITEBYTECODE="1")
    assert not list((installed.cache / "dawson").glob("modules-*"))


def test_without_a_place_for_a_cache_all_is_as_before(installed: Installed) -> None:
    expected = installed.solve()[0]
    installed.cache = Path("/dev/null/nowhere")
    for _ in range(2):
        assert installed.solve() == (expected, set())


def test_modules_from_the_shelf_are_as_always(installed: Installed) -> None:
    installed.solve()
    code = """
import sys
from solver.command.shelf import Shelf
sys.meta_path.insert(0, Shelf(sys.argv[1]))
import inspect, solver.compile, solver.api
for module in (solver.compile, solver.api):
    spec = module.__spec__
    assert type(spec.loader).__name__ == "Shelved", spec
    assert inspect.getsource(module) == open(module.__file__).read()
    assert module.__cached__.endswith(".pyc") and module.__cached__ == spec.cached
    assert module.__package__ == "solver.compile" if module is solver.compile else "solver"
assert list(solver.compile.__path__) == [sys.argv[1] + "/solver/compile"]
"""
    environment = {**os.environ, "XDG_CACHE_HOME": str(installed.cache)}
    subprocess.run(
        [sys.executable, "-c", code, str(installed.folder)],
        cwd=installed.folder,
        env=environment,
        check=True,
    )
