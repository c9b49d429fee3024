"""Casting Stones for the shared suite."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from rules.casting_stones.game import CastingStones
from rules.casting_stones.house_rules import HOUSE_RULES
from rules.casting_stones.state import State
from rules.casting_stones.stones import starter
from rules.core.asks import Ask
from rules.core.facts import Choose, Fact, Play, Throw, to_json
from rules.core.fold import Table
from rules.core.game import Setup
from rules.core.house_rules import Answer
from tests.rules.citations import load
from tests.rules.kit import HERE, Kit, Perft, Retold, any_answer

FIVE_EACH = {
    "Ana": ["stone:11", "stone:12", "stone:14", "stone:3", "stone:15"],
    "Bo": ["stone:21", "stone:35", "stone:46", "stone:18", "stone:39"],
}


def setup(picked: bool = False, **house_rules: Answer) -> Setup:
    """A Basic game of Ana and Bo, the youngest; with *picked* each has five stones already."""
    return {
        "game": "casting-stones",
        "format": 1,
        "level": "basic",
        "players": ["Ana", "Bo"],
        "youngest": "Bo",
        "pieces": starter(),
        "house_rules": house_rules,
        **({"hands": FIVE_EACH} if picked else {}),
    }


def intermediate(picked: bool = True, **house_rules: Answer) -> Setup:
    """An Intermediate game; with *picked* Bo has Charms and Ana Double Potion."""
    taken = {"libraries": {"Ana": "card:double-potion", "Bo": "card:charms"}} if picked else {}
    return {**setup(picked=picked, **house_rules), "level": "intermediate", **taken}


def _stone(number: int, name: str, kind: str, value: int) -> dict[str, object]:
    return {"piece": f"stone:{number}", "name": name, "type": kind, "number": value}


MORE = [
    _stone(22, "Eagle Owl", "artifact", 15),
    _stone(67, "Shield Slytherin", "element", 15),
    _stone(60, "Crabbe", "character", 15),
    _stone(43, "Goyle", "character", 15),
    _stone(121, "Sorcerer's Stone", "chaser", 50),
    _stone(123, "Cloak of Invisibility", "chaser", 50),
    _stone(100, "Mouse", "element", 9),
    _stone(112, "Cat", "element", 9),
]
OWL_COUNTER = {
    "card": "card:owl-post",
    "name": "Owl Post",
    "symbols": ["Harry Potter", "Harry's Wand", "Flute"],
    "numbers": ["Dragon's Blood", "Phoenix Feather"],
    "counter_spell": True,
}
THREE_NUMBERS = {
    "card": "card:owl-post",
    "name": "Owl Post",
    "symbols": ["Harry Potter", "Harry's Wand"],
    "numbers": ["Flute", "Dragon's Blood", "Phoenix Feather"],
    "counter_spell": True,
}
TWO_TOWERS = {
    "card": "card:two-towers",
    "name": "Two Towers",
    "symbols": ["Harry Potter"],
    "holds": ["Gryffindor"],
    "gives": ["knock-out", "gem"],
}
PUZZLE = {
    "card": "card:puzzle",
    "name": "Puzzle",
    "numbers": ["Crabbe"],
    "gives": ["by-hand"],
    "words": "Do as the sphinx says.",
}
MOUSE_TRAP = {
    "card": "card:mouse-trap",
    "name": "Mouse Trap",
    "symbols": ["Eagle Owl", "Mouse"],
    "gives": ["swap", "swap"],
}
CARDS = ["card:draco-malfoy", "card:double-potion", "card:charms", OWL_COUNTER, TWO_TOWERS, PUZZLE, MOUSE_TRAP]
COLLECTIONS = {
    "Ana": {
        "stones": [f"stone:{number}" for number in (11, 12, 14, 3, 15, 46, 44, 123, 112, 120)],
        "cards": ["card:owl-post", "card:two-towers", "card:double-potion"],
    },
    "Bo": {
        "stones": [f"stone:{number}" for number in (21, 22, 67, 60, 43, 35, 18, 39, 100, 121)],
        "cards": ["card:draco-malfoy", "card:puzzle", "card:mouse-trap"],
    },
}
ADVANCED_HANDS = {
    "Ana": FIVE_EACH["Ana"],
    "Bo": [f"stone:{number}" for number in (21, 22, 67, 60, 43)],
}


def advanced(picked: bool = True, **house_rules: Answer) -> Setup:
    """An Advanced game; with *picked* Bo holds the five stones of the card Draco Malfoy."""
    return {
        **setup(False, **house_rules),
        "level": "advanced",
        "pieces": [*starter(), *MORE],
        "cards": CARDS,
        "collections": COLLECTIONS,
        **({"hands": ADVANCED_HANDS} if picked else {}),
    }


def throw(player: str, **sides: str) -> Throw:
    """A throw written with stones by number: throw("Ana", s11="symbol")."""
    return Throw(player, tuple((f"stone:{key[1:]}", side) for key, side in sides.items()))


def casts(player: str, pattern: str, hands: Mapping[str, list[str]] = FIVE_EACH) -> Throw:
    """All five stones in the order of the hand: s symbol, n number, l leaner, k stacked, o off, h hidden."""
    sides = {"s": "symbol", "n": "number", "l": "leaner", "k": "stacked", "o": "off", "h": "hidden"}
    return Throw(player, tuple((piece, sides[mark]) for piece, mark in zip(hands[player], pattern, strict=True)))


TYPES = {str(stone["piece"]): str(stone["type"]) for stone in [*starter(), *MORE]}
SPELL, POTION, CHARM, NOTHING = "ssnsn", "sssss", "nnnnn", "ssnnn"


def bo(kind: str, pick: str) -> Choose:
    return Choose("Bo", kind, pick)


def ana(kind: str, pick: str) -> Choose:
    return Choose("Ana", kind, pick)


def turn(first: str, second: str) -> list[Fact]:
    """Bo casts first, then Ana."""
    return [casts("Bo", first), casts("Ana", second)]


def sound(setup: Setup, state: Any) -> None:
    """Stones and gems are neither lost nor found, and hands are whole."""
    assert isinstance(state, State)
    places = [*state.hands.values(), *state.vaults.values(), state.middle]
    assert sorted(piece for place in places for piece in place) == sorted(_played(setup))
    shelves = [card for shelf in state.shelves.values() for card in (*shelf.up, *shelf.used, *shelf.vault)]
    assert len(set(shelves)) == len(shelves)
    assert len(shelves) + len(state.deck) == {"basic": 0, "intermediate": 2, "advanced": 6}[setup["level"]]
    for player in state.setting.players:
        assert state.gems[player] + state.turrets.count(player) == 6
        assert state.gems[player] >= 0
        assert state.casts.get(player, 0) <= 2
    if state.todo and state.todo[0].kind in ("cast", "second", "victory"):
        assert {len(hand) for hand in state.hands.values()} == {5}
    assert state.winner is None or not state.todo


def _played(setup: Setup) -> list[str]:
    if setup["level"] == "advanced":
        return [piece for owned in setup["collections"].values() for piece in owned["stones"]]
    return [stone["piece"] for stone in setup["pieces"]]


def disguise(setup: Setup, log: Sequence[Fact], viewer: str | None, table: Table) -> Retold | None:
    """Every stone that never left another's private vault is another stone, by id, name, type and number."""
    if setup["level"] != "advanced":
        return None
    text = json.dumps([to_json(fact) for fact in log]) + json.dumps(setup.get("hands"))
    others = [p for who, owned in setup["collections"].items() if who != viewer for p in owned["stones"]]
    masks = {piece: f"stone:masked-{i}" for i, piece in enumerate(others) if f'"{piece}"' not in text.replace(" ", '"')}
    if not masks:
        return None
    pieces = [
        {"piece": masks[s["piece"]], "name": masks[s["piece"]], "type": "artifact", "number": 1}
        if s["piece"] in masks
        else s
        for s in setup["pieces"]
    ]
    collections = {
        who: {**owned, "stones": [masks.get(piece, piece) for piece in owned["stones"]]}
        for who, owned in setup["collections"].items()
    }
    return {**setup, "pieces": pieces, "collections": collections}, list(log)


def lucky(ask: Ask, rng: Random) -> Play:
    """Mostly good casts, so that random games come to an end; else anything."""
    if not ask.pieces or ask.kind not in ("cast", "second") or rng.random() < 0.4:
        return any_answer(ask, rng)
    pieces = [piece for piece, _ in ask.pieces]
    one_of_each = {TYPES[piece]: piece for piece in rng.sample(pieces, len(pieces))}
    up = rng.choice(([], pieces, one_of_each.values(), one_of_each.values(), one_of_each.values()))
    return Throw(ask.player, tuple((piece, "symbol" if piece in up else "number") for piece in pieces))


def _charm_won() -> list[Fact]:
    """Bo's gems stand on turrets 1 and 5; then Ana's Charm beats Bo's Spell."""
    spell = [casts("Bo", SPELL), casts("Ana", POTION)]
    return [
        *spell,
        Choose("Bo", "victory", "gem 1"),
        *spell,
        Choose("Bo", "victory", "gem 5"),
        casts("Bo", SPELL),
        casts("Ana", CHARM),
    ]


def rarity(state: Any, ask: Ask, pick: str) -> str:
    """A card that would be used, or a reward of a kind."""
    if ask.kind in ("card", "call") and pick != "no":
        return pick
    return pick.split()[0] if ask.kind in ("victory", "gain") else ""


def at_random(number: int) -> Setup:
    """A set-up by its number: each level in turn, each house rule now and then."""
    rng = Random(f"casting stones {number}")
    make = (setup, intermediate, advanced)[number % 3]
    rules = {rule.key: rng.choice(rule.answers)[0] for rule in HOUSE_RULES if rng.random() < 0.2}
    if make is advanced:  # its cards speak of turrets by name
        rules.pop("turret_count", None)
    return make(picked=rng.random() < 0.5, **rules)


def counter(**house_rules: Answer) -> Setup:
    """An Advanced game in which the Counter Spell shows three numbers; Ana is the youngest."""
    cards = [THREE_NUMBERS if card is OWL_COUNTER else card for card in CARDS]
    return {**advanced(True, **house_rules), "cards": cards, "youngest": "Ana"}


THREE_ADDED = (casts("Ana", NOTHING), Choose("Ana", "call", "card:owl-post"), casts("Bo", POTION, ADVANCED_HANDS))
"""Ana calls her cast a Spell, and its three numbers are added; random games seldom do."""


def whole_hand() -> Setup:
    """An Advanced game in which by house rule Bo's cast is a Spell if it shows all five stones as Mouse Trap does."""
    numbers = ["Eagle Owl", "Shield Slytherin", "Crabbe", "Goyle"]
    trap = {**MOUSE_TRAP, "symbols": ["Draco Malfoy"], "numbers": numbers, "gives": ["gem"]}
    return {**advanced(card_pattern_is_spell=True), "cards": [trap if one is MOUSE_TRAP else one for one in CARDS]}


SHOWN_WHOLE = (casts("Bo", "snnnn", ADVANCED_HANDS), casts("Ana", POTION), Choose("Bo", "call", "card:mouse-trap"))
"""Bo calls the cast a Spell; random games seldom do."""


KIT = Kit(
    game=CastingStones(),
    folder=HERE / "casting_stones" / "goldens",
    setups=(
        setup(),
        setup(picked=True),
        setup(tie_order="alternate", free_second_cast=True, victim_picks=True, ring_open=True, both_four="draw"),
        setup(
            picked=True,
            tie_order="youngest",
            bungle_tie_swaps_order=True,
            cast_both_then_opponent=True,
            always_1_2_2=True,
            both_four="opponent_wins",
            turret_count=6,
            off_table_stays=True,
            move_own_gem=True,
        ),
        setup(tie_redraft=True, strict_throw=True, turret_count=12),
        intermediate(picked=False),
        intermediate(),
        intermediate(ties_break_streak=True, no_mixing=True, card_replaces_action=True, before_winner=True),
        advanced(picked=False),
        advanced(),
        advanced(picked=False, chaser_fixed=True, tie_redraft=True, no_duplicates=True),
        advanced(only_if_won=True, card_pattern_is_spell=True, no_mixing=True, before_winner=True, victim_picks=True),
        advanced(card_replaces_action=True, free_second_cast=True, cast_both_then_opponent=True, always_1_2_2=True),
        *(at_random(number) for number in range(300)),
    ),
    cases=((counter(), THREE_ADDED), (whole_hand(), SHOWN_WHOLE)),
    sides=("symbol", "number", "symbol", "number", "leaner", "stacked", "off", "hidden", "upside-down"),
    bound=140,
    sound=sound,
    citations=load(HERE / "casting_stones" / "citations.txt", "CST-"),
    disguise=disguise,
    answer=lucky,
    rarity=rarity,
    perfts=(
        # 12 stones to pick from; then 11.  Third: Ana's second stone, after Bo's and her own first.
        #   Bo took a Character (2 ways): Ana the other (1), then no Character is left: 4 + 6 = 10;
        #     or an Artifact (4): Bo's hand needs no Character: 3 + 6 = 9; or an Element (6): 4 + 5 = 9.
        #   Bo took an Artifact (4): Ana a Character (2), an Artifact (3) or an Element (6): 10 stones left, all fit.
        #   Bo took an Element (6): any of 11, and all 10 left fit.
        # 2 * (1*10 + 4*9 + 6*9) + 4 * 11 * 10 + 6 * 11 * 10 = 200 + 440 + 660 = 1300.
        Perft("picking", setup(), (), (12, 132, 1300)),
        # Ana may knock out 2 gems or 5 stones: 7.  After a gem, Ana casts: 2^5 = 32; after a stone, Bo takes 1 of the
        # 2 in the vault: 2 * 32 + 5 * 2 = 74.  Then Bo casts, or Ana: 2 * 32 * 32 + 5 * 2 * 32 = 2368.
        Perft("charm won", setup(picked=True), _charm_won(), (7, 74, 2368)),
    ),
)
