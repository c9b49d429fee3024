"""The calibration wizard: meters, a calibration where all is well, and a refusal that keeps the last good one."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.storage.camera_calibrations import choose_calibration
from calibration.storage.lens_file import save_lens
from calibration.storage.table_files import load_calibration
from hardware.cameras.camera import CameraId
from referee.model.progress import CalibrationView, Meter
from referee.model.wizard_commands import Adapt, Calibrate, LensPicture, MeasureLens, Open, SimulatedShow
from referee.wizards.calibrate import in_words
from rules.core.phrases import translated
from tests.referee.shop import Shop
from vision.geometry.lens import Lens
from web.languages import catalogue


@pytest.fixture
def shop(tmp_path: Path) -> Shop:
    shop = Shop(tmp_path)
    assert shop.bench.do(Open("calibrate")).ok
    return shop


def sighting(shop: Shop) -> CalibrationView:
    shop.bench.look()
    view = shop.bench.state.sighting
    assert view is not None
    return view


def meters(shop: Shop) -> dict[str, Meter]:
    return {meter.name: meter for meter in sighting(shop).meters}


def test_a_good_table_is_calibrated(shop: Shop) -> None:
    assert all(meter.well for meter in meters(shop).values())
    assert set(meters(shop)) == {
        "Mat", "Focus", "Brightness", "Evenness", "Flicker", "Colour of the light", "Table", "Exposure"
    }  # fmt: skip
    answer = shop.bench.do(Calibrate())
    assert answer.ok, answer.words
    calibration = load_calibration(shop.home)
    assert calibration is not None
    assert (calibration.id != "c1", calibration.camera) == (True, CameraId("simulated"))
    assert "In use" in sighting(shop).in_use
    assert sighting(shop).done
    assert meters(shop)["Flicker"].figure == "0 %"
    assert meters(shop)["Table"].figure == "dark"
    assert "Dark numbers on clear dice hardly show on it" in meters(shop)["Table"].words
    assert "do not see the lens sheet" in shop.bench.do(LensPicture()).words
    assert not sighting(shop).done


def test_the_dark_and_pieces_are_refused_and_the_last_good_one_stays(shop: Shop) -> None:
    shop.table.fault("dark")
    assert not meters(shop)["Brightness"].well
    assert "last good calibration stays" in shop.bench.do(Calibrate()).words
    shop.table.fault("dark", False)
    shop.clock.now = shop.table.throw(["stone:1", "stone:4"]) + 1
    assert sighting(shop).pieces == 2
    assert not shop.bench.state.confirm
    answer = shop.bench.do(Calibrate())
    assert ("clear it" in answer.words, answer.confirm, shop.bench.state.confirm) == (True, True, True)
    calibration = load_calibration(shop.home)
    assert calibration is not None
    assert calibration.id == "c1"
    assert shop.bench.do(SimulatedShow()).ok
    shop.clock.now += 5
    assert shop.bench.do(Calibrate()).ok


@pytest.mark.parametrize(("size", "words"), [((2304, 1296), "was measured"), ((1600, 1200), "is estimated")])
def test_a_lens_of_another_shape_of_pictures_does_not_count_as_measured(
    shop: Shop, size: tuple[int, int], words: str
) -> None:
    save_lens(shop.home, Lens.guess(size))
    assert words in sighting(shop).lens


def test_the_steps_of_the_lens_sheet_are_named(shop: Shop) -> None:
    assert "do not see the lens sheet" in shop.bench.do(LensPicture()).words
    assert "0 of at least 6" in shop.bench.do(MeasureLens()).words
    assert shop.bench.do(Adapt()).ok
    shop.word = "hand"
    assert "take your hand away" in shop.bench.do(Calibrate()).words


def test_a_damaged_calibration_is_replaced(shop: Shop) -> None:
    (shop.home / "calibration.json").write_text("scribble")
    assert choose_calibration(shop.home, CameraId("simulated"), (2304, 1296)) == ""
    assert shop.bench.do(Open("calibrate")).ok
    assert sighting(shop).in_use == ""
    assert shop.bench.do(Calibrate()).ok
    assert load_calibration(shop.home) is not None


def test_a_date_is_written_in_the_format_of_each_language() -> None:
    moment = in_words("2026-11-23T12:49:00")
    assert moment == "2026-11-23 at 12:49"
    assert translated(moment, catalogue("de")) == "23.11.2026 um 12:49 Uhr"
    assert in_words("long ago") == "long ago"
