"""The command starts quickly: what takes long and is not needed is not done."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
PROBLEMS = {
    "help": "begi pieces white ka1 black kc8 stip h#1 endp",
    "direct": "begi pieces white kc7 rb1 black ka8 stip #1 opti vari try endp",
    "condition": "begi pieces white kc7 rb1 black ka8 cond circe mirror stip #1 endp",
}
# Modules may be compiled, and Python itself compiles what `re` needs.
WATCHED = """
import re, sys
compiled = []

def watch(event, arguments):
    if event == "compile" and arguments[1] == "<string>":
        compiled.append(arguments[0])

sys.addaudithook(watch)
from solver.cli import main
main([sys.argv[1]])
print(compiled, file=sys.stderr)
"""


@pytest.mark.parametrize("text", PROBLEMS.values(), ids=PROBLEMS)
def test_nothing_is_compiled_while_a_problem_is_solved(tmp_path: Path, text: str) -> None:
    """Python's compiler takes two milliseconds when it is used for the first time."""
    file = tmp_path / "problem.txt"
    file.write_text(text)
    command = [sys.executable, "-c", WATCHED, str(file)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stderr == "[]\n"
