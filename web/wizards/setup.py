"""The set-up page, and what all wizard pages share: who may use them, and how the outcome of a step is shown."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from flask import Blueprint, jsonify, redirect, render_template, request
from flask import Response as FlaskResponse
from werkzeug.wrappers import Response

from referee.model.snapshot import Answer
from referee.model.wizard_commands import FromPage, Step
from rules.core.game import whole_number
from web import live
from web.pages.actions import number
from web.security.guard import READING
from web.security.rights import need_host

page = Blueprint("setup", __name__, url_prefix="/setup")


@page.get("")
def show() -> str:
    """Show the finished steps, the next one, and how reliable the readings are."""
    table = live.table()
    ready = live.devices().setup_status()
    names = {side.piece: side.name or side.piece for side in live.devices().gallery().sides}
    return render_template("setup.html", snap=table.now(), ready=ready, names=names, back=request.path)


def hosts_only(page: Blueprint) -> None:
    """Let only the host change anything on the pages of *page*; everybody may look at them."""
    page.before_request(_ask_for_the_host)


def _ask_for_the_host() -> None:
    if request.method not in READING:
        need_host()


def step(what: Step, page: str) -> Response:
    """Submit a step to the wizards, with the stamp of the page; then show *page* with the outcome."""
    stamped = FromPage(what, number("stamp")) if "stamp" in request.form else what
    return outcome(live.devices().prepare(stamped), page)


def outcome(answer: Answer, page: str) -> Response:
    """The outcome as JSON for a script, or a redirect to the page that shows it."""
    if live.wants_json():
        return jsonify(ok=answer.ok, words=answer.words)
    return redirect(page, 303)


def ticked_numbers(name: str) -> set[int]:
    """The numbers of the boxes of this name that are ticked."""
    numbers = map(whole_number, request.form.getlist(name))
    return {number for number in numbers if number is not None}


def pdf_response(write: Callable[[Path], None], name: str) -> FlaskResponse:
    """A response with the PDF that *write* creates, under this file name."""
    with TemporaryDirectory() as folder:
        write(Path(folder) / name)
        pdf = (Path(folder) / name).read_bytes()
    return FlaskResponse(pdf, mimetype="application/pdf", headers={"Content-Disposition": f"inline; filename={name}"})
