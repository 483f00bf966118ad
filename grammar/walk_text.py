"""Printing walks in the notation of `walks.lark`: parse_walk(print_walk(walk)) == walk."""

from solver.model import walk as w


def print_walk(walk: w.Walk) -> str:
    """The shortest text of a walk in normal form.  Raises TypeError for a `Named` walk."""
    if walk == w.Choice(()):
        return ""
    return _print(walk)


def _print(walk: w.Walk) -> str:
    match walk:
        case w.Choice(branches):
            return "|".join(_print(branch) for branch in branches)
        case w.Sequence(()):
            return "()"
        case w.Sequence(parts):
            return _joined([_factor(part) for part in parts])
        case _:
            return _factor(walk)


def _factor(walk: w.Walk) -> str:
    match walk:
        case w.Repeat(body, least, most):
            return _atom(body) + _bounds(least, most)
        case w.EqualCount(body, name):
            return f"{_atom(body)}{{={name}}}"
        case w.Choice() | w.Sequence():
            return f"({_print(walk)})"
        case _:
            return _atom(walk)


def _atom(walk: w.Walk) -> str:
    match walk:
        case w.Star(atoms):
            return f"[{_atoms(atoms)}]"
        case w.WholeBoardStar(name):
            return f"[{name}]"
        case w.SameLength(same_leap, other):
            return "[" + ("==" if same_leap else "=") + ("'" if other else "") + "]"
        case w.Near(w.Star((w.Atom(str() as letter, ""),))):
            return f">{letter}"
        case w.Near(star):
            return f">[{_atoms(star.atoms)}]"
        case w.Step(kind, mirrored):
            return "/" + kind if mirrored else kind
        case w.Mark(kind):
            return kind
        case w.Turn(notches):
            return f"@{notches}"
        case w.TurnEither(notches):
            return f"%{notches}"
        case w.Mirror(how):
            return "\\" + how
        case w.Guard(condition):
            return f"?{{{condition}}}"
        case w.Look(body, behind):
            return f"{'<' if behind else '&'}({_print(body)})"
        case w.Named(name):
            raise TypeError(f"the walk {name!r} has no text of its own")
        case _:
            return f"({_print(walk)})"


def _atoms(atoms: tuple[w.Atom, ...]) -> str:
    return "+".join(
        atom.filters + (atom.leap if isinstance(atom.leap, str) else "({},{})".format(*atom.leap))
        for atom in atoms
    )


def _bounds(least: int, most: int | None) -> str:
    short = {(0, None): "*", (1, None): "+", (0, 1): "?"}.get((least, most))
    if short is not None:
        return short
    return f"{{{least}}}" if least == most else f"{{{least},{'' if most is None else most}}}"


def _joined(texts: list[str]) -> str:
    """The texts in a row, with a blank where two digits would run together (`@1 0`)."""
    joined = ""
    for text in texts:
        joined += " " + text if joined[-1:].isdigit() and text[0].isdigit() else text
    return joined
