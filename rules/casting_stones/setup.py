"""From the set-up, line 1 of a game, to the opening."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from rules.casting_stones import ring
from rules.casting_stones.cards.cards import STARTERS, Card, cards_of
from rules.casting_stones.house_rules import HOUSE_RULES
from rules.casting_stones.state import GEMS, SHARED, Setting, Shelf, State, Task
from rules.casting_stones.stones import CHASER, HAND, HAND_SIZE, STARTER, Stone, stones_of, within
from rules.casting_stones.turn import draft
from rules.core.game import Setup, check_setup
from rules.core.house_rules import Answer, settings
from rules.core.phrases import Phrase, quoted

HANDS_EXAMPLE = '{"Ana": ["stone:11", ...], ...}'
COLOURS = ("red", "blue", "green", "yellow")
LEVELS = ("basic", "intermediate", "advanced")
FIELDS = ("youngest", "pieces", "hands", "turrets", "colours", "cards", "libraries", "collections")
COLLECTION = 10
LIBRARY = 3


def start(setup: Setup) -> State:
    """The state before the first task of the opening.

    Raises:
        ValueError: with one sentence for people, where the set-up cannot be played.
    """
    check_setup(setup, FIELDS)
    setting = _setting(setup)
    return _with_collections(setting, setup) if setting.advanced else _with_starter_set(setting, setup)


def _state(setting: Setting, todo: Iterable[Task], **places: Any) -> State:
    return State(
        setting=setting,
        todo=(*todo, Task("turn")),
        gems=dict.fromkeys(setting.players, GEMS),
        turrets=(None,) * len(setting.turret_names),
        first=setting.players[0],
        **places,
    )


def _with_starter_set(setting: Setting, setup: Setup) -> State:
    _check_starter(setting.stones.values(), bool(setting.house["chaser_wild_always"]))
    if setting.cards and len(setting.cards) != len(STARTERS):
        raise ValueError(Phrase("An Intermediate game is played with two cards, one for each player."))
    hands = _hands(setting, setup.get("hands"))
    picked = [piece for hand in hands.values() for piece in hand]
    left = tuple(piece for piece in setting.stones if piece not in picked)
    shelves = _libraries(setting, setup.get("libraries"))
    taking = [Task("take-card", setting.players[0])] if setting.cards and not shelves else []
    return _state(
        setting,
        [*([] if picked else draft.tasks(setting.players)), *taking],
        middle=() if picked else left,
        hands=hands,
        vaults={SHARED: left if picked else ()},
        shelves=shelves or dict.fromkeys(setting.players, Shelf()),
        deck=tuple(setting.cards) if taking else (),
    )


def _with_collections(setting: Setting, setup: Setup) -> State:
    owned = _collections(setting, setup.get("collections"))
    hands = _hands(setting, setup.get("hands"))
    for player, hand in hands.items():
        if not set(hand) <= set(owned[player][0]):
            raise ValueError(Phrase("{player}'s hand must be out of {player}'s own ten stones.", player=player))
    picked = any(hands.values())
    return _state(
        setting,
        [] if picked else draft.hand_tasks(),
        middle=(),
        hands=hands,
        vaults={player: tuple(p for p in owned[player][0] if p not in hands[player]) for player in setting.players},
        shelves={player: Shelf(owned[player][1]) for player in setting.players},
    )


def _setting(setup: Setup) -> Setting:
    level = setup.get("level", "basic")
    if level not in LEVELS:
        words = Phrase("There is no level {level}: choose {levels}.")
        raise ValueError(words.about(level=quoted(level), levels=", ".join(LEVELS)))
    players = _players(setup)
    chosen = settings(HOUSE_RULES, setup.get("house_rules", {}))
    turrets = _turret_names(setup.get("turrets"), chosen)
    return Setting(
        level=level,
        players=players,
        stones=MappingProxyType(stones_of(setup.get("pieces"))),
        cards=MappingProxyType(_cards(setup, level, turrets)),
        house=chosen,
        turret_names=turrets,
        colours=_colours(_mapping(setup, "colours"), players),
    )


def _cards(setup: Setup, level: str, turrets: tuple[str, ...]) -> dict[str, Card]:
    if level == "basic":
        return {}
    return cards_of(setup.get("cards", [card.card for card in STARTERS]), turrets)


def _mapping(setup: Setup, field: str) -> Mapping[str, Any]:
    value = setup.get(field) or {}
    if not isinstance(value, Mapping):
        raise ValueError(Phrase("The field '{field}' of the set-up pairs names with values.", field=field))
    return value


def _players(setup: Setup) -> tuple[str, str]:
    players, youngest = setup.get("players"), setup.get("youngest")
    if not isinstance(players, list | tuple) or len(players) != 2 or players[0] == players[1] or not _named(players):
        raise ValueError(Phrase("Casting Stones is for two players with different names."))
    if youngest is not None and youngest not in players:
        words = Phrase("The youngest must be {one} or {two}, not {youngest}.")
        raise ValueError(words.about(one=players[0], two=players[1], youngest=quoted(youngest)))
    one, two = players
    return (two, one) if youngest == two else (one, two)


def _named(names: Any) -> bool:
    return all(isinstance(name, str) and name.strip() for name in names)


def _check_starter(stones: Iterable[Stone], with_chasers: bool) -> None:
    listed = list(stones)
    count = Counter(stone.type for stone in listed)
    if count[CHASER] and not with_chasers:
        raise ValueError(
            Phrase("Black Chaser stones are played in the Advanced game only, unless your house rules allow them.")
        )
    if not within(listed, STARTER) or count.total() != sum(STARTER.values()):
        wrong = Phrase("This game needs 12 stones: 2 characters, 4 artifacts and 6 elements; here are {has}.")
        raise ValueError(wrong.about(has=", ".join(str(count[kind]) for kind in STARTER)))


def _turret_names(names: Any, chosen: Mapping[str, Answer]) -> tuple[str, ...]:
    count = int(chosen["turret_count"])
    if names is None:
        if count == len(ring.NAMES):
            return ring.NAMES
        return tuple(Phrase("turret {number}", number=turret + 1) for turret in range(count))
    if not isinstance(names, list | tuple) or not _named(names) or len(names) != count or len(set(names)) != count:
        words = Phrase("'turrets' names the {count} turrets of your mat in order around it, each once.")
        raise ValueError(words.about(count=count))
    return tuple(names)


def _colours(chosen: Mapping[str, Any], players: tuple[str, str]) -> Mapping[str, str]:
    colours = {**dict(zip(players, COLOURS, strict=False)), **chosen}
    one, two = (colours[player] for player in players)
    if set(colours) != set(players) or one not in COLOURS or two not in COLOURS or one == two:
        words = Phrase("'colours' gives each player another gem colour out of {colours}.")
        raise ValueError(words.about(colours=", ".join(COLOURS)))
    return MappingProxyType(colours)


def _hands(setting: Setting, given: Any) -> Mapping[str, tuple[str, ...]]:
    """The hands of five stones that the players have picked already; two empty hands where they have not."""
    if given is None:
        return dict.fromkeys(setting.players, ())
    if not isinstance(given, Mapping) or set(given) != set(setting.players):
        words = Phrase("'hands' gives each player five stones, such as {example}.")
        raise ValueError(words.about(example=HANDS_EXAMPLE))
    if not all(isinstance(hand, list | tuple) and _named(hand) for hand in given.values()):
        raise ValueError(Phrase("'hands' lists the five stones of each player."))
    hands = {player: tuple(given[player]) for player in setting.players}
    held = [piece for hand in hands.values() for piece in hand]
    if len(set(held)) != len(held) or not set(held) <= set(setting.stones):
        raise ValueError(Phrase("Each stone in 'hands' is one of 'pieces', and in one hand only."))
    for player, hand in hands.items():
        _check_hand(setting, player, [setting.stones[piece] for piece in hand])
    return hands


def _check_hand(setting: Setting, player: str, hand: list[Stone]) -> None:
    if len(hand) != HAND_SIZE:
        raise ValueError(Phrase("{player}'s hand must be five stones.", player=player))
    if not setting.advanced and not within(hand, HAND):
        raise ValueError(Phrase("{player}'s hand must be 1 character, 2 artifacts and 2 elements.", player=player))


def _libraries(setting: Setting, given: Any) -> dict[str, Shelf]:
    """The card that each player has taken already."""
    if given is None or not setting.cards:
        return {}
    fits = isinstance(given, Mapping) and set(given) == set(setting.players) and _named(given.values())
    if not fits or sorted(given.values()) != sorted(setting.cards):
        one, two = setting.cards
        words = Phrase("'libraries' gives one player {one} and the other {two}.")
        raise ValueError(words.about(one=quoted(one), two=quoted(two)))
    return {player: Shelf((card,)) for player, card in given.items()}


def _collections(setting: Setting, given: Any) -> dict[str, tuple[tuple[str, ...], tuple[str, ...]]]:
    """Each player's ten stones and cards."""
    if not isinstance(given, Mapping) or set(given) != set(setting.players):
        raise ValueError(Phrase("'collections' gives each player ten 'stones' and at least three 'cards'."))
    owned = {player: _collection(player, given[player]) for player in setting.players}
    for field, known in ((0, setting.stones), (1, setting.cards)):
        listed = [one for player in setting.players for one in owned[player][field]]
        if len(set(listed)) != len(listed) or not set(listed) <= set(known):
            raise ValueError(
                Phrase("What stands in 'collections' is among 'pieces' and 'cards', and belongs to one player only.")
            )
    one, two = (len(owned[player][1]) for player in setting.players)
    if one != two or one < LIBRARY:
        unequal = Phrase("Both players bring the same number of cards, at least {fewest}; here are {one} and {two}.")
        raise ValueError(unequal.about(fewest=LIBRARY, one=one, two=two))
    for player in setting.players:
        _check_collection(setting, player, [setting.stones[piece] for piece in owned[player][0]])
    return owned


def _collection(player: str, given: Any) -> tuple[tuple[str, ...], tuple[str, ...]]:
    lists = [given.get(field) for field in ("stones", "cards")] if isinstance(given, Mapping) else [None, None]
    if not all(isinstance(listed, list | tuple) and _named(listed) for listed in lists):
        raise ValueError(Phrase("{player}'s collection lists 'stones' and 'cards'.", player=player))
    stones, cards = (tuple(listed or ()) for listed in lists)
    return stones, cards


def _check_collection(setting: Setting, player: str, stones: list[Stone]) -> None:
    if len(stones) != COLLECTION:
        few = Phrase("{player} brings ten stones to an Advanced game, not {count}.")
        raise ValueError(few.about(player=player, count=len(stones)))
    alike = [name for name, times in Counter(stone.name for stone in stones).items() if times > 1]
    if alike and setting.house["no_duplicates"]:
        twice = Phrase("{player} brings {stone} twice, which your house rules do not allow.")
        raise ValueError(twice.about(player=player, stone=alike[0]))
