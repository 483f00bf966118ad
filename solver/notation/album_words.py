"""Words of the album layout in three languages."""

from solver.model.problem import Language

_LANGUAGES = (Language.ENGLISH, Language.GERMAN, Language.FRENCH)

_WORDS: dict[str, tuple[str, str, str]] = {
    "diagram": ("diagram", "Diagramm", "diagramme"),
    "solutions": ("solutions", "Lösungen", "solutions"),
    "none": ("no solution", "keine Lösung", "pas de solution"),
    "but": ("but", "aber", "mais"),
    "threat": ("threat", "Drohung", "menace"),
    "zugzwang": ("zugzwang", "Zugzwang", "blocus"),
    "partial": ("partial", "unvollständig", "partiel"),
}

_LIMITS: dict[str, tuple[str, str, str]] = {
    "solutions": ("first solutions only", "nur erste Lösungen", "premières solutions seulement"),
    "short": (
        "stopped at a short solution",
        "bei kurzer Lösung beendet",
        "arrêté à une solution courte",
    ),
    "range": ("some first moves only", "nur einige erste Züge", "quelques premiers coups"),
    "time": ("time limit reached", "Zeitgrenze erreicht", "limite de temps atteinte"),
    "interrupt": ("interrupted", "abgebrochen", "interrompu"),
    "memory": ("memory limit reached", "Speichergrenze erreicht", "limite de mémoire atteinte"),
    "choices": ("too many choices", "zu viele Möglichkeiten", "trop de choix"),
    "error": ("an error", "ein Fehler", "une erreur"),
}


def word(key: str, language: Language) -> str:
    """The word for `key`; an unknown key stands for itself."""
    texts = _WORDS.get(key)
    return texts[_LANGUAGES.index(language)] if texts else key


def limit(why: str, language: Language) -> str:
    """Why a solution is partial; an unknown reason stands for itself."""
    texts = _LIMITS.get(why)
    return texts[_LANGUAGES.index(language)] if texts else why
