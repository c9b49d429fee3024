"""A moved camera: small moves are followed; after large ones nothing is judged, and a lost throw is reported."""

from __future__ import annotations

import numpy as np
import pytest

from referee.observe.throw_tracker import MISSED
from tests.referee.simulated import NOTHING, SPELL, Bench, logged, named_sides


def test_a_knocked_camera_is_reported_and_followed(bench: Bench) -> None:
    bench.table.fault("bump")
    bench.throw(sides=named_sides(bench, "Ana", SPELL))
    assert logged(bench) == [dict(named_sides(bench, "Ana", SPELL))]
    assert "The camera was moved; I follow the mat." in bench.now().notices[0].words
    bench.table.fault("bump", on=False)
    bench.throw(sides=named_sides(bench, "Bo", NOTHING))
    assert logged(bench)[1] == dict(named_sides(bench, "Bo", NOTHING))
    assert bench.now().notices == ()


@pytest.mark.parametrize("glances", [1, 12])
def test_a_camera_that_was_turned_away_and_back_judges_again(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, glances: int
) -> None:
    small, full = bench.table.small, bench.table.full
    with monkeypatch.context() as turned:
        turned.setattr(bench.table, "small", lambda: np.ascontiguousarray(small()[::-1, ::-1]))
        turned.setattr(bench.table, "full", lambda: np.ascontiguousarray(full()[::-1, ::-1]))
        bench.look(glances)
    bench.look(20)
    assert bench.now().notices == ()
    bench.throw(sides=named_sides(bench, "Ana", SPELL))
    assert logged(bench) == [dict(named_sides(bench, "Ana", SPELL))]


@pytest.mark.parametrize("lies_upside_down", [False, True], ids=["pushed away", "turned away"])
def test_a_throw_while_the_camera_is_away_is_asked_for_again(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, lies_upside_down: bool
) -> None:
    small, full = bench.table.small, bench.table.full
    with monkeypatch.context() as away:
        if lies_upside_down:
            away.setattr(bench.table, "small", lambda: np.ascontiguousarray(small()[::-1, ::-1]))
            away.setattr(bench.table, "full", lambda: np.ascontiguousarray(full()[::-1, ::-1]))
        bench.table.fault("shove", on=not lies_upside_down)
        bench.look(12)
        bench.throw(sides=named_sides(bench, "Ana", SPELL))
        assert (bench.now().log, bench.now().question) == ((), None)
        assert [notice.source for notice in bench.now().notices] == ["moved"]
        bench.table.fault("shove", on=False)
    bench.look(20)
    assert bench.now().log == ()
    assert [notice.words for notice in bench.now().notices] == [MISSED]
    bench.throw(sides=named_sides(bench, "Ana", SPELL))
    assert logged(bench) == [dict(named_sides(bench, "Ana", SPELL))]
    assert bench.now().notices == ()


def test_a_camera_that_was_away_while_nobody_threw_asks_for_nothing(bench: Bench) -> None:
    bench.throw(sides=named_sides(bench, "Ana", NOTHING))
    bench.table.fault("shove")
    bench.look(20)
    bench.table.fault("shove", on=False)
    bench.look(20)
    assert bench.now().notices == ()
    assert len(bench.now().log) == 1
