"""The shape of the tree: sizes of files, who imports whom, and that public things are explained."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
LONGEST_FILE = 800
SOURCES = sorted(
    path
    for folder in ("grammar", "solver", "tests")
    for suffix in ("*.py", "*.rs", "*.lark")
    for path in (ROOT / folder).rglob(suffix)
)
MODULES = sorted(path for folder in ("grammar", "solver") for path in (ROOT / folder).rglob("*.py"))

# To add a part: what its modules are called, and which other parts they may import.
PARTS = {
    "model": ("solver.model",),
    "grammar": ("grammar",),
    "native": ("solver.native",),
    "engine": ("solver._engine",),
    "compile": ("solver.compile",),
    "notation": ("solver.notation",),
    "api": ("solver.api", "solver.catalogue", "solver.running", "solver.events"),
    "checkpoint": ("solver.checkpoint",),
    "batch": ("solver.batch",),
    "cli": ("solver.cli", "solver.command"),
    "package": ("solver",),
}
MAY_IMPORT = {
    "model": set(),
    "grammar": {"model"},
    "native": {"engine"},
    "compile": {"model", "native"},
    "notation": {"model"},
    "checkpoint": {"model"},
    "api": {"grammar", "model", "compile", "native", "package", "checkpoint"},
    "batch": {"api", "notation", "model", "package", "checkpoint"},
    "cli": {"api", "notation", "model", "batch", "package", "checkpoint"},
    "package": {"api", "model"},
}

# The engine core: a layer sees only those before it.
LAYERS = ("board", "movement", "rules", "retro", "stipulation", "search")
CORE = ROOT / "solver" / "engine" / "core" / "src"


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def part_of(module: str) -> str | None:
    for part, names in PARTS.items():
        if any(module == name or module.startswith(f"{name}.") for name in names):
            return part
    return None


def imported_modules(path: Path) -> Iterator[str]:
    """Our own modules that a file imports, wherever in it the import stands."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: relative import"
            for alias in node.names:
                name = f"{node.module}.{alias.name}"
                yield name if node.module in ("solver", "grammar") else node.module


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_file_is_not_too_long(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= LONGEST_FILE


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_imports_follow_the_table(path: Path) -> None:
    own = part_of(module_name(path))
    assert own is not None, "which part is this? see PARTS"
    for module in imported_modules(path):
        part = part_of(module)
        if part is not None and part != own:
            assert part in MAY_IMPORT[own], f"{own} imports {module}"


@pytest.mark.parametrize("path", MODULES, ids=module_name)
def test_public_things_have_docstrings(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    assert ast.get_docstring(tree), "the module"
    missing = [name for name, node in public_things(tree) if ast.get_docstring(node) is None]
    assert not missing


Definition = ast.ClassDef | ast.FunctionDef


def public_things(tree: ast.Module) -> Iterator[tuple[str, Definition]]:
    for node in tree.body:
        if isinstance(node, Definition) and not node.name.startswith("_"):
            yield node.name, node
            if isinstance(node, ast.ClassDef):
                for inner in node.body:
                    if isinstance(inner, ast.FunctionDef) and not inner.name.startswith("_"):
                        yield f"{node.name}.{inner.name}", inner


@pytest.mark.parametrize("layer", LAYERS)
def test_core_layers_look_down_only(layer: str) -> None:
    later = LAYERS[LAYERS.index(layer) + 1 :]
    forbidden = re.compile(rf"\bcrate::({'|'.join(later)})\b") if later else None
    for path in CORE.rglob("*.rs"):
        if forbidden and path.relative_to(CORE).parts[0].removesuffix(".rs") == layer:
            assert not forbidden.search(path.read_text(encoding="utf-8")), path


def test_core_knows_no_python() -> None:
    assert "pyo3" not in (CORE.parent / "Cargo.toml").read_text(encoding="utf-8")


def test_every_folder_says_what_it_is_for() -> None:
    for path in MODULES:
        assert (path.parent / "__init__.py").exists(), path
