"""Traditional stipulations as trees: what their play is declared to be, and what is added to it."""

from collections.abc import Callable

from msgspec.structs import replace

from solver.model.stipulation import Branch, Fork, Goal, Traditional, Tree

Play = Callable[[Traditional], Tree]
"""Gives the tree that the play of a stipulation is declared to be."""


def tree_of(stipulation: Traditional, play: Play) -> Tree:
    """The tree that a traditional stipulation stands for, with White as its first party.

    The starter is the side that begins when the problem has no option that says otherwise: White
    attacks, mates at the end of help play, or plays the series of a direct or self series.  Each
    introductory series is played by the side that would else wait.
    Raises what `play` raises for a play that has no tree.
    """
    tree = play(stipulation)
    if stipulation.exact and isinstance(tree.root, Branch):
        most = tree.root.half_moves[1]
        tree = Tree(tree.starter, replace(tree.root, half_moves=(most, most)))
    if stipulation.introductory and stipulation.half and isinstance(tree.root, Branch):
        # The half-move more does not change who plays the introduction: he also begins the rest.
        tree = Tree(tree.starter.other, replace(tree.root, pass_first=True))
    for moves in reversed(stipulation.introductory):
        tree = Tree(tree.starter.other, Branch("s", (1, moves), first=(Fork(tree.root),)))
    return tree


def quodlibet(tree: Tree, goal: Goal) -> Tree:
    """The same play, in which the attacker may also reach the goal himself (option Quodlibet)."""
    branch = tree.root
    if not (isinstance(branch, Branch) and branch.moves == "ad"):
        return tree
    half_moves = (1, branch.half_moves[1])
    return Tree(
        tree.starter, replace(branch, half_moves=half_moves, first=(Fork(goal), *branch.first))
    )
