"""The simulator on the table page: a drawer that is closed unless something is pressed in it."""

from __future__ import annotations

from tests.browser.chromium import Page


def in_drawer(page: Page, selector: str, has: str) -> None:
    """Press a button of the simulator's drawer, found by its English text, and close it again: it covers the board."""
    page.js("document.querySelector('#simulator').open = true")
    page.click(selector, page.translated(has))
    page.js("document.querySelector('#simulator').open = false")
