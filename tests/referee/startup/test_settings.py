"""The settings of a home are read and bad ones named; which camera follows from them."""

from __future__ import annotations

from pathlib import Path

import pytest

from calibration.storage.files import DamagedFileError
from referee.startup import settings
from referee.startup.settings import Settings, chosen_source, load_settings


def test_without_settings_the_defaults_apply(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == Settings()


def test_saved_settings_are_read_back(tmp_path: Path) -> None:
    chosen = Settings(camera="usb:0", port=9000)
    (tmp_path / "settings.json").write_text(chosen.model_dump_json())
    assert load_settings(tmp_path) == chosen


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "move it away. Correct it and put it back"),
        ('{"port": 0}', "because of “port” in it. Choose “port” again"),
        ('{"port": 0, "names": [1], "camera": 7}', "“camera, names, port”"),
        ("[]", "is damaged: move it away"),
    ],
)
def test_a_file_that_holds_no_settings_is_reported_in_a_sentence(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "settings.json").write_text(text)
    with pytest.raises(DamagedFileError, match=words):
        load_settings(tmp_path)


def test_settings_of_a_newer_version_keep_the_fields_that_this_version_knows(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "settings.json").write_text('{"camera": "usb:0", "port": 9000, "colour": "red"}')
    found = load_settings(tmp_path)
    assert (found.camera, found.port) == ("usb:0", 9000)
    assert "“colour” in it is not a setting of this version" in caplog.text


def test_an_option_of_the_command_overrides_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "present_camera", lambda: "/dev/video0")
    assert chosen_source(True, "usb:1", "picamera")[0] == "simulated"
    assert chosen_source(False, "usb:1", "picamera")[0] == "usb:1"
    assert chosen_source(False, None, "picamera")[0] == "picamera"
    assert chosen_source(False, None, "auto")[0] == "/dev/video0"


def test_without_a_camera_the_simulated_table_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "present_camera", lambda: None)
    source, words = chosen_source(False, None, "auto")
    assert source == "simulated"
    assert "There is no camera on this machine" in words
