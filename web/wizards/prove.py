"""The prove page: throw twenty times, tap what was wrong, and see how reliable the readings are."""

from __future__ import annotations

from flask import Blueprint, render_template, request, url_for
from werkzeug.wrappers import Response

from referee.model.progress import ProofProgress
from referee.model.wizard_commands import Close, JudgeThrow, Open, SimulatedShow, Step, TakePicture
from rules.core.game import whole_number
from web import live
from web.wizards.setup import hosts_only, step, ticked_numbers

page = Blueprint("prove", __name__, url_prefix="/prove")
hosts_only(page)
MOST = 10
"""Most pieces of one throw that may have been overlooked."""
STEPS: dict[str, Step] = {"take": TakePicture(), "show": SimulatedShow(), "shut": Close(), "open": Open("prove")}


@page.get("")
def show() -> str:
    """The throw that waits to be judged, and the accuracy so far."""
    snapshot = live.table().now()
    trial = snapshot.wizard.trial or ProofProgress()
    return render_template(
        "prove.html",
        snap=snapshot,
        prep=snapshot.wizard,
        trial=trial,
        names=dict(trial.names),
        most=MOST,
        back=request.path,
    )


@page.post("/<any(take, show, shut, open):what>")
def go(what: str) -> Response:
    """Carry out the step *what* of the trial, then show the page on which it goes on."""
    return step(STEPS[what], url_for("table.show") if what == "shut" else url_for("prove.show"))


@page.post("/judge")
def judge() -> Response:
    """Submit the pieces that were read wrong in the shown throw."""
    overlooked = min(max(0, whole_number(request.form.get("overlooked", "")) or 0), MOST)
    judged = JudgeThrow(frozenset(ticked_numbers("wrong")), "drop" not in request.form, overlooked)
    return step(judged, url_for("prove.show"))
