"""Cards played into a fight: One-Shots, enhancers, further monsters."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.core.asks import Option
from rules.core.copies import replace
from rules.core.phrases import Phrase, sentences, signed
from rules.core.rulings import Reason
from rules.munchkin.action import NO_CARD, fighting
from rules.munchkin.cards.cards import KNOWN, Card
from rules.munchkin.cards.new_cards import monster_of, why_no_monster
from rules.munchkin.cards.notation import monster_by_numbers, monster_name, monster_with_numbers
from rules.munchkin.cards.offers import MARKS, aimed, option_of
from rules.munchkin.character.character import cards_of, find, without
from rules.munchkin.fight.combat import Combat, Foe, Line
from rules.munchkin.fight.fight import fight_of
from rules.munchkin.fight.messages import ENHANCER, JOINS_FIGHT, ONE_SHOT
from rules.munchkin.fight.strength import level_only
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, State, from_hand

_WHICH_FOE = BOOK.cite("MUN-ENH-05")
_HARMFUL = BOOK.cite("MUN-INTERF-05")
_WANDERS = BOOK.cite("MUN-MULTI-01")
_EATER = BOOK.cite("MUN-MULTI-08", "MUN-MULTI-07", "MUN-Q-36")
_DRAGON = BOOK.cite("MUN-MULTI-09", "MUN-MULTI-07", "MUN-Q-36")
_KIN = {"Death Eater": _EATER, "Dragon": _DRAGON}
_NOT_COUNTED = BOOK.cite("MUN-MULTI-03")

NOT_COUNTED = Phrase("(does not count: only Levels do)")

NOT_SO = BOOK.because("This card cannot be played that way.", "MUN-TIMING-09")
_ONE_CARD = BOOK.because(
    "This takes two cards from the hand: the Wandering Monster and the monster that it sends.",
    "MUN-MULTI-01",
    "MUN-CARD-06",
)
_WHO_COMES = BOOK.because("Say which monster comes with the card.", "MUN-MULTI-01")
_WHICH = BOOK.because("Say which monster of the fight it is for.", "MUN-ENH-05")
_SIDE = BOOK.because("Say for which side: the players, or a monster of the fight.", "MUN-INTERF-01")
_NO_MARK = BOOK.because(
    "Without a card such as Wandering Monster, only a Death Eater joins a Death Eater, and a Dragon a Dragon.",
    *("MUN-MULTI-08", "MUN-MULTI-09", "MUN-MULTI-01"),
)


def options(state: State, player: str) -> tuple[Option, ...]:
    """The cards that *player* may play into the fight, as ``card > target``."""
    if fighting(state, player):
        return ()
    combat, who, offers = fight_of(state), state.who(player), state.rules.offers
    foes = combat.foe_names
    own = tuple(option_of(state.card(i.name)) for i in who.items if state.card(i.name).kind == "one-shot")
    shots = (*own, *offers["play one-shot"]) if state.holds(player) else own
    found = aimed(tuple(dict.fromkeys(shots)), ("players", *foes), note_for(state))
    if state.holds(player):
        found += aimed(offers["play enhancer"], foes) + _kindred(state, combat)
    return found + offers["play wandering"] if state.holds(player, 2) else found


def note_for(state: State) -> str:
    """The note that a bonus for the players does not count, where only Levels do."""
    return NOT_COUNTED if level_only(fight_of(state)) else ""


def _kindred(state: State, combat: Combat) -> tuple[Option, ...]:
    marks = _marks(combat)
    return tuple(option for mark in MARKS if mark in marks for option in state.rules.offers[f"kindred {mark}"])


def _marks(combat: Combat) -> frozenset[str]:
    """The marks by which another monster may join; a monster whose card is not described may have any."""
    if any(_mark_unknown(foe.card) for foe in combat.foes):
        return frozenset(MARKS)
    return frozenset(mark for foe in combat.foes for mark in foe.card.tags if mark in MARKS)


def _mark_unknown(card: Card) -> bool:
    return monster_by_numbers(card.name) is not None or (not card.tags and card == KNOWN.get(card.name))


def why_not(state: State, player: str, card: Card, target: str) -> Reason | None:
    """Why *player* cannot play *card* into the fight for *target* now; None where that is possible."""
    closed = fighting(state, player)
    if closed:
        return closed
    if card.kind == "monster":
        return _why_no_join(state, player, card)
    if card.kind == "one-shot" and any(item.name == card.name for item in state.who(player).items):
        return why_no_side(state, target)
    if not state.holds(player, 2 if card.kind == "wandering" else 1):
        return _ONE_CARD if card.kind == "wandering" and state.holds(player) else NO_CARD
    if card.kind == "wandering":
        return why_no_monster(state, target, "MUN-MULTI-01") if target else _WHO_COMES
    if card.kind == "enhancer":
        return None if target in fight_of(state).foe_names else _WHICH
    return why_no_side(state, target)


def why_no_side(state: State, target: str) -> Reason | None:
    """Why *target* is no side of the fight; None where it is one."""
    return None if target in ("players", *fight_of(state).foe_names) else _SIDE


def why_no_kin(state: State, player: str, text: str) -> Reason | None:
    """Why a monster that is not listed cannot join by its mark; None where some monster of the fight may share it."""
    return fighting(state, player) or _why_no_join(state, player, monster_by_numbers(text))


def _why_no_join(state: State, player: str, card: Card | None) -> Reason | None:
    if not state.holds(player):
        return NO_CARD
    marks = _marks(fight_of(state))
    if card is None or _mark_unknown(card):
        return None if marks else _NO_MARK
    return None if marks.intersection(card.tags) else _NO_MARK.by(_by_mark(card)[:1])


def _by_mark(card: Card) -> tuple[str, ...]:
    """The rules by which a monster joins a fight: by its mark, or without one by a card such as Wandering Monster."""
    return next((_KIN[mark] for mark in MARKS if mark in card.tags), _WANDERS)


def _one_shot(state: State, player: str, card: Card, target: str) -> Outcome:
    """Use a One-Shot: from the table if it lies there, else from the hand."""
    who = state.who(player)
    at = find(who, card.name)
    state = state.put(without(who, card.name)) if at is not None else from_hand(state, player)
    spent = 1 if at is None else cards_of(who, card.name)
    also = _HARMFUL if (target != "players") == (player in fight_of(state).side) else ()
    ruling = ONE_SHOT(
        player=player,
        card=card.name,
        amount=signed(card.bonus),
        side=side_words(state, target),
        also=(*also, *uncounted(state, target)),
    )
    return add_line(state, target, Line(card.name, card.bonus, BOOK.cite("MUN-COMBAT-06")), spent), (ruling,)


def side_words(state: State, target: str) -> str:
    """The side that *target* names, as a sentence says it."""
    return sentences(Phrase("the players"), note_for(state)) if target == "players" else monster_name(target)


def uncounted(state: State, target: str) -> tuple[str, ...]:
    """The rule by which an addition for *target* does not count; empty where it counts."""
    return _NOT_COUNTED if target == "players" and note_for(state) else ()


def add_line(state: State, target: str, line: Line, spent: int = 0) -> State:
    """The fight with *line* added to the players or to a monster; *spent* cards are discarded with it."""
    combat = fight_of(state)
    combat = replace(combat, spent=combat.spent + spent)
    if target == "players":
        return replace(state, combat=replace(combat, boosts=(*combat.boosts, line)))
    foes = tuple(_enhanced(foe, line) if foe.name == target else foe for foe in combat.foes)
    return replace(state, combat=replace(combat, foes=foes))


def _enhanced(foe: Foe, line: Line) -> Foe:
    return replace(foe, enhancers=(*foe.enhancers, line))


def _enhancer(state: State, player: str, card: Card, target: str) -> Outcome:
    line = Line(card.name, card.bonus, BOOK.cite("MUN-ENH-01"), card.treasures)
    also = _WHICH_FOE if len(fight_of(state).foes) > 1 else ()
    amount, more = signed(card.bonus), signed(card.treasures)
    ruling = ENHANCER(
        player=player, card=card.name, monster=monster_name(target), amount=amount, treasures=more, also=also
    )
    return add_line(from_hand(state, player), target, line, 1), (ruling,)


def _wandering(state: State, player: str, card: Card, target: str) -> Outcome:
    state = from_hand(from_hand(state, player), player)
    state, monster = monster_of(state, target)
    return _enter(state, monster, Phrase("sent by {player} with {card}", player=player, card=card.name), _WANDERS, 2)


def _kin(state: State, player: str, card: Card, target: str) -> Outcome:
    shared = [mark for mark in MARKS if mark in card.tags and mark in _marks(fight_of(state))]
    if not shared:
        return _enter(
            from_hand(state, player),
            card,
            Phrase("{player} sends it by its mark", player=player),
            (*_EATER, *_DRAGON),
            1,
        )
    also = _KIN[shared[0]]
    return _enter(
        from_hand(state, player),
        card,
        Phrase("{player} sends it, {mark} to {mark}", player=player, mark=Phrase(shared[0])),
        also,
        1,
    )


def _enter(state: State, card: Card, how: str, lead: tuple[str, ...], spent: int) -> Outcome:
    combat = fight_of(state)
    taken = {*combat.foe_names, *combat.removed}
    name, number = card.name, 2
    while name in taken:
        name, number = f"{card.name} ({number})", number + 1
    combat = replace(combat, foes=(*combat.foes, Foe(name, card)), spent=combat.spent + spent)
    ruling = JOINS_FIGHT.by(lead)(monster=monster_with_numbers(card, name), how=how)
    return replace(state, combat=combat), (ruling,)


JOINS: Mapping[str, Callable[[State, str, Card, str], Outcome]] = {
    "one-shot": _one_shot,
    "enhancer": _enhancer,
    "wandering": _wandering,
    "monster": _kin,
}
