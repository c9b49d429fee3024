"""The web app manifest: what a phone needs to put Owleye on its home screen (https://www.w3.org/TR/appmanifest/)."""

from __future__ import annotations

from flask import Blueprint, Response, jsonify, url_for

from rules.core.phrases import Phrase

page = Blueprint("manifest", __name__)
NIGHT = "#262d56"


@page.get("/manifest.webmanifest")
def show() -> Response:
    """The manifest: name, icons and start page, all served by this machine."""
    body = {
        "name": "Owleye",
        "short_name": "Owleye",
        "description": Phrase("A referee for real tabletop games"),
        "id": url_for("table.show"),
        "start_url": url_for("table.show"),
        "scope": "/",
        "display": "standalone",
        "background_color": NIGHT,
        "theme_color": NIGHT,
        "icons": [_icon("icon-192.png", 192), _icon("icon-512.png", 512), _icon("icon-mask.png", 512, "maskable")],
    }
    response = jsonify(body)
    response.mimetype = "application/manifest+json"
    return response


def _icon(name: str, px: int, purpose: str = "any") -> dict[str, str]:
    source = url_for("static", filename=name)
    return {"src": source, "sizes": f"{px}x{px}", "type": "image/png", "purpose": purpose}
