"""The known differences from Popeye are there, and each of them is proved."""

import tomllib
from pathlib import Path

import pytest
from support.symmetry import facts

import solver

PATH = Path(__file__).parent / "known_differences.toml"
DIFFERENCES: list[dict[str, str]] = tomllib.loads(PATH.read_text("utf-8"))["difference"]
FIELDS = {"name", "problem", "popeye", "reason", "proof"}


@pytest.mark.parametrize("entry", DIFFERENCES, ids=lambda entry: entry["name"])
@pytest.mark.filterwarnings("ignore:.*has no king")
def test_the_answer_is_that_of_the_proof(entry: dict[str, str]) -> None:
    assert set(entry) == FIELDS
    assert all(text.strip() for text in entry.values())
    found = facts(solver.solve(entry["problem"]))
    assert found == facts(solver.solve(entry["proof"]))
    assert any(lines for _, lines in found), "a difference in nothing"  # type: ignore[misc]
