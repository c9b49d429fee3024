"""A character on the table, and the limits on its cards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from rules.core.copies import replace
from rules.munchkin.cards.cards import Card

HANDS = {"1 hand": 1, "2 hands": 2}


@dataclass(frozen=True, slots=True)
class Item:
    """An Item in play: equipped or only carried, with a Cheat! on it or not."""

    name: str
    equipped: bool = False
    cheat: bool = False


class Character(NamedTuple):
    """One player's character.

    ``dual``: a Dual Role lies before the player; ``others`` are cards in play that the players read themselves.
    ``hand`` is a number of cards; nobody says which.  ``alive`` is False from death to the next player's turn, then
    ``reborn`` stays True until the player's turn begins with new cards.  ``fresh``: has received a card and may play
    it out of turn.  ``curses`` are the Curses kept, be it as a reminder.
    """

    player: str
    house: str = ""
    sex: str = ""
    level: int = 1
    roles: tuple[str, ...] = ()
    dual: bool = False
    proficiencies: tuple[str, ...] = ()
    ally: str = ""
    items: tuple[Item, ...] = ()
    curses: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    hand: int = 0
    alive: bool = True
    reborn: bool = False
    fresh: bool = False

    def in_play(self) -> Iterator[str]:
        """The names of all cards before this player but the House."""
        yield from self.roles
        yield from ("Dual Role",) * self.dual
        yield from self.proficiencies
        yield from self.allies
        for item in self.items:
            yield item.name
            yield from ("Cheat!",) * item.cheat
        yield from self.curses
        yield from self.others

    @property
    def allies(self) -> tuple[str, ...]:
        """The Ally, if there is one."""
        return (self.ally,) if self.ally else ()

    def is_excused(self, role: str) -> bool:
        """Whether a Dual Role lies on that Role alone, whose disadvantages then do not count (MUN-ROLE-09)."""
        return self.dual and self.roles == (role,)

    @property
    def traits(self) -> frozenset[str]:
        """The traits that cards may name: House, sex, Roles, Proficiencies, the Ally."""
        return frozenset((self.house, self.sex, *self.roles, *self.proficiencies, self.ally)) - {""}


Cards = Mapping[str, Card]


def ranks(cards: Cards, who: Character) -> int:
    """The sum of the Ranks of all Proficiencies."""
    return sum(cards[name].rank for name in who.proficiencies)


def may_equip(card: Card, who: Character) -> bool:
    """Whether *card* works for *who*: some Items work for one Role, House or sex only."""
    return not card.only or card.only in who.traits


def crowded(cards: Cards, who: Character) -> str:
    """The slot in which more is equipped than there is room for; "" where all fits.

    Items with a Cheat! take no room, and a card that lifts limits lifts them all.
    """
    worn = [cards[item.name].slot for item in who.items if item.equipped and not item.cheat]
    single = (slot for slot in ("headgear", "armor", "footgear") if worn.count(slot) > 1)
    full = "hands" if sum(HANDS.get(slot, 0) for slot in worn) > 2 else next(single, "")
    lifted = full and any(cards[name].lifts for name in who.in_play() if name in cards)
    return "" if lifted else full


def changed(who: Character, at: int, item: Item) -> Character:
    """*who* with the Item at index *at* replaced by *item*."""
    return replace(who, items=(*who.items[:at], item, *who.items[at + 1 :]))


def find(who: Character, name: str, *, equipped: bool | None = None, cheat: bool | None = None) -> int | None:
    """The index of the first Item *name* that is *equipped* and *cheat* as given (None: any); None if there is none."""
    fits = (
        at
        for at, item in enumerate(who.items)
        if item.name == name and equipped in (None, item.equipped) and cheat in (None, item.cheat)
    )
    return next(fits, None)


def without(who: Character, name: str) -> Character:
    """*name* taken out of play; its Cheat! goes with it.

    Of two Items of one name the one that is only carried goes first.
    """
    if name in who.roles:
        return replace(who, roles=_less(who.roles, name))
    if name in who.proficiencies:
        return replace(who, proficiencies=_less(who.proficiencies, name))
    if name in who.curses:
        return replace(who, curses=_less(who.curses, name))
    if name in who.others:
        return replace(who, others=_less(who.others, name))
    if name == who.ally:
        return replace(who, ally="")
    if name == "Dual Role":
        return replace(who, dual=False)
    at = who.items.index(lying(who, name))
    return replace(who, items=who.items[:at] + who.items[at + 1 :])


def lying(who: Character, name: str) -> Item:
    """The Item called *name* to take first: of several one only carried, and one without a Cheat!.

    Raises:
        ValueError: where *who* has no such Item.
    """
    return min((item for item in who.items if item.name == name), key=lambda item: (item.equipped, item.cheat))


def _less(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    at = names.index(name)
    return names[:at] + names[at + 1 :]


def cards_of(who: Character, name: str) -> int:
    """How many cards leave with *name*: an Item under a Cheat! takes it along."""
    return sum(1 for _ in who.in_play()) - sum(1 for _ in without(who, name).in_play())
