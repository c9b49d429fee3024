"""Munchkin's kit: set-ups, invariants, positions counted by hand."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from rules.core.asks import Ask
from rules.core.facts import Choose, Play
from rules.core.game import Setup
from rules.munchkin.asks import ACTIONS, kinds_pending
from rules.munchkin.character.character import crowded, ranks
from rules.munchkin.house_rules import HOUSE_RULES
from rules.munchkin.state import State
from tests.rules.citations import load
from tests.rules.kit import HERE, Kit, Perft, any_answer
from tests.rules.munchkin.cards import CARDS, SHOWN_CARDS, TEXTS
from tests.rules.munchkin.play import GAME, facts, setup
from tests.rules.munchkin.scenes import SCENES

SIX = ["Ana", "Bo", "Cy", "Di", "Eve", "Flo"]
RICH = {
    "house": "Slytherin",
    "level": 5,
    "roles": ["Prefect"],
    "dual_role": True,
    "proficiencies": ["Charms", "Potions"],
}
RICH |= {
    "ally": "Hermione Granger",
    "equipped": ["Hat", "Wand", "Chain Mail"],
    "carried": ["Broom", "Cloak"],
    "hand": 6,
}
RICH |= {"cheat": ["Hat"], "curses": ["Life Hex"], "sex": "female"}
POOR = {
    "house": "Ravenclaw",
    "level": 5,
    "roles": ["Quidditch Captain"],
    "ally": "Big Friend",
    "carried": ["Felix Felicis"],
}
OTHERWISE = {
    "listen_at_the_door": True,
    "draw_treasure": True,
    "fast_literal": True,
    "shared_victory": True,
    "loot_after_no_fight": True,
    "kill_wait_restart": False,
    "lose_wait": False,
    "forbid_overpay": True,
    "helper_first": True,
    "ally_before_first_roll": True,
    "helper_ally_saves_both": True,
    "count_twice_for_roles": True,
    "help_any_time": True,
    "enforce_all_deals": True,
    "min_treasure_1": True,
    "after_combat": True,
    "keep_lone_dual_role": True,
    "prof_not_in_combat": True,
    "bribe_at_once": True,
    "house_power_uses": 0,
    "die_symbol_value": 1,
    "epic": True,
}
BASE = {"game": "munchkin", "format": 1, "cards": CARDS}
SETUPS: tuple[Setup, ...] = (
    {**BASE, "players": SIX[:3], "begin": "create"},
    {**BASE, "players": SIX[:3], "begin": "turn", "characters": {"Ana": RICH, "Bo": POOR, "Cy": POOR}},
    {**BASE, "players": SIX[:4], "begin": "turn", "characters": {"Ana": POOR, "Bo": RICH}, "house_rules": OTHERWISE},
    {**BASE, "players": SIX, "begin": "turn", "characters": {"Ana": RICH, "Flo": RICH}},
    {**BASE, "players": SIX[:3], "level": "levels"},
    {**BASE, "players": SIX[:4], "begin": "turn", "hands": "own", "characters": {"Ana": RICH, "Bo": POOR}},
    {**BASE, "players": SIX[:3], "level": "levels", "house_rules": {"shared_victory": True}},
)


def at_random(number: int) -> Setup:
    """A set-up by its number: three to six players, each house rule now and then."""
    rng = Random(f"munchkin {number}")
    players = SIX[: 3 + number % 4]
    rules = {rule.key: rng.choice(rule.answers)[0] for rule in HOUSE_RULES if rng.random() < 0.2}
    begin = {"begin": "create"} if number % 5 == 0 else {"begin": "turn"}
    kinds = rng.sample((RICH, RICH, RICH, POOR, POOR, POOR), len(players))  # a House has figures for three
    dealt = {player: kind for player, kind in zip(players, kinds, strict=True) if rng.random() < 0.6}
    hands = {"hands": "own"} if number % 3 == 0 else {}
    return {**BASE, "players": players, **begin, **hands, "characters": dealt, "house_rules": rules}


# Random players would talk all day: what moves the game on comes more often.
WEIGHTS = {
    "level": 0.15,
    "hand": 0.1,
    "got": 0.1,
    "describe": 0.2,
    "effect": 0.3,
    "kill levels": 0.1,
    "change": 0.05,
    "bonus": 0.4,
    "treasures": 0.2,
    "remove": 0.1,
    "fight": 0.05,
}
WEIGHTS |= {
    "card": 0.03,
    "give": 0.3,
    "lose": 0.1,
    "discard": 0.15,
    "object": 0.3,
    "play": 1.5,
    "run bonus": 0.1,
    "carry": 0.2,
}
WEIGHTS |= {
    "unlock": 8,
    "room": 8,
    "end": 8,
    "charity": 8,
    "escape": 12,
    "run from": 12,
    "answer": 8,
    "time": 5,
    "withdraw": 0.5,
    "ready": 4,
    "bad stuff": 8,
    "price": 8,
    "won": 4,
}


def ask(asks: Sequence[Ask], rng: Random) -> Ask:
    return rng.choices(asks, [WEIGHTS.get(ask.kind, 1) for ask in asks])[0]


def answer(ask: Ask, rng: Random) -> Play:
    """Mostly an option; now and then the description of a card that no list knows."""
    if ask.reads and (not ask.options or rng.random() < 0.1):
        fits = [text for text in (*SHOWN_CARDS, *TEXTS) if not ask.reads(text)]
        if fits:
            return Choose(ask.player, ask.kind, rng.choice(fits))
    return any_answer(ask, rng)


def sound(setup: Setup, state: State) -> None:
    """Levels in bounds, Ranks and slots within theirs, no card lost or made."""
    top = state.rules.top
    for seat in state.seats:
        assert 1 <= seat.level <= top
        assert (seat.level == top) <= (seat.player in state.winners), "the last Level ends the game"
        assert seat.hand >= 0
        assert state.rules.counts_hands or not seat.hand
        assert seat.alive or not (seat.items or seat.ally or seat.hand)
        asked = any(question.player == seat.player for question in state.questions)
        waits = state.rules.on("after_combat") and state.busy(seat.player)
        if not asked and not state.winners:
            assert waits or ranks(state.rules.cards, seat) <= seat.level
            assert waits or not crowded(state.rules.cards, seat)
            assert len(seat.roles) <= 1 + seat.dual
    for change in state.history:
        if change.after == top:
            assert change.reason in ("kill", "winning card")
        assert change.before != change.after or change.reason == "correction"
    assert state.drawn - state.discarded == _cards(state), "a card was lost or made"
    assert _goes_on(state), "nobody can move the game on"


ONWARD = (
    *("ready", "listen", "unlock", "room", "charity", "end", "loot order", "loot"),
    *("object", "run", "escape", "run from", "answer"),
)
"""The kinds of choices and throws that bring a game with turns nearer to its end."""


def _goes_on(state: State) -> bool:
    """Whether somebody can move the game on: settle what is due, or take the next step of a turn."""
    if state.phase in ("over", "levels"):
        return True
    kinds = kinds_pending(state)[:1] if state.questions or state.sale else ONWARD
    return any(not ACTIONS[kind].closed(state, player) for kind in kinds for player in state.players)


def _cards(state: State) -> int:
    lying = sum(len(body.cards) + body.hand for body in state.bodies)
    own = sum(seat.hand + sum(1 for _ in seat.in_play()) for seat in state.seats)
    return own + lying + (state.combat.spent if state.combat else 0)


# What changes hands, sides or numbers, but makes no gold and spends none.
MOVES = (
    *("give", "equip", "carry", "change", "level", "hand", "object", "help", "answer", "time", "bribe", "room", "end"),
    *("bonus", "effect", "treasures", "kill levels", "fight", "run", "run from", "run bonus", "charity", "listen"),
    "withdraw",
)


def gold(state: State) -> int:
    """The worth of all Items in play."""
    return sum(state.card(item.name).gold for seat in state.seats for item in seat.items)


def losses_due(state: State) -> int:
    """How many losses wait for their turn; one is taken without a question where nothing is left to choose."""
    return sum(question.kind == "harm" for question in state.questions)


def moved(before: State, play: Play, after: State) -> None:
    """Gold is neither made nor lost by moving it, and a Level is sold for no less than 1,000."""
    kind = play.kind if isinstance(play, Choose) else ""
    if kind in MOVES and not after.bodies and losses_due(after) >= losses_due(before):
        assert gold(after) == gold(before)
    if kind == "sell":
        rose = after.who(play.player).level - before.who(play.player).level
        heap = sum(worth for _, worth in before.sale)
        own = sum(worth for place, worth in before.sale if place != "hand")
        assert gold(after) == gold(before) - (own if rose else 0)
        assert 0 <= 1000 * rose <= heap


BODY: Setup = setup(
    characters={"Ana": {"equipped": ["Hat"], "hand": 0}, "Bo": {"hand": 0}, "Cy": {"hand": 0}}, cards=CARDS
)
DIED = ("Ana unlock: Hood", "Bo bonus: Hood +5", "Ana run: away", "Ana time: passed", "Ana throws 1")

KIT = Kit(
    citations=load(HERE / "munchkin" / "citations.txt", "MUN-"),
    game=GAME,
    folder=HERE / "munchkin" / "goldens",
    setups=(*SETUPS, *(at_random(number) for number in range(300))),
    sides=("1", "2", "3", "4", "5", "6", "power", "cocked", "off"),
    bound=90,
    sound=sound,
    moved=moved,
    ask=ask,
    answer=answer,
    perfts=(
        # Each of three players on Level 1 may tell: four reasons up by 1, 2 or 3 (12), a Curse by 1 to 3 and Bad Stuff
        # by 1 to 5 (8), Levels 1 to 9 put right (9): 29 each, 87.  Nobody wins from Level 1 by one play: 87 again.
        Perft("levels only", {**BASE, "players": SIX[:3], "level": "levels"}, (), (87, 87 * 87)),
        # Ana's Hat is to be looted by Bo and Cy, both on Level 1: either throws first, seven sides (14), then the other
        # (7).  Of 49 pairs of sides nine are equal, for 6 and the picture count the same: 5 + 4.  Then either throws
        # again (14 ways to go on); else the higher one takes the Hat (1 way).
        Perft("a throw for the Hat", BODY, facts(*DIED), (14, 14 * 7, 2 * (40 * 1 + 9 * 14))),
    ),
    cases=tuple((scene.start, facts(*scene.lines)) for scene in SCENES),
)
