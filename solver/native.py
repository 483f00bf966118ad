"""The door to the compiled engine: the only module that imports `solver._engine`."""

try:
    from solver import _engine
except ImportError as error:
    raise ImportError(
        "the engine of this solver is not built here; run: pip install -e ."
    ) from error

Search = _engine.Search
legal_moves = _engine.legal_moves
legal_moves_of_each = _engine.legal_moves_of_each
perft = _engine.perft
playout = _engine.playout
retro = _engine.retro
version = _engine.version

__all__ = [
    "Search",
    "legal_moves",
    "legal_moves_of_each",
    "perft",
    "playout",
    "retro",
    "version",
]
