"""Published threats against those that our keys have."""

from collections.abc import Sequence

from solver.batch.compare.battle import claimed_keys
from solver.batch.compare.context import Context
from solver.batch.published.tree import Section
from solver.model.solution import Phase, TreeFound


def has_threats(section: Section) -> bool:
    """Whether a published key is said to threaten something."""
    roots = [root for place, root in section.roots if place == 0]
    return any(threat.written for key in claimed_keys(roots) for threat in key.threats)


def compare_threats(context: Context, section: Section, phases: Sequence[Phase]) -> None:
    """Note published threats that are none.

    phases: solved with threats.  A key may threaten more than what is published; that is no fault.
    """
    roots = [root for place, root in section.roots if place == 0]
    for phase in phases:
        if phase.started.kind != "actual" or not phase.finished.complete:
            continue
        nodes = [f.node for f in phase.found if isinstance(f, TreeFound) and not f.ply]
        for key in claimed_keys(roots):
            found = [node for node in nodes if context.means(key.written, node.move)]
            if len(found) != 1 or found[0].move.check:
                continue
            node = found[0]
            for threat in key.threats:
                if threat.written is None or "?" in threat.mark:
                    continue
                if any(context.means(threat.written, ours.move) for ours in node.threats):
                    continue
                known = ", ".join(context.text(ours.move) for ours in node.threats)
                text = f"is no threat; the threat is {known}" if known else "is no threat"
                moves = f"1.{context.text(node.move)} (2.{threat.written})"
                context.find("differs", text, moves=moves, at=threat.at)
