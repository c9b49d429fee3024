"""A whole Advanced game: the table's screen, and a phone in each player's hand."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping

import pytest

from tests.browser.chromium import Page, installed
from tests.browser.conftest import Process
from tests.browser.test_play import step

pytestmark = pytest.mark.browser
OPTIONS = "[...document.querySelectorAll('#ask .option')].map(button => button.value)"
KIND = "document.querySelector('#ask input[name=kind]')?.value"
SECRET = {"Ana": ("Summon", "Capture", "Greater Expel", "Add 2"), "Bo": ("Swap", "Cast Spell", "Spy", "Extra Roll")}
PATIENCE_S = 90  # for a machine that has much else to do
ROLLS = {"Ana": "5", "Bo": "2"}
Phones = Mapping[str, Page]


@pytest.fixture
def phones(process: Process) -> Iterator[Phones]:
    browser = installed()
    if browser is None:
        pytest.skip("there is no Chromium here")
    phones = {player: Page(browser, 390, 844) for player in SECRET}
    yield phones
    for phone in phones.values():
        phone.close()


def begin(process: Process, table: Page, phones: Phones) -> None:
    """The host begins; each phone follows the code of its seat, by a name under which it is no host."""
    table.go(f"{process.url}/games/new/dicers")
    table.type("#player-1", "Ana")
    table.type("#player-2", "Bo")
    table.click(".level-choice", "Advanced")
    table.click("button", "Start the game")
    table.until("!!document.querySelector('.duel')", PATIENCE_S)
    codes = table.js(
        "fetch('/seats').then(answer => answer.text()).then(page => page.match(/\\/seat\\/[A-Za-z0-9_-]+/g))"
    )
    for (player, phone), path in zip(phones.items(), dict.fromkeys(codes), strict=True):
        phone.go(f"http://{player.lower()}.localhost:{process.port}{path}")
        phone.until(f"document.querySelector('.own-name')?.innerText.includes('{player}')", PATIENCE_S)


def throw(table: Page) -> None:
    """Roll what is due on the simulated table: Ana's dice show 5, Bo's 2."""
    side = ROLLS[asked(table)]
    table.js(f"document.querySelectorAll('#simulation .wishes select').forEach(wish => wish.value = '{side}')")
    step(table, lambda: table.click("#simulation button", "Throw"), PATIENCE_S)


def asked(table: Page) -> str:
    """The player whom the table's screen calls first."""
    return str(table.js("document.querySelector('#ask .who').innerText.trim()"))


def tap(phone: Page, table: Page, pick: str) -> None:
    """Tap one choice on a phone."""
    button = f"#ask .option[value={json.dumps(pick)}]"
    phone.until(f"!!document.querySelector({json.dumps(button)})", PATIENCE_S)
    step(table, lambda: phone.click(button), PATIENCE_S)


def wait_for_choice(phone: Page) -> tuple[str, list[str]]:
    """What a phone is asked, and what it may answer."""
    phone.until("!!document.querySelector('#ask .option')", PATIENCE_S)
    return str(phone.js(KIND)), list(phone.js(OPTIONS))


def keep_secrets(table: Page, phones: Phones) -> None:
    """No unused Power stands on the table's screen or on the other's phone."""
    for player, other in (("Ana", "Bo"), ("Bo", "Ana")):
        seen = table.js("document.body.innerText") + phones[other].js("document.body.innerText")
        assert not [power for power in SECRET[player] if power in seen]
        assert SECRET[player][0] in phones[player].js("document.body.innerText")


def test_a_whole_advanced_game_on_two_phones(process: Process, page: Page, phones: Phones) -> None:
    begin(process, page, phones)
    assert phones["Bo"].js("fetch('/seats').then(answer => answer.status)") == 403
    phones["Bo"].complaints.clear()
    wins = 0
    while "The game is over" not in page.js("document.querySelector('#ask').innerText"):
        if page.js("!!document.querySelector('#ask .by-hand') && !document.querySelector('.ask-keep')"):
            throw(page)
            continue
        if page.js("!!document.querySelector('.ask-keep')"):
            tap(phones[asked(page)], page, "keep")
            continue
        phone = phones[asked(page)]
        kind, options = wait_for_choice(phone)
        wins += kind == "win"
        tap(phone, page, "evoke" if kind == "win" and wins == 2 else options[0])
        if wins < 2:
            keep_secrets(page, phones)
    assert "Ana wins the game" in page.js("document.querySelector('#ask').innerText")
    assert wins >= 4
    assert [phone.complaints for phone in phones.values()] == [[], []]
