"""Links to the table on pages of other sites, such as a messenger's or a club's."""

from __future__ import annotations

import re

import pytest

from tests.browser.chromium import Page
from tests.browser.conftest import Process

pytestmark = pytest.mark.browser
PLAYER = "fetch('/api/me').then(answer => answer.json()).then(me => me.player)"


def follow(page: Page, url: str) -> None:
    """Click a link to *url* on a page of another site."""
    page.go(f'data:text/html,<a href="{url}">Our table</a>')
    page.click("a")
    page.until("location.protocol === 'http:'")


def test_a_link_on_another_site_opens_a_seat_and_later_ones_leave_it(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    seat = re.search(r"/seat/[\w-]+", page.js("fetch('/seats').then(answer => answer.text())"))
    phone = dealt.url.replace("127.0.0.1", "phone.localhost")
    assert seat
    for link in (seat[0], "/", "/history"):
        follow(page, phone + link)
        assert page.js(PLAYER), link


def test_a_form_on_another_site_changes_nothing_and_ends_no_seat(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    seat = re.search(r"/seat/[\w-]+", page.js("fetch('/seats').then(answer => answer.text())"))
    phone = dealt.url.replace("127.0.0.1", "phone.localhost")
    assert seat
    page.go(phone + seat[0])
    player = page.js(PLAYER)
    page.go(f'data:text/html,<form method="post" action="{phone}/seats/leave"><button>Win a prize</button></form>')
    page.click("button")
    page.until("location.protocol === 'http:'")
    page.complaints.clear()  # the refusal
    assert page.js(PLAYER) == player
