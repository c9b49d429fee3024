"""People at the page: a whole game, killed in the middle; three screens; keys alone; a page that has fallen behind."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import pytest

from tests.browser.chromium import Page
from tests.browser.conftest import Process
from tests.browser.drawer import in_drawer

pytestmark = pytest.mark.browser
SCRIPT = "import(document.querySelector('script[src*=\"/owleye.js\"]').src)"
"""The page's own module, once more from where the page took it: the same one."""
AT = "document.querySelector('#ask input[name=at]')?.value"
SPELL = {"character": ["symbol"], "artifact": ["symbol", "number"], "element": ["symbol", "number"]}
NEW = "/games/new/casting-stones"
HOLD_REDRAWS = """
    const real = fetch;
    window.posts = 0;
    window.fetch = (url, how) => {
        posts += how?.method === "POST";
        if (how?.headers?.["X-Owleye-Parts"] === undefined) return real(url, how);
        return new Promise(go => window.redraw = go).then(() => real(url, how));
    };
"""
"""Counts answers, and holds back each redraw of the page until it is told to."""
NOTE_REDRAWS = """
    const real = fetch;
    window.tries = [];
    window.fetch = (url, how) => {
        if (how?.headers?.["X-Owleye-Parts"] !== undefined) tries.push(performance.now());
        return real(url, how);
    };
"""
"""Notes when each redraw of the page was tried, in ms."""
PATHS = ("/", "/small", "/history", "/history/1", "/games", "/games/new", NEW, "/host", "/seats", "/mine")
POTION = {kind: ["symbol"] * len(sides) for kind, sides in SPELL.items()}


class HasAddress(Protocol):
    """A table that runs somewhere."""

    @property
    def url(self) -> str: ...


def step(page: Page, act: Callable[[], None], seconds: float = 30) -> None:
    """Do one thing, and wait until the page shows that the table has moved on."""
    before = page.js(AT)
    act()
    page.until(f"{AT} !== {json.dumps(before)}", seconds)


def begin(process: HasAddress, page: Page) -> None:
    """From the first page to a game with its stones picked."""
    page.go(process.url)
    page.click("#main a", page.translated("New game"))
    page.until("!!document.querySelector('.which-game')")
    page.click(".which-game", "Casting Stones")
    page.until("!!document.querySelector('#player-1')")
    page.type("#player-1", "Ana")
    page.type("#player-2", "Bo")
    page.click("button", page.translated("Start the game"))
    page.until("document.querySelector('.who')?.innerText.includes('Ana')")
    for _ in range(10):
        step(page, lambda: page.click(".option"))
    page.until("!!document.querySelector('.throw-now')", 120)  # a simulated table learns its pieces first


def types(page: Page) -> dict[str, str]:
    """The type of each stone, from the exported game."""
    export: Any = page.js("fetch('/games/1.jsonl').then(answer => answer.text())")
    return {piece["piece"]: piece["type"] for piece in json.loads(export.splitlines()[0])["pieces"]}


def throw(page: Page, wish: Mapping[str, list[str]], types: Mapping[str, str], seconds: float = 30) -> None:
    """Throw on the simulated table so that each type shows the wanted sides."""
    names = page.js("[...document.querySelectorAll('#simulation .wishes select')].map(choice => choice.name)")
    left = {kind: list(sides) for kind, sides in wish.items()}
    for name in names:
        side = left[types[name.removeprefix("side.")]].pop()
        page.js(f"document.querySelector('#simulation [name=\"{name}\"]').value = '{side}'")
    step(page, lambda: in_drawer(page, "#simulation button", "Throw the stones"), seconds)


def turns_over(page: Page, stone: str) -> None:
    """Tap a stone that was read wrong, then the side that it showed."""
    page.click(stone)
    page.click(".fix:target button")


def turn(page: Page, known: Mapping[str, str]) -> None:
    """The first caster wins with a Spell over a Potion."""
    throw(page, SPELL, known)
    throw(page, POTION, known)
    page.until(f"document.querySelector('.cast.won .kind')?.innerText === '{page.translated('Spell')}'")


def position(page: Page) -> list[str]:
    """The words of the game on the page."""
    parts = ("#ask .call", "#players", "#board", "#verdict", "#recent")
    return [page.js(f"document.querySelector('{part}').innerText") for part in parts]


def test_a_whole_game_in_german_with_corrections_an_undo_and_a_power_cut(process: Process, page: Page) -> None:
    page.prefer("de")
    page.size(390, 844)
    begin(process, page)
    known, won = types(page), f"document.querySelector('.cast.won .kind')?.innerText === '{page.translated('Spell')}'"
    turn(page, known)
    step(page, lambda: turns_over(page, ".cast:not(.won) .stone"))
    page.until("document.querySelector('#verdict').innerText.includes('Noch nichts')")
    page.until("document.querySelector('#toast').innerText.includes('zählt jetzt als Zahl')")
    step(page, lambda: page.click("#toast button", page.translated("Undo")))
    page.until(won)
    step(page, lambda: page.click(".option"))
    step(page, lambda: page.click(".take-back button"))
    page.until("document.querySelectorAll('.ring .gem').length === 0")
    step(page, lambda: page.click(".option"))
    page.until("document.querySelectorAll('.ring .gem').length === 1")
    turn(page, known)

    before = position(page)
    process.kill()
    process.start()
    page.go(process.url)
    page.until(won)
    assert position(page) == before
    page.complaints.clear()  # while the table was gone, the page could not but notice

    step(page, lambda: page.click(".option"))
    for _ in range(2):
        turn(page, known)
        step(page, lambda: page.click(".turret.open"))
    ends_with_the_right_story(page)


def ends_with_the_right_story(page: Page) -> None:
    """Ana's four turrets stand out, and the history calls nothing corrected whose correction was undone."""
    page.until("document.querySelector('.champion')?.innerText.includes('Ana gewinnt das Spiel')")
    assert page.js("document.querySelectorAll('.turret.winning').length") == 4
    page.click("a", page.translated("History"))
    page.until("document.querySelector('h1').innerText === 'Was geschah'")
    assert not page.js("document.body.innerText.includes('berichtigt')")


def test_an_open_page_follows_a_table_that_was_restarted(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    dealt.kill()
    dealt.start()
    page.js("window.stayed = true")
    step(page, lambda: page.click("#ask button", "Throw the stones"))
    assert page.js("window.stayed") is True
    page.until("document.querySelector('#lost').hidden")
    page.complaints.clear()


@pytest.mark.parametrize(("width", "height"), [(480, 320), (390, 844), (1280, 800)])
def test_no_screen_needs_scrolling_sideways(dealt: Process, page: Page, width: int, height: int) -> None:
    page.size(width, height)
    page.go(dealt.url)
    throw(page, SPELL, types(page))
    for path in PATHS:
        page.go(dealt.url + path)
        wide = page.js("[document.documentElement.scrollWidth, innerWidth]")
        assert wide[0] <= wide[1], path
    page.go(f"{dealt.url}/small")
    assert page.js("document.documentElement.scrollHeight") <= height


def test_a_game_can_be_played_by_keys_alone(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    page.press("Tab")
    assert page.js("document.activeElement.innerText") == "Skip to the page"
    page.js("document.querySelector('.by-hand summary').focus()")
    page.press("Enter", 13, "\r")
    page.until("document.querySelector('.by-hand').open")
    page.press("Tab")
    assert page.js("document.activeElement.innerText") == "Read the table now"
    page.press("Tab")
    assert page.js("document.activeElement.type") == "radio"
    page.press("ArrowRight", 39)
    page.until("document.activeElement.value === 'number' && document.activeElement.checked")
    step(page, lambda: page.press("Enter", 13, "\r"))
    assert page.js("document.querySelectorAll('.cast .stone').length") == 5


def test_a_stale_page_is_reported_and_changes_nothing(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    step(page, lambda: page.click("#ask button", "Throw the stones"))
    page.js(
        f"{SCRIPT}.then(script => {{ const part = document.querySelector('#ask');"
        "part.querySelector('.take-back [name=at]').value = '3';"
        "part.dataset.html = 'as it was at 3'; script.digests.clear() })"
    )
    page.click(".take-back button")
    page.until("document.querySelector('#toast').innerText.includes('The table has moved on')")
    page.until("document.querySelector('.take-back input[name=at]').value === '1'")


def test_an_undo_by_mistake_is_taken_back_by_keys_and_by_a_tap(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    step(page, lambda: page.click("#ask button", "Throw the stones"))
    thrown = page.js("document.querySelector('#players').innerText")
    step(page, lambda: page.press("u", 85, "u"))
    page.js("document.querySelector('.bring-back button').focus()")
    step(page, lambda: page.press("Enter", 13, "\r"))
    assert page.js("[document.querySelector('#players').innerText, document.activeElement.id]") == [thrown, "ask"]
    step(page, lambda: page.click(".take-back button"))
    page.go(dealt.url + "/history")
    page.click(".bring-back button")
    page.until("document.querySelector('#main').innerText.includes('Step 1')")
    assert page.js("!document.querySelector('.bring-back')")


def test_a_double_click_plays_once(process: Process, page: Page) -> None:
    page.go(process.url + NEW)
    page.type("#player-1", "Ana")
    page.type("#player-2", "Bo")
    page.click("button", "Start the game", times=2)
    page.until("document.querySelector('.who')?.innerText.includes('Ana')")
    step(page, lambda: page.click(".option", times=2))
    answers = page.js("Promise.all(['/version', '/games'].map(path => fetch(path).then(answer => answer.text())))")
    assert json.loads(answers[0])["length"] == 1
    assert "/games/2" not in answers[1]
    assert "moved on" not in page.js("document.querySelector('#toast').innerText")


def test_between_an_answer_and_its_redraw_nothing_else_can_be_answered(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    step(page, lambda: page.click("#ask button", "Throw the stones"))
    page.js(HOLD_REDRAWS)
    page.click(".take-back button")
    page.until("!!window.redraw")
    page.js("document.querySelector('.take-back button').click()")
    page.js("document.querySelector('#ask button').click()")
    assert page.js("[posts, document.querySelector('[data-parts]').getAttribute('aria-busy')]") == [1, "true"]
    assert page.js("document.querySelector('.take-back button').matches('.pressed')")
    step(page, lambda: page.js("redraw()"))
    page.until("!document.querySelector('[aria-busy]')")
    assert "moved on" not in page.js("document.querySelector('#toast').innerText")


def test_taps_before_the_script_has_loaded_count_once_and_lead_to_the_page(process: Process, page: Page) -> None:
    page.refuse("*.js*")
    page.go(process.url)
    page.click("button", "Quick game", times=2)
    page.until("!!document.querySelector('.throw-now button')")
    page.click(".throw-now button", times=2)
    page.until("document.querySelector('#verdict')?.innerText.includes('Player')")
    page.click(".take-back button", times=2)
    page.until("!document.querySelector('.cast .stone') && !!document.querySelector('.throw-now button')")
    answers = page.js("Promise.all(['/version', '/games'].map(path => fetch(path).then(answer => answer.text())))")
    assert json.loads(answers[0])["length"] == 2, "a cast, and its undoing"
    assert "/games/2" not in answers[1]
    page.complaints.clear()  # the scripts that did not come


def test_a_message_covers_no_button(dealt: Process, page: Page) -> None:
    page.size(480, 320)
    page.go(dealt.url + "/games/new")
    lowest = "[...document.querySelectorAll('#main a')].at(-1)"
    page.js(f"{lowest}.style.cssText = 'position: fixed; left: 40%; bottom: .5rem'")
    page.js(f"{SCRIPT}.then(script => script.showMessage('A sentence that stands here for a while.'))")
    page.until("!!document.querySelector('#toast p')")
    reached = page.js(
        f"(() => {{ const box = {lowest}.getBoundingClientRect();"
        "return document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2).closest('a') })() !== null"
    )
    assert reached


def test_a_long_message_is_shown_whole(dealt: Process, page: Page) -> None:
    page.size(480, 320)
    page.go(dealt.url + "/games")
    page.js(f"{SCRIPT}.then(script => script.showMessage('A sentence that goes on and on. '.repeat(9)))")
    page.until("!!document.querySelector('#toast p')")
    line = "document.querySelector('#toast p')"
    assert page.js(f"{line}.scrollHeight <= {line}.clientHeight")


def test_a_message_disappears_when_the_page_shows_the_same_text(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    messages = "document.querySelectorAll('#toast p').length"
    assert page.js(f"{SCRIPT}.then(script => (script.showMessage('Bo waits for nobody.'), {messages}))") == 1
    page.js("document.querySelector('#ask').append('Bo waits for nobody.')")
    page.js(f"{SCRIPT}.then(script => script.exchange({{}}))")
    assert page.js(messages) == 0
    assert page.js(f"{SCRIPT}.then(script => (script.showMessage('Bo waits for nobody.'), {messages}))") == 0


def test_a_page_without_live_parts_follows_the_camera_and_the_loss_of_the_table(dealt: Process, page: Page) -> None:
    page.go(dealt.url + "/history")
    page.until("!document.querySelector('#eyes.eyes-trouble')")
    dealt.kill()
    page.until("!!document.querySelector('#eyes.eyes-trouble') && !document.getElementById('lost').hidden")
    dealt.start()
    page.until("!document.querySelector('#eyes.eyes-trouble') && document.getElementById('lost').hidden")
    page.complaints.clear()  # the requests that found nobody


def test_a_backup_that_cannot_be_sent_is_reported_in_the_language_of_the_page(dealt: Process, page: Page) -> None:
    send = """{
        const files = new DataTransfer();
        files.items.add(new File(CONTENT, "table.zip"));
        document.getElementById("file").files = files.files;
        document.getElementById("bring").requestSubmit();
    }"""
    told = "document.querySelector('#not-brought:not([hidden])')?.innerText"
    page.prefer("de")
    page.go(dealt.url + "/backup")
    page.js(send.replace("CONTENT", "[]"))
    page.until(f"{told} === {page.translated('The piece is empty: choose the file again.')!r}")
    dealt.kill()
    page.js(send.replace("CONTENT", "['x']"))
    page.until(f"{told} === {page.translated('The table does not answer. Is Owleye still running?')!r}")
    page.complaints.clear()  # the request that was refused, and the one that found nobody


def test_a_half_made_choice_stays_while_the_page_is_updated(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    page.js("document.querySelector('.by-hand summary').click()")
    page.js("document.querySelector('.by-hand [type=radio]:not(:checked)').click()")
    chosen = page.js("document.querySelector('.by-hand :checked:not([checked])').value")
    page.js("window.old = document.querySelector('.by-hand')")
    page.js("document.querySelector('#ask').dataset.html = 'as it was before'")
    page.js(f"{SCRIPT}.then(script => script.digests.clear())")
    dealt.kill()
    dealt.start()
    page.until("document.querySelector('.by-hand') !== window.old")
    assert page.js("document.querySelector('.by-hand :checked:not([checked])').value") == chosen
    page.complaints.clear()


def test_without_a_stream_the_page_polls_every_few_seconds(dealt: Process, page: Page) -> None:
    page.refuse("*/api/events")
    page.go(dealt.url)
    step(page, lambda: page.click("#ask button", "Throw the stones"))
    assert page.js("document.querySelector('#lost').hidden")
    page.complaints.clear()


def test_a_table_that_is_gone_is_asked_once_a_second_for_a_redraw(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    dealt.kill()
    page.js(NOTE_REDRAWS)
    page.js(f"{SCRIPT}.then(script => void script.redrawn())")
    page.until("tries.length > 3")
    assert page.js("Math.min(...tries.slice(1).map((when, number) => when - tries[number]))") > 900
    page.complaints.clear()  # the requests that found nobody


def test_who_undoes_from_a_step_on_comes_to_the_table_where_it_can_be_brought_back(dealt: Process, page: Page) -> None:
    page.go(dealt.url)
    step(page, lambda: page.click("#ask button", "Throw the stones"))
    page.go(f"{dealt.url}/history/1")
    page.click("button", "Undo from this step")
    page.until("location.pathname === '/' && !!document.querySelector('.bring-back')")
