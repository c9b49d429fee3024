"""Effects of undescribed cards in a fight: a bonus, Treasures, Levels, a monster that leaves."""

from __future__ import annotations

from collections.abc import Callable

from rules.core.asks import Option
from rules.core.copies import replace
from rules.core.phrases import Phrase, capital, signed
from rules.core.rulings import Reason
from rules.munchkin.action import Action, Gate, counted_hands, fighters, first, in_fight, living, never, plain
from rules.munchkin.cards.notation import monster_name, number_of
from rules.munchkin.cards.offers import aimed, numbers
from rules.munchkin.fight.combat import Foe, Line
from rules.munchkin.fight.fight import fight_of
from rules.munchkin.fight.flight import removed_while_running
from rules.munchkin.fight.join import add_line, note_for, side_words, uncounted, why_no_side
from rules.munchkin.fight.messages import BONUS, EFFECT, KILL_LEVELS, MONSTER_GONE, ONLY_LEVELS, TREASURES_CHANGED
from rules.munchkin.fight.reward import bloodless
from rules.munchkin.fight.strength import brings, level_only
from rules.munchkin.rulebook import BOOK
from rules.munchkin.state import Outcome, State, from_hand, then

_BONUSES = tuple(n for n in range(-10, 11) if n)
_WORTHS = (1, 2, -1, -2)
_NO_NUMBER = BOOK.because("Choose one of the numbers offered; for more, choose a second one.", "MUN-COMBAT-06")
_ENHANCERS = BOOK.cite("MUN-ENH-02")
_ALREADY = BOOK.because("Only Levels count in this fight already.", "MUN-MULTI-03")
_ONLY_THAT = BOOK.because("There is one thing to say here: that only Levels count.", "MUN-MULTI-03")
_ONE_OR_TWO = BOOK.because("A kill is worth one Level, with some monsters two.", "MUN-COMBAT-09", "MUN-REWARD-01")
_WORTH_IT = BOOK.because("The kill is worth that many Levels already.", "MUN-REWARD-01", "MUN-COMBAT-09")
_NO_FOE_WORTH = BOOK.because(
    "Say which monster of the fight is worth more or fewer Treasures.", "MUN-ENH-05", "MUN-ENH-02"
)
_WITH_OR_WITHOUT = BOOK.because(
    "Say whether the card gives the Treasures of that monster: no reward, or its treasures.",
    *("MUN-COMBAT-12", "MUN-COMBAT-11"),
)
_NO_FOE = BOOK.because("No monster of that name is in the fight.", "MUN-MULTI-04")


def _bonuses(state: State, player: str) -> tuple[Option, ...]:
    return numbers(("players", *fight_of(state).foe_names), _BONUSES, note_for(state))


def _why_no_bonus(state: State, player: str, pick: str) -> Reason | None:
    return why_no_side(state, pick.rpartition(" ")[0]) or _NO_NUMBER


def _why_no_worth(state: State, player: str, pick: str) -> Reason | None:
    known = pick.rpartition(" ")[0] in fight_of(state).foe_names
    return _NO_NUMBER.by(_ENHANCERS) if known else _NO_FOE_WORTH


def play_bonus(state: State, player: str, pick: str) -> Outcome:
    """Add the bonus of an undescribed card from the hand to a side: ``players +3``."""
    spent = int(state.holds(player))
    return _bonus(from_hand(state, player) if spent else state, player, pick, spent)


def add_effect(state: State, player: str, pick: str) -> Outcome:
    """Add a bonus that costs no card of the hand: a monster's text, a House, or a card in play."""
    return _bonus(state, player, pick, 0)


def _bonus(state: State, player: str, pick: str, spent: int) -> Outcome:
    target, _, amount = pick.rpartition(" ")
    line = Line(_unnamed_bonus(player), int(amount), BOOK.cite("MUN-COMBAT-06"))
    message = BONUS if spent else EFFECT
    ruling = message(
        player=player, amount=signed(int(amount)), side=side_words(state, target), also=uncounted(state, target)
    )
    return add_line(state, target, line, spent), (ruling,)


def _unnamed_bonus(player: str) -> Phrase:
    return Phrase("{player}: Bonus", player=player)


# Treasures and Levels ---------------------------------------------------------------------------------------------


def _worths(state: State, player: str) -> tuple[Option, ...]:
    return numbers(fight_of(state).foe_names, _WORTHS)


def change_worth(state: State, player: str, pick: str) -> Outcome:
    """Change the Treasures of a monster by a card: ``Peter Pettigrew +1``.

    If the same player has just played a bonus on that monster, both count as one card, an enhancer.
    """
    target, _, amount = pick.rpartition(" ")
    foe = fight_of(state).foe(target)
    if foe.enhancers and _completes(foe.enhancers[-1], player):
        state = _with_foe(state, _completed(foe, int(amount)))
    else:
        spent = int(state.holds(player))
        state = from_hand(state, player) if spent else state
        state = add_line(
            state,
            target,
            Line(
                Phrase("{player}: Treasures {amount}", player=player, amount=signed(int(amount))),
                0,
                treasures=int(amount),
            ),
            spent,
        )
    foe = fight_of(state).foe(target)
    return state, (
        TREASURES_CHANGED(monster=capital(monster_name(target)), number=number_of(brings(state, foe), "Treasure")),
    )


def _completes(line: Line, player: str) -> bool:
    return line.amount != 0 and line.treasures == 0 and line.name == _unnamed_bonus(player)


def _completed(foe: Foe, treasures: int) -> Foe:
    return replace(foe, enhancers=(*foe.enhancers[:-1], foe.enhancers[-1]._replace(treasures=treasures)))


def _with_foe(state: State, changed: Foe) -> State:
    combat = fight_of(state)
    foes = tuple(changed if foe.name == changed.name else foe for foe in combat.foes)
    return replace(state, combat=replace(combat, foes=foes))


def _kill_levels(state: State, player: str) -> tuple[Option, ...]:
    return tuple(
        Option(
            f"{foe.name} > {n}",
            Phrase("{capital}: {counted}", capital=capital(monster_name(foe.name)), counted=number_of(n, "Level")),
            target=foe.name,
            amount=n,
        )
        for foe in fight_of(state).foes
        for n in (1, 2)
        if n != foe.card.levels
    )


def _why_no_kill_levels(state: State, player: str, pick: str) -> Reason | None:
    name, _, number = pick.rpartition(" > ")
    if name not in fight_of(state).foe_names:
        return Reason(_NO_FOE.words, _ONE_OR_TWO.rules)
    return _WORTH_IT if number == str(fight_of(state).foe(name).card.levels) else _ONE_OR_TWO


def change_kill_levels(state: State, player: str, pick: str) -> Outcome:
    """Set how many Levels the kill of a monster is worth: ``Troll > 2``."""
    name, _, number = pick.rpartition(" > ")
    foe = fight_of(state).foe(name)
    state = _with_foe(state, replace(foe, card=replace(foe.card, levels=int(number))))
    return state, (KILL_LEVELS(monster=monster_name(name), levels=number_of(int(number), "Level")),)


# The whole fight, and monsters that go ----------------------------------------------------------------------------


def only_levels(state: State, player: str, pick: str) -> Outcome:
    """Let only Levels count in this fight, because a card says so."""
    combat = replace(fight_of(state), level_only=True)
    return replace(state, combat=combat), (ONLY_LEVELS(player=player),)


def _only_closed(state: State, player: str) -> Reason | None:
    return _ALREADY if level_only(fight_of(state)) else None


def _removable(state: State, player: str) -> tuple[Option, ...]:
    return aimed(plain(*fight_of(state).foe_names), ("no reward", "its treasures"))


def _why_not_removed(state: State, player: str, pick: str) -> Reason | None:
    return _WITH_OR_WITHOUT if pick.partition(" > ")[0] in fight_of(state).foe_names else _NO_FOE


def remove(state: State, player: str, pick: str) -> Outcome:
    """Take a monster out of the fight by a card; without monsters the fight is won, but nothing was killed.

    Whoever runs away already has lost the fight, and gets nothing for a monster that goes (MUN-RUN-02, MUN-MULTI-06).
    """
    name, _, reward = pick.partition(" > ")
    if state.holds(player):
        state = from_hand(state, player)
        state = replace(state, combat=replace(fight_of(state), spent=fight_of(state).spent + 1))
    combat = fight_of(state)
    foe = combat.foe(name)
    booty = brings(state, foe) if reward == "its treasures" else 0
    left = tuple(other for other in combat.foes if other is not foe)
    combat = replace(combat, foes=left, removed=(*combat.removed, name), booty=combat.booty + booty)
    outcome: Outcome = replace(state, combat=combat), (MONSTER_GONE(monster=capital(monster_name(name))),)
    if state.flight:
        return then(outcome, removed_while_running)
    return outcome if left else then(outcome, bloodless)


def _bonus_action(words: Phrase, closed: Gate, do: Callable[[State, str, str], Outcome]) -> Action:
    return Action(words, BOOK.cite("MUN-COMBAT-06", "MUN-HELP-04"), closed, _bonuses, _why_no_bonus, do)


ACTIONS = {
    "bonus": _bonus_action(Phrase("{player} may play a bonus for a side."), fighters, play_bonus),
    "effect": _bonus_action(
        Phrase("{player} may add what a card on the table says."), first(fighters, counted_hands), add_effect
    ),
    "treasures": Action(
        "{player} may change what a monster is worth.",
        _ENHANCERS,
        fighters,
        _worths,
        _why_no_worth,
        change_worth,
    ),
    "kill levels": Action(
        "{player} may say how many Levels a kill is worth.",
        BOOK.cite("MUN-COMBAT-09", "MUN-REWARD-01"),
        fighters,
        _kill_levels,
        _why_no_kill_levels,
        change_kill_levels,
    ),
    "fight": Action(
        "{player} may say that only Levels count.",
        BOOK.cite("MUN-MULTI-03"),
        first(fighters, _only_closed),
        lambda state, player: plain("level only"),
        never(_ONLY_THAT),
        only_levels,
    ),
    "remove": Action(
        "{player} may take a monster out of the fight by a card.",
        BOOK.cite("MUN-MULTI-04"),
        first(living, in_fight),
        _removable,
        _why_not_removed,
        remove,
    ),
}
