"""Collections for the tests of batch verification: facts of published problems, and schemes."""

from pathlib import Path
from random import Random

from solver.batch.document import Claim, Document, Trouble
from solver.batch.formats.compose import Parts, compose
from solver.batch.solving import Effort
from solver.batch.verify import Result, verify

MANSFIELD = ("Ka8 Qh8 Rb8 Ba2 Sc5 Sa4", "Kc4 Rd3 Rb3 Be1 Pd5", "#2")
"""Comins Mansfield, Good Companions, 1914: 1.Sd7! with self-pins and cross-blocks."""


def document(
    white: str,
    black: str,
    stipulation: str,
    solution: str = "",
    *,
    options: tuple[str, ...] = (),
    twins: dict[str, str] | None = None,
    claim: Claim = Claim(),  # noqa: B008
    facts: dict[str, object] | None = None,
) -> Document:
    """A document of these men in English letters."""
    men = {"white": white.split(), "black": black.split()}
    problem = compose(Parts(men, stipulation, options, twins or {}))
    assert not isinstance(problem, Trouble), problem
    return Document(
        "test", 1, "olive", problem=problem, solution=solution, claim=claim, facts=facts or {}
    )


def judged(document: Document, seconds: float = 30.0) -> Result:
    """The verdict, in this process."""
    return verify(document, Effort(seconds))


def random_epd(path: Path, count: int, seed: int = 1) -> None:
    """A file of small positions that claim a mate in two; many have none."""
    random = Random(seed)
    lines: dict[str, None] = {}
    while len(lines) < count:
        squares = random.sample(range(64), 7)
        kings = squares[:2]
        if max(abs(kings[0] % 8 - kings[1] % 8), abs(kings[0] // 8 - kings[1] // 8)) < 2:
            continue
        men = dict(zip(squares, "KkQRNrp", strict=True))
        if any(men.get(square) == "p" for square in (*range(8), *range(56, 64))):
            continue
        lines[f"{_placement(men)} w - - bm #2;"] = None
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def _placement(men: dict[int, str]) -> str:
    ranks = []
    for rank in range(7, -1, -1):
        text = "".join(men.get(8 * rank + file, "1") for file in range(8))
        ranks.append(text)
    return "/".join(ranks)
