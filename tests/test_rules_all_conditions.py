"""Every declared condition keeps what searches rely on: hash and undo, tables, threads."""

import io
from collections.abc import Iterable

import msgspec
import pytest
from support.printed import braced

import solver
from grammar.library import library
from grammar.library.conditions import conditions
from solver import native
from solver.api import read_text
from solver.compile.defender import with_defender
from solver.compile.position import compile_position
from solver.model import rule as r
from solver.model.board import Colour
from solver.model.errors import UnsupportedRule
from solver.notation import make_writer

POSITIONS = (
    "4k3/1P3p2/2s5/3Pp3/2B5/8/P4p2/4K2R",
    "7k/5K2/8/8/3q1p2/4P3/1p5R/8",
)
SMALL = ("8/8/8/8/1p6/1k1S4/P2r4/K7", "8/8/8/8/1p6/k2R4/2P5/2K5")
ARGUMENTS = {"squares": "d4", "walks": "q r", "map": "q r s b", "decimal": "9"}
"""What a condition gets that cannot do without."""
SHORTER = {"CageCirce": "h#1.5"}
"""What takes minutes, because each capture asks for the moves from every square."""
SEEDS = 1
PLIES = 4


def with_arguments() -> Iterable[str]:
    """Each declared condition with the arguments it needs, as a problem has them."""
    for name in conditions().names():
        declaration = conditions().declaration(name)
        assert declaration is not None
        needed = [p.type for p in declaration.parameters if p.default is None and not p.optional]
        assert all(isinstance(type, r.TypeName) for type in needed)
        given = [ARGUMENTS[type.word.text] for type in needed if isinstance(type, r.TypeName)]
        given = ["b4d3"] if name.endswith("Dister") else given
        yield " ".join([name, *given])


CONDITIONS = list(with_arguments())


def printed(text: str, *, threads: int, memory_mib: int) -> str:
    (problem,) = read_text(text)
    out = io.StringIO()
    writer = make_writer("popeye", problem, out, regression=True)
    writer.begin()
    for event in solver.stream(problem, threads=threads, memory_mib=memory_mib):
        writer.event(event)
    writer.end()
    return out.getvalue()


@pytest.mark.parametrize("condition", CONDITIONS)
def test_what_is_played_is_taken_back(condition: str) -> None:
    played = 0
    for forsyth in POSITIONS:
        text = f"begin\nforsyth {forsyth}\nstipulation ~1\ncondition {braced(condition)}\nend\n"
        (problem,) = read_text(text)
        meaning = with_defender(conditions().meaning(problem.conditions[0]), Colour.BLACK)
        for side in (Colour.WHITE, Colour.BLACK):
            spec = compile_position(problem.position, side, library().piece, meaning=meaning)
            encoded = msgspec.json.encode(spec)
            played += sum(native.playout(encoded, PLIES, seed) for seed in range(SEEDS))
    assert played


@pytest.mark.parametrize("condition", CONDITIONS)
def test_neither_table_nor_threads_change_answers(condition: str) -> None:
    stipulation = SHORTER.get(condition, "h#2")
    for forsyth in SMALL:
        given = f"stipulation {stipulation}\ncondition {braced(condition)}"
        text = f"begin\nforsyth {forsyth}\n{given}\nend\n"
        try:
            plain = printed(text, threads=1, memory_mib=0)
        except UnsupportedRule as error:
            pytest.skip(str(error))
        assert printed(text, threads=2, memory_mib=16) == plain
