"""An Advanced game of Casting Stones from the collections to the fourth turret, with two phones."""

from __future__ import annotations

import pytest

from tests.browser.advanced import play
from tests.browser.chromium import Page
from tests.browser.conftest import Process

pytestmark = pytest.mark.browser


def test_an_advanced_game_is_played_with_two_phones(process: Process, page: Page) -> None:
    play(page, process.url, 30)
