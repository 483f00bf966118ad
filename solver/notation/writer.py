"""What every layout can do, and how one is chosen.

To add a layout: a module with a class that has these methods, and its line in `_LAYOUTS`.
"""

from importlib import import_module
from typing import Protocol, TextIO, cast

from solver.model.problem import Language, Problem
from solver.model.solution import Event


class Writer(Protocol):
    """Writes one problem and its solution to a text stream, while it is being solved."""

    def begin(self) -> None:
        """Write what stands before the solution: remarks, header, diagram, conditions."""

    def event(self, event: Event) -> None:
        """Write what the event tells, at once if the layout can."""

    def end(self, *, aborted: str = "") -> None:
        """Write what closes the problem.

        aborted: a reason from outside the search ("interrupt", "memory", "error"), else "".
        """


class _Maker(Protocol):
    def __call__(
        self, problem: Problem, out: TextIO, *, language: Language | None, regression: bool
    ) -> Writer: ...


_LAYOUTS = {
    "popeye": ("solver.notation.popeye", "PopeyeWriter"),
    "album": ("solver.notation.album", "AlbumWriter"),
    "json": ("solver.notation.json_layout", "JsonWriter"),
}

LAYOUTS = tuple(_LAYOUTS)
"""The names of the layouts."""


def make_writer(
    layout: str,
    problem: Problem,
    out: TextIO,
    *,
    language: Language | None = None,
    regression: bool = False,
) -> Writer:
    """The writer for a layout.

    language: instead of the language of the input.  regression: nothing that differs between
    two runs (times, versions).  Raises ValueError for an unknown layout.
    """
    if layout not in _LAYOUTS:
        raise ValueError(f"no layout {layout!r}; there are {', '.join(LAYOUTS)}")
    module, name = _LAYOUTS[layout]
    maker = cast(_Maker, getattr(import_module(module), name))
    return maker(problem, out, language=language, regression=regression)
