"""The reward of a turn: every legal move is one option, and nothing else is."""

from __future__ import annotations

from itertools import chain

from rules.casting_stones import messages, moves
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.state import State, Step, Task, then
from rules.core.asks import Ask
from rules.core.facts import Choose
from rules.core.options import Option

_OFFERS = {
    "spell": ("puts a gem on an empty turret", BOOK.cite("CST-B-43", "CST-B-45")),
    "potion": ("chooses one swap", BOOK.cite("CST-B-43", "CST-B-44", "CST-B-46", "CST-B-47", "CST-B-52")),
    "charm": ("chooses one knock-out", BOOK.cite("CST-B-43", "CST-B-44", "CST-B-48", "CST-B-49", "CST-B-52")),
}
_EARNED = BOOK.cite("CST-B-43", "CST-B-45", "CST-B-54")
_CHOSEN = BOOK.cite("CST-B-43", "CST-B-44", "CST-B-52")
_OF_BUNGLE = BOOK.cite("CST-B-53", "CST-Q-05")


def rewards(state: State, task: Task) -> tuple[Option, ...]:
    """Every reward that the task's player may take now for the task's cast."""
    match task.about[0]:
        case "spell":
            return tuple(moves.gems(state, task.player))
        case "potion":
            return tuple(chain(moves.swaps(state, task.player), moves.card_swaps(state, task.player)))
        case _:
            return tuple(chain(moves.knock_outs(state, task.player), moves.card_knock_outs(state, task.player)))


def reward_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """The winner chooses a reward; what lies in a private vault is nobody else's business."""
    kind = task.about[0]
    offer, rules = _OFFERS[kind]
    sentence = f"{task.player} won with a {messages.NAMES[kind]} and {offer}."
    private = kind == "potion" and state.setting.advanced
    options = rewards(state, task)
    return (Ask(task.player, "victory", sentence, rules, options, hides="options" if private else "nothing"),)


def skip(state: State) -> Step | None:
    """A reward with nothing to choose passes by."""
    task = state.todo[0]
    if rewards(state, task):
        return None
    if task.about[0] == "spell":
        return then(state), (messages.NO_GEM(player=task.player),)
    return then(state), (messages.NO_AIM(player=task.player, do="swap" if task.about[0] == "potion" else "knock out"),)


def take(state: State, choice: Choose) -> Step:
    """The winner takes one reward."""
    task = state.todo[0]
    rules = _EARNED if task.about[0] == "spell" else _CHOSEN
    rules += _OF_BUNGLE if "bungle" in task.about else ()
    return moves.move(then(state), choice.player, choice.pick, rules)


def give_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """By the house rule the victim picks the stone that is knocked out."""
    options = tuple(Option(stone.piece, stone.name) for stone in moves.victims(state, task.player))
    sentence = f"{task.player} picks which own stone is knocked out."
    return (Ask(task.player, "give", sentence, BOOK.cite("CST-B-49", "CST-Q-17"), options),)


def give(state: State, choice: Choose) -> Step:
    """The victim has picked."""
    return moves.knocked(then(state), choice.player, choice.pick, state.todo[0].about + BOOK.cite("CST-Q-17"))


def replacement_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """Who lost a stone takes another."""
    lost = state.setting.stones[task.about[0]]
    options = tuple(Option(s.piece, f"Take {s.name}") for s in moves.replacements(state, task.player, lost))
    sentence = f"{task.player} takes another stone from the vault, but not {lost.name}."
    rules = BOOK.cite("CST-B-50", "CST-B-51")
    private = state.setting.advanced
    return (Ask(task.player, "replace", sentence, rules, options, hides="options" if private else "nothing"),)


def replacement(state: State, choice: Choose) -> Step:
    """Another stone joins the hand."""
    lost = state.setting.stones[state.todo[0].about[0]]
    return moves.replaced(then(state), choice.player, lost, state.setting.stones[choice.pick])
