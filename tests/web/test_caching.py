"""Styles and scripts: kept by the browser under the address that a page names, asked for again under any other."""

from __future__ import annotations

import re

import pytest

from tests.web.kit import Bench


def kept(bench: Bench, url: str) -> str:
    with bench.client.get(url) as answer:
        return answer.headers.get("Cache-Control", "")


def test_what_a_page_names_is_kept(bench: Bench) -> None:
    page = bench.client.get("/host").text
    named = re.findall(r'(?:href|src)="(/static/[^"]+\?v=[^"]+)"', page)
    assert {url.partition("?")[0] for url in named} >= {"/static/owleye.css", "/static/owleye.js"}
    assert {kept(bench, url) for url in named} == {"public, max-age=31536000, immutable"}


@pytest.mark.parametrize(
    "url", ["/static/owleye.css", "/static/owleye.css?v=", "/static/owleye.css?v=old", "/static/sound.js"]
)
def test_everything_else_is_asked_for_again(bench: Bench, url: str) -> None:
    assert kept(bench, url) == "no-cache"


def test_what_is_not_there_is_not_kept(bench: Bench) -> None:
    mark = re.search(r"\?v=(\w+)", bench.client.get("/host").text)
    assert mark is not None
    assert "immutable" not in kept(bench, f"/host?v={mark[1]}")
