"""Each game in each state on every screen: the awaited action and the verdict are in sight, and nothing is too wide."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from referee.model.commands import CameraStateChanged, Trouble, Undo
from rules.core.facts import Throw
from tests.browser.chromium import Page
from tests.browser.painted import PaintedDevices, PaintedTable, painted_table
from tests.browser.states import CAMERA, CAST, DICE, GAMES, LEVELS, RULES, SIZES, STONES, golden, reach
from tests.rules.goldens import load
from web.security.rights import seat_codes

pytestmark = pytest.mark.browser
AWAITED = {
    "first": ".card.now .button:not(.why *)",
    "middle": ".card.now button:not(.why *)",
    "question": ".question .option",
    "trouble": ".notice.trouble",
    "end": ".over .button.primary",
}
VERDICT = {
    "middle": ".verdict-words, .fight .might",
    "trouble": ".card.now :is(.stop, .throw-now .button, form.options summary)",
    "end": ".verdict-words",
}
# What is in sight of the first element that fits: its middle lies on the screen and nothing else covers it.
MET = """(what => { const one = document.querySelector(what), box = one?.getBoundingClientRect()
    const met = box && document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)
    return !!met && (one.contains(met) || getComputedStyle(one).pointerEvents === 'none') })"""
# Pairs of controls on the screen that touch; what scrolls may pass under a bar that stays, and a label is its control.
TOUCHING = """(() => { const what = 'a:not(svg a), button, summary, select, textarea, input:not([type=hidden])'
    const at = one => one.getBoundingClientRect()
    const stays = one => one.closest('.top') && getComputedStyle(one.closest('nav, .top')).position !== 'static'
    const seen = one => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        && at(one).width > 2 && one.contains(document.elementFromPoint(...middle(at(one))))
    const middle = box => [box.x + box.width / 2, box.y + box.height / 2]
    const touch = (one, other) => one.left < other.right && other.left < one.right
        && one.top < other.bottom && other.top < one.bottom
    const all = [...document.querySelectorAll(what)].filter(seen)
    return all.flatMap((one, place) => all.slice(place + 1)
        .filter(other => !one.contains(other) && stays(one) === stays(other) && touch(at(one), at(other)))
        .map(other => [one, other].map(it => it.className + ' ' + (it.ariaLabel ?? it.innerText)).join(' / '))) })()"""
# Controls that are too low for a finger; the circle of a question mark answers beyond its edge.
SMALL = """(() => { const what = '.top-button, .language-switch button, .menu a, .brand, .button, .option, summary'
    return [...document.querySelectorAll(what)].filter(one => one.checkVisibility() && !one.closest('.why'))
        .filter(one => one.getBoundingClientRect().height < 43.5)
        .map(one => one.className + ' ' + one.innerText) })()"""
TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"
TOO_HIGH = "document.documentElement.scrollHeight - innerHeight"


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PaintedTable]:
    with painted_table(tmp_path_factory.mktemp("home")) as table:
        yield table


@pytest.mark.parametrize(("game", "state"), [(game, state) for game in GAMES for state in GAMES[game]])
def test_the_awaited_action_and_the_verdict_are_in_sight(
    table: PaintedTable, page: Page, game: str, state: str
) -> None:
    reach(table, game, state)
    page.go(table.url)
    wanted = [selector for kind in (AWAITED, VERDICT) if (selector := kind.get(state))]
    for width, height, dark in SIZES:
        page.size(width, height, dark)
        unseen = [what for what in wanted if not page.js(f"{MET}({what!r})")]
        assert unseen == [], (width, height)
        assert page.js(TOO_WIDE) <= 0, (width, height)
        assert width < 700 or page.js(TOO_HIGH) <= 0, (width, height)
        assert page.js(TOUCHING) == [], (width, height)
        assert page.js(SMALL) == [], (width, height)


@pytest.mark.parametrize("state", GAMES["dicers"])
def test_no_control_touches_another_on_the_page_for_children(table: PaintedTable, page: Page, state: str) -> None:
    reach(table, "dicers", state)
    page.go(f"{table.url}/children")
    for width, height, dark in SIZES:
        page.size(width, height, dark)
        assert page.js(TOUCHING) == [], (width, height)


@pytest.mark.parametrize("game", GAMES)
def test_the_button_that_starts_a_game_is_always_in_sight(table: PaintedTable, page: Page, game: str) -> None:
    reach(table, game, "middle")
    page.go(f"{table.url}/games/new/{game}")
    for width, height in ((1280, 800), (800, 480), (480, 320), (390, 844)):
        page.size(width, height)
        for down in (0, 300, 9999):
            page.js(f"scrollTo({{ top: {down}, behavior: 'instant' }})")
            assert page.js(f"{MET}('.start .button')"), (width, height, down)


ROWS = """new Set([...document.querySelectorAll('.over .actions .button')].map(one => one.getBoundingClientRect())
    .map(box => Math.round(box.top + box.height / 2))).size"""


@pytest.mark.parametrize("game", GAMES)
def test_the_buttons_at_the_end_of_a_game_take_two_rows_at_most(table: PaintedTable, page: Page, game: str) -> None:
    reach(table, game, "end")
    page.go(table.url)
    for width, height in ((480, 320), (390, 844), (320, 568)):
        page.size(width, height)
        assert page.js(ROWS) <= 2, (width, height)


@pytest.mark.parametrize(("width", "height"), [(480, 320), (390, 844)])
def test_the_next_step_of_a_replay_is_in_sight_above_the_menu(
    table: PaintedTable, page: Page, width: int, height: int
) -> None:
    reach(table, "casting-stones", "middle")
    page.size(width, height)
    page.go(f"{table.url}/games/{table.bench.now.game_id}/watch")
    assert page.js(f"{MET}('.watch-nav [rel=next]')")


SAY = """import(document.querySelector('script[src*="/owleye.js"]').src).then(script =>
    script.showMessage('A message that stands nowhere on the page.', true, true))"""
STAGE = "['.scene', '.action-line'].map(part => document.querySelector(part).getBoundingClientRect().height)"


@pytest.mark.parametrize("game", GAMES)
def test_a_message_does_not_move_the_stage(table: PaintedTable, page: Page, game: str) -> None:
    reach(table, game, "middle")
    page.go(table.url)
    for width, height in ((1280, 800), (800, 480), (480, 320), (390, 844)):
        page.size(width, height)
        page.js("document.getElementById('toast').replaceChildren()")
        before = page.js(STAGE)
        page.js(SAY)
        page.until("!!document.querySelector('#toast p button')")
        assert page.js(STAGE) == before, (width, height)


HIDDEN_BY_MESSAGE = """(toast => [...document.querySelectorAll(
    '.might, .parts li, .countdown > *, #main button')]
    .filter(one => one.checkVisibility()).filter(one => { const box = one.getBoundingClientRect()
    return box.top < toast.bottom && toast.top < box.bottom && box.left < toast.right && toast.left < box.right
    }).map(one => one.innerText))(document.querySelector('#toast p').getBoundingClientRect())"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (800, 480)])
def test_a_message_leaves_the_breakdown_of_a_fight_in_sight(
    table: PaintedTable, page: Page, width: int, height: int
) -> None:
    reach(table, "munchkin", "middle")
    page.size(width, height)
    page.go(table.url)
    page.js(SAY)
    page.until("!!document.querySelector('#toast p button')")
    assert page.js(HIDDEN_BY_MESSAGE) == []


LARGER = "new DOMMatrix(getComputedStyle(document.getElementById('still')).transform).a"
UNDER = """(verdict => [...document.querySelectorAll('.still .outline')].filter(
    one => one.getBoundingClientRect().top < verdict.bottom).length
    )(document.querySelector('#verdict .verdict').getBoundingClientRect())"""
OUTSIDE = """(scene => [...document.querySelectorAll('.still .outline')].map(one => one.getBoundingClientRect()).filter(
    box => box.left < scene.left || box.right > scene.right || box.bottom > scene.bottom).length
    )(document.querySelector('.scene').getBoundingClientRect())"""


@pytest.mark.parametrize(("game", "throws"), [("casting_stones/goldens/four-in-a-row", 0), ("dicers/goldens/basic", 3)])
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (800, 480), (390, 844)])
def test_pieces_on_the_table_are_large_and_not_covered_by_the_verdict(
    table: PaintedTable, page: Page, game: str, throws: int, width: int, height: int
) -> None:
    whole = golden(game, None)
    at = [place for place, fact in enumerate(whole.log) if isinstance(fact, Throw)][throws]
    table.begin(whole.setup)
    table.play(whole.log[:at])
    page.size(width, height)
    page.go(table.url)
    table.play(whole.log[at : at + 1])
    page.until(f"document.querySelector('.frozen') && {LARGER} > 1 && {UNDER} === 0 && {OUTSIDE} === 0")
    near = f"{LARGER} > 1 && {UNDER} === 0 && {OUTSIDE} === 0"
    page.until(f"!document.querySelector('.frozen') && {near}")
    page.until(f"{LARGER} === {LARGER.replace('still', 'frame')}")  # the live picture moves with its outlines
    table.bench.table.submit(CameraStateChanged("moving"))
    page.until(f"{LARGER} === 1")


COVERED = """(tool => [...document.querySelectorAll('.still .named > *')].filter(one => {
    const box = one.getBoundingClientRect(), over = tool?.getBoundingClientRect()
    return tool?.checkVisibility({ visibilityProperty: true }) && one.checkVisibility({ visibilityProperty: true })
        && box.width && box.right > over.left && box.bottom > over.top }).length)(
    document.querySelector('.scene-tool:not(.still-close)'))"""


@pytest.mark.parametrize("game", ["casting-stones", "dicers"])
@pytest.mark.parametrize("state", ["middle", "end"])
def test_the_hint_at_misread_pieces_covers_none_of_them(table: PaintedTable, page: Page, game: str, state: str) -> None:
    page.prefer("de")
    reach(table, game, state)
    page.go(table.url)
    for width, height in ((1280, 800), (800, 480), (480, 320), (390, 844)):
        page.size(width, height)
        page.until(f"!document.getElementById('still').getAnimations().length && {COVERED} === 0")
    page.prefer("en")


# The pieces in the picture whose middles are not to be seen, and what notices cover of the picture, in px.
HIDDEN_PIECES = """[...document.querySelectorAll('.still .outline')].map(one => one.getBoundingClientRect())
    .filter(box => document.elementsFromPoint(box.x + box.width / 2, box.y + box.height / 2)
        .every(one => !one.closest('.still'))).length"""
UNDER_NOTICES = """(picture => [...document.querySelectorAll('.scene .notice')].map(one => one.getBoundingClientRect())
    .reduce((sum, box) => sum + Math.max(0, Math.min(box.right, picture.right) - Math.max(box.left, picture.left))
        * Math.max(0, Math.min(box.bottom, picture.bottom) - Math.max(box.top, picture.top)), 0))"""
PICTURE = """(scene => new DOMRect(scene.x, scene.y, ...(one => [one.clientWidth, one.clientHeight])(
    document.getElementById('frame'))))(document.querySelector('.scene').getBoundingClientRect())"""


@pytest.mark.parametrize("state", ["first", "middle"])
@pytest.mark.parametrize(("width", "height"), [(360, 640), (480, 320), (390, 844)])
def test_a_notice_covers_nothing_of_the_picture_on_a_small_screen(
    table: PaintedTable, page: Page, state: str, width: int, height: int
) -> None:
    reach(table, "casting-stones", state)
    table.bench.devices.sees(list(CAST[:4]))
    page.prefer("de")
    page.size(width, height)
    page.go(table.url)
    page.until(f"document.querySelector('.scene .notice') && {UNDER_NOTICES}({PICTURE}) < 1")
    page.until(f"!document.getElementById('still').getAnimations().length && {HIDDEN_PIECES} === 0")
    page.prefer("en")


@pytest.mark.parametrize("game", GAMES)
def test_the_picture_beside_a_question_is_large_on_a_small_screen(table: PaintedTable, page: Page, game: str) -> None:
    reach(table, game, "question")
    page.size(480, 320)
    page.go(table.url)
    assert 160 <= page.js("document.querySelector('.scene').clientHeight") <= 229  # all of it above the menu


ALONE = """[...document.querySelectorAll('.now .call')].filter(call => {
    const words = call.querySelector('.words').getClientRects(), mark = call.querySelector('.why')
    return mark && mark.getBoundingClientRect().top >= words[words.length - 1].bottom }).length"""


BROKEN_NAMES = """[...document.querySelectorAll('.now .who span')].map(name => [name.innerText,
    name.getBoundingClientRect().height / parseFloat(getComputedStyle(name).fontSize)])
    .filter(([name, lines]) => name.length < 9 && lines > 1.9)"""


@pytest.mark.parametrize("game", GAMES)
def test_a_question_mark_never_stands_alone_on_a_line(table: PaintedTable, page: Page, game: str) -> None:
    reach(table, game, "first")
    page.go(table.url)
    for width, height in (*((width, 844) for width in range(320, 480, 4)), (800, 480), (1024, 600)):
        page.size(width, height)
        assert page.js(ALONE) == 0, (width, height)
        assert page.js(BROKEN_NAMES) == [], (width, height)


LINES = """(words => Math.round(words.getBoundingClientRect().height / parseFloat(getComputedStyle(words).lineHeight)))(
    document.querySelector('#ask .words'))"""


def test_a_long_name_leaves_room_for_what_is_asked(table: PaintedTable, page: Page) -> None:
    begun, long = golden(STONES, 1), json.dumps("Maximiliane Müller-Lüden")
    table.begin(json.loads(json.dumps(begun.setup).replace('"Ana"', long)))
    table.play(begun.log)
    page.go(table.url)
    for width, height in ((1280, 800), (1024, 600), (800, 480)):
        page.size(width, height)
        assert page.js(LINES) <= 2, (width, height)


# Controls that are cut off at the right edge of their card; not steps that do not fit, nor folds in a row that scrolls.
CUT_OFF = """[...document.querySelectorAll('#main .card :is(a, button, summary):not([tabindex="-1"], svg *, .folds *)')]
    .filter(one => one.checkVisibility())
    .filter(one => one.getBoundingClientRect().right > one.closest('.card').getBoundingClientRect().right + 1)
    .map(one => one.outerHTML)"""


@pytest.mark.parametrize(("game", "moments"), [(STONES, (0, 1, 12, 99)), (DICE, (0, 1, 22, 99)), (LEVELS, (0, 1, 17))])
def test_a_name_of_one_wide_word_makes_nothing_too_wide(
    table: PaintedTable, page: Page, tmp_path: Path, game: str, moments: tuple[int, ...]
) -> None:
    saved = (RULES / f"{game}.jsonl").read_text("utf-8")
    renamed = tmp_path / "renamed.jsonl"
    renamed.write_text(re.sub(r"\bAna\b", "W" * 24, re.sub(r"\bBo\b", "M" * 24, saved)), "utf-8")
    setup, log = load(renamed)
    for plays in moments:
        table.begin(setup)
        table.play(log[:plays])
        for path in ("/", "/history", f"/games/{table.bench.now.games[0].id}", "/games/new/munchkin"):
            page.go(table.url + path)
            for width, height in ((1280, 800), (800, 480), (390, 844)):
                page.size(width, height)
                assert page.js(TOO_WIDE) <= 0, (plays, path, width)
                assert page.js(CUT_OFF) == [], (plays, path, width)


CUT_NAMES = """[...document.querySelectorAll('.fighter-name')].filter(name =>
    name.getBoundingClientRect().height / parseFloat(getComputedStyle(name).fontSize) > 2).map(one => one.innerText)"""


def test_a_name_beside_the_dice_of_the_first_roll_keeps_its_line(table: PaintedTable, page: Page) -> None:
    begun = golden("dicers/goldens/advanced", 1)
    table.begin(begun.setup)
    table.play(begun.log)
    page.go(table.url)
    page.until("!!document.querySelector('.rolled .cube')")
    for width, height in ((1280, 800), (800, 480), (480, 320), (390, 844)):
        page.size(width, height)
        assert page.js(CUT_NAMES) == [], (width, height)


GAPS = """(starts => starts.slice(1).map((start, k) => start - starts[k]))(
    performance.getEntriesByType('resource').filter(one => one.name.includes('frame.jpg')).map(one => one.startTime))"""


def test_the_live_picture_is_drawn_rarely_while_nothing_moves(table: PaintedTable, page: Page) -> None:
    reach(table, "dicers", "middle")
    table.bench.table.submit(CameraStateChanged("settled"))
    page.go(table.url)
    page.until("document.querySelector('#eyes.eyes-settled')")
    page.js("performance.clearResourceTimings()")
    page.until(f"{GAPS}.length >= 2")
    assert min(page.js(GAPS)) >= 900
    table.bench.table.submit(CameraStateChanged("moving"))
    page.until(f"{GAPS}.some(gap => gap < 900)")
    page.until("document.getElementById('frame').localName === 'canvas'")
    colour = "[...document.getElementById('frame').getContext('2d').getImageData(99, 99, 1, 1).data].join()"
    before = page.js(colour)
    assert isinstance(table.bench.devices, PaintedDevices)
    table.bench.devices.picture = bytes(cv2.imencode(".jpg", np.full((360, 640, 3), 200, np.uint8))[1].tobytes())
    page.until(f"{colour} !== {before!r}")


THROW = "document.querySelector('#ask .throw-now button')"


def test_nothing_can_be_thrown_while_pieces_fly_or_are_read(table: PaintedTable, page: Page) -> None:
    reach(table, "casting-stones", "first")
    table.bench.table.submit(CameraStateChanged("settled"))
    page.go(table.url)
    page.until(f"{THROW}.ariaDisabled !== 'true'")
    for state in ("moving", "settled", "reading"):
        table.bench.table.submit(CameraStateChanged(state))
        page.until(f"!!document.querySelector('#eyes.eyes-{state}') && {THROW}.ariaDisabled === 'true'")
    page.js(f"{THROW}.focus()")
    page.press(" ", 32, " ")
    page.js(f"{THROW}.click()")
    assert page.js(f"document.activeElement === {THROW}"), "it keeps the focus"
    table.bench.table.submit(CameraStateChanged("settled"))
    page.until(f"{THROW}.ariaDisabled !== 'true'")
    page.press(" ", 32, " ")
    page.until("document.querySelector('#verdict').innerText !== ''")
    assert len(table.bench.devices.received) == 1


DRAWN_ANEW = """document.getAnimations().filter(({ effect }) => effect.getComputedTiming().iterations === Infinity)
    .filter(({ effect }) => effect.getKeyframes().some(({ offset, computedOffset, easing, composite, ...changed }) =>
        Object.keys(changed).some(what => !["opacity", "transform", "rotate"].includes(what))))
    .map(({ animationName }) => animationName)"""


@pytest.mark.parametrize("path", ["/", "/children"])
def test_what_moves_without_end_is_never_drawn_anew(table: PaintedTable, page: Page, path: str) -> None:
    """Drawing sixty times a second takes a whole core, which reads the pieces at the same time."""
    reach(table, "dicers", "middle")
    table.bench.table.submit(CameraStateChanged("moving"))
    page.go(table.url + path)
    page.until("document.querySelector('#eyes.eyes-moving') && document.getAnimations().length > 0")
    assert page.js(DRAWN_ANEW) == []


HEARD = """(() => {
    const LIVE = '[aria-live], [role=status], [role=alert]'; window.heard = [];
    const regions = one => one.closest(LIVE) ? [one] : [...one.querySelectorAll(LIVE)];
    new MutationObserver(changes => { for (const { addedNodes } of changes) for (const node of addedNodes)
        if (node instanceof Element) heard.push(...regions(node).map(one => one.textContent.trim()).filter(Boolean)) })
        .observe(document.body, { childList: true, subtree: true }) })()"""


def test_a_screen_reader_hears_a_question_and_a_trouble_once(table: PaintedTable, page: Page) -> None:
    reach(table, "casting-stones", "first")
    page.go(table.url)
    page.until("!!sessionStorage.getItem('owleye-heard')")
    page.js(HEARD)
    table.bench.devices.sees(list(CAST), unsure=CAST[0][0])
    table.bench.table.submit(Trouble("camera", CAMERA))
    page.until("!!document.querySelector('.question .option') && !!document.querySelector('.notice.trouble')")
    page.until("heard.length >= 2")
    asked = page.js("document.querySelector('.asked').textContent")
    heard = page.js("heard")
    assert [sum(words in one for one in heard) for words in (asked, CAMERA)] == [1, 1]


def test_the_title_of_a_seats_page_tells_whose_move_it_is(table: PaintedTable, page: Page) -> None:
    reach(table, "casting-stones", "first")
    with table.bench.client.application.app_context():
        seat = seat_codes().code_of(table.bench.now.game_id or "", "Bo")
    page.go(f"{table.url.replace('127.0.0.1', 'bo.localhost')}/seat/{seat}")
    page.until("document.title.startsWith('● Bo')")
    table.bench.devices.sees(list(CAST))
    page.until("document.title.startsWith('Bo')")


@pytest.mark.parametrize("game", GAMES)
def test_what_was_undone_can_be_brought_back_on_every_screen(table: PaintedTable, page: Page, game: str) -> None:
    reach(table, game, "middle")
    assert table.bench.table.submit(Undo(table.bench.now.length)).ok
    page.go(table.url)
    for width, height, dark in SIZES:
        page.size(width, height, dark)
        unseen = [what for what in (".bring-back button", ".take-back button") if not page.js(f"{MET}({what!r})")]
        assert (unseen, page.js(TOUCHING)) == ([], []), (width, height)
        assert page.js(TOO_WIDE) <= 0, (width, height)


def test_a_word_of_the_game_in_the_verdict_is_explained_by_a_tap(table: PaintedTable, page: Page) -> None:
    reach(table, "dicers", "middle")
    table.bench.table.submit(Undo(table.bench.now.length))
    page.go(table.url)
    page.click(".verdict-words .term", "Arena")
    page.until("!!document.querySelector(':popover-open')")
