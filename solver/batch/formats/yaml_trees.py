"""YAML as people write it by hand: what is often wrong is mended before it is given up."""

import re
from typing import Any

_STIPULATION = re.compile(r"(?m)^(stipulation:[ \t]*)(#[^\n]*?)[ \t]*$")
_ESCAPE = re.compile(r"\\(?![0abtnvfre \"/\\N_LPxuU\n])")
_PLAIN = re.compile(
    r"(?m)^((?:[\w-]+:|[ \t]+-)[ \t]+)"
    r"([^\s\"'|>\[{&*!#-][^\n]*(?::[ \t]|[ \t]#)[^\n]*)$"
)


def load(source: str) -> tuple[Any, str]:
    """The tree of a document and "", or None and what is wrong with it.

    All scalars are texts; tags are passed over.
    """
    # Unquoted, `#2` would be a comment.
    source = _STIPULATION.sub(lambda m: f"{m[1]}{_quoted(m[2])}", source)
    tree, complaint = _load(source)
    if complaint:
        mended, still = _load(_mended(source))
        if not still:
            tree, complaint = mended, ""
    if complaint:
        return None, complaint
    if not isinstance(tree, dict):
        return None, "this is no document of named fields"
    return tree, ""


def _load(source: str) -> tuple[Any, str]:
    import yaml

    loader = getattr(yaml, "CBaseLoader", yaml.BaseLoader)
    try:
        return yaml.load(source, Loader=loader), ""
    except (yaml.YAMLError, RecursionError) as error:
        return None, " ".join(str(error).split())


def _mended(source: str) -> str:
    """Without tabs and escapes that do not exist; with quotes around texts that need them."""
    source = _ESCAPE.sub(r"\\\\", source.expandtabs(4))
    return _PLAIN.sub(lambda m: f"{m[1]}{_quoted(m[2])}", source)


def _quoted(text: str) -> str:
    return "'" + text.replace("'", "''") + "'"
