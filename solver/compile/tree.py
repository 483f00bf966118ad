"""Traditional stipulations as trees: each prefix is a short name for a branch.

Source of the equivalences: Popeye's manual, "sstipulation", which lists synonyms.
"""

from collections.abc import Callable
from dataclasses import replace

from solver.model.board import Colour
from solver.model.errors import SolverError
from solver.model.stipulation import And, Branch, Expression, Fork, Goal, Not, Or, Traditional, Tree


def tree_of(stipulation: Traditional) -> Tree:
    """The tree that a traditional stipulation stands for, with White as its first party.

    The starter is the side that begins when the problem has no option that says otherwise: White
    attacks, mates at the end of help play, or plays the series of a direct or self series.
    Raises SolverError for a play that has no tree here.
    """
    make = _MAKERS.get(stipulation.play)
    if make is None:
        raise SolverError(f"no tree for the play {stipulation.play!r}")
    tree = make(stipulation)
    if stipulation.exact and isinstance(tree.root, Branch):
        most = tree.root.half_moves[1]
        return Tree(tree.starter, replace(tree.root, half_moves=(most, most)))
    return tree


def one_move(goal: Expression) -> Branch:
    """`1a[goal]d`: the side to move can reach the goal at once."""
    return Branch("ad", (1, 1), first=(Fork(goal),))


def forced(goal: Expression) -> Branch:
    """`1d[goal]a`: the side to move cannot avoid reaching the goal."""
    return Branch("da", (1, 1), first=(Fork(goal),))


def _direct(s: Traditional) -> Tree:
    return Tree(Colour.WHITE, Branch("ad", (1, 2 * s.moves - 1), first=(Fork(s.goal),)))


def _self(s: Traditional) -> Tree:
    return Tree(Colour.WHITE, Branch("ad", (2, 2 * s.moves), second=(Fork(s.goal),)))


def _semi_reflex(s: Traditional) -> Tree:
    fork = Fork(one_move(s.goal))
    return Tree(Colour.WHITE, Branch("ad", (1, 2 * s.moves - 1), first=(fork,)))


def _reflex(s: Traditional) -> Tree:
    inner = one_move(s.goal)
    branch = Branch("ad", (1, 2 * s.moves - 1), first=(Fork(inner),), constraint=Not(inner))
    return Tree(Colour.WHITE, branch)


def _help(s: Traditional) -> Tree:
    length = 2 * s.moves + s.half
    return Tree(Colour.WHITE if s.half else Colour.BLACK, help_branch(length, Fork(s.goal)))


def help_branch(length: int, fork: Fork, constraint: Expression | None = None) -> Branch:
    """Help play that may end after every half-move of the side that makes the last one.

    constraint: what must hold before each half-move of that side.
    """
    if length % 2:
        return Branch(
            "hh", (0, length), first=(fork,), constraint=constraint, constraint_second=True
        )
    return Branch("hh", (0, length), second=(fork,), constraint=constraint)


def _help_then(s: Traditional, last: Fork, constraint: Expression | None) -> Tree:
    """Help play in which White's last move leads into `last`, where Black plays."""
    length = 2 * s.moves + s.half - 1
    if length == 0:
        return Tree(Colour.BLACK, last.expression)
    branch = help_branch(length, last, constraint)
    return Tree(Colour.BLACK if s.half else Colour.WHITE, branch)


def _help_self(s: Traditional) -> Tree:
    return _help_then(s, Fork(forced(s.goal), ends_play=not s.goal.immobilises), None)


def _help_reflex(s: Traditional) -> Tree:
    inner = one_move(s.goal)
    return _help_then(s, Fork(inner, ends_play=True), Not(inner))


def _reciprocal(s: Traditional, *, pass_first: bool) -> And:
    """Black can mate in one, and also help White to: the last move of reciprocal play."""
    other = s.other_goal or s.goal
    mate = Branch("hh", (1, 1), first=(Fork(other),), pass_first=pass_first)
    help_mate = Branch("hh", (2, 2), second=(Fork(s.goal),), pass_first=pass_first)
    return And(mate, help_mate)


def _reciprocal_help(s: Traditional) -> Tree:
    last = _reciprocal(s, pass_first=False)
    length = 2 * s.moves + s.half - 2
    starter = Colour.WHITE if s.half else Colour.BLACK
    return Tree(starter, help_branch(length, Fork(last)) if length else last)


def _series_reciprocal_help(s: Traditional) -> Tree:
    if s.moves == 1:
        return Tree(Colour.BLACK, _reciprocal(s, pass_first=False))
    last = _reciprocal(s, pass_first=True)
    return Tree(Colour.BLACK, Branch("s", (1, s.moves - 1), first=(Fork(last),)))


def _series(s: Traditional) -> Tree:
    return Tree(Colour.WHITE, Branch("s", (1, s.moves), first=(Fork(s.goal),)))


def _series_help(s: Traditional) -> Tree:
    last = Branch("hh", (1, 1), first=(Fork(s.goal),))
    return Tree(Colour.BLACK, Branch("s", (1, s.moves), first=(Fork(last),)))


def series_help_or_none(s: Traditional) -> Tree:
    """A series helpmate in which Black may also do without a series."""
    last = Branch("hh", (1, 1), first=(Fork(s.goal),), pass_first=True)
    return Tree(Colour.BLACK, Or(last, _series_help(s).root) if s.moves else last)


def _series_self(s: Traditional) -> Tree:
    fork = Fork(forced(s.goal), ends_play=True)
    return Tree(Colour.WHITE, Branch("s", (1, s.moves), first=(fork,)))


def _series_reflex(s: Traditional) -> Tree:
    inner = one_move(s.goal)
    fork = Fork(inner, ends_play=True)
    return Tree(Colour.WHITE, Branch("s", (1, s.moves), first=(fork,), constraint=Not(inner)))


def _proof_game(s: Traditional) -> Tree:
    return Tree(Colour.WHITE, help_branch(2 * s.moves + s.half, Fork(s.goal, ends_play=True)))


def _from_diagram(s: Traditional) -> Tree:
    return Tree(Colour.BLACK, help_branch(2 * s.moves + s.half, Fork(s.goal, ends_play=True)))


def _series_proof_game(s: Traditional) -> Tree:
    fork = Fork(s.goal, ends_play=True)
    return Tree(Colour.WHITE, Branch("s", (1, s.moves), first=(fork,)))


def _series_help_proof_game(s: Traditional) -> Tree:
    return Tree(Colour.WHITE, _series_help(s).root)


_MAKERS: dict[str, Callable[[Traditional], Tree]] = {
    "": _direct,
    "s": _self,
    "semi-r": _semi_reflex,
    "r": _reflex,
    "h": _help,
    "hs": _help_self,
    "hr": _help_reflex,
    "reci-h": _reciprocal_help,
    "ser-reci-h": _series_reciprocal_help,
    "ser-": _series,
    "ser-h": _series_help,
    "ser-s": _series_self,
    "ser-r": _series_reflex,
    "dia": _proof_game,
    "a=>b": _from_diagram,
    "ser-dia": _series_proof_game,
    "ser-a=>b": _series_proof_game,
    "ser-hdia": _series_help_proof_game,
    "ser-ha=>b": _series_help,
}
"""To add a play: a function from the stipulation to its tree, and its line here."""


def quodlibet(tree: Tree, goal: Goal) -> Tree:
    """The same play, in which the attacker may also reach the goal himself (option Quodlibet)."""
    branch = tree.root
    if not (isinstance(branch, Branch) and branch.moves == "ad"):
        return tree
    half_moves = (1, branch.half_moves[1])
    return Tree(
        tree.starter, replace(branch, half_moves=half_moves, first=(Fork(goal), *branch.first))
    )
