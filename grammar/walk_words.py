"""Words that make a walk of walks: `hopper(rook)`, `lion(queen)`, `quiet(pawn)`.

Each works on the path, not on the text.  A path is `[S] step* !` (a rider; a step may be followed
by turns, as in the rose) or `[S] !` (a leaper); a choice of paths is changed path by path.
To add a word: a function below with one line in `WORDS`.
"""

from collections.abc import Callable

import msgspec

from solver.model import walk as w

NOTHING = w.Choice(())
"""A walk without moves."""


class NotAPath(Exception):
    """The word does not apply to that walk."""


class Path(msgspec.Struct, frozen=True):
    """A rider or leaper: its star, and the turns after each step; repeated: a rider."""

    star: w.Walk
    turns: tuple[w.Walk, ...]
    repeated: bool

    def run(self) -> list[w.Walk]:
        """Any number of steps over empty squares."""
        return [w.Repeat(w.sequence((w.Step("-"), *self.turns)), 0, None)] if self.repeated else []

    def onto(self, kind: w.StepKind) -> list[w.Walk]:
        """A step onto a man, after which the path goes on."""
        return [w.Step(kind), *self.turns]

    def ending(self, *parts: list[w.Walk] | w.Walk) -> w.Walk:
        """The walk of these parts along the path."""
        flat = [self.star]
        for part in parts:
            flat.extend(part if isinstance(part, list) else [part])
        return w.sequence(flat)


def _rider(path: Path) -> w.Walk:
    return path.ending(w.Repeat(w.sequence((w.Step("-"), *path.turns)), 0, None), w.Step("!"))


def _circular(path: Path) -> w.Walk:
    return _rider(Path(path.star, (w.Turn(1),), repeated=True))


def _hopper(path: Path) -> w.Walk:
    return path.ending(path.run(), path.onto("^"), w.Step("!"))


def _contra(path: Path) -> w.Walk:
    return path.ending(path.onto("^"), path.run(), w.Step("!"))


def _lion(path: Path) -> w.Walk:
    return path.ending(path.run(), path.onto("^"), path.run(), w.Step("!"))


def _locust(path: Path) -> w.Walk:
    capture = [w.Step("o"), w.Mark("X"), *path.turns]
    return path.ending(path.run(), capture, w.Step("m"))


def _marine(path: Path) -> w.Walk:
    return w.choice((path.ending(path.run(), w.Step("m")), _locust(path)))


def _over_a_hurdle(path: Path, kind: w.StepKind) -> w.Walk:
    return path.ending(path.run(), path.onto("^"), path.run(), w.Step(kind))


def _chinese(path: Path) -> w.Walk:
    return w.choice((path.ending(path.run(), w.Step("m")), _over_a_hurdle(path, "c")))


def _argentine(path: Path) -> w.Walk:
    return w.choice((path.ending(path.run(), w.Step("c")), _over_a_hurdle(path, "m")))


def _retro(path: Path) -> w.Walk:
    over = w.Repeat(w.sequence((w.Step("~"), *path.turns)), 0, None)
    edge = w.Look(w.sequence((*path.turns, *path.run(), w.Mark("#"))))
    return path.ending(over, w.Step("!"), edge)


def _quiet(walk: w.Walk) -> w.Walk:
    """The moves without a capture."""
    match walk:
        case w.Step("!", mirrored):
            return w.Step("m", mirrored)
        case w.Step("c") | w.Mark("X"):
            return NOTHING
    return _inside(walk, _quiet)


def _capture(walk: w.Walk) -> w.Walk:
    """The captures, those on the way included."""
    if isinstance(walk, w.Choice):
        return w.choice(_capture(branch) for branch in walk.branches)
    return walk if w.captures_on_the_way(walk) else _landing_captures(walk)


def _landing_captures(walk: w.Walk) -> w.Walk:
    match walk:
        case w.Step("!", mirrored):
            return w.Step("c", mirrored)
        case w.Step("m") | w.Mark("." | "0" | "="):
            return NOTHING
    return _inside(walk, _landing_captures)


def _inside(walk: w.Walk, change: Callable[[w.Walk], w.Walk]) -> w.Walk:
    """Change the parts of a walk; what cannot be matched any more takes its branch with it."""
    match walk:
        case w.Sequence(parts):
            changed = [change(part) for part in parts]
            return NOTHING if NOTHING in changed else w.sequence(changed)
        case w.Choice(branches):
            kept = [new for branch in branches if (new := change(branch)) != NOTHING]
            return w.choice(kept)
        case w.Repeat(body, least, most):
            new = change(body)
            if new == NOTHING:
                return w.Sequence(()) if least == 0 else NOTHING
            return w.Repeat(new, least, most)
        case w.EqualCount(body, name):
            new = change(body)
            return NOTHING if new == NOTHING else w.EqualCount(new, name)
    return walk


def _paths(word: Callable[[Path], w.Walk]) -> Callable[[w.Walk], w.Walk]:
    def applied(walk: w.Walk) -> w.Walk:
        branches = walk.branches if isinstance(walk, w.Choice) else (walk,)
        return w.choice(word(_path(branch)) for branch in branches)

    return applied


def _path(walk: w.Walk) -> Path:
    match walk:
        case w.Sequence((w.Star() | w.WholeBoardStar() as star, w.Step("!", False))):
            return Path(star, (), repeated=False)
        case w.Sequence(
            (w.Star() | w.WholeBoardStar() as star, w.Repeat(step, 0, None), w.Step("!", False))
        ):
            first, *turns = step.parts if isinstance(step, w.Sequence) else (step,)
            if first == w.Step("-") and all(isinstance(t, w.Turn | w.Mirror) for t in turns):
                return Path(star, tuple(turns), repeated=True)
    raise NotAPath


WORDS: dict[str, Callable[[w.Walk], w.Walk]] = {
    "rider": _paths(_rider),
    "circular": _paths(_circular),
    "hopper": _paths(_hopper),
    "contra": _paths(_contra),
    "lion": _paths(_lion),
    "locust": _paths(_locust),
    "marine": _paths(_marine),
    "chinese": _paths(_chinese),
    "argentine": _paths(_argentine),
    "retro": _paths(_retro),
    "quiet": _quiet,
    "capture": _capture,
}
