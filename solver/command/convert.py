"""`solve convert`: collections from one format to another, with what is lost on the way."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from solver.batch.convert import FORMATS, convert, join
from solver.batch.formats import is_collection, read_documents
from solver.batch.formats.files import files, shown
from solver.command.output import as_utf8, complain

_DONE, _REFUSED, _LOST = 0, 2, 3


def run(words: Sequence[str]) -> int:
    """Run `convert ...`; status 3 when something was lost, 2 when a path could not be read."""
    parser = argparse.ArgumentParser(
        prog="solve convert",
        description="Write problems in another format; what it has no place for is reported.",
        allow_abbrev=False,
    )
    add = parser.add_argument
    add("paths", nargs="+", metavar="PATH", help="file, folder or archive")
    add("--to", choices=FORMATS, required=True, help="format to write")
    add("--output", metavar="FILE", help="write there, not to standard output")
    asked = parser.parse_args(list(words[1:]))
    status, texts = _DONE, []
    for path in map(Path, asked.paths):
        try:
            found = dict(files(path))
        except (OSError, ValueError) as error:
            complain(f"solve: {error}")
            status = _REFUSED
            continue
        for name, data in found.items():
            if name != shown(path) and not is_collection(name, data):
                continue
            for document in read_documents(name, data, found):
                text, lost = convert(document, asked.to)
                texts.append(text)
                for loss in lost:
                    complain(f"{document.file}:{document.line}: {loss}")
                status = status or (_LOST if lost else _DONE)
    result = join(asked.to, texts)
    if asked.output:
        Path(asked.output).write_text(result, encoding="utf-8")
    else:
        with as_utf8(sys.stdout) as out:
            out.write(result)
    return status
