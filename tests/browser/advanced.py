"""A whole Advanced game of Casting Stones in the browser: cards, collections, two phones, four turrets.

``python -m tests.browser.advanced`` plays it on the simulated table as `owleye run --simulate` starts it, with real
eyes (a few minutes); the test beside it plays the same game with eyes that see at once.
"""

from __future__ import annotations

import json
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import monotonic

from tests.browser.chromium import Page, installed
from tests.browser.drawer import in_drawer

CARDS = "/casting-stones/cards"
NEW = "/games/new/casting-stones"
FIND_STONES = """[...document.querySelectorAll('#owners tbody tr')].map(row => [
    row.querySelector('input').name.replace('owner.', ''), row.querySelector('th span').firstChild.textContent.trim(),
    row.querySelector('.disc').classList[1].replace('disc-', ''), row.querySelector('input:checked').value])"""
PART = "document.querySelector('#ask').innerText"
AT = "(document.querySelector('#ask input[name=at]')?.value ?? null)"


@dataclass
class Evening:
    """The table's screen and two phones, each with its own host name; ``wait_s``: the longest wait for a reading."""

    page: Page
    url: str
    wait_s: float
    phones: dict[str, str] = field(default_factory=dict)
    hands: dict[str, list[str]] = field(default_factory=lambda: {"Ana": [], "Bo": []})

    def table(self, path: str = "/") -> None:
        """Look at the table's screen, which belongs to the host."""
        self.page.go(self.url + path)

    def phone(self, player: str, path: str = "/mine") -> None:
        """Look at a phone: another name for the same machine, so that it is no host and has its own cookies."""
        self.page.go(self.url.replace("127.0.0.1", f"{player.lower()}.localhost") + path)

    def does(self, act: Callable[[], None]) -> None:
        """Do one thing, and wait until the page shows that the table has moved on."""
        before = self.page.js(AT)
        act()
        self.page.until(f"{AT} !== {json.dumps(before)}", self.wait_s)

    def picks(self, player: str, words: str) -> None:
        """A player picks an answer on the own phone."""
        self.phone(player)
        self.does(lambda: self.page.click(".option", words))

    def taps(self, player: str) -> None:
        """A player taps the first turret that may be had."""
        self.phone(player)
        self.does(lambda: self.page.click(".turret.open"))

    def throws(self, sides: Mapping[str, str]) -> None:
        """Throw the expected stones on the simulated panel so that they show *sides*."""
        self.table()
        due = f"{json.dumps([*sides])}.every(piece => document.querySelector(`#simulation [name='side.${{piece}}']`))"
        self.page.until(due, self.wait_s)
        for piece, side in sides.items():
            self.page.js(f"document.querySelector('#simulation [name=\"side.{piece}\"]').value = '{side}'")
            assert self.page.js(f"document.querySelector('#simulation [name=\"side.{piece}\"]').value") == side
        self.does(lambda: in_drawer(self.page, "#simulation button", "Throw the stones"))


def play(page: Page, url: str, wait_s: float) -> None:
    """The whole evening; at its end Ana has four gems side by side."""
    evening = Evening(page, url, wait_s)
    stones = known_stones(evening)
    own = {value: [stone for stone in stones if stone[3] == value] for value in ("0", "1")}
    refuse_half_a_card(evening)
    describe(evening, "Lucky Draw", own["0"][0][1], "symbol", {"gives.0": "gem"})
    describe(evening, "Mirror", own["1"][0][1], "number", {}, ["counter_spell"])
    describe(evening, "The Gate", "", "", {"gives.0": "by-hand", "words": "Change seats."}, ["holds"])
    begin(evening)
    sit(evening)
    take_hands(evening, own)
    spell, potion = sides(evening.hands["Ana"], 3), sides(evening.hands["Bo"], 5)
    first_turn(evening, spell, potion)
    second_turn(evening, spell)
    for last in (False, True):
        for thrown in (spell, potion) if last else (potion, spell):
            evening.throws(thrown)
        evening.taps("Ana")
    page.until("document.body.innerText.includes('The game is over')", wait_s)
    evening.table()
    page.until("document.querySelector('.champion')?.innerText.includes('Ana wins the game')", wait_s)
    assert page.js("document.querySelectorAll('.turret.winning').length") == 4


def known_stones(evening: Evening) -> list[list[str]]:
    """Piece, name, colour and proposed owner of each stone, once twenty are known."""
    deadline = monotonic() + 10 * evening.wait_s
    while True:
        evening.table(NEW)
        stones: list[list[str]] = evening.page.js(FIND_STONES)
        if len(stones) >= 20 or monotonic() > deadline:
            assert len(stones) >= 20, f"only {len(stones)} stones were ever taught"
            return stones
        evening.page.js("new Promise(done => setTimeout(done, 1000))")


def describe(
    evening: Evening, name: str, stone: str, side: str, chosen: Mapping[str, str], ticked: Iterable[str] = ()
) -> None:
    """Fill in the form for a card, and keep it."""
    page = evening.page
    evening.table(CARDS)
    page.type("#card-name", name)
    if stone:
        page.type("[name='stone.0']", stone)
        page.js(f"document.querySelector('[name=\"side.0\"][value={side}]').click()")
    for field_name, value in chosen.items():
        page.js(f"document.querySelector('[name=\"{field_name}\"]').value = {json.dumps(value)}")
    for box in ticked:
        page.js(f"document.querySelector('[name={box}][value=Potions], [name={box}][value=\"1\"]').click()")
    page.click("button", "Keep this card")
    page.until(f"[...document.querySelectorAll('.casting-card h2')].some(e => e.innerText === {json.dumps(name)})")


def refuse_half_a_card(evening: Evening) -> None:
    """A card that needs nothing is refused, and what was typed stays in the form."""
    page = evening.page
    evening.table(CARDS)
    page.type("#card-name", "Lucky Draw")
    page.click("button", "Keep this card")
    page.until("document.getElementById('toast')?.innerText.includes('must need something')")
    assert page.js("document.querySelector('#card-name').value") == "Lucky Draw"
    page.complaints.clear()  # the browser notes every answer that refuses


def begin(evening: Evening) -> None:
    """Names, level, whose stones and cards, and start."""
    page = evening.page
    evening.table(NEW)
    page.type("#player-1", "Ana")
    page.type("#player-2", "Bo")
    page.click(".level-choice", "Advanced")
    brought = (["double-potion", "charms", "lucky-draw"], ["draco-malfoy", "mirror", "the-gate"])
    page.js(
        "document.querySelectorAll('[name^=\"cards.\"]').forEach(box => { box.checked = "
        f"{json.dumps(brought)}[box.name.at(-1)].includes(box.value.replace('card:', '')) }})"
    )
    page.click("button", "Start the game")
    page.until("document.body.innerText.includes('Ana takes a stone into the hand')")
    assert "chooses in secret" in page.js(PART)


def sit(evening: Evening) -> None:
    """Both phones scan their codes."""
    evening.table("/seats")
    codes = re.findall(r"/seat/([\w-]+)", evening.page.js("document.body.innerHTML"))
    for player, code in zip(("Ana", "Bo"), codes, strict=True):
        evening.phone(player, f"/seat/{code}")
        evening.page.until(f"document.querySelector('h1')?.innerText.includes('{player}')")
        assert not evening.page.js("document.body.innerText.includes('People')"), "a seat is no host"


def take_hands(evening: Evening, own: Mapping[str, list[list[str]]]) -> None:
    """Five stones each: a Character, an Artifact, an Element, then whatever comes."""
    wanted = {}
    for player, stones in zip(("Ana", "Bo"), (own["0"], own["1"]), strict=True):
        plain = [stone for stone in stones if stone[2] != "black"]
        three = [next(stone for stone in plain if stone[2] == colour) for colour in ("silver", "white", "brown")]
        wanted[player] = [*three, *[stone for stone in plain if stone not in three][:2]]
    for place in range(5):
        for player in ("Ana", "Bo"):
            piece, name, *_ = wanted[player][place]
            evening.picks(player, name)
            evening.hands[player].append(piece)


def sides(hand: list[str], symbols: int) -> dict[str, str]:
    """The first *symbols* stones show their symbols, the others their numbers."""
    return {piece: "symbol" if place < symbols else "number" for place, piece in enumerate(hand)}


def first_turn(evening: Evening, spell: Mapping[str, str], potion: Mapping[str, str]) -> None:
    """Ana wins with a Spell, and her own card gives her a second gem."""
    evening.throws(spell)
    evening.throws(potion)
    evening.taps("Ana")
    evening.picks("Ana", "Use Lucky Draw")
    evening.taps("Ana")
    assert evening.page.js("document.querySelectorAll('.ring .gem').length") == 2


def second_turn(evening: Evening, spell: Mapping[str, str]) -> None:
    """Bo calls his Charm a Spell by a Counter Spell, wins by the sum, and enters the effect of another card by hand."""
    evening.throws(spell)
    evening.throws(sides(evening.hands["Bo"], 0))
    evening.picks("Bo", "Call it a Spell: Mirror")
    evening.picks("Bo", "Potions")
    evening.picks("Bo", "Use The Gate")
    evening.picks("Bo", "That is all")
    evening.table()
    assert "used" in evening.page.js("document.querySelector('.library .used').innerText")


def main() -> None:
    """Play on the simulated table with real eyes; the argument, if there is one, is a folder for pictures."""
    from tests.browser.test_simulated import Table  # only here: it is a test of its own

    browser = installed()
    if browser is None:
        sys.exit("There is no Chromium here.")
    page = Page(browser)
    with tempfile.TemporaryDirectory() as home:
        table = Table(Path(home))
        began = monotonic()
        try:
            play(page, table.url, 120)
        finally:
            table.kill()
            page.close()
    print(f"An Advanced game was played in {monotonic() - began:.0f} s; the page complained of {page.complaints}")


if __name__ == "__main__":
    main()
