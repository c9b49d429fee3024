"""Both sides' strength, part by part: each bonus and penalty has a name and a rule."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

from rules.core.phrases import Phrase, capital
from rules.munchkin.cards.cards import Card
from rules.munchkin.cards.notation import monster_name
from rules.munchkin.character.character import Character
from rules.munchkin.fight.combat import Combat, Foe, Line
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import State

_LEVEL = BOOK.cite("MUN-STAT-02", "MUN-COMBAT-02")
_OWN = BOOK.cite("MUN-COMBAT-02")
_ITEM = BOOK.cite("MUN-ITEM-05", "MUN-COMBAT-02")
_ROLE = BOOK.cite("MUN-ROLE-02", "MUN-COMBAT-02")
_PROFICIENCY = BOOK.cite("MUN-PROF-02", "MUN-COMBAT-02")
_ALLY = BOOK.cite("MUN-ALLY-03", "MUN-COMBAT-02")
_HOUSE = BOOK.cite("MUN-SETUP-12", "MUN-COMBAT-02")
_MONSTER = BOOK.cite("MUN-COMBAT-03")
_HELPER = BOOK.cite("MUN-HELP-09")
_UMBRIDGE = BOOK.cite("MUN-HELP-10")
_BOTH = BOOK.cite("MUN-HELP-11", "MUN-Q-13")
_DUAL = BOOK.cite("MUN-ROLE-11")
_EXCUSED = BOOK.cite("MUN-ROLE-09")


@dataclass(frozen=True, slots=True)
class Standing:
    """The strengths of a fight: who is on the players' side, and both sums line by line."""

    side: tuple[str, ...]
    ours: tuple[Line, ...]
    theirs: tuple[Line, ...]
    level_only: bool

    @property
    def winning(self) -> bool:
        """Whether the players are stronger; monsters win a tie."""
        return total(self.ours) > total(self.theirs)


def standing_of(state: State, combat: Combat) -> Standing:
    """The present strengths of *combat*."""
    return Standing(combat.side, players_side(state, combat), monsters_side(state, combat), level_only(combat))


def as_strong(before: State, state: State) -> bool:
    """Whether nothing that counts in the fight has changed; much quicker than to compare both standings."""
    if state.rules is not before.rules or state.active != before.active:
        return False
    if state.combat is before.combat and state.seats is before.seats:
        return True
    return _what_counts(before) == _what_counts(state)


def _what_counts(state: State) -> tuple[object, ...]:
    combat = state.combat
    if combat is None:
        return ()
    side = combat.side
    seats = [seat for seat in state.seats if seat.player in side]
    return combat.foes, combat.boosts, side, combat.level_only, seats


def total(lines: Iterable[Line]) -> int:
    """The sum of the lines."""
    return sum(line.amount for line in lines)


def players_side(state: State, combat: Combat) -> tuple[Line, ...]:
    """The parts of the players' strength: fighter and helper, and the cards played for or against them."""
    levels = (_level(state.who(name)) for name in combat.side)
    if level_only(combat):
        return tuple(levels)
    marks = frozenset(mark for foe in combat.foes for mark in (*foe.card.tags, foe.card.name))
    lent = (line for name in combat.side for line in _brought(state, marks, state.who(name)))
    return (*levels, *lent, *combat.boosts)


def alone(state: State, who: Character) -> tuple[Line, ...]:
    """The parts of the strength that *who* brings into a fight, without bonuses against certain monsters."""
    return (_level(who), *_brought(state, frozenset(), who))


def level_only(combat: Combat) -> bool:
    """Whether a monster of this fight, or a card, lets nothing but Levels count."""
    return combat.level_only or any(foe.card.level_only for foe in combat.foes)


def monsters_side(state: State, combat: Combat) -> tuple[Line, ...]:
    """The parts of the strength of all monsters together."""
    return tuple(line for foe in combat.foes for line in monster(state, combat, foe))


def monster(state: State, combat: Combat, foe: Foe) -> tuple[Line, ...]:
    """One monster's part: its Level, what it has against fighter and helper, its enhancers."""
    against = foe.card.against
    side = [state.who(name) for name in combat.side] if against else []
    grudges = (line for trait, bonus in against for line in _grudge(state, foe, side, trait, bonus))
    return (
        Line(_level_on(foe.name), foe.card.level, _MONSTER),
        *grudges,
        *foe.enhancers,
    )


def winning(state: State, combat: Combat) -> bool:
    """Whether fighter and helper are stronger than the monsters, who win a tie."""
    return standing_of(state, combat).winning


def worth(state: State, combat: Combat) -> int:
    """The number of Treasures if the fight were won now."""
    return combat.booty + sum(brings(state, foe) for foe in combat.foes)


def brings(state: State, foe: Foe) -> int:
    """The Treasures that the monster brings: none at least, or one by house rule where its card has any."""
    least = int(foe.card.treasures > 0 and state.rules.on("min_treasure_1"))
    return max(least, treasures(foe))


def treasures(foe: Foe) -> int:
    """The Treasures on the monster and its enhancers; may be less than none."""
    return foe.card.treasures + sum(line.treasures for line in foe.enhancers)


def _brought(state: State, marks: frozenset[str], who: Character) -> Iterator[Line]:
    for card, rules in _helping(state, who):
        if card.bonus:
            yield _lent(who, card, card.bonus, rules)
        for trait, bonus in card.against:
            if trait in marks:
                yield _lent(who, card, bonus, rules, trait)


def _lent(who: Character, card: Card, bonus: int, rules: tuple[str, ...], trait: str = "") -> Line:
    """What the card adds to the strength of *who*: a penalty from which a Dual Role excuses counts nothing."""
    if bonus < 0 and who.is_excused(card.name):
        return Line(_excused(who.player, card.name), 0, _EXCUSED)
    return Line(_from(who.player, card.name, trait), bonus, rules)


def _helping(state: State, who: Character) -> Iterator[tuple[Card, tuple[str, ...]]]:
    cards = state.rules.cards
    if who.house:
        yield cards[who.house], _HOUSE
    yield from ((cards[name], _ROLE) for name in who.roles)
    yield from ((cards[name], _PROFICIENCY) for name in who.proficiencies)
    if who.ally:
        yield cards[who.ally], _ALLY
    for item in who.items:  # a One-Shot on the table does nothing until it is used
        if item.equipped and cards[item.name].kind == "item":
            yield cards[item.name], _ITEM
    yield from ((cards[name], _OWN) for name in curses_at_work(state, who))


def curses_at_work(state: State, who: Character) -> Iterator[str]:
    """The kept Curses of *who* that count now: one for the next turn counts in the turn of *who* only."""
    return (name for name in who.curses if state.card(name).lasts != "turn" or who.player == state.active)


def _level(who: Character) -> Line:
    return Line(_level_of(who.player), who.level, _LEVEL)


# The names of lines are few, and each correction needs them hundreds of times.
@lru_cache(maxsize=256)
def _level_of(player: str) -> Phrase:
    return Phrase("{player}: Level", player=player)


@lru_cache(maxsize=256)
def _level_on(monster: str) -> Phrase:
    return Phrase("{capital}: Level", capital=capital(monster_name(monster)))


@lru_cache(maxsize=1024)
def _from(player: str, card: str, trait: str = "") -> Phrase:
    """The name of a line: what *player* gets from *card*, against monsters with *trait* if there is one."""
    if trait:
        return Phrase("{player}: {card} against {trait}", player=player, card=card, trait=Phrase(trait))
    return Phrase("{player}: {card}", player=player, card=card)


@lru_cache(maxsize=256)
def _excused(who: str, role: str) -> Phrase:
    """The name of a line in which a Dual Role excuses from a disadvantage; *who* is its player, or the monster."""
    return Phrase("{who}: no disadvantage from {role}, by a Dual Role", who=who, role=role)


def _grudge(state: State, foe: Foe, side: list[Character], trait: str, bonus: int) -> Iterator[Line]:
    """What the monster has against players with that trait; nothing where a Dual Role excuses all of them."""
    having = [who for who in side if trait in who.traits]
    bearers = [who for who in having if bonus < 0 or not who.is_excused(trait)]
    if bearers:
        yield _against(state, foe, side[0], bearers, trait, bonus)
    elif having:
        yield Line(_excused(capital(monster_name(foe.name)), trait), 0, _EXCUSED)


def _against(state: State, foe: Foe, fighter: Character, bearers: list[Character], trait: str, bonus: int) -> Line:
    """What the monster has against *bearers* of that trait: a bonus or a penalty, counted once, with its rules."""
    role = trait in state.rules.cards and state.card(trait).kind == "role"
    twice = len(bearers) > 1 and role and state.rules.on("count_twice_for_roles")
    rules = _MONSTER
    if bearers[-1] is not fighter:
        rules += _HELPER + (_UMBRIDGE if (foe.card.name, trait) == ("Dolores Umbridge", "Quidditch Captain") else ())
    if len(bearers) > 1:
        rules += _BOTH
    if any(who.dual for who in bearers) and role:
        rules += _DUAL
    name = Phrase("{foe}: against {trait}", foe=capital(monster_name(foe.name)), trait=Phrase(trait))
    return Line(name, bonus * (2 if twice else 1), rules)
