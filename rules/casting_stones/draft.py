"""Sharing out the twelve stones at the start, and after a tie where the house wants new hands."""

from __future__ import annotations

from dataclasses import replace

from rules.casting_stones import messages
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.state import SHARED, State, Step, Task, put, stones, then
from rules.casting_stones.stones import CHASER, HAND, TYPE_RULES, TYPES, Stone, within
from rules.core.asks import Ask
from rules.core.facts import Choose
from rules.core.options import Option


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
    return after, (messages.PICKED(player=choice.player, stone=stone.name, a_type=messages.a_type(stone), also=also),)


def deal(state: State) -> Step:
    """What nobody picked goes into the vault."""
    one, two = state.setting.players
    said = messages.DEALT(one=one, two=two, rest=messages.names(stones(state, state.middle)))
    return replace(then(state), middle=(), vaults={SHARED: state.middle}), (said,)


def hand_tasks(players: tuple[str, str]) -> tuple[Task, ...]:
    """In the Advanced game: five stones of the own ten each, the youngest first, in turn."""
    return (*(Task("hand", player) for _ in range(5) for player in players), Task("ready"))


def hand_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """One stone of the own collection, which is nobody else's business."""
    options = tuple(Option(s.piece, f"{s.name}, {s.number}") for s in stones(state, state.vaults[task.player]))
    sentence = f"{task.player} takes a stone into the hand."
    return (Ask(task.player, "hand", sentence, BOOK.cite("CST-A-05", "CST-A-06"), options, hides="options"),)


def hand(state: State, choice: Choose) -> Step:
    """A stone goes from the own collection to the hand."""
    [stone] = stones(state, (choice.pick,))
    vault = tuple(piece for piece in state.vaults[choice.player] if piece != stone.piece)
    after = replace(
        then(state),
        vaults=put(state.vaults, choice.player, vault),
        hands=put(state.hands, choice.player, (*state.hands[choice.player], stone.piece)),
    )
    also = (TYPE_RULES[stone.type],)
    return after, (
        messages.HAND_STONE(player=choice.player, stone=stone.name, a_type=messages.a_type(stone), also=also),
    )


def ready(state: State) -> Step:
    """Hands, vaults and libraries are told."""
    one, two = state.setting.players
    cards = len(state.shelves[one].up)
    also = BOOK.cite("CST-A-03") if cards > 3 else ()
    return then(state), (messages.READY(one=one, two=two, cards=cards, also=also),)


def chaser_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """By the house rule a Chaser's type is named once."""
    [stone] = stones(state, task.about)
    options = tuple(Option(kind, messages.TYPE_WORDS[kind]) for kind in TYPES)
    sentence = f"{task.player} names a type for {stone.name}, for the whole game."
    return (Ask(task.player, "chaser", sentence, BOOK.cite("CST-G-12", "CST-Q-29"), options),)


def chaser(state: State, choice: Choose) -> Step:
    """The type is named."""
    [stone] = stones(state, state.todo[0].about)
    named = messages.a_type(replace(stone, type=choice.pick))
    after = replace(then(state), fixed=put(state.fixed, stone.piece, choice.pick))
    return after, (messages.CHASER_TYPE(player=choice.player, stone=stone.name, a_type=named),)


def again(state: State) -> Step:
    """After a tie, by the house rule: all stones go back and are picked afresh."""
    players = state.setting.players
    nothing: dict[str, tuple[str, ...]] = dict.fromkeys(players, ())
    if state.setting.advanced:
        vaults = {player: state.vaults[player] + state.hands[player] for player in players}
        after = replace(then(state, *hand_tasks(players)), hands=nothing, vaults=vaults)
    else:
        middle = tuple(state.setting.stones)
        after = replace(then(state, *tasks(players)), hands=nothing, vaults={SHARED: ()}, middle=middle)
    return replace(after, sides={}, casts={}), (messages.REDRAFT(),)
