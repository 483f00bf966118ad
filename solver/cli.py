"""The command `solve`.

Signals are taken over before anything else is loaded, so that Ctrl-C is orderly from the start.
"""

import os
import sys
from collections.abc import Sequence

from solver.command.signals import Signals


def main(words: Sequence[str] | None = None) -> int:
    """Run the command with `words` (default: those of the process); returns the exit status."""
    signals = Signals()
    signals.install()
    try:
        status = _run(sys.argv[1:] if words is None else words, signals)
    except KeyboardInterrupt:
        status = signals.status
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 141
    if signals.received is None:
        return status
    sys.stdout.flush()
    sys.stderr.write("interrupted\n")
    sys.stderr.flush()
    # Not a normal exit: nothing may wait for a search that is slow to notice.
    os._exit(signals.status)


def _run(words: Sequence[str], signals: Signals) -> int:
    from solver.command.arguments import read_arguments

    request = read_arguments(words, stdin_is_terminal=sys.stdin.isatty())

    from solver.command.loop import Loop

    loop = Loop(request, signals)
    loop.run()
    return loop.status


if __name__ == "__main__":
    sys.exit(main())
