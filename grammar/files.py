"""Reading files that belong to the package; pathlib would take longer to load than most of them."""

import os


def beside(module: str, *names: str) -> str:
    """The path of a file or folder that lies beside a module.

    module: its `__file__`.
    """
    return os.path.join(os.path.dirname(module), *names)


def read_bytes(path: str) -> bytes:
    """What a file holds."""
    with open(path, "rb") as file:
        return file.read()


def read_text(path: str) -> str:
    """What a file holds, in UTF-8."""
    with open(path, encoding="utf-8") as file:
        return file.read()


def stems(folder: str, end: str) -> list[str]:
    """The names of the files of a folder that end so, without that end, sorted."""
    return sorted(name.removesuffix(end) for name in os.listdir(folder) if name.endswith(end))
