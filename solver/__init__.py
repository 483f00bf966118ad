"""Dawson, a solver for chess problems.

    import solver

    problem = solver.read_problems("problems/orthodox/morphy-1856.txt")[0]
    solution = solver.solve(problem, seconds=60)

This package stays light: `solver.solve`, `solver.stream` and the other names below are loaded when
they are first used, so that importing one part does not pull in the rest.
"""

from typing import TYPE_CHECKING, Any

from solver.model.version import VERSION

if TYPE_CHECKING:
    from solver.api import Limits as Limits
    from solver.api import read_problems as read_problems
    from solver.api import read_text as read_text
    from solver.api import solve as solve
    from solver.api import stream as stream

__version__ = VERSION

_LAZY = frozenset({"Limits", "read_problems", "read_text", "solve", "stream"})


def __getattr__(name: str) -> Any:
    if name in _LAZY:
        from solver import api

        return getattr(api, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
