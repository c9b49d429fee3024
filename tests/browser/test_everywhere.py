"""Sounds, voice, the live region and the keys: each verdict once, and only where they are switched on."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from tests.browser.chromium import Page
from tests.browser.conftest import Process
from tests.web.kit import POTION, SETUP, SPELL, sides_of

pytestmark = pytest.mark.browser

ANSWER = """(async () => {
    const { token } = await (await fetch("/api/me")).json();
    const { length } = await (await fetch("/api/table")).json();
    const headers = { "Content-Type": "application/json", "X-Owleye-Token": token };
    const body = JSON.stringify({ ...BODY, at: length });
    return (await fetch("/api/say", { method: "POST", headers, body })).json();
})()"""
EARS = """
    window.tones = []; window.spoken = []; window.pulses = [];
    window.OscillatorNode = class extends OscillatorNode {
        start(at) { tones.push(this.frequency.value); super.start(at); }
    };
    speechSynthesis.speak = (said) => spoken.push(said.text);
    navigator.vibrate = (pulses) => pulses.length && window.pulses.push(pulses);
"""


def say(page: Page, body: dict[str, object]) -> dict[str, object]:
    answer = page.js(ANSWER.replace("BODY", json.dumps(body)))
    assert answer["ok"], answer
    return dict(answer)


def cast(page: Page, player: str, letters: str) -> None:
    """The cast of *player*, as another program would enter it."""
    sides = dict(zip(SETUP["hands"][player], sides_of(letters), strict=True))
    say(page, {"say": "fact", "fact": {"fact": "throw", "player": player, "shown": sides}})


def announced(page: Page) -> list[str]:
    """The texts given to a screen reader."""
    return list(page.js("[...document.querySelectorAll('#news p')].map(line => line.textContent)"))


def listening(page: Page, url: str, mode: str) -> None:
    """Open the table and record its sounds and spoken texts; a touch switches the sound on."""
    page.go(url)
    page.js(f"localStorage.setItem('owleye-sound', '{mode}'); {EARS}")
    page.until("!!sessionStorage.getItem('owleye-heard')")
    page.click("h2")


def test_a_screen_reader_hears_each_verdict_exactly_once(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    page.js("sessionStorage.clear()")
    page.go(dealt.url)
    page.until("!!sessionStorage.getItem('owleye-heard')")
    assert announced(page) == [], "what was said before the page was opened is no news"
    cast(page, "Bo", SPELL)
    cast(page, "Ana", POTION)
    verdict = "Bo: Spell — 6 + 4 = 10. Ana: Potion. A Spell beats a Potion. Bo wins the turn."
    page.until(f"document.getElementById('news').innerText.includes({verdict!r})")
    page.until("document.getElementById('main').innerText.includes('Bo wins the turn')")
    assert announced(page).count(verdict) == 1
    regions = page.js(
        "[...document.querySelectorAll('[aria-live], [role=status], [role=alert]')].map(one => one.innerText)"
    )
    assert sum("Bo wins the turn" in words for words in regions) == 1
    page.go(dealt.url + "/history")
    page.until("document.readyState === 'complete'")
    assert announced(page) == [], "the next page does not say it again"
    say(page, {"say": "undo"})
    page.go(dealt.url)
    page.until("!!sessionStorage.getItem('owleye-heard')")
    assert announced(page) == [], "what an undo uncovers was heard before"


def test_a_change_of_the_language_repeats_no_verdict(dealt: Process, page: Page) -> None:
    listening(page, dealt.url, "voice")
    cast(page, "Bo", SPELL)
    page.until("!!document.querySelector('#news p')")
    page.click("header button", "DE")
    page.until("document.documentElement.lang === 'de' && sessionStorage.getItem('owleye-heard').includes('wirft')")
    assert announced(page) == []


def test_a_screen_reader_hears_the_verdict_on_its_own_press_once(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    page.until("!!sessionStorage.getItem('owleye-heard')")
    cast(page, "Bo", "nnnns")
    cast(page, "Ana", "nnnns")
    page.click("#ask button", "Stand")
    page.until("document.querySelector('h1').innerText.startsWith('Ana casts any stones')")
    page.click("#ask button", "Stand")
    page.until("document.getElementById('news').innerText.includes('Turn 2')")
    heard = " ".join(announced(page))
    assert [heard.count(words) for words in ("Two Bungles", "Ana does not cast again")] == [1, 1]


def test_each_verdict_makes_one_sound_where_sounds_are_on(dealt: Process, page: Page) -> None:
    listening(page, dealt.url, "on")
    cast(page, "Bo", SPELL)
    cast(page, "Ana", POTION)
    page.until("tones.length >= 3")
    assert page.js("tones") == [523, 659, 880]
    assert page.js("spoken") == []
    assert page.js("pulses") == [[120]]


def test_the_voice_speaks_a_short_verdict(dealt: Process, page: Page) -> None:
    listening(page, dealt.url, "voice")
    cast(page, "Bo", SPELL)
    page.until("spoken.length === 1")
    cast(page, "Ana", POTION)
    page.until("spoken.length === 2")
    assert page.js("spoken[1]").endswith("Bo wins the turn.")


def test_there_is_no_sound_where_sounds_are_off(dealt: Process, page: Page) -> None:
    listening(page, dealt.url, "off")
    cast(page, "Bo", SPELL)
    page.until("document.querySelectorAll('#news p').length === 1")
    assert page.js("[tones.length, spoken.length, pulses.length]") == [0, 0, 0]


def test_the_choice_of_the_sound_switch_is_remembered(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    page.js("localStorage.clear()")
    page.go(dealt.url)
    page.until("!document.querySelector('[data-sound-switch]').hidden")
    labels = []
    for _ in range(3):
        page.click(".sound-switch")
        labels.append(page.js("document.querySelector('.sound-switch').ariaLabel"))
    assert sorted(labels) == ["Sound off", "Sounds", "Sounds and voice"]
    saved = page.js("localStorage.getItem('owleye-sound')")
    page.go(dealt.url + "/games")
    page.until("!document.querySelector('[data-sound-switch]').hidden")
    assert page.js("document.querySelector('.sound-switch').dataset.mode") == saved


def test_keys_undo_help_and_can_be_switched_off(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    page.js("localStorage.clear()")
    cast(page, "Bo", SPELL)
    page.until("!!document.querySelector('.take-back button')")
    page.press("u", 85, "u")
    page.until("fetch('/version').then(answer => answer.json()).then(told => told.length === 2)")
    page.press("?", 191, "?")
    page.until("document.querySelector('dialog.keys')?.open")
    assert "undo the last step" in page.js("document.querySelector('dialog.keys').innerText")
    page.click("dialog.keys label")
    page.click("dialog.keys button", "Close")
    page.until("!document.querySelector('dialog')")
    cast(page, "Bo", SPELL)
    page.until("!!document.querySelector('.take-back button')")
    page.press("u", 85, "u")
    assert page.js("fetch('/version').then(answer => answer.json()).then(told => told.length)") == 3
    page.js("localStorage.clear()")


def test_the_focus_stays_on_the_same_button_and_moves_to_no_other(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    cast(page, "Bo", SPELL)
    page.until("!!document.querySelector('.take-back button')")
    page.js("document.querySelector('.take-back button').focus()")
    cast(page, "Ana", "nnnns")
    page.until("document.querySelector('h1').innerText.startsWith('Ana casts any stones')")
    assert page.js("document.activeElement.matches('.take-back button')")
    say(page, {"say": "undo"})
    page.until("!!document.querySelector('.bring-back button')")
    page.js("document.querySelector('.bring-back button').focus()")
    cast(page, "Ana", "nnnns")
    page.until("!document.querySelector('.bring-back button')")
    assert page.js("document.activeElement.id") == "ask"
    page.press("Tab")
    assert page.js("!!document.activeElement.closest('#ask')")


def test_of_buttons_that_look_alike_the_focus_stays_on_the_same(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    cast(page, "Bo", "nnnns")
    cast(page, "Ana", "nnnns")
    page.until("document.querySelector('h1').innerText.startsWith('Bo casts any stones')")
    buttons = "[...document.querySelectorAll('#ask [action=\"/simulation/throw\"] button')]"
    assert page.js(f"{buttons}.length") > 2
    words = page.js(f"{buttons}[1].focus(), {buttons}[1].innerText")
    page.js(
        "import(document.querySelector('script[src*=\"/owleye.js\"]').src).then(({ exchange }) =>"
        " exchange({ ask: { html: document.querySelector('#ask').innerHTML + ' ', digest: '' } }))"
    )
    assert page.js(f"[document.activeElement.innerText, document.activeElement === {buttons}[1]]") == [words, True]


def test_keys_do_nothing_while_somebody_types(dealt: Process, page: Page) -> None:
    page.go(dealt.url + "/games/new/casting-stones")
    page.js("localStorage.clear(); document.querySelector('[name=player]').value = ''")
    page.type("[name=player]", "U")
    page.press("?", 191, "?")
    page.press(" ", 32, " ")
    assert page.js("!document.querySelector('dialog') && location.pathname.endsWith('casting-stones')")


def test_arrows_turn_the_pages_of_a_replay(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    cast(page, "Bo", SPELL)
    cast(page, "Ana", POTION)
    page.go(dealt.url + "/games/1/watch")
    page.press("ArrowRight", 39)
    page.until("location.pathname === '/games/1/watch/2' && document.readyState === 'complete'")
    page.press("ArrowLeft", 37)
    page.until("location.pathname === '/games/1/watch/1'")


def test_the_focus_stays_on_the_way_through_a_replay(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    cast(page, "Bo", SPELL)
    cast(page, "Ana", POTION)
    page.go(dealt.url + "/games/1/watch")
    assert page.js("document.activeElement === document.body")
    page.js("document.querySelector('[rel=next]').focus()")
    page.press("Enter", 13, "\r")
    page.until("location.pathname === '/games/1/watch/2' && document.activeElement.matches('.watch-nav a')")
    words = "document.getElementById(document.activeElement.getAttribute('aria-describedby'))?.innerText"
    assert page.js(words) == page.js("document.querySelector('.watch-words').innerText")
    page.js("document.querySelector('[rel=prev]').focus()")
    page.press("Enter", 13, "\r")
    page.until("location.pathname === '/games/1/watch/1' && document.activeElement.matches('.watch-nav a')")


def test_a_page_fills_the_whole_screen_and_leaves_it_again(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    page.until("!document.querySelector('[data-full-screen]').hidden")
    page.click("[data-full-screen]")
    page.until("!!document.fullscreenElement")
    page.click("[data-full-screen]")
    page.until("!document.fullscreenElement")


FILLED_IN = """[...document.querySelectorAll('#player-1, #player-2, [name=level]:checked, [name="colour.0"]:checked')]
    .map(field => field.value)"""


def reloaded(page: Page) -> None:
    page.tell("Page.reload")


def in_german(page: Page) -> None:
    page.click(".language-switch button")


@pytest.mark.parametrize("away", [reloaded, in_german])
def test_what_was_filled_in_for_a_new_game_stays_when_the_page_is_loaded_again(
    dealt: Process, page: Page, away: Callable[[Page], None]
) -> None:
    page.go(f"{dealt.url}/games/new/casting-stones")
    for field, name in (("#player-1", "Gerda"), ("#player-2", "Max")):
        page.js(f"document.querySelector('{field}').value = ''")
        page.type(field, name)
    page.click("[name=level][value=advanced]")
    page.click("[name='colour.0'][value=green]")
    filled = page.js(FILLED_IN)
    page.js("window.old = true")
    away(page)
    page.until("!window.old")
    assert sorted(filled) == ["Gerda", "Max", "advanced", "green"]
    page.until(f"{FILLED_IN}.join() === {json.dumps(filled)}.join()")


def test_a_new_game_that_is_opened_afresh_proposes_the_last_names(dealt: Process, page: Page) -> None:
    page.go(f"{dealt.url}/games/new/casting-stones")
    proposed = page.js(FILLED_IN)
    page.type("#player-1", "Gerda")
    page.go(f"{dealt.url}/games")
    page.go(f"{dealt.url}/games/new/casting-stones")
    assert page.js(FILLED_IN) == proposed


def test_a_double_tap_on_an_earlier_name_fills_it_in(dealt: Process, page: Page) -> None:
    page.go(f"{dealt.url}/games/new/dicers")
    page.js("for (const field of document.querySelectorAll('input[name=player]')) field.value = ''")
    page.click("[data-name]", "Bo", times=2)
    assert page.js("document.querySelector('#player-1').value") == "Bo"
