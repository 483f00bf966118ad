"""A document as a task: by what it is known, and how long it may take compared with others."""

from collections.abc import Mapping
from hashlib import sha256
from math import log2

import msgspec
from msgspec.structs import replace

from solver import api
from solver.batch.document import Document
from solver.batch.verify import VERSION
from solver.model.problem import Header, Problem
from solver.model.stipulation import Traditional


class Task(msgspec.Struct, frozen=True):
    """A document to verify.  key: see `key_of`; weight: larger takes longer, no unit."""

    key: str
    document: Document
    weight: float = 0.0


def task_of(document: Document) -> Task:
    """The task of a document, without what verifying does not need."""
    lean = replace(document, source="", facts={"keywords": _keywords(document)})
    problem = document.problem
    return Task(key_of(document), lean, weight_of(problem) if problem else 0.0)


def key_of(document: Document) -> str:
    """What the verdict depends on, as one word: problem, rules and options, what was published,
    the version of the engine and that of the comparison; not who composed it or where it stands.
    """
    problem = document.problem
    if problem is None:
        what: object = [document.trouble and document.trouble.message, document.source]
    else:
        what = _text(replace(problem, header=Header(), remarks=(), place=None))
    claim = [document.claim.several, document.claim.intended, _keywords(document)]
    whole = [what, document.solution, claim, api.engine_version(), VERSION]
    return sha256(msgspec.json.encode(whole)).hexdigest()


def _keywords(document: Document) -> list[str]:
    keywords = document.facts.get("keywords")
    found = keywords if isinstance(keywords, list) else [keywords]
    return [word for word in found if isinstance(word, str)]


def _text(problem: Problem) -> str:
    try:
        return api.print_problem(problem)
    except ValueError:
        return repr(problem)


_WEIGHT: Mapping[str, float] = {"": 1.0, "s": 1.2, "r": 1.2, "semi-r": 1.2}


def weight_of(problem: Problem) -> float:
    """The logarithm of a guess at the number of positions."""
    stipulation = problem.stipulation
    men = len(problem.position.men)
    if not isinstance(stipulation, Traditional):
        return 3 * log2(2 + men)
    half_moves = stipulation.moves * (1 if stipulation.play.startswith("ser") else 2)
    weight = _WEIGHT.get(stipulation.play, 0.8)
    return weight * half_moves * log2(2 + men) + log2(1 + len(problem.twins))
