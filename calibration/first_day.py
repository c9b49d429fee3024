"""The simulated table's first day: it calibrates and teaches itself, so that a stranger can play at once."""

from __future__ import annotations

import logging
import uuid
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path

from calibration.calibrate import calibrate
from calibration.store import Calibration, load_calibration, load_eyes, save_calibration, save_gallery
from calibration.teach import Shot, teach_pictures
from hardware.camera import Image
from hardware.simulated.table import Portrait, SimulatedTable
from vision.lens import Lens

log = logging.getLogger(__name__)


def first_day(home: Path, table: SimulatedTable, tell: Callable[[str], None]) -> None:
    """Calibrate and teach what this home does not know yet; *tell* hears each step, and "" at the end.

    Raises:
        StoreError: where the home cannot be read or written.
    """
    if load_calibration(home) is None:
        tell("First day: the simulated table looks at its empty mat.")
        empty = table.empty()
        done = calibrate(empty, lens=Lens.from_dict(table.lens()))
        made = datetime.now(UTC).isoformat(timespec="seconds")
        geometry = {"marker_mm": 30.0, "mat_mm": [400.0, 300.0]}
        save_calibration(
            home, Calibration(uuid.uuid4().hex[:8], made, done.plane, geometry, done.plane.error_mm), empty
        )
        tell(done.words)
    eyes = load_eyes(home)
    if not eyes.gallery.sides:
        taught = teach_pictures(_shown(table, tell), eyes)
        save_gallery(home, taught.gallery)
        for problem in taught.problems:
            log.debug("%s", problem)
    tell("")


def _shown(table: SimulatedTable, tell: Callable[[str], None]) -> Iterator[tuple[Image, Shot]]:
    """Each piece in turn, on each side; told piece by piece."""
    count = len(table.pieces)
    for number, (piece, portraits) in enumerate(groupby(table.enrol_shots(), lambda portrait: portrait.piece), 1):
        tell(f"First day: the simulated table shows its pieces, {number} of {count}: {table.pieces[piece].name}.")
        yield from ((portrait.image, shot_of(portrait)) for portrait in portraits)


def shot_of(portrait: Portrait) -> Shot:
    """The line of a shots file that describes *portrait*."""
    told = {name: getattr(portrait, name) for name in ("piece", "kind", "side", "number", "colour", "name", "bbox")}
    return Shot.model_validate({"image": "the simulated table", **told})
