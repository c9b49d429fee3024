"""Answers are compressed on request, never for a request that another site caused, and unpack to the same bytes."""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.kit import JPEG, SPELL, Bench, playing

GZIP = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = playing(tmp_path)
    bench.throw(SPELL)
    yield bench
    bench.close()


URLS = ("/", "/history", "/games", "/api/table", "/static/owleye.css", "/static/owl.svg", "/nothing")


@pytest.mark.parametrize("url", URLS)
def test_an_unpacked_answer_equals_the_plain_one(bench: Bench, url: str) -> None:
    bench.client.get("/host")  # takes the message of the throw along
    with bench.client.get(url) as plain, bench.client.get(url, headers=GZIP) as packed:
        assert "Content-Encoding" not in plain.headers
        assert packed.headers.get("Content-Encoding", "") == ("gzip" if len(plain.data) >= 800 else "")
        body = gzip.decompress(packed.data) if packed.headers.get("Content-Encoding") else packed.data
        assert body == plain.data
        assert plain.headers["Vary"].count("Accept-Encoding") == packed.headers["Vary"].count("Accept-Encoding") == 1
        assert int(packed.headers["Content-Length"]) == len(packed.data)


def test_the_table_page_is_much_smaller(bench: Bench) -> None:
    assert len(bench.client.get("/", headers=GZIP).data) * 4 < len(bench.client.get("/").data)


@pytest.mark.parametrize("site", ["cross-site", "same-site", "nonsense"])
def test_a_request_that_another_site_caused_is_not_compressed(bench: Bench, site: str) -> None:
    answer = bench.client.get("/", headers={**GZIP, "Sec-Fetch-Site": site})
    assert "Content-Encoding" not in answer.headers
    for own in ("same-origin", "none"):
        assert "Content-Encoding" in bench.client.get("/", headers={**GZIP, "Sec-Fetch-Site": own}).headers


def test_of_another_site_only_links_bring_the_cookie(bench: Bench) -> None:
    """The second reason in web/delivery.py; tests/browser/test_links.py says why links do."""
    fresh = bench.client.application.test_client().get("/host")
    assert "SameSite=Lax" in fresh.headers["Set-Cookie"]


def test_pictures_and_streams_are_left_as_they_are(bench: Bench) -> None:
    frame = bench.client.get("/frame.jpg", headers=GZIP)
    assert ("Content-Encoding" not in frame.headers, frame.data) == (True, JPEG)
    stream = bench.client.get("/api/events", headers=GZIP, buffered=False)
    assert "Content-Encoding" not in stream.headers
    assert next(iter(stream.response)) in (b"retry: 2000\n\n", "retry: 2000\n\n")
    stream.close()


def test_a_cached_style_sheet_is_not_sent_again(bench: Bench) -> None:
    with bench.client.get("/static/owleye.css", headers=GZIP) as first:
        tag = first.headers["ETag"]
    with bench.client.get("/static/owleye.css", headers={**GZIP, "If-None-Match": tag}) as again:
        assert (again.status_code, again.data) == (304, b"")
