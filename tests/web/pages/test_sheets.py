"""Styles: every page has the common style sheet and its own, and no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.web.kit import open_bench, playing

SHARED = {"owleye", "table", "guide", "everywhere"}


def sheets(page: str) -> set[str]:
    return set(re.findall(r'rel="stylesheet" href="/static/v-\w+/([\w-]+)\.css', page))


@pytest.mark.parametrize(
    ("url", "own"),
    [
        ("/", {"stage", "stage-parts"}),
        ("/games", {"past"}),
        ("/statistics", {"past"}),
        ("/games/1", {"past"}),
        ("/setup", {"wizards"}),
        ("/calibration", {"wizards"}),
        ("/teach", {"wizards"}),
        ("/teach/die", {"wizards"}),
        ("/prove", {"wizards"}),
        ("/collection", {"wizards"}),
        ("/history", set()),
        ("/host", set()),
        ("/nothing", set()),
    ],
)
def test_a_page_links_its_own_style_sheet_and_no_other(tmp_path: Path, url: str, own: set[str]) -> None:
    bench = playing(tmp_path)
    assert sheets(bench.client.get(url).text) - {"casting-stones"} == SHARED | own
    bench.close()


def test_the_welcome_shows_the_steps_of_the_set_up(tmp_path: Path) -> None:
    bench = open_bench(tmp_path)
    assert sheets(bench.client.get("/").text) == SHARED | {"wizards"}
    bench.close()
