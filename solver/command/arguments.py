"""The command line of `solve`: its own options and Popeye's switches."""

import argparse
from collections.abc import Sequence

from solver import __version__
from solver.command.request import Request

LAYOUTS = ("popeye", "album", "json")
LANGUAGES = ("en", "de", "fr")
CONVENTIONS = ("codex",)

DESCRIPTION = """\
Solve chess problems written in Popeye's language (English, German or French).

Solutions go to standard output as they are found; warnings, errors and progress go to standard
error.  Ctrl-C ends the search and prints what was found, marked as partial; a second Ctrl-C ends
the program at once.

With --resume, what is finished is kept in FILE.checkpoint beside the problem, and the same command
goes on from there however it ended (kill -9, a power cut); the output is the same as if it had
never been interrupted.  Without --resume or --checkpoint nothing is written."""

EPILOG = """\
exit status:
  0    every problem was solved completely
  1    the program itself failed
  2    something could not be read, or has a rule that is not supported (the other problems were
       still solved)
  3    a limit was reached (time, number of solutions, range of moves): some answer is partial
  130  interrupted by Ctrl-C; what was found is printed
  143  terminated (SIGTERM); what was found is printed
When several apply, the last of 1, 2, 3 to be listed gives way: 1 before 2 before 3.

what a problem can name:
  solve list pieces [FAMILY or PATTERN]
  solve explain NAME

many problems:
  solve verify PATH...    solve report DB    solve convert --to FORMAT PATH...

examples:
  solve problem.txt
  solve --layout album --time 60 problem.txt
  solve --resume week-long.txt
  solve -regression -maxmem 1G problem.txt"""


def read_arguments(words: Sequence[str], *, stdin_is_terminal: bool) -> Request:
    """What the words of a command line ask for; ends the program with 2 when they are wrong.

    Without a file, standard input is read, unless somebody sits there.
    """
    parser = _parser()
    found = parser.parse_args(_joined(words))
    if not found.files and stdin_is_terminal:
        parser.error("no file given (use - for standard input, --help for help)")
    if found.checkpoint and len(found.files) > 1:
        parser.error("--checkpoint is for one file; --resume alone keeps one beside each")
    if found.resume and not found.checkpoint and (not found.files or "-" in found.files):
        parser.error("standard input has no place for a checkpoint: add --checkpoint PATH")
    return Request(
        files=tuple(found.files) or ("-",),
        layout=found.layout,
        language=found.language,
        quiet=found.quiet,
        regression=found.regression,
        threads=found.threads,
        memory_mib=found.memory,
        seconds=found.time,
        heartbeat_seconds=None if found.heartbeat is None else found.heartbeat / 50_000,
        retro=found.retro,
        as_found=found.as_found,
        checkpoint=found.checkpoint,
        resume=found.resume,
        cluster=found.cluster,
    )


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="solve",
        description=DESCRIPTION,
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("files", nargs="*", metavar="FILE", help="problem file; - is standard input")
    add("--layout", choices=LAYOUTS, default="popeye", help="form of the output (popeye)")
    add("--language", choices=LANGUAGES, help="language of the output (that of the input)")
    add("--time", type=positive_seconds, metavar="SECONDS", help="limit for each twin")
    add("--threads", type=count, default=0, metavar="N", help="0: one a processor (0)")
    add("--memory", type=mebibytes, metavar="SIZE", help="for tables: 512M, 2G; plain: MiB")
    add("--retro", choices=CONVENTIONS, help="castling and e.p. by convention (as Popeye)")
    add("--resume", action="store_true", help="keep what is finished, and go on from it")
    add("--checkpoint", metavar="PATH", help="keep it there (with --resume: FILE.checkpoint)")
    add("--as-found", action="store_true", help="solutions as they are found, in no order")
    add("--cluster", metavar="ADDRESS", help="search on a Dask cluster, or `local` to start one")
    add("--quiet", "-q", action="store_true", help="no warnings, no progress")
    add("--version", action="version", version=f"dawson {__version__}")
    popeye = parser.add_argument_group("switches of Popeye").add_argument
    popeye("-maxtime", dest="time", type=positive_seconds, metavar="SECONDS", help="as --time")
    popeye("-maxmem", dest="memory", type=_kibibytes, metavar="SIZE", help="plain: KiB; 40M, 1G")
    popeye("-regression", action="store_true", help="print no times and no version")
    popeye("-heartbeat", type=count, metavar="[N]", help="signs of life; 50000: each second")
    for name in ("-maxpos", "-maxtrace"):
        popeye(name, type=count, metavar="N", help="accepted, without effect")
    popeye("-notraceptr", action="store_true", help="accepted, without effect")
    return parser


def _joined(words: Sequence[str]) -> list[str]:
    """The number after -heartbeat may be missing: then the default is put there."""
    result = list(words)
    for index, word in reversed(list(enumerate(result))):
        following = result[index + 1 : index + 2]
        if word == "-heartbeat" and not (following and following[0].isdecimal()):
            result.insert(index + 1, "50000")
    return result


def count(text: str) -> int:
    """A number as a word of the command line."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"a number, not {text!r}")
    return int(text)


def positive_seconds(text: str) -> float:
    """A time as a word of the command line."""
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0
    if not 0 < seconds < float("inf"):
        raise argparse.ArgumentTypeError(f"a positive number of seconds, not {text!r}")
    return seconds


def mebibytes(text: str) -> int:
    """A size of memory as a word of the command line, in MiB: `512M`, `2G`; plain: MiB."""
    return _size(text, 1 << 20)


def _kibibytes(text: str) -> int:
    return _size(text, 1 << 10)


_UNITS = {"K": 1 << 10, "M": 1 << 20, "G": 1 << 30}


def _size(text: str, plain: int) -> int:
    unit = _UNITS.get(text[-1:].upper())
    number = text[:-1] if unit else text
    if not number.isdecimal():
        raise argparse.ArgumentTypeError(f"a size such as 512M or 2G, not {text!r}")
    size = int(number) * (unit or plain)
    return -(-size // (1 << 20))
