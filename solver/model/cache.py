"""Files that are kept for later runs in the user's cache; all of them can be made anew."""

import os
from collections.abc import Callable


def cache_file(name: str) -> str | None:
    """Where the file with that name is kept; None when nowhere."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    if not os.path.isabs(base):
        return None
    return os.path.join(base, "dawson", name)


def keep(path: str, make: Callable[[], bytes]) -> None:
    """Keep what is made, which others see whole or not at all.

    Nothing is made when there is no place for it.  Raises OSError then.
    """
    import tempfile

    folder = os.path.dirname(path)
    os.makedirs(folder, mode=0o700, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=folder)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(make())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise
