"""The host's PIN: a device that has entered it may host.  Also limits wrong guesses (`Pin.guess`)."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from hmac import compare_digest
from ipaddress import ip_address, ip_network
from math import ceil
from pathlib import Path
from secrets import randbelow, token_urlsafe
from threading import Lock

from pydantic import TypeAdapter

from calibration.storage.damaged import without_damaged
from calibration.storage.files import StoreError, bytes_in, load_json, save_json, write_atomically
from rules.core.phrases import Phrase, plural

DIGITS = 6
GUESSES = 5  # wrong guesses from one address, after which that address waits
WAIT_S = 60.0
GUESSES_AN_HOUR = 100  # wrong guesses from all addresses, after which each of these waits: trying all PINs takes months
MOST_AN_HOUR = 400  # wrong guesses from all addresses, after which all wait: more than 254 home devices make by mistake
KNOWN_AN_HOUR = 20  # wrong guesses of all devices that hosted before, apart from those of strangers
HOUR_S = 3600.0
MOST_DEVICES = 50  # devices that may host; with one more, the oldest must enter the PIN again
ENTER_AGAIN = Phrase("Each host has to enter the PIN once more.")
_IDS = TypeAdapter(list[str])


@dataclass(slots=True)
class _Wrong:
    """The wrong guesses of one address or device: how many, and when the last one was made (s of the steady clock)."""

    count: int = 0
    last: float = 0.0


class Pin:
    """The PIN of a home, the devices that have entered it (both in private files), and the wrong guesses."""

    def __init__(self, home: Path) -> None:
        """Read the PIN, or create one at the first start; a damaged list of devices is set aside and reported."""
        self._path, self._devices_path = home / "pin", home / "hosts.json"
        self._lock = Lock()
        self._devices = without_damaged(home, self._stored_devices)
        self._wrong: dict[str, _Wrong] = {}  # by address
        self._known: dict[str, _Wrong] = {}  # by device, of those that hosted before
        stored = bytes_in(self._path).decode(errors="replace").strip() if self._path.exists() else ""
        self._number = stored if is_pin(stored) else ""
        if not self._number:
            self.change(f"{randbelow(10**DIGITS):0{DIGITS}}")

    @property
    def number(self) -> str:
        """The PIN itself; only for the machine that Owleye runs on."""
        return self._number

    def change(self, number: str) -> None:
        """Set another PIN; hosts that entered the old one must enter the new one.

        Raises:
            ValueError: where *number* is not a PIN.
        """
        if not is_pin(number):
            raise ValueError(Phrase("A PIN has {number} digits: choose another one.", number=DIGITS))
        with self._lock:
            self._keep([])
            write_atomically(self._path, number.encode())
            self._number = number

    def admit(self) -> str:
        """Let one more device host; returns the id for its cookie.

        While the disk cannot be written it hosts until the next start, so that a host can free space.
        """
        device = token_urlsafe(16)
        with self._lock:
            self._devices = [*self._devices, device][-MOST_DEVICES:]
            with suppress(StoreError):
                self._keep(self._devices)
        return device

    def dismiss(self, device: str) -> None:
        """End the hosting of a device; copies of its cookie are worthless from now on."""
        with self._lock:
            if device in self._devices:
                self._keep([one for one in self._devices if one != device])

    def admits(self, device: str) -> bool:
        """Whether the device with this id entered the PIN and has not left."""
        return any(compare_digest(one.encode(), device.encode()) for one in self._devices)

    def _stored_devices(self) -> list[str]:
        return load_json(self._devices_path, _IDS.validate_python, list[str](), ENTER_AGAIN)

    def _keep(self, devices: list[str]) -> None:
        save_json(self._devices_path, devices)
        self._devices = devices

    def guess(self, entered: str, now: float, address: str, device: str = "") -> bool:
        """Whether *entered* is the PIN; *now* is the time (s) of a monotonic clock, *address* that of the device.

        A device without wrong guesses may always try, so that another device cannot lock the host out.  Only after
        MOST_AN_HOUR wrong guesses nobody may try, because an attacker then uses hundreds of addresses.  *device* is
        the id by which `admit` let it host, perhaps with an earlier PIN: it has a few guesses whatever strangers do.

        Raises:
            ValueError: while too many guesses were wrong; the sentence says how long to wait.
        """
        with self._lock:
            self._wrong, self._known = _of_last_hour(self._wrong, now), _of_last_hour(self._known, now)
            guesses, key = self._wrong, network(address)
            if device and self._has_allowance(device):
                guesses, key = self._known, device
            elif (wait := self._wait(guesses.get(key, _Wrong()), now)) > 0:
                raise ValueError(
                    plural(
                        "Too many wrong PINs: wait {number} second, then read it off the machine again.",
                        "Too many wrong PINs: wait {number} seconds, then read it off the machine again.",
                        ceil(wait),
                    )
                )
            if compare_digest(entered.encode(), self._number.encode()):
                guesses.pop(key, None)
                return True
            guesses[key] = _Wrong(guesses.get(key, _Wrong()).count + 1, now)
            return False

    def _has_allowance(self, device: str) -> bool:
        """Whether a device that hosted before has guesses of its own left, which strangers cannot use up."""
        together = sum(one.count for one in self._known.values())
        return together < KNOWN_AN_HOUR and self._known.get(device, _Wrong()).count < GUESSES

    def _wait(self, wrong: _Wrong, now: float) -> float:
        """How long (s) an address with these wrong guesses has to wait."""
        together = sum(one.count for one in self._wrong.values())
        if together >= MOST_AN_HOUR:
            return min(one.last for one in self._wrong.values()) + HOUR_S - now
        if not wrong.count:
            return 0.0
        if together >= GUESSES_AN_HOUR:
            return wrong.last + HOUR_S - now
        return wrong.last + WAIT_S - now if wrong.count % GUESSES == 0 else 0.0


def _of_last_hour(guesses: Mapping[str, _Wrong], now: float) -> dict[str, _Wrong]:
    return {key: wrong for key, wrong in guesses.items() if now < wrong.last + HOUR_S}


def network(address: str) -> str:
    """The network that counts as one device: an IPv6 device can choose its lower 64 bits."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    return address if parsed.version == 4 else str(ip_network((int(parsed), 64), strict=False))


def is_pin(number: str) -> bool:
    """Whether *number* has the form of a PIN."""
    return len(number) == DIGITS and number.isascii() and number.isdecimal()


def pin_words(pin: Pin, action: str) -> str:
    """The line about the PIN in the terminal; *action*: what a host may do, such as "begin games"."""
    return f"The host's PIN, for any other device that shall {action}: {pin.number}"
