"""A whole Advanced game of Dicers in the browser: the editor, two phones, a Reserve, a tie, Powers aimed in secret.

``python -m tests.browser.advanced_dicers [HOME]`` plays it on the simulated table as `owleye run --simulate` starts
it, with real eyes (some minutes; fewer in a HOME that has had its first day), and prints each step; the test in
test_dicers.py plays the same game with eyes that see at once.  Where it cannot go on it says what the table shows.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from tests.browser.chromium import Page, installed
from tests.browser.drawer import in_drawer

AT = "(document.querySelector('#ask input[name=at]')?.value ?? null)"
DICE = ("Heron", "Lantern", "Bramble", "Comet", "Anchor", "Kestrel", "Thimble", "Quill")  # die:1 to 8, dealt in turn
SECRET = {"Ana": {"Summon", "Capture", "Retire", "Add 2"}, "Bo": {"Swap", "Cast Spell", "Spy", "Extra Roll"}}
IN_ENGLISH = "fetch('/history', { headers: { 'Accept-Language': 'en' } })"
LAST_TOLD = f"""{IN_ENGLISH}.then(answer => answer.text()).then(page =>
    [...new DOMParser().parseFromString(page, 'text/html').querySelectorAll('.chapter')].slice(0, 4).map(chapter =>
        [...chapter.querySelectorAll('p.small, .ruling > p')].map(line => line.textContent.trim()).join(' ')))"""
ANSWER_S = 10  # The panel says this soon that somebody throws, or that others still do.
OPENING = 3  # dice that each player rolls before the first Round
Sides = Mapping[str, str]


@dataclass
class Evening:
    """The table's own screen and a phone for each player; ``wait_s``: the longest wait for a reading.

    ``questions`` counts the questions of the eyes; ``revealed`` are the public Powers; ``tell`` gets each step.
    """

    table: Page
    phones: Mapping[str, Page]
    url: str
    wait_s: float
    questions: int = 0
    revealed: set[str] = field(default_factory=set)
    tell: Callable[[str], None] = lambda _: None
    step: str = "the first day"

    def begins(self, step: str) -> None:
        """Report failures as failures of this step from now on."""
        self.step = step
        self.tell(step)

    def where(self) -> str:
        """The report of a failure: the step, and the texts of the table's page."""
        page = self.table
        parts = {
            "the table waits for": "#ask",
            "the eyes ask": ".question",
            "the eyes say": "[class*=eyes-]",
            "notices": ".notice",
        }
        texts = "[...document.querySelectorAll({})].map(e => e.innerText.trim()).filter(Boolean).join(' | ')"
        lines = [f"{name}: {page.js(texts.format(json.dumps(at))) or 'nothing'}" for name, at in parts.items()]
        last = page.js(LAST_TOLD)
        return "\n".join([f"at this step: {self.step}", *lines, "the story, newest first:", *last])

    def does(self, act: Callable[[], None]) -> None:
        """Do one thing, and wait until the table's screen shows that the game has moved on."""
        before = self.table.js(AT)
        act()
        self.table.until(f"{AT} !== {json.dumps(before)}", self.wait_s)

    def taps(self, player: str, pick: str) -> None:
        """A player taps one choice on the own phone; nobody else can see a Power that was not shown yet."""
        self.begins(f"{player} taps {pick}")
        phone, button = self.phones[player], f"#ask .option[value={json.dumps(pick)}]"
        phone.until(f"!!document.querySelector({json.dumps(button)})", self.wait_s)
        self.keep_secrets()
        self.does(lambda: phone.click(button))

    def keep_secrets(self) -> None:
        """No Power that was not shown stands on the table's screen or on the other's phone."""
        for player, other in (("Ana", "Bo"), ("Bo", "Ana")):
            for screen in (self.table, self.phones[other]):
                text = screen.js("document.body.innerText")
                assert not [power for power in SECRET[player] - self.revealed if on(screen, power) in text]

    def throws(self, sides: Sides) -> None:
        """Throw the expected dice on the simulated panel so that they show *sides*, and check the reading."""
        self.begins("thrown: " + ", ".join(f"{name(die)} ({die}) shows {side}" for die, side in sides.items()))
        page, wishes = self.table, [f"#simulation [name='side.{die}']" for die in sides]
        page.until(f"{json.dumps(wishes)}.every(wish => document.querySelector(wish))", self.wait_s)
        for die, side in sides.items():
            page.js(f"document.querySelector('#simulation [name=\"side.{die}\"]').value = '{side}'")
            page.js(f"document.querySelector('#simulation [name=piece][value=\"{die}\"]')?.click()")
        moved = f"{AT} !== {json.dumps(page.js(AT))}"
        self._press_throw(moved)
        page.until(f"{moved} || !!document.querySelector('.question')", self.wait_s)
        while not page.js(moved):
            self._answer(sides, moved)
        self._was_read(sides)

    def _press_throw(self, moved: str) -> None:
        """Press the panel's button; once more where no throw is announced, because other dice still flew."""
        page, toast = self.table, "document.getElementById('toast')"
        page.js(f"{toast}.replaceChildren()")
        in_drawer(page, "#simulation button", "Roll")
        try:
            page.until(
                f"{moved} || {toast}.innerText.includes('{page.translated('{player} throws.', player='')}')", ANSWER_S
            )
        except AssertionError:
            self.tell("  nothing flew: pressed again")
            in_drawer(page, "#simulation button", "Roll")

    def _answer(self, sides: Sides, moved: str) -> None:
        """Answer a question about an unsure die with one tap."""
        self.questions += 1
        asked = "document.querySelector('.question .asked').innerText"
        words, keys = self.table.js(asked), [f"{die}={side}" for die, side in sides.items()] + ["yes"]
        find = "[...document.querySelectorAll('.question .option')].map(button => button.value)"
        offered = self.table.js(find)
        key = next((key for key in offered if key in keys), None)
        assert key, f"the eyes asked “{words}” and offered {offered}"
        self.tell(f"  the eyes asked: {words} - answered {key}")
        self.table.click(f".question .option[value={json.dumps(key)}]")
        self.table.until(f"{moved} || {asked} !== {json.dumps(words)}", self.wait_s)

    def _was_read(self, sides: Sides) -> None:
        """Check that the story has the thrown sides; in the opening only the numbers count."""
        story = self.table.js(f"{IN_ENGLISH}.then(answer => answer.text())")
        read = re.findall(r"rolls (\d|its Power side, a 6,) with (\w+)", story.partition("</section>")[0])
        thrown = [("its Power side, a 6," if side == "power" else side, name(die)) for die, side in sides.items()]
        known = slice(0, 1 if len(sides) == OPENING else 2)
        same = sorted(one[known] for one in read) == sorted(one[known] for one in thrown)
        assert same, f"{read} is not what was thrown: {thrown}"

    def fight(self, ana: str, rolls: str, bo: str, others: str) -> None:
        """Ana challenges with a die and Bo defends with another; each rolls the given sides and keeps the last."""
        self.taps("Ana", ana)
        self.taps("Bo", bo)
        for player, die, mine in (("Ana", ana, rolls), ("Bo", bo, others)):
            for side in mine.split():
                self.throws({die: side})
            if self.table.js("!!document.querySelector('.ask-keep')"):
                self.taps(player, "keep")

    def shows(self, power: str) -> None:
        """Count that Power as public from now on."""
        self.revealed.add(power)
        self.table.until(f"document.body.textContent.includes({json.dumps(on(self.table, power))})", self.wait_s)


def on(page: Page, power: str) -> str:
    """A Power as that page calls it, with its number."""
    stem = power.rstrip(" 0123456789")
    return page.translated(stem) + power[len(stem) :]


def name(die: str) -> str:
    """The figure in a simulated die."""
    return DICE[int(die.removeprefix("die:")) - 1]


def play(
    table: Page, phones: Mapping[str, Page], url: str, wait_s: float, report: Callable[[str], None] = lambda _: None
) -> Evening:
    """The whole evening; at its end Bo has no die left to advance.

    Raises:
        AssertionError: where it cannot go on; *report* hears of each step.
    """
    evening = Evening(table, phones, url, wait_s, tell=report)
    try:
        _play(evening)
    except AssertionError as lost:
        raise AssertionError(f"{lost}\n\n{evening.where()}") from None
    return evening


def _play(evening: Evening) -> None:
    tell(evening)
    begin(evening)
    sit(evening)
    evening.throws({"die:1": "5", "die:3": "4", "die:5": "3"})
    evening.throws({"die:2": "2", "die:4": "1", "die:6": "3"})
    first_rounds(evening)
    last_rounds(evening)
    won = "document.querySelector('.over .champion')?.innerText.includes('Ana')"
    evening.table.until(won, evening.wait_s)


def tell(evening: Evening) -> None:
    """The owner edits one die: Anchor gets the Power Retire."""
    page = evening.table
    page.go(evening.url)
    page.until("!document.querySelector('.eyes-starting')", 10 * evening.wait_s)  # the first day is long
    page.go(f"{evening.url}/dice/die:5")
    page.js("document.querySelector('[name=power][value=retire]').click()")
    page.click("button", page.translated("Keep it"))
    page.until("location.pathname === '/dice'")


def begin(evening: Evening) -> None:
    """The host begins an Advanced game; all dice are dealt in turn."""
    page = evening.table
    page.go(f"{evening.url}/games/new/dicers")
    page.type("#player-1", "Ana")
    page.type("#player-2", "Bo")
    page.click(".level-choice", page.translated("Advanced"))
    page.click("button", page.translated("Start the game"))
    page.until("!!document.querySelector('.duel')", evening.wait_s)


def sit(evening: Evening) -> None:
    """Each phone follows the code of its seat, by a name under which it is no host."""
    seats = evening.table.js("fetch('/seats').then(answer => answer.text())")
    codes = dict.fromkeys(re.findall(r"/seat/[\w-]+", seats))
    for (player, phone), path in zip(evening.phones.items(), codes, strict=True):
        phone.go(evening.url.replace("127.0.0.1", f"{player.lower()}.localhost") + path)
        phone.until(f"document.querySelector('.own-name')?.innerText.includes('{player}')", evening.wait_s)
        assert phone.js("fetch('/seats').then(answer => answer.status)") == 403
        phone.complaints.clear()
        assert all(on(phone, power) in phone.js("document.body.innerText") for power in SECRET[player])


def first_rounds(evening: Evening) -> None:
    """Thimble goes to the Reserve and saves the next Round; then a tie, and a Power aimed in secret."""
    evening.fight("die:7", "5", "die:2", "2")
    evening.taps("Ana", "evoke")
    evening.shows("Add 2")
    evening.fight("die:1", "3", "die:4", "4")
    evening.taps("Ana", "die:7")
    evening.taps("Ana", "expel")
    evening.fight("die:5", "5", "die:6", "5")
    evening.throws({"die:5": "4", "die:6": "1"})
    evening.taps("Ana", "evoke")
    evening.shows("Retire")
    assert evening.table.js("!document.querySelector('#ask .option')"), "what it is aimed at is Ana's business"
    evening.taps("Ana", "die:8")


def last_rounds(evening: Evening) -> None:
    """A hostage, and two dice expelled."""
    evening.fight("die:3", "power", "die:2", "2")
    evening.taps("Ana", "evoke")
    evening.shows("Capture")
    evening.revealed.add("Swap")  # a hostage is seen by its holder
    evening.fight("die:1", "2 4", "die:8", "1")
    evening.taps("Ana", "expel")
    evening.fight("die:5", "power", "die:6", "3")
    evening.taps("Ana", "expel")


def main() -> None:
    """Play on the simulated table with real eyes."""
    from tests.browser.test_simulated import Table  # only here: it is a test of its own

    browser = installed()
    if browser is None:
        sys.exit("There is no Chromium here.")
    pages = [Page(browser), Page(browser, 390, 844), Page(browser, 390, 844)]
    with tempfile.TemporaryDirectory() as fresh:
        running = Table(Path(sys.argv[1] if len(sys.argv) > 1 else fresh))
        began = monotonic()
        try:
            phones = dict(zip(SECRET, pages[1:], strict=True))
            evening = play(
                pages[0],
                phones,
                running.url,
                60,
                lambda step: print(f"{monotonic() - began:5.0f} s  {step}", flush=True),
            )
        finally:
            running.kill()
            for page in pages:
                page.close()
    print(f"An Advanced game was played in {monotonic() - began:.0f} s; the eyes asked {evening.questions} times")
    print(f"the pages complained of {[page.complaints for page in pages]}")


if __name__ == "__main__":
    main()
