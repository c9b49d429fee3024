"""The form in the menu that switches the language of a browser."""

from __future__ import annotations

from flask import Blueprint, request
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from rules.core.phrases import Phrase
from web.languages import LANGUAGES, choose
from web.live import done
from web.security.rights import is_host

page = Blueprint("language", __name__)


@page.post("/language")
def switch() -> Response:
    """Switch the language of this browser; where the host does so, the screens without a reader follow."""
    wanted = request.form.get("language", "")
    if wanted not in LANGUAGES:
        raise BadRequest(Phrase("Owleye does not speak that language."))
    choose(wanted, for_host_screens=is_host())
    return done("")
