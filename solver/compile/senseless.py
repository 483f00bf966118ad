"""Variants that mean nothing with a condition, and why; so they are refused for good.

Popeye calls most of them nonsense, or ends.
"""

from collections.abc import Mapping

_NOBODY_RETURNS = "nobody comes back, so that nobody comes back later"
_STAYS = "a man that sets out from another square stays what it is"
_NO_CAPTURE_YET = "the man has not captured anything before it sets out"
_EMPTY = "the square must be empty, so that nobody is in the way there"
_CAGES = "whether a square is a cage would depend on what this allows"
_OWN = "the square is told by the captor alone, where it stands"

_LATER = ("LastMove", "WaitCapture", "Parrain", "ContraParrain")
_CHANGED = ("Clone", "Chameleon", "Turncoats", "Einstein", "ReversalEinstein")
_BY_THE_MOVE = ("Equipollents", "PWC", "Couscous", "Take&Make")
_IN_THE_WAY = ("Assassin", "Volcanic", "Parachute")

_FROM_ELSEWHERE = {
    **dict.fromkeys(_LATER, _NOBODY_RETURNS),
    **dict.fromkeys(_CHANGED, _STAYS),
    **dict.fromkeys(_BY_THE_MOVE, _NO_CAPTURE_YET),
    **dict.fromkeys(_IN_THE_WAY, _EMPTY),
    "CaptureSquare": _NO_CAPTURE_YET,
    "Cage": _CAGES,
}
_WHY: Mapping[str, Mapping[str, str]] = {
    "MarsCirce": _FROM_ELSEWHERE,
    "AntiMarsCirce": _FROM_ELSEWHERE,
    "PhantomChess": _FROM_ELSEWHERE,
    "ImmunChess": {**dict.fromkeys(_LATER, _NOBODY_RETURNS), "Cage": _CAGES},
    "GenevaChess": {
        **dict.fromkeys(_LATER, _NOBODY_RETURNS),
        **dict.fromkeys(_CHANGED, _OWN),
        **dict.fromkeys(_BY_THE_MOVE, _OWN),
        "Cage": _CAGES,
    },
}


def why_senseless(words: str) -> str:
    """Why a condition with the words behind its name means nothing; empty where it might."""
    condition, *variants = words.split()
    reasons = _WHY.get(condition, {})
    return next((reasons[word] for word in variants if word in reasons), "")
