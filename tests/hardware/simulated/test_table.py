"""The simulated table over time: its pieces, its pictures, and its mishaps on demand."""

from __future__ import annotations

import threading

import cv2
import numpy as np
import pytest

from hardware.cameras.camera import CameraTrouble, Image
from hardware.simulated.art import starter
from hardware.simulated.disturbances import LASTING_FAULTS
from hardware.simulated.script import MISHAPS, landed
from hardware.simulated.table import SimulatedTable

FIVE = ("stone:1", "stone:3", "stone:4", "stone:8", "stone:9")


class Clock:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.t = 100.0

    def __call__(self) -> float:
        return self.t


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def table(clock: Clock) -> SimulatedTable:
    return SimulatedTable(clock, seed=5)


def difference(a: Image, b: Image) -> float:
    """The share of pixels that changed."""
    return float((cv2.absdiff(a, b).max(2) > 30).mean())


def test_a_throw_shows_the_given_sides(table: SimulatedTable, clock: Clock) -> None:
    sides = {"stone:1": "symbol", "stone:3": "number", "stone:4": "number", "stone:8": "symbol", "stone:9": "symbol"}
    clock.t = table.throw(FIVE, sides)
    assert table.lying() == sides
    assert {t.piece: t.side for t in table.truth()} == sides
    assert all(0 < t.centre_px[0] < 2304 and 0 < t.centre_px[1] < 1296 for t in table.truth())


def test_missing_sides_are_random_and_repeat_with_the_seed(clock: Clock) -> None:
    first, second, other = (SimulatedTable(clock, seed=s) for s in (5, 5, 6))
    for one in (first, second, other):
        one.throw(FIVE)
    assert first.lying() == second.lying()
    assert [t.centre_mm for t in first.truth()] == [t.centre_mm for t in second.truth()]
    clock.t += 10
    assert [t.centre_mm for t in first.truth()] != [t.centre_mm for t in other.truth()]


def test_thrown_pieces_do_not_overlap(table: SimulatedTable, clock: Clock) -> None:
    clock.t = table.throw(tuple(table.pieces))
    places = np.array([t.centre_mm for t in table.truth()])
    apart = np.linalg.norm(places[:, None] - places[None], axis=2)[~np.eye(len(places), dtype=bool)]
    assert apart.min() > 25


def test_in_a_throw_a_hand_comes_and_pieces_move_and_rest(table: SimulatedTable, clock: Clock) -> None:
    bare = table.small()
    end = table.throw(FIVE)
    clock.t = end - 0.95
    with_hand = difference(table.small(), bare)
    clock.t = end
    at_rest = table.small()
    assert with_hand > difference(at_rest, bare) > 0.001
    clock.t = end + 1
    assert difference(table.small(), at_rest) == 0.0


def test_pieces_that_are_not_thrown_again_stay(table: SimulatedTable, clock: Clock) -> None:
    clock.t = table.throw(FIVE)
    before = {t.piece: t.centre_mm for t in table.truth()}
    clock.t = table.throw(FIVE[3:])
    after = {t.piece: t.centre_mm for t in table.truth()}
    assert set(after) == set(FIVE)
    assert all(after[name] == before[name] for name in FIVE[:3])
    assert all(after[name] != before[name] for name in FIVE[3:])


def test_the_hand_takes_pieces_away(table: SimulatedTable, clock: Clock) -> None:
    clock.t = table.throw(FIVE)
    clock.t = table.take(FIVE[:2])
    assert set(table.lying()) == set(FIVE[2:])
    clock.t = table.take()
    assert table.lying() == {}
    assert difference(table.full(), table.empty()) == 0.0


@pytest.mark.parametrize("mishap", MISHAPS)
def test_every_mishap_happens_on_demand(table: SimulatedTable, clock: Clock, mishap: str) -> None:
    clock.t = table.throw((*FIVE, "die:1"), mishaps=[mishap])
    lying = table.lying()
    if mishap == "missing":
        assert "die:1" not in lying
    elif mishap == "touching":
        at = {t.piece: t.centre_mm for t in table.truth()}
        assert np.hypot(*np.subtract(at[FIVE[0]], at[FIVE[1]])) == pytest.approx(25, abs=0.1)
    else:
        assert list(lying.values()).count(mishap) == 1


def test_stones_that_touch_do_not_lie_in_the_stones_of_the_other_player() -> None:
    stones = [piece for piece in starter() if piece.kind == "stone"]
    for seed in range(20):
        rng = np.random.default_rng(seed)
        others = landed(stones[5:], {}, (), (), rng)
        fallen = landed(stones[:5], {}, ("touching",), others, rng)
        places = np.array([placed.at[:2] for placed in (*others, *fallen)])
        apart = np.linalg.norm(places[:, None] - places[None], axis=2) + 100 * np.eye(len(places))
        assert apart.min() == pytest.approx(25, abs=0.1)


def test_faults_of_light_and_camera_change_the_picture(table: SimulatedTable, clock: Clock) -> None:
    good = table.full()
    for name in ("dark", "lamp", "glare", "bump", "shove"):
        table.fault(name)
        assert table.faults == (name,)
        assert difference(table.full(), good) > 0.01, name
        table.fault(name, on=False)
    clock.t += 1
    assert difference(table.full(), good) == 0.0


def test_the_truth_follows_a_bumped_camera(table: SimulatedTable, clock: Clock) -> None:
    clock.t = table.throw(["stone:3"])
    before = table.truth()[0].centre_px
    table.fault("bump")
    after = table.truth()[0].centre_px
    assert np.hypot(*np.subtract(before, after)) > 20


def test_an_unplugged_camera_raises_and_a_hung_one_blocks(table: SimulatedTable) -> None:
    device = table.open()
    device.close()  # no pacing
    table.fault("unplugged")
    with pytest.raises(CameraTrouble, match="unplugged"):
        device.small()
    table.fault("unplugged", on=False)
    table.fault("hung")
    looked = threading.Event()

    def look() -> None:
        device.small()
        looked.set()

    threading.Thread(target=look, daemon=True).start()
    assert not looked.wait(0.05)
    table.fault("hung", on=False)
    assert looked.wait(60)


def test_unknown_pieces_and_faults_are_refused_with_the_choices(table: SimulatedTable) -> None:
    with pytest.raises(ValueError, match="no piece 'stone:99'"):
        table.throw(["stone:99"])
    with pytest.raises(ValueError, match="has no side 'power'"):
        table.throw(["stone:1"], {"stone:1": "power"})
    with pytest.raises(ValueError, match="leaner, stacked"):
        table.throw(["stone:1"], mishaps=["earthquake"])
    with pytest.raises(ValueError, match=LASTING_FAULTS[0]):
        table.fault("earthquake")
    assert table.lying() == {}


def test_every_side_of_every_piece_can_be_shown_for_teaching(clock: Clock) -> None:
    table = SimulatedTable(
        clock, pieces=[p for p in SimulatedTable(clock).pieces.values() if p.id in ("stone:5", "die:2")]
    )
    shots = list(table.enrol_shots(per_side=2))
    assert [(s.piece, s.side) for s in shots[::2]] == [("stone:5", "symbol"), ("stone:5", "number")] + [
        ("die:2", side) for side in ("1", "2", "3", "4", "5", "power")
    ]
    empty = table.empty()
    for shot in shots:
        x, y, w, h = shot.bbox
        changed = cv2.absdiff(shot.image, empty).max(2) > 30
        assert changed[y : y + h, x : x + w].mean() > 0.2
    assert (shots[0].number, shots[2].number, shots[2].colour, shots[4].colour) == (None, 9, "white", None)


@pytest.mark.parametrize("mishap", MISHAPS)
def test_a_mishap_of_an_empty_hand_changes_nothing(table: SimulatedTable, mishap: str) -> None:
    rng = np.random.default_rng(1)
    assert landed([], {}, [mishap], [], rng) == ()
    assert landed([table.pieces["stone:1"]], {}, ["missing", mishap], [], rng) == ()
