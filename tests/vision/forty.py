"""How often one of forty taught stones is identified from either side: `python -m tests.vision.forty` prints it."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import numpy as np

from calibration.table.accuracy import wilson
from calibration.teaching.shots import shot_of, teach_pictures
from hardware.simulated.art import INKS, STONE_COLOURS, Colour, Piece
from hardware.simulated.paint import paint, truth
from hardware.simulated.poses import Placed, lying
from hardware.simulated.table import SimulatedTable
from hardware.simulated.view import looking_down
from tests.vision.painted import LAMPS, Scene
from vision.eyes import Eyes
from vision.geometry.lens import Lens
from vision.geometry.plane import find_plane
from vision.pipeline import read
from vision.recognition.gallery import Gallery

NUMBERS = (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 50)
AT_ONCE = 8
LEAST_CONTRAST = 60
"""Grey levels by which an ink differs from the stone in some colour: nobody could read ivory on white."""
SCENES = (
    Scene("felt"),
    Scene("wood", light=LAMPS[1]),
    Scene("checked", light=LAMPS[0]),
    Scene("dotted", light=LAMPS[2]),
    Scene("wood", view=looking_down(height_mm=700)),
    Scene("checked", view=looking_down(tilt_deg=30)),
)


def stones() -> list[Piece]:
    """Ten stones in each of four colours, all with invented symbols, in inks that contrast with the stone."""
    made = []
    for i in range(40):
        colour = list(STONE_COLOURS)[i // 10]
        inks = [ink for ink in INKS if _apart(STONE_COLOURS[colour], INKS[ink]) > LEAST_CONTRAST]
        made.append(
            Piece(f"stone:{i}", "stone", f"{i}", 900 + i, colour, inks[i % len(inks)], NUMBERS[i % len(NUMBERS)])
        )
    return made


def _apart(one: Colour, other: Colour) -> int:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


def taught(pieces: list[Piece]) -> Gallery:
    """A gallery of *pieces*, two pictures a side, on felt in plain light."""
    table = SimulatedTable(lambda: 0.0, pieces=pieces)
    empty = table.empty()
    eyes = Eyes(find_plane(empty, lens=Lens.from_dict(table.lens())), empty)
    return teach_pictures(((shot.image, shot_of(shot)) for shot in table.enrol_shots()), eyes).gallery


def _laid(pieces: list[Piece], side: str, rng: np.random.Generator) -> list[Placed]:
    """Eight stones in two rows, this side up, each turned by a random angle."""
    spots = [(x, y) for x in (-110, -40, 40, 110) for y in (-55, 55)]
    chosen = rng.permutation(len(pieces))[:AT_ONCE]
    moved = np.array(spots) + rng.uniform(-9, 9, (AT_ONCE, 2))
    return [
        lying(pieces[k], side, float(x), float(y), float(rng.uniform(0, 360)))
        for k, (x, y) in zip(chosen, moved, strict=True)
    ]


def answers(side: str, pictures: int = 4, seed: int = 1) -> Counter[str]:
    """Counts of "right", "asked", "wrong" and "missed" names, this side up, in *pictures* pictures of each scene."""
    rng, pieces, counts = np.random.default_rng(seed), stones(), Counter[str]()
    gallery = taught(pieces)
    for scene in SCENES:
        eyes = replace(scene.eyes(), gallery=gallery)
        for _ in range(pictures):
            placed = _laid(pieces, side, rng)
            pieces_read = read(paint(scene.painted(), placed, int(rng.integers(1000))), eyes).pieces
            for true in truth(scene.view, placed):
                away = [float(np.hypot(*np.subtract(p.centre_px, true.centre_px))) for p in pieces_read]
                near = pieces_read[int(np.argmin(away))] if away and min(away) < 35 else None
                named = near is not None and near.sure and near.piece is not None
                right = named and near is not None and (near.piece, near.side) == (true.piece, side)
                counts["missed" if near is None else "right" if right else "wrong" if named else "asked"] += 1
    return counts


if __name__ == "__main__":
    for up in ("symbol", "number"):
        counted = answers(up)
        n = counted.total()
        for word in ("right", "asked", "wrong", "missed"):
            low, high = wilson(counted[word], n)
            print(f"{up} up, {word:8}{100 * counted[word] / n:6.1f} % ({100 * low:.1f}-{100 * high:.1f}) of {n}")
