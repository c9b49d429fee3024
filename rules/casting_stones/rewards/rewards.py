"""The reward of a turn: everything that can be done to gems, stones and cards; every legal move is one option.

A move is written as a verb and what it is done to, such as ``swap-gem 2 3``; turrets are counted from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Literal

from rules.casting_stones import messages
from rules.casting_stones.casts import tie_rules
from rules.casting_stones.rewards import card_moves, gem_moves, stone_moves
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.state import State, Step, Task, compared_turn, due, front, then
from rules.core.asks import Ask, Option, Sifted, sift
from rules.core.copies import replace
from rules.core.facts import Choose
from rules.core.phrases import Phrase
from rules.core.rulings import Reason


@dataclass(frozen=True, slots=True)
class Move:
    """One verb: the moves that a player would expect, why one of them is not legal, and what it does.

    ``why_not`` and ``does`` get the words of a move after its verb, such as ``["2", "3"]``.
    """

    options: Callable[[State, str], Iterable[Option]]
    why_not: Callable[[State, str, list[str]], Reason | None]
    does: Callable[[State, str, list[str], tuple[str, ...]], Step]


_MOVES: Mapping[str, Move] = {
    "gem": Move(gem_moves.put_options, gem_moves.why_not_put, gem_moves.put_on),
    "move-gem": Move(gem_moves.move_options, gem_moves.why_not_move, gem_moves.move_to),
    "swap-gem": Move(gem_moves.swap_options, gem_moves.why_not_swap, gem_moves.swap_with),
    "swap-stone": Move(stone_moves.swap_options, stone_moves.why_not_swap, stone_moves.swap_for),
    "swap-card": Move(card_moves.swap_options, card_moves.why_not_swap, card_moves.swap_for),
    "knock-gem": Move(gem_moves.knock_options, gem_moves.why_not_knock, gem_moves.knock_off),
    "knock-stone": Move(stone_moves.knock_options, stone_moves.why_not_knock, stone_moves.knock_out),
    "knock-card": Move(card_moves.knock_options, card_moves.why_not_knock, card_moves.knock_out),
}
EVERY = tuple(_MOVES)
_OF_VERB = {
    "swap-gem": BOOK.cite("CST-B-46"),
    "swap-stone": BOOK.cite("CST-B-47"),
    "swap-card": BOOK.cite("CST-A-24"),
    "knock-gem": BOOK.cite("CST-B-48"),
    "knock-stone": BOOK.cite("CST-B-49"),
    "knock-card": BOOK.cite("CST-A-23"),
}
"""The rule by which a Potion or a Charm that wins earns each of its rewards."""
GEM = ("gem", "move-gem")
SWAP = ("swap-gem", "swap-stone", "swap-card")
KNOCK_OUT = ("knock-gem", "knock-stone", "knock-card")

ONLY_SPELL = BOOK.because("Only a Spell puts a gem on a turret.", "CST-B-54")


def offers(
    state: State, player: str, expected: tuple[str, ...], why_not_pick: Callable[[str], Reason | None]
) -> Sifted:
    """Split the moves of the *expected* verbs into legal and excluded ones, by one predicate over their picks."""
    return sift(_options(state, player, expected), why_not_pick)


def _options(state: State, player: str, expected: tuple[str, ...]) -> Iterator[Option]:
    return (option for verb in expected for option in _MOVES[verb].options(state, player))


def why_not(state: State, player: str, pick: str, verbs: tuple[str, ...], not_earned: Reason) -> Reason | None:
    """Why *player* cannot make that move; *not_earned* says which verbs were earned."""
    verb, *about = pick.split() or [""]
    if verb not in verbs:
        return not_earned
    return _MOVES[verb].why_not(state, player, about)


def move(state: State, player: str, pick: str, rules: tuple[str, ...]) -> Step:
    """Carry out one move that was offered; *rules* are those by which it was earned."""
    verb, *about = pick.split()
    return _MOVES[verb].does(state, player, about, rules)


@dataclass(frozen=True, slots=True)
class Reward:
    """The reward of one kind of cast: the verbs of its moves, and the question to the winner."""

    verbs: tuple[str, ...]
    offer: Phrase
    rules: tuple[str, ...]
    not_earned: Reason


_because = BOOK.because
REWARDS: Mapping[str, Reward] = {
    "spell": Reward(
        GEM,
        Phrase("{player} won with a Spell and puts a gem on an empty turret."),
        BOOK.cite("CST-B-45", "CST-B-43"),
        _because("A Spell puts a gem on a turret; it earns no other reward.", "CST-B-45", "CST-B-43"),
    ),
    "potion": Reward(
        SWAP,
        Phrase("{player} won with a Potion and chooses one swap."),
        BOOK.cite("CST-B-46", "CST-B-47", "CST-B-44", "CST-B-52"),
        _because("A Potion earns one swap.", "CST-B-43", "CST-B-46", "CST-B-47"),
    ),
    "charm": Reward(
        KNOCK_OUT,
        Phrase("{player} won with a Charm and chooses one knock-out."),
        BOOK.cite("CST-B-48", "CST-B-49", "CST-B-44", "CST-B-52"),
        _because("A Charm earns one knock-out.", "CST-B-43", "CST-B-48", "CST-B-49"),
    ),
}
_MOVED_GEM = replace(
    REWARDS["spell"],
    offer=Phrase("{player} won with a Spell and has no gem left to put: one moves to an empty turret."),
    rules=BOOK.cite("CST-Q-11", "CST-B-45"),
)
"""The reward of a Spell where a house rule lets a gem move."""
_EARNED = BOOK.cite("CST-B-45", "CST-B-43", "CST-B-54")
_CHOSEN = BOOK.cite("CST-B-43", "CST-B-44", "CST-B-52")
_OF_BUNGLE = BOOK.cite("CST-B-53", "CST-Q-05")

NOT_COMPARED = _because("A reward is taken once both casts of the turn have been compared.", "CST-B-11", "CST-B-43")
ONE_IS_TAKEN = _because("The winner takes one of the rewards that the cast earns.", "CST-B-52", "CST-B-43")
LOSER = _because("{winner} won the turn, and only the winner is rewarded.", "CST-B-43")
CARD_FIRST = _because("By your house rules the card comes before the reward.", "CST-B-43")
STONE_FIRST = _because("The stone that is knocked out is replaced before the reward.", "CST-Q-19", "CST-B-50")
TAKEN = _because("The time for the reward of that turn is over: a turn has only one.", "CST-B-44", "CST-B-43")
INSTEAD = _because("That turn has had its reward, or by your house rules a card instead of it.", "CST-Q-20", "CST-B-44")
NO_GEM = _because("All gems stand on turrets, so there is none to put on another one.", "CST-Q-11", "CST-B-44")
NOT_KNOCKED = _because("No stone was knocked out of that hand, so there is nothing to replace.", "CST-B-50")
OTHER_REPLACES = _because("{player} lost the stone, and takes the new one.", "CST-B-50")
NOTHING_TO_GIVE = _because("No stone of that hand is to be knocked out now.", "CST-B-49", "CST-Q-17")
NOT_OWN_STONE = _because("The stone must be one of that player's own hand.", "CST-B-49", "CST-Q-17")


def _why_not_taken(state: State, task: Task) -> Callable[[str], Reason | None]:
    """Why the task's player cannot take a reward for the task's cast, by its pick."""
    reward = REWARDS[task.about[0]]
    return partial(why_not, state, task.player, verbs=reward.verbs, not_earned=reward.not_earned)


def reward_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """Ask the winner for a reward; the options are secret where they depend on a private vault."""
    kind = task.about[0]
    reward = _MOVED_GEM if kind == "spell" and not state.gems[task.player] else REWARDS[kind]
    sentence = reward.offer.about(player=task.player)
    private = kind == "potion" and state.setting.advanced
    offered, excluded = offers(state, task.player, reward.verbs, _why_not_taken(state, task))
    hides: Literal["nothing", "options"] = "options" if private else "nothing"
    return (Ask(task.player, "victory", sentence, reward.rules, offered, hides=hides, excluded=excluded),)


def why_not_reward(state: State, choice: Choose) -> Reason | None:
    """Why the player of *choice* cannot take the reward that it picks at this moment."""
    task = front(state)
    if task.kind == "victory" and task.player == choice.player:
        return why_not(state, choice.player, choice.pick, REWARDS[task.about[0]].verbs, _not_earned(task, choice.pick))
    if due(state, "compare") and (state.casts or state.last is None):
        return NOT_COMPARED
    if due(state, "victory", choice.player):
        if task.kind in ("give", "replace"):
            return STONE_FIRST
        return CARD_FIRST.by(BOOK.cite("CST-Q-20" if task.player == choice.player else "CST-Q-23"))
    if choice.pick.startswith(GEM) and not state.gems[choice.player]:
        return _why_no_reward(state, choice.player, NO_GEM)
    return _why_no_reward(state, choice.player, INSTEAD if state.setting.house["card_replaces_action"] else TAKEN)


def _not_earned(task: Task, pick: str) -> Reason:
    """The reason why the cast of the turn does not earn the reward *pick*, which need not be a possible move."""
    kind = task.about[0]
    if pick.startswith(GEM):
        return ONLY_SPELL
    return REWARDS[kind].not_earned if kind == "spell" or pick.startswith(EVERY) else ONE_IS_TAKEN


def _why_no_reward(state: State, player: str, winner: Reason) -> Reason:
    """Why *player* is not rewarded for the turn that was compared last; *winner* is the reason for its winner."""
    last = state.last
    if last is None:
        return NOT_COMPARED
    if last.winner is None:
        kind = last.casts[player][0].kind
        return Reason(
            Phrase("Nobody won turn {compared_turn}, so nobody is rewarded.", compared_turn=compared_turn(state)),
            (*tie_rules(kind), *_CHOSEN[:1]),
        )
    return winner if last.winner == player else LOSER.about(winner=last.winner)


def skip(state: State) -> Step | None:
    """Skip a reward for which there is nothing to choose; None where there is."""
    task = state.todo[0]
    options, why_not_taken = _options(state, task.player, REWARDS[task.about[0]].verbs), _why_not_taken(state, task)
    if any(why_not_taken(option.pick) is None for option in options):
        return None
    if task.about[0] == "spell":
        return then(state), (gem_moves.no_gem_put(state, task.player),)
    return then(state), (
        messages.NO_AIM(player=task.player, do=Phrase("swap") if task.about[0] == "potion" else Phrase("knock out")),
    )


def take(state: State, choice: Choose) -> Step:
    """Carry out the reward that the winner chose."""
    task = state.todo[0]
    rules = _EARNED if task.about[0] == "spell" else _OF_VERB[choice.pick.split()[0]] + _CHOSEN
    rules += _OF_BUNGLE if "bungle" in task.about else ()
    return move(then(state), choice.player, choice.pick, rules)


def give_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """Ask the victim to pick the stone that is knocked out, as a house rule says."""
    hand = [state.setting.stones[piece] for piece in state.hands[task.player]]
    offered, excluded = sift(
        [Option(stone.piece, stone.name) for stone in hand],
        lambda piece: stone_moves.why_not_lose(state, task.player, piece),
    )
    sentence = Phrase("{player} picks which of their own stones is knocked out.", player=task.player)
    return (Ask(task.player, "give", sentence, BOOK.cite("CST-Q-17", "CST-B-49"), offered, excluded=excluded),)


def why_not_give(state: State, choice: Choose) -> Reason:
    """Why that player cannot pick that stone to be knocked out."""
    if not state.setting.house["victim_picks"]:
        return stone_moves.KNOCKER_PICKS
    task = front(state)
    if task.kind != "give":
        return NOTHING_TO_GIVE
    return NOT_OWN_STONE if task.player == choice.player else stone_moves.VICTIM_PICKS


def give(state: State, choice: Choose) -> Step:
    """Knock out the stone that the victim picked."""
    return stone_moves.send_to_vault(
        then(state), choice.player, choice.pick, state.todo[0].about + BOOK.cite("CST-Q-17")
    )


def replacement_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """Ask the player who lost a stone to take another one."""
    lost = state.setting.stones[task.about[0]]
    vault = [state.setting.stones[piece] for piece in state.vaults[state.setting.vault(task.player)]]
    offered, excluded = sift(
        [Option(stone.piece, Phrase("Take {stone}", stone=stone.name)) for stone in vault],
        lambda piece: stone_moves.why_not_replace(state, task.player, lost.piece, piece),
    )
    sentence = Phrase(
        "{player} takes another stone from the vault, but not {stone}.", player=task.player, stone=lost.name
    )
    rules = BOOK.cite("CST-B-50", "CST-B-51")
    hides: Literal["nothing", "options"] = "options" if state.setting.advanced else "nothing"
    return (Ask(task.player, "replace", sentence, rules, offered, hides=hides, excluded=excluded),)


def why_not_replace(state: State, choice: Choose) -> Reason | None:
    """Why that player cannot take that stone from the vault now."""
    task = front(state)
    if task.kind != "replace":
        return NOT_KNOCKED
    if task.player != choice.player:
        return OTHER_REPLACES.about(player=task.player)
    return stone_moves.why_not_replace(state, choice.player, task.about[0], choice.pick)


def replace_stone(state: State, choice: Choose) -> Step:
    """Put the chosen stone of the vault into the hand."""
    lost = state.setting.stones[state.todo[0].about[0]]
    return stone_moves.take_replacement(then(state), choice.player, lost, state.setting.stones[choice.pick])
