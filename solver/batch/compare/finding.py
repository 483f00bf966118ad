"""What a comparison finds, and the one verdict that a problem gets."""

from collections.abc import Sequence

import msgspec

VERDICTS = (
    "unsupported",
    "no-solution",
    "short",
    "unreadable",
    "cook",
    "differs",
    "dual",
    "unfinished",
    "sound",
)
"""All verdicts; of several that a problem earns, the first one named here is given."""


class Finding(msgspec.Struct, frozen=True):
    """One piece of evidence.

    verdict: which one it speaks for.  twin: its label, "" without twins.  text: a sentence for a
    person.  moves: the moves it is about.  line, column: where the published solution says so,
    counted in its own text from 1 (0: nowhere).  thematic: for a dual, whether it is in a
    variation that was published.
    """

    verdict: str
    text: str
    twin: str = ""
    moves: str = ""
    line: int = 0
    column: int = 0
    thematic: bool | None = None

    def __str__(self) -> str:
        twin = f"{self.twin}) " if self.twin else ""
        moves = f"{self.moves}: " if self.moves else ""
        return f"{twin}{moves}{self.text}"


def verdict_of(findings: Sequence[Finding]) -> str:
    """The verdict that the findings earn; "sound" when there are none that speak against it."""
    earned = {finding.verdict for finding in findings}
    return next((verdict for verdict in VERDICTS if verdict in earned), "sound")
