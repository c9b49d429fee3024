"""The asks and answers for help in a fight, and the deals for it."""

from __future__ import annotations

from itertools import product

from rules.core.asks import Option
from rules.core.copies import replace
from rules.core.game import whole_number
from rules.core.phrases import Phrase, listing
from rules.core.rulings import Reason
from rules.munchkin.action import Action, alive, begun, fighting, first
from rules.munchkin.cards.notation import number_of
from rules.munchkin.fight.combat import Deal
from rules.munchkin.fight.fight import fight_of
from rules.munchkin.fight.messages import (
    BRIBE_OFFERED,
    BRIBE_WITHDRAWN,
    HELP_ASKED,
    HELP_GIVEN,
    HELP_REFUSED,
    HELP_WITHDRAWN,
)
from rules.munchkin.fight.reward import hand_over
from rules.munchkin.fight.strength import winning, worth
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, State, then

_PICKS = BOOK.cite("MUN-HELP-07")
_ITEMS = BOOK.cite("MUN-HELP-05")
_LOSING = BOOK.cite("MUN-Q-15")
_REBORN = BOOK.cite("MUN-DEATH-14")


_ONE_HELPER = BOOK.because("Only one player may help, and stays to the end.", "MUN-HELP-03", "MUN-Q-14")
_ANSWER_FIRST = BOOK.because("The player who was asked for help answers first.", "MUN-HELP-02")
_CAN_WIN = BOOK.because("Only a fighter who is losing may ask for help.", "MUN-HELP-01", "MUN-Q-15")
_WHO_PICKS = BOOK.because("An offer of Treasures also says who picks first, fighter or helper.", "MUN-HELP-07")
_REFUSED = BOOK.because(
    "{helper} has refused that offer; change it, or ask again once the strengths have changed.", "MUN-HELP-02"
)
_HOW_MANY = BOOK.because("An offer says how many Treasures the helper gets: 0 or more.", "MUN-HELP-06")
_TOO_MANY = BOOK.because("No more Treasures can be offered than the fight is worth.", "MUN-HELP-06")
_HELPS_ALREADY = BOOK.because("Whoever helps stays in the fight to its end.", "MUN-Q-14", "MUN-HELP-03")
_NO_OFFER = BOOK.because("No request for help to this player is open.", "MUN-HELP-01")
_HAS_REFUSED = BOOK.because("{player} has refused, and answers again only if asked again.", "MUN-HELP-02")
_NOBODY_ASKED = BOOK.because("No request for help is open.", "MUN-HELP-01")
_YES_OR_NO = BOOK.because("The answer is yes or no.", "MUN-HELP-02")
_NOT_FIGHTER = BOOK.because("Only {fighter}, who is fighting, asks for help.", "MUN-HELP-01")
_DEAD_HELPER = BOOK.because("{helper} is dead and cannot help.", "MUN-DEATH-11", "MUN-DEATH-14")
_NO_ITEM = BOOK.because("Only Items that the fighter has in play can be offered, each once.", "MUN-HELP-05")


def _asking_closed(state: State, player: str) -> Reason | None:
    combat = fight_of(state)
    if player != combat.fighter:
        return _NOT_FIGHTER.about(fighter=combat.fighter)
    if combat.helper:
        return _ONE_HELPER
    if combat.offer:
        return _ANSWER_FIRST
    return _CAN_WIN if winning(state, combat) and not state.rules.on("help_any_time") else None


def _offers(state: State, player: str) -> tuple[Option, ...]:
    others = [seat.player for seat in state.seats if seat.player != player and seat.alive]
    return tuple(_option(deal) for other in others for deal in _open_deals(state, player, other))


def _option(deal: Deal) -> Option:
    return Option(_pick(deal), _words(deal), deal.helper, target=deal.first, amount=deal.treasures)


def _why_not_asked(state: State, player: str, pick: str) -> Reason | None:
    helper, number = (*pick.split(" > "), "")[:2]
    if helper not in state.players or helper == player:
        return BOOK.because("Help is asked of another player.", "MUN-HELP-01")
    if not state.who(helper).alive:
        return _DEAD_HELPER.about(helper=helper)
    if pick in map(_pick, _open_deals(state, player, helper)):
        return None
    treasures = whole_number(number.partition(" ")[0])
    if treasures is None or treasures < 0:
        return _HOW_MANY
    if treasures > worth(state, fight_of(state)):
        return _TOO_MANY
    return _REFUSED.about(helper=helper) if pick in map(_pick, fight_of(state).refused) else _WHO_PICKS


def _open_deals(state: State, player: str, other: str) -> list[Deal]:
    """The offers for help that *player* may still make *other*: those not refused yet."""
    combat = fight_of(state)
    items = _offered_items(state)
    shares = product(range(1, worth(state, combat) + 1), (player, other))
    deals = (Deal(other, items=items), *(Deal(other, *share, items) for share in shares))
    return [deal for deal in deals if deal not in combat.refused]


def _offered_items(state: State) -> tuple[str, ...]:
    """The Items that the fighter offers for help, without those lost since, to a Curse for example."""
    combat = fight_of(state)
    own = {item.name for item in state.who(combat.fighter).items}
    return tuple(name for name in combat.bribe if name in own)


def _pick(deal: Deal) -> str:
    return f"{deal.helper} > {deal.treasures} treasures" + (f" > {deal.first} first" if deal.first else "")


def _words(deal: Deal) -> str:
    picks = Phrase(", {player} picks first", player=deal.first) if deal.first else ""
    return Phrase("Ask {helper}: {treasures}{picks}", helper=deal.helper, treasures=_treasures(deal), picks=picks)


def _treasures(deal: Deal) -> str:
    return number_of(deal.treasures, "Treasure")


def ask_for_help(state: State, player: str, pick: str) -> Outcome:
    """Ask another player for help: ``Susan > 2 treasures > Susan first``."""
    combat = fight_of(state)
    helper, number, first = (*pick.split(" > "), "")[:3]
    deal = Deal(helper, int(number.split()[0]), first.removesuffix(" first"), _offered_items(state))
    offer = listing((*((_treasures(deal),) if deal.treasures or not deal.items else ()), *deal.items))
    also = (*(_PICKS if first else ()), *(_ITEMS if deal.items else ()))
    losing = () if winning(state, combat) else _LOSING
    ruling = HELP_ASKED(player=player, helper=helper, offer=offer, also=(*also, *losing))
    return replace(state, combat=replace(combat, offer=deal)), (ruling,)


def withdraw(state: State, player: str, pick: str) -> Outcome:
    """Take back a request for help that nobody has answered yet; it may be made again."""
    combat = fight_of(state)
    assert combat.offer is not None
    ruling = HELP_WITHDRAWN(player=player, helper=combat.offer.helper)
    return replace(state, combat=replace(combat, offer=None)), (ruling,)


def answer(state: State, player: str, pick: str) -> Outcome:
    """Judge the answer of the player who was asked for help."""
    combat = fight_of(state)
    deal = combat.offer
    assert deal is not None
    if pick == "no":
        combat = replace(combat, offer=None, refused=(*combat.refused, deal))
        return replace(state, combat=combat), (HELP_REFUSED(helper=player, player=combat.fighter),)
    at_once = state.rules.on("bribe_at_once")
    agreed = replace(deal, items=()) if at_once else deal
    combat = replace(combat, offer=None, helper=player, deal=agreed, bribe=())
    also = _REBORN if state.who(player).reborn else ()
    outcome: Outcome = replace(state, combat=combat), (HELP_GIVEN(helper=player, player=combat.fighter, also=also),)
    return then(outcome, lambda joined: hand_over(joined, combat.fighter, deal)) if at_once else outcome


def _bribes(state: State, player: str) -> tuple[Option, ...]:
    offered = _offered_items(state)
    own = dict.fromkeys(item.name for item in state.who(player).items)
    withdraw = (Option("nothing", Phrase("Offer no Items")),) if offered else ()
    return (
        *(Option(name, Phrase("Offer {name}", name=name), "", name) for name in own if name not in offered),
        *withdraw,
    )


def bribe(state: State, player: str, pick: str) -> Outcome:
    """Add an Item to the next offer, or withdraw all Items from it."""
    combat = fight_of(state)
    if pick == "nothing":
        return replace(state, combat=replace(combat, bribe=())), (BRIBE_WITHDRAWN(player=player),)
    combat = replace(combat, bribe=(*_offered_items(state), pick))
    return replace(state, combat=combat), (BRIBE_OFFERED(player=player, item=pick),)


def _withdrawing_closed(state: State, player: str) -> Reason | None:
    combat = fight_of(state)
    if player != combat.fighter:
        return _NOT_FIGHTER.about(fighter=combat.fighter)
    if combat.helper:
        return _HELPS_ALREADY
    return None if combat.offer else _NOBODY_ASKED


def _answer_closed(state: State, player: str) -> Reason | None:
    combat = fight_of(state)
    if combat.offer and combat.offer.helper == player:
        return None
    if combat.helper == player:
        return _HELPS_ALREADY
    refused = any(deal.helper == player for deal in combat.refused)
    return _HAS_REFUSED.about(player=player) if refused else _NO_OFFER


ACTIONS = {
    "help": Action(
        "{player} may ask for help.",
        BOOK.cite("MUN-HELP-01", "MUN-HELP-06", "MUN-HELP-07"),
        first(begun, alive, fighting, _asking_closed),
        _offers,
        _why_not_asked,
        ask_for_help,
        exact=True,
        expected=lambda state, player: tuple(_option(deal) for deal in fight_of(state).refused),
    ),
    "bribe": Action(
        "{player} may offer Items for help.",
        BOOK.cite("MUN-HELP-05", "MUN-Q-33"),
        first(begun, alive, fighting, _asking_closed),
        _bribes,
        lambda state, player, pick: _NO_ITEM,
        bribe,
    ),
    "withdraw": Action(
        "{player} may take the request for help back.",
        BOOK.cite("MUN-HELP-01", "MUN-HELP-02"),
        first(begun, alive, fighting, _withdrawing_closed),
        lambda state, player: (Option("offer", Phrase("Take the request back")),),
        lambda state, player, pick: _NOBODY_ASKED,
        withdraw,
    ),
    "answer": Action(
        "{player} is asked for help.",
        BOOK.cite("MUN-HELP-02", "MUN-HELP-03"),
        first(begun, alive, fighting, _answer_closed),
        lambda state, player: (Option("yes", Phrase("Yes, I help")), Option("no", Phrase("No"))),
        lambda state, player, pick: _YES_OR_NO,
        answer,
    ),
}
