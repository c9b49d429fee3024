"""The PIN of the host: how often it may be guessed, and how it and the seats' codes are stored."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest

from calibration.storage.damaged import unseen
from calibration.storage.files import LARGEST, StoreError, save_json
from tests.referee.kit import no_file_grows
from web.languages import in_host_language
from web.security.guard import secret_of
from web.security.pin import GUESSES, GUESSES_AN_HOUR, HOUR_S, KNOWN_AN_HOUR, WAIT_S, Pin, is_pin
from web.security.seat_codes import MOST_COUNTED, SeatCodes

MINE = "192.168.1.23"


def refused(pin: Pin, guess: str, now: float, address: str) -> bool:
    """Whether this guess is refused without a check."""
    try:
        pin.guess(guess, now, address)
    except ValueError:
        return True
    return False


def test_leaving_without_having_hosted_writes_nothing(tmp_path: Path) -> None:
    pin = Pin(tmp_path)
    before = (tmp_path / "hosts.json").stat().st_mtime_ns
    pin.dismiss("nobody")
    assert (tmp_path / "hosts.json").stat().st_mtime_ns == before


def test_after_the_wait_the_pin_counts_again(tmp_path: Path) -> None:
    pin = Pin(tmp_path)
    pin.change("314159")
    assert [pin.guess("000000", float(i), MINE) for i in range(GUESSES)] == [False] * GUESSES
    last = GUESSES - 1.0
    with pytest.raises(ValueError, match="wait 1 second,"):
        pin.guess("314159", last + WAIT_S - 0.5, MINE)
    assert pin.guess("314159", last + WAIT_S, MINE)
    assert pin.guess("x", last + WAIT_S, MINE) is False


def test_devices_that_hosted_before_have_few_guesses_together(tmp_path: Path) -> None:
    pin = Pin(tmp_path)
    pin.change("314159")
    devices = [f"device {number}" for number in range(KNOWN_AN_HOUR)]
    for device in devices[:2]:
        guessed = [pin.guess("000000", 1.0, MINE, device) for _ in range(GUESSES)]
        assert not any(guessed)
    for _ in range(GUESSES):  # beyond its own, they count like a stranger's
        assert not pin.guess("000000", 1.0, MINE, devices[0])
    with pytest.raises(ValueError, match="wait"):
        pin.guess("314159", 2.0, MINE, devices[0])
    assert pin.guess("314159", 2.0, MINE, devices[2])
    for device in devices[2:12]:
        assert not pin.guess("000000", 2.0, MINE, device)
    with pytest.raises(ValueError, match="wait"):
        pin.guess("314159", 2.0, MINE, devices[12])
    assert pin.guess("314159", 2.0 + HOUR_S, MINE, devices[12])


def test_many_devices_that_guess_wait_but_a_new_one_does_not(tmp_path: Path) -> None:
    pin = Pin(tmp_path)
    pin.change("314159")
    crowd = [f"192.168.1.{number // 4}" for number in range(GUESSES_AN_HOUR)]
    assert [pin.guess("000000", 1.0, address) for address in crowd] == [False] * GUESSES_AN_HOUR
    with pytest.raises(ValueError, match="wait 3590 seconds"):
        pin.guess("314159", 11.0, crowd[0])
    assert pin.guess("314159", 11.0, "192.168.1.200")
    assert pin.guess("314159", 1.0 + HOUR_S, crowd[0])


def test_all_addresses_of_a_home_network_cannot_lock_a_new_host_out(tmp_path: Path) -> None:
    pin = Pin(tmp_path)
    pin.change("314159")
    for turn in range(1500):
        refused(pin, "000000", 5.0 * turn, f"192.168.1.{2 + turn % 250}")
    assert pin.guess("314159", 7500.0, "192.168.1.254")


def test_a_device_with_many_ipv4_addresses_gets_few_guesses(tmp_path: Path) -> None:
    pin = Pin(tmp_path)
    pin.change("314159")
    crowd = [f"10.0.{number // 250}.{number % 250}" for number in range(3000)]
    assert sum(not refused(pin, "000000", 1.0, address) for address in crowd) == 400
    with pytest.raises(ValueError, match="wait 3599 seconds"):
        pin.guess("314159", 2.0, "10.9.9.9")
    assert pin.guess("314159", 1.0 + HOUR_S, "10.9.9.9")


def test_a_device_with_many_ipv6_addresses_is_one_device(tmp_path: Path) -> None:
    pin = Pin(tmp_path)
    pin.change("314159")
    for number in range(GUESSES):
        pin.guess("000000", 1.0, f"2001:db8::{number:x}")
    with pytest.raises(ValueError, match="Too many wrong PINs"):
        pin.guess("314159", 2.0, "2001:db8::ffff")
    assert pin.guess("314159", 2.0, "2001:db9::1")


def test_two_neighbouring_ipv6_networks_are_two_devices(tmp_path: Path) -> None:
    pin = Pin(tmp_path)
    pin.change("314159")
    for _ in range(GUESSES):
        pin.guess("000000", 1.0, "2001:db8:0:2::1")
    assert refused(pin, "314159", 2.0, "2001:db8:0:2:ffff::1")
    assert pin.guess("314159", 2.0, "2001:db8:0:3::1")


def test_a_device_that_is_admitted_while_the_pin_changes_brings_no_other_back(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pin = Pin(tmp_path)
    host = pin.admit()
    changing = Thread(target=pin.change, args=("314159",))

    def saved_slowly(path: Path, devices: Any) -> None:
        if len(devices) == 2:
            changing.start()
            changing.join(0.2)  # the change has ended by then, unless it waits for the admission
        save_json(path, devices)

    monkeypatch.setattr("web.security.pin.save_json", saved_slowly)
    pin.admit()
    changing.join()
    assert [held.admits(host) for held in (pin, Pin(tmp_path))] == [False, False]


def test_pin_and_codes_are_stored_in_private_files(tmp_path: Path) -> None:
    number, code = Pin(tmp_path).number, SeatCodes(tmp_path).code_of("1", "Ana")
    assert (Pin(tmp_path).number, SeatCodes(tmp_path).code_of("1", "Ana")) == (number, code)
    assert [(tmp_path / name).stat().st_mode & 0o777 for name in ("pin", "seats.json")] == [0o600] * 2
    assert re.fullmatch(r"\d{6}", number)
    (tmp_path / "pin").write_bytes(b"\xff\xfe12")
    assert re.fullmatch(r"\d{6}", Pin(tmp_path).number)


@pytest.mark.parametrize(
    "data",
    [b"[1]", b'{"1": ["Ana"]}', b'{"1": {"Ana": ""}}', b'["\\ud800"]', b"[" * 100_000, b"\0", b" " * LARGEST + b"[]"],
    ids=["no texts", "a list", "an empty code", "half a character", "nested", "no JSON", "too large"],
)
@pytest.mark.parametrize(("kind", "name"), [(Pin, "hosts.json"), (SeatCodes, "seats.json")])
def test_a_damaged_file_of_devices_is_kept_and_reported(
    tmp_path: Path, kind: type[Pin | SeatCodes], name: str, data: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / name).write_bytes(data)
    held = kind(tmp_path)
    assert held.admits("") is False if isinstance(held, Pin) else held.player_of("1", "") is None
    assert (tmp_path / "damaged" / name).read_bytes() == data
    (report,) = unseen(tmp_path)
    assert f"{name} was damaged. It is kept as damaged/{name}. Each" in report.words
    assert report.words in caplog.text


def test_devices_are_counted_up_to_a_limit_and_only_as_long_as_their_code_opens_a_seat(tmp_path: Path) -> None:
    codes = SeatCodes(tmp_path)
    code = codes.code_of("1", "Ana")
    for number in range(1000):  # a phone without cookies is another device at each visit
        codes.add_device(code, f"device {number}")
    assert codes.devices(code) == MOST_COUNTED
    codes.renew("1", "Ana")
    assert codes.devices(code) == 0


def test_devices_are_counted_while_codes_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("web.security.seat_codes.save_json", lambda path, body: None)
    codes, changed = SeatCodes(tmp_path), Event()
    for number in range(600):
        codes.add_device(codes.code_of("1", f"player {number}"), "a device")

    def visit() -> None:
        number = 0
        while not changed.is_set():
            codes.add_device(f"code {(number := number + 1)}", "a device")

    visitor, before = Thread(target=visit), sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    visitor.start()
    try:
        for _ in range(150):
            codes.renew("2", "Ana")
    finally:
        changed.set()
        visitor.join()
        sys.setswitchinterval(before)


def test_a_full_disk_ends_no_seat_and_no_host(tmp_path: Path) -> None:
    pin, codes = Pin(tmp_path), SeatCodes(tmp_path)
    device, code = pin.admit(), codes.code_of("1", "Ana")
    work: list[Callable[[], object]] = [
        lambda: pin.change("123456"),
        lambda: pin.dismiss(device),
        lambda: codes.renew("1", "Ana"),
        lambda: codes.forget("1"),
        lambda: codes.pass_on("2", "1"),
    ]
    for each in work:
        with no_file_grows(), pytest.raises(StoreError, match="the disk is full"):
            each()
    for held, seats in ((pin, codes), (Pin(tmp_path), SeatCodes(tmp_path))):
        assert held.number == pin.number
        assert held.admits(device)
        assert seats.player_of("1", code) == "Ana"


def test_who_enters_the_pin_while_the_disk_is_full_hosts_and_can_free_space(tmp_path: Path) -> None:
    pin = Pin(tmp_path)
    with no_file_grows():
        device = pin.admit()
    assert pin.admits(device)
    assert not Pin(tmp_path).admits(device)
    other = pin.admit()
    assert [Pin(tmp_path).admits(one) for one in (device, other)] == [True, True]


def test_private_files_of_a_terabyte_are_not_read(tmp_path: Path) -> None:
    for name in ("hosts.json", "seats.json", "language.json", "secret"):
        with open(tmp_path / name, "wb") as file:
            file.truncate(1 << 40)
    assert not Pin(tmp_path).admits("x")
    assert SeatCodes(tmp_path).player_of("1", "x") is None
    assert in_host_language(tmp_path, "x")[1] == "en"
    assert [report.file for report in unseen(tmp_path)] == ["hosts.json", "seats.json"]
    with pytest.raises(OSError, match="large"):
        secret_of(tmp_path)


@pytest.mark.parametrize("number", ["31415a", "abcdef", "٣١٤١٥٩", "²²²²²²", "31415", "3141592", "", " 31415", "-31415"])
def test_a_pin_has_six_plain_digits(number: str) -> None:
    assert not is_pin(number)
    assert is_pin("314159")


def test_the_key_of_the_cookies_is_created_once_and_a_cut_one_is_replaced(tmp_path: Path) -> None:
    key = secret_of(tmp_path)
    assert len(key) == 32
    assert secret_of(tmp_path) == key
    assert (tmp_path / "secret").read_bytes() == key
    (tmp_path / "secret").write_bytes(key[:31])
    renewed = secret_of(tmp_path)
    assert len(renewed) == 32
    assert renewed != key
