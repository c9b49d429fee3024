"""The product's panel on a gpiochip of the kernel's gpio-sim; started by tests/tools/pins.sh with chip and device.

Presses bounce, lamps are read back from the simulated wires, and one pin is held by another process.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

from gpiozero.pins.lgpio import LGPIOFactory
from gpiozero.pins.local import LocalPiFactory

from hardware.panel import Panel, Press, open_panel
from hardware.wiring import BUTTON_PINS, LAMP_PINS

PI_4 = 0xC03114  # the revision of a Pi 4B, which this machine is not
PRESSES = 1000
DOWN_S, BOUNCE_S, BOUNCES = 0.05, 0.001, 3
HOLD = """
import lgpio, os, time
handle = lgpio.gpiochip_open({chip})
lgpio.gpio_claim_output(handle, {pin})
print("held", flush=True)
time.sleep(600)
"""


class Wires:
    """The simulated wires, by the files of gpio-sim."""

    def __init__(self, chip: str, device: str) -> None:
        self._folder = Path(f"/sys/devices/platform/{device}/{chip}")

    def pull(self, pin: int, up: bool) -> None:
        """Pull a wire up, or to ground."""
        (self._folder / f"sim_gpio{pin}/pull").write_text("pull-up" if up else "pull-down")

    def level(self, pin: int) -> int:
        """The level that the program drives."""
        return int((self._folder / f"sim_gpio{pin}/value").read_text())

    def press(self, pin: int) -> None:
        """A press of DOWN_S seconds whose contact bounces at both ends."""
        for up in (False, True):
            for _ in range(BOUNCES):
                self.pull(pin, up)
                time.sleep(BOUNCE_S)
                self.pull(pin, not up)
                time.sleep(BOUNCE_S)
            self.pull(pin, up)
            time.sleep(DOWN_S)


def opened(folder: Path, chip: int) -> Panel:
    """The panel on this chip, as on a Pi 4."""
    LocalPiFactory._get_revision = lambda self: PI_4
    begin = LGPIOFactory.__init__
    LGPIOFactory.__init__ = lambda self, number=None: begin(self, chip)
    return open_panel(folder, simulated=False)


def check_presses(panel: Panel, wires: Wires) -> None:
    """Bouncing presses on nine buttons, each reported once; also nine at the same time."""
    reported: list[str] = []
    panel.start(lambda press: reported.append(press.button) if isinstance(press, Press) else None)
    pins = list(BUTTON_PINS.values())
    for n in range(PRESSES):
        wires.press(pins[n % len(pins)])
    time.sleep(0.3)
    assert len(reported) == PRESSES, f"{len(reported)} of {PRESSES} presses were reported"
    reported.clear()
    fingers = [threading.Thread(target=wires.press, args=(pin,)) for pin in pins]
    for finger in fingers:
        finger.start()
    for finger in fingers:
        finger.join()
    time.sleep(0.3)
    assert sorted(reported) == sorted(BUTTON_PINS), reported


def check_lamps(panel: Panel, wires: Wires) -> None:
    """The wires carry the state that the lamps show."""
    panel.show(("on", "off", "on", "off", "off", "on"))
    time.sleep(0.1)
    assert [wires.level(pin) for pin in LAMP_PINS] == [1, 0, 1, 0, 0, 1]


def check_busy_pin(folder: Path, chip: int) -> None:
    """One pin that another process holds costs one lamp, and is named."""
    with subprocess.Popen(
        [sys.executable, "-c", HOLD.format(chip=chip, pin=22)], stdout=subprocess.PIPE, cwd=folder
    ) as holder:
        assert holder.stdout is not None
        holder.stdout.readline()
        panel = opened(folder, chip)
        assert "lamp 3 (GPIO 22: held by" in panel.words, panel.words
        assert set(panel.buttons) == set(BUTTON_PINS)
        panel.close()
        holder.kill()


def main() -> None:
    """Run all checks and print one line for each."""
    name, device = sys.argv[1:3]
    chip, wires = int(name.removeprefix("gpiochip")), Wires(name, device)
    with tempfile.TemporaryDirectory() as place:
        folder = Path(place)
        for pin in BUTTON_PINS.values():
            wires.pull(pin, up=True)
        panel = opened(folder, chip)
        assert set(panel.buttons) == set(BUTTON_PINS), panel.words
        check_presses(panel, wires)
        print(f"ok  {PRESSES} bouncing presses of {DOWN_S * 1000:.0f} ms on nine buttons, each reported once")
        check_lamps(panel, wires)
        print("ok  lamps read back from the wires")
        panel.close()
        check_busy_pin(folder, chip)
        print("ok  a busy pin costs one lamp and is named")


if __name__ == "__main__":
    main()
