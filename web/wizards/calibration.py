"""The calibration page: mat, sharpness, light, and whether the camera holds still."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request, url_for
from werkzeug.wrappers import Response as AnyResponse

from calibration.table.lens_sheet import print_lens_sheet
from calibration.table.mat import print_mat
from referee.model.progress import CalibrationView
from referee.model.wizard_commands import Adapt, Calibrate, Close, LensPicture, MeasureLens, Open, SimulatedShow, Step
from web import live
from web.languages import localised_text
from web.wizards.setup import hosts_only, pdf_response, step

page = Blueprint("calibration", __name__, url_prefix="/calibration")
hosts_only(page)
STEPS: dict[str, Step] = {
    "open": Open("calibrate"),
    "shut": Close(),
    "on": Close(),
    "show": SimulatedShow(),
    "keep": Calibrate(),
    "certain": Calibrate(certain=True),
    "adapt": Adapt(),
    "view": LensPicture(),
    "lens": MeasureLens(),
}


@page.get("")
def show() -> str:
    """The meters, with advice for each."""
    snapshot = live.table().now()
    prep = snapshot.wizard
    sighting = prep.sighting or CalibrationView()
    return render_template("calibration.html", snap=snapshot, prep=prep, sighting=sighting, back=request.path)


@page.post("/<any(open, shut, on, show, keep, certain, adapt, view, lens):what>")
def go(what: str) -> AnyResponse:
    """Carry out the step *what* of the calibration, then show the page on which it goes on."""
    return step(STEPS[what], url_for({"shut": "table.show", "on": "teach.show"}.get(what, "calibration.show")))


@page.get("/mat.pdf")
def mat() -> Response:
    """The play mat, to print."""
    return pdf_response(lambda path: print_mat(path, translate=localised_text), "owleye-mat.pdf")


@page.get("/lens-sheet.pdf")
def lens_sheet() -> Response:
    """The sheet for measuring the lens, to print."""
    return pdf_response(lambda path: print_lens_sheet(path, localised_text), "owleye-lens-sheet.pdf")
