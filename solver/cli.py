"""The command `solve`.

Signals are taken over before anything else is loaded, so that Ctrl-C is orderly from the start.
"""

import atexit
import gc
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import NoReturn

from solver.command.shelf import Shelf
from solver.command.signals import Signals

_GARBAGE = 50_000
"""Objects that are made before Python looks for garbage: starting up makes many, and keeps them."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command with `words` (default: those of the process); returns the exit status."""
    gc.set_threshold(_GARBAGE)
    signals = Signals()
    signals.install()
    _replace_closed_streams()
    try:
        status = _run(sys.argv[1:] if words is None else words, signals)
        sys.stdout.flush()
    except KeyboardInterrupt:
        status = signals.status
    except BrokenPipeError:
        status = _without_output(141, "")
    except OSError as error:
        status = _without_output(1, f"solve: {error.strerror}\n")
    except MemoryError:
        status = _without_output(1, "solve: not enough memory\n")
    if signals.received is None:
        signals.ignore()
        if words is None:
            # The process ends, which frees everything: nothing need be searched for garbage.
            gc.freeze()
        return status
    with suppress(OSError):
        sys.stdout.flush()
        sys.stderr.write("interrupted\n")
        sys.stderr.flush()
    # Not a normal exit: nothing may wait for a search that is slow to notice.
    os._exit(signals.status)


def command() -> NoReturn:
    """Run the command of the shell and end the process, at once if nothing is left to be done.

    Taking down what was loaded piece by piece takes a millisecond; the system does it in no time.
    Modules come from the shelf, and those that are not on it are put there for the next time.
    """
    shelf = Shelf(os.path.dirname(os.path.dirname(__file__)))
    sys.meta_path.insert(0, shelf)
    status = main()
    with suppress(OSError):
        shelf.fill()
    with suppress(OSError):
        sys.stderr.flush()
        if not _awaited():
            os._exit(status)
    sys.exit(status)


def _awaited() -> bool:
    """Whether somebody acts when Python ends: threads, exit handlers, debuggers, profilers."""
    return (
        "threading" in sys.modules
        or atexit._ncallbacks() > 0
        or sys.gettrace() is not None
        or sys.getprofile() is not None
        or bool(sys.flags.inspect)
    )


def _replace_closed_streams() -> None:
    """Whoever started the command may have closed some: they are empty, or nobody reads them."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull)
    if sys.stdout is None:
        sys.stdout = open(os.devnull, "w")
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")


def _without_output(status: int, message: str) -> int:
    """Give up standard output, so that nobody tries again to write what is left of it."""
    with suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.stderr.write(message)
        sys.stderr.flush()
    return status


def _run(words: Sequence[str], signals: Signals) -> int:
    from solver.command.subcommands import subcommand

    command = subcommand(words)
    if command is not None:
        signals.starting = False
        return command(words)

    from solver.command.lean import load_msgspec

    load_msgspec()

    from solver.command.request import simple_request

    request = simple_request(words)
    if request is None:
        from solver.command.arguments import read_arguments

        request = read_arguments(words, stdin_is_terminal=sys.stdin.isatty())

    from solver.command.loop import Loop

    signals.starting = False
    loop = Loop(request, signals)
    loop.run()
    return loop.status


if __name__ == "__main__":
    command()
