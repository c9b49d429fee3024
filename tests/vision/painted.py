"""Painted tables for the hard cases: known pieces in known places, under any camera, cloth and lamp."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.teaching.shots import shot_of, teach_pictures
from hardware.simulated.art import CLEAR_MM, Piece, starter
from hardware.simulated.paint import Empty, Light, paint, paint_empty, truth
from hardware.simulated.poses import Placed, lying, tipped
from hardware.simulated.table import SimulatedTable
from hardware.simulated.view import View, looking_down
from tests.table_tops import drawn_once
from vision.eyes import Eyes
from vision.geometry.lens import Lens
from vision.geometry.plane import find_plane
from vision.pipeline import read
from vision.recognition.gallery import Gallery
from vision.types import Piece as PieceRead

Image = NDArray[np.uint8]
Spoil = Callable[[Image, View], None]
PIECES = {piece.id: piece for piece in starter()}
STONES = tuple(name for name, piece in PIECES.items() if piece.look == "stone")[:8]
LAMPS = (
    Light(gain_bgr=(0.7, 0.95, 1.12)),
    Light(lamp_mm=(260.0, -120.0, 500.0), gain_bgr=(1.05, 1.0, 0.9), slope=0.55),
    Light(gain_bgr=(0.5, 0.52, 0.55), noise=4.5),
)
"""Lamps as they are switched on between teaching and playing."""
CLEAR = tuple(name for name, piece in PIECES.items() if piece.look == "clear")[:2]


@cache
def taught() -> Gallery:
    """Eight stones and two clear dice, taught on felt in plain light, two pictures a side."""
    table = SimulatedTable(lambda: 0.0, pieces=[PIECES[name] for name in (*STONES, *CLEAR)])
    empty = table.empty()
    eyes = Eyes(find_plane(empty, lens=Lens.from_dict(table.lens())), empty)
    return teach_pictures(((shot.image, shot_of(shot)) for shot in table.enrol_shots()), eyes).gallery


@dataclass(frozen=True, slots=True)
class Scene:
    """A camera over a table top in some light; ``shown_in`` is the light in which the empty table was shown."""

    top: str = "felt"
    view: View = field(default_factory=looking_down)
    light: Light = field(default_factory=Light)
    shown_in: Light | None = None
    seed: int = 1

    def painted(self, light: Light | None = None) -> Empty:
        """The empty table."""
        return paint_empty(self.view, drawn_once(self.top, self.seed), light or self.light)

    def eyes(self) -> Eyes:
        """What a reading needs at this table: calibrated here, with pieces that were taught in another scene."""
        bare = self.painted(self.shown_in)
        empty = paint(bare, [], 3)
        matrix, lens = self.view.matrix.tolist(), self.view.lens.tolist()
        camera = {"camera_matrix": matrix, "dist_coeffs": lens, "width": self.view.size[0], "height": self.view.size[1]}
        return Eyes(find_plane(empty, lens=Lens.from_dict(camera)), empty, taught())


@dataclass(frozen=True, slots=True)
class Judged:
    """Counts over a picture: ``wrong`` lists sure answers that are false, ``strange`` sure pieces where none lies."""

    right: int
    asked: int
    missed: int
    wrong: tuple[str, ...]
    strange: tuple[str, ...]


def judged(scene: Scene, placed: Sequence[Placed], expect: bool = False, spoil: Spoil | None = None) -> Judged:
    """Read a picture of these pieces and compare it with the truth; ``spoil`` paints other objects into the picture."""
    table = scene.painted()
    if spoil is not None:
        picture = table.picture.copy()
        spoil(picture, scene.view)
        table = replace(table, picture=picture)
    image = paint(table, placed, 7)
    pieces = list(read(image, scene.eyes(), [p.piece.id for p in placed] if expect else []).pieces)
    answers = [answer(true.side, true.piece, take(pieces, true.centre_px)) for true in truth(scene.view, placed)]
    wrong = tuple(answer for answer in answers if answer not in ("right", "asked", "missed"))
    strange = tuple(f"{p.piece or p.kind} {p.side}" for p in pieces if p.sure and "off" not in p.notes)
    right, asked, missed = (answers.count(word) for word in ("right", "asked", "missed"))
    return Judged(right, asked, missed, wrong, strange)


def take(pieces: list[PieceRead], px: tuple[float, float]) -> PieceRead | None:
    """The piece that was read at this place; it is removed from *pieces*."""
    near = min(pieces, key=lambda p: np.hypot(p.centre_px[0] - px[0], p.centre_px[1] - px[1]), default=None)
    if near is None or np.hypot(near.centre_px[0] - px[0], near.centre_px[1] - px[1]) > 35:
        return None
    pieces.remove(near)
    return near


def answer(side: str, name: str, piece: PieceRead | None) -> str:
    """How a piece with this side up was read: "right", "asked", "missed", or a sentence that says what is wrong."""
    if piece is None:
        return "missed"
    if not piece.sure or {"off", side}.intersection(piece.notes):
        return "asked"
    fine = piece.side == side and piece.piece in (None, name)
    return "right" if fine else f"{name} {side} was read as {piece.piece} {piece.side}"


def strewn(names: Sequence[str], seed: int, apart_mm: float = 45.0) -> list[Placed]:
    """These pieces with random sides and turns, well apart."""
    rng = np.random.default_rng(seed)
    places: list[NDArray[np.float64]] = []
    while len(places) < len(names):
        place = rng.uniform(-1, 1, 2) * (130, 90)
        if all(np.linalg.norm(place - other) > apart_mm for other in places):
            places.append(place)
    return [_lying(PIECES[name], place, rng) for name, place in zip(names, places, strict=True)]


def _lying(piece: Piece, place: NDArray[np.float64], rng: np.random.Generator) -> Placed:
    return lying(piece, str(rng.choice(piece.sides)), float(place[0]), float(place[1]), float(rng.uniform(0, 360)))


def beside_another(by_deg: float, about_deg: float, turned_deg: float) -> list[Placed]:
    """A clear die that lies flat, and another that leans on it by *by_deg* degrees."""
    apart = (1 + _wide(by_deg) * _wide(turned_deg)) * CLEAR_MM / 2 + 0.3
    away = apart * np.sin(np.radians(about_deg)), -apart * np.cos(np.radians(about_deg))
    beside = lying(PIECES[CLEAR[0]], "3", float(away[0]), float(away[1]), turned_deg)
    flat = lying(PIECES[CLEAR[1]], "power", 0, 0, 0)
    return [flat, tipped(beside, "cocked", about_deg, by_deg) if by_deg else beside]


def _wide(degrees: float) -> float:
    """How wide a square of width 1 is when it is turned by less than a right angle."""
    turn = np.radians(degrees % 90)
    return float(np.cos(turn) + np.sin(turn))


def coins(picture: Image, view: View) -> None:
    """Coins of 16 to 21 mm: metal discs with a rim and a profile."""
    for x, y, size in ((-150, 100, 18.8), (150, -100, 21.2), (150, 95, 16.3)):
        for share, colour in ((1.0, (120, 150, 165)), (0.9, (135, 170, 190)), (0.45, (105, 135, 150))):
            cv2.fillPoly(picture, [_ring(view, x, y, size / 2 * share)], colour, cv2.LINE_AA)


def cards(picture: Image, view: View) -> None:
    """Two printed cards at the table's edge."""
    for x, y, degrees in ((-165, -60, 12), (165, 60, -20)):
        for share, colour in ((1.0, (235, 240, 240)), (0.9, (90, 60, 140)), (0.35, (200, 210, 90))):
            cv2.fillConvexPoly(picture, _card(view, x, y, degrees, share), colour, cv2.LINE_AA)


def pens(picture: Image, view: View) -> None:
    """A pen and a pencil across a corner."""
    for (x0, y0), (x1, y1), colour in (((-180, 20), (-90, 125), (150, 40, 30)), ((90, 125), (185, 10), (40, 190, 230))):
        a, b = np.round(view.to_px(np.array([[x0, y0, 4.0], [x1, y1, 4.0]]))).astype(int).tolist()
        cv2.line(picture, a, b, colour, 24, cv2.LINE_AA)
        cv2.line(picture, a, b, tuple(c // 2 for c in colour), 6, cv2.LINE_AA)


def _ring(view: View, x: float, y: float, radius: float) -> NDArray[np.int32]:
    turn = np.linspace(0, 2 * np.pi, 40, endpoint=False)
    rim = np.column_stack([x + radius * np.cos(turn), y + radius * np.sin(turn), np.full(40, 1.5)])
    return np.round(view.to_px(rim)).astype(np.int32)


def _card(view: View, x: float, y: float, degrees: float, share: float) -> NDArray[np.int32]:
    c, s = np.cos(np.radians(degrees)), np.sin(np.radians(degrees))
    corners = np.array([[-28, -44], [28, -44], [28, 44], [-28, 44]]) * share @ np.array([[c, s], [-s, c]]) + (x, y)
    return np.round(view.to_px(np.column_stack([corners, np.zeros(4)]))).astype(np.int32)


def sticker(paper: tuple[int, int, int], noise: int = 1) -> Image:
    """A crop of a sticker (64 x 64 x 3, BGR): a sign on a white disc on coloured paper, and a number in a corner."""
    crop = np.full((64, 64, 3), 70, np.uint8)
    cv2.rectangle(crop, (11, 11), (53, 53), paper, -1)
    cv2.circle(crop, (32, 34), 11, (235, 240, 240), -1, cv2.LINE_AA)
    cv2.putText(crop, "S", (26, 40), cv2.FONT_HERSHEY_SIMPLEX, 0.55, (30, 30, 30), 2, cv2.LINE_AA)
    cv2.putText(crop, "4", (13, 22), cv2.FONT_HERSHEY_SIMPLEX, 0.35, (240, 240, 240), 1, cv2.LINE_AA)
    return np.asarray((crop + np.random.default_rng(noise).normal(0, 2, crop.shape)).clip(0, 255), np.uint8)
