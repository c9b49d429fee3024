"""The simulated table: throws and takes pieces, simulates faults, and is seen through an ordinary `Camera`."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial

import cv2
import numpy as np

from hardware.cameras.camera import FULL_SIZE, WATCH_WIDTH, CameraId, CameraTrouble, Image, Meta
from hardware.simulated.art import Piece, collectors, starter
from hardware.simulated.disturbances import LASTING_FAULTS, PICTURE_FAULTS, knocked, light_under, paint_hand
from hardware.simulated.paint import Empty, Truth, add_noise, paint, paint_empty, truth
from hardware.simulated.poses import Placed, lying
from hardware.simulated.script import Scene, Script, landed, scene, turned_over
from hardware.simulated.surface import surface
from hardware.simulated.view import View, looking_down

EXPOSURE_S = 1 / 60
PACE_S = 1 / 20  # time between two watched pictures


@dataclass(frozen=True, slots=True, eq=False)
class Portrait:
    """One picture for teaching a side, with the fields of a line in SHOTS.jsonl and the image as an array."""

    image: Image
    piece: str
    kind: str
    side: str
    number: int | None
    colour: str | None
    name: str
    bbox: tuple[int, int, int, int]


class SimulatedTable:
    """A table with pieces, a hand and a lamp; random numbers come from *seed*, the time from *clock* (s)."""

    def __init__(
        self,
        clock: Callable[[], float] = time.monotonic,
        seed: int = 1,
        pieces: Sequence[Piece] = (),
        top: str = "felt",
        view: View | None = None,
    ) -> None:
        """An empty table with the top *top* (hardware.simulated.surface.KINDS) and *pieces*, seen by a camera's *view*.

        Without *pieces* it has the starter set, and last some stones more, for collectors.
        """
        self.clock = clock
        self.pieces = {piece.id: piece for piece in pieces or (*starter(), *collectors())}
        self._rng = np.random.default_rng(seed)
        self._top = partial(surface, top, seed)  # 13 MB, made anew in a tenth of a second
        self._view = view or looking_down(yaw_deg=2.0)
        self._script = Script(clock())
        self._faults: frozenset[str] = frozenset()
        self._freed = threading.Event()
        self._freed.set()
        self._lock = threading.RLock()
        self._tables: dict[tuple[int, frozenset[str]], Empty] = {}
        self._still: tuple[tuple[Placed, ...], Empty, Image] | None = None

    def throw(
        self,
        pieces: Sequence[str],
        sides: Mapping[str, str] | None = None,
        mishaps: Sequence[str] = (),
        alone: bool = False,
    ) -> float:
        """A hand throws *pieces* (picking up first those that lie); all rests at the returned moment (s of the clock).

        *alone*: what else lies there is taken away.

        Raises:
            ValueError: with a sentence, for a piece, side or mishap that does not exist.
        """
        thrown = [self._known(name) for name in pieces]
        with self._lock:
            now = self.clock()
            before = scene(self._script, max(now, self._script.end)).placed
            others = [placed for placed in before if placed.piece.id not in pieces and not alone]
            rest = landed(thrown, sides or {}, mishaps, others, self._rng)
            here = frozenset(placed.piece.id for placed in before)
            self._script = Script(now, before, here if alone else here & frozenset(pieces), rest)
            return self._script.end

    def take(self, pieces: Sequence[str] | None = None) -> float:
        """Let the hand take *pieces* away (None: all); returns the time when it is gone (s of the clock)."""
        with self._lock:
            now = self.clock()
            before = scene(self._script, max(now, self._script.end)).placed
            here = frozenset(placed.piece.id for placed in before)
            self._script = Script(now, before, here if pieces is None else here & frozenset(pieces))
            return self._script.end

    def turn_over(self, pieces: Sequence[str] = ()) -> float:
        """Let the hand turn stones over in place (default: all); returns the time when it is done (s of the clock)."""
        with self._lock:
            now = self.clock()
            before = scene(self._script, max(now, self._script.end)).placed
            stones = [placed for placed in before if placed.piece.look == "stone"]
            meant = [placed for placed in stones if placed.piece.id in (pieces or (placed.piece.id,))]
            turned = tuple(turned_over(placed, self._rng) for placed in meant)
            self._script = Script(now, before, frozenset(placed.piece.id for placed in turned), turned)
            return self._script.end

    def fault(self, name: str, on: bool = True) -> None:
        """Switch a fault of the light, the camera or the buttons on or off; *name* is one of LASTING_FAULTS.

        "bouncing" only stands in `faults`: the buttons are the panel's (`Panel.push` takes the bounces).

        Raises:
            ValueError: with a sentence, for an unknown name.
        """
        if name not in LASTING_FAULTS:
            raise ValueError(f"The simulated table knows no fault {name!r}; it knows: {', '.join(LASTING_FAULTS)}.")
        with self._lock:
            self._faults = self._faults | {name} if on else self._faults - {name}
            if "hung" in self._faults:
                self._freed.clear()
            else:
                self._freed.set()

    @property
    def faults(self) -> tuple[str, ...]:
        """The names of the active lasting faults."""
        return tuple(sorted(self._faults))

    @property
    def busy(self) -> bool:
        """Whether the hand or a piece still moves."""
        with self._lock:
            return self.clock() < self._script.end

    def lying(self) -> dict[str, str]:
        """The side that each piece on the table shows, by the piece's id, once everything has come to rest."""
        with self._lock:
            placed = scene(self._script, self._script.end).placed
        return {p.piece.id: p.side for p in placed}

    def truth(self) -> tuple[Truth, ...]:
        """The pieces in a whole picture taken now, with their true sides and places."""
        now, active = self._now()
        return truth(self._table(FULL_SIZE[0], active).view, now.placed)

    def small(self) -> Image:
        """The watched picture of this moment, with motion blur."""
        return self._picture(WATCH_WIDTH)

    def full(self) -> Image:
        """The whole picture of this moment."""
        return self._picture(FULL_SIZE[0])

    def empty(self) -> Image:
        """The whole picture of the empty table, for calibrating."""
        return paint(self._table(FULL_SIZE[0], self._now()[1]), [])

    @property
    def camera(self) -> CameraId:
        """The identity of the simulated camera, whose lens makes its model."""
        return CameraId("simulated", f"{self._view.matrix[0, 0]:.0f} px")

    def lens(self) -> dict[str, object]:
        """The camera's lens in the format of LENS.json (docs/cli.md)."""
        view = self._view
        matrix, lens = view.matrix.tolist(), view.lens.tolist()
        return {"camera_matrix": matrix, "dist_coeffs": lens, "width": view.size[0], "height": view.size[1]}

    def enrol_shots(self, per_side: int = 2) -> Iterator[Portrait]:
        """Yield pictures for teaching: each side of each piece alone, *per_side* times in different poses."""
        return self._portraits((piece, piece.sides, per_side) for piece in self.pieces.values())

    def lessons(self) -> Iterator[Portrait]:
        """Yield the pictures that an owner takes: of a die with a sticker only that, of any other piece all sides."""
        owned = self.pieces.values()
        return self._portraits(
            (piece, piece.sides[-1:], 1) if piece.sticker else (piece, piece.sides, 2) for piece in owned
        )

    def _portraits(self, wanted: Iterable[tuple[Piece, Sequence[str], int]]) -> Iterator[Portrait]:
        """Yield pictures of some sides of pieces, each as often as *wanted*, in different poses."""
        rng = np.random.default_rng(len(self.pieces))
        for piece, sides, times in wanted:
            for side in sides:
                for _ in range(times):
                    yield self._portrait(piece, side, rng)

    def open(self) -> SimulatedDevice:
        """Open the table's camera, for a `Feed`; the first full picture is prepared, so that later ones are quick."""
        self._table(FULL_SIZE[0], self._now()[1])
        return SimulatedDevice(self)

    def wait_while_hung(self) -> None:
        """Block like a hung driver, until the fault is switched off."""
        self._freed.wait()

    def _portrait(self, piece: Piece, side: str, rng: np.random.Generator) -> Portrait:
        table = self._table(FULL_SIZE[0], frozenset())
        x, y = rng.uniform(-1, 1, 2) * (120, 80)
        placed = lying(piece, side, float(x), float(y), float(rng.uniform(0, 360)))
        image = paint(table, [placed], int(rng.integers(1 << 30)))
        outline = np.array(truth(table.view, [placed])[0].outline_px)
        low, high = np.floor(outline.min(0)).astype(int) - 4, np.ceil(outline.max(0)).astype(int) + 4
        box = (int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1]))
        colour = piece.colour if piece.look == "stone" else None
        number = piece.number if side == "number" else None
        return Portrait(image, piece.id, piece.kind, side, number, colour, piece.name, box)

    def _known(self, name: str) -> Piece:
        if name not in self.pieces:
            raise ValueError(f"There is no piece {name!r} at the simulated table; there are: {', '.join(self.pieces)}.")
        return self.pieces[name]

    def _now(self, earlier_s: float = 0.0) -> tuple[Scene, frozenset[str]]:
        with self._lock:
            return scene(self._script, self.clock() - earlier_s), self._faults & frozenset(PICTURE_FAULTS)

    def _picture(self, width: int) -> Image:
        now, active = self._now()
        table = self._table(width, active)
        if now.moving:
            picture = self._blurred(table)
        elif width == WATCH_WIDTH:
            picture = self._remembered(table, now.placed).copy()
        else:
            picture = paint(table, now.placed, None)
        if now.hand is not None:
            paint_hand(picture, table.view, table.light, now.hand)
        add_noise(table, picture, int(self.clock() * 1000) & 0x7FFFFFFF)
        return picture

    def _remembered(self, table: Empty, placed: tuple[Placed, ...]) -> Image:
        """The small picture without noise; painted again only when something has moved."""
        known = self._still
        if known is None or known[1] is not table or known[0] != placed:
            known = self._still = (placed, table, paint(table, placed, None))
        return known[2]

    def _blurred(self, table: Empty) -> Image:
        """The mean of three moments of one exposure."""
        picture = paint(table, self._now()[0].placed, None)
        for n in (1, 2):
            moment = paint(table, self._now(EXPOSURE_S * n / 2)[0].placed, None)
            cv2.addWeighted(picture, n / (n + 1), moment, 1 / (n + 1), 0, picture)
        return picture

    def _table(self, width: int, active: frozenset[str]) -> Empty:
        """The empty table as the camera sees it, *width* px wide; kept until the faults change."""
        with self._lock:
            if (width, active) not in self._tables:
                self._tables = {key: old for key, old in self._tables.items() if key[1] in (active, frozenset())}
                light = light_under(active)
                self._tables[width, active] = paint_empty(knocked(self._view, active).scaled(width), self._top(), light)
            return self._tables[width, active]


class SimulatedDevice:
    """The table's camera as a `Device`, which can simulate a hung or unplugged camera."""

    def __init__(self, table: SimulatedTable) -> None:
        self._table = table
        self._meta: Meta = {**asdict(table.camera), "exposure_us": EXPOSURE_S * 1e6, "gain": 1.0, "locked": "yes"}
        self._pause = threading.Event()

    def small(self) -> tuple[Image, Meta]:
        """The next small picture."""
        self._pause.wait(PACE_S)
        self._mind_the_faults()
        return self._table.small(), self._meta

    def full(self) -> tuple[Image, Image, Meta]:
        """A whole picture and the small one."""
        self._mind_the_faults()
        return self._table.full(), self._table.small(), self._meta

    def close(self) -> None:
        """Let `small` return at once from now on."""
        self._pause.set()

    def _mind_the_faults(self) -> None:
        self._table.wait_while_hung()
        if "unplugged" in self._table.faults:
            raise CameraTrouble("The simulated camera is unplugged; plug it in again on the simulator's panel.")
