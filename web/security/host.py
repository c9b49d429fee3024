"""The host: a device that entered the PIN may begin games and assign seats."""

from __future__ import annotations

from time import monotonic

from flask import Blueprint, flash, redirect, render_template, request, session, url_for
from werkzeug.exceptions import BadRequest, HTTPException, TooManyRequests
from werkzeug.wrappers import Response

from rules.core.phrases import Phrase
from web.languages import localised
from web.live import done, wants_json
from web.security.rights import is_here, need_host, pin

page = Blueprint("host", __name__, url_prefix="/host")


@page.get("")
def show() -> str:
    """The form for the PIN; the PIN itself is shown on the machine that Owleye runs on, and nowhere else."""
    return render_template("host.html", number=pin().number if is_here() else "", back=request.path)


@page.post("")
def enter() -> Response:
    """Let this device host, if it sends the PIN."""
    try:
        entered, device = request.form.get("pin", "").strip(), str(session.get("host", ""))
        right = pin().guess(entered, monotonic(), request.remote_addr or "", device)
    except ValueError as error:
        return _again(TooManyRequests(str(error)))
    if not right:
        return _again(BadRequest(Phrase("That is not the PIN. It stands in the window where Owleye was started.")))
    session["host"] = pin().admit()
    return done(Phrase("This device hosts the table now."))


def _again(refused: HTTPException) -> Response:
    """A redirect to the form, which shows the reason for the refusal once; a script gets the reason alone."""
    if wants_json():
        raise refused
    flash(localised(refused.description), "wrong")
    return redirect(url_for("host.show"), 303)


@page.post("/leave")
def leave() -> Response:
    """Stop hosting on this device."""
    pin().dismiss(session.pop("host", ""))
    return done(Phrase("This device no longer hosts the table."))


@page.post("/change")
def change() -> Response:
    """Set another PIN; every other host has to enter it again."""
    need_host()
    try:
        pin().change(request.form.get("pin", "").strip())
    except ValueError as error:
        raise BadRequest(str(error)) from error
    session["host"] = pin().admit()
    return done(Phrase("The PIN is changed."))
