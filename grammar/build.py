"""From the tree of a problem to the problem: one method for each kind of sentence."""

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from grammar.build_men import (
    MOST_HUNTERS,
    Placing,
    invisible_of_group,
    men_of_group,
    place_of_group,
)
from grammar.build_stipulation import traditional
from grammar.classifier import Session
from solver.model.board import ORTHODOX_BOARD, Colour
from solver.model.errors import InputError
from solver.model.position import GAME_ARRAY, Man, Place, Position
from solver.model.problem import Condition, Header, Option, Problem, Twin
from solver.model.stipulation import (
    And,
    Branch,
    Expression,
    Goal,
    Not,
    Or,
    Stipulation,
    Traditional,
)

if TYPE_CHECKING:
    from lark import Token, Tree

    Sentence = Tree[Token]

_PROOF_GOAL = "a=>b"
_BLACK_BEGINS = ("h", "reci-h", "ser-h")


class Builder(msgspec.Struct):
    """Collects what the sentences of one problem say; `problem` puts it together."""

    session: Session
    place: Place | None = None
    texts: dict[str, list[str]] = msgspec.field(default_factory=dict)
    position: Placing = msgspec.field(default_factory=Placing)
    target: Placing | None = None
    stipulation: Stipulation | None = None
    stipulation_place: int | None = None
    conditions: list[Condition] = msgspec.field(default_factory=list)
    target_conditions: list[Condition] = msgspec.field(default_factory=list)
    options: list[Option] = msgspec.field(default_factory=list)
    twins: list[Twin] = msgspec.field(default_factory=list)
    latex: Place | None = None
    zeroposition: bool = False
    to_move: tuple[int, Colour] | None = None
    errors: list[InputError] = msgspec.field(default_factory=list)

    def read(self, tree: "Sentence") -> None:
        """Take all sentences of a problem; complaints are collected in `errors`."""
        for sentence in tree.children:
            if isinstance(sentence, str):
                continue
            try:
                getattr(self, f"read_{sentence.data}", self.read_text)(sentence)
            except InputError as error:
                self.errors.append(error)

    def read_text(self, sentence: "Sentence") -> None:
        """A command with the rest of its line."""
        self.texts.setdefault(str(sentence.data), []).append(str(sentence.children[1]))

    def read_declaration(self, sentence: "Sentence") -> None:
        """Declarations are kept in the session."""

    def read_latex(self, sentence: "Sentence") -> None:
        """`LaTeX` with its file and, perhaps, symbols."""
        command = sentence.children[0]
        assert isinstance(command, str)
        self.latex = self.session.input.place(command.start_pos or 0)
        self.read_text(sentence)
        self.read_latex_pieces(sentence)

    def read_latex_pieces(self, sentence: "Sentence") -> None:
        """`LaTeXPieces`: symbols for a layout that is not ours to choose."""
        command = sentence.children[0]
        assert isinstance(command, str)
        if not isinstance(sentence.children[-1], str):
            self.session.note(command.start_pos or 0, "the symbols for LaTeX are not used")

    def read_pieces(self, sentence: "Sentence") -> None:
        """`pieces`: groups of men."""
        placing = self._placing
        for group in sentence.children:
            if isinstance(group, str):
                continue
            count = invisible_of_group(group)
            placing.invisible += count
            if count:
                placing.invisible_place = place_of_group(self.session, group)
            if not count:
                for square, man, word in men_of_group(self.session, group):
                    self._put(square, man, word.start_pos or 0)

    def read_forsyth(self, sentence: "Sentence") -> None:
        """`forsyth`: a whole position in one word, or a FEN."""
        from grammar.build_forsyth import fen_options, forsyth

        word = sentence.children[1]
        assert isinstance(word, str)
        read, start = forsyth(self.session, word), word.start_pos or 0
        for square, man in read.men:
            self._put(square, man, start)
        self.options += fen_options(self.session, read, start)
        if read.to_move is not None:
            self.to_move = (start, read.to_move)

    def read_game_array(self, sentence: "Sentence") -> None:
        """`InitialGameArray`."""
        word = sentence.children[0]
        assert isinstance(word, str)
        if self.session.vocabulary.board != ORTHODOX_BOARD:
            message = "the game array needs the board 8x8"
            raise self.session.input.error(message, word.start_pos or 0)
        for square, man in GAME_ARRAY:
            self._put(square, man, word.start_pos or 0)

    def read_conditions(self, sentence: "Sentence") -> None:
        """`condition`."""
        from grammar.build_rules import conditions

        trees = [child for child in sentence.children if not isinstance(child, str)]
        read = conditions(self.session, trees)
        self.conditions += read
        if self.target is not None:
            self.target_conditions += read

    def read_options(self, sentence: "Sentence") -> None:
        """`option`."""
        from grammar.build_rules import options

        trees = [child for child in sentence.children if not isinstance(child, str)]
        self.options += options(self.session, trees)

    def read_set_stipulation(self, sentence: "Sentence") -> None:
        """`stipulation`."""
        self._stipulate(sentence, traditional)

    def read_set_structured(self, sentence: "Sentence") -> None:
        """`sstipulation`."""
        from grammar.build_structured import structured

        self._stipulate(sentence, structured)

    def read_twin(self, sentence: "Sentence") -> None:
        """`twin` and `zeroposition`."""
        from grammar.build_twins import twin

        head = sentence.children[0]
        assert isinstance(head, str)
        if head.type == "ZEROPOSITION":
            if self.twins:
                place = head.start_pos or 0
                self.session.note(place, "zeroposition after the first twin is read as twin")
            else:
                self.zeroposition = True
        self.twins.append(twin(self.session, sentence))

    @property
    def _placing(self) -> Placing:
        return self.position if self.target is None else self.target

    def _put(self, square: int, man: Man, start: int) -> None:
        if self._placing.put(square, man):
            name = self.session.vocabulary.board.name(square)
            self.session.note(start, f"{name} is occupied; the old man goes to the underworld")

    def _stipulate(self, sentence: "Sentence", make: object) -> None:
        command, tree = sentence.children
        assert isinstance(command, str) and not isinstance(tree, str) and callable(make)
        if self.stipulation is not None:
            text = "a second stipulation replaces the first"
            self.session.note(command.start_pos or 0, text)
        stipulation: Stipulation = make(self.session, tree)
        self.stipulation = stipulation
        if self.target is None and _has_target(stipulation):
            self.target = Placing()

    def problem(self) -> Problem | None:
        """The problem, None when there are errors; what looks wrong is noted."""
        hunters = {man.walk for man in self.position.men.values() if man.walk.startswith("hunter(")}
        input = self.session.input
        if len(hunters) > MOST_HUNTERS:
            message = f"there are more than {MOST_HUNTERS} kinds of hunters"
            self.errors.append(input.error(message, input.position))
        if self.stipulation is None and not self.errors:
            message = "the problem has no stipulation"
            at = max(0, min(input.position, len(input.text)) - 1)
            self.errors.append(input.error(message, at, expected=("stipulation",)))
        if self.errors:
            return None
        problem = self._problem()
        self._check_who_begins()
        if self.twins:
            from grammar.build_twins import complaints

            self.session.notes += complaints(problem)
        return replace(problem, notes=tuple(self.session.notes))

    def _check_who_begins(self) -> None:
        """The stipulation says who begins; a FEN that says otherwise deserves a remark."""
        stipulation = self.stipulation
        if self.to_move is None or not isinstance(stipulation, Traditional):
            return
        black = stipulation.play in _BLACK_BEGINS and not stipulation.half
        begins = Colour.BLACK if black else Colour.WHITE
        start, to_move = self.to_move
        if begins is not to_move:
            text = f"FEN: {to_move.value} is to move, but the stipulation lets {begins.value} begin"
            self.session.note(start, text)

    def _problem(self) -> Problem:
        texts = self.texts
        header = Header(
            authors=tuple(texts.get("author", ())),
            origins=tuple(texts.get("origin", ())),
            award=(texts.get("award") or [""])[-1],
            titles=tuple(texts.get("title", ())),
        )
        buried = self.position.buried
        target, board = self.target, self.session.vocabulary.board
        return Problem(
            language=self.session.vocabulary.language,
            header=header,
            position=Position(board, self.position.men),
            target=None if target is None else Position(board, target.men),
            stipulation=self.stipulation,
            conditions=tuple(self.conditions),
            options=tuple(self.options),
            twins=tuple(self.twins),
            zeroposition=self.zeroposition,
            remarks=tuple(texts.get("remark", ())),
            underworld=tuple(square for square, _ in buried),
            buried=tuple(man for _, man in buried),
            invisible=self.position.invisible,
            invisible_place=self.position.invisible_place,
            target_conditions=tuple(self.target_conditions),
            protocol=texts["protocol"][-1] if "protocol" in texts else None,
            latex=self.latex,
            declared=tuple(self.session.own_pieces),
            own_plays=tuple(self.session.own_plays),
            own_conditions=tuple(self.session.own_conditions),
            place=self.place,
        )


def _has_target(stipulation: Stipulation) -> bool:
    if isinstance(stipulation, Traditional):
        return stipulation.goal.kind == _PROOF_GOAL
    open: list[Expression] = [stipulation.tree.root]
    while open:
        match open.pop():
            case Goal(kind):
                if kind == _PROOF_GOAL:
                    return True
            case Not(operand):
                open.append(operand)
            case And(left, right) | Or(left, right):
                open += [left, right]
            case Branch() as branch:
                open += [fork.expression for fork in (*branch.first, *branch.second)]
    return False
