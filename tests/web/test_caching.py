"""Styles and scripts: kept by the browser under the address that a page names, asked for again under any other."""

from __future__ import annotations

import re
from urllib.parse import urljoin

import pytest

from tests.web.kit import Bench


def cache_rule(bench: Bench, url: str) -> str:
    with bench.client.get(url) as answer:
        return answer.headers.get("Cache-Control", "")


def named_by(bench: Bench, page: str) -> set[str]:
    """The files of this version that a page names, and those that these name in turn."""
    named = set(re.findall(r'(?:href|src)="(/static/v-[^"]+)"', bench.client.get(page).text))
    for url in [url for url in named if url.endswith((".js", ".css"))]:
        with bench.client.get(url) as answer:
            parts = re.findall(
                r'(?:from |^import )"(\./.+?)"|url\((.+?)\)', answer.get_data(as_text=True), re.MULTILINE
            )
        named |= {urljoin(url, part) for pair in parts for part in pair if part}
    return named


def test_files_that_a_page_names_are_cached_for_ever(bench: Bench) -> None:
    named = named_by(bench, "/host")
    files = {url.split("/", 3)[3] for url in named}
    assert files >= {"owleye.css", "fonts/figtree.woff2", "owleye.js", "connection.js", "everywhere.js"}
    assert {cache_rule(bench, url) for url in named} == {"public, max-age=31536000, immutable"}


@pytest.mark.parametrize(
    "url", ["/static/owleye.css", "/static/v-old/owleye.css", "/static/sound.js", "/static/fonts/figtree.woff2"]
)
def test_other_addresses_are_revalidated(bench: Bench, url: str) -> None:
    assert cache_rule(bench, url) == "no-cache"


def test_an_open_page_of_another_version_gets_the_files_of_this_one(bench: Bench) -> None:
    with bench.client.get("/static/v-old/owleye.css") as old, bench.client.get("/static/owleye.css") as new:
        assert (old.status_code, old.data) == (200, new.data)


def test_a_page_with_a_version_is_not_cached_for_ever(bench: Bench) -> None:
    mark = re.search(r"/static/v-(\w+)", bench.client.get("/host").text)
    assert mark is not None
    assert "immutable" not in cache_rule(bench, f"/host?mark={mark[1]}")
