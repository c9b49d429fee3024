"""After two starts that failed, however they ended, the table starts without its devices and says why."""

from __future__ import annotations

import os
import signal
import sys
from contextlib import suppress
from pathlib import Path
from threading import Timer
from typing import Any

import pytest
from click.testing import CliRunner

from owleye import main, table_at
from referee.devices import Devices
from referee.model.commands import NewGame
from referee.model.wizard_commands import Open
from referee.startup import safe_start
from referee.startup.home_lock import HANDED_OVER, HomeLock, HomeTakenError
from referee.startup.safe_start import FILE, NotAFailedStartError, StartCount
from referee.startup.settings import Settings
from tests.power_cut import PowerCut
from tests.web.kit import SETUP


def start(home: Path, error: BaseException | None = None) -> str:
    """One start, which ends with *error* if given; returns the reason for a safe start, if it was one."""
    count = StartCount(home)
    with count.counted():
        if error is not None:
            raise error
    return count.safe_words


def fail(home: Path, error: BaseException) -> None:
    with pytest.raises(type(error)):
        start(home, error)


@pytest.mark.parametrize(
    ("error", "why"),
    [
        (ValueError("No camera is called 'webcam'."), "(No camera is called 'webcam')"),
        (ZeroDivisionError(), "(ZeroDivisionError)"),
        (PowerCut(), "(it ended without a word, as after a power cut or a crash)"),
    ],
)
def test_the_third_start_is_a_safe_one_and_the_next_ordinary(tmp_path: Path, error: BaseException, why: str) -> None:
    for _ in range(2):
        assert StartCount(tmp_path).safe_words == ""
        fail(tmp_path, error)
    words = start(tmp_path)
    assert words.startswith(f"Safe start: the last 2 starts failed {why}. ")
    assert "“Start normally”" in words
    assert StartCount(tmp_path).safe_words == ""


@pytest.mark.parametrize("error", [KeyboardInterrupt(), NotAFailedStartError("Port 8000 cannot be used.")])
def test_a_stop_and_a_taken_port_are_no_failed_starts(tmp_path: Path, error: BaseException) -> None:
    for _ in range(3):
        fail(tmp_path, error)
    assert StartCount(tmp_path).safe_words == ""


def test_a_start_that_lasts_is_a_good_one(tmp_path: Path) -> None:
    for _ in range(3):
        count = StartCount(tmp_path)
        with suppress(PowerCut), count.counted():
            count.steady()
            raise PowerCut
    assert StartCount(tmp_path).safe_words == ""


@pytest.mark.parametrize("looks", [[True], [False, True], [False, False]])
def test_a_start_lasts_once_its_pages_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, looks: list[bool]
) -> None:
    class LaterTimer(Timer):
        def start(self) -> None:
            due.append(self)

    due: list[Timer] = []
    monkeypatch.setattr(safe_start, "Timer", LaterTimer)
    for _ in range(2):
        count, answers = StartCount(tmp_path), iter(looks)
        with suppress(PowerCut), count.counted():
            count.steady_soon(lambda answers=answers: next(answers))  # type: ignore[misc]
            for _ in looks:
                timer = due.pop()
                timer.function(*timer.args)
            raise PowerCut
    assert bool(StartCount(tmp_path).safe_words) is not looks[-1]


@pytest.mark.parametrize("text", ["", "{", "[]", '{"failed": "x"}', "[" * 100_000])
def test_a_damaged_count_is_none(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text)
    assert StartCount(tmp_path).safe_words == ""


def test_a_safe_table_plays_by_hand_whatever_camera_was_chosen(tmp_path: Path) -> None:
    settings = Settings(camera="nonsense", screen="ssd1306")
    with pytest.raises(Exception, match="No camera is called"), table_at(tmp_path, settings, "nonsense"):
        pass
    with table_at(tmp_path, settings, "nonsense", "Safe start: it failed.") as (live, around, _):
        assert live.submit(NewGame(SETUP)).ok
        assert (live.now().eyes, live.now().simulated) == ("by hand", False)
        assert "Safe start: it failed." in [notice.words for notice in live.now().notices]
        assert around.look().ok
        assert around.prepare(Open("calibrate")).ok
        assert around.frame() is None


def taken(home: Path) -> list[str]:
    """Whether a program to which nothing was handed over finds the home taken."""
    os.environ.pop(HANDED_OVER)
    with pytest.raises(HomeTakenError):
        HomeLock(home)
    return ["taken"]


@pytest.mark.parametrize("stopped", [False, True])
def test_a_page_that_asks_for_it_starts_the_program_anew(
    stopped: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process is replaced, also one that has its signals ignored, unless it is stopped while the table closes.

    No other process gets the home meanwhile.
    """
    begun: list[list[str]] = []

    def served(*arguments: Any) -> None:
        ready, _, restart = arguments[-3:]
        ready(8000)
        with pytest.raises(KeyboardInterrupt):
            restart()

    def close(devices: Devices) -> None:
        if stopped:
            signal.raise_signal(signal.SIGTERM)
        closed(devices)

    closed = Devices.close
    monkeypatch.setattr(Devices, "close", close)
    monkeypatch.setattr("owleye.serve", served)
    monkeypatch.setattr("os.execv", lambda program, words: begun.append([*words, *taken(tmp_path)]))
    monkeypatch.setenv(HANDED_OVER, "")
    (tmp_path / FILE).write_text('{"failed": 2, "why": "The camera burns."}')
    before = {one: signal.signal(one, signal.SIG_IGN) for one in (signal.SIGINT, signal.SIGTERM)}
    before[signal.SIGHUP] = signal.getsignal(signal.SIGHUP)
    try:
        printed = CliRunner().invoke(main, ["--home", str(tmp_path), "run"]).stdout
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
    assert "Safe start: the last 2 starts failed (The camera burns)." in printed
    assert begun == ([] if stopped else [[*sys.orig_argv, "taken"]])
    assert StartCount(tmp_path).safe_words == ""


def test_a_count_that_cannot_be_deleted_stops_no_start(tmp_path: Path) -> None:
    (tmp_path / FILE).mkdir()
    with StartCount(tmp_path).counted():
        pass
    assert StartCount(tmp_path).safe_words == ""
