"""The teach wizard: show Owleye your own stones, in two pictures."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.exceptions import BadRequest, NotFound
from werkzeug.wrappers import Response as AnyResponse

from referee.model.wizard_commands import (
    Close,
    Forget,
    KeepStones,
    Open,
    SimulatedShow,
    StartOver,
    Step,
    StoneEntry,
    TakePicture,
)
from rules.casting_stones.stones import CATALOGUE
from rules.casting_stones.table import TYPES
from rules.casting_stones.turn.words import TYPE_WORDS
from rules.core.phrases import Phrase
from web import live
from web.security.rights import need_host
from web.wizards.setup import hosts_only, step, ticked_numbers

page = Blueprint("teach", __name__, url_prefix="/teach")
hosts_only(page)
STEPS: dict[str, Step] = {
    "take": TakePicture(),
    "over": StartOver(),
    "show": SimulatedShow(),
    "shut": Close(),
    "on": Close(),
    "open": Open("teach"),
}


@page.get("")
def show() -> str:
    """Show the state of the lesson, the camera's picture, and the hints about it."""
    table = live.table()
    snapshot = table.now()
    return render_template(
        "teach.html",
        snap=snapshot,
        prep=snapshot.wizard,
        lesson=snapshot.wizard.lesson,
        back=request.path,
        catalogue=CATALOGUE,
        types=TYPE_WORDS,
        type_of=TYPES,
        known=len(live.devices().stones()),
    )


@page.post("/<any(take, over, show, shut, on, open):what>")
def go(what: str) -> AnyResponse:
    """Carry out the step *what* of the lesson, then show the page on which it goes on."""
    return step(STEPS[what], url_for({"shut": "table.show", "on": "prove.show"}.get(what, "teach.show")))


@page.post("/keep")
def keep() -> AnyResponse:
    """Save the names, numbers and types that the owner entered, and learn these stones."""
    form = request.form
    names, numbers, types = (form.getlist(field) for field in ("name", "number", "type"))
    lesson = live.table().now().wizard.lesson
    if lesson is None or not len(lesson.rows) == len(names) == len(numbers) == len(types):
        raise BadRequest(Phrase("The lesson has moved on since this page was drawn: look again."))
    chosen, afresh, swapped = ticked_numbers("keep"), ticked_numbers("afresh"), ticked_numbers("swap")
    entries = tuple(
        StoneEntry(name[:60], number, kind, i in chosen, i in afresh, i in swapped)
        for i, (name, number, kind) in enumerate(zip(names, numbers, types, strict=True))
    )
    return step(KeepStones(entries, "certain" in form), url_for("teach.show"))


@page.post("/forget")
def forget() -> AnyResponse:
    """Forget a taught piece; the page from which it was asked shows the others.

    Raises:
        BadRequest: where it is not known any more, or the gallery cannot be saved.
    """
    answer = live.devices().prepare(Forget(request.form.get("piece", "")))
    if not answer.ok:
        raise BadRequest(answer.words)
    return live.done(answer.words)


@page.get("/pictures/<name>.jpg")
def cutout(name: str) -> Response:
    """A side that was cut out in this lesson; a die's sticker is for its owner's eyes only."""
    if name.startswith("die-"):
        need_host()
    jpeg = live.devices().cutout(name)
    if jpeg is None:
        raise NotFound
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=3600"})
