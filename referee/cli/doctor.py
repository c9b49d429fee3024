"""Is this machine fit to be a table?  Every check answers ok, warn or bad, with the next step."""

from __future__ import annotations

import importlib
import importlib.util
import json
import os
import re
import shutil
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from importlib import metadata
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Literal

import click

from calibration.storage.camera_calibrations import other_camera
from calibration.storage.damaged import unseen
from calibration.storage.files import StoreError, why_not_read
from calibration.storage.table_files import load_gallery
from hardware.cameras.camera import CameraTrouble
from hardware.cameras.picam import PicameraMissing, pi_cameras
from hardware.cameras.sources import identify, usb_cameras
from hardware.machine import Finding, findings
from hardware.pins import LGPIO_PROGRAM, open_pins, other_holder, pins_in_use
from hardware.wiring import COLLIDES, Wiring
from referee.cli.doctor_report import write_report
from referee.panel.panel_pins import wiring_of
from referee.startup.settings import SIMULATED, chosen_source, load_settings
from referee.startup.terminal import say
from referee.wizards.setup import SetupStatusReader
from vision.models import inference

Health = Literal["ok", "warn", "bad"]
VERSIONS_SAID = ("numpy", "opencv-python-headless", "onnxruntime")
BUILT_S = 1_780_000_000  # June 2026, when this was written: a clock before that was never set.
REPORT = click.Path(dir_okay=False, path_type=Path)
MARKS = {"ok": "ok  ", "warn": "look", "bad": "BAD "}


@dataclass(frozen=True, slots=True)
class Check:
    """One result: the subject, its state (ok, warn, bad), and a sentence for people."""

    name: str
    health: Health
    words: str


def examine(home: Path) -> tuple[Check, ...]:
    """Check everything that can be checked beside a running table."""
    of_home: Mapping[str, Callable[[], Check]] = {
        "Buttons": lambda: pins(home),
        "Settings": lambda: settings(home),
        "Small screen": lambda: small_screen(home, Path("/dev")),
        "Home": lambda: writable(home),
        "Table": lambda: table(home),
        "Files": lambda: damaged_files(home),
        "Disk": lambda: disk(home),
    }
    checks = (_looked(name, look) for name, look in of_home.items())
    return (python(), packages(), network(), camera(), *checks, clock(time.time()), *machine(home))


def _looked(name: str, look: Callable[[], Check]) -> Check:
    """The result of a check of the home; bad where this user may not look at a file."""
    try:
        return look()
    except OSError as error:
        return Check(name, "bad", why_not_read(str(error.filename or name), error))


def python(version: tuple[int, ...] = sys.version_info[:3]) -> Check:
    """Whether Python is new enough."""
    words = ".".join(map(str, version[:3]))
    if version < (3, 11):
        return Check("Python", "bad", f"Python {words} is too old: install 3.11 or newer.")
    return Check("Python", "ok", f"Python {words}.")


def needed() -> list[str]:
    """The packages that a table needs, without those of extras such as a club's."""
    lines = (line for line in metadata.requires("owleye") or () if "extra ==" not in line)
    return [re.split(r"[^\w.-]", line)[0] for line in lines]


def packages(names: Sequence[str] = ()) -> Check:
    """Whether all packages are installed: these, or else all that are `needed`."""
    missing = [name for name in names or needed() if not _version(name)]
    if missing:
        return Check("Packages", "bad", f"Missing: {', '.join(missing)}. `make clean run` installs them.")
    versions = ", ".join(f"{name} {_version(name)}" for name in VERSIONS_SAID)
    return Check("Packages", "ok", f"All there ({versions}).")


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def network() -> Check:
    """Whether all networks that find and read pieces load."""
    try:
        for name in inference.NETWORKS:
            inference.open_session(inference.model_path(name))
    except ValueError as error:
        return Check("Eyes", "bad", str(error))
    except Exception as error:  # a library that does not fit this machine
        return Check("Eyes", "bad", f"No network can be loaded ({error}): install Owleye again.")
    return Check("Eyes", "ok", f"All {len(inference.NETWORKS)} networks that find and read the pieces load.")


def camera(known: Path = Path("/sys/class/video4linux")) -> Check:
    """Which cameras are connected, and whether picamera2 comes from the system; *known* lists the video devices."""
    on_usb = usb_cameras(known)
    try:
        on_ribbon = pi_cameras()
    except PicameraMissing as missing:
        return _usb_camera(on_usb, f"for a Pi's own camera {missing.step}")
    except CameraTrouble as trouble:
        return Check("Camera", "bad", str(trouble))
    origin = str(importlib.import_module("picamera2").__file__)
    if "dist-packages" not in origin:
        return Check("Camera", "warn", f"picamera2 comes from {origin}: on a Pi use apt's, see docs/cli.md, doctor.")
    if on_ribbon:
        return Check("Camera", "ok", f"On the Pi's ribbon cable: {', '.join(on_ribbon.values())}.")
    return _usb_camera(on_usb, "switch the Pi off and seat the ribbon cable at both ends")


def _usb_camera(found: tuple[str, ...], otherwise: str) -> Check:
    if found:
        return Check("Camera", "ok", f"On USB: {', '.join(found)}.")
    return Check("Camera", "warn", f"No camera: plug one in, or {otherwise}; `owleye run --simulate` needs none.")


def pins(home: Path, chip: Path = Path("/dev/gpiochip0"), uses: Callable[[], Mapping[int, str]] = pins_in_use) -> Check:
    """Whether the chosen pins may be used, and are free or held by a table; *uses* returns other uses, by pin."""
    if not chip.exists():
        return Check("Buttons", "warn", "No GPIO pins on this machine: buttons and lamps are on the page only.")
    if not os.access(chip, os.R_OK | os.W_OK):
        words = "This user may not use the pins: run `sudo adduser $USER gpio`, then log in again."
        return Check("Buttons", "bad", words)
    wiring, trouble = wiring_of(home)
    if trouble:
        return Check("Buttons", "bad", trouble)
    try:
        held = _held_pins(wiring)
    except ImportError:
        return Check("Buttons", "bad", "The pins are there but not lgpio: run `sudo apt install python3-lgpio`.")
    except Exception as error:  # lgpio and gpiozero raise errors of many kinds
        return Check("Buttons", "bad", f"The pins cannot be used ({error}): is this a Raspberry Pi?")
    return _free_pins(held, wiring.collisions(uses()))


def _held_pins(wiring: Wiring) -> dict[int, str]:
    """The users of the panel's pins that are busy; lgpio's pipe goes to a temporary folder."""
    with TemporaryDirectory() as folder:
        factory = open_pins(Path(folder))
        try:
            holders = {pin: other_holder(factory, pin) for _, pin in wiring.parts()}
        finally:
            factory.close()
    return {pin: who for pin, who in holders.items() if who}


def _free_pins(held: Mapping[int, str], collisions: Sequence[tuple[int, str, str]]) -> Check:
    others = ", ".join(f"GPIO {pin} by {who}" for pin, who in held.items() if who != LGPIO_PROGRAM)
    if others:
        words = f"Held by other programs: {others}; their buttons and lamps will not work."
        return Check("Buttons", "warn", words)
    if collisions:
        words = " ".join(COLLIDES.format(pin=pin, part=part, use=use) for pin, part, use in collisions)
        words += " Choose another pin on the page “Buttons and lamps”, or remove that part."
        return Check("Buttons", "warn", words)
    return Check("Buttons", "ok", "Pins through lgpio" + (", held by a running table." if held else "."))


def small_screen(home: Path, devices: Path) -> Check:
    """Whether the screen of 128 x 64 dots can be used, where the settings ask for one; *devices* is /dev."""
    try:
        chip = load_settings(home).screen
    except StoreError as error:
        return Check("Small screen", "bad", str(error))
    if chip == "none":
        return Check("Small screen", "ok", "None is asked for in the settings.")
    if importlib.util.find_spec("luma") is None:
        return Check("Small screen", "bad", "luma.oled is not here: run `sudo apt install python3-luma.oled`.")
    if not (devices / "i2c-1").exists():
        words = "I2C is switched off: run `sudo raspi-config nonint do_i2c 0`, then start the Pi again."
        return Check("Small screen", "bad", words)
    return Check("Small screen", "ok", f"{chip} on the I2C bus.")


def settings(home: Path) -> Check:
    """Whether every field of the settings is one that this version knows."""
    try:
        unknown = load_settings(home).model_extra or {}
    except StoreError as error:
        return Check("Settings", "bad", str(error))
    if not unknown:
        return Check("Settings", "ok", "Every setting is known.")
    names = ", ".join(f"“{name}”" for name in unknown)
    words = f"Not known in settings.json, and without effect: {names}. Correct the spelling, or update Owleye."
    return Check("Settings", "warn", words)


def writable(home: Path) -> Check:
    """Whether the table's folder can be written."""
    place = _nearest(home)
    if place.is_dir() and os.access(place, os.W_OK):
        return Check("Home", "ok", f"{home} can be written.")
    return Check("Home", "bad", f"{home} cannot be written: give this user the folder, or choose another with --home.")


def _nearest(home: Path) -> Path:
    """The home, or else the folder above it in which it would be made."""
    return next(path for path in (home, *home.parents) if path.exists())


def table(home: Path) -> Check:
    """Whether the table was calibrated for this camera, taught and proven."""
    try:
        if words := _other_camera(home):
            return Check("Table", "warn", words)
        ready = SetupStatusReader(home).now(load_gallery(home), None)
    except ValueError as error:
        return Check("Table", "bad", str(error))
    if ready.error_mm is None:
        return Check("Table", "warn", "Not calibrated yet: open the page “Set up”, or run `owleye calibrate`.")
    if not ready.taught:
        return Check("Table", "warn", "No piece is taught yet: open the page “Teach”, or run `owleye teach`.")
    if ready.accuracy is None or not ready.proven:
        return Check("Table", "warn", "Not proven yet: open the page “Prove” and throw twenty times.")
    return Check("Table", "warn" if ready.accuracy.whole.wrong else "ok", ready.accuracy.words)


def _other_camera(home: Path) -> str:
    """A sentence where the next start finds another camera than the table was calibrated with; raises StoreError."""
    source, _ = chosen_source(simulate=False, camera=None, by_settings=load_settings(home).camera)
    return "" if source == SIMULATED else other_camera(home, identify(source))


def damaged_files(home: Path) -> Check:
    """Whether damaged files were found that nobody has acknowledged."""
    reports = unseen(home)
    if reports:
        return Check("Files", "warn", " ".join(report.words for report in reports))
    return Check("Files", "ok", "No damaged file was found at the last start.")


def disk(home: Path) -> Check:
    """Whether the disk has room for games and pictures."""
    place = _nearest(home)
    free_mb = shutil.disk_usage(place).free // 1_000_000
    if free_mb < 50:
        return Check("Disk", "bad", f"Only {free_mb} MB free: make room, or the next game cannot be kept.")
    if free_mb < 1000:
        return Check("Disk", "warn", f"Only {free_mb} MB free: pictures will soon find no room.")
    return Check("Disk", "ok", f"{free_mb / 1000:.1f} GB free.")


def clock(now_s: float) -> Check:
    """Whether the clock was ever set, at *now_s* (Unix time); it is used only for the dates of games and pictures."""
    if now_s < BUILT_S:
        return Check("Date", "warn", "The clock was never set: games will carry wrong dates until it is online once.")
    return Check("Date", "ok", time.strftime("%d %B %Y, %H:%M UTC.", time.gmtime(now_s)))


def machine(home: Path, look: Callable[[Path], tuple[Finding, ...]] = findings) -> tuple[Check, ...]:
    """Power, heat, card, time and network of this machine: one line where all is well."""
    found = look(home)
    if not found:
        return (Check("Machine", "ok", "Power, heat, card, time and network are fine, as far as this machine tells."),)
    return tuple(Check(each.about, "bad" if each.grave else "warn", each.words) for each in found)


@click.command("doctor")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a check instead of text (docs/cli.md).")
@click.option("--report", type=REPORT, metavar="FILE.zip", help="Also write the findings to a file for a helper.")
@click.pass_obj
def doctor_command(home: Path, as_json: bool, report: Path | None) -> None:
    """Look at everything a table needs, and say what to do next.

    Each line is ok, worth a look, or BAD.  The exit status is 1 where anything is bad.  --report writes a file that
    you can send to somebody who helps you: no PIN, no names and no pictures are in it.
    """
    checks = examine(home)
    for check in checks:
        say(json.dumps(asdict(check)) if as_json else f"{MARKS[check.health]}  {check.name}: {check.words}")
    if report:
        write_report(home, report, checks)
        say(f"{report} is ready: send it to whoever helps you.", err=as_json)
    if any(check.health == "bad" for check in checks):
        raise SystemExit(1)
