"""Why a choice that is not offered may not be made now."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.core.facts import Choose
from rules.core.reasons import Reason
from rules.munchkin.cards import Card
from rules.munchkin.charity import excess, lowest
from rules.munchkin.join import fighting
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import State
from rules.munchkin.strength import winning

_because = BOOK.because

DEAD = _because("The dead get no card, no Level and no say until the next turn begins.", "MUN-DEATH-11", "MUN-DEATH-12")
NO_FIGHT = _because("There is no fight that this could change.", "MUN-COMBAT-01", "MUN-COMBAT-08")
EMPTY_HAND = _because("There is no card in that hand.", "MUN-CARD-06")
UNKNOWN = _because("The table knows no card of that name: describe it first.", "MUN-CARD-06")
FIRST_CARDS = _because(
    "Before the first turn: one Role, one Proficiency of Rank 1, Items and an Ally.",
    *("MUN-SETUP-14", "MUN-SETUP-15", "MUN-SETUP-16"),
)
OWN_TURN = _because(
    "That is played on one's own turn, or as soon as it is got.", "MUN-ROLE-05", "MUN-TIMING-07", "MUN-TIMING-09"
)
CALM = _because("Items are laid down out of combat only, but for One-Shots.", "MUN-ITEM-02", "MUN-TIMING-09")
MARK = _because(
    "A monster joins a fight only with a card such as Wandering Monster, or Death Eater to Death Eater and Dragon to"
    " Dragon.",
    *("MUN-MULTI-01", "MUN-MULTI-08", "MUN-MULTI-09"),
)
NO_PROFICIENCY = _because("By your house rules no Proficiency is played in a fight.", "MUN-Q-31")
ITEMS_REST = _because("Items stay as they are in a fight and while running away.", "MUN-ITEM-07", "MUN-TIMING-05")
NOT_SO = _because("No Item of that name lies so.", "MUN-ITEM-05", "MUN-ITEM-06")
ITEMS_ONLY = _because(
    "Only Items change hands, from the table, and while neither is in combat.",
    *("MUN-ITEM-14", "MUN-ITEM-15", "MUN-ITEM-16"),
)
FREELY = _because(
    "Only Roles, a Dual Role and Proficiencies are discarded freely; Items are not.", "MUN-TIMING-01", "MUN-ITEM-12"
)
SALE = _because("Items are sold on one's own turn, out of combat and not while running away.", "MUN-SELL-01")
DOOR = _because("The door is opened once, by the player whose turn it is.", "MUN-TURN-02", "MUN-TURN-03")
FOUGHT = _because("After a fight in the first phase the room is skipped.", "MUN-TURN-07", "MUN-RUN-02")
ROOM = _because("The room comes after a door without a monster, for the player whose turn it is.", "MUN-TURN-08")
CHARITY = _because("The excess goes to the lowest, as evenly as can be.", "MUN-CHARITY-02", "MUN-CHARITY-03")
LOWEST = _because("Who stands lowest discards the excess.", "MUN-CHARITY-04")
NO_EXCESS = _because("Up to five cards stay in hand.", "MUN-CARD-08")
END = _because("A turn ends with five cards in hand or fewer, once its phases are over.", "MUN-CARD-08", "MUN-TURN-14")
HELPED = _because("Only one player may help, and stays to the end.", "MUN-HELP-03", "MUN-Q-14")
WINS_ALONE = _because("Help is asked for by the fighter who cannot win alone.", "MUN-HELP-01", "MUN-Q-15")
NOT_ASKED = _because("Nobody asked for that help.", "MUN-HELP-01")
MUST_FIGHT = _because("Who is winning does not run away.", "MUN-RUN-01")
NO_COUNTDOWN = _because("No countdown is running.", "MUN-COMBAT-14")
POWER = _because("In a fight a power works as often as is allowed, once it is paid for.", "MUN-COMBAT-06", "MUN-Q-34")
RUNNING = _because("That belongs to the one who is running away just now.", "MUN-RUN-03", "MUN-RUN-06")
ALLY = _because("An own Ally is given up instead of a throw still to be made.", "MUN-ALLY-06", "MUN-Q-11")
LOOT = _because("The dead are looted one card each, from the highest Level down.", "MUN-DEATH-06")


def why_not(state: State, choice: Choose) -> Reason | None:
    """The reason, or None where the asks say enough."""
    if state.phase in ("levels", "over") or state.questions:
        return None
    if not state.who(choice.player).alive:
        return DEAD
    why = _WHY.get(choice.kind)
    return why(state, choice) if callable(why) else why


def _play(state: State, choice: Choose) -> Reason | None:
    if not state.who(choice.player).hand:
        return EMPTY_HAND
    card = state.rules.cards.get(choice.pick.partition(" > ")[0])
    if state.phase == "create":
        return FIRST_CARDS
    if card is None:
        return UNKNOWN
    if card.kind in ("enhancer", "wandering") and not fighting(state):
        return NO_FIGHT
    return _by_kind(state, choice.player, card)


def _by_kind(state: State, player: str, card: Card) -> Reason | None:
    if card.kind == "monster":
        return MARK if fighting(state) else NO_FIGHT
    if card.kind == "proficiency":
        return NO_PROFICIENCY if state.busy(player) else None
    if card.kind in ("item", "one-shot", "cheat") and state.busy(player):
        return CALM
    mine = player == state.active or state.who(player).fresh
    return OWN_TURN if card.kind in ("role", "dual role", "item", "one-shot", "cheat") and not mine else None


def _status(state: State, choice: Choose) -> Reason | None:
    return ITEMS_REST if state.busy(choice.player) else NOT_SO


def _room(state: State, choice: Choose) -> Reason | None:
    return FOUGHT if state.fought and choice.player == state.active else ROOM


def _charity(state: State, choice: Choose) -> Reason | None:
    if state.phase != "charity":
        return CHARITY
    if not excess(state):
        return NO_EXCESS
    return LOWEST if state.active in lowest(state) else CHARITY


def _help(state: State, choice: Choose) -> Reason | None:
    return HELPED if state.combat and state.combat.helper else WINS_ALONE


def _run(state: State, choice: Choose) -> Reason | None:
    return MUST_FIGHT if state.combat and winning(state, state.combat) else RUNNING


def _in_fight(sentence: Reason) -> Callable[[State, Choose], Reason]:
    return lambda state, choice: sentence if fighting(state) else NO_FIGHT


_WHY: Mapping[str, Reason | Callable[[State, Choose], Reason | None]] = {
    "play": _play,
    "equip": _status,
    "carry": _status,
    "give": ITEMS_ONLY,
    "discard": FREELY,
    "sell": SALE,
    "unlock": DOOR,
    "room": _room,
    "charity": _charity,
    "end": END,
    "help": _help,
    "bribe": _help,
    "answer": NOT_ASKED,
    "run": _run,
    "time": NO_COUNTDOWN,
    "object": NO_COUNTDOWN,
    "power": _in_fight(POWER),
    "bonus": NO_FIGHT,
    "treasures": NO_FIGHT,
    "remove": NO_FIGHT,
    "run from": RUNNING,
    "run bonus": RUNNING,
    "ally": ALLY,
    "loot": LOOT,
}
