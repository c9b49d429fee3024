"""No form takes a name with an invisible character, such as one that turns the writing of a page around."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.kit import playing

TURNED = "A\u202eb"
FORMS: dict[str, tuple[str, dict[str, Any]]] = {
    "a player of a quick game": ("/games/quick", {"game": "casting-stones", "player": ["Ana", TURNED]}),
    "a player of a new game": ("/games/new/casting-stones", {"player": ["Ana", TURNED], "youngest": "1"}),
    "a casting card": ("/casting-stones/cards", {"name": TURNED}),
    "what a casting card does": ("/casting-stones/cards", {"name": "Storm", "words": TURNED}),
    "a stone of a casting card": ("/casting-stones/cards", {"name": "Storm", "stone.0": TURNED}),
    "a die": ("/dice/new", {"name": TURNED, "cb": "1"}),
    "an Alliance": ("/dice/new", {"listed": "3", "cb": "1", "alliance": TURNED}),
    "what a Power is for": ("/dice/new", {"listed": "3", "cb": "1", "power": "add", "only": TURNED}),
    "what an All Power reaches": ("/dice/new", {"listed": "3", "power": "add", "all": "one", "all-type": TURNED}),
    "a Munchkin card": ("/munchkin/cards", {"name": TURNED, "kind": "curse"}),
    "what a Munchkin card is against": (
        "/munchkin/cards",
        {"name": "Ogre", "kind": "monster", "against": TURNED, "against_bonus": "2"},
    ),
    "a shared table": ("/share", {"table": TURNED, "broker": "club.local", "port": "8883"}),
    "a broker": ("/share", {"table": "Table 3", "broker": TURNED, "port": "8883"}),
    "a user of a broker": ("/share", {"table": "Table 3", "broker": "club.local", "port": "8883", "user": TURNED}),
}


@pytest.mark.parametrize("what", FORMS)
def test_a_name_with_an_invisible_character_is_refused_and_not_kept(tmp_path: Path, what: str) -> None:
    path, form = FORMS[what]
    bench = playing(tmp_path)
    before = {file: file.read_bytes() for file in tmp_path.rglob("*.json")}
    answer = bench.post(path, **form)
    assert (answer.status_code, "has a character that cannot be shown" in answer.text) == (400, True)
    assert {file: file.read_bytes() for file in tmp_path.rglob("*.json")} == before
    bench.close()


@pytest.mark.parametrize("unseen", ["\u034f", "\u115f", "\u1160", "\u17b4", "\u17b5", "\u2800", "\u3164", "\uffa0"])
def test_a_letter_that_nobody_sees_makes_no_second_player_of_the_same_name(tmp_path: Path, unseen: str) -> None:
    bench = playing(tmp_path)
    answer = bench.post("/games/quick", game="casting-stones", player=["Ana", f"Ana{unseen}"])
    assert (answer.status_code, "has a character that cannot be shown" in answer.text) == (400, True)
    bench.close()
