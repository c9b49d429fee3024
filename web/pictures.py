"""Pictures: the latest frame of the camera, and those that verdicts rest on."""

from __future__ import annotations

from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import NotFound

from web.live import table

page = Blueprint("pictures", __name__)


@page.get("/frame.jpg")
def frame() -> Response:
    """The newest watched frame; encoded once for everybody, older ones are dropped, never queued."""
    latest = table().frame()
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
    """The whole frame that a reading was made from; it never changes, so a browser may keep it."""
    jpeg = table().picture(evidence)
    if jpeg is None:
        raise NotFound
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": "private, max-age=86400, immutable"})
