"""A table whose pictures are painted and read without an error, served by a thread of the test itself.

A test brings it into any state within milliseconds: facts go to the table directly, throws through the camera's
commands, and the browser sees the same pages as ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path
from zlib import crc32

import cv2
import numpy as np

from hardware.simulated import art
from hardware.simulated.paint import Empty, Light, Truth, paint, paint_empty, truth
from hardware.simulated.script import landed
from hardware.simulated.surface import surface
from hardware.simulated.view import looking_down
from referee.model.commands import CameraStateChanged, Enter, NewGame, Saw
from referee.model.snapshot import Answer, Snapshot
from rules.core.facts import Choose, Fact, Throw
from rules.core.game import Setup
from tests.browser.serving import serving
from tests.web.kit import Bench, FakeDevices, open_bench
from vision.types import Candidate, Piece, Reading

WIDTH = 1152  # px of a painted picture
KEPT_CASTS = 48  # of 3 MB each: a longer game has some fifty, and one state of it is reached again and again
COLOURS = {"character": "silver", "artifact": "white", "element": "brown", "chaser": "black"}


@cache
def empty_table() -> Empty:
    """The felt with nothing on it."""
    return paint_empty(looking_down().scaled(WIDTH), surface("felt", 1), Light())


@cache
def empty_picture() -> bytes:
    """The felt with nothing on it, as a JPEG."""
    return _jpeg(paint(empty_table(), ()))


@dataclass(frozen=True, slots=True)
class Cast:
    """Where thrown pieces lie, their picture (H x W x 3, BGR), and the same as a JPEG."""

    truths: Sequence[Truth]
    image: art.Image
    jpeg: bytes


@lru_cache(maxsize=KEPT_CASTS)
def painted_cast(thrown: tuple[tuple[art.Piece, str], ...]) -> Cast:
    """Pieces with the sides that they show, painted; the same ones always lie at the same places."""
    pieces, sides = [piece for piece, _ in thrown], {piece.id: side for piece, side in thrown}
    placed = landed(pieces, sides, (), (), np.random.default_rng(crc32(repr(sides).encode())))
    image = paint(empty_table(), placed)
    image.flags.writeable = False
    return Cast(truth(empty_table().view, placed), image, _jpeg(image))


def painted_piece(name: str, now: Snapshot) -> art.Piece:
    """How a piece of the game on the table is painted: a stone by its type, a die as in the simulated set."""
    dice = {piece.id: piece for piece in art.starter() if piece.kind == "die"}
    if name.startswith("die:"):
        return dice.get(name) or list(dice.values())[crc32(name.encode()) % 8]
    entry = {piece["piece"]: piece for piece in (now.table.setup.get("pieces", ()) if now.table else ())}[name]
    colour = COLOURS[entry["type"]]
    return art.Piece(
        name, "stone", entry["name"], crc32(name.encode()), colour, art.STONE_INKS[colour], entry["number"]
    )


@dataclass
class PaintedDevices(FakeDevices):
    """The fake devices of tests/web with a painted table: the picture agrees with the reading."""

    picture: bytes | None = None

    def frame(self) -> tuple[int, bytes] | None:
        """The newest picture; its stamp changes with the table."""
        return self.table.now().version, self.picture or empty_picture()

    def sees(self, sides_up: list[tuple[str, str]], unsure: str = "") -> Answer:
        """The camera reports these pieces, one of them perhaps unsure."""
        thrown = tuple((painted_piece(name, self.table.now()), side) for name, side in sides_up)
        cast = painted_cast(thrown)
        self.picture = cast.jpeg
        facts = zip(sides_up, thrown, cast.truths, strict=True)
        read = tuple(_read(name, piece, lies, name != unsure) for (name, _), (piece, _), lies in facts)
        self.table.submit(CameraStateChanged("settled"))
        looked_for = tuple(name for name, _ in sides_up)
        return self.table.submit(Saw(Reading(read, (), {}), cast.image, {"exposure_us": 9000.0}, looked_for, "asked"))


def _jpeg(image: art.Image) -> bytes:
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, 80])[1].tobytes())


def _read(name: str, piece: art.Piece, lies: Truth, sure: bool) -> Piece:
    """The reading of one piece by a perfect reader; an unsure piece has another of its sides as a second candidate."""
    other = next(side for side in piece.sides if side != lies.side)
    candidates = (Candidate(name, lies.side, 0.6), Candidate(name, other, 0.4))
    value = piece.number if lies.side == "number" else None
    return Piece(
        "stone" if name.startswith("stone:") else "die",
        name,
        lies.side,
        value,
        piece.colour,
        0.97 if sure else 0.6,
        sure,
        candidates[: 1 if sure else 2],
        lies.centre_px,
        lies.outline_px,
        lies.centre_mm,
        margin=9.0 if sure else 0.4,
    )


@dataclass
class PaintedTable:
    """The bench of such a table, and the address of its pages."""

    bench: Bench
    url: str
    seconds: list[float]

    def pages_without_arguments(self) -> list[str]:
        """The addresses of all pages that take no arguments."""
        client = self.bench.client
        rules = [rule for rule in client.application.url_map.iter_rules() if "GET" in (rule.methods or ())]
        paths = sorted({rule.rule for rule in rules if not rule.arguments})
        return [path for path in paths if path != "/api/events" and client.get(path).mimetype == "text/html"]

    def begin(self, setup: Setup) -> None:
        """Put this game on the table."""
        _accepted(self.bench.table.submit(NewGame(setup)))

    def play(self, log: Sequence[Fact]) -> None:
        """Play *log*, its throws through the camera as far as every piece lies flat."""
        for fact in log:
            before = self.bench.now.length
            if isinstance(fact, Throw) and _lies_flat(fact, self.bench.now):
                _accepted(self.bench.devices.sees(list(fact.shown)))
            elif isinstance(fact, Choose) and fact.kind == self._clock():
                self.seconds[0] += 60
                self.bench.table.submit(Enter(fact, before))  # refused, because the clock has logged it already
            else:
                _accepted(self.bench.table.submit(Enter(fact, before)))
            assert self.bench.now.length > before, f"not counted: {fact}"

    def _clock(self) -> str:
        """The kind of ask that only the clock answers."""
        table = self.bench.now.table
        return table.at_table.time if table else ""


def _lies_flat(throw: Throw, now: Snapshot) -> bool:
    return all(side in painted_piece(name, now).sides for name, side in throw.shown)


def _accepted(answer: Answer) -> None:
    assert answer.ok, answer.words


@contextmanager
def painted_table(home: Path) -> Iterator[PaintedTable]:
    """A table with nothing on it, whose pages are served until the end."""
    seconds = [0.0]
    bench = open_bench(home, kind=PaintedDevices, steady=lambda: seconds[0])
    try:
        with serving(bench.client.application) as url:
            yield PaintedTable(bench, url, seconds)
    finally:
        bench.close()
