"""Casting cards: rows of two turns, named stones, Counter Spells, bonuses (CST-EX-02, CST-EX-03)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.casting_stones.cards import CHARMS, DOUBLE_POTION, DRACO_MALFOY, KNOWN, cards_of
from rules.casting_stones.ring import NAMES
from rules.casting_stones.stones import Stone
from rules.core import Setup, Table, asked, referee
from rules.facts import Choose, Fact, Play
from tests.rules.casting_stones.kit import (
    ADVANCED_HANDS,
    CHARM,
    COLLECTIONS,
    FIVE_EACH,
    KIT,
    NOTHING,
    OWL_COUNTER,
    POTION,
    SPELL,
    TWO_TOWERS,
    advanced,
    casts,
    intermediate,
)

READY = intermediate()


def table(of: Setup, *log: Fact) -> Table:
    return referee(KIT.game, of, log)


def offered(now: Table, player: str, kind: str) -> list[str]:
    """What *player* may pick for *kind* now; nothing where it is not asked."""
    return [o.pick for ask in now.asks if (ask.player, ask.kind) == (player, kind) for o in ask.options]


def cited(now: Table) -> set[str]:
    return {rule for ruling in now.entries[-1].rulings for rule in ruling.rules}


class Match:
    """Turns told by their patterns; rewards are taken as they come, cards are left until asked for."""

    def __init__(self, of: Setup = READY, hands: dict[str, list[str]] | None = None) -> None:
        self.setup, self.log, self.hands = of, list[Fact](), hands or FIVE_EACH

    def turn(self, bo: str, ana: str, *then: Play) -> Match:
        patterns = {"Bo": bo, "Ana": ana}
        for _ in range(2):
            self._settle()
            player = self.table().asks[0].player
            alike = len(set(patterns[player])) == 1  # then the order of the hand, which rewards change, is the same
            hands = {player: list(self.table().state.hands[player])} if alike else self.hands
            self.log.append(casts(player, patterns[player], hands))
        while any(ask.kind == "second" for ask in self.table().asks):
            self.log.append(Choose(self.table().asks[0].player, "second", "stand"))
        self.log += then
        return self

    def _settle(self) -> None:
        """Take the first reward, one that changes no hand if there is any, and no card."""
        while (ask := self.table().asks[0]).kind in ("victory", "card", "gain", "call", "replace"):
            every = [option.pick for option in ask.options]
            picks = [pick for pick in every if "stone" not in pick] or every
            self.log.append(Choose(ask.player, ask.kind, picks[-1] if ask.kind in ("card", "call") else picks[0]))

    def table(self) -> Table:
        return table(self.setup, *self.log)

    def rewarded(self) -> Table:
        """Once the winner has taken a reward."""
        while (now := self.table()).asks[0].kind in ("victory", "replace"):
            ask = now.asks[0]
            gems = [option.pick for option in ask.options if "gem" in option.pick]
            self.log.append(Choose(ask.player, ask.kind, (gems or [option.pick for option in ask.options])[0]))
        return self.table()


@pytest.mark.rule("CST-I-03", "CST-I-04", "CST-I-05")
def test_the_youngest_takes_a_card_and_the_other_gets_the_other() -> None:
    start = {key: value for key, value in READY.items() if key != "libraries"}
    now = table(start)
    assert offered(now, "Bo", "take-card") == ["card:double-potion", "card:charms"]
    now = table(start, Choose("Bo", "take-card", "card:charms"))
    seats = KIT.game.view(now.state, None, frozenset())["seats"]
    assert [card["name"] for card in seats["Ana"]["library"]] == ["Double Potion"]
    assert [card["name"] for card in seats["Bo"]["library"]] == ["Charms"]


# CST-EX-03, with Ana holding Double Potion and Bo Charms; Ana's and Bo's casts of two or three turns.
@pytest.mark.rule("CST-I-08", "CST-I-09", "CST-I-10", "CST-Q-03")
@pytest.mark.parametrize(
    ("turns", "house_rules", "player", "usable"),
    [
        ([(SPELL, POTION), (SPELL, POTION)], {}, "Ana", True),  # two Potions, both lost
        ([(CHARM, POTION), (CHARM, POTION)], {}, "Ana", True),  # both won
        ([(SPELL, POTION), (SPELL, CHARM), (SPELL, POTION)], {}, "Ana", False),  # not in a row
        ([(SPELL, POTION)], {}, "Ana", False),
        ([(SPELL, POTION), (POTION, CHARM)], {}, "Ana", False),
        ([(CHARM, SPELL), (CHARM, POTION)], {}, "Bo", True),  # a Charm won and a Charm lost
        ([(CHARM, SPELL), (POTION, SPELL)], {}, "Bo", False),
        ([(POTION, POTION), (SPELL, POTION)], {}, "Ana", True),  # a tie counts
        ([(POTION, POTION), (SPELL, POTION)], {"ties_break_streak": True}, "Ana", False),
        ([(SPELL, POTION), (POTION, POTION)], {}, "Ana", True),  # usable after a tie too
        ([(SPELL, POTION), (POTION, POTION)], {"ties_break_streak": True}, "Ana", False),
        ([(SPELL, SPELL), (SPELL, SPELL)], {}, "Ana", False),
    ],
)
def test_two_turns_in_a_row(
    turns: list[tuple[str, str]], house_rules: dict[str, bool], player: str, usable: bool
) -> None:
    match = Match(intermediate(**house_rules))
    for bo, ana in turns:
        match.turn(bo, ana)
    now = match.rewarded()
    while now.asks[0].kind == "card" and now.asks[0].player != player:
        match.log.append(Choose(now.asks[0].player, "card", "no"))
        now = match.table()
    assert bool(offered(now, player, "card")) is usable


def two_potions(**house_rules: bool) -> Match:
    """Ana has lost two turns with a Potion, and Bo, who won, has taken the rewards."""
    match = Match(intermediate(**house_rules)).turn(SPELL, POTION).turn(SPELL, POTION)
    match.rewarded()
    return match


@pytest.mark.rule("CST-I-11", "CST-I-06", "CST-I-07", "CST-Q-21", "CST-Q-24")
def test_double_potion_gives_two_swaps_one_after_the_other_once() -> None:
    match = two_potions()
    match.log.append(Choose("Ana", "card", "card:double-potion"))
    assert all(pick.startswith("swap-stone") for pick in offered(match.table(), "Ana", "gain"))
    match.log.append(Choose("Ana", "gain", "swap-stone stone:3 stone:44"))
    assert "swap-stone stone:44 stone:120" in offered(match.table(), "Ana", "gain")
    match.log.append(Choose("Ana", "gain", "swap-stone stone:44 stone:3"))
    match.hands = {**FIVE_EACH, "Ana": ["stone:11", "stone:12", "stone:14", "stone:15", "stone:3"]}
    seat = KIT.game.view(match.table().state, None, frozenset())["seats"]["Ana"]
    assert seat["library"] == []
    assert [card["name"] for card in seat["used_cards"]] == ["Double Potion"]
    match.turn(SPELL, POTION)
    assert offered(match.rewarded(), "Ana", "card") == []  # the third in a row, but the card is used


@pytest.mark.rule("CST-Q-22")
def test_nobody_has_to_use_a_card() -> None:
    match = two_potions()
    match.log.append(Choose("Ana", "card", "no"))
    assert match.table().asks[0].kind == "cast"
    match.turn(SPELL, POTION)
    assert offered(match.rewarded(), "Ana", "card") == ["card:double-potion", "no"]


@pytest.mark.rule("CST-I-12", "CST-Q-42")
def test_charms_gives_two_knock_outs_each_replaced_at_once() -> None:
    match = Match().turn(CHARM, POTION).turn(CHARM, POTION)
    while not offered(match.table(), "Bo", "card"):
        ask = match.table().asks[0]
        match.log.append(Choose(ask.player, ask.kind, "no" if ask.kind == "card" else ask.options[0].pick))
    match.log += [Choose("Bo", "card", "card:charms"), Choose("Bo", "gain", "knock-stone stone:14")]
    assert "CST-Q-42" in cited(match.table())
    free = offered(match.table(), "Ana", "replace")
    assert len(free) == 2
    match.log.append(Choose("Ana", "replace", free[0]))
    assert offered(match.table(), "Bo", "gain")
    match.log.append(Choose("Bo", "gain", f"knock-stone {free[0]}"))
    assert sorted(offered(match.table(), "Ana", "replace")) == sorted(["stone:14", free[1]])


@pytest.mark.rule("CST-Q-21")
@pytest.mark.parametrize(("no_mixing", "verbs"), [(False, {"swap-gem", "swap-stone"}), (True, {"swap-stone"})])
def test_a_card_may_mix_gems_and_stones_unless_the_house_says_otherwise(no_mixing: bool, verbs: set[str]) -> None:
    match = Match(intermediate(no_mixing=no_mixing))
    match.turn(POTION, SPELL, Choose("Ana", "victory", "gem 1")).turn(SPELL, POTION, Choose("Bo", "victory", "gem 2"))
    match.turn(SPELL, POTION, Choose("Bo", "victory", "gem 4"), Choose("Ana", "card", "card:double-potion"))
    assert "swap-gem 1 2" in offered(match.table(), "Ana", "gain")
    match.log.append(Choose("Ana", "gain", "swap-stone stone:3 stone:44"))
    assert {pick.split()[0] for pick in offered(match.table(), "Ana", "gain")} == verbs


@pytest.mark.rule("CST-Q-23")
@pytest.mark.parametrize(("before", "kinds"), [(False, ["victory", "card"]), (True, ["card", "victory"])])
def test_the_losers_card_comes_after_the_winners_reward_or_as_the_house_says(before: bool, kinds: list[str]) -> None:
    match = Match(intermediate(before_winner=before)).turn(SPELL, POTION).turn(SPELL, POTION)
    seen = []
    for answer in ({"victory": "gem 8", "card": "no"},) * 2:
        ask = match.table().asks[0]
        seen.append(ask.kind)
        match.log.append(Choose(ask.player, ask.kind, answer[ask.kind]))
    assert seen == kinds


@pytest.mark.rule("CST-Q-20")
def test_a_winners_card_comes_on_top_or_instead_as_the_house_says() -> None:
    usual = Match().turn(CHARM, POTION).turn(CHARM, POTION)
    assert offered(usual.table(), "Ana", "victory")
    instead = Match(intermediate(card_replaces_action=True)).turn(CHARM, POTION).turn(CHARM, POTION)
    assert offered(instead.table(), "Ana", "card") == ["card:double-potion", "no"]
    instead.log.append(Choose("Ana", "card", "card:double-potion"))
    for _ in range(2):
        instead.log.append(Choose("Ana", "gain", offered(instead.table(), "Ana", "gain")[0]))
    assert offered(instead.table(), "Ana", "victory") == []
    assert [ask.player for ask in instead.table().asks] == ["Bo"]  # whose Charms may follow
    declined = Match(intermediate(card_replaces_action=True)).turn(CHARM, POTION).turn(CHARM, POTION)
    declined.log.append(Choose("Ana", "card", "no"))
    assert offered(declined.table(), "Ana", "victory")


BOOK_OF_DRACO = ["Draco Malfoy", "Eagle Owl", "Shield Slytherin", "Crabbe", "Goyle"]


# CST-EX-02: symbols first, then numbers.
@pytest.mark.rule("CST-A-10", "CST-A-11", "CST-A-17", "CST-A-18", "CST-A-19")
@pytest.mark.parametrize(
    ("bo", "ana", "usable"),
    [
        ("sssnn", POTION, True),  # a Spell that beats a Potion
        ("sssnn", CHARM, False),  # the turn is lost
        ("ssnsn", POTION, False),  # Crabbe shows his symbol and the shield its number
        ("sssss", CHARM, False),  # a Potion that wins
    ],
)
def test_draco_malfoy(bo: str, ana: str, usable: bool) -> None:
    match = Match(advanced(), ADVANCED_HANDS).turn(bo, ana)
    assert ("card:draco-malfoy" in offered(match.rewarded(), "Bo", "card")) is usable


@pytest.mark.parametrize(
    ("sides", "shown"),
    [("sssnn", True), ("ssssn", False), ("sssns", False), ("ssnnn", False)],
)
def test_a_card_wants_its_stones_exactly(sides: str, shown: bool) -> None:
    marks = {"s": "symbol", "n": "number"}
    stones = [
        (Stone(f"x:{i}", name.upper(), "element", 15), marks[mark])
        for i, (name, mark) in enumerate(zip(BOOK_OF_DRACO, sides, strict=True))
    ]
    assert DRACO_MALFOY.shown_by(stones) is shown
    assert not CHARMS.shown_by(stones)  # a card that names no stones is not shown by stones


def draco(*more: Play) -> Table:
    """Bo, with gems on 1 and 2, has won with the card's pattern and put a third gem on 3."""
    match = Match(advanced(), ADVANCED_HANDS)
    match.turn("sssnn", POTION, Choose("Bo", "victory", "gem 1"), Choose("Bo", "card", "card:draco-malfoy"), *more)
    return match.table()


@pytest.mark.rule("CST-Q-41")
def test_draco_malfoy_puts_a_gem_of_choice_and_one_on_slytherin() -> None:
    now = draco(Choose("Bo", "gain", "gem 7"))
    assert [turret for turret, owner in enumerate(now.state.turrets, start=1) if owner == "Bo"] == [1, 5, 7]
    own = draco(Choose("Bo", "gain", "gem 5"))
    assert "Bo holds the Slytherin turret already: no gem is put there." in [r.text for r in own.rulings]
    assert own.state.gems["Bo"] == 4


@pytest.mark.rule("CST-Q-41")
def test_draco_malfoy_sends_an_opposing_gem_home_from_slytherin() -> None:
    match = Match(advanced(), ADVANCED_HANDS).turn(POTION, "snssn", Choose("Ana", "victory", "gem 5"))
    match.turn("sssnn", POTION, Choose("Bo", "victory", "gem 1"), Choose("Bo", "card", "card:draco-malfoy"))
    match.log.append(Choose("Bo", "gain", "gem 3"))
    state = match.table().state
    assert state.turrets[4] == "Bo"
    assert state.gems == {"Bo": 3, "Ana": 6}


def test_a_card_can_win_the_game() -> None:
    match = Match(advanced(), ADVANCED_HANDS)
    for turret in (3, 6):
        match.turn("nssns", POTION, Choose("Bo", "victory", f"gem {turret}"))
        match._settle()
    match.turn("sssnn", POTION, Choose("Bo", "victory", "gem 1"), Choose("Bo", "card", "card:draco-malfoy"))
    match.log.append(Choose("Bo", "gain", "gem 4"))
    assert match.table().state.winner == "Bo"  # 3, 4, Slytherin, 6


CALLS = "sssnn"  # Ana's Counter Spell: Potter, Wand and Flute show symbols


@pytest.mark.rule("CST-A-12", "CST-A-13", "CST-Q-25", "CST-Q-26")
@pytest.mark.parametrize(("bo", "winner"), [(POTION, "Ana"), (CHARM, "Bo"), ("sssnn", "Bo")])
def test_a_counter_spell_is_scored_as_a_spell(bo: str, winner: str) -> None:
    match = Match(advanced(), ADVANCED_HANDS).turn(bo, CALLS, Choose("Ana", "call", "card:owl-post"))
    last = KIT.game.view(match.table().state, None, frozenset())["last"]
    assert last["winner"] == winner
    assert (last["casts"]["Ana"]["kind"], last["casts"]["Ana"]["sum"]) == ("spell", 20)
    assert "card:owl-post" in match.table().state.shelves["Ana"].used


@pytest.mark.rule("CST-Q-25")
def test_what_is_not_called_is_a_bungle_and_keeps_its_card() -> None:
    match = Match(advanced(), ADVANCED_HANDS).turn(POTION, CALLS, Choose("Ana", "call", "no"))
    assert KIT.game.view(match.table().state, None, frozenset())["last"]["winner"] == "Bo"
    assert "card:owl-post" in match.table().state.shelves["Ana"].up


@pytest.mark.rule("CST-Q-25")
@pytest.mark.parametrize(("bo", "turned"), [(POTION, True), (CHARM, False)])
def test_by_house_rule_only_a_winning_counter_spell_is_turned_over(bo: str, turned: bool) -> None:
    match = Match(advanced(only_if_won=True), ADVANCED_HANDS)
    match.turn(bo, CALLS, Choose("Ana", "call", "card:owl-post"))
    assert ("card:owl-post" in match.table().state.shelves["Ana"].used) is turned


@pytest.mark.rule("CST-A-14")
def test_a_used_counter_spell_is_no_spell_any_more() -> None:
    match = Match(advanced(), ADVANCED_HANDS).turn(POTION, CALLS, Choose("Ana", "call", "card:owl-post"))
    match.turn(POTION, CALLS)
    assert "Ana's card Owl Post was used already: this cast is no Spell any more." in [
        ruling.text for ruling in match.table().rulings
    ]
    assert KIT.game.view(match.table().state, None, frozenset())["last"]["winner"] == "Bo"


@pytest.mark.rule("CST-A-15", "CST-A-16")
@pytest.mark.parametrize(("turret", "usable"), [(1, True), (2, False)])
def test_a_card_may_ask_for_turrets(turret: int, usable: bool) -> None:
    match = Match(advanced(), ADVANCED_HANDS).turn(POTION, SPELL, Choose("Ana", "victory", f"gem {turret}"))
    assert ("card:two-towers" in offered(match.table(), "Ana", "card")) is usable


@pytest.mark.rule("CST-A-22", "CST-A-23", "CST-Q-32")
def test_a_charm_may_knock_out_a_card_that_lies_face_up() -> None:
    match = Match(advanced(), ADVANCED_HANDS).turn(POTION, CALLS, Choose("Ana", "call", "card:owl-post"))
    match.turn("sssnn", CHARM)
    assert "knock-card card:draco-malfoy" in offered(match.table(), "Ana", "victory")
    match.log.append(Choose("Ana", "victory", "knock-card card:draco-malfoy"))
    assert match.table().state.shelves["Bo"].vault == ("card:draco-malfoy",)
    match.turn(CHARM, "snssn")
    picks = offered(match.table(), "Bo", "victory")
    assert "knock-card card:double-potion" in picks
    assert "knock-card card:owl-post" not in picks  # used, so out of play


@pytest.mark.rule("CST-A-24", "CST-Q-33")
def test_a_potion_may_swap_a_card_with_one_in_the_own_vault() -> None:
    match = Match(advanced(), ADVANCED_HANDS)
    match.turn("sssnn", CHARM, Choose("Ana", "victory", "knock-card card:draco-malfoy"))
    match.turn(POTION, CHARM)
    picks = offered(match.table(), "Bo", "victory")
    assert [pick for pick in picks if "card" in pick] == [
        "swap-card card:puzzle card:draco-malfoy",
        "swap-card card:mouse-trap card:draco-malfoy",
    ]
    match.log.append(Choose("Bo", "victory", "swap-card card:puzzle card:draco-malfoy"))
    match.turn("sssnn", POTION)
    assert "card:draco-malfoy" in offered(match.rewarded(), "Bo", "card")


def test_cards_are_no_target_in_the_intermediate_game_for_want_of_a_rule() -> None:
    match = Match().turn(SPELL, CHARM)
    assert not [pick for pick in offered(match.table(), "Ana", "victory") if "card" in pick]


def test_a_card_of_another_kind_is_told_by_hand() -> None:
    match = Match(advanced(), ADVANCED_HANDS).turn("nssns", POTION, Choose("Bo", "victory", "gem 1"))
    assert offered(match.table(), "Bo", "card") == ["card:puzzle", "no"]
    match.log.append(Choose("Bo", "card", "card:puzzle"))
    [ask] = match.table().asks
    assert "Do as the sphinx says." in ask.words
    match.log += [Choose("Bo", "gain", "gem 2"), Choose("Bo", "gain", "knock-stone stone:11")]
    match.log += [Choose("Ana", "replace", "stone:46"), Choose("Bo", "gain", "done")]
    assert match.table().asks[0].kind == "cast"


@pytest.mark.rule("CST-Q-27")
def test_by_house_rule_a_cards_pattern_is_a_spell() -> None:
    """Mouse Trap's owl and mouse, both symbols, beside a third that spoils the Spell."""
    hands = {**ADVANCED_HANDS, "Bo": ["stone:22", "stone:100", "stone:21", "stone:60", "stone:43"]}
    pattern = "ssnns"  # Artifact, Element and Goyle, a Character: a Spell anyway
    odd = "ssnnn"  # only two symbols: a Bungle
    for strict, asks in ((True, True), (False, False)):
        of = {**advanced(card_pattern_is_spell=strict), "hands": hands}
        match = Match(of, hands).turn(odd, POTION)
        assert bool(offered(match.table(), "Bo", "call")) is asks
        assert not offered(Match(of, hands).turn(pattern, POTION).table(), "Bo", "call")


@pytest.mark.rule("CST-A-06", "CST-A-07", "CST-Q-31")
def test_a_private_vault_is_seen_and_used_by_its_owner_only() -> None:
    match = Match(advanced(), ADVANCED_HANDS).turn("sssnn", CHARM)
    match.log.append(Choose("Ana", "victory", "knock-stone stone:21"))
    now = match.table()
    assert set(offered(now, "Bo", "replace")) == set(COLLECTIONS["Bo"]["stones"][5:])
    assert [len(ask.options) for ask in asked(now.asks, "Bo")] == [5]
    assert [len(ask.options) for ask in asked(now.asks, "Ana")] == [0]

    def vault(viewer: str | None) -> Any:
        return KIT.game.view(now.state, viewer, frozenset())["seats"]["Bo"]["vault"]

    assert vault("Ana") == vault(None) == {"stones_left": 6, "cards_left": 0}
    assert len(vault("Bo")["stones"]) == 6


CHASER_HANDS = {**ADVANCED_HANDS, "Bo": ["stone:121", "stone:22", "stone:67", "stone:60", "stone:43"]}


@pytest.mark.rule("CST-G-12", "CST-A-25", "CST-Q-29")
def test_a_chaser_makes_a_spell_and_its_player_may_still_want_another_cast() -> None:
    match = Match({**advanced(), "hands": CHASER_HANDS}, CHASER_HANDS)
    match.log += [casts("Bo", "sssnn", CHASER_HANDS), casts("Ana", CHARM, CHASER_HANDS)]
    assert "Bo casts a Spell: 15 + 15 = 30." in [ruling.text for ruling in match.table().rulings]
    assert offered(match.table(), "Bo", "second") == ["stand"]
    match.log.append(Choose("Bo", "second", "stand"))
    assert KIT.game.view(match.table().state, None, frozenset())["last"]["casts"]["Bo"]["kind"] == "spell"


@pytest.mark.rule("CST-Q-29")
@pytest.mark.parametrize(("kind", "cast"), [("character", "spell"), ("element", "bungle")])
def test_by_house_rule_a_chasers_type_is_named_once(kind: str, cast: str) -> None:
    of = {**advanced(chaser_fixed=True), "hands": CHASER_HANDS}
    assert offered(table(of), "Bo", "chaser") == ["character", "artifact", "element"]
    now = table(of, Choose("Bo", "chaser", kind), casts("Bo", "sssnn", CHASER_HANDS))
    assert KIT.game.view(now.state, None, frozenset())["seats"]["Bo"]["cast"]["kind"] == cast


def test_stones_of_the_own_ten_are_chosen_in_turn_and_in_private() -> None:
    now = table(advanced(picked=False))
    assert offered(now, "Bo", "hand") == COLLECTIONS["Bo"]["stones"]
    assert asked(now.asks, "Ana")[0].options == ()
    now = table(advanced(picked=False), Choose("Bo", "hand", "stone:39"))
    assert now.asks[0].player == "Ana"


def card(**fields: Any) -> dict[str, Any]:
    return {"card": "card:x", "name": "X", "numbers": ["Goyle"], "gives": ["gem"], **fields}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (None, "lists its cards"),
        (["card:unheard-of"], "is no card"),
        ([card(card="two words")], "'card' is a word"),
        ([card(name="")], "name of card:x"),
        ([card(colour="red")], "cannot have colour"),
        ([card(rules=["CST-A-17"])], "cannot have rules"),
        ([card(numbers="Goyle")], "'numbers' of the card X"),
        ([card(words=3)], "'words' of the card X"),
        ([card(numbers=[])], "must need something"),
        ([card(row="bungle")], "in a row, not of 'bungle'"),
        ([card(numbers=["a", "b", "c"], symbols=["d", "e", "f"])], "more than the five"),
        ([card(gives=[])], "must give something"),
        ([card(gives=["gem Durmstrang"])], "'Durmstrang', which is no turret"),
        ([card(gives=["win"])], "'win', which is no turret"),
        ([card(holds=["Beauxbatons"])], "no turret of your mat"),
        ([card(counter_spell=True)], "Counter Spell X"),
        ([card(counter_spell=True, gives=[], numbers=[], holds=["Spell"])], "Counter Spell X"),
        ([card(), card()], "listed twice"),
    ],
)
def test_cards_that_cannot_be_played(body: Any, words: str) -> None:
    with pytest.raises(ValueError, match=words):
        cards_of(body, NAMES)


def test_cards_that_can() -> None:
    cards = cards_of(["card:charms", OWL_COUNTER, TWO_TOWERS, card(gives=["gem Slytherin", "swap"])], NAMES)
    assert list(cards) == ["card:charms", "card:owl-post", "card:two-towers", "card:x"]
    assert cards["card:charms"] is CHARMS
    assert {DOUBLE_POTION.card, CHARMS.card, DRACO_MALFOY.card} == set(KNOWN)


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"collections": None}, "'collections' gives each player"),
        ({"collections": {**COLLECTIONS, "Bo": {"stones": ["stone:21"]}}}, "lists 'stones' and 'cards'"),
        ({"collections": {**COLLECTIONS, "Bo": {**COLLECTIONS["Bo"], "stones": ["stone:21"]}}}, "ten stones"),
        ({"collections": {**COLLECTIONS, "Bo": COLLECTIONS["Ana"]}}, "one player only"),
        (
            {"collections": {**COLLECTIONS, "Bo": {**COLLECTIONS["Bo"], "cards": ["card:charms"]}}},
            "same number of cards",
        ),
        ({"hands": {**ADVANCED_HANDS, "Bo": FIVE_EACH["Bo"]}}, "own ten stones"),
        ({"hands": {**ADVANCED_HANDS, "Bo": ["stone:21"]}}, "must be five stones"),
        ({"cards": ["card:charms"]}, "among 'pieces' and 'cards'"),
        ({"turrets": ["a", "b", "c", "d", "e", "f", "g", "h"]}, "no turret of your mat"),
    ],
)
def test_advanced_set_ups_that_cannot_be_played(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        KIT.game.start({**advanced(), **fields})


@pytest.mark.rule("CST-Q-30")
def test_two_stones_alike_only_where_the_house_allows_it() -> None:
    pieces = [{**s, "name": "Mouse"} if s["name"] == "Crabbe" else s for s in advanced()["pieces"]]
    KIT.game.start({**advanced(), "pieces": pieces})
    with pytest.raises(ValueError, match="brings Mouse twice"):
        KIT.game.start({**advanced(no_duplicates=True), "pieces": pieces})


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"cards": ["card:charms"]}, "two cards"),
        ({"libraries": {"Ana": "card:charms"}}, "one of the two cards"),
        ({"libraries": {"Ana": "card:charms", "Bo": "card:charms"}}, "one of the two cards"),
        ({"libraries": {"Ana": "card:charms", "Cy": "card:double-potion"}}, "one of the two cards"),
    ],
)
def test_intermediate_set_ups_that_cannot_be_played(fields: dict[str, Any], words: str) -> None:
    with pytest.raises(ValueError, match=words):
        KIT.game.start({**READY, **fields})


def test_nothing_is_won_by_a_card_that_needs_a_won_turn_after_a_tie() -> None:
    match = Match(advanced(), ADVANCED_HANDS).turn(NOTHING, NOTHING)
    assert match.table().asks[0].kind == "cast"
