"""Styles and scripts that a page names with the fingerprint of all of them never change under that address."""

from __future__ import annotations

from flask import Flask, Response, current_app, request

FOREVER = "public, max-age=31536000, immutable"


def init_app(app: Flask) -> None:
    """Let browsers keep such files without asking again."""
    app.after_request(_keep)


def _keep(response: Response) -> Response:
    mark = request.args.get("v")
    if request.endpoint == "static" and mark and mark == current_app.jinja_env.globals["fingerprint"]:
        response.headers["Cache-Control"] = FOREVER
    return response
