"""Forms and lists of cards on a phone: what belongs together stands together."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.chromium import Page
from tests.browser.painted import PaintedTable, painted_table
from tests.browser.states import reach

pytestmark = pytest.mark.browser
PHONE = (390, 844)


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PaintedTable]:
    with painted_table(tmp_path_factory.mktemp("home")) as table:
        yield table


def open_cards(table: PaintedTable, page: Page, language: str, game: str) -> None:
    """Show the page of the cards of a game on a phone."""
    reach(table, game, "first")
    page.prefer(language)
    page.size(*PHONE)
    page.go(table.url + f"/{game}/cards")


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_two_sides_of_a_stone_stand_side_by_side(table: PaintedTable, page: Page, language: str) -> None:
    open_cards(table, page, language, "casting-stones")
    heights = page.js(
        "[...document.querySelectorAll('.stone-line')].map(line => new Set([...line.querySelectorAll('.check')]"
        ".map(side => side.getBoundingClientRect().top)).size)"
    )
    assert heights == [1] * 5


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_links_of_the_cards_stand_below_one_another(table: PaintedTable, page: Page, language: str) -> None:
    open_cards(table, page, language, "munchkin")
    ends = page.js(
        "[...document.querySelectorAll('.card-list li > a.button')].map(link => link.getBoundingClientRect().right)"
    )
    assert len(ends) > 10
    assert max(ends) - min(ends) < 1
