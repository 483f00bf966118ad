"""What a command line asks for; the simplest ones are understood here."""

from collections.abc import Sequence

import msgspec

_SWITCHES = {"-regression": "regression", "-q": "quiet", "--quiet": "quiet"}


class Request(msgspec.Struct, frozen=True):
    """What the command line asks for.

    files: "-" is standard input.  seconds: for each twin.  heartbeat_seconds: between two signs
    of life on standard error.  retro: the convention for rights of the diagram.
    as_found: solutions in no order.  checkpoint: the file for it, None for one beside the problem
    if `resume` is given, else none.  resume: go on from what is there.  cluster: address.
    """

    files: tuple[str, ...]
    layout: str = "popeye"
    language: str | None = None
    quiet: bool = False
    regression: bool = False
    threads: int = 0
    memory_mib: int | None = None
    seconds: float | None = None
    heartbeat_seconds: float | None = None
    retro: str | None = None
    as_found: bool = False
    checkpoint: str | None = None
    resume: bool = False
    cluster: str | None = None

    def checkpoint_of(self, name: str) -> str | None:
        """The checkpoint for the file of problems with that name, if there is to be one."""
        if self.checkpoint is None and self.resume:
            return f"{name}.checkpoint"
        return self.checkpoint


def simple_request(words: Sequence[str]) -> Request | None:
    """The request of files in a row: `_SWITCHES` may be around them, `--threads` before them.

    None for all other words: loading and building the parser for those takes as long as a short
    search.
    """
    begin, end = 0, len(words)
    given: set[str] = set()
    threads = 0
    while begin < end:
        if words[begin] in _SWITCHES:
            given.add(_SWITCHES[words[begin]])
            begin += 1
        elif words[begin] == "--threads" and words[begin + 1 : begin + 2]:
            if not words[begin + 1].isdecimal():
                return None
            threads = int(words[begin + 1])
            begin += 2
        else:
            break
    while begin < end and words[end - 1] in _SWITCHES:
        given.add(_SWITCHES[words[end - 1]])
        end -= 1
    files = tuple(words[begin:end])
    if not files or any(word.startswith("-") and word != "-" for word in files):
        return None
    return Request(files, threads=threads, quiet="quiet" in given, regression="regression" in given)
