"""The conditions as a header shows them, in Popeye's order and wording.

Most conditions are their name and their arguments.  `_ALIASES` are names that stand for a base
with variants; `_SPECIAL` are conditions with a form of their own.
"""

from collections.abc import Callable, Iterable, Sequence

from solver.model.problem import Condition, Language
from solver.notation import letters

_CIRCE = "Circe"
_ALIASES: dict[str, tuple[str, tuple[str, ...]]] = {
    "mirrorcirce": (_CIRCE, ("Mirror",)),
    "pwc": (_CIRCE, ("PWC",)),
    "chameleoncirce": (_CIRCE, ("Chameleon",)),
    "couscouscirce": (_CIRCE, ("Couscous",)),
    "equipollentscirce": (_CIRCE, ("Equipollents",)),
    "filecirce": (_CIRCE, ("File",)),
    "rankcirce": (_CIRCE, ("Rank",)),
    "diagramcirce": (_CIRCE, ("Diagram",)),
    "parraincirce": (_CIRCE, ("Parrain",)),
    "contraparrain": (_CIRCE, ("ContraParrain", "Mirror")),
    "symmetrycirce": (_CIRCE, ("Symmetry",)),
    "verticalsymmetrycirce": (_CIRCE, ("VerticalSymmetry",)),
    "horizontalsymmetrycirce": (_CIRCE, ("HorizontalSymmetry",)),
    "circeclone": (_CIRCE, ("Clone",)),
    "mirrorcirceclone": (_CIRCE, ("Mirror", "Clone")),
    "mirrorfilecirce": (_CIRCE, ("File", "Mirror")),
    "mirrorcouscouscirce": (_CIRCE, ("Couscous", "Mirror")),
    "antipodeancirce": (_CIRCE, ("Antipodes",)),
    "supercirce": (_CIRCE, ("Super",)),
    "aprilchess": (_CIRCE, ("Super", "April")),
    "frischaufcirce": (_CIRCE, ("Frischauf",)),
    "verticalmirrorcirce": (_CIRCE, ("VerticalMirror",)),
    "diametralcirce": (_CIRCE, ("Diametral",)),
    "circeassassin": (_CIRCE, ("Assassin",)),
    "circeturncoats": (_CIRCE, ("Turncoats",)),
    "circedoubleagents": (_CIRCE, ("Mirror", "Turncoats")),
    "cagecirce": (_CIRCE, ("Cage",)),
    "circetake&make": (_CIRCE, ("Take&Make",)),
    "mirrorimmunchess": ("ImmunChess", ("Mirror",)),
    "fileimmunchess": ("ImmunChess", ("File",)),
    "diagramimmunchess": ("ImmunChess", ("Diagram",)),
    "mirrorfileimmunchess": ("ImmunChess", ("File", "Mirror")),
    "symmetryimmunchess": ("ImmunChess", ("Symmetry",)),
    "antipodeanimmunchess": ("ImmunChess", ("Antipodes",)),
    "equipollentsimmunchess": ("ImmunChess", ("Equipollents",)),
    "immuneverticalsymmetry": ("ImmunChess", ("VerticalSymmetry",)),
    "immunehorizontalsymmetry": ("ImmunChess", ("HorizontalSymmetry",)),
    "mirroranticirce": ("AntiCirce", ("Mirror",)),
    "diagramanticirce": ("AntiCirce", ("Diagram",)),
    "fileanticirce": ("AntiCirce", ("File",)),
    "symmetryanticirce": ("AntiCirce", ("Symmetry",)),
    "mirrorfileanticirce": ("AntiCirce", ("File", "Mirror")),
    "antipodeananticirce": ("AntiCirce", ("Antipodes",)),
    "equipollentsanticirce": ("AntiCirce", ("Equipollents",)),
    "antisupercirce": ("AntiCirce", ("Super",)),
    "anticlonecirce": ("AntiCirce", ("Clone",)),
    "verticalsymmetryanticirce": ("AntiCirce", ("VerticalSymmetry",)),
    "horizontalsymmetryanticirce": ("AntiCirce", ("HorizontalSymmetry",)),
    "marsmirrorcirce": ("MarsCirce", ("Mirror",)),
    "antimarsmirrorcirce": ("AntiMarsCirce", ("Mirror",)),
    "antimarsantipodeancirce": ("AntiMarsCirce", ("Antipodes",)),
}

_VARIANTS = (
    "ContraParrain Cage Diagram File HorizontalSymmetry PWC Rank Symmetry VerticalSymmetry "
    "Couscous Antipodes CaptureSquare Equipollents Parrain Super April Take&Make WaitCapture "
    "Mirror Assassin Parachute Relaxed Strict Volcanic Diametral VerticalMirror Chameleon Clone "
    "Einstein ReversalEinstein Turncoats Frischauf Cheylan RexExclusive RexInclusive"
).split()
_EXCLUSIVE = tuple(
    frozenset(names.split())
    for names in (
        "cage diagram file horizontalsymmetry pwc rank symmetry verticalsymmetry antipodes "
        "capturesquare equipollents parrain super take&make",
        "chameleon clone",
        "assassin strict relaxed",
    )
)
"""Variants of which only one can hold: the last one."""

_VARIANT_RANK = {name.lower(): rank for rank, name in enumerate(_VARIANTS)}
_CIRCE_LIKE = {
    "circe": "rexexclusive",
    "immunchess": "rexexclusive",
    "anticirce": "rexinclusive",
    "marscirce": "rexinclusive",
    "antimarscirce": "rexinclusive",
    "phantomchess": "rexinclusive",
    "genevachess": "rexexclusive",
}
"""Conditions with variants, and the variant that is their default and not shown."""

_SILENT = {"calvet", "lastmove", "pionpropre"}
_NOTHING = {"hole", "currentlyunused"}
"""Conditions that a header does not list."""

_SORTED_SQUARES = {
    "magicsquares",
    "wormholes",
    "whiteforcedsquare",
    "blackforcedsquare",
    "whiteconsequentforcedsquare",
    "blackconsequentforcedsquare",
    "whitepromsquares",
    "blackpromsquares",
}
_SORTED_WALKS = {"promonly", "football", "april"}
"""Conditions that list their squares (a1 b1 ... h8) or walks in a fixed order."""

_NAME_ONLY = {"immobilio", "lastcapture", "take&makechess"}
_SEQUENCE = {"chameleonsequence", "chameleonchess"}
_ROMAN = ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII")


def condition_lines(
    conditions: Sequence[Condition], language: Language, *, grid_hidden: bool = False
) -> list[str]:
    """One text a condition, in the order of a header."""
    words = _Words(language, grid_hidden)
    chosen: dict[str, tuple[str, tuple[str, ...]]] = {}
    for condition in conditions:
        base, variants = _ALIASES.get(condition.id.lower(), (condition.id, ()))
        key = base.lower()
        before = chosen[key][1] if key in chosen and key in _CIRCE_LIKE else ()
        chosen[key] = (base, (*before, *variants, *condition.arguments))
    both = [chosen.get(f"{side}oscillatingkings") for side in ("white", "black")]
    if all(entry and entry[1][:1] == ("TypeC",) for entry in both):
        del chosen["whiteoscillatingkings"], chosen["blackoscillatingkings"]
        chosen["swappingkings"] = ("SwappingKings", ())
    if "hypervolage" in chosen:
        chosen.pop("volage", None)
    found: list[tuple[int, list[str]]] = []
    for key, (base, arguments) in chosen.items():
        if key in _NOTHING or (key == "noiprom" and "imitator" not in chosen):
            continue
        if key == "football" and not arguments:
            continue
        found.append((letters.condition_rank(base), words.lines(key, base, arguments)))
    return [line for _, lines in sorted(found, key=lambda entry: entry[0]) for line in lines]


class _Words:
    """The texts of conditions in one language."""

    def __init__(self, language: Language, grid_hidden: bool) -> None:
        self.language = language
        self.grid_hidden = grid_hidden

    def name(self, id: str) -> str:
        return letters.condition_name(id, self.language)

    def word(self, argument: str) -> str:
        """One argument: a walk becomes its letters, a keyword is translated."""
        if letters.is_walk(argument) or argument.startswith("hunter("):
            return letters.walk_letters(argument, self.language)
        return letters.keyword(argument, self.language)

    def lines(self, key: str, base: str, arguments: tuple[str, ...]) -> list[str]:
        name = self.name(base)
        if key in _CIRCE_LIKE:
            return [name + self.variants(arguments, _CIRCE_LIKE[key])]
        if key in _SPECIAL:
            return _SPECIAL[key](self, name, arguments)
        if key in _NAME_ONLY:
            return [name]
        if key in _SORTED_SQUARES:
            arguments = tuple(sorted(arguments, key=_square_rank))
        elif key in _SORTED_WALKS:
            arguments = tuple(sorted(arguments, key=letters.walk_rank))
        return [name + self.plain(arguments)]

    def plain(self, arguments: Iterable[str]) -> str:
        """Arguments after blanks; types and exact / ultra stand further to the right."""
        text = ""
        for argument in sorted(arguments, key=_is_rex):
            lower = argument.lower()
            if lower in ("typea",) or lower in _SILENT:
                continue
            if lower.startswith("type") and len(lower) == 5:
                text += "    " + self.word(argument)
            elif lower in ("exact", "ultra"):
                text += "  " + self.word(argument)
            else:
                text += " " + self.word(argument)
        return text

    def variants(self, arguments: tuple[str, ...], default: str) -> str:
        """Circe variants in Popeye's order; walks follow Chameleon (as a cycle) or April."""
        entries: list[tuple[str, list[str]]] = []
        for argument in arguments:
            if letters.is_walk(argument) and entries:
                entries[-1][1].append(argument)
            else:
                entries.append((argument, []))
        known = {name.lower() for name, _ in entries}
        for group in _EXCLUSIVE:
            former = [entry for entry in entries if entry[0].lower() in group][:-1]
            entries = [entry for entry in entries if entry not in former]
        text = ""
        for name, walks in sorted(entries, key=lambda e: _VARIANT_RANK.get(e[0].lower(), 99)):
            lower = name.lower()
            if lower in _SILENT or lower == default:
                continue
            if lower == "contraparrain" and "mirror" not in known:
                text += f" {self.word(name)} {self.word('Mirror')}"
                continue
            text += f" {self.word(name)}"
            if walks and lower == "chameleon":
                text += f" {self.sequence(walks)}"
            elif walks:
                text += self.plain(sorted(walks, key=letters.walk_rank))
        return text

    def sequence(self, arguments: Sequence[str]) -> str:
        """A cycle of walks, from the one that comes first in the table."""
        walks = list(arguments)
        if len(walks) > 1 and walks[0] == walks[-1]:
            walks.pop()
        start = min(range(len(walks)), key=lambda at: letters.walk_rank(walks[at]), default=0)
        cycle = walks[start:] + walks[: start + 1]
        return "->".join(letters.walk_letters(walk, self.language) for walk in cycle)


def _square_rank(name: str) -> tuple[str, str]:
    return name[1:].rjust(2), name[:1]


def _is_rex(argument: str) -> bool:
    return argument.lower().startswith("rex")


def _chameleon_sequence(words: _Words, name: str, arguments: tuple[str, ...]) -> list[str]:
    return [f"{name} {words.sequence(arguments)}".rstrip()]


def _chameleon_chess(words: _Words, name: str, arguments: tuple[str, ...]) -> list[str]:
    if not arguments:
        return [name]
    cycle = words.sequence(arguments)
    return [f"{name} {cycle}", f"{words.name('ChameleonSequence')} {cycle}"]


def _reflective(words: _Words, name: str, _arguments: tuple[str, ...]) -> list[str]:
    return [name, words.name("WhiteReflectiveKing"), words.name("BlackReflectiveKing")]


def _grid(words: _Words, name: str, arguments: tuple[str, ...]) -> list[str]:
    if words.grid_hidden and arguments:
        kind = "Irregular" if arguments[0].lower() == "gridline" else arguments[0]
        return [f"{name}  {words.word(kind)}"]
    return [name]


def _koeko(words: _Words, name: str, arguments: tuple[str, ...]) -> list[str]:
    walks = [walk for walk in arguments if letters.is_walk(walk) and walk != "king"]
    return [f"{words.word(walks[0])}-{name}" if walks else name]


def _sat(words: _Words, name: str, arguments: tuple[str, ...]) -> list[str]:
    numbers = [_ROMAN[int(n)] for n in arguments if n.isdecimal() and int(n) < len(_ROMAN)]
    if len(numbers) == 2 and numbers[0] == numbers[1]:
        numbers.pop()
    return [f"{name} {'/'.join(numbers)}".rstrip()]


def _bgl(words: _Words, name: str, arguments: tuple[str, ...]) -> list[str]:
    values = [_decimal(value) for value in arguments] or ["-", "-"]
    return [f"{name} {'/'.join(values)}"]


def _decimal(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def _sentinelles(words: _Words, name: str, arguments: tuple[str, ...]) -> list[str]:
    lower = [argument.lower() for argument in arguments]
    text = words.word("ParaSentinelles") if "parasentinelles" in lower else name
    if "berolina" in lower:
        text += " " + words.word("Berolina")
    for colour in ("PionNeutre", "PionAdvers"):
        if colour.lower() in lower:
            text += "  " + words.word(colour)
    most = {
        key: arguments[lower.index(key) + 1]
        for key in ("maximumwhite", "maximumblack", "maximumtotal")
        if key in lower and lower.index(key) + 1 < len(arguments)
    }
    if "maximumwhite" in most or "maximumblack" in most:
        text += f" {most.get('maximumwhite', '8')}/{most.get('maximumblack', '8')}"
    if "maximumtotal" in most:
        text += f" //{most['maximumtotal']}"
    return [text]


def _type2_by_default(words: _Words, name: str, arguments: tuple[str, ...]) -> list[str]:
    return [name + words.plain(arguments or ("Type2",))]


def _type1_by_default(words: _Words, name: str, arguments: tuple[str, ...]) -> list[str]:
    return [name + words.plain(arguments or ("Type1",))]


def _magic_squares(words: _Words, name: str, arguments: tuple[str, ...]) -> list[str]:
    kinds = [a for a in arguments if a.lower() == "type2"]
    squares = sorted((a for a in arguments if not a.lower().startswith("type")), key=_square_rank)
    return [" ".join([name, *(words.word(kind) for kind in kinds), *squares])]


def _colours(_words: _Words, name: str, arguments: tuple[str, ...]) -> list[str]:
    """The colour stays English, in all languages."""
    return [" ".join([name, *arguments])]


def _oscillating(words: _Words, name: str, arguments: tuple[str, ...]) -> list[str]:
    for argument in arguments:
        if argument.lower() in ("typeb", "typec"):
            gap = "    " if argument.lower() == "typeb" else "  "
            return [name + gap + words.word(argument)]
    return [name]


def _in_order(*order: str) -> Callable[[_Words, str, tuple[str, ...]], list[str]]:
    def lines(words: _Words, name: str, arguments: tuple[str, ...]) -> list[str]:
        lower = {argument.lower() for argument in arguments}
        return [" ".join([name, *(words.word(word) for word in order if word.lower() in lower)])]

    return lines


_SPECIAL: dict[str, Callable[[_Words, str, tuple[str, ...]], list[str]]] = {
    "chameleonsequence": _chameleon_sequence,
    "chameleonchess": _chameleon_chess,
    "reflectivekings": _reflective,
    "gridchess": _grid,
    "koeko": _koeko,
    "antikoeko": _koeko,
    "sat": _sat,
    "strictsat": _sat,
    "bgl": _bgl,
    "sentinelles": _sentinelles,
    "republicanchess": _type2_by_default,
    "singlebox": _type1_by_default,
    "magicsquares": _magic_squares,
    "whiteoscillatingkings": _oscillating,
    "blackoscillatingkings": _oscillating,
    "kobulkings": _colours,
    "multicaptures": _colours,
    "breton": _in_order("Adverse", "Chromatic", "PY"),
    "padchess": _in_order("Strict", "RexInclusive"),
}
