"""What a solution claims: everything was examined, or why not."""

from solver.model.solution import PhaseFinished, Solution, TwinFinished


def incomplete_reasons(solution: Solution, aborted: str = "") -> list[str]:
    """The limits that were reached ("solutions", "time" ...), each once; empty when complete."""
    reasons = [aborted] if aborted else []
    for twin in solution.twins:
        events: list[PhaseFinished | TwinFinished] = [phase.finished for phase in twin.phases]
        for event in (*events, twin.finished):
            if not event.complete and (event.why or "unknown") not in reasons:
                reasons.append(event.why or "unknown")
    return reasons
