"""The Pi's GPIO pins through lgpio: opening them, and who else holds one."""

from __future__ import annotations

import importlib
import os
from pathlib import Path
from typing import Any

IN_USE = 1  # bit of a line's flags, see lgpio's gpio_get_mode
NAMELESS = "the kernel"  # a driver that has taken a line without giving its name
LGPIO = "lg"  # the name under which the kernel lists the lines of every program that uses lgpio


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


def pin_holder(factory: Any, pin: int) -> str | None:
    """The name of the program or driver that holds GPIO *pin*, as the kernel lists it; None where the pin is free."""
    lgpio = importlib.import_module("lgpio")
    handle = lgpio.gpiochip_open(factory.chip)
    try:
        _, _, flags, _, user = lgpio.gpio_get_line_info(handle, pin)
    finally:
        lgpio.gpiochip_close(handle)
    return (user or NAMELESS) if flags & IN_USE else None
