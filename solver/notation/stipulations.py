"""The stipulation as the line below the board shows it."""

import re

from solver.model.problem import Language, Option, Problem
from solver.model.stipulation import Stipulation, Structured, Traditional
from solver.notation import letters

_LENGTH = r"(\d+)(\.5)?$"


def stipulation_text(stipulation: Stipulation | None, language: Language) -> str:
    """The text without options: "h#2.5", "White 1a[#]d"."""
    if stipulation is None:
        return ""
    if isinstance(stipulation, Structured):
        starter = letters.colour_name(stipulation.tree.starter.value, language)
        return f"{starter} {''.join(stipulation.text.split())}"
    if stipulation.exact and not stipulation.text.startswith("exact-"):
        return f"exact-{stipulation.text}"
    return stipulation.text


def diagram_stipulation(problem: Problem, language: Language) -> str:
    """The text of the line below the board, with what options make of it.

    WhiteToPlay takes a half-move off help play, a move off series play; Threat and
    MaxFlightsquares follow after `/` and `//`, NonTrivial after `;`.
    """
    text = stipulation_text(problem.stipulation, language)
    if isinstance(problem.stipulation, Traditional):
        post_key = bool(problem.option("PostKeyPlay"))
        less = int(post_key)
        if problem.option("WhiteToPlay"):
            text = white_to_play(problem.stipulation)
            less += problem.stipulation.play.startswith("ser-")
        text = _shortened(text, problem.stipulation, less, post_key=post_key)
    return text + _limits(problem)


def white_to_play(stipulation: Traditional) -> str:
    """The stipulation that is left when the other side begins, a half-move later."""
    text, play = stipulation_text(stipulation, Language.ENGLISH), stipulation.play
    if stipulation.introductory:
        first, rest = text.split("->", 1)
        return f"{int(first) - 1 or ''}->{rest}"
    if play in ("ser-s", "ser-r", "ser-reci-h") or play.startswith("{"):
        return text
    if play == "reci-h" and stipulation.moves == 1:
        return text
    if play.startswith("ser"):
        return re.sub(_LENGTH, lambda m: str(int(m[1]) - 1) if int(m[1]) > 1 else "", text)
    if play == "dia" and stipulation.half:
        return re.sub(_LENGTH, lambda m: m[1], text)
    if "h" in play or play == "dia":
        return re.sub(_LENGTH, lambda m: m[0] if m[2] else f"{int(m[1]) - 1}.5", text)
    return text


def _shortened(text: str, stipulation: Traditional, less: int, *, post_key: bool) -> str:
    """Without "exact-" where it means nothing, and what is left of one move in post-key play.

    less: how many moves options take off.
    """
    moves = stipulation.moves - less
    if stipulation.exact and (moves < 1 or (moves == 1 and not stipulation.half)):
        text = text.removeprefix("exact-")
    if post_key and stipulation.moves == 1:
        text = text.removeprefix("semi-")
    return text


def _limits(problem: Problem) -> str:
    threat, flights = problem.option("Threat"), problem.option("MaxFlightsquares")
    trivial = problem.option("NonTrivial")
    text = ""
    if threat:
        text += f"/{_first(threat)}"
    if flights:
        text += f"{'' if threat else '/'}/{_first(flights)}"
    if trivial:
        text += ";" + ",".join(trivial.arguments)
    return text


def _first(option: Option) -> str:
    return option.arguments[0] if option.arguments else ""
