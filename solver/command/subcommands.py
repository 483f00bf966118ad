"""Words that may stand first on the command line and are commands of their own.

To add one: its line here; the module is loaded when the command is given.  Its `run(words)` gets
the whole line with that word and returns the exit status.
"""

from collections.abc import Callable, Sequence
from importlib import import_module
from typing import cast

Command = Callable[[Sequence[str]], int]

_MODULES = {
    "list": "solver.command.catalogue",
    "explain": "solver.command.catalogue",
    "verify": "solver.command.verify",
    "report": "solver.command.report",
    "convert": "solver.command.convert",
}


def subcommand(words: Sequence[str]) -> Command | None:
    """The command that the first word names, or None: then the words are files and options."""
    module = _MODULES.get(words[0]) if words else None
    return cast(Command, import_module(module).run) if module else None
