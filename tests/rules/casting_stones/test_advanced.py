"""The Advanced game: named stones, Counter Spells, private vaults, Chasers (CST-EX-02)."""

from __future__ import annotations

from typing import Any

import pytest

from rules.casting_stones.cards.cards import CHARMS, DRACO_MALFOY
from rules.casting_stones.stones import Stone
from rules.core.asks import visible_asks
from rules.core.facts import Choose, Play
from rules.core.fold import Table, referee
from rules.core.refusals import refusal, why_not
from tests.rules.casting_stones.kit import (
    ADVANCED_HANDS,
    CARDS,
    CHARM,
    COLLECTIONS,
    KIT,
    MOUSE_TRAP,
    NOTHING,
    OWL_COUNTER,
    POTION,
    SPELL,
    advanced,
    casts,
)
from tests.rules.casting_stones.match import Match, offered, table

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
def test_the_card_draco_malfoy_has_its_printed_stones(bo: str, ana: str, usable: bool) -> None:
    match = Match(advanced(), ADVANCED_HANDS).turn(bo, ana)
    assert ("card:draco-malfoy" in offered(match.rewarded(), "Bo", "card")) is usable


@pytest.mark.parametrize(
    ("sides", "is_shown"),
    [("sssnn", True), ("ssssn", False), ("sssns", False), ("ssnnn", False)],
)
def test_a_card_wants_its_stones_exactly(sides: str, is_shown: bool) -> None:
    marks = {"s": "symbol", "n": "number"}
    stones = [
        (Stone(f"x:{i}", name.upper(), "element", 15), marks[mark])
        for i, (name, mark) in enumerate(zip(BOOK_OF_DRACO, sides, strict=True))
    ]
    assert DRACO_MALFOY.shown_by(stones) is is_shown
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
def test_a_cast_not_called_a_spell_is_a_bungle_and_keeps_its_card() -> None:
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
    assert "Ana's card Owl Post was used already: this cast is no longer a Spell." in [
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


def test_the_effect_of_another_kind_of_card_is_entered_by_hand() -> None:
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
    """A card that names all five stones of the hand; one that names fewer leaves the cast what it is."""
    hands = {**ADVANCED_HANDS, "Bo": ["stone:22", "stone:100", "stone:21", "stone:60", "stone:43"]}
    owl_and_mouse = {"symbols": ["Eagle Owl", "Mouse"], "numbers": []}
    whole = {**owl_and_mouse, "numbers": ["Draco Malfoy", "Crabbe", "Goyle"]}
    pattern = "ssnns"  # Artifact, Element and Goyle, a Character: a Spell anyway
    odd = "ssnnn"  # only two symbols: a Bungle
    for strict, names, asks in ((True, whole, True), (False, whole, False), (True, owl_and_mouse, False)):
        cards = [{**MOUSE_TRAP, **names} if card is MOUSE_TRAP else card for card in CARDS]
        of = {**advanced(card_pattern_is_spell=strict), "hands": hands, "cards": cards}
        match = Match(of, hands).turn(odd, POTION)
        assert bool(offered(match.table(), "Bo", "call")) is asks
        assert not offered(Match(of, hands).turn(pattern, POTION).table(), "Bo", "call")


@pytest.mark.rule("CST-Q-27")
def test_by_house_rule_a_card_of_fewer_stones_is_refused_as_no_whole_hand() -> None:
    match = Match(advanced(card_pattern_is_spell=True), ADVANCED_HANDS).turn("nnnnn", POTION)
    assert str(why_not(KIT.game, match.table(), Choose("Ana", "call", "card:two-towers"))) == (
        "Only a cast that matches a Counter Spell, or a card that names all five stones, may be called a Spell. "
        "[CST-Q-27, CST-A-12]"
    )


@pytest.mark.rule("CST-A-15", "CST-A-16")
def test_a_counter_spell_is_called_only_while_the_turrets_that_it_names_are_held() -> None:
    counter = {**OWL_COUNTER, "holds": ["Slytherin"]}
    cards = [counter if card is OWL_COUNTER else card for card in CARDS]
    of = {**advanced(), "cards": cards}
    owl = "sssnn"
    match = Match(of, ADVANCED_HANDS).turn("nnnnn", owl)
    assert not offered(match.table(), "Ana", "call")
    won = Match(of, ADVANCED_HANDS).turn("sssss", "ssnsn", Choose("Ana", "victory", "gem 5"))
    won.log.append(casts("Ana", owl))
    assert offered(won.table(), "Ana", "call") == ["card:owl-post"]
    match.log[1:] = [casts("Ana", owl)]
    assert str(why_not(KIT.game, match.table(), Choose("Ana", "call", "card:owl-post"))) == (
        "Owl Post needs a gem on the turret Slytherin. [CST-A-15, CST-A-16]"
    )


@pytest.mark.rule("CST-A-06", "CST-A-07", "CST-Q-31")
def test_only_its_owner_sees_and_uses_a_private_vault() -> None:
    match = Match(advanced(), ADVANCED_HANDS).turn("sssnn", CHARM)
    match.log.append(Choose("Ana", "victory", "knock-stone stone:21"))
    now = match.table()
    assert set(offered(now, "Bo", "replace")) == set(COLLECTIONS["Bo"]["stones"][5:])
    assert [len(ask.options) for ask in visible_asks(now.asks, "Bo")] == [5]
    assert [len(ask.options) for ask in visible_asks(now.asks, "Ana")] == [0]

    def vault(viewer: str | None) -> Any:
        return KIT.game.view(now.state, viewer, frozenset())["seats"]["Bo"]["vault"]

    assert vault("Ana") == vault(None) == {"stones_left": 6, "cards_left": 0}
    assert len(vault("Bo")["stones"]) == 6


CHASER_HANDS = {**ADVANCED_HANDS, "Bo": ["stone:121", "stone:22", "stone:67", "stone:60", "stone:43"]}


@pytest.mark.rule("CST-G-12", "CST-A-25", "CST-Q-29")
def test_a_chaser_makes_a_spell_that_stands() -> None:
    match = Match({**advanced(), "hands": CHASER_HANDS}, CHASER_HANDS)
    match.log += [casts("Bo", "sssnn", CHASER_HANDS), casts("Ana", CHARM, CHASER_HANDS)]
    assert match.table().rulings[-2].text == "Ana keeps the Charm."
    assert offered(match.table(), "Bo", "second") == []
    assert "Bo keeps the Spell." in [ruling.text for ruling in match.table().rulings]


@pytest.mark.rule("CST-Q-43")
def test_by_house_rule_a_spell_by_a_chaser_may_be_cast_again() -> None:
    match = Match({**advanced(chaser_spell_recast=True), "hands": CHASER_HANDS}, CHASER_HANDS)
    match.log += [casts("Bo", "sssnn", CHASER_HANDS), casts("Ana", CHARM, CHASER_HANDS)]
    assert "Bo casts a Spell: 15 + 15 = 30." in [ruling.text for ruling in match.table().rulings]
    assert offered(match.table(), "Bo", "second") == ["stand"]
    [ask] = match.table().asks
    assert ask.words == "Bo may cast again although it is a Spell: a Chaser stands for another type in it."
    assert ask.rules == ("CST-G-12", "CST-Q-29", "CST-Q-43")
    match.log.append(Choose("Bo", "second", "stand"))
    assert KIT.game.view(match.table().state, None, frozenset())["last"]["casts"]["Bo"]["kind"] == "spell"


@pytest.mark.rule("CST-Q-29")
@pytest.mark.parametrize(("kind", "cast"), [("character", "spell"), ("element", "bungle")])
def test_by_house_rule_a_chasers_type_is_named_once(kind: str, cast: str) -> None:
    of = {**advanced(chaser_fixed=True), "hands": CHASER_HANDS}
    assert offered(table(of), "Bo", "chaser") == ["character", "artifact", "element"]
    now = table(of, Choose("Bo", "chaser", kind), casts("Bo", "sssnn", CHASER_HANDS))
    assert KIT.game.view(now.state, None, frozenset())["seats"]["Bo"]["cast"]["kind"] == cast


def test_stones_of_the_own_ten_are_chosen_at_any_time_and_in_private() -> None:
    now = table(advanced(picked=False))
    assert offered(now, "Bo", "hand") == COLLECTIONS["Bo"]["stones"]
    assert visible_asks(now.asks, "Ana")[0].options == ()
    now = table(advanced(picked=False), Choose("Bo", "hand", "stone:39"))
    assert [(ask.player, ask.words[-8:]) for ask in now.asks] == [("Bo", "4 to go."), ("Ana", "5 to go.")]
    five = [Choose("Ana", "hand", piece) for piece in COLLECTIONS["Ana"]["stones"][:5]]
    now = table(advanced(picked=False), *five)
    assert [ask.player for ask in now.asks] == ["Bo"]
    full = Choose("Ana", "hand", COLLECTIONS["Ana"]["stones"][5])
    assert "five stones already. [CST-A-05" in str(refusal(KIT.game, now, full))


def test_nothing_is_won_by_a_card_that_needs_a_won_turn_after_a_tie() -> None:
    match = Match(advanced(), ADVANCED_HANDS).turn(NOTHING, NOTHING)
    assert match.table().asks[0].kind == "cast"


def test_a_potion_that_is_called_a_spell_lacks_nothing_to_be_a_potion() -> None:
    names = ["Harry Potter", "Harry's Wand", "Flute", "Dragon's Blood", "Phoenix Feather"]
    cards = [{**OWL_COUNTER, "symbols": names, "numbers": []} if card == OWL_COUNTER else card for card in CARDS]
    log = [casts("Bo", CHARM, ADVANCED_HANDS), casts("Ana", POTION, ADVANCED_HANDS)]
    called = referee(KIT.game, {**advanced(), "cards": cards}, [*log, Choose("Ana", "call", "card:owl-post")])
    cast = KIT.game.view(called.state, None, frozenset())["seats"]["Ana"]["cast"]
    assert cast["kind"] == "spell"
    assert [lack["kind"] for lack in cast["lacks"]] == ["charm"]
