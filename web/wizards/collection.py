"""The collection page: taught pieces, how reliably each is read, and the list of the edition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as AnyResponse

from calibration.table.accuracy import ReportLine
from referee.inventory.pieces import load_owned_stones, save_owned_stones
from rules.casting_stones.stones import CATALOGUE, Entry, disagreement
from rules.casting_stones.table import TYPES
from rules.core.phrases import Phrase
from vision.recognition.gallery import Gallery
from vision.recognition.sides import Side
from web import live
from web.security.rights import need_host
from web.wizards.setup import hosts_only, ticked_numbers

page = Blueprint("collection", __name__, url_prefix="/collection")
hosts_only(page)
BY_NAME = {entry.name.casefold(): entry for entry in CATALOGUE}
TRUST = {"known": Phrase("known"), "likely": Phrase("likely"), "unknown": Phrase("not known")}


@dataclass(frozen=True, slots=True)
class TaughtPiece:
    """A taught piece: the owner's entry, the pictures from which it was taught, and how reliably it is read.

    ``differs`` is a sentence where the list of the edition has another number; ``trust`` how far that number is known.
    """

    piece: str
    name: str
    kind: str
    type: str
    number: int | None
    sides: tuple[str, ...]
    pictures: int
    line: ReportLine | None
    differs: str = ""
    trust: str = ""


@page.get("")
def show() -> str:
    """All taught pieces, and the names of the edition that were not taught."""
    table = live.table()
    gallery, ready = live.devices().gallery(), live.devices().setup_status()
    read = {line.about: line for line in (ready.accuracy.pieces if ready.accuracy else ())}
    called = {str(die["piece"]): str(die["name"]) for die in live.devices().dice()}
    owned = [_taught_piece(gallery, piece, called.get(piece), read) for piece in gallery.pieces()]
    names = {one.name.casefold() for one in owned if one.kind == "stone"}
    had = load_owned_stones(live.home())
    untaught = [entry for entry in CATALOGUE if entry.name.casefold() not in names]
    return render_template(
        "collection.html",
        snap=table.now(),
        ready=ready,
        stones=_sorted(owned, "stone"),
        dice=_sorted(owned, "die"),
        untaught=untaught,
        waiting=[entry for entry in untaught if entry.number in had],
        had=had,
        listed=len(CATALOGUE),
        trust=TRUST,
        back=request.path,
    )


@page.post("/owned")
def own() -> AnyResponse:
    """Tick the stones that the family has and has not taught yet."""
    save_owned_stones(live.home(), ticked_numbers("stone"))
    return live.done(Phrase("Your stones are noted."))


@page.get("/<piece>/<side>.jpg")
def portrait(piece: str, side: str) -> Response:
    """The picture of a taught side; a die's Power side may be secret, so that only the host gets it here."""
    if side == "power":
        need_host()
    jpeg = live.devices().portrait(piece, side)
    if jpeg is None:
        raise NotFound
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "private, no-cache"})


def _sorted(owned: Sequence[TaughtPiece], kind: str) -> list[TaughtPiece]:
    return sorted((one for one in owned if one.kind == kind), key=lambda one: (one.type, one.name.casefold()))


def _taught_piece(gallery: Gallery, piece: str, called: str | None, read: Mapping[str, ReportLine]) -> TaughtPiece:
    """What is known of a taught piece; *called* is the name that games give to a die."""
    sides: tuple[Side, ...] = gallery.of(piece)
    first = sides[0]
    number = gallery.number(piece)
    entry: Entry | None = BY_NAME.get((first.name or "").casefold()) if first.kind == "stone" else None
    at = [i for i, side in enumerate(gallery.sides) if side.piece == piece]
    return TaughtPiece(
        piece,
        called or first.name or piece,
        first.kind,
        TYPES.get(first.colour or "", ""),
        number,
        tuple(side.side for side in sides),
        int(sum((gallery.owner == i).sum() for i in at)),
        read.get(piece),
        (disagreement(entry.number, number) or "") if entry and number else "",
        entry.trust if entry else "",
    )
