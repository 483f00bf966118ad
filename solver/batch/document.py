"""One problem as it was published, with the solution that was printed with it."""

from collections.abc import Mapping

import msgspec

from solver.model.problem import Problem


class Trouble(msgspec.Struct, frozen=True):
    """Why a document gives no problem.

    kind: "unreadable" (it makes no sense to us) or "unsupported" (a rule that we know of, or that
    is named there, but cannot solve).  message: for a person, with the name or the place.
    """

    kind: str
    message: str


class Claim(msgspec.Struct, frozen=True):
    """What the document says besides moves.

    several: it says only that it can be done (a list of mates for engines): further keys are no
    cooks.  intended: numbers of solutions, "2" or "2.1.1.1", as in the field of that name.
    """

    several: bool = False
    intended: str = ""


class Document(msgspec.Struct, frozen=True):
    """A problem of a collection.

    file: path, with the member's name after `!` in an archive; number: from 1 in the file; line:
    where it begins there.  format: a name of `solver.batch.formats`.
    problem: None when there is `trouble`.  solution: as published, "" when there is none;
    solution_line: the line of the file on which its text begins, 0 where its lines are not those
    of the file.
    source: the text of the document where the format has one; facts: what else it says (keywords,
    comments), by the names of YACPDB.  notes: what the reader had to decide.
    """

    file: str
    number: int
    format: str
    line: int = 1
    problem: Problem | None = None
    trouble: Trouble | None = None
    solution: str = ""
    solution_line: int = 0
    claim: Claim = Claim()
    source: str = ""
    facts: Mapping[str, object] = msgspec.field(default_factory=dict)
    notes: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """What to call it in messages: "file.olv#12"."""
        return f"{self.file}#{self.number}"
