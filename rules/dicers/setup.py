"""The set-up of a game: who plays, with which dice, by which house rules, and from which position."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from rules.core.game import Setup, check_fields, check_setup
from rules.core.house_rules import Answer, settings
from rules.core.phrases import Phrase, listing, quoted, shortened
from rules.dicers.dice import Die, read_die
from rules.dicers.house_rules import HOUSE_RULES

EXAMPLE = '{"die:2": {"cb": 3}}'
LEVELS = ("basic", "intermediate", "advanced")
ROWS = ("front", "keep", "dungeon", "banished", "reserve", "out")
FIELDS = ("dice", "collections", "challenger", "position")
SHARE = 3
FEWEST = 4


@dataclass(frozen=True, slots=True)
class Setting:
    """The constants of a game.

    ``owners`` tells whose a die is where nothing is drafted; ``rows`` where each die lies if the game is taken up
    midway; ``hostages`` which dice lie under which; ``last`` which die each player used in the Round before;
    ``capturing`` which dice capture without that Power; ``challenger`` who begins, if that was settled before.
    """

    level: str
    players: tuple[str, str]
    dice: Mapping[str, Die]
    owners: Mapping[str, str]
    rows: Mapping[str, str]
    hostages: Mapping[str, tuple[str, ...]]
    last: Mapping[str, str]
    capturing: frozenset[str]
    challenger: str
    house: Mapping[str, Answer]

    def on(self, key: str, value: str | bool = True) -> bool:
        """Whether the house rule *key* has this answer."""
        return self.house.get(key) == value

    def other(self, player: str) -> str:
        """The other player."""
        first, second = self.players
        return second if player == first else first

    @property
    def basic(self) -> bool:
        """Whether it is the Basic game, without Powers."""
        return self.level == "basic"

    @property
    def advanced(self) -> bool:
        """Whether it is the Advanced game, with Alliances and Reserve."""
        return self.level == "advanced"


def read_deal(setup: Setup) -> Setting:
    """Read the set-up of docs/facts/dicers.md.

    Raises:
        ValueError: with one sentence for people, where it cannot be played; rules broken are named by id.
    """
    check_setup(setup, FIELDS)
    players = _players(setup)
    level = setup.get("level")
    if level not in LEVELS:
        words = Phrase("The level of Dicers is one of {levels}; the set-up says {level}.")
        raise ValueError(words.about(levels=", ".join(LEVELS), level=quoted(level)))
    dice = _dice(setup, level)
    position = _mapping(setup, "position")
    check_fields(position, (*players, "hostages", "last", "capturing"), Phrase("The position"))
    owners = _owners(setup, players, position, dice)
    setting = Setting(
        level=level,
        players=players,
        dice=dice,
        owners=owners,
        rows=_rows(position, players),
        hostages={captor: tuple(held) for captor, held in _mapping(position, "hostages").items()},
        last=_mapping(position, "last"),
        capturing=_capturing(position),
        challenger=_challenger(setup, players, bool(position)),
        house=settings(HOUSE_RULES, setup.get("house_rules", {})),
    )
    _check(setting, bool(position))
    return setting


def _players(setup: Setup) -> tuple[str, str]:
    players = setup.get("players")
    named = isinstance(players, list | tuple) and all(isinstance(player, str) and player for player in players)
    if not named or not players or len(players) != 2 or players[0] == players[1]:
        raise ValueError(Phrase("Dicers is for exactly two players of different names (DIC-G-01)."))
    return players[0], players[1]


def _dice(setup: Setup, level: str) -> dict[str, Die]:
    entered = setup.get("dice", {f"die:{number}": {} for number in range(1, 7)})
    if not isinstance(entered, Mapping) or not all(isinstance(facts, Mapping) for facts in entered.values()):
        raise ValueError(
            Phrase("The field 'dice' pairs each die with what is known of it, such as {example}.", example=EXAMPLE)
        )
    dice = {piece: read_die(piece, facts) for piece, facts in entered.items()}
    powerless = [die.name for die in dice.values() if die.power is None]
    if level != "basic" and powerless:
        unknown = Phrase("The Power of {dice} is not known yet; only the Basic game needs none.")
        raise ValueError(unknown.about(dice=listing(powerless)))
    stored = [die.name for die in dice.values() if die.power and die.power.stored]
    if level == "intermediate" and stored:
        reserve = Phrase("The Intermediate game has no Reserve (DIC-I-17): it cannot use {dice}.")
        raise ValueError(reserve.about(dice=listing(stored)))
    return dice


def _owners(
    setup: Setup, players: tuple[str, str], position: Mapping[str, Any], dice: Mapping[str, Die]
) -> dict[str, str]:
    collections = _mapping(setup, "collections")
    owners: dict[str, str] = {}
    for player in players:
        rows = _mapping(position, player)
        _known_rows(player, rows)
        for die in (*_dice_of(collections, player), *(die for row in rows for die in _dice_of(rows, row))):
            if owners.setdefault(die, player) != player:
                raise ValueError(Phrase("{die} is with both players.", die=die))
    owners |= _hostage_owners(position, players, owners)
    unknown = owners.keys() - dice.keys()
    if unknown:
        raise ValueError(
            Phrase("The field 'dice' tells nothing of {dice}.", dice=shortened(", ".join(sorted(unknown))))
        )
    return owners


def _hostage_owners(position: Mapping[str, Any], players: tuple[str, str], owners: Mapping[str, str]) -> dict[str, str]:
    """The owner of each hostage: the opponent of the owner of the die on top."""
    hostages = _mapping(position, "hostages")
    lying = {die for player in players for row in _mapping(position, player).values() for die in row}
    held = [(die, captor) for captor in hostages for die in _dice_of(hostages, captor)]
    wrong = [die for die in hostages if die not in lying] + [die for die, _ in held if die in lying]
    if wrong:
        words = Phrase("The field 'hostages' pairs dice that lie in a row with those under them, not {die}.")
        raise ValueError(words.about(die=shortened(wrong[0])))
    return {die: next(player for player in players if player != owners[captor]) for die, captor in held}


def _known_rows(player: str, rows: Mapping[str, Any]) -> None:
    strange = set(rows) - set(ROWS)
    if strange:
        words = Phrase("{places}: no place where dice of {player} can lie; use {rows}.")
        raise ValueError(words.about(places=shortened(", ".join(sorted(strange))), player=player, rows=", ".join(ROWS)))


def _rows(position: Mapping[str, Any], players: tuple[str, str]) -> dict[str, str]:
    rows: dict[str, str] = {}
    for player in players:
        for row, dice in _mapping(position, player).items():
            for die in dice:
                if die in rows:
                    raise ValueError(Phrase("{die} lies in two places.", die=die))
                rows[die] = row
    return rows


def _capturing(position: Mapping[str, Any]) -> frozenset[str]:
    """The dice that work like a Capture die since a Cast Spell or Mimic; each has hostages under it."""
    dice = frozenset(_dice_of(position, "capturing"))
    if bare := sorted(dice - set(_mapping(position, "hostages"))):
        words = Phrase("{die} captured before only if a hostage lies under it: name it in 'hostages'.")
        raise ValueError(words.about(die=shortened(bare[0])))
    return dice


def _challenger(setup: Setup, players: tuple[str, str], midway: bool) -> str:
    challenger = setup.get("challenger", "")
    if challenger and challenger not in players:
        raise ValueError(Phrase("The challenger {challenger} does not play here.", challenger=quoted(challenger)))
    if midway and not challenger:
        raise ValueError(Phrase("A game taken up midway needs the field 'challenger'."))
    return str(challenger)


def _mapping(body: Mapping[str, Any], field: str) -> dict[str, Any]:
    value = body.get(field) or {}
    if not isinstance(value, Mapping):
        raise ValueError(Phrase("The field {field} must be a JSON object.", field=quoted(field)))
    return dict(value)


def _dice_of(body: Mapping[str, Any], field: str) -> tuple[str, ...]:
    dice = body.get(field, ())
    if not isinstance(dice, list | tuple) or not all(isinstance(die, str) for die in dice):
        raise ValueError(Phrase("The field {field} must be a list of dice.", field=quoted(field)))
    return tuple(dice)


def _check(setting: Setting, midway: bool) -> None:
    """Check that there are as many dice as the level asks for."""
    stray = [die for die in setting.dice if die not in setting.owners]
    if midway and stray:
        raise ValueError(Phrase("The position does not say where {dice} lies.", dice=", ".join(stray)))
    if setting.advanced and not setting.owners:
        raise ValueError(
            Phrase("In the Advanced game each brings their own dice (DIC-A-01): name them in 'collections'.")
        )
    if not setting.advanced and not setting.owners and len(setting.dice) != 2 * SHARE:
        wrong = Phrase("Six dice are shared out, three each (DIC-B-07), and here are {count}.")
        raise ValueError(wrong.about(count=len(setting.dice)))
    if not midway and setting.owners and stray:
        raise ValueError(Phrase("{dice} belongs to nobody: name it in 'collections'.", dice=", ".join(stray)))
    shares = [sum(owner == player for owner in setting.owners.values()) for player in setting.players]
    if not setting.advanced and setting.owners and not midway and shares != [SHARE, SHARE]:
        raise ValueError(Phrase("Each player has three dice (DIC-B-07, DIC-I-18)."))
    if setting.advanced and not midway:
        _check_collections(setting)


def _check_collections(setting: Setting) -> None:
    first, second = (
        [setting.dice[die] for die in setting.owners if setting.owners[die] == player] for player in setting.players
    )
    if len(first) != len(second):
        unequal = Phrase("Both bring the same number of dice (DIC-A-02), not {one} and {two}.")
        raise ValueError(unequal.about(one=len(first), two=len(second)))
    if len(first) < FEWEST:
        raise ValueError(Phrase("Each brings at least four dice (DIC-A-03), not {count}.", count=len(first)))
    for dice in (first, second):
        labels = [die.label for die in dice]
        twice = [die.name for die in dice if labels.count(die.label) > 1]
        if twice:
            alike = Phrase(
                "{die} is there twice with the same label (DIC-A-04); other dice of one figure may play together "
                "(DIC-A-05, DIC-G-13)."
            )
            raise ValueError(alike.about(die=twice[0]))
