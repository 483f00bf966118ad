"""Solutions as people write them.

    tokens.py   text to numbers, moves, signs and words that matter
    moves.py    a written move, and whether a move that was played is the one that is meant
    tree.py     tokens to moves with what follows them, twin by twin

To add a word (for threats, zugzwang, "but"): its line in `words.py`.
"""
