"""A screen of 128 x 64 dots on the I2C bus, through luma.oled; docs/wiring.md says how to wire it."""

from __future__ import annotations

import importlib
import logging
from typing import Any, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

log = logging.getLogger(__name__)

Dots = NDArray[np.bool_]
Chip = Literal["none", "ssd1306", "ssd1309", "sh1106"]
ADDRESS = 0x3C
BUS = 1  # The Pi's pins 3 and 5.


class Display(Protocol):
    """A small screen; ``words`` is at most one sentence about it."""

    words: str

    def show(self, dots: Dots) -> None:
        """Light the dots of a 64 x 128 picture."""

    def close(self) -> None:
        """Turn the screen off."""


class NoDisplay:
    """No small screen; ``words`` says why, or nothing where none was chosen."""

    def __init__(self, words: str) -> None:
        self.words = words

    def show(self, dots: Dots) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Do nothing."""


class Oled:
    """A screen driven by luma.oled; when it stops answering, this is reported once, and each picture tries again."""

    def __init__(self, device: Any, image: Any, words: str) -> None:
        """*device* of luma.oled, *image* the module PIL.Image."""
        self.words = words
        self._device, self._image = device, image
        self._lost = False

    def show(self, dots: Dots) -> None:
        """Light the dots."""
        high, wide = dots.shape
        picture = self._image.frombytes("1", (wide, high), np.packbits(dots, axis=1).tobytes())
        try:
            self._device.display(picture)
            self._lost = False
        except OSError as error:
            if not self._lost:
                log.warning("The small screen does not answer (%s): check its four wires.", error)
            self._lost = True

    def close(self) -> None:
        """Switch the screen off; errors of an unplugged screen are ignored."""
        try:
            self._device.cleanup()
        except OSError:
            log.debug("the small screen is gone")


def open_display(chip: Chip, address: int = ADDRESS) -> Display:
    """The screen with that chip at that address of the I2C bus.  Never raises: without it everything else works."""
    if chip == "none":
        return NoDisplay("")
    try:
        image = importlib.import_module("PIL.Image")
        serial = importlib.import_module("luma.core.interface.serial").i2c(port=BUS, address=address)
        device = getattr(importlib.import_module("luma.oled.device"), chip)(serial)
    except ImportError:
        return NoDisplay(
            "No small screen: luma.oled is not here. `sudo apt install python3-luma.oled`, then `make clean run`."
        )
    except Exception as why:  # luma raises errors of many kinds; the sentence carries the reason
        return NoDisplay(
            f"No small screen: nothing answers at {address:#x} ({type(why).__name__}). Switch I2C on with "
            "`sudo raspi-config nonint do_i2c 0`, check the four wires, and start again."
        )
    return Oled(device, image, f"The small screen ({chip}) is at {address:#x}.")
