"""The teach wizard for one die: one picture of its sticker, cut out upright."""

from __future__ import annotations

from flask import Blueprint, render_template, request, url_for
from werkzeug.wrappers import Response

from referee.model.wizard_commands import (
    BeginDie,
    Close,
    ConfirmFace,
    DropLastPicture,
    KeepDie,
    Open,
    SimulatedShow,
    StartOver,
    Step,
    TakePicture,
    TurnPicture,
)
from rules.dicers.dice_list import NAMES
from web import live
from web.pages.actions import text
from web.wizards.setup import hosts_only, step

page = Blueprint("teach_die", __name__, url_prefix="/teach/die")
hosts_only(page)
STEPS: dict[str, Step] = {
    "open": Open("die"),
    "shut": Close(),
    "show": SimulatedShow(),
    "take": TakePicture(),
    "yes": ConfirmFace(),
    "back": DropLastPicture(),
    "turn": TurnPicture(),
    "keep": KeepDie(),
    "over": StartOver(),
}


@page.get("")
def show() -> str:
    """The face that is asked for, and its picture."""
    table = live.table()
    snapshot = table.now()
    listed = () if snapshot.simulated else NAMES  # the simulated table has dice of its own
    return render_template(
        "teach_die.html",
        snap=snapshot,
        prep=snapshot.wizard,
        lesson=snapshot.wizard.die,
        names=sorted({*listed, *(str(die["name"]) for die in live.devices().dice())}),
        back=request.path,
    )


@page.post("/<any(open, shut, show, take, yes, back, turn, keep, over):what>")
def go(what: str) -> Response:
    """Carry out the step *what* of the lesson, then show the page on which it goes on."""
    return step(STEPS[what], url_for("table.show") if what == "shut" else url_for("teach_die.show"))


@page.post("/begin")
def begin() -> Response:
    """Begin the lesson of the die that the form names."""
    return step(BeginDie(text("name"), text("look")), url_for("teach_die.show"))
