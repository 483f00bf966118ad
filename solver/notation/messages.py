"""Remarks of the solving itself, by key, in three languages."""

import re
from collections.abc import Iterator

from solver.model.problem import Language, Problem
from solver.model.solution import Message
from solver.model.stipulation import Stipulation, Traditional
from solver.notation.letters import walk_letters

_LANGUAGES = (Language.ENGLISH, Language.GERMAN, Language.FRENCH)

_TEXTS: dict[str, tuple[str, str, str]] = {
    "not_applicable": (
        "{0} not applicable - ignored",
        "{0} nicht anwendbar - ignoriert",
        "{0} pas applicable - ignore",
    ),
    "try_not_applicable": (
        "try play not applicable",
        "Verfuehrung nicht anwendbar",
        "jeu d'essai pas applicable",
    ),
    "stop_on_short_not_supported": (
        "Option  StopOnShortSolutions  not supported with direct play.",
        "Option  StopNachKurzloesungen  nicht unterstuetzt im direkten Spiel.",
        "L'option  FinApresSolutionsCourtes  n'est pas soutenu au jeu direct.",
    ),
    "threat_not_applicable": (
        'Option "Threat" not applicable or indicated maximum threat length too big',
        'Option "Drohung" nicht anwendbar order maximale Laenge der Drohung zu gross',
        'Option "menace" pas applicable ou longueur maximale de la menace trop grande',
    ),
    "intelligent_not_supported": (
        "Intelligent Mode only with h#/=, ser-#/= and ser-h#/=, with a limited set of fairy "
        "conditions and without fairy pieces.",
        "Intelligent Modus nur im h#/=, ser-#/= und ser-h#/=, wenigen Maerchenbedingungen und "
        "keinen Maerchensteinen.",
        "mode intelligent seulement avec h#/=, ser-#/= et ser-h#/=, facultativement avec "
        "certaines conditions, et sans pieces feeriques.",
    ),
}

_OPTIONS: dict[str, tuple[str, str, str]] = {
    "SetPlay": ("SetPlay", "Satzspiel", "Apparent"),
    "WhiteToPlay": ("WhiteToPlay", "WeissBeginnt", "ApparentSeul"),
    "PostKeyPlay": ("PostKeyPlay", "NachSchluessel", "ApresCle"),
    "Quodlibet": ("Quodlibet", "Quodlibet", "Quodlibet"),
    "GoalIsEnd": ("GoalIsEnd", "ZielIstEnde", "ButEstFin"),
}

_EARLY = ("Quodlibet", "WhiteToPlay", "PostKeyPlay")
"""Options whose "not applicable" stands before the header (or the heading of a twin)."""


def message_text(message: Message, language: Language) -> str:
    """The sentence for a message; an unknown key stands for itself, with its arguments."""
    from solver.notation.retro_words import RETRO_TEXTS, RETRO_WORDS

    column = _LANGUAGES.index(language)
    texts = _TEXTS.get(message.key) or RETRO_TEXTS.get(message.key)
    if texts is None:
        return " ".join((message.key, *message.arguments))
    words = _OPTIONS | RETRO_WORDS
    arguments = [words.get(word, (word,) * 3)[column] for word in message.arguments]
    return texts[column].format(*(_with_letters(text, language) for text in arguments))


def _with_letters(text: str, language: Language) -> str:
    """The text with the letters of each walk that it names in braces; a pawn has none."""

    def letters(match: re.Match[str]) -> str:
        return "" if match[1] == "pawn" else walk_letters(match[1], language)

    return re.sub(r"\{([^{}]*)\}", letters, text)


def is_early(message: Message) -> bool:
    """Whether `early_messages` has already told this one."""
    return message.key == "not_applicable" and message.arguments[:1] in {(o,) for o in _EARLY}


def early_messages(
    problem: Problem, stipulation: Stipulation | None, language: Language
) -> Iterator[str]:
    """What can be told from the stipulation alone that an option does not apply."""
    if not isinstance(stipulation, Traditional):
        return
    for option in _EARLY:
        if problem.option(option) and not _APPLIES[option](stipulation):
            yield message_text(Message("not_applicable", (option,)), language)


_BATTLE = frozenset({"", "s", "r", "semi-r", "pser-", "pser-s", "pser-r"})


def is_battle(stipulation: Traditional) -> bool:
    """Direct, self, reflex and parry play: the defender tries to prevent the goal."""
    return stipulation.play in _BATTLE and not stipulation.introductory


def _has_self_goal(stipulation: Traditional) -> bool:
    return stipulation.play.removeprefix("p").removeprefix("ser-").endswith(("s", "r"))


def _white_to_play(stipulation: Traditional) -> bool:
    if stipulation.introductory or stipulation.play == "a=>b":
        return True
    if stipulation.play.endswith("reci-h") and stipulation.moves == 1:
        return False
    return not is_battle(stipulation) and not stipulation.half


_APPLIES = {
    "Quodlibet": lambda stipulation: stipulation.play != "hr" and _has_self_goal(stipulation),
    "WhiteToPlay": _white_to_play,
    "PostKeyPlay": is_battle,
}
