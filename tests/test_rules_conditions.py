"""Conditions, against answers of Popeye 4.104 to small positions.

The cases under tests/conditions/ are positions set up at random; the answers are Popeye's, asked
without its hash table, and not those of this solver.
"""

from pathlib import Path

import pytest
from support.printed import Case, order_free, printed, read_cases

FOLDER = Path(__file__).parent / "conditions"
CASES = [case for path in sorted(FOLDER.glob("*.txt")) for case in read_cases(path)]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name.replace(" ", "-"))
def test_answer(case: Case) -> None:
    assert order_free(printed(case.problem)) == order_free(case.answer)
