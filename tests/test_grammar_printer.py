"""Whatever can be read can be written, and reading it again gives the same problem."""

import grammar_strategies as some
import pytest
from fuzz_reader import SEEDS, check, mutate, words
from hypothesis import HealthCheck, given, settings
from msgspec.structs import replace

from grammar.print_stipulation import expression_text
from grammar.printer import print_problem
from grammar.reader import read_text
from solver.model.problem import Condition, Language, Problem
from solver.model.stipulation import Expression, Structured

SLOW = settings(deadline=None, suppress_health_check=list(HealthCheck), max_examples=150)


@given(some.problems())
@SLOW
def test_reading_what_was_printed(problem: Problem) -> None:
    entries = read_text(print_problem(problem))
    assert [entry.errors for entry in entries] == [()]
    assert entries[0].problem == problem


@given(some.EXPRESSIONS)
@SLOW
def test_structured_stipulations(expression: Expression) -> None:
    stipulation = some.read_stipulation(f"sstip black {expression_text(expression)}")
    assert isinstance(stipulation, Structured)
    assert stipulation.tree.root == expression


@given(some.problems())
@SLOW
def test_the_language_does_not_matter(problem: Problem) -> None:
    for language in Language:
        other = replace(problem, language=language)
        assert read_text(print_problem(other))[0].problem == other


def test_a_word_that_a_language_does_not_have() -> None:
    problem = Problem(language=Language.FRENCH, conditions=(Condition("NannaChess"),))
    with pytest.raises(ValueError, match="NannaChess"):
        print_problem(problem)


def test_rubbish_is_refused_politely() -> None:
    import random

    random.seed(4)
    vocabulary = words()
    for _ in range(1500):
        check(mutate(random.choice(SEEDS), SEEDS, vocabulary))
