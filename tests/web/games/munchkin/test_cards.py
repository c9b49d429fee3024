"""The box of cards: a card is typed in once, and known in the running game and in every later one."""

from __future__ import annotations

import json
import re
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from werkzeug.datastructures import MultiDict

from calibration.storage.files import StoreError
from referee.inventory import munchkin_cards as box
from referee.journal.journal import Journal
from rules.core.fold import referee
from rules.munchkin.cards.cards import KINDS, read_card
from rules.munchkin.cards.offers import MARKS
from tests.referee.journal.written import line
from tests.rules.fuzz import play
from tests.rules.kit import kit_of
from tests.rules.munchkin.cards import CARDS
from tests.web.games.munchkin.kit import LEVELS, playing, post, seated, stranger
from tests.web.kit import open_bench
from web.games.munchkin.card_form import FIELDS, KIND_WORDS, body_of

TROLL = {"name": "Troll", "kind": "monster", "level": "6", "treasures": "2", "harm_levels": "1"}


def form(**fields: Any) -> MultiDict[str, str]:
    return MultiDict(
        [(key, one) for key, value in fields.items() for one in (value if isinstance(value, list) else [value])]
    )


def typed_in(body: dict[str, Any]) -> MultiDict[str, str]:
    """The form filled in with what a card has."""
    card = read_card(body)
    harm, other = card.harm, card.harm.instead
    values = {"name": card.name, "kind": card.kind, "tag": list(card.tags), "slot": card.slot, "lasts": card.lasts}
    values |= {
        field: str(getattr(card, field))
        for field in ("level", "treasures", "bonus", "run", "gold", "rank", "power")
        if field not in card.unknown
    }
    values |= {"levels": str(card.levels), "cost": card.cost}
    values |= {field: "1" for field in ("level_only", "wins", "lifts") if getattr(card, field)}
    values["against"] = [trait for trait, _ in card.against]
    values["against_bonus"] = [str(more) for _, more in card.against]
    values |= {"harm_levels": str(harm.levels), "harm_lose": harm.lose, "harm_hand": str(harm.hand)}
    values |= {"instead_levels": str(other.levels)} if other else {}
    return form(**values, **({"harm_death": "1"} if harm.death else {}))


@pytest.mark.parametrize("body", CARDS, ids=lambda body: str(body["name"]))
def test_every_card_can_be_typed_in(body: dict[str, Any]) -> None:
    assert read_card(body_of(typed_in(body))) == read_card(body)


def test_a_minus_is_read_as_the_pages_write_it() -> None:
    role = {"name": "Elf", "kind": "role", "bonus": "\u22121", "against": "Troll", "against_bonus": "\u22122"}
    assert body_of(form(**role)) == {"name": "Elf", "kind": "role", "bonus": -1, "against": {"Troll": -2}}


def test_every_kind_has_words_and_fields() -> None:
    assert set(KIND_WORDS) == set(FIELDS) == set(KINDS)
    assert set(MARKS) == {"Death Eater", "Dragon"}


@pytest.mark.parametrize(
    ("fields", "why"),
    [
        ({**TROLL, "name": " "}, "needs its name"),
        ({**TROLL, "kind": "beast"}, "no such choice"),
        ({**TROLL, "level": "six"}, "no whole number"),
        ({**TROLL, "level": ""}, "needs a Level"),
        ({**TROLL, "level": "99"}, "from 1 to 40"),
        ({**TROLL, "name": "A > B"}, "the sign"),
        ({**TROLL, "name": "players"}, "word of the game"),
        ({**TROLL, "harm_lose": "house"}, "no such choice"),
    ],
)
def test_a_form_that_is_no_card_is_refused_and_not_saved(tmp_path: Path, fields: dict[str, str], why: str) -> None:
    bench = open_bench(tmp_path)
    answer = bench.post("/munchkin/cards", **fields)
    assert answer.status_code == 400
    assert why in answer.text
    assert box.saved_cards(tmp_path) == ()
    bench.close()


def test_a_saved_monster_keeps_its_marks_in_the_form(tmp_path: Path) -> None:
    with closing(open_bench(tmp_path)) as bench:
        bench.post("/munchkin/cards", **TROLL, tag="Dragon")
        page = bench.client.get("/munchkin/cards?card=Troll").text
    assert re.findall(r'name="tag" value="([^"]+)"( checked)?', page) == [("Death Eater", ""), ("Dragon", " checked")]


def test_a_saved_card_is_in_every_later_game(tmp_path: Path) -> None:
    bench = open_bench(tmp_path)
    assert bench.post("/munchkin/cards", **TROLL).status_code == 303
    assert "Troll Monster Level 6 2 Treasures" in bench.text("/munchkin/cards")
    begun = bench.post("/games/new/munchkin", player=["Ana", "Bo", "Cy", "", "", ""], way="turn")
    assert begun.status_code == 303
    assert "Troll" in bench.client.get("/").text
    bench.close()


def test_a_card_entered_during_a_game_is_known_to_it_at_once(tmp_path: Path) -> None:
    bench = playing(tmp_path)
    phone = seated(bench, "Cy")
    assert post(phone, "/munchkin/cards", **TROLL).status_code == 303
    assert "Cy shows everybody a new card: Troll." in bench.text("/history")
    assert post(phone, "/munchkin/cards", **{**TROLL, "level": "8"}).status_code == 303
    assert "Cy corrects the card Troll." in bench.text("/history")
    assert "Show it to this game" not in bench.text("/munchkin/cards")
    bench.post("/say/choose", player="Ana", kind="unlock", pick="Troll")
    assert "Level +8" in bench.text("/")
    bench.close()


def test_a_card_of_the_box_can_be_added_to_the_running_game(tmp_path: Path) -> None:
    bench = playing(tmp_path)
    box.keep(tmp_path, {"name": "Rook", "kind": "monster", "level": 4})
    assert "Show it to this game" in bench.text("/munchkin/cards")
    assert bench.post("/munchkin/cards/show", card="Rook").status_code == 303
    assert "Ana shows everybody a new card: Rook." in bench.text("/history")
    assert "Show it to this game" not in bench.text("/munchkin/cards")
    bench.close()


def test_a_game_that_cannot_take_the_card_says_why_and_the_box_keeps_it(tmp_path: Path) -> None:
    bench = playing(tmp_path)
    answer = bench.post("/munchkin/cards", name="Hat", kind="curse")
    assert answer.status_code == 303
    assert "But not in this game: Hat is the name of another kind of card, item" in bench.text("/munchkin/cards")
    assert [body["kind"] for body in box.saved_cards(tmp_path)] == ["curse"]
    bench.close()


def test_strangers_change_no_card_and_only_the_host_deletes_one(tmp_path: Path) -> None:
    bench = playing(tmp_path, setup=LEVELS)
    box.keep(tmp_path, {"name": "Rook", "kind": "monster", "level": 4})
    assert post(stranger(bench), "/munchkin/cards", **TROLL).status_code == 403
    assert post(stranger(bench), "/munchkin/cards/show", card="Rook").status_code == 403
    assert post(seated(bench, "Bo"), "/munchkin/cards/throw-out", card="Rook").status_code == 403
    assert len(box.saved_cards(tmp_path)) == 1
    assert bench.post("/munchkin/cards/throw-out", card="Rook").status_code == 303
    assert box.saved_cards(tmp_path) == ()
    bench.close()


def test_a_full_box_is_reported_and_still_takes_corrections(tmp_path: Path) -> None:
    cards = [{"name": f"Card {n}", "kind": "cheat"} for n in range(box.MOST)]
    (tmp_path / box.FILE).write_text(json.dumps(cards))
    with pytest.raises(ValueError, match="The box is full"):
        box.keep(tmp_path, {"name": "One more", "kind": "cheat"})
    box.keep(tmp_path, {"name": "Card 7", "kind": "dual role"})
    assert len(box.saved_cards(tmp_path)) == box.MOST


@pytest.mark.parametrize("text", ['[{"name": "Rook"', '{"name": "Rook"}'])
def test_a_damaged_box_is_not_overwritten(tmp_path: Path, text: str) -> None:
    (tmp_path / box.FILE).write_text(text)
    with pytest.raises(StoreError, match=r"is damaged: move it away\. Enter your Munchkin cards again"):
        box.keep(tmp_path, {"name": "Boggart", "kind": "monster", "level": 1})
    assert (tmp_path / box.FILE).read_text() == text


def test_the_box_is_shown_while_another_game_asks_for_cards_of_its_own(tmp_path: Path) -> None:
    """Casting Stones has an ask of the same name, and names its cards in its set-up in another way."""
    kit = kit_of("casting-stones")
    stories = ((game.setup, game.log[:count]) for game in (play(kit, 8), play(kit, 9)) for count in range(40))
    setup, log = next(one for one in stories if any(a.kind == "card" for a in referee(kit.game, *one).asks))
    with closing(Journal(tmp_path / "owleye.sqlite")) as journal:
        game_id = journal.begin(setup, "2026-01-01T12:00:00+00:00")
        for seq, fact in enumerate(log, 1):
            journal.append(game_id, line(seq, fact))
    bench = open_bench(tmp_path)
    box.keep(tmp_path, CARDS[0])
    assert bench.now.game is not None
    assert bench.now.game.name == "casting-stones"
    assert bench.client.get("/munchkin/cards").status_code == 200
    bench.close()
