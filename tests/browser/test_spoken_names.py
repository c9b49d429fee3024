"""What a screen reader says: whatever can be used, and each picture and bar, has a name."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.browser.chromium import Page
from tests.browser.painted import PaintedTable, painted_table
from tests.browser.states import GAMES, reach

pytestmark = pytest.mark.browser
NAMED = {"button", "checkbox", "combobox", "dialog", "image", "link", "progressbar", "radio", "searchbox", "spinbutton"}
NAMED |= {"slider", "textbox"}
OF_A_GAME = {
    "casting-stones": ("/casting-stones/cards", "/games/new/casting-stones"),
    "dicers": ("/children", "/dice", "/games/new/dicers"),
    "munchkin": ("/munchkin/sheet/0", "/munchkin/cards", "/games/new/munchkin"),
}


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PaintedTable]:
    with painted_table(tmp_path_factory.mktemp("home")) as table:
        yield table


def nameless(page: Page) -> list[str]:
    """The elements that a screen reader meets and cannot name, as HTML."""
    nodes = [node for node in page.tell("Accessibility.getFullAXTree")["nodes"] if not node["ignored"]]
    found = [node for node in nodes if node["role"]["value"] in NAMED and not node["name"]["value"].strip()]
    return [page.tell("DOM.getOuterHTML", backendNodeId=node["backendDOMNodeId"])["outerHTML"] for node in found]


@pytest.mark.parametrize("game", GAMES)
def test_whatever_can_be_used_has_a_name(table: PaintedTable, page: Page, game: str) -> None:
    for path in ("/", "/small", *OF_A_GAME[game]):
        reach(table, game, "middle")
        page.go(table.url + path)
        assert nameless(page) == [], path


def test_links_of_the_same_words_say_what_each_leads_to(table: PaintedTable, page: Page) -> None:
    reach(table, "munchkin", "first")
    page.go(table.url + "/munchkin/cards")
    nodes = page.tell("Accessibility.getFullAXTree")["nodes"]
    links = [node["name"]["value"] for node in nodes if not node["ignored"] and node["role"]["value"] == "link"]
    said = [link for link in links if link.startswith("Say more of it")]
    assert len(said) > 10
    assert len(set(said)) == len(said)


def test_the_sides_of_each_stone_of_a_card_are_a_group_of_their_own(table: PaintedTable, page: Page) -> None:
    reach(table, "casting-stones", "first")
    page.go(table.url + "/casting-stones/cards")
    nodes = page.tell("Accessibility.getFullAXTree")["nodes"]
    groups = [node["name"]["value"] for node in nodes if not node["ignored"] and node["role"]["value"] == "radiogroup"]
    assert groups == [f"{place}. stone" for place in range(1, 6)]
