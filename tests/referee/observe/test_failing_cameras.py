"""Each failure of a camera is reported in one sentence, ends by itself, and never stops play by hand."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.cameras.camera import CameraTrouble, Glance
from hardware.cameras.picture_check import check_picture
from hardware.cameras.recorded import open_recorded
from referee.devices import throw
from referee.model.commands import Enter, NewGame, SimulatedThrow
from referee.observe import watchdog
from referee.observe.camera_watcher import CameraWatcher
from referee.observe.picture_trouble import (
    ADAPTING,
    ADAPTS_S,
    ONLY_NOISE,
    TOO_BRIGHT,
    TOO_DARK,
    TOO_SLOW,
    Exposure,
    Pace,
    light_words,
    noise_words,
)
from referee.observe.table_reading import VisionContext
from referee.observe.watchdog import CHECK_S, HUNG_S, Watchdog
from rules.core.facts import Throw
from tests.referee.shop import Shop
from tests.referee.simulated import A_THROW, SPELL, Bench, Change, logged, named_sides
from tests.web.kit import SETUP

RNG = np.random.default_rng(18)
WELL, ILL, TIME_TO_MEND = 6, 8, 12  # glances

FAILURES: dict[str, tuple[Change, str]] = {
    "black": (np.zeros_like, TOO_DARK),
    "white": (lambda image: np.full_like(image, 255), TOO_BRIGHT),
    "noise": (lambda image: RNG.integers(0, 256, image.shape, np.uint8), ONLY_NOISE),
}


def notices(bench: Bench) -> set[str]:
    return {notice.words for notice in bench.now().notices if notice.trouble}


def typed(bench: Bench) -> Enter:
    """Enter the expected throw by hand."""
    table = bench.now().table
    assert table is not None
    ask = next(ask for ask in table.asks if ask.pieces)
    return Enter(Throw(ask.player, tuple((piece, sides[0]) for piece, sides in ask.pieces)), table.length)


@pytest.mark.parametrize("way", FAILURES)
def test_a_failing_picture_is_reported_until_it_recovers(tmp_path: Path, way: str) -> None:
    change, words = FAILURES[way]
    bench = Bench(tmp_path)
    assert bench.submit(NewGame(SETUP)).ok
    bench.look(WELL)
    before = notices(bench)
    bench.look(ILL, change)
    assert words in notices(bench)
    assert bench.submit(typed(bench)).ok
    bench.look(TIME_TO_MEND)
    assert notices(bench) == before


def test_ordinary_pictures_are_neither_white_nor_noise(tmp_path: Path) -> None:
    small = Bench(tmp_path).table.small()
    soft = np.asarray(cv2.GaussianBlur(small, (0, 0), 5), np.uint8)
    grainy = np.clip(small + RNG.normal(0, 12, small.shape), 0, 255).astype(np.uint8)
    bright = np.clip(small.astype(np.int16) + 60, 0, 255).astype(np.uint8)
    for image in (small, grainy, bright, small[::-1], soft):
        assert (light_words(image), noise_words(image)) == ("", "")


def test_a_slow_camera_is_reported_and_a_single_delay_is_not() -> None:
    pace, small, t = Pace(), np.zeros((36, 64, 3), np.uint8), 0.0
    reports = []
    for wait in [0.03] * 5 + [3.0] + [0.03] * 5 + [1.5] * 5 + [0.03] * 5:
        t += wait
        reports.append(pace.see(Glance(small, t)))
    assert reports == [""] * 13 + [TOO_SLOW] * 5 + [""] * 3


def test_a_camera_that_never_holds_its_values_is_waited_for_only_at_the_start() -> None:
    small = np.zeros((36, 64, 3), np.uint8)
    never, once = Exposure(), Exposure()
    assert [never.see(Glance(small, t, {"locked": "no"})) for t in (0, ADAPTS_S - 0.1, ADAPTS_S)] == [ADAPTING] * 2 + [
        ""
    ]
    assert once.see(Glance(small, 0, {"locked": "yes"})) == ""
    assert once.see(Glance(small, 9 * ADAPTS_S, {"locked": "no"})) == ADAPTING
    assert once.see(Glance(small, 99 * ADAPTS_S, {"locked": "no"})) == ADAPTING
    assert Exposure().see(Glance(small, 0)) == "", "a camera that tells nothing"


@pytest.mark.parametrize(
    "image",
    [
        None,
        "x",
        np.zeros((0, 0, 3), np.uint8),
        np.zeros((1, 1, 3), np.uint8),
        np.zeros((36, 64), np.uint8),
        np.zeros((36, 64, 4), np.uint8),
        np.zeros((36, 64, 3), np.float32),
    ],
    ids=["none", "text", "empty", "one pixel", "grey", "four channels", "float"],
)
def test_a_file_that_is_no_picture_gives_one_sentence(image: object) -> None:
    with pytest.raises(CameraTrouble, match=r"usb:0 sends something that is no colour picture: unplug it"):
        check_picture("usb:0", image)
    check_picture("usb:0", np.zeros((36, 64, 3), np.uint8))


def test_a_folder_with_a_broken_picture_names_it(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), np.zeros((40, 60, 3), np.uint8))
    (tmp_path / "b.jpg").write_bytes(b"no picture")
    with pytest.raises(CameraTrouble, match=r"b\.jpg is no picture: take it out"):
        open_recorded(tmp_path)


def test_pictures_of_another_shape_choose_their_own_calibration(tmp_path: Path) -> None:
    bench, prepared = Bench(tmp_path), list[int]()
    watcher = CameraWatcher(bench.eye, bench.sight, bench, lambda: prepared.append(1))
    for change in [None, None, (480, 640), (480, 640), (480, 640), None, None]:
        table, small = bench.table, bench.table.small
        if change:
            table.small = lambda: np.zeros((*change, 3), np.uint8)  # type: ignore[method-assign]  # noqa: B023
        watcher.step()
        table.small = small  # type: ignore[method-assign]
    assert len(prepared) == 3


def test_another_camera_in_the_same_place_chooses_its_own_calibration(tmp_path: Path) -> None:
    bench, prepared = Bench(tmp_path), list[str]()
    watcher = CameraWatcher(bench.eye, bench.sight, bench, lambda: prepared.append(bench.eye.model))
    for model in ["imx708", "imx708", "imx219", "imx219", "imx219"]:
        bench.eye.model = model
        watcher.step()
    assert prepared == ["imx708", "imx219"]


def test_a_new_calibration_ends_the_wish_for_one(tmp_path: Path) -> None:
    bench, prepared = Bench(tmp_path), list[int]()
    watcher = CameraWatcher(bench.eye, bench.sight, bench, lambda: prepared.append(1))
    for _ in range(3):
        watcher.step()
    Shop(tmp_path)
    for _ in range(4):
        watcher.step()
    assert len(prepared) == 2


def test_pictures_of_another_shape_are_reported_and_not_judged(tmp_path: Path) -> None:
    sight = VisionContext(Shop(tmp_path).home)
    assert sight.eyes().plane is not None
    assert sight.corrected(np.full((1200, 1600, 3), 120, np.uint8), False) == (
        None,
        "This picture has another shape than the calibration's: calibrate again.",
    )


def test_a_watcher_that_hangs_is_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bench, made = Bench(tmp_path), list[CameraWatcher]()

    def make() -> CameraWatcher:
        made.append(CameraWatcher(bench.eye, bench.sight, bench))
        return made[-1]

    monkeypatch.setattr(CameraWatcher, "start", lambda self: None)
    dog = Watchdog(make)
    pass_checks(dog, HUNG_S - CHECK_S)
    assert len(made) == 1
    made[0].check()
    pass_checks(dog, HUNG_S - CHECK_S)
    assert len(made) == 1
    pass_checks(dog, 2 * watchdog.MOST * HUNG_S)
    assert len(made) == 1 + watchdog.MOST
    with pytest.raises(InterruptedError):
        made[0].check()
    dog.close()


def pass_checks(dog: Watchdog, seconds: float) -> None:
    for _ in range(round(seconds / CHECK_S)):
        dog.check()


def test_a_throw_counts_that_came_to_rest_while_the_watcher_hung(bench: Bench) -> None:
    assert throw(bench.table, SimulatedThrow(sides=named_sides(bench, "Ana", SPELL)), bench.now()).ok
    bench.clock.now += 2 * HUNG_S
    hung, bench.watcher = bench.watcher, CameraWatcher(bench.eye, bench.sight, bench)
    hung.abandon()
    bench.watcher.go_on_after(hung)
    bench.look(A_THROW)
    assert logged(bench) == [dict(named_sides(bench, "Ana", SPELL))]


def test_a_late_reading_of_a_hung_watcher_does_not_count(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.look(3)
    bench.watcher.abandon()
    with pytest.raises(InterruptedError):
        bench.watcher._read("asked")


def test_a_replaced_watcher_leaves_no_trouble_behind(tmp_path: Path) -> None:
    bench = Bench(tmp_path)
    bench.look(ILL, np.zeros_like)
    assert notices(bench) == {TOO_DARK}
    bench.watcher.abandon()
    assert notices(bench) == set()
    bench.look(ILL, FAILURES["white"][0])  # its thread goes on for a moment when it no longer hangs
    assert notices(bench) == set()
