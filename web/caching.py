"""Styles and scripts are named with the fingerprint of all of them, so a browser may keep them for ever."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path

from flask import Flask, Response, current_app, request

FOREVER = "public, max-age=31536000, immutable"


def init_app(app: Flask) -> None:
    """Give the templates of *app* the ``fingerprint``, and let browsers keep files that are asked for with it."""
    app.jinja_env.globals["fingerprint"] = _fingerprint(Path(app.static_folder or "."))
    app.after_request(_keep)


def _fingerprint(folder: Path) -> str:
    digest = sha256()
    for path in sorted(folder.rglob("*.*")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:10]


def _keep(response: Response) -> Response:
    mark = request.args.get("v")
    if request.endpoint == "static" and mark and mark == current_app.jinja_env.globals["fingerprint"]:
        response.headers["Cache-Control"] = FOREVER
    return response
