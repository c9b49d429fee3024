"""The bench of latency listens and looks as a page does, behind the real server."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cli.bench_latency import measured, refreshed, spread
from referee.cli.bench_table import Browser
from tests.browser.serving import serving
from tests.web.kit import playing


def test_a_throw_is_measured_to_the_event_and_then_to_the_page(tmp_path: Path) -> None:
    bench = playing(tmp_path)
    with serving(bench.client.application) as url:
        page, known = Browser(url), dict[str, str]()
        events = page.events()
        refreshed(page, known)
        before = dict(known)
        heard, shown = measured(page, events, known)
        after = page.parts({})
    bench.close()
    assert 0 <= heard <= shown
    assert bench.now.length == 1
    assert before["verdict"] != known["verdict"] == after["verdict"]["digest"]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        ([0.1, 0.2, 0.3], "median 200 ms, 95 % within 290 ms, at most 300 ms"),
        ([0.5] * 4, "median 500 ms, 95 % within 500 ms, at most 500 ms"),
    ],
)
def test_the_spread_of_some_times(seconds: list[float], words: str) -> None:
    assert spread(seconds) == words
