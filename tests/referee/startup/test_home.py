"""What the owner chose is read, and a file that holds none is told with the field and the next step."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from referee.startup.home import HomeLock, HomeTakenError, Settings, SettingsError, load_settings
from tests.referee.kit import no_file_grows


def test_without_a_file_the_defaults_hold(tmp_path: Path) -> None:
    assert load_settings(tmp_path) == Settings()


def test_what_was_chosen_is_read_back(tmp_path: Path) -> None:
    chosen = Settings(camera="usb:0", port=9000)
    (tmp_path / "settings.json").write_text(chosen.model_dump_json())
    assert load_settings(tmp_path) == chosen


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("{", "move it away. Correct it and put it back"),
        ('{"port": 0}', "port: "),
        ('{"colour": "red"}', "colour: "),
        ("[]", "the file: "),
    ],
)
def test_a_file_that_holds_no_settings_is_a_sentence(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "settings.json").write_text(text)
    with pytest.raises(SettingsError, match=words):
        load_settings(tmp_path)


def test_nobody_else_may_look_into_a_home(tmp_path: Path) -> None:
    for home in (tmp_path / "new", tmp_path / "old"):
        if home.name == "old":
            home.mkdir(mode=0o755)
        HomeLock(home).close()
        assert home.stat().st_mode & 0o777 == 0o700


def test_one_home_has_one_owleye(tmp_path: Path) -> None:
    first = HomeLock(tmp_path)
    with pytest.raises(HomeTakenError, match=f"process {os.getpid()}"):
        HomeLock(tmp_path)
    first.close()
    HomeLock(tmp_path).close()


def test_a_full_disk_does_not_prevent_a_start(tmp_path: Path) -> None:
    with no_file_grows():
        first = HomeLock(tmp_path)
        with pytest.raises(HomeTakenError, match="another Owleye: stop"):
            HomeLock(tmp_path)
        first.close()


def test_a_home_that_is_a_file_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")
    with pytest.raises(HomeTakenError, match="--home"):
        HomeLock(tmp_path / "home")
