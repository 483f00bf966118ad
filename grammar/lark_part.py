"""The part of Lark that runs a parser, cut out of Lark's source.

Importing Lark takes longer than solving a short problem, for it brings along all that makes
parsers.  Lark's stand-alone generator marks what running one takes; of that, what building a plain
tree takes is compiled here, without docstrings and annotations.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from types import CodeType
from typing import Any

ROOTS = frozenset({"_Parser", "IntParseTable", "Shift", "Reduce", "ParseTreeBuilder"}) | {
    "Rule",
    "RuleOptions",
    "Terminal",
    "NonTerminal",
    "Tree",
    "Token",
}
"""What a parser of this package is put together from."""

_LEFT_OUT = frozenset(
    {"InteractiveParser", "Transformer_InPlace", "apply_visit_wrapper", "inplace_transformer"}
) | {"logger", "copy", "deepcopy"}
"""What serves going on after errors, and transformers that work while the tree is built."""


def part_of_lark() -> CodeType:
    """A module that defines `ROOTS`.  Raises whatever there is when Lark is not put together so."""
    tree = ast.parse(_source())
    units = [(_bound(unit), unit) for whole in tree.body for unit in _units(_Bare().visit(whole))]
    needed: set[str] = set()
    open = set(ROOTS)
    while open:
        needed |= open
        used = {name for bound, unit in units if bound & open for name in _used(unit)}
        open = used - needed - _LEFT_OUT
    tree.body = [unit for bound, unit in units if bound & needed]
    code = compile(ast.fix_missing_locations(tree), "<lark>", "exec")
    names: dict[str, Any] = {"__name__": "lark"}
    exec(code, names)
    if missing := set(ROOTS) - names.keys():
        raise LookupError(f"this version of Lark has no {missing}")
    return code


def _source() -> str:
    import lark
    from lark.tools import standalone

    generator: Any = standalone
    folder = Path(lark.__file__).parent
    source = ""
    for name in generator.EXTRACT_STANDALONE_FILES:
        with open(folder / name, encoding="utf-8") as file:
            source += generator.extract_sections(file)["standalone"]
    return source


def _units(statement: ast.stmt) -> Iterator[ast.stmt]:
    """The statement, one of its own for each name that is imported."""
    match statement:
        case ast.Import(names):
            for name in names:
                yield ast.Import([name])
        case ast.ImportFrom(module, names, level):
            for name in names:
                yield ast.ImportFrom(module, [name], level)
        case _:
            yield statement


def _bound(unit: ast.stmt) -> set[str]:
    """The names that a statement of a module defines."""
    match unit:
        case ast.FunctionDef(name) | ast.ClassDef(name):
            return {name}
        case ast.Import([name]) | ast.ImportFrom(_, [name]):
            return {name.asname or name.name.partition(".")[0]}
    stored = (node for node in ast.walk(unit) if isinstance(node, ast.Name))
    return {node.id for node in stored if isinstance(node.ctx, ast.Store)}


def _used(unit: ast.stmt) -> Iterator[str]:
    return (node.id for node in ast.walk(unit) if isinstance(node, ast.Name))


class _Bare(ast.NodeTransformer):
    """Takes away docstrings, annotations and whatever else serves only to check types."""

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST | None:
        if any(isinstance(how, ast.Name) and how.id == "overload" for how in node.decorator_list):
            return None
        node.returns = None
        return self._body(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        plain = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
        node.bases = [b for b in plain if not (isinstance(b, ast.Name) and b.id == "Generic")]
        return self._body(node)

    def visit_arg(self, node: ast.arg) -> ast.AST:
        node.annotation = None
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST | None:
        return None if node.value is None else ast.Assign([node.target], self.visit(node.value))

    def _body(self, node: ast.FunctionDef | ast.ClassDef) -> ast.AST:
        if ast.get_docstring(node) is not None:
            del node.body[0]
        self.generic_visit(node)
        node.body = node.body or [ast.Pass()]
        return node
