"""Reports of damaged files on every page, until the host has seen them."""

from __future__ import annotations

from flask import Blueprint, Flask, current_app
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from calibration.storage.files import DamagedFileError, acknowledge, set_aside, unseen, without_damaged
from web import live
from web.security.rights import need_host

page = Blueprint("damaged", __name__, url_prefix="/damaged")


def init_app(app: Flask) -> None:
    """Give every page of *app* the reports, and answer a request that meets a damaged file without that file."""
    app.context_processor(lambda: {"damaged_files": unseen(live.home())})
    app.register_error_handler(DamagedFileError, _answer_without)


@page.post("/seen")
def seen() -> Response:
    """Acknowledge the reports; the damaged files stay."""
    need_host()
    acknowledge(live.home())
    return live.done("")


def _answer_without(error: DamagedFileError) -> ResponseReturnValue:
    """Set the damaged file aside, and answer the request again; nothing was changed before a file was read."""
    set_aside(live.home(), error)
    return without_damaged(live.home(), current_app.dispatch_request)
