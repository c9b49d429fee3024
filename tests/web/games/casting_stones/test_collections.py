"""Data that an owner enters once: cards, the mat, and the collections for an Advanced game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from hardware.simulated.art import collectors, starter
from referee.inventory.casting_stones import load_cards
from rules.casting_stones.cards.cards import CHARMS
from rules.casting_stones.ring import NAMES
from rules.casting_stones.table import stone_type
from tests.web.kit import Bench, open_bench, plain

NEW, CARDS = "/games/new/casting-stones", "/casting-stones/cards"
STONES = tuple(
    {"piece": piece.id, "name": piece.name, "type": stone_type(piece.colour), "number": piece.number}
    for piece in (*starter(), *collectors())
    if piece.look == "stone"
)
OWL = {"name": "Night Owl", "stone.0": "Brass Key", "side.0": "symbol", "stone.1": "Ash Bark", "side.1": "number"}
GIFT = {"gives.0": "gem Slytherin", "gives.1": "swap", "row": ""}
COUNTER = {"name": "Mirror", "stone.0": "Brass Key", "side.0": "number", "counter_spell": "1", "gives.0": "gem"}


@pytest.fixture
def bench(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Bench]:
    bench = open_bench(tmp_path)
    monkeypatch.setattr(bench.devices, "stones", lambda: STONES)
    yield bench
    bench.close()


def form(**changes: Any) -> dict[str, Any]:
    """An Advanced game as the form proposes it: ten stones and the three known cards each."""
    owners = {f"owner.{stone['piece']}": str(i % 2) for i, stone in enumerate(STONES[:20])}
    known = ["card:double-potion", "card:charms", "card:draco-malfoy"]
    cards = {"cards.0": known, "cards.1": known}
    return {"player": ["Ana", "Bo"], "level": "advanced", **owners, **cards, **changes}


def setup(bench: Bench) -> Any:
    assert bench.now.table is not None
    return bench.now.table.setup


def test_a_card_is_described_once_and_kept(bench: Bench, tmp_path: Path) -> None:
    assert bench.post(CARDS, **OWL, **GIFT).status_code == 303
    assert load_cards(tmp_path).cards["card:night-owl"]["gives"] == ["gem Slytherin", "swap"]
    page = bench.text(CARDS)
    assert "Brass Key: symbol, Ash Bark: number, in a turn you won: a gem on Slytherin, a swap." in page
    again = bench.client.get(f"{CARDS}/card:night-owl").text
    assert 'value="Brass Key"' in again
    assert re.search(r'value="gem Slytherin" selected', again)
    assert bench.post(CARDS, **OWL, card="card:night-owl", **{"gives.0": "knock-out"}).status_code == 303
    assert load_cards(tmp_path).cards["card:night-owl"]["gives"] == ["knock-out"]
    assert bench.post(f"{CARDS}/card:night-owl/forget").status_code == 303
    assert "Night Owl" not in bench.text(CARDS)
    assert bench.client.get(f"{CARDS}/card:night-owl").status_code == 404


def test_a_card_whose_name_has_other_letters_replaces_none(bench: Bench, tmp_path: Path) -> None:
    """An id has small letters and digits only, so that these names would have the same one."""
    for name in ("Mücke", "Möcke", "Mücke"):
        assert bench.post(CARDS, **{**OWL, **GIFT, "name": name}).status_code == 303
    cards = load_cards(tmp_path).cards
    assert {card: body["name"] for card, body in cards.items()} == {"card:m-cke": "Mücke", "card:m-cke.2": "Möcke"}


def test_a_counter_spell_gives_nothing_else(bench: Bench, tmp_path: Path) -> None:
    assert bench.post(CARDS, **COUNTER).status_code == 303
    card = load_cards(tmp_path).cards["card:mirror"]
    assert (card["counter_spell"], card["gives"]) == (True, [])
    assert "Counter Spell. Brass Key: number: it counts as a Spell." in bench.text(CARDS)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"name": " "}, "Give the card its name"),
        ({"name": "x" * 300}, "Give the card its name"),
        ({"name": "Empty", "gives.0": "gem"}, "must need something"),
        ({"name": "Gift", "stone.0": "Key", "gives.0": ""}, "must give something"),
        ({"name": "Odd", "stone.0": "Key", "gives.0": "a horse"}, "no turret of your mat"),
    ],
)
def test_a_wrong_card_is_refused_with_a_sentence(
    bench: Bench, tmp_path: Path, fields: dict[str, str], words: str
) -> None:
    answer = bench.post(CARDS, **fields)
    assert (answer.status_code, words in plain(answer.text)) == (400, True), answer.text
    assert load_cards(tmp_path).cards == {}


def test_a_card_is_refused_in_the_language_of_the_reader(bench: Bench) -> None:
    bench.post("/language", language="de")
    answer = bench.post(CARDS, **{"name": "Gift", "stone.0": "Key"})
    assert "Die Karte Gift muss etwas geben" in plain(answer.text)


def test_the_proposed_collections_begin_an_advanced_game(bench: Bench) -> None:
    page = bench.client.get(NEW).text
    ticked = re.findall(r'name="owner\.([^"]+)" value="([01])"[^>]* checked', page)
    assert ticked == [(stone["piece"], str(i % 2)) for i, stone in enumerate(STONES[:20])]
    assert bench.post(NEW, **form()).status_code == 303
    chosen = setup(bench)
    assert [len(own["stones"]) for own in chosen["collections"].values()] == [10, 10]
    assert chosen["collections"]["Bo"]["cards"][1] == "card:charms-2"
    copy = next(card for card in chosen["cards"] if isinstance(card, dict) and card["card"] == "card:charms-2")
    assert (copy["name"], copy["row"], copy["gives"]) == ("Charms", CHARMS.row, list(CHARMS.gives))


def test_own_cards_are_brought_and_the_collections_proposed_again(bench: Bench) -> None:
    bench.post(CARDS, **OWL, **GIFT)
    bench.post(CARDS, **COUNTER)
    own = ["card:night-owl", "card:charms", "card:draco-malfoy"]
    other = ["card:mirror", "card:charms", "card:double-potion"]
    assert bench.post(NEW, **form(**{"cards.0": own, "cards.1": other, "owner.stone:61": "1"})).status_code == 400
    answer = bench.post(NEW, **form(**{"cards.0": own, "cards.1": other}))
    assert answer.status_code == 303, answer.text
    assert [card["card"] for card in setup(bench)["cards"] if isinstance(card, dict)] == [
        "card:night-owl",
        "card:mirror",
        "card:charms-2",
    ]
    assert 'value="card:night-owl" aria-label="Night Owl: player 1" checked' not in bench.client.get(NEW).text, "secret"
    bench.post(NEW, player=["Ana", "Bo"], level="basic")
    page = bench.client.get(NEW).text
    assert re.findall(r'name="cards\.0" value="([^"]+)"[^>]* checked', page) == [*own[1:], own[0]]
    assert re.findall(r'name="cards\.1" value="([^"]+)"[^>]* checked', page) == [*other[:0:-1], other[0]]


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"owner.stone:1": ""}, "Ana brings ten stones to an Advanced game; 9 are ticked."),
        ({"cards.0": []}, "Ticked are: Ana 0 and Bo 3."),
        ({"cards.0": ["card:x"] * 3}, "Nobody has described the card card:x"),
        ({"rule.turret_count": "1", "turret": ["a", "b"]}, "Name each of your mat's 6 turrets once"),
        ({"turret": [*NAMES[:-1], "x" * 30]}, "at most 24 letters"),
        ({"colour.0": "red", "colour.1": "red"}, "gems of the same colour"),
        ({"colour.0": "red", "colour.1": "pink"}, "no such choice"),
    ],
)
def test_collections_that_do_not_fit_are_refused_with_a_sentence(
    bench: Bench, changes: dict[str, Any], words: str
) -> None:
    answer = bench.post(NEW, **form(**changes))
    assert (answer.status_code, words in plain(answer.text)) == (400, True), plain(answer.text)
    assert bench.now.games == ()


def test_the_mat_is_entered_once(bench: Bench) -> None:
    names = [*NAMES[4:], *NAMES[:4]]
    basic = {"player": ["Ana", "Bo"], "level": "basic", "turret": names, "colour.0": "green", "colour.1": "yellow"}
    assert bench.post(NEW, **basic).status_code == 303
    chosen = setup(bench)
    assert (chosen["turrets"], chosen["colours"]) == (names, {"Ana": "green", "Bo": "yellow"})
    assert len(chosen["pieces"]) == 12, "of all the stones the first that make a starter set"
    page = bench.client.get(NEW).text
    assert re.findall(r'name="turret" value="([^"]+)"', page) == names
    assert re.search(r'name="colour\.1" value="yellow"[^>]* checked', page)
    bench.post(NEW, **{**basic, "turret": [*NAMES], "rule.turret_count": "1"})
    assert "turrets" not in setup(bench), "the names of a mat of eight say nothing of one of six"


def test_the_twelve_stones_may_be_others(bench: Bench) -> None:
    twelve = [stone["piece"] for stone in STONES if stone["piece"] not in ("stone:61", "stone:62")]
    kinds = {"character": 2, "artifact": 4, "element": 6}
    chosen = [
        piece
        for kind, count in kinds.items()
        for piece in [s["piece"] for s in reversed(STONES) if s["type"] == kind and s["piece"] in twelve][:count]
    ]
    assert bench.post(NEW, player=["Ana", "Bo"], level="basic", stone=chosen).status_code == 303
    assert {piece["piece"] for piece in setup(bench)["pieces"]} == set(chosen)
    assert bench.client.get(NEW).text.count('name="stone"') == 22
    assert bench.post(NEW, player=["Ana", "Bo"], level="basic", stone=chosen[:5]).status_code == 400


def test_a_damaged_file_of_cards_is_set_aside_and_the_page_names_the_next_step(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "casting-stones.json").write_text("{")
    assert bench.client.get(CARDS).status_code == 200
    assert "casting-stones.json was damaged" in bench.text(CARDS)
    assert "Describe your cards again" in bench.text("/")
