"""An Advanced game on the pages: what each phone shows and accepts, and what it never reveals."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from referee.model.commands import Enter, NewGame
from rules.core.asks import Option
from rules.core.facts import Choose, Throw
from tests.web.games.casting_stones.test_collections import NEW, STONES
from tests.web.kit import Bench, open_bench, plain, sides_of, throw_ask
from tests.web.security.test_rights import post, seated
from web.games.casting_stones.board import Board, groups

CARDS: list[Any] = [
    "card:double-potion",
    "card:charms",
    "card:draco-malfoy",
    {"card": "card:owl", "name": "Night Owl", "symbols": ["The Ferryman"], "gives": ["gem"]},
    {"card": "card:mirror", "name": "Mirror", "numbers": ["Glass Harp"], "counter_spell": True},
    {"card": "card:gate", "name": "Gate", "holds": ["Spell"], "gives": ["by-hand"], "words": "Change seats."},
]
HANDS = {
    "Ana": ["stone:1", "stone:3", "stone:7", "stone:5", "stone:69"],  # the last is a Chaser
    "Bo": ["stone:2", "stone:4", "stone:8", "stone:6", "stone:10"],
}
VAULTS = {
    "Ana": ["stone:9", "stone:11", "stone:61", "stone:63", "stone:65"],
    "Bo": ["stone:12", "stone:62", "stone:64", "stone:66", "stone:68"],
}
PUBLIC = ("/", "/small", "/history", "/history/1", "/history/11", "/games", NEW, "/casting-stones/cards", "/version")


def setup_with(vaults: dict[str, list[str]]) -> dict[str, Any]:
    """A game in which both play the same hands out of these vaults."""
    cards = {
        "Ana": ["card:double-potion", "card:owl", "card:gate"],
        "Bo": ["card:charms", "card:draco-malfoy", "card:mirror"],
    }
    brought = {player: {"stones": HANDS[player] + vaults[player], "cards": cards[player]} for player in HANDS}
    return {
        "game": "casting-stones",
        "format": 1,
        "level": "advanced",
        "players": ["Ana", "Bo"],
        "pieces": [dict(stone) for stone in STONES],
        "cards": CARDS,
        "collections": brought,
    }


def playing(home: Path, vaults: dict[str, list[str]]) -> Bench:
    """The table once both hands are taken; Ana casts first."""
    bench = open_bench(home)
    assert bench.table.submit(NewGame(setup_with(vaults))).ok
    for one, two in zip(HANDS["Ana"], HANDS["Bo"], strict=True):
        for player, stone in (("Ana", one), ("Bo", two)):
            answer = bench.table.submit(Enter(Choose(player, "hand", stone), bench.now.length))
            assert answer.ok, answer.words
    return bench


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = playing(tmp_path, VAULTS)
    yield bench
    bench.close()


def cast(bench: Bench, letters: str) -> None:
    ask = throw_ask(bench.now)
    assert ask is not None
    sides = tuple(zip((piece for piece, _ in ask.pieces), sides_of(letters), strict=True))
    assert bench.table.submit(Enter(Throw(ask.player, sides), bench.now.length)).ok


def bytes_of(client: FlaskClient, urls: Sequence[str] = PUBLIC) -> str:
    """The bytes of the pages, without the forms' tokens and the random name of the start."""
    pages = "".join(client.get(url).text for url in urls)
    return re.sub(r'name="token" value="[^"]+"|("id":|data-shown=)"\w+\.', "", pages)


def test_a_private_vault_is_secret_from_all_others(tmp_path: Path) -> None:
    swapped = {**VAULTS, "Ana": [*VAULTS["Ana"][:4], "stone:67"]}  # Fern Seed instead of Sealed Letter
    benches = [playing(tmp_path / "one", VAULTS), playing(tmp_path / "two", swapped)]
    received = []
    for bench in benches:
        cast(bench, "sssss")
        cast(bench, "nnnnn")
        assert bench.table.submit(Enter(Choose("Bo", "call", "no"), bench.now.length)).ok
        strangers = bytes_of(bench.client.application.test_client())
        received.append((strangers, bytes_of(seated(bench, "Bo"), ("/", "/mine"))))
        assert "Sealed Letter" not in plain(bench.client.get("/").text)
    assert received[0] == received[1]
    own = [plain(seated(bench, "Ana").get("/mine").text) for bench in benches]
    assert ["Sealed Letter" in page for page in own] == [True, False]
    for bench in benches:
        bench.close()


def test_a_phone_shows_its_players_vault_and_takes_that_players_choice(bench: Bench) -> None:
    cast(bench, "sssss")
    cast(bench, "nnnnn")
    ana, bo = seated(bench, "Ana"), seated(bench, "Bo")
    assert "Bo may call the cast a Spell." in plain(ana.get("/mine").text)
    assert post(bo, bench, "/say/choose", player="Bo", kind="call", pick="no").status_code == 303
    page = plain(ana.get("/mine").text)
    assert "My vault Nobody else sees it. Owl Feather 3" in page
    assert "Give The Ferryman for" in page
    assert "Ana chooses in secret" in bench.text("/")
    choice = {"player": "Ana", "kind": "victory", "pick": "swap-stone stone:1 stone:9"}
    assert bench.post("/say/choose", **choice).status_code == 400, "the host may not even try"
    assert post(bo, bench, "/say/choose", **choice).status_code == 403
    assert post(ana, bench, "/say/choose", **choice).status_code == 303
    assert "Owl Feather" in bench.text("/"), "it lies in the hand now, for all to see"


def test_a_chaser_counts_as_the_kind_that_makes_the_spell(bench: Bench) -> None:
    cast(bench, "ssnns")
    assert "Spell 1 + 9 = 10 The Black Hound counts as an Element." in bench.text("/")


def test_open_cards_show_their_text(bench: Bench) -> None:
    page = bench.text("/")
    assert "Night Owl The Ferryman: symbol, in a turn you won: a gem." in page
    assert "Double Potion two Potions in a row, won or not: a swap, a swap." in page
    assert "Mirror Counter Spell. Glass Harp: number: it counts as a Spell." in page
    assert "Gate Change seats." in page
    assert page.count("Own vault: 5 stones") == 2


def test_each_failed_cast_explains_why_it_is_no_spell(bench: Bench) -> None:
    cast(bench, "sssss")
    page = bench.text("/")
    assert "Why no Spell? For a Spell, " in page
    assert "should show numbers." in page


def test_a_turret_that_cannot_be_claimed_says_why(bench: Bench) -> None:
    for choices in ([Choose("Ana", "victory", "gem 2"), Choose("Ana", "card", "no")], []):
        cast(bench, "ssnns")
        cast(bench, "sssss")
        for choice in choices:
            assert bench.table.submit(Enter(choice, bench.now.length)).ok
    page = bench.client.get("/").text
    assert 'data-pick="gem 1"' in page
    assert 'aria-label="Put a gem on the Gryffindor turret"><span>Gryffindor</span></button>' in page
    assert 'data-say="Ana&#39;s gem stands on the Spell turret already: a gem goes on an empty turret."' in page


def test_many_answers_come_in_groups() -> None:
    few = [Option(f"knock-gem {turret}", "Send a gem home") for turret in range(1, 9)]
    assert [group.title for group in groups(few, Board())] == [""]
    gems = [Option(f"gem {turret}", "Put a gem") for turret in range(1, 9)]
    many = [*gems, Option("knock-stone stone:1", "x"), Option("swap-stone stone:1 stone:2", "y")]
    assert [group.title for group in groups(many, Board())] == ["Put a gem", "Knock a stone out", "Give stone:1 for"]


def test_the_summary_lists_who_beats_whom(bench: Bench) -> None:
    assert "A Spell beats a Potion" in bench.text("/casting-stones/summary")


def test_a_cast_called_a_spell_is_shown_as_one(bench: Bench) -> None:
    cast(bench, "sssss")
    cast(bench, "nnnnn")
    assert bench.table.submit(Enter(Choose("Bo", "call", "card:mirror"), bench.now.length)).ok
    assert "Spell wins the turn" in bench.text("/")
