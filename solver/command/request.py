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
    """The request of words that are files in a row with, at most, some of `_SWITCHES` around them.

    None for all others.  Loading and building the parser for those takes as long as a short search.
    """
    begin, end = 0, len(words)
    while begin < end and words[begin] in _SWITCHES:
        begin += 1
    while begin < end and words[end - 1] in _SWITCHES:
        end -= 1
    files = tuple(words[begin:end])
    if not files or any(word.startswith("-") and word != "-" for word in files):
        return None
    given = {_SWITCHES[word] for word in (*words[:begin], *words[end:])}
    return Request(files, quiet="quiet" in given, regression="regression" in given)
