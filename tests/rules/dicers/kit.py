"""Dicers for the shared suite: random set-ups of all levels, invariants, and secrets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from rules.core.asks import Ask
from rules.core.facts import Choose, Correction, Fact, Play
from rules.core.fold import Table
from rules.core.game import Setup
from rules.dicers.dice import EVOKED, GROUPS, STORED, read_die
from rules.dicers.game import DICERS
from rules.dicers.house_rules import HOUSE_RULES
from rules.dicers.powers.calls import winning_die
from rules.dicers.state import State, total_rolls
from tests.rules.citations import load
from tests.rules.dicers.rows import CASES
from tests.rules.dicers.table import dealt, facts
from tests.rules.kit import HERE, Kit, Perft, Retold, any_answer

ALLIANCES = ("gryffindor", "slytherin", "magic")
PLAYERS = ("Ana", "Bo")
MANY = 1000


def random_setup(number: int) -> Setup:
    """A set-up by its number: every level, every Power in turn, modifiers and house rules now and then."""
    rng = Random(f"dicers {number}")
    level = ("basic", "intermediate", "advanced", "advanced")[number % 4]
    size = rng.randint(4, 5) if level == "advanced" else 3
    powers = EVOKED if level == "intermediate" else EVOKED + STORED
    wanted = [powers[(number * 2 * size + i) % len(powers)] for i in range(2 * size)]
    rng.shuffle(wanted)
    dice = {f"die:{i + 1}": _die(rng, level, wanted[i]) for i in range(2 * size)}
    rules = {rule.key: rng.choice(rule.answers)[0] for rule in HOUSE_RULES if number % 3 == 0 and rng.random() < 0.2}
    setup = {
        "game": "dicers",
        "format": 1,
        "level": level,
        "players": list(PLAYERS),
        "dice": dice,
        "house_rules": rules,
    }
    if level == "advanced":
        return {**setup, "collections": {"Ana": list(dice)[:size], "Bo": list(dice)[size:]}}
    return setup


def _die(rng: Random, level: str, power: str) -> dict[str, Any]:
    die: dict[str, Any] = {"cb": rng.choice((1, 1, 2, 3))}
    if level == "basic":
        return die
    die |= {"power": power, "group": rng.choice(GROUPS), "alliances": rng.sample(ALLIANCES, rng.randint(0, 2))}
    types = (*GROUPS, *ALLIANCES)
    extras = {"double": True, "all": rng.choice(("any", *types)), "only": rng.choice(("white", *types))}
    return die | {name: value for name, value in extras.items() if rng.random() < 0.15}


def sound(setup: Setup, state: Any) -> None:
    """Dice are conserved, hostages are under exactly one die of the other player, and limits hold."""
    assert isinstance(state, State)
    assert set(state.zones) == set(setup["dice"])
    held = Counter(die for under in state.stacks.values() for die in under)
    assert set(held) == {die for die, zone in state.zones.items() if zone == "hostage"}
    assert not held or max(held.values()) == 1
    for top, under in state.stacks.items():
        nested = bool(setup.get("house_rules", {}).get("hostages_go_with_captor"))
        assert all(state.owners[die] != state.owners[top] for die in under)
        assert nested or state.zones[top] in ("front", "keep", "arena", "aside", "reserve")
    assert all(owner == state.owners[die] for die, owner in _brought(setup).items()), "a die has changed hands"
    for player, cast in state.round.casts.items() if state.round else ():
        assert state.owners[cast.die] == player
        assert cast.friends <= 3
        if state.phase == "round" and not state.setting.on("alliance_live"):
            assert cast.made <= total_rolls(state, player, cast)
    in_arena = [die for die, zone in state.zones.items() if zone == "arena"]
    assert len(in_arena) <= 2
    assert state.phase == "over" or not state.winner
    assert state.phase != "round" or all(state.row(p, "front", "arena") for p in PLAYERS)


def _brought(setup: Setup) -> dict[str, str]:
    return {die: player for player, dice in setup.get("collections", {}).items() for die in dice}


def answer(ask: Ask, rng: Random) -> Play:
    """Rather use a Power than expel, so that every Power is seen often."""
    powers = [option.pick for option in ask.options if option.pick != "expel"]
    if ask.kind == "win" and powers and rng.random() < 0.6:
        return Choose(ask.player, ask.kind, rng.choice(powers))
    return any_answer(ask, rng)


def disguise(setup: Setup, log: Sequence[Fact], viewer: str | None, table: Table) -> Retold | None:
    """Give every die whose Power side *viewer* cannot know another Power of its kind, and another casting bonus.

    It is of another Group too, and one of each player's has one Alliance more, unless a Power has asked for a type.
    """
    if setup["level"] == "basic":
        return None
    hidden = [die for die in setup["dice"] if _is_hidden(die, table.state, viewer, table.revealed)]
    dice = {die: _other(die, facts, hidden, table.revealed, setup) for die, facts in setup["dice"].items()}
    if not _types_were_asked_for(log, table):
        dice |= {die: {**dice[die], **_other_types(die, setup, hidden, table.state)} for die in hidden}
    return ({**setup, "dice": dice}, list(log)) if hidden else None


def _types_were_asked_for(log: Sequence[Fact], table: Table) -> bool:
    """Whether a Power limited to a type was used: whom it hits, if anybody, then reveals types.

    Also true after a correction: plays taken back cite nothing any more, but what they revealed stays known.
    """
    cited = {rule for ruling in table.rulings for rule in ruling.rules}
    asked = any(rule.startswith(("DIC-M-ALL", "DIC-M-ALN", "DIC-M-COL")) for rule in cited)
    return asked or any(isinstance(fact, Correction) for fact in log)


def _other_types(die: str, setup: Setup, hidden: list[str], state: State) -> dict[str, Any]:
    """Another Group, and on a player's first hidden die an Alliance that no other die of that player has."""
    entered = read_die(die, setup["dice"][die])
    owner = state.owners.get(die)
    friends = [read_die(other, setup["dice"][other]) for other in setup["dice"] if state.owners.get(other) == owner]
    has = {symbol for each in friends for symbol in each.alliances}
    playing = {symbol for other, facts in setup["dice"].items() for symbol in read_die(other, facts).alliances}
    first = next(other for other in hidden if state.owners.get(other) == owner) == die
    more = sorted(playing - has)[:1] if first and len(entered.alliances) < 2 else []
    group = GROUPS[GROUPS.index(entered.group) - 1] if entered.group else ""
    return {"group": group, "colour": "", "alliance": None, "alliances": [*entered.alliances, *more]}


def rarity(state: Any, ask: Ask, pick: str) -> str:
    """The Power that it would use."""
    assert isinstance(state, State)
    match ask.kind, pick:
        case "win", "evoke":
            return state.power(winning_die(state, ask.player)).name
        case "win", pick if pick.startswith("hostage:"):
            return state.power(pick.removeprefix("hostage:")).name
        case "reserve", die if die in state.zones:
            return state.power(die).name
        case "shield", die if die in state.zones:
            return "shield"
    return ""


def _is_hidden(die: str, state: State, viewer: str | None, revealed: frozenset[str]) -> bool:
    open_to_all = die in revealed or state.zones[die] == "reserve"
    mine = viewer is not None and (viewer == state.owners.get(die) or f"{viewer}>{die}" in revealed)
    return not (open_to_all or mine)


def _other(
    die: str, facts: dict[str, Any], hidden: list[str], revealed: frozenset[str], setup: Setup
) -> dict[str, Any]:
    if die not in hidden:
        return facts
    power = read_die(die, facts).power
    assert power is not None
    kind = STORED if power.stored else EVOKED
    other = {**facts, "power": kind[(kind.index(power.name) + 5) % len(kind)], "double": not facts.get("double")}
    is_known = f"cb>{die}" in revealed or setup.get("house_rules", {}).get("excess_hostages_freed")
    return other if is_known else {**other, "cb": read_die(die, facts).cb % 3 + 1}


# One die each, each rolled once.  Ana advances 1, Bo advances 1, Ana rolls 6, Bo rolls 6 for each: 36.  Of those 30
# are decided and end the game (1 way each to go on with nothing); 6 are tied, and then either player's throw may show
# his own die (6), the other's (6) or both (36): 2 * 48 = 96 plays.  30 + 6 * 96 = 606.
LAST_DICE = dealt(
    position={
        "Ana": {"front": ["die:1"], "out": ["die:2", "die:3"]},
        "Bo": {"front": ["die:6"], "out": ["die:4", "die:5"]},
    },
)
# Ana has won with Summon; two dice in her Dungeon, one more in her Front Line; Bo has one more in his.
# 1: expel, or use the Power: 2.  2: expel leads to her only advance, the Power to two dice to summon: 1 + 2.
# 3: Bo's only advance after expel; after either summons Ana may advance two dice: 1 + 2 * 2.
# 4: Ana rolls her die of bonus 1 after expel: 6; Bo's only advance after each of the four: 6 + 4.
SUMMONER: Setup = {
    "game": "dicers",
    "format": 1,
    "level": "intermediate",
    "players": ["Ana", "Bo"],
    "challenger": "Ana",
    "dice": {die: {"cb": 1, "power": "summon"} for die in ("a", "a2", "a3", "a4", "b", "b2")},
    "position": {"Ana": {"front": ["a", "a2"], "dungeon": ["a3", "a4"]}, "Bo": {"front": ["b", "b2"]}},
}
SUMMONED = facts("Ana advance a\nBo advance b\nAna throw a=5\nBo throw b=2")

KIT = Kit(
    game=DICERS,
    folder=HERE / "dicers" / "goldens",
    setups=tuple(random_setup(number) for number in range(MANY)),
    sides=("1", "2", "3", "4", "5", "power", "cocked", "off"),
    bound=110,
    sound=sound,
    citations=load(HERE / "dicers" / "citations.txt", "DIC-"),
    disguise=disguise,
    answer=answer,
    rarity=rarity,
    perfts=(
        Perft("last dice", LAST_DICE, (), (1, 1, 6, 36, 606)),
        Perft("summoner", SUMMONER, SUMMONED, (2, 3, 5, 10)),
    ),
    cases=CASES,
)
