"""The declarations of a file of the library, as they are written."""

import re

from grammar.files import read_text

_BEGIN = "declare "
_COMMENT_LINES = r"^\s*#.*$"


def written(path: str) -> tuple[str, ...]:
    """The declarations of a file, without comment lines; each begins a line with `declare`."""
    parts = f"\n{read_text(path)}".split(f"\n{_BEGIN}")[1:]
    return tuple(_without_comments(_BEGIN + part) for part in parts)


def _without_comments(text: str) -> str:
    """Comment lines behind a declaration go with it, though they belong to the next one."""
    return (re.sub(_COMMENT_LINES, "", text, flags=re.MULTILINE) if "#" in text else text).rstrip()
