"""What Curses and Bad Stuff do to a character."""

from __future__ import annotations

from rules.core.asks import Option
from rules.core.phrases import Phrase
from rules.core.rulings import Ruling
from rules.munchkin.action import Action, never, open_question, plain
from rules.munchkin.cards.cards import SLOTS, Harm
from rules.munchkin.cards.notation import monster_name, number_of
from rules.munchkin.character.character import Character
from rules.munchkin.character.death import die
from rules.munchkin.character.levels import drop
from rules.munchkin.messages import (
    BAD_STUFF,
    BAD_STUFF_DONE,
    HARM_INSTEAD,
    HARM_PASSES,
    HARM_TAKES_NO_MORE,
    LOSES,
    LOSES_HAND,
    VICTIM_CHOOSES,
)
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import (
    Outcome,
    Question,
    State,
    discard_hand,
    discard_in_play,
    then,
    with_question,
    without_question,
)

_AN_ITEM = BOOK.cite("MUN-ITEM-13")
_CAUSES = {"bad stuff": BOOK.cite("MUN-RUN-05"), "curse": BOOK.cite("MUN-CURSE-04")}
_NO_ARMOR = BOOK.cite("MUN-CURSE-11")


def bad_stuff(state: State, player: str, about: str, harm: Harm) -> Outcome:
    """Apply the harm of a monster that caught *player*, or ask the players for it where it is not known."""
    outcome: Outcome = state, (BAD_STUFF(player=player, about=monster_name(about)),)
    if harm.nothing:
        return then(outcome, lambda s: (with_question(s, Question("bad stuff", player, about)), ()))
    return then(outcome, lambda s: apply(s, player, about, harm, "bad stuff"))


def apply(state: State, player: str, about: str, harm: Harm, reason: str) -> Outcome:
    """Apply everything that *harm* takes from *player*; *reason* and *about* as in `take`."""
    if harm.death:
        return die(state, player, about)
    outcome = drop(state, player, harm.levels, reason)
    number = min(harm.hand, state.who(player).hand) if state.rules.counts_hands else harm.hand
    if number:
        outcome = then(outcome, lambda s: (discard_hand(s, player, number), (_hand(player, number, about),)))
    if harm.lose:
        return then(outcome, lambda s: _take(s, player, about, harm, reason))
    return (
        then(outcome, lambda s: (s, (_untaken(player, about, harm, reason),))) if harm.hand and not number else outcome
    )


def _hand(player: str, number: int, about: str) -> Ruling:
    return LOSES_HAND(player=player, number=number_of(number, "card"), about=monster_name(about))


def _take(state: State, player: str, about: str, harm: Harm, reason: str) -> Outcome:
    return _take_one_of(losable(state, state.who(player), harm.lose), state, player, about, harm, reason)


def _take_one_of(fits: tuple[str, ...], state: State, player: str, about: str, harm: Harm, reason: str) -> Outcome:
    """Take a card of *fits*: the only one, or the one that the victim chooses."""
    if not fits:
        return _passes(state, player, about, harm, reason)
    if len(fits) == 1 and "slot" not in state.card(fits[0]).unknown:
        return take(state, player, fits[0], about, reason)
    if harm.lose in SLOTS and all("slot" in state.card(name).unknown for name in fits):
        fits += (NONE_OF_THEM,)
    return with_question(state, Question("harm", player, about, fits, harm, reason)), (
        VICTIM_CHOOSES(player=player, about=monster_name(about)),
    )


def narrow(state: State) -> Outcome:
    """Take from a victim's choice the cards that the victim has lost since, to another Curse for example."""
    question = state.questions[0] if state.questions else None
    if question is None or question.kind != "harm":
        return state, ()
    left = losable(state, state.who(question.player), question.harm.lose)
    if set(question.picks) <= {*left, NONE_OF_THEM}:
        return state, ()
    fits = tuple(name for name in question.picks if name in left)
    return _take_one_of(fits, without_question(state), question.player, question.about, question.harm, question.reason)


def _passes(state: State, player: str, about: str, harm: Harm, reason: str) -> Outcome:
    """Apply what the card names instead, if anything, where the victim has nothing that it takes."""
    instead = harm.instead
    if instead:
        return then(
            (state, (HARM_INSTEAD.by(_lead(reason))(player=player, about=monster_name(about)),)),
            lambda s: apply(s, player, about, instead, reason),
        )
    return state, (_untaken(player, about, harm, reason),)


def _untaken(player: str, about: str, harm: Harm, reason: str) -> Ruling:
    """The ruling that the victim lacks what *harm* takes: nothing happens, or no more than what was taken before."""
    also = _NO_ARMOR if harm.lose == "armor" and reason == "curse" else ()
    message = HARM_TAKES_NO_MORE if harm.levels or (harm.hand and harm.lose) else HARM_PASSES
    return message.by(_lead(reason))(player=player, about=monster_name(about), also=also)


def _lead(reason: str) -> tuple[str, ...]:
    return _CAUSES[reason] if reason == "bad stuff" else ()


def losable(state: State, who: Character, what: str) -> tuple[str, ...]:
    """The cards of *who* in play that are *what* (see `cards.LOSABLE`); an Item of unknown slot may fit any."""
    items = tuple(dict.fromkeys(item.name for item in who.items))
    if what in SLOTS:
        return tuple(name for name in items if state.card(name).slot == what or "slot" in state.card(name).unknown)
    own = {"item": items, "ally": who.allies, "role": who.roles, "proficiency": who.proficiencies}
    return own[what]


def take(state: State, player: str, name: str, about: str, reason: str) -> Outcome:
    """Discard one card that *player* has in play; *reason* is "curse" or "bad stuff", *about* the card or monster."""
    decides = _AN_ITEM if any(item.name == name for item in state.who(player).items) else _CAUSES[reason]
    return discard_in_play(state, player, name), (
        LOSES.by(decides)(player=player, card=name, about=monster_name(about)),
    )


NONE_OF_THEM = "none of them"
_NOT_ONE = BOOK.because("Choose one of the cards that fit.", "MUN-CURSE-09")
_NOT_OWNED = BOOK.because(
    "Bad Stuff takes cards in play, cards from the hand, Levels or the character's life.", "MUN-RUN-05"
)


def _fits(state: State, player: str) -> tuple[Option, ...]:
    return plain(*state.questions[0].picks)


def choose_loss(state: State, player: str, pick: str) -> Outcome:
    """Judge the victim's choice of the card that is lost, or that none of them fits."""
    question = state.questions[0]
    state = without_question(state)
    if pick == NONE_OF_THEM:
        return _passes(state, player, question.about, question.harm, question.reason)
    return take(state, player, pick, question.about, question.reason)


# Bad Stuff that only the players can read -------------------------------------------------------------------------


def _bad_stuff_options(state: State, player: str) -> tuple[Option, ...]:
    who = state.who(player)
    own = dict.fromkeys((*(item.name for item in who.items), *who.allies, *who.roles, *who.proficiencies, *who.others))
    held = (_A_CARD_HELD,) if state.holds(player) else ()
    return (
        *_LOST_LEVELS,
        *held,
        _DEATH,
        _DONE,
        *(Option(f"lose {name}", Phrase("Lose {name}", name=name), "", name) for name in own),
    )


_LOST_LEVELS = tuple(
    Option(f"lose {n} level{'' if n == 1 else 's'}", Phrase("Lose {counted}", counted=number_of(n, "Level")), amount=-n)
    for n in range(1, 6)
)
_A_CARD_HELD = Option("lose a card of the hand", Phrase("Discard a card that you hold"))
_DEATH = Option("death", Phrase("Death"))
_DONE = Option("done", Phrase("Nothing more"))


def enter_bad_stuff(state: State, player: str, pick: str) -> Outcome:
    """Enter one part of the Bad Stuff; the question stays open until the player picks ``done``."""
    about = state.questions[0].about
    if pick == "done":
        return without_question(state), (BAD_STUFF_DONE(player=player, about=monster_name(about)),)
    if pick == "death":
        return die(without_question(state), player, about)
    if pick == _A_CARD_HELD.pick:
        return discard_hand(state, player), (_hand(player, 1, about),)
    levels = next((-option.amount for option in _LOST_LEVELS if option.pick == pick and option.amount), 0)
    if levels:
        return drop(state, player, levels, "bad stuff")
    return take(state, player, pick.removeprefix("lose "), about, "bad stuff")


_NOTHING_ASKED = BOOK.because(
    "No card or monster asks this player to choose anything now.", "MUN-CURSE-09", "MUN-RUN-05"
)
_NO_BAD_STUFF = BOOK.because("No monster has caught this player, so there is no Bad Stuff to enter.", "MUN-RUN-05")

ACTIONS = {
    "harm": Action(
        "{player} chooses what is lost.",
        BOOK.cite("MUN-CURSE-09"),
        open_question("harm", _NOTHING_ASKED),
        _fits,
        never(_NOT_ONE),
        choose_loss,
    ),
    "bad stuff": Action(
        "{player} says what the Bad Stuff does.",
        BOOK.cite("MUN-RUN-05", "MUN-RUN-07"),
        open_question("bad stuff", _NO_BAD_STUFF),
        _bad_stuff_options,
        never(_NOT_OWNED),
        enter_bad_stuff,
    ),
}
