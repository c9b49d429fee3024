"""Cards from the hand: when each kind may be played, on whom, and why not otherwise."""

from __future__ import annotations

from itertools import chain

from rules.core.asks import Option
from rules.core.copies import replace
from rules.core.phrases import Phrase
from rules.core.rulings import Reason
from rules.munchkin.action import NO_CARD, Action, alive, first, whole_game
from rules.munchkin.cards.cards import ANOTHER_CURSE, Card
from rules.munchkin.cards.laying_down import HOW
from rules.munchkin.cards.new_cards import description, fault, learn, unknown
from rules.munchkin.cards.notation import SIGN, monster_by_numbers, read_line
from rules.munchkin.cards.offers import GROUPS, aimed
from rules.munchkin.fight import join
from rules.munchkin.messages import CURSE_PLAYED
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, State, from_hand

_ANOTHER_CURSE = Option(ANOTHER_CURSE, Phrase("A Curse that is not listed"), Phrase("Curses"), ANOTHER_CURSE)

_FIRST_ONLY = BOOK.because(
    "Before the first turn: one Role, one Proficiency of Rank 1, Items and an Ally.",
    *("MUN-SETUP-15", "MUN-SETUP-14", "MUN-SETUP-16"),
)
_ROLE_TURN = BOOK.because("A Role is played in its player's own turn, or as soon as it is received.", "MUN-ROLE-05")
_ITEM_TURN = BOOK.because(
    "An Item is laid down in its player's own turn, or as soon as it is received.", "MUN-ITEM-02", "MUN-TIMING-09"
)
_CALM = BOOK.because(
    "Players in a fight lay down no Items; they may only use One-Shots.", "MUN-ITEM-02", "MUN-TIMING-09"
)
_LISTEN_FIRST = BOOK.because("Listen at the door first: cards are laid down after it.", "MUN-FAST-01", "MUN-FAST-02")
_NO_PROFICIENCY = BOOK.because("By your house rules no Proficiency is played in a fight.", "MUN-Q-31")
_NO_HOUSE = BOOK.because("A House is chosen before the first turn, and stays.", "MUN-SETUP-03")
_WHOM = {
    "level up": BOOK.because("Say on which player the card is played.", "MUN-TIMING-02", "MUN-ITEM-25"),
    "curse": BOOK.because("Say which player the Curse strikes.", "MUN-CURSE-03", "MUN-TIMING-03"),
}
_NOT_THE_DEAD = {
    "level up": BOOK.because("The dead gain no Level.", "MUN-DEATH-12", "MUN-DEATH-11"),
    "curse": BOOK.because("No Curse strikes the dead.", "MUN-Q-26", "MUN-DEATH-11"),
}
_WHICH_ITEM = BOOK.because("Say which Item in play the card goes with.", "MUN-ITEM-10")
_FIRST_KINDS = ("role", "proficiency", "ally", "item", "one-shot")
_OWN_TURN_KINDS = ("role", "dual role", "item", "one-shot", "cheat")
_LISTS = ("role", "dual role", "proficiency", "ally", "other", "level up", "curse", "item", "cheat")


def options(state: State, player: str) -> tuple[Option, ...]:
    """Every card that *player* may play now, or use from the table in a fight."""
    kinds = (kind for kind in _LISTS if not shut(state, player, kind))
    return (*chain.from_iterable(_of_kind(state, player, kind) for kind in kinds), *join.options(state, player))


def _of_kind(state: State, player: str, kind: str) -> tuple[Option, ...]:
    offers = state.rules.offers
    if kind == "item":
        return offers["play items"]
    if kind in _WHOM and state.phase != "create":
        another = (_ANOTHER_CURSE,) if kind == "curse" else ()
        return aimed((*offers[f"play {kind}"], *another), _living(state))
    if kind == "cheat":
        return aimed(offers["play cheat"], _without_cheat(state, player))
    return offers[f"play {kind}"]


def _missing_groups(state: State, player: str) -> tuple[Option, ...]:
    """One option for each group of cards of which *player* may play none now, such as Roles out of turn."""
    offered = {option.group for option in options(state, player)}
    missing = (kind for kind in (*_LISTS, "enhancer") if GROUPS[kind] not in offered)
    cards = {GROUPS[kind]: state.rules.offers[f"play {kind}"][:1] for kind in missing}
    return tuple(Option(card.pick, group) for group, first_card in cards.items() for card in first_card)


def _living(state: State) -> tuple[str, ...]:
    return tuple(seat.player for seat in state.seats if seat.alive)


def _without_cheat(state: State, player: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(item.name for item in state.who(player).items if not item.cheat))


def shut(state: State, player: str, kind: str) -> Reason | None:
    """Why *player* may play no card of that kind from the hand now; None where one may be played."""
    if not state.holds(player):
        return NO_CARD
    if kind == "house":
        return _NO_HOUSE
    if state.phase == "create":
        return None if kind in _FIRST_KINDS else _FIRST_ONLY
    if kind == "proficiency":
        return _NO_PROFICIENCY if state.busy(player) and state.rules.on("prof_not_in_combat") else None
    return _shut_now(state, player, kind) if kind in _OWN_TURN_KINDS else None


def _shut_now(state: State, player: str, kind: str) -> Reason | None:
    """Why *player* may not play a kind of card that needs the player's own turn or a card just received, or None."""
    role = kind in ("role", "dual role")
    if player == state.active:
        if state.phase == "listen":
            return _LISTEN_FIRST
    elif not state.who(player).fresh:
        return _ROLE_TURN if role else _ITEM_TURN
    return _CALM if state.busy(player) and not role else None


def why(state: State, player: str, pick: str) -> Reason | None:
    """Why *pick*, the name or the description of a card, cannot be played now; None where it can."""
    new = description(state, pick)
    if new:
        return fault(state, new.card) or _why_not_card(state, player, read_line(new.card), new.target)
    name, _, target = pick.partition(SIGN)
    if name == ANOTHER_CURSE:
        return shut(state, player, "curse") or _why_not_on(state, "curse", target)
    if monster_by_numbers(name):
        return join.why_no_kin(state, player, name)
    card = state.rules.cards.get(name)
    if card is None:
        return unknown(name)
    return _why_not_card(state, player, card, target)


def _why_not_card(state: State, player: str, card: Card, target: str) -> Reason | None:
    """Why *player* may not play *card* on *target* now."""
    if card.kind in join.JOINS and (card.kind != "one-shot" or target or state.busy(player)):
        return join.why_not(state, player, card, target)
    return shut(state, player, card.kind) or _why_not_target(state, player, card, target)


def _why_not_target(state: State, player: str, card: Card, target: str) -> Reason | None:
    if card.kind in _WHOM:
        return _why_not_on(state, card.kind, target)
    if card.kind == "cheat":
        return None if target in _without_cheat(state, player) else _WHICH_ITEM
    return join.NOT_SO if target else None


def _why_not_on(state: State, kind: str, target: str) -> Reason | None:
    """Why a card of that kind, a key of `_WHOM`, cannot be played on *target*; None where it can."""
    if target not in state.players:
        return _WHOM[kind]
    return None if state.who(target).alive else _NOT_THE_DEAD[kind]


def play(state: State, player: str, pick: str) -> Outcome:
    """Play a card: ``Dress Robes``, ``Go Up a Level > Bo``, ``Bombarda! > Troll``, or a new card's text."""
    new = description(state, pick)
    if new:
        state, card = learn(state, new.card)
        return _play(state, player, card, new.target)
    name, _, target = pick.partition(SIGN)
    if name == ANOTHER_CURSE:
        state = replace(from_hand(state, player), discarded=state.discarded + 1)
        return state, (CURSE_PLAYED(player=player, target=target),)
    return _play(state, player, monster_by_numbers(name) or state.card(name), target)


def _play(state: State, player: str, card: Card, target: str) -> Outcome:
    if state.combat and (target or card.kind == "monster") and card.kind in join.JOINS:
        return join.JOINS[card.kind](state, player, card, target)
    return HOW[card.kind](state, player, card, target)


ACTIONS = {
    "play": Action(
        "{player} may play cards.",
        BOOK.cite("MUN-CARD-06", "MUN-TIMING-02", "MUN-TIMING-03", "MUN-TIMING-06", "MUN-TIMING-07", "MUN-TIMING-09"),
        first(whole_game, alive),
        options,
        why,
        play,
        expected=_missing_groups,
        texts=True,
    ),
}
