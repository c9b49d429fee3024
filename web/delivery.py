"""How answers travel: compressed, and styles and scripts under addresses that a browser may keep for ever.

Styles and scripts lie in a folder named with the fingerprint of all of them, so that browsers may also keep what these
name in turn: further scripts and the fonts.  A compressed table page is a sixth as large, which a phone far from the
router notices.

Compression beside a secret can tell the secret to somebody who makes a browser send many requests and sees only how
long the encrypted answers are (BREACH, http://breachattack.com).  That takes requests that another site causes.
Browsers mark those with ``Sec-Fetch-Site``, wherever the connection is encrypted or to this machine, and they are not
answered compressed; the cookie that leads to all secrets stays away from them besides, unless they open a whole page
before the user's eyes (SameSite=Lax).  Without encryption there is nothing to guess from lengths.
"""

from __future__ import annotations

import gzip
from hashlib import sha256
from pathlib import Path

from flask import Flask, Response, request

FOREVER = "public, max-age=31536000, immutable"
TYPES = (
    "text/html",
    "text/css",
    "text/javascript",
    "application/json",
    "application/jsonl",
    "application/manifest+json",
    "image/svg+xml",
)
SMALLEST = 800  # bytes; less fits into one packet anyhow
LEVEL = 5  # of 9: one to two ms for the table page on a Pi 4's core
OURS = ("same-origin", "none")


def name_files(app: Flask) -> None:
    """Give the templates of *app* the ``fingerprint``, and let browsers keep files that are asked for with it.

    With the fingerprint of another version, which a page may still name that is open, they get the files of this one.
    """
    current = app.jinja_env.globals["fingerprint"] = _fingerprint(Path(app.static_folder or "."))

    def send(filename: str, mark: str = "") -> Response:
        response = app.send_static_file(filename)
        if mark == current:
            response.headers["Cache-Control"] = FOREVER
        return response

    app.view_functions["static"] = send
    app.add_url_rule(f"{app.static_url_path}/v-<mark>/<path:filename>", "static")


def _fingerprint(folder: Path) -> str:
    digest = sha256()
    for path in sorted(folder.rglob("*.*")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:10]


def compress(app: Flask) -> None:
    """Compress what *app* answers to browsers that ask for it."""
    app.after_request(_compress)


def _compress(response: Response) -> Response:
    if response.mimetype not in TYPES or (response.is_streamed and not response.direct_passthrough):
        return response
    response.vary.add("Accept-Encoding")
    if not _may_be_compressed(response):
        return response
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) >= SMALLEST:
        response.set_data(gzip.compress(body, LEVEL, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
        _distinguish(response)
    return response


def _may_be_compressed(response: Response) -> bool:
    own = request.headers.get("Sec-Fetch-Site", "none") in OURS
    whole = response.status_code in (200, 400, 403, 404, 409) and "Content-Encoding" not in response.headers
    return own and whole and request.accept_encodings["gzip"] > 0


def _distinguish(response: Response) -> None:
    """Give the compressed file an ETag of its own (RFC 9110, section 8.8.3.3)."""
    tag, weak = response.get_etag()
    if tag and not weak:
        response.set_etag(tag, weak=True)
