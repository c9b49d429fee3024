"""An action: one kind of thing that players may do, who may do it when, and conditions that several actions share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial

from rules.core.asks import Ask, Excluded, Option
from rules.core.facts import Play, Throw
from rules.core.phrases import Phrase, capital
from rules.core.rulings import Reason
from rules.munchkin.cards.notation import monster_name
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, State

SIDES = ("1", "2", "3", "4", "5", "6", "power")

Gate = Callable[[State, str], Reason | None]
"""Why something is closed to a player now; None where it is open."""
_DEAD = BOOK.because(
    "{player} is dead: until the next turn begins, {player} gets no card and no Level and plays nothing.",
    *("MUN-DEATH-11", "MUN-DEATH-12", "MUN-DEATH-13"),
)
_ONLY_LEVELS = BOOK.because("In this game only the Levels are kept.", "MUN-STAT-02")
_BEFORE = BOOK.because("The first turn has not begun: everybody is laying down their first cards.", "MUN-SETUP-17")
_NO_FIGHT = BOOK.because(
    "There is no fight: it begins with a monster behind the door, or when somebody is Up to No Good.",
    "MUN-COMBAT-01",
)
_OVER = Phrase("The fight of this turn is over, and nothing changes it any more.")
_WON = BOOK.because(_OVER, "MUN-COMBAT-15", "MUN-COMBAT-01")
_LOST = BOOK.because(_OVER, "MUN-RUN-11", "MUN-COMBAT-01")
_UNKILLED = BOOK.because(_OVER, "MUN-COMBAT-11", "MUN-COMBAT-01")
_FIGHTER_DEAD = BOOK.because(_OVER, "MUN-DEATH-02", "MUN-COMBAT-01")
_FIGHT_OVER = {
    "skipped": _WON,
    "no good": _WON,
    "fled": _LOST,
    "no good fled": _LOST,
    "removed": _UNKILLED,
    "no good removed": _UNKILLED,
}
"""Why nothing of a fight is open after it, by what became of the second phase of the turn."""
_RUNNING = BOOK.because("The fight is lost and the players run away: it cannot be changed now.", "MUN-RUN-01")
NO_CARD = BOOK.because(
    "By the table's count that hand is empty: if it is not, correct the count.", "MUN-CARD-06", "MUN-CARD-08"
)
_OWN_HANDS = BOOK.because("In this game everybody counts their own cards.", "MUN-CARD-08")


def first(*gates: Gate) -> Gate:
    """Several gates as one: open where all are, else closed with the reason of the first that is closed."""

    def gate(state: State, player: str) -> Reason | None:
        for each in gates:
            reason = each(state, player)
            if reason:
                return reason
        return None

    return gate


@dataclass(frozen=True, slots=True)
class Action:
    """One kind of choice, or one kind of throw.

    ``closed`` says why a player can do nothing of this kind now.  ``options`` are the picks of a player to whom it is
    open, ``expected`` are picks that this player would look for among them, and ``why`` says why a pick is missing.
    ``do`` judges a pick.  ``words`` is a sentence with the gap ``{player}``, or a function that makes it.

    With ``texts`` a player may also describe something that no list holds, and with ``exact`` the list is long: then
    ``why`` is None for every pick that is possible, listed or described, and no list is made to admit one.  With
    ``throws`` the player throws the die, and ``do`` gets the side that it shows.
    """

    words: str | Callable[[State, str], str]
    rules: tuple[str, ...]
    closed: Gate
    options: Callable[[State, str], tuple[Option, ...]]
    why: Callable[[State, str, str], Reason | None]
    do: Callable[[State, str, str], Outcome]
    expected: Callable[[State, str], tuple[Option, ...]] | None = None
    texts: bool = False
    exact: bool = False
    throws: bool = False

    def ask(self, state: State, kind: str, player: str) -> Ask | None:
        """The ask to *player*, where there is something to pick or to throw."""
        if self.closed(state, player):
            return None
        words = self.words_for(state, player)
        if self.throws:
            return Ask(player, kind, words, self.rules, pieces=((state.rules.die, SIDES),))
        options = self.options(state, player)
        if not options and self.options is not no_options:
            return None
        reads = partial(self.why, state, player) if self.texts else None
        return Ask(
            player, kind, words, self.rules, options, excluded=self._excluded(state, player, options), reads=reads
        )

    def admits(self, state: State, kind: str, play: Play) -> bool:
        """Whether the ask to the player of *play* admits it, by the same conditions, without any words."""
        if self.throws or isinstance(play, Throw):
            ask = self.ask(state, kind, play.player)
            return ask is not None and ask.admits(play)
        return not self.closed(state, play.player) and self._admits_pick(state, play.player, play.pick)

    def _admits_pick(self, state: State, player: str, pick: str) -> bool:
        if self.texts or self.exact:
            return self.why(state, player, pick) is None
        return any(pick == option.pick for option in self.options(state, player))

    def _excluded(self, state: State, player: str, offered: tuple[Option, ...]) -> tuple[Excluded, ...]:
        expected = self.expected(state, player) if self.expected else ()
        if not expected:
            return ()
        picks = {option.pick for option in offered}
        reasons = ((option, self.why(state, player, option.pick)) for option in expected if option.pick not in picks)
        return tuple(Excluded(option, reason) for option, reason in reasons if reason)

    def words_for(self, state: State, player: str) -> str:
        """The words of the ask to *player*."""
        return _filled(self.words, player) if isinstance(self.words, str) else self.words(state, player)


@lru_cache(maxsize=1024)
def _filled(words: str, player: str) -> Phrase:
    return Phrase(words, player=player)


def no_options(state: State, player: str) -> tuple[Option, ...]:
    """No options: for a throw, and for choices that are always described in a text."""
    return ()


def never(reason: Reason) -> Callable[[State, str, str], Reason | None]:
    """The same reason for every pick that is not offered."""
    return lambda state, player, pick: reason


_THROW = Phrase("Throw the die: there is nothing to choose.")


def thrown(*rules: str) -> Callable[[State, str, str], Reason | None]:
    """The reason that there is nothing to pick in a throw; *rules* say who throws and when."""
    return never(BOOK.because(_THROW, *rules))


@lru_cache(maxsize=1024)
def plain(*picks: str) -> tuple[Option, ...]:
    """Options named after the card, monster or word that is picked."""
    return tuple(Option(pick, capital(monster_name(Phrase(pick))), piece=pick) for pick in picks)


def alive(state: State, player: str) -> Reason | None:
    """A gate: open to players who are alive."""
    if state.who(player).alive:
        return None
    return _DEAD.about(player=player)


def whole_game(state: State, player: str) -> Reason | None:
    """A gate: closed in games in which only the Levels are kept."""
    return _ONLY_LEVELS if state.phase == "levels" else None


def begun(state: State, player: str) -> Reason | None:
    """A gate: open once the first turn has begun."""
    return _BEFORE if state.phase == "create" else whole_game(state, player)


def own_turn(*rules: str) -> Gate:
    """A gate: open to the player whose turn it is; *rules* say that nobody else may do it."""
    words = BOOK.because("It is {player}'s turn, and only {player} may do this.", *rules)

    def gate(state: State, player: str) -> Reason | None:
        if player == state.active:
            return None
        return words.about(player=state.active)

    return gate


def fighting(state: State, player: str) -> Reason | None:
    """A gate: open in a fight that cards can still change."""
    return in_fight(state, player) or (_RUNNING if state.flight else None)


def in_fight(state: State, player: str) -> Reason | None:
    """A gate: open in a fight, also while the players run away."""
    if state.combat:
        return None
    if state.phase != "charity":
        return _NO_FIGHT
    over = _FIGHT_OVER.get(state.second, _NO_FIGHT)
    return _FIGHTER_DEAD if over is _WON and not state.who(state.active).alive else over


def counted_hands(state: State, player: str) -> Reason | None:
    """A gate: open where the referee counts the cards in the hands."""
    return None if state.rules.counts_hands else _OWN_HANDS


_ASKED_OF = Phrase("{player} is asked this, and answers alone.")


def open_question(kind: str, otherwise: Reason) -> Gate:
    """A gate: open only to the player with a question of this kind; *otherwise*: why nobody has one now."""

    def gate(state: State, player: str) -> Reason | None:
        if not state.questions or state.questions[0].kind != kind:
            return otherwise
        asked = state.questions[0].player
        return None if asked == player else Reason(_ASKED_OF.about(player=asked), otherwise.rules)

    return gate


living: Gate = first(begun, alive)
"""Open to everybody alive, from the first turn on."""

fighters: Gate = first(begun, alive, fighting)
"""Open to everybody alive in a fight that cards can still change."""
