"""Larger letters, set in a browser by people with weak eyes: they grow, and nothing is too wide for the screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.chromium import Page
from tests.browser.painted import PaintedTable, painted_table
from tests.browser.states import GAMES, reach

pytestmark = pytest.mark.browser
SIZE = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"
SCREENS = ((1280, 800), (480, 320), (390, 844))
TWICE = 32  # px; browsers show 16 unless their owner changes it


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PaintedTable]:
    with painted_table(tmp_path_factory.mktemp("home")) as table:
        yield table


def test_letters_are_as_large_as_the_browser_is_set_to(table: PaintedTable, page: Page) -> None:
    reach(table, "casting-stones", "middle")
    for path in ("/", "/games"):
        page.go(table.url + path)
        before = page.js(SIZE)
        page.letters(TWICE)
        page.until(f"{SIZE} > {1.5 * before}")
        page.letters(16)


@pytest.mark.parametrize("game", GAMES)
def test_large_letters_make_no_state_of_a_game_too_wide(table: PaintedTable, page: Page, game: str) -> None:
    page.letters(TWICE)
    for state in GAMES[game]:
        reach(table, game, state)
        page.go(table.url)
        for size in SCREENS:
            page.size(*size)
            assert page.js(TOO_WIDE) == 0, (state, size)


def test_large_letters_make_no_page_too_wide(table: PaintedTable, page: Page) -> None:
    page.letters(TWICE)
    reach(table, "casting-stones", "middle")
    forms = [f"/games/new/{game}" for game in GAMES]
    for path in (*table.pages_without_arguments(), *forms, "/games/1", "/history/1"):
        page.go(table.url + path)
        for size in SCREENS:
            page.size(*size)
            assert page.js(TOO_WIDE) == 0, (path, size)
    page.complaints.clear()  # that pages of another game are not there
