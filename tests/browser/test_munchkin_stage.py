"""Munchkin's stage at 1280x800: nothing scrolls, with any players and any ask, and opened parts appear beside it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Sequence

import pytest

from rules.core.facts import Fact, from_json, to_json
from rules.core.game import Setup
from tests.browser.chromium import Page
from tests.browser.painted import PaintedTable, painted_table
from tests.browser.states import golden
from tests.rules.munchkin.cards import CARDS
from tests.rules.munchkin.play import facts, setup
from tests.web.games.munchkin.kit import LEVELS
from web.security.rights import seat_codes

pytestmark = pytest.mark.browser
SHORT = ("Ana", "Bo", "Cy", "Di", "Eve", "Flo")
LONG = (
    "Maximiliane Müller-Lüden",
    "Bartholomäus Schmidt",
    "Cyrill von der Heide",
    "Dorothea Hohenstaufen",
    "Emilia-Sophie Wagner",
    "Friedrich-Wilhelm Oster",
)
LINES = (
    *("Ana unlock: Mask", "Ana help: Bo > 1 treasures > Bo first", "Bo answer: no"),
    *("Ana help: Cy > 1 treasures > Ana first", "Cy answer: yes", "Cy play: Felix Felicis > players"),
    *("Bo object: object", "Bo play: Bombarda! > Mask", "Ana run: away", "Ana time: passed", "Ana throws 4"),
    *("Cy throws 6", "Ana end: turn", "Bo unlock: Hood", "Bo run: away", "Bo time: passed", "Bo throws 2"),
)
# Everything that scrolls, by how many px, and every control that lies beyond the edge of the screen.
OVER = """(() => { const all = [...document.querySelectorAll('body *')].filter(one => one.checkVisibility())
    const scrolls = one => /auto|scroll/.test(getComputedStyle(one).overflowY) || one.matches('html, main')
    const over = one => one.scrollHeight - one.clientHeight
    const box = one => one.getBoundingClientRect()
    const beyond = one => one.matches('.action-line :is(a, button, summary)') && box(one).bottom > innerHeight
    return [...all.filter(one => scrolls(one) && over(one) > 1).map(one => `${one.className} scrolls ${over(one)} px`),
        ...all.filter(beyond).map(one => `${one.innerText} lies beyond the edge`)] })()"""
COVERED = """(() => { const middle = one => { const box = one.getBoundingClientRect()
        return [box.x + box.width / 2, box.y + box.height / 2] }
    return [...document.querySelectorAll('.might, .stop, .countdown-number')].filter(one =>
        !one.contains(document.elementFromPoint(...middle(one)))).map(one => one.innerText) })()"""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PaintedTable]:
    with painted_table(tmp_path_factory.mktemp("home")) as table:
        yield table


def long_named(start: Setup, log: Sequence[Fact]) -> tuple[Setup, list[Fact]]:
    """The same game, played by people whose names are as long as a name may be."""

    def renamed(words: str) -> str:
        return re.sub(r"\b(Ana|Bo|Cy|Di|Eve|Flo)\b(?!!)", lambda found: LONG[SHORT.index(found[0])], words)

    lines = (renamed(json.dumps(to_json(fact), ensure_ascii=False)) for fact in log)
    return json.loads(renamed(json.dumps(start, ensure_ascii=False))), [from_json(json.loads(line)) for line in lines]


def six() -> tuple[Setup, list[Fact]]:
    """Six play, two of whom have cards to play."""
    start = setup(players=list(SHORT), cards=CARDS, characters={"Ana": {"hand": 5}, "Bo": {"hand": 5}})
    return start, facts(*LINES)


def three() -> tuple[Setup, list[Fact]]:
    """The golden evening of three, up to the death of one of them."""
    evening = golden("munchkin/goldens/first-evening", 29)
    return evening.setup, list(evening.log)


SMALL = ((800, 480), (480, 320), (390, 844))
# The buttons for what is awaited that are not in sight; on a page that scrolls only the first one has to be.
HIDDEN = """(() => { const all = [...document.querySelectorAll(
        '#ask :is(.stop, .calls button, .throw-now button, .button.primary)')].filter(one => one.checkVisibility())
    const met = one => { const box = one.getBoundingClientRect(); return [.15, .5, .85].every(share =>
        one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height * share))) }
    return all.slice(0, innerWidth < 700 ? 1 : all.length).filter(one => !met(one)).map(one => one.innerText) })()"""


@pytest.mark.parametrize("game", [six, three])
def test_the_awaited_action_is_in_sight_on_small_screens(
    table: PaintedTable, page: Page, game: Callable[[], tuple[Setup, list[Fact]]]
) -> None:
    page.prefer("de")
    start, log = game()
    table.begin(start)
    page.go(table.url)
    hidden = {}
    for number in range(len(log) + 1):
        table.play(log[number - 1 : number] if number else ())
        page.until(f"(document.querySelector('#ask input[name=at]')?.value ?? '0') === '{table.bench.now.length}'")
        for width, height in SMALL:
            page.size(width, height)
            page.until(f"innerWidth === {width} && innerHeight === {height}")
            if words := page.js(HIDDEN):
                hidden[number, width] = words
    assert hidden == {}


# The lists of deals that are narrower than their chosen words, with what a list like it needs for them alone.
CUT_WORDS = """(() => { const needed = one => { const alone = one.cloneNode(true)
        ;[...alone.options].forEach(option => option.selected || option.remove())
        alone.style.cssText = 'width: max-content; flex: none'; one.after(alone)
        const width = alone.offsetWidth; alone.remove(); return width }
    const cut = one => one.checkVisibility() && one.offsetWidth < needed(one)
    return [...document.querySelectorAll('.ask-help select')].filter(cut)
        .map(one => [one.selectedOptions[0].text, one.offsetWidth, needed(one)]) })()"""


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_deal_for_nothing_is_not_cut_in_its_list(table: PaintedTable, page: Page, language: str) -> None:
    page.prefer(language)
    start, log = six()
    table.begin(start)
    table.play(log[:1])
    page.go(table.url)
    for width, height in (*SMALL, (1280, 800)):
        page.size(width, height)
        page.until(f"innerWidth === {width} && !!document.querySelector('.ask-help select')")
        assert page.js(CUT_WORDS) == [], width


@pytest.mark.parametrize(("game", "first"), [(six, 0), (three, 20)])
def test_no_screen_scrolls_with_any_ask_and_long_names(
    table: PaintedTable, page: Page, game: Callable[[], tuple[Setup, list[Fact]]], first: int
) -> None:
    page.prefer("de")
    start, log = long_named(*game())
    table.begin(start)
    table.play(log[:first])
    page.go(table.url)
    found = {}
    for number in range(first, len(log) + 1):
        table.play(log[number - 1 : number] if number > first else ())
        page.until(f"(document.querySelector('#ask input[name=at]')?.value ?? '0') === '{table.bench.now.length}'")
        if over := page.js(OVER):
            found[number] = over
    assert found == {}


def test_opened_parts_are_beside_the_fight(table: PaintedTable, page: Page) -> None:
    start, log = six()
    table.begin(start)
    table.play(log[:6])
    page.go(table.url)
    for fold in page.js("[...document.querySelectorAll('.stage .dropdown')].map(one => one.id)"):
        page.click(f"#{fold} summary")
        page.until(f"[...document.querySelectorAll('.stage .dropdown[open]')].map(one => one.id).join() === {fold!r}")
        assert page.js(COVERED) == [], fold
    page.press("Escape", 27)
    page.until("!document.querySelector('.stage .dropdown[open]')")


DIES = ("Ana unlock: Peter Pettigrew", "Ana run: away", "Ana time: passed", "Ana throws 1", "Ana bad stuff: death")
# By how many px the verdict is higher than the picture that it stands in.
CUT = """(() => { const words = document.querySelector('.verdict-words')
    return words.offsetTop + words.offsetHeight - document.querySelector('.scene').clientHeight })()"""


def test_the_longest_verdict_stands_in_the_picture(table: PaintedTable, page: Page) -> None:
    page.prefer("de")
    start, log = long_named(setup(players=list(SHORT[:4])), facts(*DIES))
    table.begin(start)
    table.play(log)
    page.go(table.url)
    for width, height in SMALL:
        page.size(width, height)
        page.until(f"innerWidth === {width} && innerHeight === {height} && {CUT} <= 0")


def test_a_death_is_one_large_sentence_with_its_consequences_below(table: PaintedTable, page: Page) -> None:
    table.begin(setup(players=["Ana", "Bo", "Cy", "Di"]))
    table.play(facts(*DIES))
    page.go(table.url)
    assert page.js("document.querySelector('.verdict-words').innerText") == "Ana dies: Peter Pettigrew."
    assert "and cannot win." in page.js("document.querySelector('.verdict-reason').innerText")


# Whether a score, and the seconds that run, are in sight wherever the page is scrolled to.
IN_SIGHT = """[['.might, .score'], ['.countdown-words']].map(([kind]) => {
    const all = [...document.querySelectorAll(kind)].filter(one => one.checkVisibility())
    const met = one => { const box = one.getBoundingClientRect()
        return one.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2)) }
    return !all.length || all.some(met) })"""
SCROLL = "(now => { now.scrollIntoView(); scrollBy(0, %s * now.offsetHeight) })(document.querySelector('.card.now'))"


@pytest.mark.parametrize("plays", [1, 9])
def test_the_score_stays_in_sight_on_a_phone(table: PaintedTable, page: Page, plays: int) -> None:
    start, log = six()
    table.begin(start)
    table.play(log[:plays])
    page.go(table.url)
    in_sight = {}
    for width, height in ((480, 320), (390, 844)):
        page.size(width, height)
        page.until(f"innerWidth === {width} && innerHeight === {height}")
        for share in (0, 0.3, 0.6):
            page.js(SCROLL % share)
            in_sight[width, share] = page.js(IN_SIGHT)
    assert {place: found for place, found in in_sight.items() if not all(found)} == {}


def test_what_is_asked_next_is_in_sight_on_a_phone(table: PaintedTable, page: Page) -> None:
    table.begin(setup(players=["Ana", "Bo", "Cy", "Di"]))
    page.size(390, 844)
    page.go(table.url)
    page.click("form.describe label:has([name=level][value='4'])")
    page.js("scrollTo(0, 400)")
    page.click("form.describe button", "Fight it")
    page.until("document.querySelector('h1').innerText.includes('fights') && scrollY === 0")


def test_what_is_asked_next_is_in_sight_on_the_own_page_of_a_seat(table: PaintedTable, page: Page) -> None:
    table.begin(setup(players=["Ana", "Bo", "Cy", "Di"]))
    with table.bench.client.application.app_context():
        seat = seat_codes().code_of(table.bench.now.game_id or "", "Ana")
    page.size(390, 844)
    page.go(f"{table.url.replace('127.0.0.1', 'ana.localhost')}/seat/{seat}")
    page.click("form.describe label:has([name=level][value='4'])")
    page.js("scrollTo(0, 400)")
    page.click("form.describe button", "Fight it")
    page.until("!!document.querySelector('.fight') && scrollY === 0")


PICKS_NOBODY = """(button => { button.value = 'Nobody'; button.form.requestSubmit(button) })(
    document.querySelector('#ask form.options [name=pick]'))"""


def test_a_refusal_is_told_without_the_numbers_of_its_rules(table: PaintedTable, page: Page) -> None:
    table.begin(setup(players=["Ana", "Bo", "Cy", "Di"]))
    page.go(table.url)
    page.js(PICKS_NOBODY)
    page.until("document.querySelector('#toast').innerText.length > 10")
    assert "[" not in page.js("document.querySelector('#toast').innerText")
    page.complaints.clear()  # a refusal is a failed load to the console


TELLS = """import(document.querySelector('script[src*="/owleye.js"]').src).then(owleye =>
    owleye.showMessage("These words take two lines on a phone, and no place is free for them."))"""
COVERS_TREASURES = """(([message, notes]) => message.top < notes.bottom && notes.top < message.bottom)(
    ['#toast p', '.fight-notes'].map(one => document.querySelector(one).getBoundingClientRect()))"""


def test_a_message_leaves_the_treasures_of_a_fight_in_sight(table: PaintedTable, page: Page) -> None:
    table.begin(setup(players=["Ana", "Bo", "Cy", "Di"]))
    page.size(390, 844)
    page.go(table.url)
    page.click("form.describe label:has([name=level][value='1'])")
    page.click("form.describe button", "Fight it")
    page.until("!!document.querySelector('.fight-notes')")
    page.js(TELLS)
    assert page.js(COVERS_TREASURES) is False


WIDTHS = "[...document.querySelectorAll('.quick .button')].map(one => one.getBoundingClientRect().width)"


def test_the_quick_bonuses_are_wide_enough_for_a_finger_on_a_phone(table: PaintedTable, page: Page) -> None:
    table.begin(setup(players=["Ana", "Bo", "Cy", "Di"], cards=CARDS))
    table.play(facts("Ana unlock: Horntail"))
    page.size(390, 844)
    page.go(table.url)
    widths = page.js(WIDTHS)
    assert len(widths) == 10
    assert min(widths) >= 43.9  # px


UNDER_UNDO = """(() => { const at = one => one.getBoundingClientRect(), undo = at(document.querySelector('.undo'))
    return [...document.querySelectorAll('.climber')].filter(one => at(one).left < undo.right
        && undo.left < at(one).right && at(one).top < undo.bottom && undo.top < at(one).bottom)
        .map(one => one.innerText) })()"""


@pytest.mark.parametrize("size", [(1280, 800), (800, 480), (480, 320), (390, 844)])
def test_undo_covers_no_level_where_only_the_levels_are_kept(
    table: PaintedTable, page: Page, size: tuple[int, int]
) -> None:
    table.begin({**LEVELS, "players": list(SHORT)})
    page.size(*size)
    page.go(table.url)
    page.click(".climber button")
    page.until("!!document.querySelector('.undo button')")
    assert page.js(UNDER_UNDO) == []


def test_more_steps_for_one_player_leave_the_others_as_they_stand(table: PaintedTable, page: Page) -> None:
    table.begin({**LEVELS, "players": list(SHORT)})
    page.go(table.url)
    place = "document.querySelector('.seat-1 .tools').getBoundingClientRect().top"
    before = page.js(place)
    page.click(".seat-0 .more summary")
    page.until("!!document.querySelector('.seat-0 .more[open]')")
    assert abs(page.js(place) - before) <= 1


def test_undo_stands_above_all_levels_also_in_large_letters(table: PaintedTable, page: Page) -> None:
    table.begin({**LEVELS, "players": list(SHORT)})
    page.size(390, 844)
    page.letters(24)
    page.go(table.url)
    page.click(".climber button")
    page.until("!!document.querySelector('.undo button')")
    gap = page.js(
        "(at => at('.climber').top - at('.undo').bottom)(what => document.querySelector(what).getBoundingClientRect())"
    )
    page.letters(16)
    assert 0 <= gap <= 24  # px


def test_the_levels_alone_take_the_whole_height_of_a_small_screen(table: PaintedTable, page: Page) -> None:
    table.begin({**LEVELS, "players": list(SHORT)})
    page.size(800, 480)
    page.go(table.url)
    bottom = "(what => document.querySelector(what).getBoundingClientRect().bottom)"
    assert page.js(f"{bottom}('.stage') - {bottom}('.card.now')") <= 1


@pytest.mark.parametrize("size", [(480, 320), (800, 480)])
def test_a_short_name_stands_whole_beside_a_level_of_two_digits(
    table: PaintedTable, page: Page, size: tuple[int, int]
) -> None:
    table.begin({**LEVELS, "players": list(SHORT)})
    table.play(facts("Ana level: set 9", "Ana level: +1 kill", "Ana won: yes"))
    page.size(*size)
    page.go(f"{table.url}/small")
    assert page.js("document.querySelector('.small-levels b').innerText") == "10"
    assert page.js("(name => name.scrollWidth - name.clientWidth)(document.querySelector('.small-levels small'))") == 0
