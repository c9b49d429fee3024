"""Larger letters, set in a browser by people with weak eyes: they grow, and nothing is too wide for the screen."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.chromium import Page
from tests.browser.painted import PaintedTable, painted_table
from tests.browser.states import GAMES, LEVELS, golden, reach

pytestmark = pytest.mark.browser
SIZE = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
TOO_WIDE = "document.documentElement.scrollWidth - innerWidth"
OUTSIDE = """[...document.querySelectorAll("header :is(a, button), #main :is(a, button, input, select)")]
    .filter(one => one.checkVisibility() && !one.closest(".table-scroll, .unseen, svg"))
    .filter(one => one.getBoundingClientRect().right > innerWidth + 1).map(one => one.outerHTML)"""
"""What can be pressed, but lies beyond the right edge."""
SCREENS = ((1280, 800), (480, 320), (390, 844), (320, 568))
LONG_WORDS = "de"
BEFORE_THE_DOOR, BEFORE_HELP = 10, 12  # plays of the golden evening of Munchkin
TWICE = 32  # px; browsers show 16 unless their owner changes it


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PaintedTable]:
    with painted_table(tmp_path_factory.mktemp("home")) as table:
        yield table


def test_letters_are_as_large_as_the_browser_is_set_to(table: PaintedTable, page: Page) -> None:
    reach(table, "casting-stones", "middle")
    for path in ("/", "/games"):
        page.go(table.url + path)
        before = page.js(SIZE)
        page.letters(TWICE)
        page.until(f"{SIZE} > {1.5 * before}")
        page.letters(16)


@pytest.mark.parametrize("game", GAMES)
def test_large_letters_make_no_state_of_a_game_too_wide(table: PaintedTable, page: Page, game: str) -> None:
    page.prefer(LONG_WORDS)
    page.letters(TWICE)
    for state in GAMES[game]:
        reach(table, game, state)
        page.go(table.url)
        for size in SCREENS:
            page.size(*size)
            assert page.js(f"[{TOO_WIDE}, {OUTSIDE}]") == [0, []], (state, size)


def test_large_letters_make_no_page_too_wide(table: PaintedTable, page: Page) -> None:
    page.prefer(LONG_WORDS)
    page.letters(TWICE)
    reach(table, "casting-stones", "middle")
    forms = [f"/games/new/{game}" for game in GAMES]
    past = ("/games/1", "/games/1/watch", "/games/1/watch/3", "/history/1")
    for path in (*table.pages_without_arguments(), *forms, *past):
        page.go(table.url + path)
        for size in SCREENS:
            page.size(*size)
            assert page.js(f"[{TOO_WIDE}, {OUTSIDE}]") == [0, []], (path, size)
    page.complaints.clear()  # that pages of another game are not there


SHORT = 8
BROKEN = f"""(() => {{
    const walker = document.createTreeWalker(document.getElementById("main"), NodeFilter.SHOW_TEXT), broken = [];
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {{
        if (text.parentElement.closest("svg, .unseen") || !text.parentElement.checkVisibility()) continue;
        for (const {{ 0: word, index }} of text.data.matchAll(/[\\p{{L}}\\d]+/gu)) {{
            const range = new Range();
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const tops = new Set([...range.getClientRects()].filter(box => box.width).map(box => box.top));
            if (word.length <= {SHORT} && tops.size > 1) broken.push(word);
        }}
    }}
    return broken;
}})()"""
"""Words of a few letters that are torn over two lines."""
UNDER = """[...document.querySelectorAll(".menu a")].map(one => one.getBoundingClientRect())
    .filter(({ bottom }) => bottom > innerHeight + 1).length"""
"""How much of the menu of a phone lies below its screen."""


@pytest.mark.parametrize("game", GAMES)
def test_large_letters_tear_no_short_word_and_leave_the_menu_whole(table: PaintedTable, page: Page, game: str) -> None:
    page.size(390, 844)
    page.letters(TWICE)
    for state in GAMES[game]:
        reach(table, game, state)
        for path in ("/", "/panel"):
            page.go(table.url + path)
            assert page.js(f"[{UNDER}, {BROKEN}]") == [0, []], (state, path)


@pytest.mark.parametrize(("size", "least"), [((1280, 800), 44), ((390, 844), 44), ((480, 320), 36)])
def test_a_question_mark_is_as_large_as_a_finger(
    table: PaintedTable, page: Page, size: tuple[int, int], least: int
) -> None:
    page.size(*size)
    for game in GAMES:
        reach(table, game, "middle")
        page.go(table.url)
        marks = page.js(
            "[...document.querySelectorAll('.why > summary')].filter(one => one.checkVisibility())"
            ".map(one => one.getBoundingClientRect()).map(({ width, height }) => Math.min(width, height))"
        )
        assert min(marks, default=least) >= least, game


FLAT = """[...document.querySelectorAll(".recent li a, main label:has(> [type=checkbox])")]
    .filter(one => one.checkVisibility()).map(one => [one.innerText, one.getBoundingClientRect().height])
    .filter(([, height]) => height < 43)"""
"""Steps of the game and boxes to tick that are lower than a finger."""


@pytest.mark.parametrize("path", ["/", "/backup"])
def test_steps_and_boxes_are_as_high_as_a_finger_on_a_phone(table: PaintedTable, page: Page, path: str) -> None:
    page.size(390, 844)
    reach(table, "munchkin", "middle")
    page.go(table.url + path)
    assert page.js("document.querySelectorAll('.recent li a, main label').length")
    assert page.js(FLAT) == []


COVERED = """(() => {
    const boxes = what => [...document.querySelectorAll(what)].filter(one => one.checkVisibility())
        .map(one => [one.innerText, one.getBoundingClientRect()]);
    const meet = (one, two) => Math.min(one.right, two.right) - Math.max(one.left, two.left) > 1
        && Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top) > 1;
    const marks = boxes("#ask .why > summary");
    return boxes("#ask :is(.option, label, .button)").filter(([, box]) => marks.some(([, mark]) => meet(mark, box)))
        .map(([words]) => words);
})()"""
"""What can be pressed and lies partly under a question mark."""


@pytest.mark.parametrize("size", [(1280, 800), (800, 480), (390, 844), (480, 320)])
def test_no_question_mark_lies_over_a_choice(table: PaintedTable, page: Page, size: tuple[int, int]) -> None:
    page.size(*size)
    evening = golden(LEVELS, None)
    table.begin(evening.setup)
    table.play(evening.log[:BEFORE_THE_DOOR])
    page.go(table.url)
    assert page.js(COVERED) == []
    table.play(evening.log[BEFORE_THE_DOOR:BEFORE_HELP])
    page.go(table.url)
    assert page.js(COVERED) == []


CUT_OFF = """(words => words.scrollWidth > words.clientWidth + 1 || words.scrollHeight > words.clientHeight + 1)(
    document.querySelector("#eyes span"))"""


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_the_camera_does_is_never_cut_off(table: PaintedTable, page: Page, language: str) -> None:
    page.prefer(language)
    for state in ("middle", "trouble"):
        reach(table, "dicers", state)
        page.go(table.url)
        for size in ((1280, 800), (800, 480), (640, 400), (480, 320), (390, 844), (320, 568)):
            page.size(*size)
            assert not page.js(CUT_OFF), (state, size)


TOO_SMALL = """(() => {
    const drawing = document.querySelector(".past-chart");
    const scale = drawing.getBoundingClientRect().width / drawing.viewBox.baseVal.width;
    const high = one => parseFloat(getComputedStyle(one).fontSize) * (one.closest(".past-chart") ? scale : 1);
    return [...document.querySelectorAll(".past-chart text, .past-key li")]
        .filter(one => one.checkVisibility() && high(one) < 9).map(one => one.textContent.trim());
})()"""
"""The words at the chart of a game in letters of less than 9 px."""


@pytest.mark.parametrize("game", GAMES)
def test_the_chart_of_a_game_can_be_read_on_every_screen(table: PaintedTable, page: Page, game: str) -> None:
    reach(table, game, "end")
    for path in ("/", f"/games/{table.bench.now.game_id}"):
        page.go(table.url + path)
        for size in SCREENS:
            page.size(*size)
            named = "[...document.querySelectorAll('.past-name, .past-key li')].some(one => one.checkVisibility())"
            assert page.js(f"[{TOO_SMALL}, {named}]") == [[], True], (path, size)
