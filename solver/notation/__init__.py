"""Problems and solutions as text; one module a layout.

    writer = make_writer("popeye", problem, out)
    writer.begin(); writer.event(event) for every event; writer.end()

`writer.py` names the interface and the layouts; `moves.py` writes half-moves for those in long
notation; `letters/` holds the words of the three languages.  A layout never prints, never solves.
"""

from solver.notation.writer import LAYOUTS, Writer, make_writer

__all__ = ["LAYOUTS", "Writer", "make_writer"]
