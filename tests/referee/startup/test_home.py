"""The settings of a home are read and bad ones named; which camera and address follow from them."""

from __future__ import annotations

import os
from pathlib import Path

import numpy as np
import pytest

from calibration.storage.files import DamagedFileError
from referee.journal.journal_files import back_up
from referee.observe.evidence import Evidence
from referee.startup import home
from referee.startup.home import (
    HomeLock,
    HomeTakenError,
    Settings,
    address,
    chosen_source,
    load_settings,
)
from tests.referee.journal.written import written
from tests.referee.kit import no_file_grows


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
    settings = load_settings(tmp_path)
    assert (settings.camera, settings.port) == ("usb:0", 9000)
    assert "“colour” in it is not a setting of this version" in caplog.text


def test_nobody_else_may_look_into_a_home(tmp_path: Path) -> None:
    for folder in (tmp_path / "new", tmp_path / "old"):
        if folder.name == "old":
            folder.mkdir(mode=0o755)
        HomeLock(folder).close()
        assert folder.stat().st_mode & 0o777 == 0o700


def test_files_of_a_running_table_are_private(tmp_path: Path) -> None:
    before = os.umask(0o022)
    lock = HomeLock(tmp_path)
    journal = written(tmp_path / "owleye.sqlite")
    back_up(journal, "1")
    Evidence(tmp_path / "evidence", 10).keep(np.zeros((9, 16, 3), np.uint8), {})
    kinds = {path.stat().st_mode & 0o077 for path in tmp_path.rglob("*")}
    journal.close()
    lock.close()
    assert kinds == {0}
    assert os.umask(before) == 0o022


def test_a_home_is_used_by_one_process_at_a_time(tmp_path: Path) -> None:
    first = HomeLock(tmp_path)
    with pytest.raises(HomeTakenError, match=f"process {os.getpid()}"):
        HomeLock(tmp_path)
    first.close()
    HomeLock(tmp_path).close()


def test_a_lock_that_is_handed_over_is_never_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(home.HANDED_OVER, "")
    first = HomeLock(tmp_path)
    first.hand_over()
    handed_over = os.environ[home.HANDED_OVER]
    assert os.get_inheritable(int(handed_over))
    monkeypatch.setenv(home.HANDED_OVER, "")
    with pytest.raises(HomeTakenError):
        HomeLock(tmp_path)
    monkeypatch.setenv(home.HANDED_OVER, handed_over)
    second = HomeLock(tmp_path)
    assert not os.get_inheritable(int(handed_over))
    with pytest.raises(HomeTakenError):
        HomeLock(tmp_path)
    second.close()
    HomeLock(tmp_path).close()


def test_a_full_disk_does_not_prevent_a_start(tmp_path: Path) -> None:
    with no_file_grows():
        first = HomeLock(tmp_path)
        with pytest.raises(HomeTakenError, match="another Owleye: stop"):
            HomeLock(tmp_path)
        first.close()


def test_a_pipe_in_place_of_the_lock_is_a_sentence(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "owleye.lock")
    with pytest.raises(HomeTakenError, match="not a file"):
        HomeLock(tmp_path)


def test_a_home_that_is_a_file_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")
    with pytest.raises(HomeTakenError, match="--home"):
        HomeLock(tmp_path / "home")


def test_an_option_of_the_command_overrides_the_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "present_camera", lambda: "/dev/video0")
    assert chosen_source(True, "usb:1", "picamera")[0] == "simulated"
    assert chosen_source(False, "usb:1", "picamera")[0] == "usb:1"
    assert chosen_source(False, None, "picamera")[0] == "picamera"
    assert chosen_source(False, None, "auto")[0] == "/dev/video0"


def test_without_a_camera_the_simulated_table_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "present_camera", lambda: None)
    source, words = chosen_source(False, None, "auto")
    assert source == "simulated"
    assert "There is no camera on this machine" in words


def test_addresses_for_this_machine_and_for_phones_are_printed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "own_address", lambda: "192.168.1.7")
    assert address("127.0.0.1", 8000) == "Owleye is ready: http://127.0.0.1:8000"
    assert address("0.0.0.0", 81).splitlines() == [
        "Owleye is ready: http://localhost:81",
        "On a phone in the same network: http://192.168.1.7:81",
    ]
    monkeypatch.setattr(home, "own_address", lambda: "")
    assert address("0.0.0.0", 81) == "Owleye is ready: http://localhost:81"
