"""The product's panel on a gpiochip of the kernel's gpio-sim; started by tests/tools/pins.sh with chip and device.

Presses bounce, lamps are read back from the simulated wires, and one pin is held by another process.  A busy machine
stretches some bounces: these can be presses of their own to a panel, and such a press may be reported more than once.
"""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from gpiozero.pins.lgpio import LGPIOFactory
from gpiozero.pins.local import LocalPiFactory

from hardware.panel import Panel, Press, open_panel
from hardware.wiring import BUTTON_PINS, LAMP_PINS

PI_4 = 0xC03114  # the revision of a Pi 4B, which this machine is not
PRESSES, TOGETHER = 1000, 180  # presses one after another, and presses of all nine buttons at once
DOWN_S, BOUNCE_S, BOUNCES = 0.05, 0.001, 3
STRETCHED_S = 0.01  # no contact bounces for this long
QUIET_S = 3.0  # when nothing was reported for so long, nothing more will be: a busy machine reads edges late
HOLD = """
import lgpio, os, time
handle = lgpio.gpiochip_open({chip})
lgpio.gpio_claim_output(handle, {pin})
print("held", flush=True)
time.sleep(600)
"""


@dataclass(frozen=True, slots=True)
class Push:
    """What a finger did: it pressed *button* between *began* and *ended* (s); no bounce was longer than *bounce_s*."""

    button: str
    began: float
    ended: float
    bounce_s: float

    @property
    def is_meant(self) -> bool:
        """Whether the contact bounced no longer than real ones."""
        return self.bounce_s < STRETCHED_S

    def times(self, reported: Sequence[Press]) -> int:
        """How often it was reported."""
        late = DOWN_S / 2
        return sum(self.button == press.button and self.began <= press.t + late < self.ended for press in reported)


class Wires:
    """The simulated wires, by the files of gpio-sim."""

    def __init__(self, chip: str, device: str) -> None:
        self._folder = Path(f"/sys/devices/platform/{device}/{chip}")
        self._pulled: dict[int, float] = {}

    def pull(self, pin: int, up: bool) -> float:
        """Pull a wire up, or to ground; returns for how long it was as before, at most (s)."""
        now = time.monotonic()
        (self._folder / f"sim_gpio{pin}/pull").write_text("pull-up" if up else "pull-down")
        before, self._pulled[pin] = self._pulled.get(pin, now), now
        return time.monotonic() - before

    def level(self, pin: int) -> int:
        """The level that the program drives."""
        return int((self._folder / f"sim_gpio{pin}/value").read_text())

    def push(self, *buttons: str) -> list[Push]:
        """Press buttons together and let them go, each for DOWN_S seconds at least; contacts bounce at both ends."""
        began, bounce_s = time.monotonic(), dict.fromkeys(buttons, 0.0)
        for up in (False, True):
            for n, level in enumerate([up, not up] * BOUNCES + [up]):
                next_s = time.monotonic() + BOUNCE_S
                for button in buttons:
                    lasted = self.pull(BUTTON_PINS[button], level)
                    bounce_s[button] = max(bounce_s[button], lasted if n else 0.0)
                time.sleep(max(0.0, next_s - time.monotonic()))
            time.sleep(DOWN_S)
        return [Push(button, began, time.monotonic(), bounce_s[button]) for button in buttons]

    def push_all(self, groups: Sequence[Sequence[str]], enough: int) -> list[Push]:
        """Press the buttons of one group after another, until *enough* presses are as meant, or twice as many made."""
        pushes: list[Push] = []
        while sum(push.is_meant for push in pushes) < enough and len(pushes) < 2 * enough:
            pushes += self.push(*groups[len(pushes) % len(groups)])
        return pushes


def do_not_wait() -> None:
    """Let this process run before all others: a finger does not wait for the program that it uses."""
    os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))


def opened(folder: Path, chip: int) -> Panel:
    """The panel on this chip, as on a Pi 4."""
    LocalPiFactory._get_revision = lambda self: PI_4
    begin = LGPIOFactory.__init__
    LGPIOFactory.__init__ = lambda self, number=None: begin(self, chip)
    return open_panel(folder, simulated=False)


def check_presses(panel: Panel, wires: Wires) -> None:
    """Bouncing presses on nine buttons, one after another and then all at once, each reported once."""
    reported: list[Press] = []
    panel.start(lambda news: reported.append(news) if isinstance(news, Press) else None)
    names = list(BUTTON_PINS)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn"), do_not_wait) as finger:
        single = finger.submit(wires.push_all, [[name] for name in names], PRESSES).result()
        together = finger.submit(wires.push_all, [names], TOGETHER).result()
    wait_for_the_last(reported)
    found = check_reports("on nine buttons", single, PRESSES, reported)
    found += check_reports("on all nine at once", together, TOGETHER, reported)
    assert found == len(reported), f"{len(reported) - found} presses were reported that nobody made"


def wait_for_the_last(reported: Sequence[Press]) -> None:
    """Return when no press has been reported for QUIET_S seconds."""
    known = -1
    while len(reported) > known:
        known = len(reported)
        time.sleep(QUIET_S)


def check_reports(where: str, pushes: Sequence[Push], enough: int, reported: Sequence[Press]) -> int:
    """Each press was reported, and once unless the machine stretched its bounces; returns the number of reports."""
    meant = [push.times(reported) for push in pushes if push.is_meant]
    stretched = [push.times(reported) for push in pushes if not push.is_meant]
    words = (
        f"{len(meant)} bouncing presses of {DOWN_S * 1000:.0f} ms {where}: {meant.count(1)} reported once, "
        f"{meant.count(0)} lost; {len(stretched)} more with bounces that a busy machine stretched to "
        f"{STRETCHED_S * 1000:.0f} ms or more: {sum(map(bool, stretched))} reported, {stretched.count(0)} lost"
    )
    assert all(count == 1 for count in meant), words
    assert all(stretched), words
    assert len(meant) >= enough, f"this machine is too busy to test bounces; {words}"
    print(f"ok  {words}", flush=True)
    return sum(meant) + sum(stretched)


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
        check_lamps(panel, wires)
        print("ok  lamps read back from the wires")
        panel.close()
        check_busy_pin(folder, chip)
        print("ok  a busy pin costs one lamp and is named")


if __name__ == "__main__":
    main()
