"""The controls of the simulated table: throw, clear, press buttons, switch faults on and off."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response

from referee.model.commands import SimulatedClear, SimulatedFault, SimulatedPress, SimulatedThrow
from rules.core.phrases import Phrase
from web import live
from web.languages import localised
from web.pages.actions import given_sides, number, text
from web.security.rights import need_player, need_voice

page = Blueprint("simulation", __name__, url_prefix="/simulation")

MISHAPS = (
    ("leaner", Phrase("a stone on its edge")),
    ("stacked", Phrase("two stones stacked")),
    ("missing", Phrase("a stone missing")),
    ("off", Phrase("a stone off the mat")),
)
LASTING = (
    ("dark", Phrase("Dark")),
    ("glare", Phrase("Glare")),
    ("lamp", Phrase("Another lamp")),
    ("bump", Phrase("Bumped camera")),
    ("shove", Phrase("Camera pushed away")),
    ("hung", Phrase("Hung camera")),
    ("unplugged", Phrase("Camera unplugged")),
    ("bouncing", Phrase("Bouncing buttons")),
)


@page.before_request
def _only_simulated() -> None:
    if not live.table().now().simulated:
        raise NotFound
    need_player()


@page.post("/throw")
def throw() -> Response:
    """Throw what the game waits for; sides that are not chosen are random."""
    pieces = tuple(request.form.getlist("piece"))
    mishap, player = request.form.get("mishap", ""), request.form.get("player", "")
    at = number("at") if "at" in request.form else None
    return live.answered(live.devices().simulate(SimulatedThrow(pieces, tuple(given_sides()), mishap, player, at)))


@page.post("/clear")
def clear() -> Response:
    """A hand takes everything off the table."""
    return live.answered(live.devices().simulate(SimulatedClear()))


@page.post("/press")
def press() -> Response:
    """Press a button through its pin, or hold it."""
    button, players = text("button"), live.table().now().players
    seats = {f"seat{number}": player for number, player in enumerate(players, start=1)}
    if button in seats:
        need_voice(seats[button])
    return live.answered(live.devices().simulate(SimulatedPress(button, "held" in request.form)))


@page.get("/screen.png")
def screen() -> Response:
    """What the dot display shows."""
    return Response(live.table().dot_picture(localised), mimetype="image/png", headers={"Cache-Control": "no-store"})


@page.post("/fault")
def fault() -> Response:
    """Begin or end a lasting fault."""
    return live.answered(live.devices().simulate(SimulatedFault(text("fault"), "on" in request.form)))
