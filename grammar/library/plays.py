"""Declared goals and stipulations: the traditional ones, and those of a problem."""

import os
from collections.abc import Iterable
from contextlib import suppress
from functools import cache, lru_cache
from typing import Any

from msgspec.structs import replace

from grammar.files import beside
from grammar.library.kept import kept
from grammar.library.trees import kept_tree, template, unknown_length, with_goal
from grammar.library.written import declared, written
from grammar.words import plain_name
from solver.model.board import ORTHODOX_BOARD, Board, Colour
from solver.model.errors import InputError, SolverError
from solver.model.play import GoalDeclaration, PlayCase, PlayDeclaration
from solver.model.stipulation import (
    And,
    Branch,
    Expression,
    Fork,
    Goal,
    Not,
    Or,
    Traditional,
    Tree,
)

FOLDER = beside(__file__, "play")
COMPILED = beside(__file__, "compiled", "plays.json")


class Plays:
    """The declared goals and stipulations of a folder; each is read when it is asked for."""

    def __init__(self, folder: str = FOLDER) -> None:
        self._folder = folder
        self._own_goals: dict[str, Goal] = {}
        self._own_plays: dict[str, PlayDeclaration] = {}

    def extended(self, declarations: Iterable[GoalDeclaration | PlayDeclaration]) -> "Plays":
        """These and the declarations of a problem.

        Raises InputError at a declaration whose name is taken.
        """
        more = Plays(self._folder)
        more._own_goals, more._own_plays = dict(self._own_goals), dict(self._own_plays)
        for declaration in declarations:
            name, place = declaration.name, declaration.place
            if name in more.goal_names() or name in more.play_names():
                line, column = (place.line, place.column) if place else (1, 1)
                message = f"there is already a goal or stipulation {name!r}"
                raise InputError(message, line, column)
            if isinstance(declaration, GoalDeclaration):
                more._own_goals[name] = declaration.goal
            else:
                more._own_plays[name] = declaration
        return more

    def goal_names(self) -> list[str]:
        """The names of all declared goals, sorted."""
        return sorted({*self._own_goals, *_texts(self._folder, "goal")})

    def play_names(self) -> list[str]:
        """The names of all declared stipulations, sorted; that of direct play is empty."""
        return sorted({*self._own_plays, *_texts(self._folder, "stipulation")})

    def text(self, name: str) -> str:
        """The declaration of a goal or stipulation of the library; KeyError when there is none."""
        return _texts(self._folder, "goal").get(name) or _texts(self._folder, "stipulation")[name]

    def goal(self, name: str, board: Board = ORTHODOX_BOARD) -> Goal | None:
        """The goal of that name, None when there is none."""
        if name in self._own_goals:
            return self._own_goals[name]
        text = _texts(self._folder, "goal").get(name)
        if text is None:
            return None
        declaration = _read(text, board)
        assert isinstance(declaration, GoalDeclaration)
        return declaration.goal

    def play(self, name: str) -> PlayDeclaration | None:
        """The stipulation of that name ("h", "" for direct play), None when there is none."""
        if name in self._own_plays:
            return self._own_plays[name]
        text = _texts(self._folder, "stipulation").get(name)
        if text is None:
            return None
        declaration = _read(text, ORTHODOX_BOARD)
        assert isinstance(declaration, PlayDeclaration)
        return declaration

    def tree(self, stipulation: Traditional, board: Board = ORTHODOX_BOARD) -> Tree:
        """What the play of a stipulation stands for, without introductory series and exactness.

        Raises SolverError when no case is meant for so many moves, InputError (placed within the
        text of the tree) when the tree cannot be read.
        """
        play = plain_name(stipulation.play)
        declaration = self.play(play) or self.play(play.removesuffix(stipulation.goal.kind))
        if declaration is None:
            raise SolverError(f"no tree for the play {stipulation.play!r}")
        return self.tree_of(declaration, stipulation, board)

    def tree_of(self, declaration: PlayDeclaration, stipulation: Traditional, board: Board) -> Tree:
        """The tree of a declaration with the goals and length of a stipulation; as `tree`."""
        moves, half = stipulation.moves, stipulation.half
        case = next((case for case in declaration.cases if case.fits(moves, half)), None)
        if case is None:
            raise SolverError(f"{stipulation.text}: there is no such play of this length")
        root = kept_tree(case.play, stipulation) or self._read_tree(case.play, stipulation, board)
        return Tree(case.starter, root)

    def _read_tree(self, play: str, stipulation: Traditional, board: Board) -> Expression:
        # Most stipulations are of the library, whose trees are kept.
        from grammar.play_templates import with_numbers

        try:
            text = with_numbers(play, stipulation.moves)
        except ValueError as error:
            raise SolverError(f"{stipulation.text}: {error}") from None
        root = _expression(with_goal(text, stipulation.goal), self, board)
        return _with_goals(root, stipulation)


@cache
def plays() -> Plays:
    """The declared goals and stipulations of this package."""
    return Plays()


@cache
def _texts(folder: str, kind: str) -> dict[str, str]:
    """The declarations of a kind by name, as they are written."""
    texts = written(os.path.join(folder, f"{kind}s.dawson"))
    return {declared(text)[1].casefold(): text for text in texts}


def read_all(folder: str = FOLDER) -> dict[str, PlayDeclaration]:
    """The stipulations of a folder by their texts."""
    found = {}
    for text in _texts(folder, "stipulation").values():
        declaration = _parsed(text, ORTHODOX_BOARD)
        if isinstance(declaration, PlayDeclaration):
            found[text] = replace(declaration, place=None)
    return found


def read_trees(folder: str = FOLDER) -> dict[str, Any]:
    """What is kept of the trees of the stipulations of a folder, by their texts."""
    declarations = read_all(folder).values()
    texts = [case.play for declaration in declarations for case in declaration.cases]
    return {text: _template(text, Plays(folder)) for text in texts}


def _template(play: str, known: Plays) -> Any:
    from grammar.play_templates import with_lengths

    lengths: list[tuple[int, int]] = []

    def unknown(factor: int, constant: int) -> str:
        lengths.append((factor, constant))
        return unknown_length(len(lengths) - 1)

    text = with_lengths(play, unknown)
    ending, going_on = (
        _expression(with_goal(text, Goal(kind)), known, ORTHODOX_BOARD) for kind in ("z", "#")
    )
    return template(ending, going_on, lengths)


@cache
def _stored() -> dict[str, Any]:
    return kept(COMPILED)


@lru_cache(maxsize=256)
def _read(text: str, board: Board) -> GoalDeclaration | PlayDeclaration:
    # What was compiled counts only as long as it is of the same text and of this model.
    with suppress(KeyError, TypeError, ValueError):
        stored = _stored()[text]
        cases = (
            PlayCase(**case | {"starter": Colour(case["starter"])}) for case in stored["cases"]
        )
        return PlayDeclaration(**stored | {"cases": tuple(cases)})
    return _parsed(text, board)


def _parsed(text: str, board: Board) -> GoalDeclaration | PlayDeclaration:
    from grammar.keywords import vocabulary
    from grammar.play_declarations import read_play_declarations
    from grammar.shapes import known_goal
    from solver.model.problem import Language

    words = vocabulary(Language.ENGLISH).with_board(board)
    (declaration,) = read_play_declarations(
        text, board, lambda goal: known_goal(goal, words), words.piece_called
    )
    return declaration


@lru_cache(maxsize=256)
def _expression(text: str, known: Plays, board: Board) -> Expression:
    """A tree in the structured form, with goals named `goal` and `other` to be replaced."""
    from grammar.build_structured import structured
    from grammar.classifier import Session
    from grammar.keywords import vocabulary
    from grammar.play_templates import PLACEHOLDER, RESERVED
    from grammar.sentences import parse
    from grammar.words import Input
    from solver.model.problem import Language

    words = vocabulary(Language.ENGLISH).with_board(board).with_plays(known)
    words = words.with_goals({name: Goal("{" + name + "}") for name in RESERVED})
    braced = PLACEHOLDER.sub(r"{\1}", text)
    session = Session(Input(f"sstipulation white {braced} endproblem", "<declaration>"), words)
    sentence = parse(session).children[0]
    assert not isinstance(sentence, str)
    tree = sentence.children[1]
    assert not isinstance(tree, str)
    return structured(session, tree).tree.root


def _with_goals(expression: Expression, stipulation: Traditional) -> Expression:
    """The expression with the goals of a stipulation for `goal` and `other`."""

    def goals(expression: Expression) -> Expression:
        match expression:
            case Goal(kind="{goal}"):
                return stipulation.goal
            case Goal(kind="{other}"):
                return stipulation.other_goal or stipulation.goal
            case Not(operand):
                return Not(goals(operand))
            case And(left, right):
                return And(goals(left), goals(right))
            case Or(left, right):
                return Or(goals(left), goals(right))
            case Branch():
                return _branch(expression)
            case _:
                return expression

    def _branch(branch: Branch) -> Branch:
        def forks(forks: tuple[Fork, ...]) -> tuple[Fork, ...]:
            return tuple(replace(fork, expression=goals(fork.expression)) for fork in forks)

        return replace(
            branch,
            first=forks(branch.first),
            second=forks(branch.second),
            constraint=branch.constraint and goals(branch.constraint),
            second_constraint=branch.second_constraint and goals(branch.second_constraint),
        )

    return goals(expression)
