"""The Pi's GPIO pins through lgpio: opening them, who else holds one, and which other parts of the Pi use them."""

from __future__ import annotations

import importlib
import os
import struct
from collections.abc import Iterator
from pathlib import Path
from typing import Any

IN_USE = 1  # bit of a line's flags, see lgpio's gpio_get_mode
NAMELESS = "the kernel"  # a driver that has taken a line without giving its name
LGPIO = "lg"  # the name under which the kernel lists the lines of every program that uses lgpio
LGPIO_PROGRAM = "a second Owleye or another program"
TREE = Path("/proc/device-tree")
CONSOLES = Path("/sys/class/tty/console/active")
HEADER_CONSOLES = {"ttyS0", "ttyAMA0"}  # on the Pi's header; a Pi 5's ttyAMA10 has its own plug
CONSOLE = ("the serial console", (14, 15))
# Labels of the Pi's device trees, and the pins of each on the 40-pin header.
BUSES = {
    "i2s": ("the I2S sound card", (18, 19, 20, 21)),
    "i2s_clk_producer": ("the I2S sound card", (18, 19, 20, 21)),
    "i2s_clk_consumer": ("the I2S sound card", (18, 19, 20, 21)),
    "i2c1": ("the I2C bus", (2, 3)),
    "i2c_arm": ("the I2C bus", (2, 3)),
    "spi0": ("the SPI bus", (7, 8, 9, 10, 11)),
    "spi1": ("the second SPI bus", (16, 17, 18, 19, 20, 21)),
}
SPI = ("spi0", "spi1")
CELL = struct.Struct(">3I")  # the controller's handle, the pin, and flags


def open_pins(folder: Path) -> Any:
    """gpiozero's pin factory on lgpio, which keeps its pipe in *folder* (an existing one).

    Importing lgpio changes the working directory of the whole process to *folder*; it is changed back here, so that
    relative paths still mean the same.

    Raises:
        Exception: of many kinds, where lgpio is missing or the pins may not be used.
    """
    os.environ["LG_WD"] = str(folder)
    here = Path.cwd()
    try:
        return importlib.import_module("gpiozero.pins.lgpio").LGPIOFactory()
    finally:
        os.chdir(here)


def other_holder(factory: Any, pin: int) -> str | None:
    """The name of the other program or driver that holds GPIO *pin*, as the kernel lists it.

    `LGPIO_PROGRAM` where the kernel knows only its library; None where the pin is free, or where this process holds it
    through *factory* (gpiozero).
    """
    if any(info.name == f"GPIO{pin}" for info in factory.pins):
        return None
    lgpio = importlib.import_module("lgpio")
    handle = lgpio.gpiochip_open(factory.chip)
    try:
        _, _, flags, _, user = lgpio.gpio_get_line_info(handle, pin)
    finally:
        lgpio.gpiochip_close(handle)
    if not flags & IN_USE:
        return None
    return LGPIO_PROGRAM if user == LGPIO else user or NAMELESS


def pins_in_use(tree: Path = TREE, consoles: Path = CONSOLES) -> dict[int, str]:
    """The use of each pin that the device tree assigns, or the console, in words; empty without a device tree.

    The source of the labels is the Pi's device tree documentation (dtparam i2c_arm, i2s and spi; overlays of screens).
    That of the console is the kernel's list *consoles*: the firmware sets the pins of the serial ports by itself.
    """
    uses: dict[int, str] = {}
    if tree.exists() and HEADER_CONSOLES & set(_text(consoles).split()):
        uses |= dict.fromkeys(CONSOLE[1], CONSOLE[0])
    for label, (words, pins) in BUSES.items():
        node = _node(tree, label)
        if node is not None and _text(node / "status") == "okay":
            uses |= dict.fromkeys(pins, words)
            if label in SPI:
                uses |= dict(_of_devices(node))
    return uses


def _node(tree: Path, label: str) -> Path | None:
    path = _text(tree / "__symbols__" / label)
    return tree / path.lstrip("/") if path else None


def _text(file: Path) -> str:
    """The text in a file of the device tree, without the zero at its end."""
    return _bytes(file).rstrip(b"\0").decode("utf-8", "replace")


def _bytes(file: Path) -> bytes:
    """The bytes of a file of the device tree; empty where it is missing, may not be read, or is a folder."""
    try:
        return file.read_bytes()
    except OSError:
        return b""


def _of_devices(bus: Path) -> Iterator[tuple[int, str]]:
    """The pins that the devices on an SPI bus need beside the bus itself, such as a screen's reset and data pins."""
    for device in sorted(path for path in bus.iterdir() if path.is_dir()):
        if _text(device / "status") in ("", "okay"):
            name = _text(device / "compatible").split("\0")[0] or device.name
            for file in sorted(device.glob("*gpio*")):
                yield from ((pin, f"the SPI device {name}") for pin in _cells(file))


def _cells(file: Path) -> Iterator[int]:
    data = _bytes(file)
    whole = len(data) - len(data) % CELL.size
    return (pin for _, pin, _ in CELL.iter_unpack(data[:whole]))
