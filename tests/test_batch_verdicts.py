"""Every verdict has a problem that earns it; the answers are known from outside."""

import pytest

from solver.batch.compare.battle import claimed_keys
from solver.batch.compare.finding import VERDICTS, Finding, verdict_of
from solver.batch.document import Claim, Document, Trouble
from solver.batch.formats import read_documents
from solver.batch.published.tree import sections
from solver.batch.verify import Result, verify
from tests.support.collections import MANSFIELD, document, judged


def texts(result: Result) -> str:
    return "\n".join(str(finding) for finding in result.findings)


def test_sound_help_play_with_all_lines() -> None:
    # Fadil Abdurahmanovic, h#2.5 with four solutions.
    solution = """1...Be5-a1   2.Qf8*f4 Re2-b2   3.Ke6-e5 + Rb2-b6 #
1...Be5-h8   2.Bd8-f6 f4-f5 +   3.Ke6-f7 Be4-d5 #
1...Be4-h1   2.Qf8-c5 Re2-g2   3.Ke6-d5 + Rg2-g6 #
1...Re2-g2   2.Bd8-b6 Be4-d5 +   3.Ke6-f5 Rg2-g5 #"""
    men = ("Re2 Pd3 Pf4 Be4 Be5 Ka6", "Ph5 Sa5 Rh6 Ke6 Ph7 Rb7 Qf8 Bd8")
    result = judged(document(*men, "h#2.5", solution))
    assert (result.verdict, result.complete) == ("sound", True)
    lines = solution.splitlines()
    cooked = judged(document(*men, "h#2.5", "\n".join(lines[:3])))
    assert cooked.verdict == "cook"
    assert "Rg2" in texts(cooked)
    announced = document(*men, "h#2.5", "\n".join(lines[:3]), claim=Claim(intended="4.1.1.1.1"))
    assert judged(announced).verdict == "sound"


def test_twins_are_judged_each() -> None:
    # Mueller and Wiehagen, h#2, after Broodings 50.
    solution = """a)
  1.Rb4-c4 Bc5-b4 +   2.a5*b4 Sd4-b5 #
b) bRb4-->f3
  1.b6*c5 Ka6*a5   2.c5-c4 Sd4-e2 #
+c) bKc3<-->bPf4
  1.e5*d4 Bc5*b6   2.Kf4-e5 Bb6-c7 #
+d) bPd2<-->wPe4
  1.Rf3-g3 Sd4-f3   2.e4*f3 Bc5-e3 #"""
    men = (
        "Ka6 Bb1 Sd4 Bc5 Pe4 Pf5",
        "Kc3 Pf4 Pb6 Pa5 Rb4 Rb3 Pb2 Pd2 Pe5 Pf6 Pf3 Qg4",
    )
    twins = {"b": "Move b4 f3", "c": "Continued Exchange c3 f4", "d": "Continued Exchange d2 e4"}
    assert judged(document(*men, "h#2", solution, twins=twins)).verdict == "sound"
    wrong = judged(document(*men, "h#2", solution.replace("Bb6-c7", "Bb6-d8"), twins=twins))
    assert {finding.twin for finding in wrong.findings} == {"c"}


def test_cook_among_keys() -> None:
    result = judged(document("Kb6 Rh1 Rg2", "Ka8", "#1", "1.Rh8#!"))
    assert result.verdict == "cook"
    assert "Rg8#" in texts(result)


def test_cook_that_was_published_as_a_try() -> None:
    result = judged(document("Kb6 Rh1 Rg2", "Ka8", "#1", "1.Rg8#? but Ka7\n1.Rh8#!"))
    assert "published as a try" in texts(result)


def test_cook_without_a_published_solution() -> None:
    assert judged(document("Kb6 Rh1 Rg2", "Ka8", "#1")).verdict == "cook"
    alone = judged(document("Kb6 Rh1", "Ka8", "#1"))
    assert alone.verdict == "sound"
    assert alone.notes == ("no solution was published to compare with",)


def test_no_solution() -> None:
    # T. R. Dawson, British Chess Magazine, known to be unsound: the key is refuted by 1...Bh3.
    men = ("Kh6 Qc2 Rg5 Re7 Be2 Sb2 Pe4 Pd3 Pd2", "Kf4 Bc8 Ba7 Sc5 Sb1 Pg6 Pb7 Pa6")
    result = judged(document(*men, "#2", "1.Qc1! (2.Qf1#)"))
    assert result.verdict == "no-solution"
    assert "legal but does not solve" in texts(result)
    assert judged(document("Ka1 Pa2", "Kh8", "h#2")).verdict == "no-solution"


def test_short() -> None:
    result = judged(document("Kb6 Rh1", "Ka8", "#2", "1.Rh2 Kb8 2.Rh8#"))
    assert result.verdict == "short"
    help_play = judged(document("Kb6 Rh1", "Kb8", "h#2", "1.Kb8-c8 Rh1-h2 2.Kc8-b8 Rh2-h8#"))
    assert help_play.verdict == "short"


# Pal Benko, Magyar Sakkelet, 1973, 3rd honourable mention; published with 1...exd1R 2.Rxc2#/Qe3#.
BENKO = ("Ke6 Qh1 Rc8 Bb5 Sd1 Sb2 Pf4 Pf2", "Kd2 Pe4 Pe2 Pc2")


def test_thematic_dual() -> None:
    result = judged(document(*BENKO, "#2", "1.Qxe4! 1...exd1R 2.Rxc2#"))
    assert result.verdict == "dual"
    (finding,) = result.findings
    assert finding.thematic is True
    assert "Qe3#" in str(finding)
    assert judged(document(*BENKO, "#2", "1.Qxe4! 1...exd1R 2.Rxc2#/Qe3#")).verdict == "sound"


def test_dual_in_a_side_variation() -> None:
    result = judged(document(*BENKO, "#2", "1.Qxe4! zz 1...Kc1 2.Qxc2#"))
    assert result.verdict == "dual"
    assert {finding.thematic for finding in result.findings} == {False}
    assert "exd1=R" in texts(result)
    key_only = judged(document(*BENKO, "#2", "1.Qxe4!"))
    assert key_only.verdict == "sound"


def test_differs_names_the_move() -> None:
    result = judged(document(*MANSFIELD, "1.Sd7! 1...Bc3 2.Bxb3# 1...Rd2 2.Qd8#"))
    assert result.verdict == "differs"
    (finding,) = result.findings
    assert "1.Sd7 Rd2 2.Qd8" in str(finding)
    assert "legal" in str(finding)
    assert (finding.line, finding.column) == (1, 34)
    illegal = judged(document(*MANSFIELD, "1.Sd7! 1...Bc3 2.Bxh3#"))
    assert "not a legal move" in texts(illegal)


def test_differs_in_the_threat() -> None:
    text = "1.Sd7! (2.Sb2#) 1...Bc3 2.Bxb3#"
    assert judged(document(*MANSFIELD, text)).verdict == "sound"
    result = judged(document(*MANSFIELD, text.replace("2.Sb2#", "2.Sb2#/Sc3#")))
    assert result.verdict == "differs"
    assert texts(result) == "1.Sd7 (2.Sc3): is no threat; the threat is Sb2#"


def test_differs_in_a_line_of_help_play() -> None:
    result = judged(document("Kb6 Rh1", "Kc8", "h#1", "1.Kb8 Rh7#"))
    assert "differs" in {finding.verdict for finding in result.findings}


def test_unsupported_and_unreadable() -> None:
    for kind in ("unsupported", "unreadable"):
        trouble = Trouble(kind, "because")
        result = verify(Document("test", 1, "olive", trouble=trouble))
        assert result.verdict == kind
        assert texts(result) == "because"


def test_a_solution_without_moves_is_unreadable() -> None:
    result = judged(document(*MANSFIELD, "The knight goes, and all is clear."))
    assert result.verdict == "unreadable"


def test_unfinished_says_how_far() -> None:
    # Sam Loyd, Excelsior.
    men = ("Kh5 Rd5 Rf3 Bd1 Sh1 Pb2 Pb3 Pg3 Pg4", "Kh8 Qc1")
    result = judged(document(*men, "#12", "1.b4!"), seconds=0.3)
    assert result.verdict == "unfinished"
    assert not result.complete
    assert " of " in texts(result)


def test_two_parts_for_white_and_black() -> None:
    text = """---
algebraic: {white: [Kb6, Rh1], black: [Kd8, Ra2, Pc7, Pd7, Pe7]}
stipulation: "#1 b) Black"
solution: |
  a) 1.Rh8#!
  b) 1...c5+
"""
    (found,) = read_documents("x.olv", text.encode())
    assert found.problem is not None
    assert found.problem.option("Duplex") is not None


def test_a_cook_that_was_found_stands_without_the_rest() -> None:
    findings = [Finding("unfinished", "time"), Finding("cook", "solves too")]
    assert verdict_of(findings) == "cook"
    assert verdict_of([]) == "sound"
    assert set(VERDICTS) >= {"sound", "unfinished"}


def test_retro_is_not_judged() -> None:
    # T. R. Dawson, The Problem, 1914: White cannot castle.
    men = ("Ke1 Rh1 Rb2 Bd4 Ph2 Pg3 Pf2 Pe5 Pe3 Pd2 Pc2 Pa2", "Ka1 Ph6 Pg7 Pf7 Pe7 Pd7 Pc7 Pb6 Pa7")
    facts: dict[str, object] = {"keywords": ["Retro", "Cantcastler"]}
    result = judged(document(*men, "#1", "1.0-0#? 1.Ke2#!", facts=facts))
    assert result.verdict == "unsupported"
    assert judged(document(*men, "#1", "1.0-0#? 1.Ke2#!")).verdict == "cook"


def test_en_passant_is_believed() -> None:
    # T. R. Dawson, Magyar Sakkujsag, 1913.
    men = (
        "Kf5 Qe7 Re6 Rd8 Bg1 Bc4 Sa3 Ph2 Pd6 Pc3 Pb5 Pa6 Pa5",
        "Ka7 Qb4 Rf7 Re8 Bf8 Bd7 Sf6 Ph7 Pg7 Pc5 Pb3 Pa4",
    )
    result = judged(document(*men, "#2", "1.b5*c6 ep.+ Qb4-c5 2.Bg1*c5#"))
    assert result.verdict == "sound"
    assert any("en passant" in note for note in result.notes)


@pytest.mark.parametrize(
    ("stipulation", "options", "verdict"),
    [("#1", (), "sound"), ("#2", ("PostKeyPlay",), "sound"), ("h#1.5", (), "sound")],
)
def test_claims_without_moves(stipulation: str, options: tuple[str, ...], verdict: str) -> None:
    claim = Claim(several=True)
    men = ("Kb6 Rh1 Rg2", "Ka8")
    if options:
        men = ("Kc7 Rb1", "Ka8")
    assert judged(document(*men, stipulation, options=options, claim=claim)).verdict == verdict


def test_a_claim_that_fails() -> None:
    claim = Claim(several=True)
    assert judged(document("Ka1 Rh1", "Ke5", "#1", claim=claim)).verdict == "no-solution"
    escape = document("Kc6 Rc1", "Ka8", "#2", options=("PostKeyPlay",), claim=claim)
    assert judged(escape).verdict == "no-solution"
    assert judged(document("Kb6 Rh1", "Kb8", "h#2", claim=claim)).verdict == "short"


# Comins Mansfield, 1st Prize British Chess Problem Society 1958: a try for each other move of the
# knight, each with its refutations.
TRIES = """1.Se3-d5 ? threat: 2.Re4-e3 #
  but
    1...Sh1-g3 !
    1...Qa8-e8 !
1.Se3-c2 ? threat: 2.Sc2-e1 #
  but
    1...Qa8-a1 !
1.Se3-g4 ? threat: 2.Sg4-h2 #
  but
    1...Qa8-b8 !
1.Se3-g2 ! threat: 2.Sg2-e1 #
    1...h3*g2
        2.Qg1-e3 #"""
MANY = ("Qg1 Pd3 Se3 Re4 Kh6", "Sh1 Kf3 Ph3 Pb6 Pb7 Qa8 Sf8")


def test_tries_and_refutations_agree() -> None:
    assert judged(document(*MANY, "#2", TRIES)).verdict == "sound"
    short = "1.Sg4? (2.Sh2#) Qb8!\n1.Sg2! (2.Se1#)"
    assert judged(document(*MANY, "#2", short)).verdict == "sound"


@pytest.mark.parametrize(
    ("old", "new", "finding"),
    [
        ("Qa8-a1 !", "Qa8-a2 !", "1.Sc2 1...Qa8-a2: does not refute the try"),
        ("Qa8-a1 !", "Qa8-a2 !", "1.Sc2 1...Qa1: refutes the try too"),
        ("    1...Qa8-e8 !\n", "", "1.Sd5 1...Qe8: refutes the try too"),
        ("1.Se3-g4 ?", "1.Se3-g5 ?", "1.Se3-g5: the published try is not a legal move here"),
    ],
)
def test_tries_and_refutations_differ(old: str, new: str, finding: str) -> None:
    result = judged(document(*MANY, "#2", TRIES.replace(old, new)))
    assert result.verdict == "differs"
    assert finding in texts(result).splitlines()


def test_promotions_are_one_refutation() -> None:
    # Comins Mansfield, 2nd Prize Tijdschrift van den KNSB 1960: c1=S refutes as c1=Q does.
    men = ("Pb2 Bg2 Qa3 Sc3 Ka4 Pa5 Pe6 Sf6 Ra7", "Pc2 Pb3 Pe4 Rh4 Kc6 Pc7 Pe7 Bf7 Re8")
    solution = "1.Sc3*e4 ? but 1...c2-c1=Q !\n1.Sf6-d5 ! threat: 2.Ra7*c7 #"
    assert judged(document(*men, "#2", solution)).verdict == "sound"


def test_a_comma_between_the_sides() -> None:
    # Thomas Rayner Dawson, in the notation of the time: each number has the moves of both sides.
    (section,) = sections("1.Ra1,a3 .2.Sb1,a2 .3.Bc1,axb1 .4.Ra8#")
    ((_, ply),) = section.roots
    line = []
    while True:
        line.append(str(ply.written))
        if not ply.answers:
            break
        (ply,) = ply.answers
    assert line == ["Ra1", "a3", "Sb1", "a2", "Bc1", "axb1", "Ra8"]
    (section,) = sections("1.Ra1,a3 Kb2 2.Sb1#")
    assert len(section.roots) == 2


def test_effects_apart_from_the_move() -> None:
    """A try is one although an effect stands between the move and its sign."""
    (section,) = sections("1.Sa1*b3 [+bPb7] ? but 1...Kd5 !\n1.Qa1 !")
    marks = [(ply.mark, ply.written.effects) for _, ply in section.roots if ply.written]
    assert marks == [("?", ("+bPb7",)), ("!", ())]
    (section,) = sections("1.Sa1*b3 [+bPb7] ? but 1...Kd5 !\n1.Qa1")
    assert [str(key.written) for key in claimed_keys([r for _, r in section.roots])] == ["Qa1"]


def test_lines_that_differ_in_an_effect_alone() -> None:
    """Where a man is reborn is part of a published line (a scheme, checked with Popeye)."""
    mates = {"h2": "a1", "g3": "a1", "f4": "a1", "e5": "a1", "d6": "a1", "c7": "a1"}
    mates |= dict.fromkeys(("g1", "f2", "e3", "d4", "c5", "b6"), "h8")
    lines = [f"1.a4*b3[+wB{square}] Rh1-{mate} #" for square, mate in mates.items()]
    scheme = ("Kc6 Rh1 Bb3", "Ka8 Pa4", "h#1")
    sound = judged(document(*scheme, "\n".join(lines), options=("SuperCirce",)))
    assert sound.verdict == "sound", texts(sound)
    cooked = judged(document(*scheme, "\n".join(lines[1:]), options=("SuperCirce",)))
    assert cooked.verdict == "cook"
    assert "[+wBh2]" in texts(cooked)


def test_refutations_one_after_the_other() -> None:
    # Bron, #3 (collection of PyChess, 502): the try has two refutations.
    (section,) = sections("1.Qc4? [2.Qb3] 1...Se4 2.Ra2+ But 1... b6! b5!\n1.Qb6!")
    (_, ply), (_, key) = section.roots
    assert [str(answer.written) for answer in ply.answers if answer.refutes] == ["b6", "b5"]
    assert str(key.written) == "Qb6"


def test_a_try_that_is_marked_as_illegal() -> None:
    # Dawson, #2 (collection of PyChess, 344): battery moves that the other king forbids.
    men = ("Kf5 Rg5 Rb4 Pf4 Pc3 Pe3 Pb2 Pf2", "Ka8 Re8 Bf8 Pe7 Pg7 Rc2 Pe2 Bd1")
    solution = "1.Kf7?? (2.Ra5#) / but 1...e5!\n1.Kg6?? (2.Ra5#) / but 1...e5!\n1.Ke6! (2.Ra5#)"
    assert judged(document(*men, "#2", solution)).verdict == "sound"
