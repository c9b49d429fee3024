"""The web app: a manifest with our own icons; no page fetches anything from elsewhere."""

from __future__ import annotations

import re
from pathlib import Path

import cv2
import pytest

from tests.web.kit import Bench

WEB = Path(__file__).resolve().parents[3] / "web"
ELSEWHERE = re.compile(r"""(?:src|href|action)=["'](?:https?:)?//|url\(\s*["']?(?:https?:)?//|import[^;]*["']https?:""")


def test_the_icons_of_the_manifest_have_the_stated_sizes(bench: Bench) -> None:
    answer = bench.client.get("/manifest.webmanifest")
    assert answer.mimetype == "application/manifest+json"
    body = answer.get_json(force=True)
    assert (body["name"], body["start_url"], body["display"]) == ("Owleye", "/", "standalone")
    for icon in body["icons"]:
        image = cv2.imread(str(WEB / icon["src"].lstrip("/")), cv2.IMREAD_UNCHANGED)
        assert image is not None
        assert f"{image.shape[1]}x{image.shape[0]}" == icon["sizes"]
        with bench.client.get(icon["src"]) as sent:
            assert sent.mimetype == "image/png"
    assert {icon["purpose"] for icon in body["icons"]} == {"any", "maskable"}


def test_the_manifest_describes_owleye_in_the_readers_language(bench: Bench) -> None:
    body = bench.client.get("/manifest.webmanifest", headers={"Accept-Language": "de"}).get_json(force=True)
    assert body["description"] == "Ein Schiedsrichter für echte Brettspiele"


@pytest.mark.parametrize("url", ["/", "/small", "/games", "/host", "/nothing"])
def test_every_page_can_be_installed(bench: Bench, url: str) -> None:
    answer = bench.client.get(url)
    assert '<link rel="manifest" href="/manifest.webmanifest">' in answer.text
    assert "manifest-src 'self'" in answer.headers["Content-Security-Policy"]


def test_no_page_fetches_anything_from_elsewhere() -> None:
    files = [*WEB.rglob("*.html"), *WEB.rglob("*.css"), *WEB.rglob("*.js")]
    assert len(files) > 50
    assert [path.name for path in files if ELSEWHERE.search(path.read_text("utf-8"))] == []
