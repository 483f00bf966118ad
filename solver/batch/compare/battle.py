"""Keys, variations and set play of direct, self and reflex play."""

from collections.abc import Iterator, Sequence

from solver.batch.compare.context import Context
from solver.batch.published.tree import Ply, Section
from solver.model.board import Colour
from solver.model.solution import Node, Phase, PlayedMove, TreeFound

MOST_SHOWN = 20
"""Findings of one kind in one twin that are told one by one."""


def compare_battle(context: Context, section: Section, phases: Sequence[Phase]) -> bool:
    """Note what differs between a section and the phases that were solved.

    Returns whether there is published play after a key, which is compared only where our phases
    have it too.
    """
    actual = [phase for phase in phases if phase.started.kind == "actual"]
    keys = [
        (found.node, phase)
        for phase in actual
        for found in phase.found
        if isinstance(found, TreeFound) and not found.ply and found.node.mark != "?"
    ]
    published = [root for place, root in section.roots if place == 0 and root.written]
    claimed = claimed_keys(published)
    matched = _compare_keys(context, claimed, published, keys, actual)
    context.confirmed = bool(matched)
    _short(context, keys)
    for ply, node, phase in matched:
        starter = Colour(phase.started.starter)
        _Variations(context, starter).compare(ply, node, [node.move])
    _set_play(context, section, phases)
    return any(ply.answers for ply in claimed)


def claimed_keys(roots: Sequence[Ply]) -> list[Ply]:
    """Those first moves that are published as keys: marked "!", or neither marked nor refuted."""
    marked = [root for root in roots if root.mark in ("!", "!!")]
    if marked:
        return marked
    return [
        root
        for root in roots
        if "?" not in root.mark and not any(answer.refutes for answer in root.answers)
    ]


_Keys = list[tuple[Node, Phase]]


def _compare_keys(
    context: Context,
    claimed: Sequence[Ply],
    published: Sequence[Ply],
    keys: _Keys,
    actual: Sequence[Phase],
) -> list[tuple[Ply, Node, Phase]]:
    matched: list[tuple[Ply, Node, Phase]] = []
    for ply in claimed:
        meant = {id(node) for node in context.meant(ply.written, [node for node, _ in keys])}
        found = [(ply, *key) for key in keys if id(key[0]) in meant]
        matched += found
        # `1.Ra1,a3` may be two keys, or a move and its answer.
        told = ply.shared and matched
        if not found and context.complete and not told:
            _missing_key(context, ply, keys, actual)
    if not keys and context.complete and not claimed:
        context.find("no-solution", "there is no key")
    known = {id(node) for _, node, _ in matched}
    further = [node for node, _ in keys if id(node) not in known]
    if claimed and not matched:
        if context.complete and keys:
            texts = ", ".join(_key_text(context, node) for node in further[:MOST_SHOWN])
            context.find("differs", f"the solution found is {texts}")
        return matched
    if not claimed and not context.several and len(keys) > 1:
        for node, _ in keys[:MOST_SHOWN]:
            context.find("cook", "one of several keys", moves=_key_text(context, node))
        return matched
    if claimed:
        for node in further[:MOST_SHOWN]:
            _further_key(context, node, published)
    return matched


def _missing_key(context: Context, ply: Ply, keys: _Keys, actual: Sequence[Phase]) -> None:
    assert ply.written is not None
    starter = Colour(actual[0].started.starter) if actual else Colour.WHITE
    why = context.why_not(ply.written, (), starter)
    verdict = "differs" if keys else "no-solution"
    if not keys and "not a legal" in why:
        verdict = "differs"
    context.find(verdict, f"the published key {why}", moves=f"1.{ply.written}", at=ply.at)
    if not keys:
        context.find("no-solution", "there is no key")


def _further_key(context: Context, node: Node, published: Sequence[Ply]) -> None:
    as_try = next((ply for ply in published if context.means(ply.written, node.move)), None)
    text = "solves too"
    if as_try is not None:
        text = "was published as a try but solves"
    context.find(
        "cook",
        text,
        moves=_key_text(context, node),
        at=as_try.at if as_try else None,
    )


def _key_text(context: Context, node: Node) -> str:
    return f"1.{context.text(node.move)}"


def _short(context: Context, keys: _Keys) -> None:
    """A key after which every defence is answered sooner than the stipulation says."""
    moves = context.moves
    if moves is None or moves < 2 or context.several:
        return
    for node, _ in keys:
        length = _moves(node)
        known = node.variations or node.move.goal
        if known and length < moves:
            context.find(
                "short", f"solves in {length}, not {moves}", moves=_key_text(context, node)
            )


def _moves(node: Node) -> int:
    """The attacker's moves from his move `node` to the end, counting it."""
    return 1 + max(
        (_moves(answer) for defence in node.variations for answer in defence.variations),
        default=0,
    )


class _Variations:
    """What follows a key, published and ours, as far as both go."""

    def __init__(self, context: Context, starter: Colour) -> None:
        self._context = context
        self._starter = starter
        self._first = 0

    def compare(self, ply: Ply, node: Node, path: list[PlayedMove]) -> None:
        """The defences against an attacker's move."""
        if not node.variations:
            return
        pairs = [
            (defence, [ours for ours in node.variations if self._means(defence, ours)])
            for defence in ply.answers
            if defence.written is not None and not defence.refutes and "?" not in defence.mark
        ]
        for defence, found in pairs:
            if found:
                self._answers(defence, found, path)
            elif defence.answers:
                self._no_defence(defence, path)
        known = {id(ours) for _, found in pairs for ours in found}
        if pairs and (ply.threats or ply.zugzwang):
            for ours in node.variations:
                if id(ours) not in known:
                    self._side(ply, ours, path)

    def set_play(self, defence: Ply, found: list[Node]) -> None:
        """Answers to a defence of the set play."""
        self._first = 1
        self._answers(defence, found, [], duals=False)

    def _means(self, ply: Ply, node: Node) -> bool:
        return self._context.means(ply.written, node.move)

    def _no_defence(self, defence: Ply, path: list[PlayedMove]) -> None:
        assert defence.written is not None
        why = self._context.why_not(defence.written, path, self._starter)
        if why == "is legal but does not solve":
            # A defence that ends the play at once, or one to which shorter play is the answer.
            return
        self._find("differs", f"the published defence {why}", defence, path)

    def _answers(
        self, defence: Ply, found: list[Node], path: list[PlayedMove], *, duals: bool = True
    ) -> None:
        """The answers to a defence; found: ours, more than one when it is written ambiguously."""
        answers = [
            answer
            for answer in defence.answers
            if answer.written is not None and "?" not in answer.mark
        ]
        used: set[int] = set()
        fits = [
            any(self._means(answer, reply) for ours in found for reply in ours.variations)
            for answer in answers
        ]
        for answer, fit in zip(answers, fits, strict=True):
            if not fit and defence.shared and any(fits):
                continue
            pairs = [
                (ours, reply)
                for ours in found
                for reply in ours.variations
                if self._means(answer, reply)
            ]
            used |= {id(reply) for _, reply in pairs}
            if not pairs:
                self._no_answer(answer, found, path)
            elif len(found) == 1:
                reply = pairs[0][1]
                self.compare(answer, reply, [*path, found[0].move, reply.move])
        if not duals or not answers or len(found) != 1 or not used:
            return
        for reply in found[0].variations:
            if id(reply) not in used:
                self._dual(found[0], reply, defence, path)

    def _no_answer(self, answer: Ply, found: list[Node], path: list[PlayedMove]) -> None:
        assert answer.written is not None
        ours = found[0]
        best = min((_moves(reply) for reply in ours.variations), default=0)
        before = [*path, ours.move]
        why = self._context.why_not(answer.written, before, self._starter)
        if best and "does not solve" in why and best < _published_moves(answer):
            replies = "/".join(self._context.text(reply.move) for reply in ours.variations)
            text = f"there is a shorter continuation: {replies}"
            self._find("dual", text, answer, before, thematic=True)
        elif ours.variations:
            self._find("differs", f"the published continuation {why}", answer, before)

    def _dual(self, ours: Node, reply: Node, defence: Ply, path: list[PlayedMove]) -> None:
        context = self._context
        moves = self._line([*path, ours.move, reply.move])
        context.find("dual", "is possible too", moves=moves, at=defence.at, thematic=True)

    def _side(self, ply: Ply, ours: Node, path: list[PlayedMove]) -> None:
        """A defence that was not published: a dual unless it leaves the threat standing."""
        if len(ours.variations) < 2:
            return
        for reply in ours.variations:
            if any(self._means(threat, reply) for threat in ply.threats):
                return
        replies = "/".join(self._context.text(reply.move) for reply in ours.variations)
        moves = f"{self._line([*path, ours.move])} {replies}"
        self._context.find(
            "dual", "several answers to a defence not published", moves=moves, thematic=False
        )

    def _find(
        self,
        verdict: str,
        text: str,
        ply: Ply,
        path: list[PlayedMove],
        thematic: bool | None = None,
    ) -> None:
        moves = f"{self._line(path)} {_number(self._first + len(path))}{ply.written}".strip()
        self._context.find(verdict, text, moves=moves, at=ply.at, thematic=thematic)

    def _line(self, path: Sequence[PlayedMove]) -> str:
        return " ".join(line_words(self._context, path, self._first))


def line_words(context: Context, path: Sequence[PlayedMove], start: int = 0) -> Iterator[str]:
    """Moves with numbers; start: half-moves before the first one."""
    for place, move in enumerate(path, start):
        number = _number(place) if place % 2 == 0 or place == start else ""
        yield f"{number}{context.text(move)}"


def _number(place: int) -> str:
    return f"{place // 2 + 1}{'...' if place % 2 else '.'}"


def _published_moves(ply: Ply) -> int:
    """The attacker's moves in the longest published line from his move `ply`."""
    below = [_published_moves(answer) for defence in ply.answers for answer in defence.answers] + [
        _published_moves(threat) for threat in ply.threats
    ]
    return 1 + max(below, default=0)


def _set_play(context: Context, section: Section, phases: Sequence[Phase]) -> None:
    """Published set play; it is compared where ours was asked for and finished."""
    defences = [root for place, root in section.roots if place == 1 and root.written]
    for phase in phases:
        if phase.started.kind != "set" or not phase.finished.complete or phase.finished.omitted:
            continue
        nodes = [f.node for f in phase.found if isinstance(f, TreeFound) and f.ply == 1]
        variations = _Variations(context, Colour(phase.started.starter))
        for defence in defences:
            found = [node for node in nodes if context.means(defence.written, node.move)]
            if found:
                variations.set_play(defence, found)
