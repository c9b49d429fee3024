"""Tracks hold the sides and places of pieces, and which pieces were taken up."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from referee.model.tracks import Track, TrackState
from referee.observe import tracker
from referee.observe.evidence import Evidence
from referee.observe.identity import Awaited
from referee.observe.interpretation import NoThrow, PossibleThrow
from referee.observe.throw_tracker import ThrowTracker
from tests.referee.kit import after, lying_there, piece, reading
from tests.referee.observe.casts import STONES, counted, lie, second
from tests.referee.observe.dice import RUN, pips, ways
from vision.types import Piece, Reading


def test_an_uncertain_side_does_not_count_as_turned() -> None:
    rest = Track("symbol", piece("s:1", "symbol", (0.0, 0.0)))
    assert not rest.differs(piece("s:1", "number", (0.0, 0.0), sure=False))
    assert rest.differs(piece("s:1", "number", (0.0, 0.0)))


def test_positions_in_mm_decide_before_those_in_px() -> None:
    def at(x: float) -> Piece:
        return Piece("stone", "s:1", "symbol", None, None, 1.0, True, (), (x, 0.0), (), (x / 5, 0.0))

    rest = tracker.with_counted({}, Reading((at(0.0),), (), {}), {"s:1": "symbol"})["s:1"]
    assert not rest.differs(at(35.0))
    assert rest.differs(at(45.0))


def test_a_piece_that_has_not_moved_keeps_its_counted_side() -> None:
    tracks = counted("symbol", "number", "number")
    pushed = lie("number", "number", "number", x=500)
    assert lying_there(tracks, pushed) == tracks
    assert set(lying_there({}, pushed)) == set(STONES)


def test_a_piece_taken_away_is_held_and_a_pushed_one_gets_its_new_place() -> None:
    tracks = counted("symbol", "number", "number")
    pieces = [piece("s:1", "symbol", (400.0, 400.0))]
    assert after(tracks, pieces, ("s:1", "s:2"), ()) == {
        "s:1": Track("symbol", piece("s:1", "symbol", (400.0, 400.0))),
        "s:2": replace(tracks["s:2"], state=TrackState.HELD),
        "s:3": tracks["s:3"],
    }
    assert [rest.held for rest in after(tracks, pieces, STONES, STONES).values()] == [False, True, True]


@pytest.mark.parametrize(("away_px", "name"), [(0.0, None), (10.0, "die:munchkin"), (60.0, "die:munchkin")])
def test_a_die_that_was_gone_before_the_throw_was_thrown_unless_it_lies_exactly_as_before(
    away_px: float, name: str | None
) -> None:
    """One that lies exactly as before was overlooked in between; the others are 5 and 30 mm away."""

    def lies(x: float) -> Piece:
        return replace(pips("3", x), outline_px=((x, 90.0), (x + 10, 90.0), (x + 10, 100.0), (x, 100.0)))

    came = after({}, [lies(100.0)], (), ("die:munchkin",))
    (guess,) = ways(reading(lies(100.0 + away_px)), Awaited([RUN]), lying_there(came, []))
    assert (guess.pieces[0].piece, guess.moved) == (name, None)


def test_a_die_that_is_gone_in_several_readings_before_a_throw_is_forgotten() -> None:
    tracks = after({}, [pips("3")], (), ("die:munchkin",))
    for _ in range(tracker.PATIENCE):
        tracks = lying_there(tracks, [])
    assert [track.state for track in tracks.values()] == [TrackState.HELD]
    assert lying_there(tracks, []) == {}


def test_a_piece_that_returns_elsewhere_was_thrown_and_at_its_old_place_put_back() -> None:
    tracks = after(counted("symbol", "number", "number"), lie("symbol", "number"), STONES, STONES)
    assert second(tracks, *lie("symbol", "number", "number")) == NoThrow()
    away = piece("s:3", "number", (200.0, 200.0))
    assert second(tracks, *lie("symbol", "number"), away) == PossibleThrow("Ana", (("s:3", "number"),))


def test_a_corrected_piece_that_was_taken_up_is_not_on_the_table_again(tmp_path: Path) -> None:
    taken_up = after(counted("symbol", "number", "number"), lie("symbol", "number"), STONES, STONES)
    throws = ThrowTracker(Evidence(tmp_path, 1))
    throws.tracks = taken_up
    throws.correct("s:3", "symbol")
    throws.correct("s:1", "number")
    assert [(track.side, track.held) for track in throws.tracks.values()] == [
        ("number", False),
        ("number", False),
        ("symbol", True),
    ]
