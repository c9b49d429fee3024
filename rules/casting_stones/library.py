"""Casting cards at play: taking them, calling a Counter Spell, using a card, and what it earns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from rules.casting_stones import messages, moves
from rules.casting_stones.cards import GIVES, Card
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.state import (
    Compared,
    Shelf,
    State,
    Step,
    Task,
    cast,
    lying,
    put,
    then,
    turret_words,
    unsettled,
)
from rules.core.asks import Ask
from rules.core.facts import Choose
from rules.core.options import Option

NO, DONE, BY_HAND = "no", "done", "by-hand"
_GIVE_WORDS = {
    "gem": "a gem goes on an empty turret.",
    "swap": "choose a swap.",
    "knock-out": "choose a knock-out.",
    BY_HAND: "",
}
_AIMS = {"gem": "put", "swap": "swap", "knock-out": "knock out"}
_GAIN_RULES = {
    "gem": BOOK.cite("CST-Q-41"),
    "swap-gem": BOOK.cite("CST-Q-21"),
    "swap-stone": BOOK.cite("CST-Q-21"),
    "knock-gem": BOOK.cite("CST-Q-21"),
    "knock-stone": BOOK.cite("CST-Q-21"),
}


def deal_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """One of the cards that lie face down; its taker turns it up and says which it is."""
    options = tuple(Option(card, state.setting.cards[card].name) for card in state.deck)
    sentence = f"{task.player} takes one of the cards: which is it?"
    return (Ask(task.player, "take-card", sentence, BOOK.cite("CST-I-03", "CST-I-04"), options),)


def taken(state: State, choice: Choose) -> Step:
    """The other player gets the other card."""
    other = state.setting.other(choice.player)
    [left] = (card for card in state.deck if card != choice.pick)
    shelves = {choice.player: Shelf((choice.pick,)), other: Shelf((left,))}
    said = messages.CARDS_TAKEN(
        player=choice.player,
        card=state.setting.cards[choice.pick].name,
        other=other,
        left=state.setting.cards[left].name,
    )
    return replace(then(state), shelves=shelves, deck=()), (said,)


def _face_up(state: State, player: str) -> list[Card]:
    return [state.setting.cards[card] for card in state.shelves[player].up]


def callable_cards(state: State, player: str) -> list[Card]:
    """The cards by which *player*'s cast may be called a Spell though it is none by itself."""
    made = cast(state, player)
    if made is None or made.kind in ("spell", "unsure"):
        return []
    by_itself = bool(state.setting.house["card_pattern_is_spell"])
    cards = [card for card in _face_up(state, player) if card.counter_spell or by_itself]
    return [card for card in cards if card.shown_by(lying(state, player))]


def call(state: State) -> Step | None:
    """Nothing to call: go on, but say so where only the used card is missing."""
    player = state.todo[0].player
    if any(unsettled(state, seat) for seat in state.setting.players) or callable_cards(state, player):
        return None
    used = [state.setting.cards[card] for card in state.shelves[player].used]
    late = [card for card in used if card.counter_spell and card.shown_by(lying(state, player))]
    return then(state), tuple(messages.CALLED_TOO_LATE(player=player, card=card.name) for card in late)


def call_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """Whether a Counter Spell is called."""
    cards = callable_cards(state, task.player)
    options = (*(Option(card.card, f"Call it a Spell: {card.name}") for card in cards), Option(NO, "No"))
    sentence = f"{task.player} may call the cast a Spell."
    return (Ask(task.player, "call", sentence, BOOK.cite("CST-A-12", "CST-Q-25"), options),)


def called(state: State, choice: Choose) -> Step:
    """The cast counts as a Spell; a Counter Spell's card is turned over at once, unless the house says otherwise."""
    after = then(state)
    if choice.pick == NO:
        return after, (messages.NOT_CALLED(player=choice.player),)
    card = state.setting.cards[choice.pick]
    after = replace(after, claims=put(state.claims, choice.player, choice.pick))
    if not card.counter_spell:
        return after, (messages.CALLED_PATTERN(player=choice.player, card=card.name),)
    if not state.setting.house["only_if_won"]:
        after = _turned(after, choice.player, choice.pick)
    return after, (messages.CALLED(player=choice.player, card=card.name),)


def spent(state: State) -> Step:
    """By the house rule a Counter Spell's card is turned over only now that the turn is won."""
    player = state.todo[0].player
    card = state.claims.get(player, "")
    if card not in state.shelves[player].up or not state.setting.cards[card].counter_spell:
        return then(state), ()
    return _turned(then(state), player, card), (messages.SPENT(player=player, card=state.setting.cards[card].name),)


def _turned(state: State, player: str, card: str) -> State:
    shelf = state.shelves[player]
    up = tuple(one for one in shelf.up if one != card)
    return replace(state, shelves=put(state.shelves, player, Shelf(up, (*shelf.used, card), shelf.vault)))


def _usable(state: State, player: str) -> list[Card]:
    last = state.last
    return [card for card in _face_up(state, player) if last and _is_met(state, player, card, last)]


def _is_met(state: State, player: str, card: Card, last: Compared) -> bool:
    """Whether everything that *card* asks for is met by the turn just compared."""
    if card.counter_spell or (last.winner != player and not card.even_lost):
        return False
    held = {name for name, owner in zip(state.setting.turret_names, state.turrets, strict=True) if owner == player}
    return (
        (not card.row or last.rows.get(player) == card.row)
        and (not card.needs or shown_in(state, last, player, card))
        and set(card.holds) <= held
    )


def shown_in(state: State, last: Compared, player: str, card: Card) -> bool:
    """Whether *player*'s stones showed what *card* shows in the turn just compared."""
    return card.shown_by((state.setting.stones[piece], side) for piece, side in last.casts[player][1].items())


def pass_by(state: State) -> Step | None:
    """Without a card that can be used nobody is asked."""
    return None if _usable(state, state.todo[0].player) else (then(state), ())


def card_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """Whether a card is used."""
    options = [Option(card.card, f"Use {card.name}") for card in _usable(state, task.player)]
    sentence = f"{task.player} may use a card."
    rules = BOOK.cite("CST-I-02", "CST-I-06", "CST-Q-22")
    return (Ask(task.player, "card", sentence, rules, (*options, Option(NO, "Use none"))),)


def use(state: State, choice: Choose) -> Step:
    """A card is turned face down, and earns what it gives."""
    task = state.todo[0]
    if choice.pick == NO:
        return then(state), (messages.NO_CARD(player=choice.player),)
    card = state.setting.cards[choice.pick]
    gains = tuple(Task("gain", choice.player, (give, card.card)) for give in card.gives)
    after = _turned(then(state, *gains, task), choice.player, card.card)
    if state.setting.house["card_replaces_action"]:
        after = replace(after, todo=tuple(t for t in after.todo if (t.kind, t.player) != ("victory", choice.player)))
    said = messages.CARD_USED(player=choice.player, card=card.name, also=_why(state, choice.player, card))
    return after, (said,)


def _why(state: State, player: str, card: Card) -> tuple[str, ...]:
    rules = card.rules + (BOOK.cite("CST-Q-24") if card.row else ())
    if card.even_lost:
        rules += BOOK.cite("CST-Q-03") if state.last and not state.last.winner else ()
    else:
        rules += BOOK.cite("CST-I-13", "CST-A-11", "CST-A-16")
    rules += BOOK.cite("CST-A-10", "CST-A-20", "CST-Q-27") if card.needs else ()
    rules += BOOK.cite("CST-A-15") if card.holds else ()
    rules += BOOK.cite("CST-A-21") if state.setting.advanced else ()
    return rules + BOOK.cite("CST-Q-20" if state.last and state.last.winner == player else "CST-Q-23")


def _gains(state: State, task: Task) -> tuple[Option, ...]:
    give, _, *same = task.about
    player = task.player
    if give == BY_HAND:
        return (*_anything(state, player), Option(DONE, "That is all"))
    options = {"gem": moves.gems, "swap": moves.swaps, "knock-out": moves.knock_outs}[give](state, player)
    return tuple(option for option in options if not same or option.pick.split()[0] in same)


def _anything(state: State, player: str) -> Iterator[Option]:
    """What a card of another kind may have changed; the players tell."""
    yield from moves.gems(state, player)
    yield from moves.swaps(state, player)
    yield from moves.card_swaps(state, player)
    yield from moves.knock_outs(state, player)
    yield from moves.card_knock_outs(state, player)


def gain_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """One thing that a card gives."""
    card, give = state.setting.cards[task.about[1]], task.about[0]
    sentence = f"{task.player} used {card.name}: {_GIVE_WORDS[give]}"
    if give == BY_HAND:
        sentence = (
            f"{task.player} used {card.name} and does what it says, then tells what changed. {card.words}".strip()
        )
    private = state.setting.advanced and give in ("swap", BY_HAND)
    options = _gains(state, task)
    return (
        Ask(task.player, "gain", sentence, BOOK.cite("CST-I-02"), options, hides="options" if private else "nothing"),
    )


def gain(state: State, choice: Choose) -> Step:
    """One thing is done; what else the card gives comes after it."""
    task = state.todo[0]
    give, card, *_ = task.about
    if choice.pick == DONE:
        return then(state), (messages.BY_HAND(player=choice.player, card=state.setting.cards[card].name),)
    verb = choice.pick.split()[0]
    rules = BOOK.cite("CST-I-02") + _GAIN_RULES.get(verb, ()) + (BOOK.cite("CST-Q-42") if verb == "knock-stone" else ())
    after = state if give == BY_HAND else _same_again(then(state), card, verb)
    return moves.move(after, choice.player, choice.pick, rules)


def _same_again(state: State, card: str, verb: str) -> State:
    """By the house rule the second swap or knock-out of a card is of the same kind as the first."""
    if not state.setting.house["no_mixing"]:
        return state
    todo = (
        replace(task, about=(*task.about[:2], verb)) if task.kind == "gain" and task.about[1] == card else task
        for task in state.todo
    )
    return replace(state, todo=tuple(todo))


def come_by(state: State) -> Step | None:
    """A gem for a named turret needs no choice; and what has no aim passes by."""
    task = state.todo[0]
    give, player = task.about[0], task.player
    if give in GIVES:
        return None if _gains(state, task) else (then(state), (messages.NO_AIM(player=player, do=_AIMS[give]),))
    turret = state.setting.turret_names.index(give.removeprefix("gem "))
    if state.turrets[turret] == player:
        return then(state), (messages.OWN_ALREADY(player=player, turret=turret_words(state, turret)),)
    if not state.gems[player]:
        return then(state), (messages.NO_GEM(player=player),)
    return moves.put_gem(then(state), player, turret, BOOK.cite("CST-I-02", "CST-Q-41"))
