"""The door and the room: the card behind the door, and the choices after a door without a monster."""

from __future__ import annotations

from rules.core.asks import Option
from rules.core.copies import replace
from rules.core.phrases import Phrase
from rules.core.rulings import Reason
from rules.munchkin.action import Action, alive, begun, first, own_turn
from rules.munchkin.cards.cards import ANOTHER_CURSE, Card
from rules.munchkin.cards.laying_down import strike
from rules.munchkin.cards.new_cards import (
    NO_LEVEL_KNOWN,
    PLAY,
    description,
    fault,
    learn,
    monster_of,
    unknown,
    why_no_monster,
)
from rules.munchkin.cards.notation import SIGN, monster_by_numbers, monster_name, read_line
from rules.munchkin.cards.offers import ANOTHER_CARD_KEPT, ways
from rules.munchkin.cards.play import play
from rules.munchkin.charity import end_turn
from rules.munchkin.fight import fight
from rules.munchkin.messages import (
    DOOR_CURSE,
    DOOR_KEPT,
    DOOR_PLAYED,
    LOOTS_ROOM,
    LOOTS_TREASURE,
    NO_GOOD_DRAWS,
    OPENS,
    ROOM,
    UP_TO_NO_GOOD,
)
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import HAND_LIMIT, Outcome, State, draw, from_hand, then

_ENHANCER = BOOK.cite("MUN-Q-42")
_ONE_DOOR = BOOK.because("This turn's door is open already: a turn has one door.", "MUN-TURN-03")
_LISTEN_FIRST = BOOK.because("Listen at the door first.", "MUN-FAST-01", "MUN-FAST-02")
_KEPT_OR_PLAYED = BOOK.because("This card is kept, or played at once if that is legal.", "MUN-TURN-06")
_AT_ONCE = {
    "monster": BOOK.because("A monster behind the door is fought.", "MUN-TURN-04"),
    "curse": BOOK.because("A Curse behind the door strikes at once.", "MUN-TURN-05", "MUN-CURSE-01"),
}
_NO_DOOR = BOOK.because("{card} is not a Door card, so it cannot be behind the door.", "MUN-TURN-03")
_HOLDS_NONE = BOOK.because("By the table's count {player} holds no card.", "MUN-TURN-09", "MUN-CARD-06")
_FOUGHT = BOOK.because(
    "After a fight at the door there is no looting the room and no being Up to No Good.", "MUN-TURN-07"
)
_FLED = BOOK.because(
    "After running away from a fight at the door, nobody loots the room or is Up to No Good.",
    "MUN-RUN-02",
    "MUN-TURN-07",
)
_CHOSEN = BOOK.because("A turn has only one of them: looting the room, or being Up to No Good.", "MUN-TURN-08")
_FIGHT_FIRST = BOOK.because("The monster behind the door must be fought first.", "MUN-TURN-04", "MUN-TURN-07")
_DOOR_FIRST = BOOK.because("Open the door first.", "MUN-TURN-03", "MUN-TURN-08")
_LOOT_OR_FIGHT = BOOK.because("There are two choices: loot the room, or fight a monster you hold.", "MUN-TURN-08")
_COUNT_FIRST = BOOK.because(
    "The card from the room may bring the hand above five: loot first, then end the turn.",
    "MUN-CARD-08",
    "MUN-CHARITY-01",
)
LOOT_AND_END = "loot > end"
_LOOT = Option("loot", Phrase("Loot the room"), Phrase("Loot the room"))
_LOOT_AND_END = Option(LOOT_AND_END, Phrase("Loot the room, end the turn"), Phrase("Loot the room"))
NO_GOOD = "no good > "


# The door ---------------------------------------------------------------------------------------------------------


def unlock(state: State, player: str, pick: str) -> Outcome:
    """The card behind the door: a monster, a Curse, or ``Prefect > hand``, ``Prefect > play``; or a new card's text."""
    state = replace(state, phase="room")
    if pick == ANOTHER_CURSE:
        return then((_turned_up(state, 1), (DOOR_CURSE(player=player),)), _room)
    new = description(state, pick)
    if new:
        state, card = learn(state, new.card)
        return _opened(state, player, card, PLAY if new.at_once else "")
    name, _, way = pick.partition(SIGN)
    return _opened(state, player, monster_by_numbers(name) or state.rules.cards.get(name), way)


def _turned_up(state: State, discarded: int = 0) -> State:
    """Count the opened card as drawn; *discarded* is 1 where it is discarded at once."""
    return replace(state, drawn=state.drawn + 1, discarded=state.discarded + discarded)


def _opened(state: State, player: str, card: Card | None, way: str) -> Outcome:
    """Judge the opened *card*; None for a card that the player keeps without naming it."""
    name = card.name if card else Phrase("a card")
    opened: Outcome = state, (OPENS(player=player, card=monster_name(name)),)
    if card and card.kind == "monster":
        return then(opened, lambda s: fight.begin(_turned_up(s), card))
    if card and card.kind == "curse":
        return then(opened, lambda s: strike(_turned_up(s), player, card), _room)
    also = _ENHANCER if card and card.kind == "enhancer" else ()
    if way == PLAY and card:
        return then(opened, lambda s: _play_at_once(s, player, card), _room)
    return then(opened, lambda s: (draw(s, player, 1), (DOOR_KEPT(player=player, card=name, also=also),)), _room)


def _play_at_once(state: State, player: str, card: Card) -> Outcome:
    drawn = draw(state, player, 1), (DOOR_PLAYED(player=player, card=card.name),)
    return then(drawn, lambda s: play(s, player, card.name))


def _room(state: State) -> Outcome:
    return (state, (ROOM(player=state.active),)) if state.who(state.active).alive else (state, ())


def _door_closed(state: State, player: str) -> Reason | None:
    if state.phase == "listen":
        return _LISTEN_FIRST
    return None if state.phase == "arrange" else _ONE_DOOR


def _why_not_behind_the_door(state: State, player: str, pick: str) -> Reason | None:
    new = description(state, pick)
    if new:
        return fault(state, new.card) or _kind_behind_the_door(read_line(new.card))
    if monster_by_numbers(pick) or pick in (ANOTHER_CURSE, ANOTHER_CARD_KEPT):
        return None
    name, _, way = pick.partition(SIGN)
    card = state.rules.cards.get(name)
    if card is None:
        return unknown(name)
    if card.kind == "monster" and not card.level:
        return NO_LEVEL_KNOWN.about(card=card.name)
    return _kind_behind_the_door(card) or (None if way in ways(card) else _AT_ONCE.get(card.kind, _KEPT_OR_PLAYED))


def _kind_behind_the_door(card: Card) -> Reason | None:
    if card.is_door:
        return None
    return _NO_DOOR.about(card=card.name)


# The second phase -------------------------------------------------------------------------------------------------


def _room_closed(state: State, player: str) -> Reason | None:
    if state.combat and state.combat.at_door and not state.flight:
        return _FIGHT_FIRST
    if state.second:
        return {"skipped": _FOUGHT, "fled": _FLED, "removed": _FOUGHT.by(("MUN-Q-02",))}.get(state.second, _CHOSEN)
    return None if state.phase == "room" else _DOOR_FIRST


def _rooms(state: State, player: str) -> tuple[Option, ...]:
    monsters = state.rules.offers["room"] if state.holds(player) else ()
    ends = (_LOOT_AND_END,) if _may_end_after_looting(state, player) else ()
    return (_LOOT, *ends, *monsters)


def _may_end_after_looting(state: State, player: str) -> bool:
    """Whether the card drawn leaves at most five in hand, so that the turn can end with it."""
    return not state.rules.counts_hands or state.who(player).hand < HAND_LIMIT


def _why_not_in_the_room(state: State, player: str, pick: str) -> Reason | None:
    if pick == _LOOT.pick:
        return None
    if pick == LOOT_AND_END:
        return None if _may_end_after_looting(state, player) else _COUNT_FIRST
    if not pick.startswith(NO_GOOD):
        return _LOOT_OR_FIGHT
    if not state.holds(player):
        return _HOLDS_NONE.about(player=player)
    return why_no_monster(state, pick.removeprefix(NO_GOOD), "MUN-TURN-09")


def room(state: State, player: str, pick: str) -> Outcome:
    """Second phase: ``loot``, ``loot > end``, or ``no good > Peter Pettigrew``."""
    if pick == "loot":
        return _loot(state, player)
    if pick == LOOT_AND_END:
        return then(_loot(state, player), lambda s: end_turn(s, player, "turn"))
    state, card = monster_of(state, pick.removeprefix(NO_GOOD))
    outcome: Outcome = from_hand(state, player), (UP_TO_NO_GOOD(player=player),)
    if _literal(state):
        outcome = then(outcome, lambda s: (draw(s, player, 1), (NO_GOOD_DRAWS(player=player),)))
    return then(outcome, lambda s: fight.begin(s, card, at_door=False))


def _loot(state: State, player: str) -> Outcome:
    treasure = state.rules.on("draw_treasure") and not _literal(state)
    message = LOOTS_TREASURE if treasure else LOOTS_ROOM
    return replace(draw(state, player, 1), phase="charity", second="loot"), (message(player=player),)


def _literal(state: State) -> bool:
    return state.rules.on("draw_treasure") and state.rules.on("fast_literal")


ACTIONS = {
    "unlock": Action(
        "{player} arranges cards and then opens the door.",
        BOOK.cite("MUN-TURN-02", "MUN-TURN-03"),
        first(begun, own_turn("MUN-TURN-03"), alive, _door_closed),
        lambda state, player: state.rules.offers["doors"],
        _why_not_behind_the_door,
        unlock,
        texts=True,
    ),
    "room": Action(
        "{player} loots the room or is Up to No Good.",
        BOOK.cite("MUN-TURN-08", "MUN-TURN-09", "MUN-TURN-10"),
        first(begun, own_turn("MUN-TURN-08"), alive, _room_closed),
        _rooms,
        _why_not_in_the_room,
        room,
        texts=True,
    ),
}
