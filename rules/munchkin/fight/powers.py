"""Powers of Houses, Roles and Proficiencies: a bonus in a fight that is paid for with a card."""

from __future__ import annotations

from rules.core.asks import Option
from rules.core.copies import replace
from rules.core.phrases import Phrase, signed
from rules.core.rulings import Reason
from rules.munchkin.action import Action, fighters
from rules.munchkin.cards.cards import Card
from rules.munchkin.cards.offers import aimed
from rules.munchkin.fight.combat import Line
from rules.munchkin.fight.fight import fight_of
from rules.munchkin.fight.join import add_line, note_for, side_words, uncounted, why_no_side
from rules.munchkin.fight.messages import USES_POWER
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, State, discard_in_play, from_hand

_HOUSE = BOOK.cite("MUN-SETUP-12", "MUN-Q-34")
_ROLE = BOOK.cite("MUN-ROLE-03")
_STILL_PAID = BOOK.cite("MUN-ROLE-10")
_PROFICIENCY = BOOK.cite("MUN-PROF-10")
_STARTS = {"house": BOOK.cite("MUN-SETUP-12"), "proficiency": BOOK.cite("MUN-PROF-02")}
"""The rule by which a card of a kind gives its powers; the other kinds of cards are handled like Roles."""
_NOT_IN_PLAY = BOOK.because(
    "That is not this player's House, and no Role or Proficiency that they have in play.",
    *("MUN-ROLE-02", "MUN-PROF-02", "MUN-CARD-06"),
)
_NO_POWER = BOOK.because("The table knows no power of that card that adds to a strength.", "MUN-CARD-05")
_USED_UP = BOOK.because("This House power has been used as often as your house rules allow in one fight.", "MUN-Q-34")
_OUTSIDE = BOOK.because("A player who is not in the fight can use only the power of a House.", "MUN-COMBAT-06")
_NO_CARD = BOOK.because("By the table's count that hand is empty.", "MUN-ROLE-03", "MUN-CARD-06")
_KEPT_CURSE = BOOK.because("A kept Curse pays for no power.", "MUN-CURSE-06")
_FROM_HAND = BOOK.because("This power is paid for with a monster from the hand.", "MUN-SETUP-12")
_NOT_OWN = BOOK.because("A power is paid for with another card of the same player.", "MUN-ROLE-03", "MUN-PROF-10")
_OWN_SIDE = BOOK.because("In the fight a power adds to the side of its owner: name no side.", "MUN-COMBAT-02")
_HAND = "hand"


def _options(state: State, player: str) -> tuple[Option, ...]:
    """The powers with each payment; for a player outside the fight also with each side."""
    combat = fight_of(state)
    inside = player in combat.side
    sides = () if inside else ("players", *combat.foe_names)
    found: tuple[Option, ...] = ()
    for name in _names(state, player):
        if not _why_no_power(state, player, name):
            paid = tuple(_payment(name, cost) for cost in _payments(state, player, state.card(name)))
            found += paid if inside else aimed(paid, sides, note_for(state))
    return found


def _payment(name: str, cost: str) -> Option:
    words = Phrase("a card you hold") if cost == _HAND else cost
    return Option(f"{name} > {cost}", Phrase("{name}: pay with {words}", name=name, words=words), name, cost)


def _names(state: State, player: str) -> tuple[str, ...]:
    who = state.who(player)
    return ((who.house,) if who.house else ()) + (*who.roles, *who.proficiencies)


def _why_no_power(state: State, player: str, name: str) -> Reason | None:
    """Why the power called *name* cannot be used now; None where it can."""
    card, combat = state.rules.cards.get(name), fight_of(state)
    if card is None or name not in _names(state, player):
        return _NOT_IN_PLAY.by(_STARTS.get(card.kind, ()) if card else ())
    if not card.power:
        return _NO_POWER
    if card.kind != "house" and player not in combat.side:
        return _OUTSIDE
    uses = int(state.rules.house["house_power_uses"])
    used = combat.powers.count(f"{player}: {name}")
    return _USED_UP if card.kind == "house" and 0 < uses <= used else None


def _payments(state: State, player: str, card: Card) -> tuple[str, ...]:
    who = state.who(player)
    hand = (_HAND,) if state.holds(player) else ()
    if card.cost == "monster":
        return hand
    dual = ("Dual Role",) if who.dual else ()
    taught = (name for name in (*who.roles, *dual, *who.proficiencies) if name != card.name)
    return (*hand, *dict.fromkeys((*(item.name for item in who.items), *who.allies, *who.others, *taught)))


def _why_not(state: State, player: str, pick: str) -> Reason | None:
    name, cost, side = (*pick.split(" > "), "", "")[:3]
    reason = _why_no_power(state, player, name)
    if reason:
        return reason
    if cost in _payments(state, player, state.card(name)):
        return _OWN_SIDE if player in fight_of(state).side else why_no_side(state, side)
    if cost in state.who(player).curses:
        return _KEPT_CURSE
    if cost == _HAND:
        return _NO_CARD
    return _FROM_HAND if state.card(name).cost == "monster" else _NOT_OWN


def _kept_curses(state: State, player: str) -> tuple[Option, ...]:
    powers = (name for name in _names(state, player) if not _why_no_power(state, player, name))
    return tuple(_payment(name, curse) for name in powers for curse in state.who(player).curses)


def use_power(state: State, player: str, pick: str) -> Outcome:
    """Pay for a power, which adds to its owner's side: ``Slytherin > hand``, ``Prefect > Dress Robes``.

    A player outside the fight says for which side: ``Slytherin > hand > Troll``.
    """
    name, cost, side = (*pick.split(" > "), "players")[:3]
    card, who, combat = state.card(name), state.who(player), fight_of(state)
    state = _paid(state, player, cost)
    state = replace(state, combat=replace(combat, powers=(*combat.powers, f"{player}: {name}")))
    lead = {"house": _HOUSE, "role": _ROLE}.get(card.kind, _PROFICIENCY)
    held = Phrase("a monster they held") if card.cost == "monster" else Phrase("a card they held")
    what = held if cost == _HAND else cost
    line = Line(Phrase("{player}: {name}", player=player, name=name), card.power, BOOK.cite("MUN-COMBAT-02"))
    ruling = USES_POWER.by(lead)(
        player=player,
        power=name,
        cost=what,
        amount=signed(card.power),
        side=side_words(state, side),
        also=(*_STILL_PAID, *uncounted(state, side)) if who.dual else uncounted(state, side),
    )
    return add_line(state, side, line), (ruling,)


def _paid(state: State, player: str, cost: str) -> State:
    """The state after the discard that pays for a power."""
    if cost != _HAND:
        return discard_in_play(state, player, cost)
    return replace(from_hand(state, player), discarded=state.discarded + 1)


ACTIONS = {
    "power": Action(
        "{player} may use a power.",
        BOOK.cite("MUN-COMBAT-06", "MUN-ROLE-03"),
        fighters,
        _options,
        _why_not,
        use_power,
        expected=_kept_curses,
    ),
}
