"""Remarks of a retro analysis in three languages."""

_BEGIN = ("Retro ({0} to move): ", "Retro ({0} am Zug): ", "Retro (trait aux {0}) : ")

_REMARKS: dict[str, tuple[str, str, str]] = {
    "castling_permitted": (
        "{1} by {2} is permitted: one move back nothing proves the right lost (last move for "
        "example {3})",
        "{1} von {2} ist erlaubt: einen Zug zurueck beweist nichts den Verlust des Rechts (letzter "
        "Zug zum Beispiel {3})",
        "{1} par les {2} est permis : un coup en arriere, rien ne prouve la perte du droit "
        "(dernier coup par exemple {3})",
    ),
    "castling_moved": (
        "{1} by {2} is not permitted: king or rook made the last move ({3})",
        "{1} von {2} ist nicht erlaubt: Koenig oder Turm machte den letzten Zug ({3})",
        "{1} par les {2} n'est pas permis : roi ou tour a joue le dernier coup ({3})",
    ),
    "castling_before": (
        "{1} by {2} is not permitted: king or rook has moved, as each possible last move ({3}) "
        "shows with the move before it",
        "{1} von {2} ist nicht erlaubt: Koenig oder Turm hat gezogen, wie jeder moegliche letzte "
        "Zug ({3}) mit dem Zug davor zeigt",
        "{1} par les {2} n'est pas permis : roi ou tour a joue, comme le montre chaque dernier "
        "coup possible ({3}) avec le coup precedent",
    ),
    "exclusive": (
        "{1} by {2} and {3} by {4} exclude each other; each is tried as if it were permitted",
        "{1} von {2} und {3} von {4} schliessen einander aus; jede wird als erlaubt behandelt",
        "{1} par les {2} et {3} par les {4} s'excluent ; chacun est essaye comme s'il etait permis",
    ),
    "en_passant_permitted": (
        "capture en passant on {1} is permitted: the last move was {2}",
        "Schlagen en passant auf {1} ist erlaubt: der letzte Zug war {2}",
        "la prise en passant en {1} est permise : le dernier coup etait {2}",
    ),
    "en_passant_refused": (
        "capture en passant on {1} is not permitted: one move back nothing proves that {2} was the "
        "last move (it may have been {3})",
        "Schlagen en passant auf {1} ist nicht erlaubt: einen Zug zurueck beweist nichts, dass {2} "
        "der letzte Zug war (auch {3} kann es gewesen sein)",
        "la prise en passant en {1} n'est pas permise : un coup en arriere, rien ne prouve que {2} "
        "etait le dernier coup ({3} a pu l'etre)",
    ),
    "en_passant_impossible": (
        "capture en passant on {1} is not permitted: {2} cannot have been the last move",
        "Schlagen en passant auf {1} ist nicht erlaubt: {2} kann nicht der letzte Zug gewesen sein",
        "la prise en passant en {1} n'est pas permise : {2} ne peut etre le dernier coup",
    ),
    "dependent": (
        "capture en passant on {1} is permitted only if {2} by {3} is; the parts are not solved "
        "one by one",
        "Schlagen en passant auf {1} ist nur erlaubt, wenn es {2} von {3} ist; die Teile werden "
        "nicht einzeln geloest",
        "la prise en passant en {1} n'est permise que si {2} par les {3} l'est ; les parties ne "
        "sont pas resolues une a une",
    ),
    "no_last_move": (
        "{1} has no possible last move; rights to castle and en passant are left as they are",
        "{1} hat keinen moeglichen letzten Zug; Rechte auf Rochade und en passant bleiben, wie sie "
        "sind",
        "les {1} n'ont pas de dernier coup possible ; les droits de roquer et de prendre en "
        "passant restent tels quels",
    ),
    "incomplete": (
        "not everything was looked at; what is called possible may not be",
        "nicht alles wurde untersucht; was moeglich genannt wird, ist es vielleicht nicht",
        "tout n'a pas ete examine ; ce qui est dit possible ne l'est peut-etre pas",
    ),
}

RETRO_TEXTS: dict[str, tuple[str, str, str]] = {
    f"retro_{key}": (_BEGIN[0] + en, _BEGIN[1] + de, _BEGIN[2] + fr)
    for key, (en, de, fr) in _REMARKS.items()
} | {
    "retro_not_applied": (
        "Retro: not applied: {0}",
        "Retro: nicht angewandt: {0}",
        "Retro : pas applique : {0}",
    )
}
"""By key of a message, its sentence; {0} is the side to move, or the reason."""

RETRO_WORDS: dict[str, tuple[str, str, str]] = {
    "white": ("White", "Weiss", "Blancs"),
    "black": ("Black", "Schwarz", "Noirs"),
    "board": (
        "only games on the 8x8 board have a past that is known",
        "nur Partien auf dem 8x8-Brett haben eine bekannte Vergangenheit",
        "seules les parties sur l'echiquier 8x8 ont un passe connu",
    ),
    "conditions": (
        "nothing is known of the past with conditions",
        "bei Bedingungen ist nichts ueber die Vergangenheit bekannt",
        "avec des conditions, rien n'est connu du passe",
    ),
    "men": (
        "nothing is known of the past with other men than those of the game",
        "mit anderen Steinen als denen der Partie ist nichts ueber die Vergangenheit bekannt",
        "avec d'autres pieces que celles de la partie, rien n'est connu du passe",
    ),
    "series": (
        "in series play it is not settled who moved last",
        "im Serienzug steht nicht fest, wer zuletzt gezogen hat",
        "au jeu de serie, on ne sait qui a joue le dernier coup",
    ),
    "kings": (
        "each side needs one king",
        "jede Seite braucht einen Koenig",
        "il faut un roi de chaque camp",
    ),
}
"""Words that stand for themselves in the arguments of these messages."""
