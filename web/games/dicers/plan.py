"""The form for a new game of Dicers: who plays, at which level, with whose dice, by which house rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from referee.model.snapshot import Snapshot
from rules.core.phrases import Phrase
from rules.dicers.dice import read_die
from rules.dicers.house_rules import HOUSE_RULES
from rules.dicers.setup import FEWEST, SHARE
from web.games.dicers.board import Die
from web.games.dicers.editor import drawn_die
from web.games.game_pages import Form
from web.games.new_game_form import HouseQuestion, answers, last_setup, one_of, questions, two_players

GAME = "dicers"
LEVELS = (
    ("basic", Phrase("Basic"), Phrase("Roll high. No Powers, no secrets: from age five.")),
    (
        "intermediate",
        Phrase("Intermediate"),
        Phrase("With Powers that are secret until they are used, Keep and Dungeon."),
    ),
    ("advanced", Phrase("Advanced"), Phrase("Your own dice, at least four each, with Alliances and the Reserve.")),
)
WHOSE = "whose."
SHARED = "both"
Known = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Choosable:
    """A die in the form: what is drawn of it, at which levels it may play, and who brings it by default."""

    die: Die
    taught: bool
    levels: tuple[str, ...]
    whose: str


@dataclass(frozen=True, slots=True)
class Plan:
    """The fields of the form for a new game of Dicers, with what they offer."""

    players: tuple[str, str]
    level: str
    dice: tuple[Choosable, ...]
    questions: tuple[HouseQuestion, ...]
    levels: tuple[tuple[str, str, str], ...] = LEVELS


def plan_of(snapshot: Snapshot, dice: Sequence[Known]) -> Plan:
    """The form, filled in with the players, level and house rules of the game on the table."""
    last = last_setup(snapshot, GAME)
    first, second = last.get("players", ("", ""))
    brought = last.get("collections") or {}
    own = [list(brought.get(player, ())) for player in (first, second)]
    by_itself = last.get("level") == "advanced" and _in_turn(own, dice)
    whose = {die: str(seat) for seat, hand in enumerate(own) for die in hand if not by_itself}
    choosable = tuple(_choosable(one, whose.get(one["piece"], SHARED)) for one in dice)
    return Plan(
        (first, second), last.get("level", "basic"), choosable, questions(HOUSE_RULES, last.get("house_rules", {}))
    )


def _in_turn(own: Sequence[Sequence[str]], dice: Sequence[Known]) -> bool:
    """Whether the dice are as the Advanced game deals them in turn, so that perhaps nobody chose whose they are."""
    playing = {die for hand in own for die in hand}
    order = [one["piece"] for one in dice if one["piece"] in playing]
    return all(set(hand) == set(order[seat::2]) for seat, hand in enumerate(own))


def _choosable(known: Known, whose: str) -> Choosable:
    levels = tuple(level for level, _, _ in LEVELS if may_play(known, level))
    public = {"name": known["name"], "cb": known["facts"].get("cb")}
    return Choosable(drawn_die(known["piece"], public), bool(known["taught"]), levels, whose)


def may_play(known: Known, level: str) -> bool:
    """Whether the owner entered enough about a die for a game at that level."""
    try:
        die = read_die(known["piece"], known["facts"])
    except ValueError:
        return False
    return level == "basic" or (die.power is not None and (level == "advanced" or not die.power.stored))


def setup_of(form: Form, dice: Sequence[Known]) -> dict[str, Any]:
    """Line 1 of the game that the form describes; the game's own rules judge the rest of it.

    Raises:
        ValueError: with one sentence for people, where the form is not filled in properly.
    """
    players = two_players(form, "Dicers")
    level = one_of(form.get("level", "basic"), [level for level, *_ in LEVELS])
    able = {one["piece"]: one for one in dice if may_play(one, level)}
    brought = _brought(form, players, able)
    brought = _dealt(form, brought, able) if level == "advanced" else brought
    playing = [die for own in brought.values() for die in own] or _shared(form, able, level)
    setup = {
        "game": GAME,
        "format": 1,
        "level": level,
        "players": players,
        "dice": {die: dict(able[die]["facts"]) for die in playing},
        "house_rules": answers(HOUSE_RULES, form),
    }
    return {**setup, "collections": brought} if any(brought.values()) else setup


def dealt(setup: Mapping[str, Any], chance: Random) -> Mapping[str, Any]:
    """A set-up with the dice dealt at random, equally many to each player."""
    dice, players = list(setup["dice"]), setup["players"]
    chance.shuffle(dice)
    return {**setup, "collections": {player: dice[seat :: len(players)] for seat, player in enumerate(players)}}


def _brought(form: Form, players: Sequence[str], able: Mapping[str, Known]) -> dict[str, list[str]]:
    """For each player, the dice that the form assigns to that player alone."""
    return {player: [die for die in able if _whose(form, die) == str(i)] for i, player in enumerate(players)}


def _whose(form: Form, die: str) -> str:
    return form.get(WHOSE + die, SHARED)


def _shared(form: Form, able: Mapping[str, Known], level: str) -> list[str]:
    """The dice that are dealt at random: the first six of those to be shared out.

    Raises:
        ValueError: with a sentence, where there are fewer than six.
    """
    wanted = [die for die in able if _whose(form, die) == SHARED][: 2 * SHARE]
    if len(wanted) < 2 * SHARE <= len(able):
        words = Phrase("Six dice are shared out: under “Which dice?” tick “to share” for {count} more.")
        raise ValueError(words.about(count=2 * SHARE - len(wanted)))
    if len(wanted) < 2 * SHARE:
        raise ValueError(
            Phrase(
                "Six dice are shared out, and of your dice {able} can play the {level} game. Press “Describe your "
                "dice” under “Which dice?”: the Basic game needs the casting bonus alone, the others the Power too.",
                able=len(able),
                level={name: words for name, words, _ in LEVELS}[level],
            )
        )
    return wanted


def _dealt(form: Form, brought: Mapping[str, list[str]], able: Mapping[str, Known]) -> dict[str, list[str]]:
    """What the players bring, and the shared dice dealt so that both have equally many; an odd one stays out."""
    dealt = {player: list(dice) for player, dice in brought.items()}
    for die in able:
        if _whose(form, die) == SHARED:
            min(dealt.values(), key=len).append(die)
    first, second = dealt.values()
    longer = max(first, second, key=len)
    if abs(len(first) - len(second)) == 1 and _whose(form, longer[-1]) == SHARED:
        longer.pop()
    if min(len(first), len(second)) < FEWEST <= len(able) // 2:
        player = min(dealt, key=lambda name: len(dealt[name]))
        words = Phrase(
            "The Advanced game needs at least four dice for each player. Give {player} more under “Which dice?”."
        )
        raise ValueError(words.about(player=player))
    if min(len(first), len(second)) < FEWEST:
        raise ValueError(
            Phrase(
                "The Advanced game needs at least four dice for each player, eight in all. Of your dice {able} have a "
                "Power. Press “Describe your dice” under “Which dice?”.",
                able=len(able),
            )
        )
    return dealt
