"""What the grammar expects, in words for people."""

from collections.abc import Iterable

_TABLES = {
    "attributes": "an attribute",
    "circe": "a Circe variant",
    "colours": "a colour",
    "conditions": "a condition",
    "options": "an option",
    "twins": "a twin command",
    "structure": "the next twin or problem, or the end",
    "commands": "a command",
}
_SHAPES = {
    "TEXT": "the rest of the line",
    "PLACEMENT": "a position in Forsyth notation",
    "SYMBOL": "a symbol",
    "OWN_CONDITION": "",
    "OWN_WORD": "",
    "SQUARES": "squares in one word (a1b2)",
    "SQUARE": "one square",
    "TWO_SQUARES": "two squares in one word (a1b2)",
    "ONE_SQUARE": "a square",
    "NUMBER": "a number",
    "NUMBER64": "a number from 0 to 64",
    "RANGE": "a number or numbers joined by colons (2:7)",
    "DECIMAL": "a number with at most two decimals",
    "DEGREES": "90, 180 or 270",
    "AXIS": "a1<-->h1, a1<-->a8, a1<-->h8 or a8<-->h1",
    "GRID_LINES": "files and ranks in one word (bdf246)",
    "GRID_SEGMENT": "grid lines like Ha24",
    "NEIGHBOUR_WALK": "the code of a leaper or king",
    "MEN": "a piece with its squares (Ka1)",
    "WALK": "the code of a piece",
    "GOAL": "a goal",
    "GOAL_SQUARE": "a square right after the goal",
    "LENGTH": "a number of moves",
    "PLAY": "a kind of play (h, s, ser- ...)",
    "LEAF": "a goal",
    "HALF_MOVES": "a number of half-moves",
    "SERIES": "the letter s, h, a or d",
    "HELP": "the letter h",
    "ATTACK": "the letter a",
    "DEFENCE": "the letter d",
    "FORK": "'['",
    "CONSTRAINT": "'{'",
    "END_FORK": "']'",
    "END_CONSTRAINT": "'}'",
    "RIGHT": "')'",
    "CLOSE": "')'",
    "OPEN": "'('",
    "AND": "'&' or '|'",
}


def expectations(names: Iterable[str], keywords: Iterable[str] = ()) -> tuple[str, ...]:
    """Phrases for tables and shapes, without repetitions; keywords: words of small tables."""
    phrases = [_TABLES.get(name) or _SHAPES.get(name, "") for name in names]
    return tuple(dict.fromkeys([*keywords, *filter(None, phrases)]))
