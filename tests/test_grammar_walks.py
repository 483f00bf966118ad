"""The notation of walks: what it means, how it is printed, what is said about mistakes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grammar.syntax import Source
from grammar.walk_text import print_walk
from grammar.walk_words import WORDS, NotAPath
from grammar.walks import parse_guard, parse_walk
from solver.model import guard as g
from solver.model import walk as w
from solver.model.errors import InputError

NUMBERS = st.integers(-9, 9)
COUNTS = st.integers(0, 4)
VARIABLES = st.builds(
    g.Variable, st.sampled_from(["x", "y", "r", "X", "Y", "Q", "W", "H", "up", "fwd"]), NUMBERS
)
TRUTHS = st.builds(g.Variable, st.sampled_from(["edge", "EDGE"]))
GUARDS: st.SearchStrategy[g.GuardExpression] = st.recursive(
    TRUTHS
    | st.builds(
        g.Compare,
        VARIABLES | TRUTHS | NUMBERS,
        st.sampled_from(["==", "!=", "<", "<=", ">", ">="]),
        VARIABLES | NUMBERS,
    )
    | st.builds(g.Among, VARIABLES, st.lists(NUMBERS, min_size=1, max_size=3).map(tuple)),
    lambda inner: (
        st.builds(g.AllHold, st.lists(inner, min_size=2, max_size=3).map(tuple))
        | st.builds(g.OneHolds, st.lists(inner, min_size=2, max_size=3).map(tuple))
        | st.builds(g.NotHolds, inner)
    ),
    max_leaves=5,
)
LEAPS = st.sampled_from(sorted(w.ATOM_VECTORS)) | st.tuples(COUNTS, st.integers(5, 15))
FILTERS = st.sets(st.sampled_from("fbsv")).map(lambda s: "".join(c for c in "fbsv" if c in s))
STARS = st.builds(
    w.Star, st.lists(st.builds(w.Atom, LEAPS, FILTERS), min_size=1, max_size=3).map(tuple)
)
LEAVES: st.SearchStrategy[w.Walk] = st.one_of(
    STARS,
    st.builds(w.WholeBoardStar, st.sampled_from(["ALL", "PRIM", "QALL"])),
    st.builds(w.SameLength, st.booleans(), st.booleans()),
    st.builds(w.Step, st.sampled_from(list("-^oa~!mc")), st.booleans()),
    st.builds(w.Mark, st.sampled_from(list(".0=XR#"))),
    st.builds(w.Turn, NUMBERS),
    st.builds(w.TurnEither, NUMBERS),
    st.builds(w.Mirror, st.sampled_from(list("lsda"))),
    st.builds(w.Near, STARS),
    st.builds(w.Guard, GUARDS),
)


def _repeat(body: w.Walk, least: int, more: int | None) -> w.Walk:
    return w.Repeat(body, least, None if more is None else least + more)


WALKS: st.SearchStrategy[w.Walk] = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4).map(w.sequence),
        st.lists(inner, min_size=1, max_size=3).map(w.choice),
        st.builds(_repeat, inner, COUNTS, st.none() | COUNTS),
        st.builds(w.EqualCount, inner, st.sampled_from(["n", "k2"])),
        st.builds(w.Look, inner, st.booleans()),
    ),
    max_leaves=12,
)


@given(WALKS)
def test_what_is_printed_reads_back_the_same(walk: w.Walk) -> None:
    assert parse_walk(print_walk(walk)) == walk


@given(GUARDS)
def test_what_a_guard_says_reads_back_the_same(guard: g.GuardExpression) -> None:
    assert parse_guard(str(guard)) == guard


@given(st.text(alphabet="[]KNWQ-^o!mc*+?{}()|@%1,fb=<>&/\\X.0 #edgQ", max_size=14))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        walk = parse_walk(text)
    except InputError as error:
        assert error.line == 1 and 1 <= error.column <= len(text) + 1
    else:
        assert parse_walk(print_walk(walk)) == walk


def test_a_grasshopper() -> None:
    assert parse_walk("[K]-*^!") == w.Sequence(
        (
            w.Star((w.Atom("K"),)),
            w.Repeat(w.Step("-"), 0, None),
            w.Step("^"),
            w.Step("!"),
        )
    )


def test_a_pawn() -> None:
    forward = w.Guard(g.Compare(1, "<=", g.Variable("Q")))
    assert parse_walk("[fvW]m?{1<=Q}|[fF]c?{1<=Q}") == w.Choice(
        (
            w.Sequence((w.Star((w.Atom("W", "fv"),)), w.Step("m"), forward)),
            w.Sequence((w.Star((w.Atom("F", "f"),)), w.Step("c"), forward)),
        )
    )


@pytest.mark.parametrize(
    ("text", "printed"),
    [
        ("[ K + N ] - * !", "[K+N]-*!"),
        ("[(2,1)]!", "[(1,2)]!"),
        ("[vfW]m", "[fvW]m"),
        ("(-)*", "-*"),
        ("(-^)(o)", "-^o"),
        ("-{1,}-{0,1}", "-+-?"),
        ("@1 0", "@1 0"),
        ("->[D]", "->D"),
        ("-|(^|o)", "-|^|o"),
        ("!?{X in(0,7)}", "!?{X in (0,7)}"),
        ("!?{up>0and not edge}", "!?{(up>0) and (not (edge))}"),
        ("", ""),
    ],
)
def test_normal_form(text: str, printed: str) -> None:
    assert print_walk(parse_walk(text)) == printed


@pytest.mark.parametrize(
    ("text", "column", "message"),
    [
        ("[K]-*^!x", 8, "'x' does not fit here"),
        ("[K", 3, "more should follow"),
        ("[Q]!", 2, "'Q' does not fit here"),
        ("[K]-{3,1}!", 5, "the second count is smaller"),
        ("[K]!?{edge+1>2}", 7, "edge is a truth"),
        ("[K]-*^@!", 8, "'!' does not fit here"),
        ("(-", 3, "more should follow"),
        ("[(0,0)]!", 5, "a leap has two numbers"),
        ("[(1,200)]!", 7, "'0' does not fit here"),
        ("(" * 30 + "-*" + "|^)*" * 30, 1, "nested too deeply"),
        ("-" + "*" * 5000, 1, "nested too deeply"),
        ("(" * 5000 + "-" + ")" * 5000, 1, "nested too deeply"),
        ("[K]!?{" + "not " * 40 + "edge}", 1, "nested too deeply"),
    ],
)
def test_mistakes(text: str, column: int, message: str) -> None:
    with pytest.raises(InputError) as caught:
        parse_walk(text)
    assert (caught.value.line, caught.value.column) == (1, column)
    assert caught.value.message.startswith(message)


def test_a_mistake_says_what_could_stand_there() -> None:
    with pytest.raises(InputError) as caught:
        parse_walk("(-")
    assert "')'" in caught.value.expected


def test_a_mistake_in_a_part_of_a_file_is_shown_in_its_line() -> None:
    line = 'declare piece x { walk "[Q]!"; }'
    source = Source("\n" + line).part(25, 29)
    with pytest.raises(InputError) as caught:
        parse_walk(source)
    assert (caught.value.line, caught.value.column, caught.value.excerpt) == (2, 26, line)


@pytest.mark.parametrize(
    ("word", "walk", "result"),
    [
        ("hopper", "[K]-*!", "[K]-*^!"),
        ("hopper", "[N](-@1)*!", "[N](-@1)*^@1!"),
        ("hopper", "[N]!", "[N]^!"),
        ("contra", "[K]-*!", "[K]^-*!"),
        ("lion", "[N](-@1)*!", "[N](-@1)*^@1(-@1)*!"),
        ("locust", "[K]-*!", "[K]-*oXm"),
        ("locust", "[N](-@1)*!", "[N](-@1)*oX@1m"),
        ("marine", "[W]-*!", "[W]-*m|[W]-*oXm"),
        ("marine", "[N]!", "[N]m|[N]oXm"),
        ("chinese", "[F]-*!", "[F]-*m|[F]-*^-*c"),
        ("chinese", "[N](-@1)*!", "[N](-@1)*m|[N](-@1)*^@1(-@1)*c"),
        ("argentine", "[K]-*!", "[K]-*c|[K]-*^-*m"),
        ("retro", "[F]-*!", "[F]~*!&(-*#)"),
        ("hopper", "[W]-*!|[N]!", "[W]-*^!|[N]^!"),
        ("quiet", "[fvW]m|[fF]c", "[fvW]m"),
        ("quiet", "[K]-*!|[K]-*oXm", "[K]-*m"),
        ("capture", "[fvW]m|[fF]c", "[fF]c"),
        ("capture", "[K]-*m|[K]-*oXm", "[K]-*oXm"),
        ("capture", "[D](-@1)*(!|0)", "[D](-@1)*c"),
    ],
)
def test_words_that_make_walks(word: str, walk: str, result: str) -> None:
    assert print_walk(WORDS[word](parse_walk(walk))) == result


def test_a_word_that_does_not_apply() -> None:
    with pytest.raises(NotAPath):
        WORDS["lion"](parse_walk("[K]-*^!"))
