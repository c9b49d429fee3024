"""Every check states its result and the next step."""

from __future__ import annotations

import errno
import json
import os
import re
import sys
import tomllib
import zipfile
from collections import namedtuple
from pathlib import Path
from types import ModuleType, SimpleNamespace

import numpy as np
import pytest

from calibration.storage.camera_calibrations import choose_calibration, other_camera
from calibration.storage.table_files import Calibration, save_calibration, save_gallery
from calibration.table.accuracy import JudgedPiece, JudgedThrow, keep_throws
from hardware.cameras import picam
from hardware.cameras.camera import CameraId
from hardware.machine import Finding
from hardware.wiring import BUTTON_PINS, LAMP_PINS, Wiring
from referee.cli import doctor
from referee.cli.doctor_report import write_report
from referee.panel.panel_pins import save_wiring
from tests.hardware.fake_lgpio import Lines
from tests.vision.table import camera_over
from vision.geometry.plane import Geometry
from vision.models import inference
from vision.recognition.embedder import load_embedder
from vision.recognition.gallery import Gallery
from vision.recognition.sides import Side

Usage = namedtuple("Usage", "total used free")


def test_all_checks_have_words(tmp_path: Path) -> None:
    checks = doctor.examine(tmp_path)
    assert len({check.name for check in checks}) == len(checks)
    assert all(check.words.endswith((".", ")")) for check in checks)


def test_every_committed_network_is_tried() -> None:
    committed = Path(inference.__file__).parent.glob("*.onnx")
    assert set(inference.NETWORKS) == {path.stem for path in committed}
    assert doctor.network().health == "ok"


@pytest.mark.parametrize("lost", inference.NETWORKS)
def test_a_network_that_does_not_load_is_bad(lost: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = inference.model_path
    monkeypatch.setattr(
        inference, "model_path", lambda name: tmp_path / f"{lost}.onnx" if name == lost else whole(name)
    )
    check = doctor.network()
    assert (check.health, f"The network {lost}.onnx cannot be loaded" in check.words) == ("bad", True)


def test_an_old_python_is_bad() -> None:
    assert doctor.python((3, 9, 2)).health == "bad"
    assert doctor.python((3, 11, 2)).health == "ok"


def test_all_packages_of_a_table_are_looked_for() -> None:
    project = tomllib.loads((Path(doctor.__file__).parents[2] / "pyproject.toml").read_text())["project"]
    assert doctor.needed() == [re.split("[<>=]", line)[0] for line in project["dependencies"]]
    assert doctor.packages().health == "ok"


def test_a_missing_package_is_named() -> None:
    check = doctor.packages(["numpy", "no-such-thing"])
    assert (check.health, "no-such-thing" in check.words) == ("bad", True)


def listed(monkeypatch: pytest.MonkeyPatch, *infos: dict[str, object]) -> None:
    module = ModuleType("picamera2")
    module.Picamera2 = SimpleNamespace(global_camera_info=lambda: list(infos))  # type: ignore[attr-defined]
    module.__file__ = "/usr/lib/python3/dist-packages/picamera2/__init__.py"
    monkeypatch.setitem(sys.modules, "picamera2", module)


def node(known: Path, name: str, bus: str) -> None:
    device = known / "devices" / bus / name
    device.mkdir(parents=True)
    (known / name).mkdir()
    (known / name / "device").symlink_to(device)


def test_the_nodes_of_a_pi_itself_are_no_cameras(tmp_path: Path) -> None:
    node(tmp_path, "video10", "platform")
    check = doctor.camera(tmp_path)
    assert (check.health, "python3-picamera2" in check.words) == ("warn", True)
    node(tmp_path, "video0", "usb1")
    assert doctor.camera(tmp_path).words == "On USB: /dev/video0."


def test_a_picamera2_that_the_environment_does_not_see_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "apt" / "picamera2").mkdir(parents=True)
    monkeypatch.setattr(picam, "APT", tmp_path / "apt")
    check = doctor.camera(tmp_path)
    assert check.health == "warn"
    assert "does not see it" in check.words
    assert "make clean run" in check.words


def test_picamera2_without_a_camera_is_not_called_ok(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    listed(monkeypatch, {"Id": "/base/usb@0,0-1.3:1.0-046d:0825", "Model": "C270"})
    assert doctor.camera(tmp_path).health == "warn"
    assert "seat the ribbon cable" in doctor.camera(tmp_path).words
    listed(monkeypatch, {"Id": "/base/i2c@80000/imx708@1a", "Model": "imx708"})
    assert doctor.camera(tmp_path).words == "On the Pi's ribbon cable: imx708."


def test_a_picamera2_that_does_not_start_is_bad(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def clash(name: str) -> None:
        raise ValueError("numpy.dtype size changed")

    monkeypatch.setattr("importlib.import_module", clash)
    check = doctor.camera(tmp_path)
    assert (check.health, "numpy.dtype size changed" in check.words) == ("bad", True)


@pytest.fixture
def chip(lgpio: Lines, tmp_path: Path) -> Path:
    """The device file of the pins; the saved pins are below *tmp_path*."""
    file = tmp_path / "gpiochip0"
    file.touch()
    return file


def test_pins_that_another_program_holds_are_named(lgpio: Lines, chip: Path, tmp_path: Path) -> None:
    assert "No GPIO pins" in doctor.pins(tmp_path, tmp_path / "gpiochip9").words
    here, files = Path.cwd(), set(Path.cwd().iterdir())
    assert doctor.pins(tmp_path, chip) == doctor.Check("Buttons", "ok", "Pins through lgpio.")
    assert (Path.cwd(), set(Path.cwd().iterdir())) == (here, files)
    lgpio.others = {22: "spi0 CS0", 18: "i2s"}
    check = doctor.pins(tmp_path, chip)
    assert (check.health, "GPIO 22 by spi0 CS0;" in check.words) == ("warn", True)
    lgpio.closed_to_us = True
    assert doctor.pins(tmp_path, chip).health == "bad"


def test_a_running_table_is_no_other_program(lgpio: Lines, chip: Path, tmp_path: Path) -> None:
    lgpio.others = dict.fromkeys((*BUTTON_PINS.values(), *LAMP_PINS), "lg")
    assert doctor.pins(tmp_path, chip).words == "Pins through lgpio, held by a running table."
    lgpio.others[22] = "onewire@0"
    assert "programs: GPIO 22 by onewire@0;" in doctor.pins(tmp_path, chip).words


def test_the_pins_that_were_chosen_are_examined(lgpio: Lines, chip: Path, tmp_path: Path) -> None:
    save_wiring(tmp_path, Wiring(lamps=(4, *LAMP_PINS[1:])))
    lgpio.others = {LAMP_PINS[0]: "a screen"}
    assert doctor.pins(tmp_path, chip).health == "ok"
    lgpio.others = {4: "onewire@0"}
    assert "GPIO 4 by onewire@0;" in doctor.pins(tmp_path, chip).words
    (tmp_path / "panel.json").write_text("scribble")
    assert (doctor.pins(tmp_path, chip).health, "panel.json" in doctor.pins(tmp_path, chip).words) == ("bad", True)


def test_pins_that_a_sound_card_uses_are_named(lgpio: Lines, chip: Path, tmp_path: Path) -> None:
    check = doctor.pins(tmp_path, chip, lambda: {21: "the I2S sound card", 2: "the I2C bus"})
    assert check.health == "warn"
    assert check.words.startswith("GPIO 21 (button seat6) is also used by the I2S sound card. Choose another pin")


@pytest.mark.parametrize(("free_mb", "health"), [(20, "bad"), (500, "warn"), (9000, "ok")])
def test_room_on_the_disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, free_mb: int, health: str) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda _: Usage(10**11, 0, free_mb * 1_000_000))
    assert doctor.disk(tmp_path / "not" / "yet").health == health


def test_a_home_under_a_file_is_bad(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    assert doctor.writable(tmp_path / "file" / "home").health == "bad"
    assert doctor.writable(tmp_path / "home").health == "ok"


def test_a_home_that_may_not_be_read_is_bad_and_all_else_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [check.name for check in doctor.examine(tmp_path)]
    look = Path.stat

    def refused(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if tmp_path in path.parents:
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))
        return look(path, follow_symlinks=follow_symlinks)

    monkeypatch.setattr("os.access", lambda path, mode: path != tmp_path)
    monkeypatch.setattr(Path, "stat", refused)
    checks = {check.name: check for check in doctor.examine(tmp_path)}
    assert list(checks) == names
    assert [name for name, check in checks.items() if check.health == "bad"] == [
        "Settings",
        "Small screen",
        "Home",
        "Table",
        "Files",
    ]
    for name in ("Table", "Files"):
        assert "cannot be read: give this user the rights to it" in checks[name].words
    write_report(tmp_path, tmp_path.parent / "r.zip", tuple(checks.values()))
    with zipfile.ZipFile(tmp_path.parent / "r.zip") as archive:
        assert json.loads(archive.read("report.json"))["journal"] == {"trouble": "PermissionError"}


def test_a_clock_that_was_never_set_is_reported() -> None:
    assert doctor.clock(0).health == "warn"
    assert doctor.clock(1_800_000_000).health == "ok"


def test_a_small_screen_is_looked_for_where_the_settings_ask_for_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert doctor.small_screen(tmp_path, tmp_path).health == "ok"
    (tmp_path / "settings.json").write_text('{"screen": "ssd1306"}')
    assert "python3-luma.oled" in doctor.small_screen(tmp_path, tmp_path).words
    monkeypatch.setattr("importlib.util.find_spec", lambda name: name)
    assert "I2C is switched off" in doctor.small_screen(tmp_path, tmp_path).words
    (tmp_path / "i2c-1").touch()
    assert doctor.small_screen(tmp_path, tmp_path).words == "ssd1306 on the I2C bus."
    (tmp_path / "settings.json").write_text('{"screen": "hologram"}')
    assert "settings.json cannot be used, because of “screen”" in doctor.small_screen(tmp_path, tmp_path).words


def test_a_misspelt_setting_is_named(tmp_path: Path) -> None:
    assert doctor.settings(tmp_path).health == "ok"
    (tmp_path / "settings.json").write_text('{"port": 9000}')
    assert doctor.settings(tmp_path).health == "ok"
    (tmp_path / "settings.json").write_text('{"prot": 9000, "names": [], "vioce": true}')
    assert doctor.settings(tmp_path) == doctor.Check(
        "Settings",
        "warn",
        "Not known in settings.json, and without effect: “prot”, “vioce”. Correct the spelling, or update Owleye.",
    )
    (tmp_path / "settings.json").write_text("scribble")
    assert doctor.settings(tmp_path).health == "bad"


def test_a_bare_table_says_what_comes_next(tmp_path: Path) -> None:
    assert "Not calibrated yet" in doctor.table(tmp_path).words
    (tmp_path / "calibration.json").write_text("scribble")
    assert doctor.table(tmp_path).health == "bad"


@pytest.mark.parametrize("noticed", [False, True])
def test_another_camera_than_that_of_the_calibration_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, noticed: bool
) -> None:
    """Also while a running table has *noticed* it, and has stored the calibration away."""
    plane, sensor = camera_over(), "/base/i2c@80000/sensor@1a"
    save_calibration(
        tmp_path, Calibration("c1", "2026-01-01", plane, Geometry(), 0.3, None, CameraId("picamera", "imx708"))
    )
    listed(monkeypatch, {"Id": sensor, "Model": "imx708"})
    assert "No piece is taught" in doctor.table(tmp_path).words
    listed(monkeypatch, {"Id": sensor, "Model": "imx219"})
    other = CameraId("picamera", "imx219")
    expected = choose_calibration(tmp_path, other, plane.size) if noticed else other_camera(tmp_path, other)
    assert "(picamera imx708, " in expected
    assert doctor.table(tmp_path) == doctor.Check("Table", "warn", expected)
    listed(monkeypatch, {"Id": sensor, "Model": "imx708"})
    assert expected not in doctor.table(tmp_path).words
    assert (tmp_path / "calibration.json").exists() != noticed, "the doctor leaves the calibrations where they are"


def test_a_table_is_judged_by_its_proof(tmp_path: Path) -> None:
    crop = np.full((1, 64, 64, 3), 120, np.uint8)
    save_calibration(tmp_path, Calibration("c1", "2026-01-01", None, Geometry(), 0.3))
    assert "No piece is taught" in doctor.table(tmp_path).words
    save_gallery(tmp_path, Gallery.empty().with_crops(Side("stone:1", "stone", "symbol"), crop, load_embedder()))
    assert "Not proven yet" in doctor.table(tmp_path).words
    answers = (JudgedPiece(piece="stone:1", verdict="right"),)
    keep_throws(tmp_path, [JudgedThrow(when="", light="bright", calibration="c1", answers=answers)])
    assert doctor.table(tmp_path).health == "ok"


def test_faults_of_the_machine_are_reported_with_the_next_step(tmp_path: Path) -> None:
    assert [check.health for check in doctor.machine(tmp_path, lambda home: ())] == ["ok"]
    found = (Finding("Heat", "Hot.", True), Finding("Network", "No network.", False))
    assert doctor.machine(tmp_path, lambda home: found) == (
        doctor.Check("Heat", "bad", "Hot."),
        doctor.Check("Network", "warn", "No network."),
    )
