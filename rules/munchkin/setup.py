"""From the set-up to the opening table."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rules.core.copies import replace
from rules.core.game import Setup, check_fields, check_setup
from rules.core.house_rules import settings
from rules.core.phrases import Phrase, quoted, sentences
from rules.munchkin.cards.cards import Card, library
from rules.munchkin.cards.offers import Offers
from rules.munchkin.character import levels
from rules.munchkin.character.character import Cards, Character, Item, crowded, may_equip, ranks
from rules.munchkin.house_rules import HOUSE_RULES
from rules.munchkin.state import DEALT, FIGURES, HAND_LIMIT, Rules, State, top_level

MODES = ("full", "levels")
EXAMPLE = "{'house': 'Slytherin', 'level': 4}"
HANDS = ("counted", "own")
"""Who counts the cards in the hands: the table, or everybody their own."""
SEXES = ("", "female", "male")
_FIELDS = (
    "house",
    "sex",
    "level",
    "role",
    "roles",
    "dual_role",
    "proficiencies",
    "ally",
    "equipped",
    "carried",
    "cheat",
    "curses",
    "hand",
)


def opening(setup: Setup) -> State:
    """The state before the first fact.

    Raises:
        ValueError: with one sentence for people, where the set-up cannot be played.
    """
    check_setup(setup, ("first", "begin", "characters", "cards", "die", "hands"))
    players = _players(setup.get("players"))
    mode = _one_of(setup, "level", MODES)
    begin = "levels" if mode == "levels" else _one_of(setup, "begin", ("create", "turn"))
    rules = _rules(setup, mode, counts_hands=_one_of(setup, "hands", HANDS) == "counted")
    seats = _seats(setup.get("characters", {}), players, rules, DEALT if begin == "create" else HAND_LIMIT)
    dealt = sum(seat.hand + sum(1 for _ in seat.in_play()) for seat in seats)
    active = "" if mode == "levels" else _one_of(setup, "first", players)
    first = {"turn": "listen" if rules.on("listen_at_the_door") else "arrange"}.get(begin, begin)
    return State(rules, first, seats, turn=int(begin == "turn"), active=active, drawn=dealt)


def _rules(setup: Setup, mode: str, *, counts_hands: bool) -> Rules:
    cards, house = library(setup.get("cards", ())), settings(HOUSE_RULES, setup.get("house_rules", {}))
    die = setup.get("die", "die:munchkin")
    if not isinstance(die, str) or not die:
        raise ValueError(Phrase("The die of a set-up is the name of a piece, such as 'die:munchkin'."))
    changes = levels.options(top_level(house), by_hand=mode == "levels")
    return Rules(cards, house, die, Offers(cards, changes), counts_hands)


def _seats(given: Any, players: tuple[str, ...], rules: Rules, hand: int) -> tuple[Character, ...]:
    if not isinstance(given, Mapping) or not set(given) <= set(players):
        raise ValueError(Phrase("The characters of a set-up belong to its players."))
    seats = tuple(_character(player, given.get(player, {}), rules, hand) for player in players)
    _check_houses(seats)
    return seats


def _players(given: Any) -> tuple[str, ...]:
    names = tuple(given) if isinstance(given, list | tuple) else ()
    if not all(isinstance(name, str) and name.strip() and ">" not in name for name in names):
        raise ValueError(Phrase("The players of a set-up are a list of names without the sign >."))
    if not 3 <= len(names) <= 6:
        raise ValueError(Phrase("Munchkin is for three to six players, and here are {count}.", count=len(names)))
    if len(set(names)) != len(names):
        raise ValueError(Phrase("Each player needs a name of their own."))
    return names


def _one_of(setup: Setup, field: str, words: tuple[str, ...]) -> str:
    value = setup.get(field, words[0])
    if value not in words:
        error = Phrase("The field '{field}' of the set-up is one of {words}, not {value}.")
        raise ValueError(error.about(field=field, words=", ".join(words), value=quoted(value)))
    return str(value)


def _character(player: str, given: Any, rules: Rules, hand: int) -> Character:
    cards, top = rules.cards, rules.top
    if not isinstance(given, Mapping):
        raise ValueError(
            Phrase("The character of {player} is an object such as {example}.", player=player, example=EXAMPLE)
        )
    check_fields(given, _FIELDS, Phrase("The character of {player}", player=player))
    if "role" in given:
        given = {**given, "roles": [*_listed(given.get("roles", ())), given["role"]]}
    who = Character(
        player,
        house=str(given.get("house", "")),
        sex=str(given.get("sex", "")),
        level=_whole(given, "level", 1, top - 1, player),
        roles=_names(given, "roles", "role", cards, player),
        dual=bool(given.get("dual_role", False)),
        proficiencies=_names(given, "proficiencies", "proficiency", cards, player),
        ally=str(given.get("ally", "")),
        items=_items(given, cards, player),
        curses=_names(given, "curses", "curse", cards, player),
        hand=_whole(given, "hand", hand, 40, player) if rules.counts_hands else 0,
    )
    _check_legal(who, cards)
    return who


def _listed(names: Any) -> tuple[Any, ...]:
    return tuple(names) if isinstance(names, list | tuple) else (names,)


def _whole(given: Mapping[str, Any], field: str, default: int, most: int, player: str) -> int:
    value = given.get(field, default)
    least = 1 if field == "level" else 0
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        words = Phrase("The {field} of {player} is a whole number from {least} to {most}, not {value}.")
        raise ValueError(words.about(field=field, player=player, least=least, most=most, value=quoted(value)))
    return value


def _names(given: Mapping[str, Any], field: str, kind: str, cards: Cards, player: str) -> tuple[str, ...]:
    names = given.get(field, ())
    if not isinstance(names, list | tuple):
        raise ValueError(Phrase("The {field} of {player} are a list of names of cards.", field=field, player=player))
    for name in names:
        if not isinstance(name, str) or name not in cards or not _is(cards[name], kind):
            words = Phrase("{player} has {name} among the {field}: describe it in the cards of the set-up first.")
            known = words.about(player=player, name=quoted(name), field=field)
            raise ValueError(sentences(known, _near(cards, name, kind)))
    return tuple(names)


def _near(cards: Cards, name: Any, kind: str) -> str:
    """The cards of that kind whose names begin alike, where there are any."""
    alike = [card.name for card in cards.values() if _is(card, kind) and card.name[:4] == str(name)[:4]]
    return Phrase("The game knows {cards}.", cards=", ".join(alike)) if alike else ""


def _is(card: Card, kind: str) -> bool:
    return card.is_item if kind == "item" else card.kind == kind


def _items(given: Mapping[str, Any], cards: Cards, player: str) -> tuple[Item, ...]:
    worn, carried = _names(given, "equipped", "item", cards, player), _names(given, "carried", "item", cards, player)
    items = [*(Item(name, equipped=True) for name in worn), *(Item(name) for name in carried)]
    for name in _names(given, "cheat", "item", cards, player):
        at = next((i for i, item in enumerate(items) if item.name == name and not item.cheat), None)
        if at is None:
            words = Phrase("{player} has a Cheat! on '{card}', which is neither equipped nor carried.")
            raise ValueError(words.about(player=player, card=name))
        items[at] = replace(items[at], cheat=True)
    return tuple(items)


def _check_legal(who: Character, cards: Cards) -> None:
    """Refuse a character that the rules do not allow, with one sentence."""
    twice = len(set(who.roles)) < len(who.roles)
    misfit = twice or len(who.roles) > 1 + who.dual or (who.dual and not who.roles)
    slot = crowded(cards, who)
    equipped = (cards[item.name] for item in who.items if item.equipped)
    item, only = next(((card.name, card.only) for card in equipped if not may_equip(card, who)), ("", ""))
    faults = (
        (who.sex not in SEXES, Phrase("The sex of {player} is 'female' or 'male'.")),
        (
            not _known(cards, who.house, "house"),
            Phrase("{house} of {player} is no House: describe it in the cards of the set-up first."),
        ),
        (
            not _known(cards, who.ally, "ally"),
            Phrase("{ally} of {player} is no Ally: describe it in the cards of the set-up first."),
        ),
        (len(set(who.proficiencies)) < len(who.proficiencies), Phrase("{player} has learnt something twice.")),
        (misfit, Phrase("{player} may have one Role, or two different ones with a Dual Role.")),
        (
            ranks(cards, who) > who.level,
            Phrase("The Ranks of {player} come to {ranks}, which is more than Level {level}."),
        ),
        (bool(only), Phrase("{player} cannot equip {item}: it works for {only} only.")),
        (bool(slot), Phrase("{player} has more equipped than there is room for: {slot}.")),
    )
    words = {"slot": Phrase(slot), "only": Phrase(only)}
    values = {"house": who.house, "ally": who.ally, "level": who.level, "item": item, **words}
    for fault, sentence in faults:
        if fault:
            raise ValueError(sentence.about(player=who.player, ranks=ranks(cards, who), **values))


def _known(cards: Cards, name: str, kind: str) -> bool:
    return not name or (name in cards and cards[name].kind == kind)


def _check_houses(seats: tuple[Character, ...]) -> None:
    """Refuse a House that more players share than it has figures."""
    for house in {seat.house for seat in seats} - {""}:
        if sum(seat.house == house for seat in seats) > FIGURES:
            raise ValueError(Phrase("{house} has three figures, so three players at most can share it.", house=house))
