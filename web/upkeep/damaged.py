"""Reports of damaged files and of failures on every page, until the host has seen them."""

from __future__ import annotations

from flask import Blueprint, Flask, current_app
from flask.typing import ResponseReturnValue
from werkzeug.wrappers import Response

from calibration.storage.damaged import acknowledge, set_aside, unseen, without_damaged
from calibration.storage.files import DamagedFileError, StoreError
from referee.startup.threads import FAILURES
from web import live
from web.security.rights import need_host

page = Blueprint("damaged", __name__, url_prefix="/damaged")


def init_app(app: Flask) -> None:
    """Give every page of *app* the reports, and answer a request that meets a damaged file without that file."""
    app.context_processor(lambda: {"reports": _reports()})
    app.register_error_handler(DamagedFileError, _answer_without)


@page.post("/seen")
def acknowledge_reports() -> Response:
    """Acknowledge the reports; the damaged files stay.

    A disk that cannot be written keeps the reports: the page says so and shows them again.
    """
    need_host()
    FAILURES.clear()
    try:
        acknowledge(live.home())
    except StoreError as error:
        return live.done(str(error))
    return live.done("")


def _reports() -> list[str]:
    return [*(report.words for report in unseen(live.home())), *filter(None, [FAILURES.words])]


def _answer_without(error: DamagedFileError) -> ResponseReturnValue:
    """Set the damaged file aside, and answer the request again; nothing was changed before a file was read."""
    set_aside(live.home(), error)
    return without_damaged(live.home(), current_app.dispatch_request)
