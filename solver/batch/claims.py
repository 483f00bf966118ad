"""Claims without moves: that there is a mate in n, or no escape from one, or a shortest helpmate.

One solution proves the first, so the search stops there; that nothing is shorter is asked of the
shorter stipulation.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from solver.batch.compare.finding import Finding
from solver.batch.solving import Solved, Solving
from solver.model.problem import Option, Problem
from solver.model.solution import LineFound, TreeFound
from solver.model.stipulation import Traditional
from solver.model.twinning import variants

_ONE = Option("MaxSolutions", ("1",))


def judge_claim(problem: Problem, solving: Solving) -> tuple[list[Finding], bool]:
    """Findings on a problem whose document claims only that it can be done; whether all is known.

    Raises as `Solving.solve`.
    """
    if problem.option("PostKeyPlay") is not None:
        return _no_escape(problem, solving)
    twins = len(variants(problem))
    solved = solving.solve(problem, [_ONE])
    findings: list[Finding] = []
    if not list(_lengths(solved)):
        if solved.complete(twins):
            return [Finding("no-solution", "there is no solution")], True
        return [Finding("unfinished", f"no solution was found ({_why(solved)})")], False
    shorter = _shorter(problem)
    if shorter is None:
        return findings, True
    solved = solving.solve(shorter, [_ONE])
    if short := list(_lengths(solved)):
        findings.append(Finding("short", f"it goes in {short[0]} half-moves"))
    elif not solved.complete(twins):
        text = f"it can be done; whether in fewer moves too is not known ({_why(solved)})"
        findings.append(Finding("unfinished", text))
        return findings, False
    return findings, True


def _no_escape(problem: Problem, solving: Solving) -> tuple[list[Finding], bool]:
    """The side to move is mated whatever it plays."""
    solved = solving.solve(problem, [Option("NoThreat")])
    nodes = [
        found.node
        for twin in solved.solution.twins
        for phase in twin.phases
        for found in phase.found
        if isinstance(found, TreeFound)
    ]
    if any(node.refutes for node in nodes):
        return [Finding("no-solution", "a defence escapes")], True
    if not solved.complete(len(variants(problem))):
        return [Finding("unfinished", f"no escape was found ({_why(solved)})")], False
    if not nodes:
        return [Finding("no-solution", "the side to move has no move")], True
    return [], True


def _lengths(solved: Solved) -> Iterator[int]:
    """Half-moves of each line, 0 for a key."""
    for twin in solved.solution.twins:
        for phase in twin.phases:
            for found in phase.found:
                if isinstance(found, LineFound):
                    yield len(found.moves)
                elif isinstance(found, TreeFound):
                    yield 0


def _shorter(problem: Problem) -> Problem | None:
    """The helpmate a move shorter; None for other play: there a longer claim is no fault."""
    stipulation = problem.stipulation
    if not isinstance(stipulation, Traditional) or stipulation.play != "h":
        return None
    if stipulation.moves < 2:
        return None
    half = ".5" if stipulation.half else ""
    moves = stipulation.moves - 1
    text = f"h{stipulation.goal.kind}{moves}{half}"
    return replace(problem, stipulation=replace(stipulation, moves=moves, text=text))


def _why(solved: Solved) -> str:
    whys = [twin.finished.why for twin in solved.solution.twins if twin.finished.why]
    return whys[0] if whys else "not begun"
