"""Words of solutions that mean something, and the letters of men in languages."""

THREAT = "threat"
BUT = "but"
ZUGZWANG = "zugzwang"
ANY = "any"
OR = "or"

WORDS = {
    "threat": THREAT,
    "threats": THREAT,
    "threatening": THREAT,
    "thr": THREAT,
    "droht": THREAT,
    "drohung": THREAT,
    "dr": THREAT,
    "menace": THREAT,
    "menaces": THREAT,
    "but": BUT,
    "aber": BUT,
    "mais": BUT,
    "refuted": BUT,
    "zugzwang": ZUGZWANG,
    "zz": ZUGZWANG,
    "blocus": ZUGZWANG,
    "block": ZUGZWANG,
    "any": ANY,
    "other": ANY,
    "others": ANY,
    "else": ANY,
    "otherwise": ANY,
    "random": ANY,
    "sonst": ANY,
    "beliebig": ANY,
    "bel": ANY,
    "autre": ANY,
    "or": OR,
    "oder": OR,
    "ou": OR,
    "and": OR,
    "und": OR,
    "et": OR,
}

LETTERS = {
    "en": {"K": "king", "Q": "queen", "R": "rook", "B": "bishop", "S": "knight", "P": "pawn"},
    "de": {"K": "king", "D": "queen", "T": "rook", "L": "bishop", "S": "knight", "B": "pawn"},
    "fr": {"R": "king", "D": "queen", "T": "rook", "F": "bishop", "C": "knight", "P": "pawn"},
    # Kr, F, L, S, K, P in Cyrillic.
    "ru": {
        "\u041a\u0440": "king",
        "\u0424": "queen",
        "\u041b": "rook",
        "\u0421": "bishop",
        "\u041a": "knight",
        "\u041f": "pawn",
    },
}
ORTHODOX = frozenset(LETTERS["en"].values())
LETTERS["en"]["N"] = "knight"
"""Orthodox men; N gives way where N is another man of the problem."""
