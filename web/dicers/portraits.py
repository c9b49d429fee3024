"""What the taught dice look like: the figure is for everybody, the sticker for who may see it."""

from __future__ import annotations

from flask import Blueprint, Response
from werkzeug.exceptions import NotFound

from web import live
from web.rights import is_host, viewer

page = Blueprint("portraits", __name__, url_prefix="/dicers")
FIGURE, STICKER = "1", "power"  # the figure is seen through the side across from the sticker


@page.get("/figure/<die>.jpg")
def figure(die: str) -> Response:
    """The die with its 1 up, as it was taught."""
    return _portrait(die, FIGURE, "private, max-age=600")


@page.get("/sticker/<die>.jpg")
def sticker(die: str) -> Response:
    """The Power side, for who may see it in the game on the table; what is not to be seen is not there."""
    if not may_see(die):
        raise NotFound
    return _portrait(die, STICKER, "no-store")


def may_see(die: str) -> bool:
    """Whether this browser may see the Power side of *die* now."""
    now = live.table().now()
    if is_host() or now.game is None or now.table is None or now.game.name != "dicers":
        return is_host()
    told = now.game.view(now.table.state, viewer(), now.table.revealed)["dice"].get(die, {})
    return "sign" in told


def _portrait(die: str, side: str, keep: str) -> Response:
    jpeg = live.table().portrait(die, side)
    if jpeg is None:
        raise NotFound
    return Response(jpeg, mimetype="image/jpeg", headers={"Cache-Control": keep})
