"""The stage: one screen for each game in each state, with the awaited action and the verdict in sight."""

from __future__ import annotations

import pytest

from tests.browser.chromium import Page
from tests.browser.conftest import Process
from tests.browser.test_play import POTION, SPELL, step, throw, turns_over, types

pytestmark = pytest.mark.browser
SCREENS = ((1280, 800, False), (1280, 800, True), (1024, 600, False), (800, 480, True))
SCROLLED = """[document.documentElement.scrollHeight - innerHeight, document.documentElement.scrollWidth - innerWidth,
    (main => main.scrollHeight - main.clientHeight)(document.querySelector('main'))]"""
IS_IN_SIGHT = """(what => { const box = document.querySelector(what)?.getBoundingClientRect()
    return !!box && box.width > 0 && Math.min(box.top, box.left, innerHeight - box.bottom, innerWidth - box.right) >= 0
    })"""


def fits(page: Page, *wanted: str) -> None:
    """On every screen nothing scrolls, and what is *wanted* is in sight."""
    for width, height, dark in SCREENS:
        page.size(width, height, dark)
        assert page.js(SCROLLED) == [0, 0, 0], (width, height)
        unseen = [what for what in wanted if not page.js(f"{IS_IN_SIGHT}({what!r})")]
        assert unseen == [], (width, height)
    page.size(1280, 800)


def test_a_quick_game_is_two_presses_from_the_first_page_to_a_verdict(process: Process, page: Page) -> None:
    page.go(process.url)
    assert page.js("document.querySelector('#main .button.primary').innerText") == "Quick game"
    page.click("button", "Quick game")
    page.until("!!document.querySelector('.throw-now button')")
    fits(page, ".scene", "#ask .who", "#ask .words", ".throw-now button")
    step(page, lambda: page.click(".throw-now button", "Throw"))
    page.until("document.querySelector('#verdict')?.innerText.includes('Player')")


def test_the_picture_of_a_verdict_freezes_and_then_is_live_again(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    throw(page, SPELL, types(page))
    page.until("document.querySelector('.scene').classList.contains('frozen')")
    opacity = "getComputedStyle(document.querySelector('.still-picture')).opacity"
    assert page.js(opacity) == "1"
    assert page.js("document.querySelectorAll('.still .named').length") == 5
    page.until(f"!document.querySelector('.frozen') && {opacity} === '0'")
    assert page.js("getComputedStyle(document.querySelector('.still .outlines')).opacity") == "1", "they lie there yet"


def test_the_live_picture_is_shown_until_the_next_one_has_loaded(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    known = types(page)
    throw(page, SPELL, known)
    page.until("document.querySelector('.scene').classList.contains('frozen')")
    page.js("void (HTMLImageElement.prototype.decode = () => new Promise(() => {}))")
    throw(page, POTION, known)
    page.until("document.querySelector('#verdict').innerText.includes('wins the turn')")
    assert page.js("getComputedStyle(document.querySelector('.frame')).visibility") == "visible"


def test_a_piece_is_corrected_in_the_picture(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    throw(page, SPELL, types(page))
    page.until("document.querySelector('#verdict').innerText.includes('Spell')")
    step(page, lambda: turns_over(page, "a.named .outline"))
    page.until("document.querySelector('#toast').innerText.includes('now counts as')")
    assert page.js("!document.querySelector('.fix:target')")
    step(page, lambda: page.click("#toast button", "Undo"))
    page.until("document.querySelector('#verdict').innerText.includes('Spell')")


def test_opening_and_closing_a_correction_moves_no_picture(dealt: Process, page: Page) -> None:
    moved = "[...document.querySelectorAll('.stage, .stage *')].filter(one => one.scrollTop).map(one => one.className)"
    page.go(dealt.url)
    throw(page, SPELL, types(page))
    page.until("document.querySelector('#verdict').innerText.includes('Spell')")
    for stone in ("a.named .outline", "a.stone"):
        page.click(stone)
        page.until("!!document.querySelector('.fix:target')")
        assert page.js(moved) == []
        page.press("Escape", 27)
        page.until("!document.querySelector('.fix:target')")
        assert page.js(moved) == []


MARKS = "[...document.querySelectorAll('.still .label-words')].map(words => words.textContent)"
HIDES = """(toast => [...document.querySelectorAll('.verdict > .verdict-words, #ask .words, #ask .primary')]
    .filter(one => { const box = one.getBoundingClientRect()
    return box.top < toast.bottom && toast.top < box.bottom && box.left < toast.right && toast.left < box.right
    }).map(one => one.innerText))(document.querySelector('#toast p').getBoundingClientRect())"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (800, 480), (390, 844)])
def test_a_correction_appears_in_the_picture_and_its_message_leaves_the_verdict_in_sight(
    dealt: Process, page: Page, width: int, height: int
) -> None:
    page.size(width, height)
    page.go(dealt.url)
    throw(page, SPELL, types(page))
    page.until("document.querySelector('#verdict').innerText.includes('Spell')")
    before = page.js(MARKS)
    page.click("a.named .outline")
    page.click(".fix:target button")
    page.until("document.querySelector('#toast').innerText.includes('now counts as')")
    page.until(f"{MARKS}.join() !== {','.join(before)!r}")
    assert sum(mark not in before for mark in page.js(MARKS)) == 1
    assert page.js(HIDES) == []


def test_one_question_mark_opens_the_reason_of_the_verdict(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    throw(page, SPELL, types(page))
    page.click("#verdict summary", "?")
    page.until(f"{IS_IN_SIGHT}('#verdict .panel')")
    page.press("Escape", 27)
    page.until("!document.querySelector('#verdict details').open")


def test_escape_leaves_the_focus_on_the_question_mark_whose_panel_it_closes(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    page.click(".now .why > summary")
    page.js("document.querySelector('.now .why[open] input:not([type=hidden])').focus()")
    page.press("Escape", 27)
    page.until("!document.querySelector('.why[open]')")
    assert page.js("document.activeElement.matches('.now .why > summary')")


def test_the_small_screen_shows_stones_and_says_that_it_is_simulated(dealt: Process, page: Page) -> None:
    page.size(480, 320)
    page.go(f"{dealt.url}/small")
    assert page.js(f"{IS_IN_SIGHT}('.simulated')")
    assert page.js("document.querySelectorAll('.small-cast .disc').length") == 10
    assert page.js(SCROLLED)[:2] == [0, 0]


@pytest.mark.parametrize("path", ["/", "/small"])
def test_an_open_page_takes_the_styles_of_the_next_game(dealt: Process, page: Page, path: str) -> None:
    page.go(f"{dealt.url}{path}")
    styles = "[...document.querySelectorAll('link[rel=stylesheet]')].map(link => link.href).join(' ')"
    assert "casting-stones.css" in page.js(styles)
    page.js("""void fetch("/games/new/munchkin").then(answer => answer.text()).then(html => {
        const form = new DOMParser().parseFromString(html, "text/html").querySelector("form.new-game")
        const fields = new FormData(form)
        fields.delete("player")
        for (const name of ["Ana", "Bo", "Cy"]) fields.append("player", name)
        return fetch("/games/new/munchkin", { method: "POST", body: new URLSearchParams(fields) }) })""")
    page.until("document.body.innerText.includes('Cy')")
    page.until(f"{styles}.includes('munchkin.css') && !{styles}.includes('casting-stones.css')")


def test_an_open_page_takes_the_language_that_was_chosen_on_another(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    known = types(page)
    assert page.js("document.querySelector('.simulated b').innerText") == "SIMULATED"
    page.js("""fetch("/").then(answer => answer.text()).then(html => {
        const form = new DOMParser().parseFromString(html, "text/html").querySelector("form.language-switch")
        const fields = new FormData(form)
        fields.set("language", "de")
        return fetch(form.action, { method: "POST", body: new URLSearchParams(fields) }) })""")
    throw(page, SPELL, known)
    page.until("document.documentElement.lang === 'de'")
    assert page.js("document.querySelector('.simulated b').innerText") == "SIMULIERT"
