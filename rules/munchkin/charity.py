"""The end of the turn: at most five cards stay in the hand, the others go to the player on the lowest Level."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations

from rules.core.asks import Option
from rules.core.copies import replace
from rules.core.game import whole_number
from rules.core.phrases import Phrase
from rules.core.rulings import Reason
from rules.munchkin.action import Action, alive, begun, counted_hands, first, own_turn, plain
from rules.munchkin.cards.notation import number_of
from rules.munchkin.messages import CHARITY, CHARITY_DUE, CHARITY_DUE_LOWEST, CHARITY_LOWEST, TURN_ENDS, TURN_OVER
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import HAND_LIMIT, Outcome, State, discard_hand, draw, then, without_fresh
from rules.munchkin.turn import next_turn

_SHARED = BOOK.cite("MUN-CHARITY-03", "MUN-Q-22")
_DEAD = BOOK.cite("MUN-Q-21")
_OVERFULL = BOOK.cite("MUN-Q-46")


def excess(state: State) -> int:
    """How many cards the active player holds beyond five, by the count of the table; 0 where hands are not counted."""
    return max(0, state.who(state.active).hand - HAND_LIMIT)


def lowest(state: State) -> tuple[str, ...]:
    """The living players on the lowest Level."""
    alive = [seat for seat in state.seats if seat.alive]
    level = min(seat.level for seat in alive)
    return tuple(seat.player for seat in alive if seat.level == level)


def _ways(state: State) -> Iterator[Mapping[str, int]]:
    """All even ways to share the excess: the number of cards by player; who would get nothing is left out."""
    poor = lowest(state)
    each, odd = divmod(excess(state), len(poor))
    for lucky in combinations(poor, odd):
        shares = ((name, each + (name in lucky)) for name in poor)
        yield {name: number for name, number in shares if number}


def _written(way: Mapping[str, int]) -> str:
    """A way to share as a pick, such as ``Ana 2, Bo 1``."""
    return ", ".join(f"{name} {number}" for name, number in way.items())


def _way_of(state: State, pick: str) -> Mapping[str, int] | None:
    """The way to share that *pick* names, with the shares in any order; None where it names none.

    The name of a player may hold a comma, so that the texts are compared part by part, and not read.
    """
    parts = sorted(pick.split(", "))
    return next((way for way in _ways(state) if sorted(_written(way).split(", ")) == parts), None)


def _options(state: State, player: str) -> tuple[Option, ...]:
    if player in lowest(state):
        return (_DISCARD,)
    ways = map(_written, _ways(state))
    return tuple(Option(way, Phrase("Give {way}", way=way)) for way in ways)


def give_away(state: State, player: str, pick: str) -> Outcome:
    """Give away or discard the excess, and end the turn."""
    number, takers = excess(state), _way_of(state, pick)
    also = _DEAD if _are_dead_passed_over(state) else ()
    state = discard_hand(without_fresh(state), player, number)
    if takers is None:
        return then((state, (CHARITY_LOWEST(player=player, number=number_of(number, "card"), also=also),)), next_turn)
    for name, count in takers.items():
        state = draw(state, name, count)
    if len(takers) > 1 or len(lowest(state)) > 1:
        also += _SHARED
    if any(state.who(name).hand > HAND_LIMIT for name in takers):
        also += _OVERFULL
    # What was given came from a hand, not from the decks.
    state = replace(state, drawn=state.drawn - number, discarded=state.discarded - number)
    return then((state, (CHARITY(player=player, shares=pick, also=also),)), next_turn)


def _are_dead_passed_over(state: State) -> bool:
    """Whether a dead player would be on the lowest Level, if the dead were counted."""
    level = state.who(lowest(state)[0]).level
    return any(seat.level <= level for seat in state.seats if not seat.alive)


def end_turn(state: State, player: str, pick: str) -> Outcome:
    """End the turn; ``five`` says that the player holds five cards, whatever the table had counted."""
    if not state.rules.counts_hands:
        return then((without_fresh(state), (TURN_OVER(player=player),)), next_turn)
    if pick == FIVE:
        state = discard_hand(state, player, excess(state))
    ruling = TURN_ENDS(player=player, number=number_of(state.who(player).hand, "card"))
    return then((without_fresh(state), (ruling,)), next_turn)


def announce_excess(before: State, state: State) -> Outcome:
    """Announce at the beginning of the third phase that a hand has more than five cards."""
    if state.phase != "charity" or before.phase == "charity" or not excess(state):
        return state, ()
    message = CHARITY_DUE_LOWEST if state.active in lowest(state) else CHARITY_DUE
    return state, (message(player=state.active, number=state.who(state.active).hand),)


FIVE = "five"
_DISCARD = Option("discard", Phrase("Discard the cards above five"))
_FIVE = Option(FIVE, Phrase("I hold five: end the turn"))
_NOT_OVER = BOOK.because("The turn is not over: its phases come first.", "MUN-TURN-14", "MUN-TURN-03", "MUN-TURN-08")
_PHASES = {
    "listen": BOOK.cite("MUN-FAST-01"),
    "arrange": BOOK.cite("MUN-TURN-03"),
    "combat": BOOK.cite("MUN-TURN-04"),
    "flight": BOOK.cite("MUN-RUN-01"),
    "room": BOOK.cite("MUN-TURN-08"),
}
"""The rule that says what is due in a phase before the end of the turn."""
_AT_THE_END = BOOK.because(
    "Cards are given away at the end of the turn only.", "MUN-CHARITY-01", "MUN-CHARITY-02", "MUN-TURN-14"
)
_NO_EXCESS = BOOK.because("The hand has no more than five cards, so none are given away.", "MUN-CARD-08")
_LOWEST = BOOK.because(
    "The player with the lowest Level discards the cards above five, and gives none away.", "MUN-CHARITY-04"
)
_NOT_LOWEST = BOOK.because(
    "The cards above five go to the player with the lowest Level.", "MUN-CHARITY-02", "MUN-CHARITY-04"
)
_DEAD_TAKER = BOOK.because("{player} is dead and gets no cards.", "MUN-Q-21", "MUN-DEATH-11")
_JUST_THE_EXCESS = BOOK.because(
    "All cards above five are given away, and no others: {number}.", "MUN-CHARITY-02", "MUN-CHARITY-01"
)
_NO_SHARE = BOOK.because(
    "A share is a player and a number of cards; with several, commas stand between: {example}.",
    *("MUN-CHARITY-02", "MUN-CHARITY-03"),
)
_UNEVEN = BOOK.because(
    "Players who share the lowest Level get the cards as evenly as possible.", "MUN-CHARITY-03", "MUN-CHARITY-02"
)
_JUST_END = BOOK.because("There is one thing to choose here: to end the turn.", "MUN-TURN-14")
_TOO_MANY_HELD = BOOK.because(
    "By the table's count that hand has more than five cards: play, give or discard some, or say that it has five.",
    *("MUN-CARD-08", "MUN-CHARITY-01"),
)


def _third_phase(state: State, player: str) -> Reason | None:
    return None if state.phase == "charity" else _NOT_OVER.by(_PHASES.get(state.phase, ()))


def _charity_closed(state: State, player: str) -> Reason | None:
    if state.phase != "charity":
        return _AT_THE_END
    return None if excess(state) else _NO_EXCESS


def _why_not_shared(state: State, player: str, pick: str) -> Reason | None:
    """Why the excess is not shared like that; in any order of the shares."""
    if state.active in lowest(state):
        return None if pick == _DISCARD.pick else _LOWEST
    if _way_of(state, pick):
        return None
    if pick == _DISCARD.pick:
        return _NOT_LOWEST
    shares = [share.rpartition(" ") for share in pick.split(", ")]
    takers, numbers = {taker for taker, _, _ in shares}, [whole_number(number) or 0 for _, _, number in shares]
    if not takers <= set(state.players) or min(numbers) < 1:
        return _NO_SHARE.about(example=_written(next(_ways(state))))
    dead = [seat.player for seat in state.seats if seat.player in takers and not seat.alive]
    if dead:
        return _DEAD_TAKER.about(player=dead[0])
    if not takers <= set(lowest(state)):
        return _NOT_LOWEST
    return _UNEVEN if sum(numbers) == excess(state) else _JUST_THE_EXCESS.about(number=excess(state))


def _ends(state: State, player: str) -> tuple[Option, ...]:
    return (_FIVE,) if excess(state) else plain("turn")


def _words(state: State, player: str) -> str:
    if excess(state):
        return Phrase(
            "The table counts {hand} cards in {player}'s hand. Are there only five?",
            hand=state.who(player).hand,
            player=player,
        )
    return Phrase("{player} may end the turn.", player=player)


def _charity_words(state: State, player: str) -> str:
    discard = Phrase("{player} holds more than five cards: play some, or discard the rest.")
    give_away = Phrase("{player} holds more than five cards: play some, or give away the rest.")
    what = discard if player in lowest(state) else give_away
    return what.about(player=player)


ACTIONS = {
    "charity": Action(
        _charity_words,
        BOOK.cite("MUN-CHARITY-01", "MUN-CHARITY-02", "MUN-CHARITY-03", "MUN-CHARITY-04", "MUN-Q-20"),
        first(begun, own_turn("MUN-CHARITY-01"), counted_hands, alive, _charity_closed),
        _options,
        _why_not_shared,
        give_away,
        texts=True,
    ),
    "end": Action(
        _words,
        BOOK.cite("MUN-TURN-14", "MUN-CARD-08"),
        first(begun, own_turn("MUN-TURN-14"), _third_phase),
        _ends,
        lambda state, player, pick: _TOO_MANY_HELD if excess(state) else _JUST_END,
        end_turn,
    ),
}
