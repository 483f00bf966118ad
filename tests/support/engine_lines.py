"""What the engine finds, event by event, with its fast ways and without them."""

import json

from grammar.library import library
from grammar.library.conditions import conditions
from grammar.library.plays import plays
from solver import native
from solver.api import read_text
from solver.compile.phases import phases
from solver.model.twinning import variants


def lines(text: str, *, bounds: bool = True, general: bool = False) -> list[bytes]:
    """The lines and trees of a problem, as the engine tells them.

    `general` forces every fast way off: no bounds, no table of positions, and the rules that serve
    every game for orthodox problems, too.
    """
    [problem] = read_text(text)
    found = []
    for variant in variants(problem):
        for phase in phases(variant, problem, library().piece, plays().tree, conditions().meaning):
            if not phase.spec:
                continue
            spec = json.loads(phase.spec)
            options = spec["search"].setdefault("options", {})
            options["bounds"] = bounds and not general
            if general:
                options["table_mib"] = 0
                spec.setdefault("fairy", {"attributes": [], "rules": []})
            search = native.Search(json.dumps(spec).encode())
            while not search.finished:
                event = search.next_event(1.0)
                if event is not None and (b'"LineFound"' in event or b'"TreeFound"' in event):
                    found.append(event)
    return found
