"""Which camera, which address, and the sentences that go with them."""

from __future__ import annotations

import pytest

from referee.startup import home
from referee.startup.home import address, chosen_source


def test_what_is_asked_for_comes_before_what_is_settled(monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_the_address_is_one_that_works(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(home, "own_address", lambda: "192.168.1.7")
    assert address("127.0.0.1", 8000) == "Owleye is ready: http://127.0.0.1:8000"
    assert address("0.0.0.0", 81).splitlines() == [
        "Owleye is ready: http://localhost:81",
        "On a phone in the same network: http://192.168.1.7:81",
    ]
    monkeypatch.setattr(home, "own_address", lambda: "")
    assert address("0.0.0.0", 81) == "Owleye is ready: http://localhost:81"
