"""Large trees are told in parts: what is written is what would be written of the whole."""

import msgspec
import pytest
from notation_examples import written

from solver.api import read_text
from solver.events import collect, whole
from solver.model.solution import Event, PostKey, TreeEnded, TreePart
from solver.notation.json_layout import decode
from solver.running import Limits, Manner, Run

MOREMOVER = """
begin
pieces white ke3 qc1 rh2 pb2 black kd5 pa7b7
stipulation #4
option variation try
end
"""
POST_KEY = """
begin
pieces white ke5 qe6 rb6 sc4 black kd3 pc6a4
stipulation #4
option variation postkeyplay
end
"""
SET = MOREMOVER.replace("variation try", "variation setplay try")


def events_of(text: str, threads: int = 1, **manner: bool) -> list[Event]:
    (problem,) = read_text(text)
    run = Run(problem, Limits(threads=threads), None, Manner(**manner))
    return [event for event in run.ticks() if event is not None]


@pytest.mark.parametrize("text", [MOREMOVER, POST_KEY, SET])
def test_parts_are_written_as_the_whole(text: str) -> None:
    parts = events_of(text)
    assert sum(isinstance(event, TreePart) for event in parts) > 20
    assert any(isinstance(event, TreeEnded) for event in parts)
    together = list(whole(parts))
    assert not any(isinstance(event, TreePart | TreeEnded) for event in together)
    (problem,) = read_text(text)
    for layout in ("popeye", "album"):
        assert written(layout, problem, parts) == written(layout, problem, together)
    document = written("json", problem, parts)
    solution = decode(document)[1]
    assert solution == decode(written("json", problem, together))[1]
    found = [phase.found for twin in solution.twins for phase in twin.phases]
    assert found == [phase.found for twin in collect(parts).twins for phase in twin.phases]


def test_threats_of_a_key_that_is_not_written_come_in_parts() -> None:
    (begun,) = (event for event in events_of(POST_KEY) if isinstance(event, PostKey))
    assert begun.open
    (told,) = (event for event in whole(events_of(POST_KEY)) if isinstance(event, PostKey))
    assert not told.open
    assert len(told.threats) > len(begun.threats)


def test_trees_are_not_mixed_where_the_order_does_not_matter() -> None:
    alone = collect(events_of(MOREMOVER)).twins[0].phases[0].found
    mixed = collect(events_of(MOREMOVER, threads=4, as_found=True)).twins[0].phases[0].found
    assert sorted(map(msgspec.json.encode, mixed)) == sorted(map(msgspec.json.encode, alone))
