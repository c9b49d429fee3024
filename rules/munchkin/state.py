"""The state of a game of Munchkin."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from rules.core.copies import replace
from rules.core.house_rules import Answer
from rules.core.rulings import Ruling
from rules.munchkin.cards.cards import Card, Harm
from rules.munchkin.cards.offers import Offers
from rules.munchkin.character.character import Character, cards_of, without
from rules.munchkin.fight.combat import Combat, Flight

Rulings = tuple[Ruling, ...]
HAND_LIMIT = 5
"""The most cards that a hand may have at the end of its player's turn (MUN-CARD-08)."""
DEALT = 8
"""The cards that everybody gets at the start, and again after a death (MUN-SETUP-08, MUN-DEATH-15)."""
FIGURES = 3
"""How many figures a House has, and so how many players can share it (MUN-SETUP-06)."""


def top_level(house: Mapping[str, Answer]) -> int:
    """The Level that wins by these house rules: 10, or 20 in Epic games."""
    return 20 if house["epic"] else 10


def number_on(house: Mapping[str, Answer], side: str) -> int:
    """What a side of the die counts; these house rules say it of the picture side."""
    return int(house["die_symbol_value"]) if side == "power" else int(side)


@dataclass(frozen=True, slots=True)
class Rules:
    """The constants of a game: cards by name, house rules, the die, and the options made of them.

    With ``counts_hands`` the referee counts the cards in every hand; else the players count their own, and every hand
    stays at 0 in the state.
    """

    cards: Mapping[str, Card]
    house: Mapping[str, Answer]
    die: str
    offers: Offers = field(compare=False)  # they follow from the cards
    counts_hands: bool = True

    @property
    def top(self) -> int:
        """The Level that wins."""
        return top_level(self.house)

    def on(self, key: str) -> bool:
        """Whether a house rule is switched on."""
        return bool(self.house[key])

    def number_on(self, side: str) -> int:
        """What a side of the die counts."""
        return number_on(self.house, side)


@dataclass(frozen=True, slots=True)
class LevelChange:
    """One line of the history of Levels; ``reason`` is a word of `levels.REASONS`."""

    player: str
    before: int
    after: int
    reason: str


@dataclass(frozen=True, slots=True)
class Body:
    """The belongings of a dead character: named cards, a number of cards of the hand, and who loots in which order.

    ``rolls`` are the throws for that order, by player; ``ordered``: it is settled.  ``helper`` helped the dead
    in the fight.  ``uncounted``: the dead held cards that nobody counted.
    """

    dead: str
    cards: tuple[str, ...]
    hand: int
    looters: tuple[str, ...] = ()
    rolls: tuple[tuple[str, tuple[int, ...]], ...] = ()
    ordered: bool = False
    helper: str = ""
    uncounted: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """Something that a player must settle before all else; ``about`` is a card, a monster, a slot or a reason.

    A victim's choice has the cards to choose from as ``picks``, the ``harm`` that makes it, and the ``reason`` for
    Levels lost instead of a card; a question for a price has the place of the Item as its only pick.
    """

    kind: str
    player: str
    about: str
    picks: tuple[str, ...] = ()
    harm: Harm = field(default_factory=Harm)
    reason: str = ""


Second = Literal["", "skipped", "fled", "removed", "loot", "no good", "no good fled", "no good removed"]


class State(NamedTuple):
    """The whole table.  ``drawn`` and ``discarded`` count cards, so that none gets lost or made.

    ``phase``: "create" before the first turn, "levels" where only these are kept; in a turn "listen", "arrange",
    "combat", "flight", "room" and "charity"; "over".  ``ready`` are those who have laid down their first cards;
    ``sale`` pairs what is up for sale, an Item or "hand", with its price in gold.  ``beat`` counts the starts of
    countdowns.  ``second`` says what became of the second phase of this turn: "skipped" because of a fight at the door,
    "fled" where that fight was lost, "removed" where its monsters left without a kill; "loot" or "no good" where the
    player chose one, "no good fled" and "no good removed" where that fight ended so; "" while it is still open.
    """

    rules: Rules
    phase: str
    seats: tuple[Character, ...]
    turn: int = 0
    active: str = ""
    ready: tuple[str, ...] = ()
    second: Second = ""
    combat: Combat | None = None
    beat: int = 0
    flight: Flight | None = None
    bodies: tuple[Body, ...] = ()
    questions: tuple[Question, ...] = ()
    sale: tuple[tuple[str, int], ...] = ()
    history: tuple[LevelChange, ...] = ()
    drawn: int = 0
    discarded: int = 0
    winners: tuple[str, ...] = ()

    def who(self, player: str) -> Character:
        """The character of *player*; KeyError where nobody of that name plays."""
        for seat in self.seats:
            if seat.player == player:
                return seat
        raise KeyError(player)

    def card(self, name: str) -> Card:
        """The card called *name*."""
        return self.rules.cards[name]

    def put(self, who: Character) -> State:
        """The state with that character in the seat of its player."""
        player = who.player
        return replace(self, seats=tuple([who if seat.player == player else seat for seat in self.seats]))

    @property
    def players(self) -> tuple[str, ...]:
        """All players, round the table."""
        return tuple([seat.player for seat in self.seats])

    @property
    def next_player(self) -> str:
        """Whose turn comes after this one."""
        return self.players[(self.players.index(self.active) + 1) % len(self.seats)]

    def busy(self, player: str) -> bool:
        """Whether *player* is in the fight or running from it."""
        return self.combat is not None and player in self.combat.side

    def holds(self, player: str, number: int = 1) -> bool:
        """Whether *player* may have that many cards in hand; always so where the players count their own."""
        return not self.rules.counts_hands or self.who(player).hand >= number


Outcome = tuple[State, Rulings]


OPEN_QUESTIONS = ("bad stuff", "won")
"""Questions that leave other actions open; they wait behind the others."""


def with_question(state: State, question: Question) -> State:
    """The state with one more question, behind those that wait already but before `OPEN_QUESTIONS`."""
    waiting = [other for other in state.questions if other.kind not in OPEN_QUESTIONS]
    later = [other for other in state.questions if other.kind in OPEN_QUESTIONS]
    if question.kind in OPEN_QUESTIONS:
        return replace(state, questions=(*waiting, *later, question))
    return replace(state, questions=(*waiting, question, *later))


def without_question(state: State) -> State:
    """The state without the question that was just answered."""
    return replace(state, questions=state.questions[1:])


def then(outcome: Outcome, *steps: Callable[[State], Outcome]) -> Outcome:
    """The outcome of one step after the other, with the rulings of all of them."""
    state, rulings = outcome
    for step in steps:
        state, more = step(state)
        rulings += more
    return state, rulings


def draw(state: State, player: str, number: int) -> State:
    """Draw *number* cards from the decks into a hand; they may be played as cards just received."""
    who = state.who(player)
    state = state.put(replace(who, fresh=who.fresh or number > 0))
    if not state.rules.counts_hands:
        return state
    return replace(state.put(replace(state.who(player), hand=who.hand + number)), drawn=state.drawn + number)


def without_fresh(state: State) -> State:
    """The state in which nobody may play a card just received any more."""
    return replace(state, seats=tuple(replace(seat, fresh=False) for seat in state.seats))


def discard_hand(state: State, player: str, number: int = 1) -> State:
    """Discard *number* cards of a hand."""
    if not state.rules.counts_hands:
        return state
    who = state.who(player)
    return replace(state.put(replace(who, hand=who.hand - number)), discarded=state.discarded + number)


def discard_in_play(state: State, player: str, name: str) -> State:
    """Discard a card that *player* has in play, with the Cheat! on it."""
    who = state.who(player)
    return replace(state.put(without(who, name)), discarded=state.discarded + cards_of(who, name))


def from_hand(state: State, player: str) -> State:
    """Take a card out of a hand; the caller says where it goes.

    It uses up the right to play a card just received, unless the house lets that right last for the whole turn.  A card
    of a hand that nobody counts enters the count of cards here.
    """
    who = state.who(player)
    state = state.put(replace(who, fresh=who.fresh and state.rules.house["just_received"] == "turn"))
    if not state.rules.counts_hands:
        return replace(state, drawn=state.drawn + 1)
    return state.put(replace(state.who(player), hand=who.hand - 1))
