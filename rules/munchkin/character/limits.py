"""The limits of a character: Ranks, Roles, and room for equipped Items."""

from __future__ import annotations

from functools import partial

from rules.core.asks import Option
from rules.core.copies import replace
from rules.core.phrases import Phrase
from rules.core.rulings import Reason, Ruling
from rules.munchkin.action import Action, never, open_question, plain
from rules.munchkin.character.character import Character, Item, changed, crowded, find, may_equip, ranks
from rules.munchkin.messages import (
    CROWDED,
    DUAL_ROLE_ALONE,
    FORGETS,
    ONLY_FOR,
    RANKS_TOO_HIGH,
    ROLE_GOES,
    ROLES_TOO_MANY,
    TAKEN_OFF,
)
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, Question, State, discard_in_play, then, with_question, without_question

_AT_ONCE = BOOK.cite("MUN-Q-28")
_OF_ROLE = BOOK.cite("MUN-ROLE-02")
_OF_SEX = BOOK.cite("MUN-SETUP-13")
_OF_KIND = {
    "house": BOOK.cite("MUN-SETUP-12"),
    "proficiency": BOOK.cite("MUN-PROF-02"),
    "ally": BOOK.cite("MUN-ALLY-03"),
}
"""The rule for what a character must have for an Item to work, by the kind of that card."""


def limits(state: State, since: State) -> Outcome:
    """Ask about what a character may not keep, or discard it; *since*: an earlier state that was within the limits.

    A question is dropped where the character is within the limits again, for example by a card that came in between.
    """
    anew = state.rules is not since.rules
    if not anew and (state.seats, state.questions, state.combat) == (since.seats, since.questions, since.combat):
        return state, ()
    state = _without_settled(state)
    touched = state.players if anew else _touched(state, since)
    return then((state, ()), *(partial(_limits_of, player=player) for player in touched))


def _without_settled(state: State) -> State:
    settled = [q for q in state.questions if q.kind in ACTIONS and q != _due(state, state.who(q.player))]
    return replace(state, questions=tuple(q for q in state.questions if q not in settled)) if settled else state


def _touched(state: State, since: State) -> tuple[str, ...]:
    """The players whose cards in play, questions or part in the fight have changed *since*."""
    otherwise = (_asked(state) ^ _asked(since)) | (_fighting(state) ^ _fighting(since))
    seats = zip(state.seats, since.seats, strict=True)
    return tuple(
        now.player
        for now, earlier in seats
        if now.player in otherwise or (now is not earlier and not _holds_the_same(now, earlier))
    )


def _holds_the_same(now: Character, earlier: Character) -> bool:
    """Whether nothing has changed on which the limits depend: what the character has in play, and its Level."""
    return now == replace(earlier, hand=now.hand, alive=now.alive, reborn=now.reborn, fresh=now.fresh)


def _asked(state: State) -> frozenset[str]:
    return frozenset(question.player for question in state.questions)


def _fighting(state: State) -> frozenset[str]:
    return frozenset(state.combat.side if state.combat else ())


def _limits_of(state: State, player: str) -> Outcome:
    who = state.who(player)
    if any(question.player == player for question in state.questions):
        return state, ()
    if who.dual and not who.roles and not state.rules.on("keep_lone_dual_role"):
        state = replace(state.put(replace(who, dual=False)), discarded=state.discarded + 1)
        return state, (DUAL_ROLE_ALONE(player=player),)
    useless = next((i for i in who.items if i.equipped and not may_equip(state.card(i.name), who)), None)
    due = _due(state, who)
    if useless and (due is None or due.kind == "crowded"):
        return _comes_off(state, who, useless)
    return (with_question(state, due), (_ruling(state, who, due),)) if due else (state, ())


def _due(state: State, who: Character) -> Question | None:
    """The question that *who* must answer first to come within the limits; None within them."""
    if len(who.roles) > 1 + who.dual:
        return Question("roles", who.player, "")
    if _ranks_exceed(state, who) and not _may_wait(state, who):
        return Question("ranks", who.player, "")
    slot = crowded(state.rules.cards, who)
    return Question("crowded", who.player, slot) if slot else None


def _ranks_exceed(state: State, who: Character) -> bool:
    return ranks(state.rules.cards, who) > who.level


def _may_wait(state: State, who: Character) -> bool:
    """Whether by house rule the Proficiencies are kept until the fight is over (MUN-Q-28)."""
    return state.busy(who.player) and state.rules.on("after_combat")


def _ranks_asked(state: State, player: str) -> Reason | None:
    """A gate: open only to a player who must discard a Proficiency now."""
    who = state.who(player)
    later = _ranks_exceed(state, who) and _may_wait(state, who)
    return open_question("ranks", _RANKS_LATER if later else _RANKS_FIT)(state, player)


def _ruling(state: State, who: Character, due: Question) -> Ruling:
    if due.kind == "roles":
        return ROLES_TOO_MANY(player=who.player)
    if due.kind == "crowded":
        return CROWDED(player=who.player, slot=Phrase(due.about))
    also = _AT_ONCE if state.busy(who.player) else ()
    return RANKS_TOO_HIGH(player=who.player, level=who.level, sum=ranks(state.rules.cards, who), also=also)


def _comes_off(state: State, who: Character, item: Item) -> Outcome:
    off = changed(who, who.items.index(item), replace(item, equipped=False))
    only = Phrase(state.card(item.name).only)
    lead = only_rules(state, state.card(item.name).only)
    return state.put(off), (ONLY_FOR.by(lead)(player=who.player, card=item.name, only=only),)


def only_rules(state: State, only: str) -> tuple[str, ...]:
    """The rule for the sex, Role, House or other card that an Item works for."""
    if only in ("female", "male"):
        return _OF_SEX
    card = state.rules.cards.get(only)
    return _OF_KIND.get(card.kind, _OF_ROLE) if card else _OF_ROLE


def forget(state: State, player: str, pick: str) -> Outcome:
    """Discard a Proficiency, because the Ranks exceed the Level."""
    state = discard_in_play(without_question(state), player, pick)
    who = state.who(player)
    return state, (FORGETS(player=player, card=pick, sum=ranks(state.rules.cards, who)),)


def give_up_role(state: State, player: str, pick: str) -> Outcome:
    """Discard one of two Roles, because there is no Dual Role any more."""
    return discard_in_play(without_question(state), player, pick), (ROLE_GOES(player=player, card=pick),)


def _worn(state: State, player: str) -> tuple[Option, ...]:
    full = state.questions[0].about
    slots = ("1 hand", "2 hands") if full == "hands" else (full,)
    worn = (item.name for item in state.who(player).items if item.equipped and not item.cheat)
    return plain(*dict.fromkeys(name for name in worn if state.card(name).slot in slots))


def take_off(state: State, player: str, pick: str) -> Outcome:
    """Take off an Item, because there is no room for it any more."""
    who = state.who(player)
    at = find(who, pick, equipped=True, cheat=False)
    assert at is not None
    state = without_question(state).put(changed(who, at, replace(who.items[at], equipped=False)))
    return state, (TAKEN_OFF(player=player, card=pick),)


_NOT_THAT = Phrase("That is not one of the cards that must be discarded.")
_RANKS_FIT = BOOK.because(
    "The Ranks do not exceed the Level, so no Proficiency has to go.", "MUN-PROF-08", "MUN-PROF-04"
)
_RANKS_LATER = BOOK.because(
    "By your house rules Proficiencies are discarded after the fight.", "MUN-Q-28", "MUN-PROF-08"
)
_ROLES_FIT = BOOK.because("There are not too many Roles, so none has to go.", "MUN-Q-30", "MUN-ROLE-06")
_FITS_ALL = BOOK.because("There is room for all that is worn, so nothing has to be taken off.", "MUN-ITEM-09")
_NOT_WORN = BOOK.because("Taking off that Item does not make room where it is needed.", "MUN-ITEM-09")

ACTIONS = {
    "ranks": Action(
        "{player} must discard a Proficiency.",
        BOOK.cite("MUN-PROF-08"),
        _ranks_asked,
        lambda state, player: plain(*dict.fromkeys(state.who(player).proficiencies)),
        never(BOOK.because(_NOT_THAT, "MUN-PROF-08")),
        forget,
    ),
    "roles": Action(
        "{player} must discard a Role.",
        BOOK.cite("MUN-Q-30"),
        open_question("roles", _ROLES_FIT),
        lambda state, player: plain(*state.who(player).roles),
        never(BOOK.because(_NOT_THAT, "MUN-Q-30")),
        give_up_role,
    ),
    "crowded": Action(
        "{player} must take something off.",
        BOOK.cite("MUN-ITEM-09"),
        open_question("crowded", _FITS_ALL),
        _worn,
        never(_NOT_WORN),
        take_off,
    ),
}
