"""A phone that loses the table: what the page says, how soon, and what becomes of a tap made meanwhile."""

from __future__ import annotations

import pytest

from tests.browser.chromium import Page
from tests.browser.conftest import Process

pytestmark = pytest.mark.browser
LENGTH = "fetch('/version').then(answer => answer.json()).then(told => told.length)"
LOST = "!document.getElementById('lost').hidden"
TOAST = "document.getElementById('toast').innerText"
HOLD_POSTS = """
    const real = fetch;
    window.fetch = (url, how) => how?.method !== "POST" ? real(url, how)
        : new Promise((_, no) => how.signal.addEventListener("abort", () => no(how.signal.reason)));
"""
"""A line that swallows what is sent, and never answers."""
NO_ANSWER = """
    const real = fetch;
    window.fetch = (url, how) => url === "/version" ? Promise.reject(new TypeError("no network")) : real(url, how);
"""

NOTE_REDRAWS = """
    window.asked = [];
    const real = fetch;
    window.fetch = (url, how) => (asked.push(url), real(url, how));
    document.addEventListener("owleye:table", () => window.heard = true);
"""
REDRAWS = "asked.filter(url => url === document.querySelector('[data-parts]').dataset.parts).length"


def test_a_page_that_shows_the_state_of_the_first_event_is_not_drawn_again(dealt: Process, page: Page) -> None:
    script = page.tell("Page.addScriptToEvaluateOnNewDocument", source=NOTE_REDRAWS)
    page.go(dealt.url)
    page.until("window.heard")
    assert page.js(REDRAWS) == 0
    page.click("#ask button", "Throw the stones")
    page.until(f"{REDRAWS} > 0")
    page.tell("Page.removeScriptToEvaluateOnNewDocument", **script)


def test_a_tap_that_gets_no_answer_is_said_to_be_on_its_way(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    page.js(HOLD_POSTS)
    page.click("#ask button", "Throw the stones")
    page.until(f"{TOAST}.includes('your tap is still on its way')")
    assert page.js("document.querySelector('[data-parts]').ariaBusy") == "true"


def test_a_tap_that_hangs_is_given_up_once_the_table_is_heard_again(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    page.until("!document.querySelector('.eyes-starting')")
    page.js(HOLD_POSTS)
    page.click("#ask button", "Throw the stones")
    dealt.kill()
    page.until(LOST)
    dealt.start()
    page.until(f"!({LOST})")
    page.until(f"{TOAST}.includes('look whether your tap counted')")
    assert page.js("document.querySelector('[data-parts]').ariaBusy") is None
    assert page.js(LENGTH) == 0
    page.complaints.clear()  # while the table was gone, the page could not but notice


def test_a_table_that_is_gone_is_reported_before_its_silence_is_long(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    page.until("!document.querySelector('.eyes-starting')")
    dealt.kill()
    page.until(LOST, 10)
    page.complaints.clear()


def test_a_page_looks_for_the_table_as_soon_as_the_network_is_gone(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    page.js(NO_ANSWER)
    offline = "dispatchEvent(new Event('offline'))"
    microtasks = "for (let tick = 0; tick < 20; tick++) await null"  # no message of the stream comes in between
    assert page.js(f"(async () => {{ {offline}; {microtasks}; return {LOST} }})()")
