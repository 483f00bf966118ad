"""What a solution claims: everything was examined, or why not."""

from solver.model.solution import Event, PhaseFinished, PhaseStarted, TwinFinished, TwinStarted


class Claim:
    """`feed` every event; then `reasons`, `nodes` and `seconds` tell how far the search went."""

    def __init__(self) -> None:
        self.nodes = 0
        self.seconds = 0.0
        self._reasons: list[str] = []
        self._open = 0

    def feed(self, event: Event) -> None:
        """Take one event."""
        match event:
            case TwinStarted() | PhaseStarted():
                self._open += 1
            case PhaseFinished():
                self.nodes += event.nodes
                self._close(event)
            case TwinFinished():
                self.seconds += event.seconds
                self._close(event)

    def reasons(self, aborted: str = "") -> list[str]:
        """The limits that were reached ("solutions", "time" ...), each once; empty when complete.

        A phase or twin that was begun but never finished counts as interrupted.
        """
        before = [aborted] if aborted else []
        after = ["interrupt"] if self._open and not aborted else []
        return list(dict.fromkeys(before + self._reasons + after))

    def _close(self, event: PhaseFinished | TwinFinished) -> None:
        self._open -= 1
        if not event.complete:
            self._reasons.append(event.why or "unknown")
