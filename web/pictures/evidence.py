"""The picture that a reading rests on: served, and ready to be drawn with crops, outlines and labels.

Crops and small copies of pictures let a page with many throws load only what it shows.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

import cv2
import numpy as np
from cv2.typing import MatLike as Image
from flask import Blueprint, Flask, Response, current_app, render_template, request
from werkzeug.exceptions import NotFound

from referee.table.service import TableService
from rules.core.phrases import Figure, Phrase, plural
from web.live import devices, table

CROP_PX = 176  # a crop is shown about 110 px wide, on a screen with small dots twice that
SMALL_PX = 480  # width of a small copy
PHONE_PX = 1152  # width of a copy for small screens: sharp on a phone 390 px wide with three dots a px
QUALITY = 78  # of 100
MARGIN = 0.35  # around a piece's crop, as a share of its size
LONE = 80.0  # px around the centre of a piece whose outline nobody knows
REMEMBERED = 24  # pictures: twice what the history shows at once
Square = tuple[float, float, float]
"""Left, top and side in px of the whole picture; it may reach beyond the edges."""
CAMERAS = {"simulated": Phrase("simulated")}
FACTS = {"exposure_us": Phrase("Exposure (µs)"), "gain": Phrase("Gain"), "source": Phrase("Camera")}


def square_of(piece: Mapping[str, Any]) -> Square:
    """The square around a piece that its crop shows."""
    left, top, right, bottom = bounds(piece)
    side = max(right - left, bottom - top, 1.0) * (1 + 2 * MARGIN)
    return (left + right - side) / 2, (top + bottom - side) / 2, side


def bounds(piece: Mapping[str, Any]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a piece in px."""
    x, y = piece["centre_px"]
    outline = piece["outline_px"] or ((x - LONE / 2, y - LONE / 2), (x + LONE / 2, y + LONE / 2))
    xs, ys = zip(*outline, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


@dataclass(frozen=True, slots=True)
class Cut:
    """Copies of a kept picture, and the crop of each of its pieces, as JPEG."""

    small: bytes
    phone: bytes
    crops: tuple[bytes, ...]


def cut_up(read: Callable[[], Image | None], squares: Iterable[Square]) -> Cut | None:
    """The copies of the picture that *read* returns and the crops of these squares; None where it returns none.

    The whole picture (9 MB) is dropped before its copies are encoded, which takes memory too.
    """
    image = read()
    if image is None:
        return None
    crops = tuple(_crop(image, square) for square in squares)
    phone = _copy(image, PHONE_PX)
    del image
    return Cut(_encoded(_copy(phone, SMALL_PX)), _encoded(phone), crops)


class Cuts:
    """The cuts of the `REMEMBERED` pictures that were asked for last, made once for all viewers.

    Whole pictures are not remembered: unpacked, each takes 9 MB, so only one at a time is.
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._made: OrderedDict[str, Cut] = OrderedDict()

    def of(self, name: str, read: Callable[[], Image | None], squares: Iterable[Square]) -> Cut | None:
        """The cut of the picture *name*, which *read* returns (BGR) where it is not remembered; None without one."""
        with self._lock:
            made = self._made.pop(name, None) or cut_up(read, squares)
            if made is not None:
                self._made[name] = made
            if len(self._made) > REMEMBERED:
                self._made.popitem(last=False)
            return made


def _crop(image: Image, square: Square) -> bytes:
    """A square of a picture as JPEG, at most `CROP_PX` wide; what lies outside the picture repeats its edge."""
    left, top, side = square
    px = max(1, min(CROP_PX, round(side)))
    scale = px / side
    shift = np.array([[scale, 0, -left * scale], [0, scale, -top * scale]])
    return _encoded(cv2.warpAffine(image, shift, (px, px), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE))


def _copy(image: Image, at_most: int) -> Image:
    """A copy of a picture, *at_most* px wide."""
    height, width = image.shape[:2]
    size = (min(at_most, width), max(1, round(height * min(at_most, width) / width)))
    return cv2.resize(image, size, interpolation=cv2.INTER_AREA)


def _encoded(image: Image) -> bytes:
    return bytes(cv2.imencode(".jpg", image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])[1].tobytes())


@dataclass(frozen=True, slots=True)
class EvidencePicture:
    """A kept picture of ``size`` (width, height) px; its pieces are as in a reading's JSON, with their ``number``."""

    id: str
    size: tuple[int, int]
    pieces: tuple[Mapping[str, Any], ...]
    problems: tuple[str, ...]
    facts: tuple[tuple[str, str], ...]


def evidence_picture(live: TableService, evidence: str | None) -> EvidencePicture | None:
    """The kept picture with this id; None where nothing was kept."""
    record = live.evidence(evidence) if evidence else None
    if not evidence or record is None:
        return None
    width, height = record["size"]
    reading = record.get("reading") or {}
    pieces = tuple({**piece, "number": number} for number, piece in enumerate(reading.get("pieces", ())))
    return EvidencePicture(evidence, (width, height), pieces, tuple(reading.get("problems", ())), _facts(record))


def _facts(record: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    recorded = {**record.get("camera", {}), **record}
    return tuple((words, _figure(recorded[key])) for key, words in FACTS.items() if recorded.get(key) not in (None, ""))


def _figure(value: object) -> str:
    """A value as people read it: a number without superfluous digits (16666.67 becomes 16667), a camera by its name."""
    if isinstance(value, float):
        return Figure(f"{value:.0f}" if value >= 100 else f"{value:.3g}")
    return CAMERAS.get(str(value), str(value))


def box(piece: Mapping[str, Any]) -> str:
    """The square around a piece, as an SVG view box."""
    left, top, side = square_of(piece)
    return f"{left:.1f} {top:.1f} {side:.1f} {side:.1f}"


def points(outline: Sequence[Sequence[float]]) -> str:
    """An outline as SVG points."""
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in outline)


def ours(pieces: Sequence[Mapping[str, Any]], called: Container[str]) -> list[Mapping[str, Any]]:
    """Those of *pieces* that belong to this game, in their order; *called* are the ids of the game's pieces.

    An unidentified piece belongs to it, unless it is of another kind than the pieces of the game that lie there.
    """
    kinds = {piece["kind"] for piece in pieces if piece["piece"] in called}

    def foreign(piece: Mapping[str, Any]) -> bool:
        unlike = bool(kinds) and piece["kind"] not in kinds
        return unlike or bool(piece["piece"] and piece["sure"] and kinds and piece["piece"] not in called)

    return [piece for piece in pieces if not foreign(piece)]


def cast_and_rest(
    pieces: Sequence[Mapping[str, Any]], thrown: Container[str]
) -> tuple[list[Mapping[str, Any]], list[Mapping[str, Any]]]:
    """Split *pieces* into those of a throw (*thrown* are its ids) and the other pieces on the table.

    An unidentified piece may be of the throw; where no piece of the throw is identified, all may be.
    """
    if not any(piece["piece"] in thrown for piece in pieces):
        return list(pieces), []
    cast = [piece for piece in pieces if piece["piece"] is None or piece["piece"] in thrown]
    return cast, [piece for piece in pieces if piece not in cast]


def others(pieces: Sequence[Mapping[str, Any]], called: Container[str]) -> list[str]:
    """The pieces of other games in the picture, counted by kind, in words such as ``4 stones``."""
    own = ours(pieces, called)
    return counts_in_words(piece["kind"] for piece in pieces if piece not in own)


def counts_in_words(kinds: Iterable[str]) -> list[str]:
    """Pieces of these *kinds* counted by kind, in words such as ``4 stones``."""
    return [_number_of(kind, number) for kind, number in Counter(kinds).items()]


def _number_of(kind: str, number: int) -> Phrase:
    match kind:
        case "stone":
            return plural("{number} stone", "{number} stones", number)
        case "die":
            return plural("{number} die", "{number} dice", number)
        case _:
            return plural("{number} other thing", "{number} other things", number)


page = Blueprint("pictures", __name__)


def init_app(app: Flask) -> None:
    """Remember the crops that are made for any viewer."""
    app.extensions["owleye.cuts"] = Cuts()


@page.get("/frame.jpg")
def frame() -> Response:
    """The newest small picture of the camera; a drawing while there is none."""
    latest = devices().frame()
    if latest is None:
        asleep = render_template("asleep.svg")
        return Response(asleep, mimetype="image/svg+xml")
    stamp, jpeg = latest
    response = Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "no-cache"})
    response.set_etag(str(stamp))
    response.make_conditional(request)
    return response


@page.get("/pictures/<evidence>.jpg")
def picture(evidence: str) -> Response:
    """The whole frame that a reading was made from."""
    return _jpeg_response(table().picture(evidence))


@page.get("/pictures/<evidence>/small.jpg")
def small_picture(evidence: str) -> Response:
    """A small copy of the whole frame."""
    cut = _cut(evidence)
    return _jpeg_response(cut.small if cut else None)


@page.get("/pictures/<evidence>/phone.jpg")
def phone_picture(evidence: str) -> Response:
    """A copy of the whole frame for a phone."""
    cut = _cut(evidence)
    return _jpeg_response(cut.phone if cut else None)


@page.get("/pictures/<evidence>/<int:number>.jpg")
def piece_picture(evidence: str, number: int) -> Response:
    """The crop of one piece of the reading, numbered from 0."""
    cut = _cut(evidence)
    return _jpeg_response(cut.crops[number] if cut and number < len(cut.crops) else None)


def _cut(evidence: str) -> Cut | None:
    live = table()
    proof = evidence_picture(live, evidence)
    cuts: Cuts = current_app.extensions["owleye.cuts"]
    squares = [square_of(piece) for piece in (proof.pieces if proof else ())]
    return cuts.of(evidence, lambda: live.image(evidence), squares)


def _jpeg_response(jpeg: bytes | None) -> Response:
    """A response with a picture that never changes, so that a browser may keep it.

    Raises:
        NotFound: where there is no picture.
    """
    if jpeg is None:
        raise NotFound
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=86400, immutable"})
