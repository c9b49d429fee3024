"""Styles and scripts: kept by the browser under the address that a page names, asked for again under any other."""

from __future__ import annotations

import re

import pytest

from tests.web.kit import Bench


def cache_rule(bench: Bench, url: str) -> str:
    with bench.client.get(url) as answer:
        return answer.headers.get("Cache-Control", "")


def test_files_that_a_page_names_are_cached_for_ever(bench: Bench) -> None:
    page = bench.client.get("/host").text
    named = re.findall(r'(?:href|src)="(/static/[^"]+\?v=[^"]+)"', page)
    assert {url.partition("?")[0] for url in named} >= {"/static/owleye.css", "/static/owleye.js"}
    assert {cache_rule(bench, url) for url in named} == {"public, max-age=31536000, immutable"}


@pytest.mark.parametrize(
    "url", ["/static/owleye.css", "/static/owleye.css?v=", "/static/owleye.css?v=old", "/static/sound.js"]
)
def test_other_addresses_are_revalidated(bench: Bench, url: str) -> None:
    assert cache_rule(bench, url) == "no-cache"


def test_a_page_with_a_version_is_not_cached_for_ever(bench: Bench) -> None:
    mark = re.search(r"\?v=(\w+)", bench.client.get("/host").text)
    assert mark is not None
    assert "immutable" not in cache_rule(bench, f"/host?v={mark[1]}")
