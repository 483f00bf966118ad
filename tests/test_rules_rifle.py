"""Rifle chess, whose answers are worked out by hand: who captures stays where it stands.

Source of the rule: W. B. Seabrook, 1921, as Pritchard's Encyclopedia of Chess Variants tells it.
"""

import pytest
from support.printed import printed

POSITIONS = {
    "a rook shoots along its line, a pawn without promoting": (
        "x1",
        "White Ka1 Rd1 Pb7 Black Kh8 Sd5 Rc8",
        ["1.Rd1*d5[wRd5->d1] x !", "1.b7*c8[wPc8->b7] x !"],
    ),
    "Kh8 cannot take what has not come to g8": (
        "#1",
        "White Ka1 Re8 Black Kh8 Rg8 Pg7 Ph7",
        ["1.Re8*g8[wRg8->e8] # !"],
    ),
    "a pinned rook shoots all that it sees": (
        "x1",
        "White Kd1 Rd2 Black Kh8 Rd8 Bf2 Pb2",
        ["1.Rd2*b2[wRb2->d2] x !", "1.Rd2*d8[wRd8->d2] x !", "1.Rd2*f2[wRf2->d2] x !"],
    ),
    "a king shoots a man that is guarded": (
        "x1",
        "White Kd1 Black Kh8 Pe2 Re8",
        ["1.Kd1*e2[wKe2->d1] x !"],
    ),
    "in passing too": (
        "hx1",
        "White Kd1 Pe5 Black Kh8 Pd7",
        ["1.d7-d5 e5*d6 ep.[wPd6->e5] x", "1.d7-d6 e5*d6[wPd6->e5] x"],
    ),
}


@pytest.mark.parametrize("name", POSITIONS)
def test_captures(name: str) -> None:
    stipulation, men, expected = POSITIONS[name]
    text = f"begin\npieces {men}\nstipulation {stipulation}\ncondition {{RifleChess}}\nend\n"
    lines = (line.strip() for line in printed(text).splitlines())
    assert sorted(line for line in lines if line.startswith("1.")) == expected
