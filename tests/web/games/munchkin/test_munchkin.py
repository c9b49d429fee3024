"""Munchkin's pages: every state can be drawn, every button is offered, and nobody speaks for another seat."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from referee.inventory import munchkin_cards
from referee.model.commands import Enter, NewGame, Press
from rules.core.asks import Ask
from rules.core.facts import Choose
from rules.munchkin.guide import GUIDE
from tests.rules import fuzz
from tests.rules.munchkin.cards import CARDS
from tests.rules.munchkin.kit import KIT
from tests.web.games.munchkin.kit import LEVELS, SETUP, offered, playing, post, seated, stranger, tell
from tests.web.kit import Bench, open_bench, plain
from web.games.munchkin.rows import HANDY
from web.pages.piece_labels import label

DECIDED = ("Ana unlock: Gnome",)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = playing(tmp_path)
    yield bench
    bench.close()


@pytest.mark.parametrize("seed", [0, 1, 3])
def test_every_state_of_a_random_game_can_be_drawn_and_played_by_its_buttons(tmp_path: Path, seed: int) -> None:
    played = fuzz.play(KIT, seed)
    bench = open_bench(tmp_path)
    bench.table.submit(NewGame(played.setup))
    for at, fact in enumerate(played.log[:48]):
        bench.table.submit(Enter(fact, at))
        if at % 6 == 0:
            assert bench.now.table is not None
            for seat, player in enumerate(bench.now.players):
                _fits(bench, bench.client.get(f"/munchkin/sheet/{seat}").text, player)
            for url in ("/", "/small", "/munchkin/levels", "/history"):
                assert bench.client.get(url).status_code == 200, url
    bench.close()


def _fits(bench: Bench, html: str, player: str) -> None:
    """The sheet offers exactly what the game asks that player, except what other forms of the page enter."""
    assert bench.now.table is not None
    found = offered(html)
    asks = [ask for ask in bench.now.table.asks if ask.player == player]
    assert not [choice for choice in found if not any(ask.admits(choice) for ask in asks)]
    open_now = {
        Choose(player, ask.kind, option.pick)
        for ask in asks
        for option in ask.options
        if _entered_elsewhere(ask, option.pick)
    }
    assert open_now <= found


def _entered_elsewhere(ask: Ask, pick: str) -> bool:
    """The clock and the stop button enter what is not offered here; a bonus that is not handy takes two taps."""
    if ask.kind in ("bonus", "effect", "treasures"):
        return abs(int(pick.rpartition(" ")[2])) in HANDY
    return ask.kind not in ("time", "object")


def test_the_fight_lists_every_bonus_by_its_name(tmp_path: Path) -> None:
    bonuses = ("Bo play: Bombarda! > Horntail", "Cy bonus: Horntail -1", "Di treasures: Horntail -2")
    bench = playing(tmp_path, "Ana unlock: Horntail", *bonuses)
    text = bench.text("/")
    assert "Ana fights" in text
    assert "Hermione Granger +2" in text
    assert "Horntail 20" in text
    assert "Level +16 Bombarda! +5 Bonus −1 Treasures −2 Dragon" in text
    assert " -1" not in text
    assert "< losing" in text
    assert "3 Treasures" in text
    assert "20" in bench.text("/small")
    bench.close()


def test_the_page_lists_the_possible_actions_and_their_players(bench: Bench) -> None:
    allowed = bench.client.get("/").text.partition('id="allowed"')[2].partition("</details>")[0]
    actions = [plain(line) for line in allowed.split("<li>")[1:]]
    assert "What is behind the door? Ana" in actions
    assert "Play a card Ana Bo Cy Di Eve Flo" in actions
    assert "Sell for Levels Ana" in actions


def test_help_is_asked_for_with_a_deal_and_answered_on_the_helpers_page(tmp_path: Path) -> None:
    bench = playing(tmp_path, "Ana unlock: Horntail", "Ana help: Di > 2 treasures > Di first")
    assert "Ana asks Di: 2 Treasures, Di picks first" in bench.text("/")
    phone = seated(bench, "Di")
    asked = phone.get("/mine").text
    assert Choose("Di", "answer", "yes") in offered(asked)
    assert re.findall(r'<button class="button option big( primary)?" name="pick" value="(yes|no)"', asked) == [
        *((" primary", "yes"), ("", "no"))
    ]
    assert 'id="fold-3-answer"' not in asked
    tell(bench, "Flo bonus: players +10", "Flo bonus: players +10")
    assert 'id="fold-3-answer"' in phone.get("/mine").text, "while the countdown runs, it stands back"
    assert post(phone, "/say/choose", player="Di", kind="answer", pick="yes", at=bench.now.length).status_code == 303
    assert "Di helps for 2 Treasures" in bench.text("/")
    assert "Di hilft für 2 Schätze" in plain(bench.client.get("/", headers={"Accept-Language": "de"}).text)
    bench.close()


def test_a_phone_stops_the_countdown_though_its_page_is_old(tmp_path: Path) -> None:
    bench = playing(tmp_path, *DECIDED)
    assert "Wenn 2,6 Sekunden lang niemand" in plain(bench.client.get("/", headers={"Accept-Language": "de"}).text)
    phone = seated(bench, "Flo")
    assert "Stop!" in phone.get("/mine").text
    tell(bench, "Bo hand: 3")  # the page of Flo is behind now
    assert post(phone, "/munchkin/stop", player="Flo", pick="object").status_code == 303
    assert "Flo says stop!" in bench.text("/")
    assert "Go on" in phone.get("/mine").text
    assert post(phone, "/munchkin/stop", player="Flo", pick="go on").status_code == 303
    assert "wins the fight unless somebody says stop!" in bench.text("/")
    bench.close()


def test_a_stop_that_comes_too_late_is_told_and_is_no_error(tmp_path: Path) -> None:
    bench = playing(tmp_path)
    assert bench.post("/munchkin/stop", player="Ana", pick="object").status_code == 303
    assert bench.now.table is not None
    assert not bench.now.table.entries
    bench.close()


def test_no_seat_stops_the_countdown_or_plays_for_another(tmp_path: Path) -> None:
    bench = playing(tmp_path, *DECIDED)
    for client in (stranger(bench), seated(bench, "Bo")):
        assert post(client, "/munchkin/stop", player="Flo", pick="object").status_code == 403
        monster = {"kind": "play", "before": "Wandering Monster", "card": "monster", "level": 3, "at": bench.now.length}
        assert post(client, "/munchkin/describe", player="Flo", **monster).status_code == 403
        assert {choice.player for choice in offered(client.get("/munchkin/sheet/5").text)} == set()
    assert bench.now.table is not None
    assert not [entry for entry in bench.now.table.entries if entry.play.player == "Flo"]
    bench.close()


def test_the_clock_of_the_page_has_the_countdown_and_its_remaining_time(tmp_path: Path) -> None:
    bench = playing(tmp_path, *DECIDED)
    clock = bench.client.get("/munchkin/clock").get_json()
    assert clock["beat"] == 1
    assert 0 <= clock["left"] <= 2.6
    tell(bench, "Bo object: object")
    assert bench.client.get("/munchkin/clock").get_json() == {"beat": None, "left": None}
    bench.close()


def test_a_monster_that_no_list_knows_needs_only_two_numbers(bench: Bench) -> None:
    met = {"player": "Ana", "kind": "unlock", "before": "", "card": "monster", "level": 20, "treasures": 2, "levels": 2}
    assert bench.post("/munchkin/describe", **met).status_code == 303
    assert "Level 20 monster" in bench.text("/")
    assert "Level 20 monster gives 2 Levels" in bench.text("/")
    again = {"player": "Bo", "kind": "play", "before": "Wandering Monster", "card": "monster"}
    assert bench.post("/munchkin/describe", **again, level=3, treasures=1).status_code == 303
    assert "Level 20 monster and Level 3 monster" in bench.text("/")
    assert bench.post("/munchkin/describe", **again, level="x").status_code == 400


def test_a_new_card_is_played_at_once_and_saved_in_the_box(tmp_path: Path) -> None:
    bench = playing(tmp_path, "Ana unlock: Horntail")
    howl = {"player": "Bo", "kind": "play", "card": "enhancer", "name": "Howl", "bonus": "+4"}
    howl["on.enhancer"] = "Horntail"
    assert bench.post("/munchkin/describe", **howl).status_code == 303
    assert "Howl +4" in bench.text("/")
    assert [body["name"] for body in munchkin_cards.saved_cards(tmp_path)] == ["Howl"]
    refused = bench.post("/munchkin/describe", **{**howl, "name": "Hat"})
    assert refused.status_code == 400
    assert "the name of another kind of card, item" in refused.text
    assert len(munchkin_cards.saved_cards(tmp_path)) == 1, "what the table refuses is not kept"
    bench.close()


def test_a_new_card_is_played_though_the_box_is_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(munchkin_cards, "MOST", 0)
    bench = playing(tmp_path, "Ana unlock: Horntail")
    howl = {
        "player": "Bo",
        "kind": "play",
        "card": "enhancer",
        "name": "Howl",
        "bonus": "+4",
        "on.enhancer": "Horntail",
    }
    assert bench.post("/munchkin/describe", **howl).status_code == 303
    page = bench.text("/")
    assert "Howl +4" in page
    assert "The box is full: it holds 0 cards." in page
    bench.close()


def test_the_dead_are_looted_in_order_and_the_page_says_so(tmp_path: Path) -> None:
    lines = ("Ana unlock: Hood", "Bo bonus: Hood +10", "Ana run: away")
    bench = playing(tmp_path, *lines, setup={**SETUP, "house_rules": {"lose_wait": False}})
    assert bench.post("/say/throw", player="Ana", **{"side.die:munchkin": "1"}).status_code == 303
    text = bench.text("/")
    assert "Ana is dead. One card each, the highest Level first" in text
    assert "The cards of Ana are shared out" in text
    bench.close()


def test_the_level_tracker_is_played_by_pictures(tmp_path: Path) -> None:
    bench = playing(tmp_path, setup=LEVELS)
    page = bench.client.get("/").text
    assert Choose("Bo", "level", "+1 kill") in offered(page)
    assert 'aria-label="Bo up one: killed a monster"' in page
    assert bench.post("/say/choose", player="Bo", kind="level", pick="+1 kill").status_code == 303
    assert bench.post("/say/choose", player="Bo", kind="level", pick="+2 sale").status_code == 303
    assert "Bo 2 → 4 sold Items" in bench.text("/")
    assert '<svg class="chart"' in bench.client.get("/munchkin/levels").text
    assert bench.post("/say/retract", seq=2).status_code == 303
    assert "Bo 1 → 2 killed a monster" in bench.text("/munchkin/levels")
    bench.close()


def test_all_steps_taken_back_on_the_page_of_levels_are_counted_and_can_be_brought_back_there(tmp_path: Path) -> None:
    bench = playing(tmp_path, "Ana level: +1 kill", "Bo level: +2 sale", setup=LEVELS)
    assert "Bring back" not in bench.text("/munchkin/levels")
    assert bench.post("/say/retract", seq=1).status_code == 303
    page = bench.text("/munchkin/levels")
    assert "2 steps are taken back." in page
    assert "Bring back" in page
    assert bench.post("/say/restore", seq=1).status_code == 303
    assert "Bo 1 → 3 sold Items" in bench.text("/munchkin/levels")
    bench.close()


def test_the_page_asks_for_confirmation_of_the_last_level(tmp_path: Path) -> None:
    bench = playing(tmp_path, "Ana level: set 9", "Ana level: +1 kill", setup=LEVELS)
    assert {Choose("Ana", "won", "yes"), Choose("Ana", "won", "no")} <= offered(bench.client.get("/").text)
    assert "Is the game won? Yes, the game is won No" in bench.text("/")
    assert bench.post("/say/choose", player="Ana", kind="won", pick="yes").status_code == 303
    assert "Ana wins" in bench.text("/small")
    drawn = re.findall(r'<svg class="(?:past-)?chart"', bench.client.get("/").text)
    assert len(drawn) == 1, "the Levels are drawn once"
    bench.close()


def test_the_label_of_the_die_is_a_name_and_no_part_of_a_sentence(tmp_path: Path) -> None:
    bench = playing(tmp_path)
    assert label(bench.now, {"piece": "die:munchkin", "kind": "die", "side": "4", "value": 4}) == "Die 4"
    bench.close()


def test_a_corrected_die_is_named_at_the_beginning_of_a_sentence(tmp_path: Path) -> None:
    bench = playing(tmp_path, "Ana unlock: Hood", "Bo bonus: Hood +10", "Ana run: away")
    assert bench.post("/say/throw", player="Ana", **{"side.die:munchkin": "1"}).status_code == 303
    assert bench.post("/say/correct", seq=bench.now.length, piece="die:munchkin", side="6").status_code == 303
    assert "The die now counts as 6." in bench.text("/")
    bench.close()


def test_a_sale_keeps_its_button_where_it_began(tmp_path: Path) -> None:
    bench = playing(tmp_path, setup={**SETUP, "hands": "own"})
    selling = re.compile(r'aria-label="Your Items">.*?Sell for Levels.*?</section>', re.S)
    assert selling.search(bench.client.get("/munchkin/sheet/0").text)
    tell(bench, "Ana sell: 300 gold > hand")
    page = bench.client.get("/munchkin/sheet/0").text
    section = selling.search(page)
    assert section is not None
    assert "Sell them" in section[0]
    assert page.count("Sell for Levels") == 1
    bench.close()


def test_an_item_from_the_hand_is_sold_by_its_price_or_by_its_name(bench: Bench) -> None:
    page = bench.client.get("/munchkin/sheet/0").text
    lists = dict(re.findall(r'<select name="pick" aria-label="An Item you hold, by (price|name)">(.*?)</select>', page))
    assert '<option value="300 gold &gt; hand">300 gold</option>' in lists["price"]
    assert "gold" not in lists["name"]
    assert page.count('</select><button class="button">Sell it</button>') == 2


def test_a_list_that_puts_a_number_right_begins_with_the_number_that_stands(bench: Bench) -> None:
    tell(bench, "Ana level: set 4", "Ana hand: 3")
    chosen = re.findall(r'<option value="([^"]*)" selected>', bench.client.get("/munchkin/sheet/0").text)
    assert {"set 4", "3"} <= set(chosen)


def test_without_counted_hands_the_page_shows_no_number_of_cards(tmp_path: Path) -> None:
    bench = playing(tmp_path, "Ana sell: 300 gold > hand", setup={**SETUP, "hands": "own"})
    slots_and_sources = r"entered by hand|[12] hands?|hands (Wand|free)|Hand Take everything away"
    for url in ("/", "/munchkin/sheet/0", "/munchkin/sheet/1", "/small"):
        html = re.sub(
            r'<details class="why".*?</details>|<div popover.*?</div>', "", bench.client.get(url).text, flags=re.S
        )  # rules on demand
        assert not re.search(r"\bhands?\b", re.sub(slots_and_sources, "", plain(html))), url
    bench.close()


def test_the_page_says_how_to_win_and_explains_the_words_of_the_game(bench: Bench) -> None:
    for url in ("/", "/munchkin/sheet/0"):
        text = bench.text(url)
        assert f"How to win: {GUIDE.how_to_win}" in text
        assert all(term.explanation in text for term in GUIDE.terms)


def test_a_level_proposed_by_a_button_is_shown_beside_the_levels(tmp_path: Path) -> None:
    bench = playing(tmp_path, setup=LEVELS)
    assert bench.table.submit(Press(0)).ok
    for url in ("/", "/small"):
        assert "Ana: up 1? Press the button of Ana again." in bench.text(url)
        german = bench.client.get(url, headers={"Accept-Language": "de"}).text
        assert "Ana: 1 höher? Drück noch einmal den Knopf von Ana." in german
    bench.close()


def test_the_small_screen_shows_the_verdict_and_who_is_asked(tmp_path: Path) -> None:
    setup = {"game": "munchkin", "format": 1, "players": ["Ana", "Bo", "Cy"], "begin": "turn", "cards": CARDS}
    bench = playing(tmp_path, "Ana unlock: Peter Pettigrew", "Ana help: Bo > 1 treasures > Ana first", setup=setup)
    small = bench.text("/small")
    assert "Bo is asked for help. Ana asks Bo for help and offers 1 Treasure." in small
    assert "take the request" not in small
    tell(bench, "Bo answer: no")
    assert "Ana may ask for help. Bo refuses to help." in bench.text("/small")
    bench.close()


def test_nobody_runs_any_more_once_a_monster_has_caught_the_runner(tmp_path: Path) -> None:
    seconds = [0.0]
    bench = open_bench(tmp_path, steady=lambda: seconds[0])
    setup = {"game": "munchkin", "format": 1, "players": ["Ana", "Bo", "Cy"], "begin": "turn", "cards": CARDS}
    assert bench.table.submit(NewGame(setup)).ok
    tell(bench, "Ana unlock: Horntail", "Ana run: away")
    seconds[0] += 60
    bench.table.submit(Enter(Choose("Ana", "time", "passed"), bench.now.length))  # the clock has entered it before
    assert "Ana runs away Ana runs from Horntail" in bench.text("/")
    assert "1 2 3 4 5 6 picture side" in bench.text("/"), "not the word of another game"
    tell(bench, "Ana throws 2")
    assert "The Bad Stuff happens What does the Bad Stuff do?" in bench.text("/")
    bench.close()
