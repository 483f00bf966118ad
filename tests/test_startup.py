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


COMMAND = "import sys; sys.argv = ['solve', sys.argv[1]]; from solver.cli import command; "


@pytest.mark.parametrize(
    "before",
    [
        "import atexit; atexit.register(print, 'last')",
        "import threading, time\n"
        "threading.Thread(target=lambda: (time.sleep(1), print('last'))).start()",
    ],
    ids=["exit handler", "thread"],
)
def test_the_command_waits_for_what_is_to_be_done_at_its_end(tmp_path: Path, before: str) -> None:
    file = tmp_path / "problem.txt"
    file.write_text(PROBLEMS["help"])
    code = f"{before}\n{COMMAND} command()"
    done = subprocess.run(
        [sys.executable, "-c", code, str(file)], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0
    assert done.stdout.endswith("last\n")


def test_the_command_ends_with_its_status_and_all_that_it_wrote(tmp_path: Path) -> None:
    file = tmp_path / "problem.txt"
    file.write_text(PROBLEMS["help"] + " rubbish")
    code = f"{COMMAND} command()"
    command = [sys.executable, "-c", code]
    done = subprocess.run([*command, str(file)], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0
    assert "solution finished" in done.stdout
    missing = subprocess.run(
        [*command, str(tmp_path / "none.txt")], cwd=ROOT, capture_output=True, text=True
    )
    assert missing.returncode == 2
    assert "none.txt" in missing.stderr
