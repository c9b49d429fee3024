"""Names that are written from right to left, and names beside large letters: each stands whole where it belongs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.browser.chromium import Page
from tests.browser.painted import PaintedTable, painted_table
from tests.browser.states import RULES, reach
from tests.rules.goldens import load

pytestmark = pytest.mark.browser
HEBREW = {"Ana": "עמית", "Bo": "שלומית"}
A_ROLL_PLAYED = 22  # plays of the golden game of Dicers; the last one is a roll
LEFT = """(text => { const place = new Range(), words = document.createTreeWalker(document.querySelector('ROOT'), 4)
    while (words.nextNode()) { const at = words.currentNode.data.indexOf(text)
        if (at >= 0) { place.setStart(words.currentNode, at); place.setEnd(words.currentNode, at + text.length)
            return place.getBoundingClientRect().left } }
    return null })"""
"""Where a text begins within ROOT, in px from the left."""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PaintedTable]:
    with painted_table(tmp_path_factory.mktemp("home")) as table:
        yield table


def in_hebrew(table: PaintedTable, folder: Path, plays: int | None) -> None:
    """Play the golden game of Dicers with Hebrew names."""
    text = (RULES / "dicers/goldens/basic.jsonl").read_text("utf-8")
    for name, hebrew in HEBREW.items():
        text = text.replace(f'"{name}"', f'"{hebrew}"')
    (folder / "hebrew.jsonl").write_text(text, "utf-8")
    setup, log = load(folder / "hebrew.jsonl")
    table.begin(setup)
    table.play(log[:plays])


def test_a_roll_stands_behind_a_name_from_right_to_left(table: PaintedTable, page: Page, tmp_path: Path) -> None:
    in_hebrew(table, tmp_path, A_ROLL_PLAYED)
    page.go(table.url)
    at = LEFT.replace("ROOT", ".verdict-words")
    assert page.js(f"{at}('{HEBREW['Ana']}') < {at}(': ') && {at}(': ') < {at}('2')")


def test_two_names_from_right_to_left_stand_in_the_order_of_their_score(
    table: PaintedTable, page: Page, tmp_path: Path
) -> None:
    in_hebrew(table, tmp_path, None)
    page.go(table.url + "/statistics")
    pair = "[...document.querySelectorAll('.past-table th')].find(one => one.innerText.includes(' – '))"
    page.js(f"{pair}.id = 'pair'")
    at = LEFT.replace("ROOT", "#pair")
    one, other = page.js("document.querySelector('#pair').innerText.split(' – ')")
    assert {one, other} == set(HEBREW.values())
    assert page.js(f"{at}('{one}') < {at}('{other}')"), "the left number of the score is that of the left name"


def test_large_letters_leave_each_name_on_the_small_screen(table: PaintedTable, page: Page) -> None:
    reach(table, "casting-stones", "end")
    page.prefer("de")
    page.letters(32)
    page.size(480, 320)
    page.go(table.url + "/small")
    names = "[...document.querySelectorAll('.small-cast p > span')]"
    cut = f"{names}.filter(name => name.scrollWidth > name.clientWidth).map(name => name.innerText)"
    assert page.js(f"[{names}.length, {cut}]") == [2, []]
