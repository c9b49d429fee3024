"""Sharing out the twelve stones at the start, and after a tie where the house wants new hands."""

from __future__ import annotations

from dataclasses import replace

from rules.casting_stones import words
from rules.casting_stones.book import BOOK
from rules.casting_stones.state import SHARED, State, Step, Task, put, stones, then
from rules.casting_stones.stones import CHASER, HAND, TYPE_RULES, Stone, within
from rules.core import Ask, Option
from rules.facts import Choose


def tasks(players: tuple[str, str]) -> tuple[Task, ...]:
    """Five picks each, the youngest first, in turn."""
    return (*(Task("draft", player) for _ in range(5) for player in players), Task("deal"))


def _fitting(state: State, player: str) -> list[Stone]:
    hand, middle = stones(state, state.hands[player]), stones(state, state.middle)
    # With Chasers in play a hand may find no stone that fits; then any will do.
    return [stone for stone in middle if within([*hand, stone], HAND)] or middle


def asks(state: State, task: Task) -> tuple[Ask, ...]:
    """One stone out of the middle."""
    options = tuple(Option(stone.piece, f"{stone.name}, {stone.number}") for stone in _fitting(state, task.player))
    return (Ask(task.player, "draft", f"{task.player} picks a stone.", BOOK.cite("CST-B-07", "CST-B-08"), options),)


def pick(state: State, choice: Choose) -> Step:
    """A stone goes from the middle to a hand."""
    [stone] = stones(state, (choice.pick,))
    also = (TYPE_RULES[stone.type],) + (BOOK.cite("CST-Q-28") if stone.type == CHASER else ())
    after = replace(
        then(state),
        middle=tuple(piece for piece in state.middle if piece != stone.piece),
        hands=put(state.hands, choice.player, (*state.hands[choice.player], stone.piece)),
    )
    return after, (words.PICKED(player=choice.player, stone=stone.name, a_type=words.a_type(stone), also=also),)


def deal(state: State) -> Step:
    """What nobody picked goes into the vault."""
    one, two = state.setting.players
    said = words.DEALT(one=one, two=two, rest=words.names(stones(state, state.middle)))
    return replace(then(state), middle=(), vaults={SHARED: state.middle}), (said,)


def again(state: State) -> State:
    """All stones go back to the middle, and are picked afresh."""
    middle = tuple(state.setting.stones)
    nothing = dict.fromkeys(state.setting.players, ())
    return replace(state, middle=middle, hands=nothing, vaults={SHARED: ()}, todo=tasks(state.setting.players))
