"""Six play Munchkin: the table's page, a phone for each seat, the panel's mock buttons, the painted die and real eyes.

Each phone is an address of its own of this machine: none of them is the name that makes a browser the host, and each
keeps its own cookies.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.browser.chromium import Page, installed
from tests.browser.drawer import in_drawer
from tests.browser.test_play import step
from tests.browser.test_simulated import EYES_S, Table

pytestmark = pytest.mark.browser
SIX = ["Ana", "Bo", "Cy", "Dora", "Emil", "Flo"]

LEVEL = "document.querySelector('.figure.seat-{seat} .figure-level').lastChild.data.trim()"


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    running = Table(tmp_path, "0.0.0.0")
    yield running
    running.kill()


@pytest.fixture
def phone(page: Page) -> Iterator[Page]:
    """A second browser, as wide as a phone, whose owner reads German."""
    phone = Page(str(installed()), 390, 844, language="de")
    yield phone
    complaints = list(phone.complaints)
    phone.close()
    assert complaints == []


def home_of(table: Table) -> str:
    """The table's address as the machine itself calls it."""
    return f"http://127.0.0.1:{urlsplit(table.url).port}"


def sit(table: Table, page: Page, phone: Page, seat: int) -> None:
    """The phone of that seat scans its code and sees its own page."""
    addresses = page.js(f"fetch('{home_of(table)}/seats').then(answer => answer.text())")
    codes = [part.split('"')[0].split("<")[0] for part in addresses.split("/seat/")[1:]]
    code = list(dict.fromkeys(codes))[seat]
    phone.go(f"http://127.0.0.{seat + 2}:{urlsplit(table.url).port}/seat/{code}")
    phone.until(f"document.querySelector('.own-name')?.innerText.includes({SIX[seat]!r})")


def tap(phone: Page, kind: str, pick: str) -> None:
    """Press the button of the phone that sends this pick, opening the fold around it first.

    Parts of a page are drawn anew one after the other: the button must be of the state that the first part shows.
    """
    now = "f.elements.at?.value === document.querySelector('#ask input[name=at]')?.value"
    asked = f"f.elements.kind?.value === {json.dumps(kind)}"
    forms = f"[...document.querySelectorAll('form')].filter(f => {asked} && {now})"
    find = f"{forms}.map(f => f.querySelector('button[name=pick][value={json.dumps(pick)}]')).find(b => b)"
    phone.until(f"!!({find})")
    phone.js(f"{find}.closest('details')?.setAttribute('open', '')")
    step(phone, lambda: phone.js(f"{find}.click()"))


def fight(page: Page, level: int) -> None:
    """The door opens on a monster of that Level."""
    page.until("!!document.querySelector('.describe [name=level]')")
    page.js(f"document.querySelector('.describe [name=level][value=\"{level}\"]').click()")
    step(page, lambda: page.click(".describe button"))


def might(page: Page) -> list[str]:
    """Both strengths on the page."""
    strengths: list[str] = page.js("[...document.querySelectorAll('.might')].map(e => e.innerText)")
    return strengths


def level(page: Page, seat: int) -> str:
    """A player's Level at a glance."""
    words: str = page.js(LEVEL.format(seat=seat))
    return words


def test_six_players_fight_run_and_win(table: Table, page: Page, phone: Page) -> None:
    begin(table, page)
    sit(table, page, phone, 1)
    ana_is_helped_and_the_countdown_stopped(page, phone)
    step(page, lambda: page.click(".ask-charity button, .ask-end button"))
    bo_loots(page, phone)
    sit(table, page, phone, 2)
    cy_runs_by_the_die(page, phone)
    step(page, lambda: page.click(".ask-charity button, .ask-end button"))
    sit(table, page, phone, 3)
    for _ in range(3):
        tap(phone, "level", "+3 card")
    page.until(f"{LEVEL.format(seat=3)} === '9'")  # a card never makes the last step
    fight(page, 1)
    page.until("document.querySelector('.champion')?.innerText.includes('Dora wins the game')")
    phone.until("document.body.innerText.includes('Das Spiel ist vorbei')")


def ana_is_helped_and_the_countdown_stopped(page: Page, phone: Page) -> None:
    """Ana loses until Bo enters a bonus; Bo's phone and Cy's button stop the countdown, then it runs out."""
    fight(page, 3)
    assert might(page) == ["1", "3"]
    no_page_is_too_wide(page)
    tap(phone, "bonus", "players +5")
    page.until("document.querySelector('.countdown-words')?.innerText.includes('Ana wins the fight')")
    assert might(page) == ["6", "3"]
    stays_in_sight(phone)
    phone.click(".stop", phone.translated("Stop!"))
    page.until("document.querySelector('.countdown-stopped')?.innerText.includes('Bo says stop!')")
    phone.click(".stop", phone.translated("Go on"))
    page.until("Number(document.querySelector('.countdown-number')?.innerText) < 5")
    in_drawer(page, ".seat", "Cy")
    page.until("document.querySelector('.countdown-stopped')?.innerText.includes('Cy says stop!')")
    in_drawer(page, ".seat", "Cy")
    page.until("!document.querySelector('.fight')")
    assert level(page, 0) == "2"


def stays_in_sight(phone: Page) -> None:
    """Scrolled down to a bonus, the countdown and its Stop! are still in sight."""
    phone.until("!!document.querySelector('.countdown-running')")
    bounds = phone.js(
        "scrollTo(0, 300), [scrollY, ...[...document.querySelectorAll('.countdown-running')].flatMap("
        "e => [e.getBoundingClientRect().top, e.getBoundingClientRect().bottom])]"
    )
    assert bounds[0] > 100
    assert 0 <= bounds[1] < bounds[2] <= 844


def no_page_is_too_wide(page: Page) -> None:
    """No page needs scrolling sideways, on the small screen and on a phone; ends on the table page."""
    here = page.js("location.origin")
    for width, height in ((480, 320), (390, 844)):
        page.size(width, height)
        for path in ("/", "/small", "/munchkin/sheet/0", "/munchkin/levels", "/munchkin/cards", "/games/new/munchkin"):
            page.go(here + path)
            wide = page.js("[document.documentElement.scrollWidth, innerWidth]")
            assert wide[0] <= wide[1], path
    page.size(1280, 800)
    page.go(f"{here}/")


def bo_loots(page: Page, phone: Page) -> None:
    """Bo plays the whole turn on the phone; Ana is no longer among the lowest."""
    page.until("document.querySelector('.turn-of').innerText.includes('Bo')")
    tap(phone, "unlock", "another card > hand")
    tap(phone, "room", "loot")
    tap(phone, "charity", "discard")


def cy_runs_by_the_die(page: Page, phone: Page) -> None:
    """Cy runs away; the painted die shows its picture side, which was taught and counts as 6."""
    fight(page, 20)
    tap(phone, "run", "away")
    page.until("!!document.querySelector('#simulation [name=\"side.die:munchkin\"]')", EYES_S)
    page.js("document.querySelector('#simulation [name=\"side.die:munchkin\"]').value = 'power'")
    step(page, lambda: in_drawer(page, "#simulation button", "Throw the die"), EYES_S)
    assert "Cy throws 6 and gets away" in page.js("document.querySelector('#recent').innerText")


def begin(table: Table, page: Page) -> None:
    """A new game for six, straight into the first turn; the eyes have seen the empty table."""
    page.go(f"{home_of(table)}/games/new/munchkin")
    for seat, name in enumerate(SIX, start=1):
        page.type(f"#player-{seat}", name)
    page.js("document.querySelector('[name=way][value=turn]').checked = true")
    page.js('document.querySelector(\'[name="rule.kill_wait_seconds"][value="2"]\').checked = true')  # 5 s
    page.click("button", "Start the game")
    page.until("document.querySelector('.turn-of')?.innerText.includes('Ana')", EYES_S)
    page.until("!!document.querySelector('.eyes-watching')", EYES_S)
