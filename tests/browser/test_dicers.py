"""A whole Advanced game: the table's screen, and a phone in each player's hand."""

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
    phones = {player: Page(browser, 390, 844, language="de") for player in SECRET}
    yield phones
    for phone in phones.values():
        phone.close()


def test_a_whole_advanced_game_on_two_phones(process: Process, page: Page, phones: Mapping[str, Page]) -> None:
    play(page, phones, process.url, PATIENCE_S)
    assert [phone.complaints for phone in phones.values()] == [[], []]
