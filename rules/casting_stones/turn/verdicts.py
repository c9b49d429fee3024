"""The sides that stones show after a throw, and the rulings on them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.casting_stones import messages
from rules.casting_stones.cards import calls
from rules.casting_stones.pieces.casts import WRONG_TYPES
from rules.casting_stones.state import State, Step, cast, lying, put, type_of, unsettled
from rules.core.copies import replace
from rules.core.rulings import Ruling, Says

LEANER, STACKED, OFF, HIDDEN = IRREGULAR = ("leaner", "stacked", "off", "hidden")

_SAID: Mapping[str, Says] = {
    LEANER: messages.LEANS,
    STACKED: messages.STACKED,
    OFF: messages.OFF,
    HIDDEN: messages.HIDDEN,
}


def lay(state: State, player: str, sides: Mapping[str, str]) -> State:
    """*sides*, always in the order of the hand."""
    in_order = {piece: sides[piece] for piece in state.hands[player]}
    return replace(state, sides=put(state.sides, player, in_order))


def irregular(state: State, player: str, shown: Iterable[str]) -> tuple[Ruling, ...]:
    """The rulings on stones of the last throw that lie irregularly."""
    stays = {OFF: messages.STAYS_OFF} if state.setting.house["off_table_stays"] else {}
    said = {**_SAID, **stays}
    return tuple(
        said[side](stones=stone.name, player=player)
        for stone, side in lying(state, player)
        if stone.piece in shown and side in said
    )


def judged(state: State, player: str, said: tuple[Ruling, ...]) -> Step:
    """Say what the cast is, once all its stones lie flat."""
    made = cast(state, player)
    if made is None or unsettled(state, player):
        return state, said
    shown = lying(state, player)
    what = messages.what_words([type_of(state, stone) for stone, _ in shown], [side for _, side in shown], made)
    if state.casts[player] == 2:
        return state, (*said, messages.SECOND_CAST.by(made.rules)(player=player, what=what), *_fits(state, player))
    rules = made.rules if made.good else tuple(rule for rule in made.rules if rule in WRONG_TYPES)  # no Bungle yet
    return state, (*said, messages.CASTS.by(rules)(player=player, what=what), *_fits(state, player))


def _fits(state: State, player: str) -> tuple[Ruling, ...]:
    """The cards by which the cast may be called a Spell."""
    return tuple(messages.FITS_COUNTER(player=player, card=card.name) for card in calls.callable_cards(state, player))
