"""What Curses and Bad Stuff do to a character."""

from __future__ import annotations

from dataclasses import replace

from rules.core.options import Option
from rules.core.rulings import Ruling
from rules.munchkin.action import Action, plain
from rules.munchkin.cards import SLOTS, Harm
from rules.munchkin.character import Character, cards_of, without
from rules.munchkin.death import die
from rules.munchkin.levels import drop
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, Question, State, discard_hand, then, with_question, without_question

_LOSES = BOOK.says("loses", "{player} loses {card}: {about}.", "MUN-ITEM-13")
_LOSES_HAND = BOOK.says("loses-hand", "{player} loses {number} of the hand: {about}.", "MUN-STAT-04")
_CHOOSES = BOOK.says("victim-chooses", "{player} chooses what is lost: {about}.", "MUN-CURSE-09")
_NOTHING_THERE = BOOK.says(
    "harm-passes", "{player} has nothing that {about} could take: it does nothing.", "MUN-CURSE-10"
)
_INSTEAD = BOOK.says(
    "harm-instead", "{player} has nothing that {about} could take, so the other thing happens.", "MUN-CURSE-12"
)
_NO_ARMOR = BOOK.cite("MUN-CURSE-11")
_BAD_STUFF = BOOK.says("bad-stuff", "{player} suffers the Bad Stuff of {about} at once.", "MUN-RUN-05", "MUN-RUN-07")
_TOLD = BOOK.says("bad-stuff-done", "{player} has borne what {about} does.", "MUN-RUN-05")


def bad_stuff(state: State, player: str, about: str, harm: Harm) -> Outcome:
    """A monster has caught *player*: its harm, or, where the referee was not told it, what the players say."""
    told: Outcome = state, (_BAD_STUFF(player=player, about=about),)
    if harm.nothing:
        return then(told, lambda s: (with_question(s, Question("bad stuff", player, about)), ()))
    return then(told, lambda s: apply(s, player, about, harm, "bad stuff"))


def apply(state: State, player: str, about: str, harm: Harm, reason: str) -> Outcome:
    """All that a card does to *player*."""
    if harm.death:
        return die(state, player, about)
    told = drop(state, player, harm.levels, reason)
    number = min(harm.hand, told[0].who(player).hand)
    if number:
        told = then(told, lambda s: (discard_hand(s, player, number), (_hand(player, number, about),)))
    return then(told, lambda s: _take(s, player, about, harm, reason)) if harm.lose else told


def _hand(player: str, number: int, about: str) -> Ruling:
    return _LOSES_HAND(player=player, number=f"{number} card{'s' if number > 1 else ''}", about=about)


def _take(state: State, player: str, about: str, harm: Harm, reason: str) -> Outcome:
    fits = losable(state, state.who(player), harm.lose)
    if not fits and harm.instead:
        return then(
            (state, (_INSTEAD(player=player, about=about),)),
            lambda s: apply(s, player, about, harm.instead or Harm(), reason),
        )
    if not fits:
        also = _NO_ARMOR if harm.lose == "armor" else ()
        return state, (_NOTHING_THERE(player=player, about=about, also=also),)
    if len(fits) == 1:
        return take(state, player, fits[0], about)
    return with_question(state, Question("harm", player, about, fits)), (_CHOOSES(player=player, about=about),)


def losable(state: State, who: Character, what: str) -> tuple[str, ...]:
    """The cards before *who* that are *what*: see `cards.LOSABLE`."""
    items = tuple(dict.fromkeys(item.name for item in who.items))
    if what in SLOTS:
        return tuple(name for name in items if state.card(name).slot == what)
    own = {"item": items, "ally": (who.ally,) if who.ally else (), "role": who.roles, "proficiency": who.proficiencies}
    return own[what]


def take(state: State, player: str, name: str, about: str) -> Outcome:
    """*player* loses a card in play."""
    who = state.who(player)
    state = replace(state.put(without(who, name)), discarded=state.discarded + cards_of(who, name))
    return state, (_LOSES(player=player, card=name, about=about),)


def _fits(state: State, player: str) -> tuple[Option, ...]:
    return plain(*state.questions[0].picks)


def choose_loss(state: State, player: str, pick: str) -> Outcome:
    """The victim says which of several things is lost."""
    return take(without_question(state), player, pick, state.questions[0].about)


# Bad Stuff that only the players can read -------------------------------------------------------------------------


def _worst(state: State, player: str) -> tuple[Option, ...]:
    who = state.who(player)
    own = dict.fromkeys((*(item.name for item in who.items), *((who.ally,) if who.ally else ()), *who.others))
    levels = (
        Option(f"lose {n} level{'s' if n > 1 else ''}", f"Lose {n} Level{'s' if n > 1 else ''}") for n in range(1, 6)
    )
    hand = plain("lose a card of the hand") if who.hand else ()
    return (*levels, *(Option(f"lose {name}", f"Lose {name}") for name in own), *hand, *plain("death", "done"))


def tell_worst(state: State, player: str, pick: str) -> Outcome:
    """One thing after the other that the Bad Stuff does, until it is done."""
    about = state.questions[0].about
    if pick == "done":
        return without_question(state), (_TOLD(player=player, about=about),)
    if pick == "death":
        return die(without_question(state), player, about)
    if pick == "lose a card of the hand":
        return discard_hand(state, player), (_hand(player, 1, about),)
    what = pick.removeprefix("lose ")
    number, _, unit = what.partition(" ")
    if number.isdigit() and unit in ("level", "levels"):
        return drop(state, player, int(number), "bad stuff")
    return take(state, player, what, about)


ACTIONS = {
    "harm": Action("{player} chooses what is lost.", BOOK.cite("MUN-CURSE-09"), _fits, choose_loss),
    "bad stuff": Action(
        "{player} tells what the Bad Stuff does.", BOOK.cite("MUN-RUN-05", "MUN-RUN-07"), _worst, tell_worst
    ),
}
