"""What a walk costs: pieces declared in a problem against those of the library, by its shape.

    python tests/benchmarks/pieces.py

Each row is a helpmate in which both sides have a man of one piece.  Prints the CPU seconds of
reading and solving with the piece of the library and with a piece that the problem declares with
the same walk.  The two must find the same number of solutions.
"""

import resource

import solver

CASES = (
    ("rook", "[W]-*!"),
    ("queen", "[K]-*!"),
    ("nightrider", "[N]-*!"),
    ("grasshopper", "[K]-*^!"),
    ("lion", "[K]-*^-*!"),
    ("leo", "[K]-*m|[K]-*^-*c"),
    ("eagle", "[K]-*^@2!"),
    ("rose", "[N](-@1)*!"),
    ("locust", "[K]-*oXm"),
    ("electron", "[D+A](-@1)*!"),
)


def problem(walk: str, name: str) -> str:
    """A helpmate with a man of the piece on each side; walk: that of the declared piece."""
    return (
        f'begin\ndeclare piece own {{ walk "{walk}"; }}\n'
        f"pieces White Ka1 Pb2 {{{name}}}d1 Black Kh8 Pg7b4 {{{name}}}e6\n"
        "stipulation h=2.5\nend\n"
    )


def measure(text: str) -> tuple[float, int]:
    """CPU seconds and number of events of one solution."""
    before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
    events = sum(1 for _ in solver.stream(text, threads=1, memory_mib=0))
    return resource.getrusage(resource.RUSAGE_SELF).ru_utime - before, events


def main() -> None:
    """Print a line for each walk."""
    print(f"{'walk':<14}{'library s':>10}{'declared s':>12}{'ratio':>7}")
    measure(problem("", "rook"))
    for name, walk in CASES:
        library, of_library = measure(problem(walk, name))
        declared, of_declared = measure(problem(walk, "own"))
        assert of_library == of_declared, name
        print(f"{name:<14}{library:>10.2f}{declared:>12.2f}{declared / library:>7.2f}", flush=True)


if __name__ == "__main__":
    main()
