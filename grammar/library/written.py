"""The declarations of a file of the library, as they are written."""

from grammar.files import read_text

_BEGIN = "declare "
_NAME_ENDS = " \t\n={("


def written(path: str) -> tuple[str, ...]:
    """The declarations of a file, without comment lines; each begins a line with `declare`."""
    parts = f"\n{read_text(path)}".split(f"\n{_BEGIN}")[1:]
    return tuple(_without_comments(_BEGIN + part) for part in parts)


def _without_comments(text: str) -> str:
    """Comment lines behind a declaration go with it, though they belong to the next one."""
    lines = text.split("\n") if "#" in text else [text]
    return "\n".join(line for line in lines if not line.lstrip().startswith("#")).rstrip()


def declared(text: str) -> tuple[str, str]:
    """What kind of thing a declaration declares, and the name, without braces."""
    _, kind, rest = text.split(None, 2)
    if rest[0] == "{":
        name = rest[1:].partition("}")[0]
    else:
        name = rest[: next((at for at, c in enumerate(rest) if c in _NAME_ENDS), len(rest))]
    return kind, " ".join(name.split())
