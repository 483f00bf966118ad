"""Throws mutated problem files at the reader: python tests/fuzz_reader.py [minutes] [seed files...]

The reader must never raise, never take long, and whatever it could read it must be able to write
and read again.  A file that breaks this is saved in the working directory.
"""

import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from grammar.keywords import rows
from grammar.printer import print_problem
from grammar.reader import read_bytes

SECONDS_ALLOWED = 3.0
SEEDS = [
    b"""beginproblem
author A. Uthor
pieces white ka1 white royal sb2 white magic kamikaze qc3 black kh8 pa7b7
condition circe april q s mirror madrasi rexinclusive
stipulation h#2.5
option try duplex
twin move a1 b1 exchange b2 c3
twin continued add white na8 r/ba3
endproblem
""",
    b"""anfangproblem
steine weiss kd1 tb2 schwarz ka1
bedingung gitter unregel a1b1 c1d1 h8 loch a4
forderung ser-!=7
option intelligent 2 nichttr 0 1
zwilling drehung 90
zwilling bedingung
weiteresproblem
forsyth 8/5gBb/.PA=.ma5/5K1k
forderung 2->ser-hzg74
endeproblem
""",
    b"""debutprobleme
pieces blanc re1 ta1 noir re8 totalinvisible 3
senonce blanc 3a[>/1a[#]d{!x}]?+?d & - (4hh[=] | !2s[za1])
enonce a=>b1.5
pieces noir re7
zeroposition remplace c s miroir a1<-->h8
remarque fin
finprobleme
""",
    b"""begi cond sentinelles maximumwhite 3 para bgl 1.5 - sat 1 2
cond lastcapture white royal qa1 kobul white vaultingkings n transmuting koeko neighbour ca
cond imitator d4e5 stip reci-h(=)#4 sstip black 2hh[1a[#]d][=] declare board
next stip exact-h<>r5 pieces neutral 24a1 z h3 endp
""",
    b"""beginproblem
declare piece electron {
    code XY;
    name en "Electron" de "Elektron" fr "Electron";
    walk "[D+A](-@1)*!";
    option null walk "[D+A](-@1)*(!|0)";
}
stipulation #2
endproblem
""",
]


def words() -> list[bytes]:
    """All keywords and codes, and pieces of syntax."""
    found = {
        " ",
        "\n",
        "a1",
        "h8b2",
        "3",
        "0",
        "99999999999",
        "-1",
        "1.5",
        "2:3",
        "!",
        "[",
        "{",
        "(",
    }
    names = ("structure", "commands", "colours", "attributes", "walks", "conditions", "circe")
    for table in (*names, "arguments", "options", "twins"):
        for row in rows(table):
            found |= {row[language] for language in ("en", "de", "fr")}
    for table in ("plays", "goals"):
        found |= {row["id"] for row in rows(table)}
    return sorted(word.encode() for word in found if word)


def mutate(data: bytes, seeds: Sequence[bytes], vocabulary: Sequence[bytes]) -> bytes:
    """A few random changes: bytes, words, lines; now and then something huge or another file."""
    out = bytearray(data)
    for _ in range(random.choice([1, 1, 2, 3, 5, 10])):
        at = random.randrange(len(out) + 1)
        to = min(len(out), at + random.choice([0, 1, 2, 5, 20]))
        match random.randrange(8):
            case 0:
                out[at:to] = random.randbytes(random.choice([1, 1, 3, 8]))
            case 1:
                out[at:to] = b""
            case 2 | 3:
                out[at:to] = b" " + random.choice(vocabulary) + random.choice([b" ", b""])
            case 4:
                out[at:at] = random.choice(vocabulary)[: random.randrange(1, 6)]
            case 5:
                other = random.choice(seeds)
                start = random.randrange(len(other) + 1)
                out[at:to] = other[start : start + random.choice([5, 30, 200])]
            case 6:
                out[at:at] = out[at:to] * random.choice([1, 2, 50])
            case _:
                rest = out[at:].split()
                random.shuffle(rest)
                out[at:] = b" ".join(rest)
    return bytes(out[:20000])


def check(data: bytes) -> bool:
    """Read, print and read again; says whether a problem could be read.  Raises what goes wrong."""
    started = time.process_time()
    entries = read_bytes(data)
    for entry in entries:
        for error in entry.errors:
            assert str(error)
        assert (entry.problem is None) == bool(entry.errors)
        if entry.problem is not None and not entry.declared:
            again = read_bytes(print_problem(entry.problem).encode())
            assert [one.problem for one in again] == [entry.problem]
    seconds = time.process_time() - started
    assert seconds < SECONDS_ALLOWED, f"{seconds:.1f} s for {len(data)} bytes"
    return any(entry.problem is not None for entry in entries)


def main(minutes: float, files: Sequence[str]) -> int:
    """Fuzz for so many minutes; returns the number of failures."""
    seeds = SEEDS + [Path(name).read_bytes() for name in files]
    vocabulary = words()
    end = time.monotonic() + minutes * 60
    runs = readable = failures = 0
    while time.monotonic() < end and failures < 10:
        data = mutate(random.choice(seeds), seeds, vocabulary)
        runs += 1
        try:
            readable += check(data)
        except Exception as error:
            failures += 1
            path = Path(f"reader-failure-{failures}.inp")
            path.write_bytes(data)
            print(f"{path}: {type(error).__name__}: {str(error)[:300]}")
    print(f"{runs} inputs, {readable} with problems that could be read, {failures} failures")
    return failures


if __name__ == "__main__":
    sys.exit(min(1, main(float(sys.argv[1]) if sys.argv[1:] else 1.0, sys.argv[2:])))
