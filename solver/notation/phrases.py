"""Words and sentences of the default layout in three languages."""

from solver.model.problem import Language

_LANGUAGES = (Language.ENGLISH, Language.GERMAN, Language.FRENCH)

_PHRASES: dict[str, tuple[str, str, str]] = {
    "finished": ("solution finished.", "Loesung beendet.", "solution terminee."),
    "partial": ("Partial solution", "Partielle Loesung", "solution partielle"),
    "interrupted": ("solving interrupted.", "Bearbeitung abgebrochen.", "solution interrompue."),
    "zugzwang": ("zugzwang.", "Zugzwang.", "blocus."),
    "threat": ("threat:", "Drohung:", "menace:"),
    "but": ("but", "Aber", "mais"),
    "refutes": ("refutes.", "Widerlegt.", "Refute."),
    "time": ("Time = ", "Zeit = ", "Temps = "),
    "zeroposition": ("zeroposition", "NullStellung", "zeroposition"),
    "vertical cylinder": ("Vertical cylinder", "Vertikalzylinder", "Cylindre vertical"),
    "horizontal cylinder": ("Horizontal cylinder", "Horizontalzylinder", "Cylindre horizontal"),
    "torus": ("Torus", "Torus", "Tore"),
    "duplex": ("Duplex", "Duplex", "Duplex"),
    "halfduplex": ("HalfDuplex", "HalbDuplex", "DemiDuplex"),
    "quodlibet": ("Quodlibet", "Quodlibet", "Quodlibet"),
    "castlingmutuallyexclusive": (
        "CastlingMutuallyExclusive",
        "RochadenGegenseitigAusschliessend",
        "RoquesMutuellementExclusifs",
    ),
    "rotate": ("rotate", "Drehung", "rotation"),
    "mirror": ("mirror", "Spiegelung", "miroir"),
    "shift": ("shift", "Verschiebung", "translation"),
    "polish": ("PolishType", "Farbwechsel", "CouleurEchange"),
    "role_exchange": ("RoleExchange", "Rollentausch", "EchangeRole"),
    "invisible": ("TI", "TU", "TI"),
    "underworld": (
        "{0} already occupied - old piece goes to the underworld.",
        "{0} ist bereits besetzt - alter Stein geht in die Unterwelt.",
        "{0} deja occupee - piece ancienne va dans l'au-dela.",
    ),
    "undecidable": (
        "cannot decide if this move is legal or not.",
        "kann nicht entscheiden, ob dieser Zug legal ist.",
        "on ne peut pas determiner si ce coup est legal.",
    ),
}


def phrase(key: str, language: Language, *arguments: str) -> str:
    """The words for `key`, with the arguments filled in."""
    text = _PHRASES[key][_LANGUAGES.index(language)]
    return text.format(*arguments) if arguments else text
