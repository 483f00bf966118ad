"""What the default layout prints before the solution."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

from solver.model.board import Board
from solver.model.position import Position
from solver.model.problem import Condition, Language, Problem, imitators, with_implied
from solver.model.stipulation import Structured, Traditional
from solver.notation import letters
from solver.notation.diagram import diagram, piece_counts
from solver.notation.messages import early_messages
from solver.notation.phrases import phrase
from solver.notation.stipulations import diagram_stipulation

if TYPE_CHECKING:
    from solver.notation.grid import Grid

WIDTH = 37


def header_text(problem: Problem, language: Language, encoding: str = "utf-8") -> str:
    """Remarks, notes, header, diagram and all lines below it.

    encoding: that of the output, because names are centred by bytes.
    """
    return "".join(_parts(problem, language, encoding))


def centred(text: str, width: int = WIDTH, encoding: str = "utf-8") -> str:
    """A line with `text` in the middle, counted in bytes; a longer text is not shortened."""
    size = len(text.encode(encoding, "replace"))
    return " " * max(0, (width - size) // 2) + text + "\n"


def _parts(problem: Problem, language: Language, encoding: str) -> Iterator[str]:
    for remark in problem.remarks:
        yield f"{remark}\n"
    for square in problem.underworld:
        yield phrase("underworld", language, problem.position.board.name(square)) + "\n"
    for text in early_messages(problem, problem.stipulation, language):
        yield f"{text}\n"
    if problem.option("NoBoard"):
        return
    yield "\n"
    header = problem.header
    for line in (*header.authors, *header.origins, header.award, *header.titles):
        if line:
            yield centred(line, encoding=encoding)
    yield "\n"
    width = 4 * problem.position.board.width + 5
    if problem.target is not None:
        yield _board(problem, problem.position, language)
        yield _count_line("", piece_counts(problem.position), width)
        yield f"\n{centred(_starter(problem, language), width)}\n\n"
    shown = problem.position if problem.target is None else problem.target
    yield _board(problem, shown, language)
    invisible = f"{problem.invisible} {phrase('invisible', language)}" if problem.invisible else ""
    counts = piece_counts(shown, invisible)
    yield _count_line(diagram_stipulation(problem, language), counts, width)
    yield from _facts(problem, shown, language, width)
    if problem.option("WriteGrid"):
        yield _grid_numbers(problem)


def _board(problem: Problem, position: Position, language: Language) -> str:
    grid = next((c for c in problem.conditions if c.id.lower() in _WITH_GRID), None)
    shown = grid is not None and problem.option("SuppressGrid") is None
    aimed = position is problem.target
    conditions = problem.target_conditions if aimed else problem.conditions_of_play
    return diagram(
        position,
        language,
        imitators=_squares(position.board, imitators(conditions)),
        holes=_squares(position.board, _all_of(problem, "Hole")),
        grid=_grid(position.board, grid) if shown else None,
        codes=letters.own_codes(problem, language),
    )


def _count_line(stipulation: str, counts: str, width: int) -> str:
    left = f"  {stipulation}"
    return left + counts.rjust(max(0, width - 2 - len(left))) + "\n"


def _starter(problem: Problem, language: Language) -> str:
    """Between the two boards of a=>b: who begins."""
    stipulation = problem.stipulation
    play = stipulation.play if isinstance(stipulation, Traditional) else ""
    alone = play.startswith(("ser-", "pser-")) and "h" not in play
    colour = "white" if alone or problem.option("WhiteToPlay") else "black"
    if isinstance(stipulation, Structured):
        colour = stipulation.tree.starter.value
    return f"=> ({letters.colour_name(colour, language)} ->)"


_WITH_GRID = {"gridchess", "contactgridchess"}


def _all_of(problem: Problem, id: str) -> list[str]:
    """The arguments of all conditions with that id."""
    return [argument for c in problem.conditions if c.id == id for argument in c.arguments]


def _squares(board: Board, arguments: Iterable[str]) -> list[int]:
    """Those of the words that are squares."""
    found = []
    for argument in arguments:
        with suppress(ValueError):
            found.append(board.square(argument))
    return found


def _facts(problem: Problem, position: Position, language: Language, width: int) -> Iterator[str]:
    """Joined edges, attributes with their squares, conditions, options that a diagram shows."""
    if position.board.joined:
        yield centred(phrase(position.board.joined, language), width)
    for text in (
        *_attribute_texts(problem, position, language),
        *_condition_texts(problem, position, language),
    ):
        yield centred(text, width)
    exclusive = [o for o in problem.options if o.id == "CastlingMutuallyExclusive"]
    if exclusive:
        pairs = sorted(_rook_pair(position.board, option.arguments) for option in exclusive)
        yield " ".join([phrase("castlingmutuallyexclusive", language), *pairs]) + "\n"
    if problem.option("Duplex"):
        yield centred(phrase("duplex", language), width)
    elif problem.option("HalfDuplex"):
        yield centred(phrase("halfduplex", language), width)
    if problem.option("Quodlibet"):
        yield centred(phrase("quodlibet", language), width)


def _condition_texts(problem: Problem, position: Position, language: Language) -> list[str]:
    conditions = with_implied(problem.conditions_of_play, position)
    if not conditions:
        return []
    from solver.notation.conditions import condition_lines

    hidden = problem.option("SuppressGrid") is not None
    return condition_lines(conditions, language, grid_hidden=hidden)


def _rook_pair(board: Board, arguments: tuple[str, ...]) -> str:
    """The white rook's square first."""
    text = "".join(arguments)
    squares = sorted((text[at : at + 2] for at in range(0, len(text), 2)), key=board.square)
    return "".join(squares)


_MAKES = {"ghostchess": "Uncapturable", "hauntedchess": "Uncapturable"}
"""Conditions under which men may get an attribute later, so that its line always stands there."""


def _attribute_texts(problem: Problem, position: Position, language: Language) -> Iterator[str]:
    board = position.board
    conditions = {
        condition.id.lower() for condition in with_implied(problem.conditions_of_play, position)
    }
    alice = "alicechess" in conditions
    always = {_MAKES[condition] for condition in conditions & set(_MAKES)}
    if alice:
        always.add("AliceB")
    top_down = sorted(position.men, key=lambda s: (-(s // board.width), s % board.width))
    for id in letters.attributes():
        squares = [
            board.name(square)
            for square in top_down
            if id in position.men[square].attributes
            or (id == "AliceA" and alice and "AliceB" not in position.men[square].attributes)
        ]
        if squares or id in always:
            yield " ".join([letters.attribute_name(id, language), *squares])


def _grid(board: Board, condition: Condition | None) -> "Grid":
    from solver.notation.grid import grid_of

    return grid_of(board, condition)


def _grid_numbers(problem: Problem) -> str:
    """A second board with the number of each cell of the grid."""
    board = problem.position.board
    grid = next((c for c in problem.conditions if c.id.lower() in _WITH_GRID), None)
    cells = _grid(board, grid).cells
    lines = diagram(Position(board), problem.language).splitlines()
    for rank in range(board.height):
        row = lines[2 + 2 * (board.height - 1 - rank)]
        numbers = "".join(f"{cells[rank * board.width + f]:4}" for f in range(board.width))
        label = row[0]
        lines[2 + 2 * (board.height - 1 - rank)] = label + numbers + row[1 + len(numbers) :]
    return "\n" + "\n".join(lines) + "\n"
