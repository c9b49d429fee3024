"""The gains of a card in use: gems, swaps and knock-outs, one after the other."""

from __future__ import annotations

from typing import Literal

from rules.casting_stones import messages
from rules.casting_stones.cards.cards import GIVES, Card
from rules.casting_stones.cards.library import NO_CARDS
from rules.casting_stones.rewards import gem_moves, rewards
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.state import (
    State,
    Step,
    Task,
    front,
    then,
    turret_words,
)
from rules.core.asks import Ask, Option, Sifted
from rules.core.copies import replace
from rules.core.facts import Choose
from rules.core.phrases import Phrase, sentences
from rules.core.rulings import Reason, Ruling

_because = BOOK.because
DONE, BY_HAND = "done", "by-hand"
_GIVE_WORDS = {
    "gem": Phrase("a gem goes on an empty turret."),
    "swap": Phrase("choose a swap."),
    "knock-out": Phrase("choose a knock-out."),
    BY_HAND: "",
}
_AIMS = {"swap": Phrase("swap"), "knock-out": Phrase("knock out")}
REPLACED_FIRST = _because("The stone that is knocked out is replaced first.", "CST-Q-42", "CST-B-50")
NO_CARD_AT_WORK = _because("No card is being used now.", "CST-I-02")
OTHERS_GAIN = _because("{player} used the card, and only {player} gets what it gives.", "CST-I-02")
NO_CARD_MOVES = _because("Double Potion, Charms and the like move gems and stones, not cards.", "CST-Q-46", "CST-A-22")
TWICE_THE_SAME = _because("By your house rules a card's two swaps or knock-outs are of the same kind.", "CST-Q-21")
_VERBS = {"gem": rewards.GEM, "swap": rewards.SWAP, "knock-out": rewards.KNOCK_OUT, BY_HAND: rewards.EVERY}
_BY_CARD = BOOK.cite("CST-I-02")
_PUT_BY_CARD = BOOK.cite("CST-Q-41")
_CARD_VERBS = ("swap-card", "knock-card")


def _verbs(state: State, task: Task) -> tuple[str, ...]:
    """List the kinds of move of this gain; house rules may add moves of cards, or demand the same kind twice."""
    give, _, *same = task.about
    verbs = _VERBS[give]
    if give != BY_HAND and not state.setting.house["gains_move_cards"]:
        verbs = tuple(verb for verb in verbs if verb not in _CARD_VERBS)
    return tuple(verb for verb in verbs if not same or verb in same)


def _gains(state: State, task: Task) -> Sifted:
    offered, excluded = rewards.offers(
        state, task.player, _VERBS[task.about[0]], lambda pick: _why_not_gain(state, task, pick)
    )
    if task.about[0] == BY_HAND:
        return (*offered, Option(DONE, Phrase("That is all"))), excluded
    lost = {f"gem {turret + 1}" for turret in _later_turrets(state, task)}
    return tuple(_warned(option) if option.pick in lost else option for option in offered), excluded


def _warned(option: Option) -> Option:
    return Option(option.pick, Phrase("{option}: then the card's own gem for it is lost", option=option.words))


def _later_turrets(state: State, task: Task) -> list[int]:
    """The turrets that the same card names for a later gem."""
    later = [other.about[0] for other in state.todo[1:] if other.kind == "gain" and other.about[1:2] == task.about[1:2]]
    names = [give.removeprefix("gem ") for give in later if give not in GIVES]
    return [state.setting.turret_names.index(name) for name in names]


def gain_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """Ask for one of the gains of a card."""
    card, give = state.setting.cards[task.about[1]], task.about[0]
    which, due = _which(state, task, card), _GIVE_WORDS.get(give, "")
    sentence = Phrase("{player} used {card}{which}: {due}", player=task.player, card=card.name, which=which, due=due)
    if give == BY_HAND:
        by_hand = Phrase(
            "{player} uses {card}: do what it says, then enter what changed.", player=task.player, card=card.name
        )
        sentence = sentences(by_hand, card.words)
    hides: Literal["nothing", "options"] = (
        "options" if state.setting.advanced and give in ("swap", BY_HAND) else "nothing"
    )
    offered, excluded = _gains(state, task)
    return (Ask(task.player, "gain", sentence, _given_by(card), offered, hides=hides, excluded=excluded),)


def _which(state: State, task: Task, card: Card) -> str:
    """Which of several equal things is due, such as the first of two."""
    total = card.gives.count(task.about[0])
    left = sum(other.kind == "gain" and other.about[:2] == task.about[:2] for other in state.todo)
    return (
        Phrase(", {order} of {number}", order=_ORDER[total - left], number=_NUMBER[total])
        if 1 < total <= len(_ORDER)
        else ""
    )


_ORDER = (Phrase("first"), Phrase("second"), Phrase("third"), Phrase("fourth"))
_NUMBER = (Phrase("none"), Phrase("one"), Phrase("two"), Phrase("three"), Phrase("four"))


def why_not_gain(state: State, choice: Choose) -> Reason | None:
    """Why that player cannot take this gain of a card now."""
    gain = next((task for task in state.todo if task.kind == "gain"), None)
    if gain is None:
        return NO_CARDS if state.setting.level == "basic" else NO_CARD_AT_WORK
    if gain.player != choice.player:
        return OTHERS_GAIN.about(player=gain.player)
    return _why_not_gain(state, gain, choice.pick) if front(state) is gain else REPLACED_FIRST


def _why_not_gain(state: State, task: Task, pick: str) -> Reason | None:
    card, give, verb = state.setting.cards[task.about[1]], task.about[0], pick.split(" ")[0]
    reason = rewards.why_not(state, task.player, pick, _verbs(state, task), _not_given(card, give, verb))
    return reason.by(_PUT_BY_CARD) if reason and give == verb == "gem" else reason


def _not_given(card: Card, give: str, verb: str) -> Reason:
    """Why a card does not give that kind of move."""
    if verb in _CARD_VERBS and verb in _VERBS[give]:
        return NO_CARD_MOVES
    if verb in _VERBS[give]:
        return TWICE_THE_SAME
    return Reason(Phrase("{card} gives {given}.", card=card.name, given=_GIVEN[give]), _given_by(card))


def _given_by(card: Card) -> tuple[str, ...]:
    """The rule by which a card gives what it gives."""
    return card.rules[-1:] or _BY_CARD


_GIVEN = {
    "gem": Phrase("a gem"),
    "swap": Phrase("a swap"),
    "knock-out": Phrase("a knock-out"),
    BY_HAND: Phrase("what it says"),
}


def gain(state: State, choice: Choose) -> Step:
    """Carry out one gain of a card; its other gains follow."""
    task = state.todo[0]
    give, card, *_ = task.about
    if choice.pick == DONE:
        return then(state), (messages.BY_HAND(player=choice.player, card=state.setting.cards[card].name),)
    verb = choice.pick.split()[0]
    rules = _gain_rules(state, task, verb)
    after = state if give == BY_HAND else _same_again(then(state), task, verb)
    return rewards.move(after, choice.player, choice.pick, rules)


def _gain_rules(state: State, task: Task, verb: str) -> tuple[str, ...]:
    """The rules by which a card gives this gain; for the second gain also the rule that gains may be mixed."""
    card = state.setting.cards[task.about[1]]
    rules = _given_by(card)
    if verb == "gem":
        return rules + _PUT_BY_CARD
    if not _which(state, task, card).startswith(", second"):
        return rules
    return rules + BOOK.cite("CST-Q-21") + (BOOK.cite("CST-Q-42") if verb == "knock-stone" else ())


def _same_again(state: State, gain: Task, verb: str) -> State:
    """Limit the card's further gains like *gain*, a swap or knock-out, to its *verb*, where a house rule says so."""
    if not state.setting.house["no_mixing"]:
        return state
    todo = (
        replace(task, about=(*task.about[:2], verb))
        if (task.kind, task.about[:2]) == ("gain", gain.about[:2])
        else task
        for task in state.todo
    )
    return replace(state, todo=tuple(todo))


def gain_by_itself(state: State) -> Step | None:
    """Carry out a gain without a choice: put a gem on a named turret, or skip a gain that has no target.

    None where the player has to choose.
    """
    task = state.todo[0]
    give, player = task.about[0], task.player
    if give in GIVES:
        return None if _gains(state, task)[0] else (then(state), (_no_gain(state, task),))
    turret = state.setting.turret_names.index(give.removeprefix("gem "))
    if state.turrets[turret] == player:
        return then(state), (messages.OWN_ALREADY(player=player, turret=turret_words(state, turret)),)
    if not state.gems[player]:
        return then(state), (messages.NO_GEM(player=player),)
    return gem_moves.put_gem(then(state), player, turret, _BY_CARD + _PUT_BY_CARD)


def _no_gain(state: State, task: Task) -> Ruling:
    """The ruling that nothing can be done with a gain of a card."""
    give, _, *same = task.about
    if give == "gem":
        return gem_moves.no_gem_put(state, task.player)
    message = messages.NO_SAME_AIM if same else messages.NO_AIM
    return message(player=task.player, do=_AIMS[give])
