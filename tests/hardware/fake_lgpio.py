"""An lgpio without pins, as unkind as the real one (0.2.2): its import changes the working directory of the process
and leaves a pipe there, and a line that another program holds cannot be claimed.  A request for edges frees the line
first, and has the same error whatever the reason for which it is refused."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from typing import Any

SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 128, 32, 64
RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
IN_USE, OUTPUT = 1, 2
IMPORTED = """
import os
from tests.hardware.fake_lgpio import *
os.chdir(os.environ["LG_WD"])
open(".lgd-nfy0", "w").close()
"""


class error(Exception):  # noqa: N801, N818 (lgpio's own name)
    """The exception of lgpio, whose text is in quotes."""

    def __init__(self, value: str) -> None:
        self.value = value

    def __str__(self) -> str:
        return repr(self.value)


class Lines:
    """The 54 lines of one chip."""

    def __init__(self) -> None:
        self.others: dict[int, str] = {}  # held by another program, under this name
        self.without_edges: set[int] = set()  # the system refuses to report the edges of these
        self.held: set[int] = set()
        self.outputs: set[int] = set()
        self.levels: dict[int, int] = defaultdict(lambda: 1)  # pulled up
        self.watchers: dict[int, Callable[[int, int, int, int], None]] = {}
        self.handles: set[int] = set()
        self.closed_to_us = False
        self.is_stalled = False  # edges wait, as in the kernel while the process does not run
        self._waiting: list[tuple[int, int, float]] = []

    def claim(self, line: int, output: bool) -> None:
        if line in self.others:
            raise error("GPIO busy")
        self.held.add(line)
        (self.outputs.add if output else self.outputs.discard)(line)

    def edge(self, line: int, level: int, t: float) -> None:
        """Set a line, and report an edge of time *t* s: also one to the level before, as the kernel merges edges."""
        self.levels[line] = level
        if self.is_stalled:
            self._waiting.append((line, level, t))
        elif line in self.watchers:
            self.watchers[line](0, line, level, round(t * 1e9))

    def resume(self) -> None:
        """Report all edges at once that waited, in the order of time."""
        self.is_stalled = False
        waiting, self._waiting = self._waiting, []
        for line, level, t in waiting:
            self.edge(line, level, t)


lines = Lines()


def gpiochip_open(chip: int) -> int:
    if lines.closed_to_us:
        raise error("can not open gpiochip")
    handle = len(lines.handles)
    lines.handles.add(handle)
    return handle


def gpiochip_close(handle: int) -> None:
    lines.handles.remove(handle)
    if not lines.handles:
        lines.held.clear()


def gpio_get_line_info(handle: int, line: int) -> list[Any]:
    held = line in lines.others or line in lines.held
    return [0, line, IN_USE if held else 0, f"GPIO{line}", lines.others.get(line, "lg" if held else "")]


def gpio_claim_input(handle: int, line: int, flags: int = 0) -> int:
    lines.claim(line, output=False)
    return 0


def gpio_claim_output(handle: int, line: int, level: int = 0, flags: int = 0) -> int:
    lines.claim(line, output=True)
    lines.levels[line] = level
    return 0


def gpio_claim_alert(handle: int, line: int, edges: int, flags: int = 0) -> int:
    lines.held.discard(line)
    if line in lines.others or line in lines.without_edges:
        raise error("bad event request")
    lines.claim(line, output=False)
    return 0


def gpio_free(handle: int, line: int) -> int:
    lines.held.discard(line)
    return 0


def gpio_get_mode(handle: int, line: int) -> int:
    return IN_USE | SET_PULL_UP | (OUTPUT if line in lines.outputs else 0)


def gpio_read(handle: int, line: int) -> int:
    return lines.levels[line]


def gpio_write(handle: int, line: int, level: int) -> int:
    if line not in lines.held:
        raise error("GPIO not allocated")
    lines.levels[line] = int(level)
    return 0


def gpio_set_debounce_micros(handle: int, line: int, micros: int) -> int:
    return 0


class Callback:
    """A callback for the edges of a line."""

    def __init__(self, line: int) -> None:
        self._line = line

    def cancel(self) -> None:
        """No edge is reported after this."""
        lines.watchers.pop(self._line, None)


def callback(handle: int, line: int, edges: int, on_edge: Callable[..., None]) -> Callback:
    lines.watchers[line] = on_edge
    return Callback(line)
