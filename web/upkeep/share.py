"""The page “Share this table”, on which the host chooses the broker over which others may watch it."""

from __future__ import annotations

from typing import cast

from flask import Blueprint, current_app, render_template, request
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from rules.core.game import plain_name
from rules.core.phrases import Phrase, SentenceError
from sharing.publisher import TableSharing
from sharing.settings import changed
from web.live import done
from web.security.rights import need_host

page = Blueprint("share", __name__, url_prefix="/share")
TEXTS = ("table", "broker", "user", "ca_file")
SECRETS = ("password", "code")  # never shown again; an empty field leaves them as they are
TICKS = ("tls", "home_assistant")


def sharing() -> TableSharing:
    """How this table is shared."""
    return cast(TableSharing, current_app.extensions["owleye.sharing"])


@page.get("")
def show() -> str:
    """Whether the table is shared, and the form."""
    need_host()
    return render_template("share.html", settings=sharing().settings, words=sharing().words, back=request.path)


@page.post("")
def change() -> Response:
    """Save the form's settings, and start or stop sharing the table."""
    need_host()
    fields: dict[str, object] = {name: value for name in SECRETS if (value := request.form.get(name, "").strip())}
    fields |= {name: request.form.get(name) == "yes" for name in TICKS}
    fields |= {"port": request.form.get("port", ""), "on": request.form.get("on") == "yes"}
    if request.form.get("alone") == "yes":
        fields["code"] = ""
    try:
        fields |= {name: plain_name(request.form.get(name, "")) for name in TEXTS}
        settings = changed(sharing().settings, **fields)
        sharing().change(settings)
    except SentenceError as error:
        raise BadRequest(str(error)) from error
    return done(
        Phrase("Sharing “{table}”.", table=settings.table) if settings.on else Phrase("The table is no longer shared.")
    )
