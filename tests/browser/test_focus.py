"""The tab key: whatever it reaches can be seen, on a large screen and between the bars of a phone."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.chromium import Page
from tests.browser.painted import PaintedTable, painted_table
from tests.browser.states import GAMES, reach

pytestmark = pytest.mark.browser
COVERED = """(() => {
    const one = document.activeElement;
    const { x, y, width, height } = one.getBoundingClientRect();
    const met = document.elementFromPoint(x + width / 2, y + height / 2);
    const own = [one, ...(one.labels ?? []), one.closest("svg")?.closest(".scene")].filter(Boolean);
    return own.some(it => it.contains(met) || met?.contains(it)) ? "" : one.outerHTML;
})()"""
"""What has the focus, if something else lies over it or it is out of sight; a piece in the picture is seen with it."""
MOST_STOPS = 90


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PaintedTable]:
    with painted_table(tmp_path_factory.mktemp("home")) as table:
        yield table


@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
@pytest.mark.parametrize("game", GAMES)
def test_whatever_has_the_focus_can_be_seen(table: PaintedTable, page: Page, game: str, size: tuple[int, int]) -> None:
    page.size(*size)
    reach(table, game, "middle")
    page.go(table.url)
    page.until("!document.querySelector('.eyes-starting')")
    for _ in range(MOST_STOPS):
        page.press("Tab", 9)
        if page.js("document.activeElement === document.body"):
            return
        assert page.js(COVERED) == ""
    raise AssertionError("the tab key never comes to an end")
