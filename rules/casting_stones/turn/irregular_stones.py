"""Stones that do not lie flat after a throw: they lean, lie on another, cannot be seen or left the table.

To settle such a stone is to find out which side counts.  The cast is judged once all stones are settled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rules.casting_stones import messages
from rules.casting_stones.cards import calls
from rules.casting_stones.casts import BUNGLE, SIDES
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.state import State, Step, cast, front, lying, put, stones, type_of, unsettled
from rules.casting_stones.turn import words
from rules.core.asks import Ask, Option
from rules.core.copies import replace
from rules.core.facts import Choose
from rules.core.phrases import Phrase
from rules.core.rulings import Message, Reason, Ruling

LEANER, STACKED, OFF, HIDDEN = IRREGULAR = ("leaner", "stacked", "off", "hidden")

_MESSAGES: Mapping[str, Message] = {
    LEANER: messages.LEANS,
    STACKED: messages.STACKED,
    OFF: messages.OFF,
    HIDDEN: messages.HIDDEN,
}
_because = BOOK.because
_WHY_ENTERED: Mapping[str, tuple[str, ...]] = {
    STACKED: BOOK.cite("CST-B-16"),
    OFF: BOOK.cite("CST-Q-35"),
    HIDDEN: (),
}

OWN_LEANER = _because("A leaner is tipped by the player who cast it.", "CST-B-17")

OWN_STONE = _because("Each player says what their own stones show.", "CST-Q-37")

NOT_CAST = _because("That stone has not been cast in this turn.", "CST-Q-37")

LEANS = _because("That stone stands on its edge: its player tips it.", "CST-B-17", "CST-B-19")

IS_OFF = _because("That stone is off the table: it is cast again, alone.", "CST-Q-35")

TIPPED = _because("That stone has been tipped already, and stays as it is.", "CST-B-18", "CST-B-17")

KNOWN = _because("The table knows already what that stone shows.", "CST-Q-37", "CST-B-16")

TO_WHICH_SIDE = _because("Say to which side the stone is tipped: its symbol or its number.", "CST-B-17")

WHICH_SIDE = _because("Say which side of the stone is up: its symbol or its number.", "CST-Q-37")

NO_LEANER = _because("That stone does not stand on its edge.", "CST-B-17")

_KEPT_STONES_STAY = BOOK.cite("CST-Q-09")


def lay(state: State, player: str, sides: Mapping[str, str]) -> State:
    """The state with the *sides* of *player*'s stones, in the order of the hand."""
    in_order = {piece: sides[piece] for piece in state.hands[player]}
    return replace(state, sides=put(state.sides, player, in_order))


def irregular_rulings(state: State, player: str, thrown: Iterable[str]) -> tuple[Ruling, ...]:
    """The rulings on stones of the last throw that lie irregularly."""
    stays = {OFF: messages.STAYS_OFF} if state.setting.house["off_table_stays"] else {}
    by_side = {**_MESSAGES, **stays}
    return tuple(
        by_side[side](stones=stone.name, player=player)
        for stone, side in lying(state, player)
        if stone.piece in thrown and side in by_side
    )


def judge_cast(state: State, player: str, rulings: tuple[Ruling, ...]) -> Step:
    """Judge the cast, once all its stones lie flat."""
    made = cast(state, player)
    if made is None or unsettled(state, player):
        return state, rulings
    lying_stones = lying(state, player)
    what = words.what_words(
        [type_of(state, stone) for stone, _ in lying_stones], [side for _, side in lying_stones], made
    )
    if state.casts[player] == 2:
        return state, (*rulings, messages.SECOND_CAST.by(made.rules)(player=player, what=what), *_fits(state, player))
    rules = made.rules if made.good else tuple(rule for rule in made.rules if rule not in BUNGLE)  # no Bungle yet
    return state, (*rulings, messages.CASTS.by(rules)(player=player, what=what), *_fits(state, player))


def _fits(state: State, player: str) -> tuple[Ruling, ...]:
    """The cards by which the cast may be called a Spell."""
    return tuple(
        (messages.FITS_COUNTER if card.counter_spell else messages.FITS_PATTERN)(player=player, card=card.name)
        for card in calls.callable_cards(state, player)
    )


def settle_asks(state: State) -> tuple[Ask, ...]:
    """The asks about stones that lean, lie on another, cannot be seen or left the table."""
    players = [player for player in state.setting.players if unsettled(state, player)]
    return tuple(ask for player in players for ask in _settle_asks(state, player))


def _settle_asks(state: State, player: str) -> Iterable[Ask]:
    if leaners := unsettled(state, player, LEANER):
        sentence = Phrase(
            "{player} tips {stones} to either side.", player=player, stones=words.names(stones(state, leaners))
        )
        yield _which_side(state, player, "tip", sentence, leaners, BOOK.cite("CST-B-17", "CST-B-19"))
    stays = bool(state.setting.house["off_table_stays"])
    if unclear := unsettled(state, player, STACKED, HIDDEN, *((OFF,) if stays else ())):
        sentence = Phrase(
            "{player} says which side is up: {stones}.", player=player, stones=words.names(stones(state, unclear))
        )
        yield _which_side(state, player, "tell", sentence, unclear, BOOK.cite("CST-B-16", "CST-Q-37"))
    if lost := () if stays else unsettled(state, player, OFF):
        sentence = Phrase(
            "{player} casts {stones} again, alone.", player=player, stones=words.names(stones(state, lost))
        )
        yield Ask(player, "recast", sentence, BOOK.cite("CST-Q-35"), pieces=any_side(lost), some=True)


def _which_side(
    state: State, player: str, kind: str, sentence: str, pieces: tuple[str, ...], rules: tuple[str, ...]
) -> Ask:
    options = tuple(
        Option(f"{stone.piece} {side}", Phrase("{stone}: {side}", stone=stone.name, side=Phrase(side)))
        for stone in stones(state, pieces)
        for side in SIDES
    )
    return Ask(player, kind, sentence, rules, options, any_side(pieces), some=True)


def any_side(pieces: Iterable[str]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The pieces of an ask: each stone with both sides."""
    return tuple((piece, SIDES) for piece in pieces)


def why_not_settle(state: State, choice: Choose) -> Reason:
    """Why the player cannot tip the stone, or say which side it shows."""
    piece = choice.pick.partition(" ")[0]
    if piece in state.hands[state.setting.other(choice.player)]:
        return OWN_LEANER if choice.kind == "tip" else OWN_STONE
    side = state.sides.get(choice.player, {}).get(piece)
    if side is None:
        return NOT_CAST.by(NO_LEANER.rules) if choice.kind == "tip" else NOT_CAST
    if side == LEANER:
        return TO_WHICH_SIDE if choice.kind == "tip" else LEANS
    if side == OFF and not state.setting.house["off_table_stays"]:
        return IS_OFF
    if side in SIDES:
        if choice.kind == "tell":
            return KNOWN
        if piece in state.tipped:
            return TIPPED
        return NO_LEANER.by(_KEPT_STONES_STAY) if front(state).kind == "second" else NO_LEANER
    return NO_LEANER if choice.kind == "tip" else WHICH_SIDE


def settle(state: State, choice: Choose) -> Step:
    """Judge a player's answer: a leaner was tipped, or which side a stone shows."""
    piece, side = choice.pick.split()
    return _settled(state, choice.player, {piece: side})


def first_to_settle(state: State, player: str, pieces: tuple[str, ...]) -> Ruling:
    """The ruling that *player* must first settle the leaners, or else these stones."""
    leaners = unsettled(state, player, LEANER)
    off = () if state.setting.house["off_table_stays"] else unsettled(state, player, OFF)
    if leaners:
        return messages.TIP_FIRST(stones=words.names(stones(state, leaners)))
    message = messages.RECAST_FIRST if set(pieces) <= set(off) else messages.SETTLE_FIRST
    return message(stones=words.names(stones(state, pieces)))


def thrown_while_unsettled(state: State, player: str, thrown_sides: Mapping[str, str]) -> Step:
    """A throw while stones of *player* are to be settled: the shown ones among them are settled."""
    waits = unsettled(state, player)
    due = {piece: side for piece, side in thrown_sides.items() if piece in waits}
    if not due:
        return state, (first_to_settle(state, player, waits),)
    before = state.sides[player]
    turned = [piece for piece, side in thrown_sides.items() if piece not in due and before[piece] != side]
    after, rulings = _settled(state, player, due)
    lead = BOOK.cite("CST-B-19") if unsettled(state, player, LEANER) else ()
    return after, tuple(_turned(state, player, piece, lead) for piece in turned) + rulings


def _turned(state: State, player: str, piece: str, lead: tuple[str, ...]) -> Ruling:
    return messages.TURNED.by(lead)(stone=state.setting.stones[piece].name, side=Phrase(state.sides[player][piece]))


def _settled(state: State, player: str, thrown_sides: Mapping[str, str]) -> Step:
    before = state.sides[player]
    after = lay(state, player, {**before, **thrown_sides})
    tipped = {piece for piece, side in thrown_sides.items() if side in SIDES and before[piece] == LEANER}
    after = replace(after, tipped=state.tipped | tipped)
    rulings = tuple(_one_settled(state, player, piece, side) for piece, side in thrown_sides.items() if side in SIDES)
    return judge_cast(after, player, rulings + irregular_rulings(after, player, thrown_sides))


def _one_settled(state: State, player: str, piece: str, side: str) -> Ruling:
    stone, was, side_name = state.setting.stones[piece].name, state.sides[player][piece], Phrase(side)
    if was == LEANER:
        also = BOOK.cite("CST-Q-34") if state.casts[player] == 2 else ()
        return messages.TIPPED(player=player, stone=stone, side=side_name, also=also)
    if was == OFF and not state.setting.house["off_table_stays"]:
        return messages.RECAST(player=player, stone=stone, side=side_name)
    return messages.SIDE_ENTERED(stone=stone, side=side_name, also=_WHY_ENTERED[was])
