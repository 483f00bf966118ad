"""A published solution and ours, twin by twin, to findings.

    finding.py    what can be found, and the verdict that follows
    context.py    what both comparisons need: letters, squares, places, legal moves
    battle.py     keys, variations, set play (direct, self and reflex play)
    lines.py      lines of help and series play

To add a verdict: its name in `finding.py`, in the order of weight, and who finds it.
"""
