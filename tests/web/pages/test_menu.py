"""The menu: on every page one of its entries is the current one."""

from __future__ import annotations

import re

from tests.web.kit import Bench
from tests.web.test_catalogue import pages_of

WITHOUT_ENTRY = ("/children", "/mine", "/small")  # nobody has a seat yet


def current(html: str) -> list[tuple[str, str]]:
    """The current entries of the menu, each with the kind of being current."""
    menu = re.search(r'<nav class="menu".*?</nav>', html, re.S)
    return re.findall(r'aria-current="(\w+)">([^<]+)</a>', menu[0]) if menu else []


def test_one_entry_is_current_on_every_page_with_the_menu(bench: Bench) -> None:
    pages = {path: current(bench.client.get(path).text) for path in pages_of(bench) if path not in WITHOUT_ENTRY}
    assert {path: found for path, found in pages.items() if len(found) != 1} == {}
    assert pages["/setup"] == [("page", "Set up")]
    assert pages["/calibration"] == [("true", "Set up")]
    assert pages["/statistics"] == [("true", "Games")]
