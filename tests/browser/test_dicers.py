"""A whole Advanced game in German on phones: the table's own, and one in each player's hand."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from tests.browser.advanced_dicers import SECRET, play
from tests.browser.chromium import Page, installed
from tests.browser.conftest import Process

pytestmark = pytest.mark.browser
PATIENCE_S = 90  # for a machine that has much else to do


@pytest.fixture
def phones(process: Process) -> Iterator[Mapping[str, Page]]:
    browser = installed()
    if browser is None:
        pytest.skip("there is no Chromium here")
    phones = {name: Page(browser, 390, 844, language="de") for name in ("the table", *SECRET)}
    yield phones
    for phone in phones.values():
        phone.close()


def test_a_whole_advanced_game_is_played_on_phones_and_again(process: Process, phones: Mapping[str, Page]) -> None:
    table, seats = phones["the table"], {player: phones[player] for player in SECRET}
    play(table, seats, process.url, PATIENCE_S)
    table.click("button", table.translated("Play again"))
    for player, phone in seats.items():
        phone.until(f"document.querySelector('.own-name')?.innerText.includes('{player}')", PATIENCE_S)
        phone.until("!!document.querySelector('.throw-now button')", PATIENCE_S)
        assert phone.js("document.documentElement.scrollWidth - innerWidth") == 0
    assert [phone.complaints for phone in phones.values()] == [[], [], []]
