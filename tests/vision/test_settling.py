"""When the table is still: on films of real hands and dice, on the simulated table, and on made-up features."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.simulated.table import SimulatedTable
from tests.shared import PHOTOS, needs_photos
from vision.settling import (
    Backdrop,
    Features,
    Image,
    Settling,
    reference,
    step,
    unchanged,
    watch,
)
from vision.thresholds import ARM_PX, HAND_RESTS_S, STILL_S

QUIET = Features(moved=0, drifted=0, pieces=0, arm=0, flash=False, upset=False)
ROLLING = replace(QUIET, moved=40, pieces=60)
LYING = replace(QUIET, pieces=60)
REACHING = replace(QUIET, moved=500, pieces=900, arm=900)
RESTING_HAND = replace(QUIET, pieces=900, arm=900)


def states_over(*scenes: tuple[Features, float], fps: int = 30) -> list[tuple[str, float]]:
    """The states in order with the time (s) at which each began; a scene has features and a length in seconds."""
    state, t, words = Settling(), 0.0, [("moving", 0.0)]
    for features, seconds in scenes:
        for _ in range(round(seconds * fps)):
            state = step(state, features, t)
            if state.word != words[-1][0]:
                words.append((state.word, t))
            t += 1 / fps
    return words


def only(words: list[tuple[str, float]]) -> list[str]:
    return [word for word, _ in words]


def test_a_throw_passes_from_hand_to_settled_to_cleared() -> None:
    words = states_over((QUIET, 1), (REACHING, 1), (ROLLING, 0.6), (LYING, 2), (REACHING, 1), (QUIET, 1))
    assert only(words) == ["moving", "cleared", "moving", "hand", "moving", "settled", "moving", "hand", "cleared"]
    settled = dict(words)["settled"]
    assert settled == pytest.approx(2.6 + STILL_S, abs=0.05)


def test_the_table_is_not_settled_while_a_hand_rests_beside_the_pieces() -> None:
    words = states_over((REACHING, 1), (RESTING_HAND, 5), (REACHING, 0.5), (LYING, 1))
    assert only(words) == ["moving", "hand", "settled"]
    assert words[-1][1] > 6.5


def test_an_object_that_never_moves_is_no_hand() -> None:
    words = states_over((REACHING, 1), (RESTING_HAND, HAND_RESTS_S + 1))
    assert only(words) == ["moving", "hand", "settled"]
    assert words[-1][1] == pytest.approx(1 + HAND_RESTS_S, abs=0.1)


def test_a_lamp_switched_on_is_no_movement() -> None:
    flash = replace(LYING, moved=5000, drifted=3000, flash=True)
    assert only(states_over((LYING, 1), (flash, 0.04), (LYING, 1))) == ["moving", "settled"]


def test_a_knock_against_the_table_is_movement_but_no_hand() -> None:
    knock = replace(LYING, moved=3000, arm=900)
    knocked = replace(LYING, arm=900)
    assert only(states_over((LYING, 1), (knock, 0.04), (knocked, 1))) == ["moving", "settled", "moving", "settled"]


def test_a_slow_roll_is_detected_by_the_change_since_rest() -> None:
    slow = replace(LYING, moved=1, drifted=12)
    assert only(states_over((LYING, 1), (slow, 0.5), (LYING, 1))) == ["moving", "settled", "moving", "settled"]


def test_the_table_is_never_cleared_without_a_picture_of_the_empty_one() -> None:
    assert only(states_over((replace(QUIET, pieces=None), 1))) == ["moving", "settled"]


def test_a_changed_table_is_reported() -> None:
    state = Settling()
    for n in range(30):
        state = step(state, replace(LYING, upset=True, arm=ARM_PX), n / 30)
    assert (state.word, state.upset) == ("settled", True)


@given(st.lists(st.sampled_from([QUIET, ROLLING, LYING, REACHING, RESTING_HAND]), max_size=120), st.integers(5, 60))
def test_nothing_is_read_while_anything_moved_within_the_rest(scenes: list[Features], fps: int) -> None:
    state, last_moved = Settling(), 0.0
    for n, features in enumerate(scenes):
        t = n / fps
        state = step(state, features, t)
        if features.moved:
            last_moved = t
        if state.word in ("settled", "cleared"):
            assert t - last_moved >= STILL_S - 1e-6
        assert state.since <= t


def words_of(frames: Iterator[Image], fps: float, backdrop: Backdrop) -> list[str]:
    state, words = Settling(), list[str]()
    for n, frame in enumerate(frames):
        state = watch(state, frame, n / fps, backdrop)
        words.append(state.word)
    return words


def film(path: Path) -> Iterator[Image]:
    wire = cv2.VideoCapture(str(path))
    while True:
        good, frame = wire.read()
        if not good or frame is None:
            return
        scale = 320 / max(frame.shape[:2])
        yield np.asarray(cv2.resize(frame, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)


REST_UNCERTAINTY = 2  # frames: how exactly the films' rest is known (their manifest says so)


@needs_photos
@pytest.mark.parametrize("name", ["tirada_1", "tirada_3"])
def test_real_throws_are_read_at_rest_and_at_no_other_moment(name: str) -> None:
    folder = PHOTOS / "tirada-video"
    lines = [json.loads(line) for line in (folder / "manifest.jsonl").read_text().splitlines()]
    start, end = next(line["rest_frames"] for line in lines if name in line["video"])
    frames = list(film(folder / "src" / f"{name}.mp4"))
    bare = frames[0] if name == "tirada_3" else None  # the other film begins with a shadow on the table
    words = words_of(iter(frames), 30, reference(bare))
    settled = [n for n, word in enumerate(words) if word == "settled" and n > 15]
    assert settled
    assert start - REST_UNCERTAINTY <= settled[0]
    assert settled[-1] <= end + REST_UNCERTAINTY
    assert settled == list(range(settled[0], settled[-1] + 1))


@needs_photos
def test_a_table_that_never_rests_is_never_read() -> None:
    folder = PHOTOS / "dicevision"
    assert "settled" not in words_of(film(folder / "src/data/dice_video_1.mp4"), 30, reference())


class Clock:
    """A clock that the test sets."""

    t = 0.0

    def __call__(self) -> float:
        return self.t


def runs(table: SimulatedTable, clock: Clock, seconds: float, state: Settling, backdrop: Backdrop) -> list[Settling]:
    """Watch at 20 pictures a second."""
    states = [state]
    for _ in range(round(seconds * 20)):
        clock.t += 0.05
        states.append(watch(states[-1], table.small(), clock.t, backdrop))
    return states


@pytest.mark.parametrize("top", ["checked"])
def test_a_simulated_throw_settles_when_it_rests_and_is_cleared_when_it_is_taken(top: str) -> None:
    clock = Clock()
    table = SimulatedTable(clock, seed=3, top=top)
    backdrop = reference(table.small())
    before = runs(table, clock, 0.5, Settling(), backdrop)[-1]
    assert before.word == "cleared"
    rests = table.throw(["stone:1", "stone:3", "stone:8", "stone:9", "stone:10"])
    states = runs(table, clock, 2.5, before, backdrop)
    assert states[-1].word == "settled"
    assert rests <= states[-1].since <= rests + STILL_S + 0.1
    assert {"hand", "moving"} <= {s.word for s in states}
    for spoil in (True, False):
        table.fault("lamp", on=spoil)
        lit = runs(table, clock, 0.5, states[-1], backdrop)
        assert {s.word for s in lit} == {"settled"}
        assert lit[-1].since == states[-1].since
    taken_at = table.take()
    states = runs(table, clock, 2.0, lit[-1], backdrop)
    assert states[-1].word == "cleared"
    assert states[-1].since >= taken_at - 0.1


def test_movement_outside_the_play_area_does_not_count() -> None:
    clock = Clock()
    table = SimulatedTable(clock, seed=3)
    clock.t = table.throw(["stone:1"], mishaps=["off"])
    area = np.array([(180.0, 40.0), (460.0, 40.0), (460.0, 320.0), (180.0, 320.0)])
    bare = SimulatedTable(Clock(), seed=3).small()
    for region, word in ((None, "settled"), (area, "cleared")):
        assert runs(table, clock, 0.5, Settling(), reference(bare, region))[-1].word == word


def test_another_picture_size_resets_the_state() -> None:
    small, large = np.full((90, 160, 3), 120, np.uint8), np.full((120, 160, 3), 120, np.uint8)
    state = watch(watch(Settling(), small, 0.0, reference(small)), large, 0.1, reference(small))
    assert state.word == "moving"
    assert watch(state, large, 1.0, reference(small)).still_since == 1.0


def test_a_backdrop_of_another_shape_is_not_used() -> None:
    wide, high = np.full((90, 160, 3), 90, np.uint8), np.full((120, 160, 3), 90, np.uint8)
    backdrop = reference(wide, np.array([(10, 10), (150, 10), (150, 80), (10, 80)], np.float64))
    state = watch(watch(Settling(), high, 0.0, backdrop), high, 0.1, backdrop)
    assert state.last is not None
    assert unchanged(state, high, backdrop)
