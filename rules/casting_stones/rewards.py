"""What the winner of a turn may do; every legal reward is one option, and nothing else is."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from rules.book import Ruling
from rules.casting_stones import ring, words
from rules.casting_stones.book import BOOK
from rules.casting_stones.state import State, Step, Task, put, stones, then, turret_words
from rules.casting_stones.stones import Stone
from rules.core import Ask, Option
from rules.facts import Choose

_OFFERS = {
    "spell": ("puts a gem on an empty turret", BOOK.cite("CST-B-43", "CST-B-45")),
    "potion": ("chooses one swap", BOOK.cite("CST-B-43", "CST-B-44", "CST-B-46", "CST-B-47", "CST-B-52")),
    "charm": ("chooses one knock-out", BOOK.cite("CST-B-43", "CST-B-44", "CST-B-48", "CST-B-49", "CST-B-52")),
}
_EARNED = BOOK.cite("CST-B-43")
_CHOSEN = BOOK.cite("CST-B-43", "CST-B-44", "CST-B-52")
_OF_BUNGLE = BOOK.cite("CST-B-53", "CST-Q-05")


def rewards(state: State, task: Task) -> tuple[Option, ...]:
    """Every reward that the task's player may take now for the task's cast."""
    offers = {"spell": _gems, "potion": _swaps, "charm": _knock_outs}
    return tuple(offers[task.about[0]](state, task.player))


def reward_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """The winner chooses a reward."""
    offer, rules = _OFFERS[task.about[0]]
    sentence = f"{task.player} won with a {words.NAMES[task.about[0]]} and {offer}."
    return (Ask(task.player, "victory", sentence, rules, rewards(state, task)),)


def _of(state: State, player: str) -> list[int]:
    return [turret for turret, owner in enumerate(state.turrets) if owner == player]


def _gems(state: State, player: str) -> Iterator[Option]:
    empty = [turret for turret, owner in enumerate(state.turrets) if owner is None]
    if state.gems[player]:
        for turret in empty:
            yield Option(f"gem {turret + 1}", f"Put a gem on {turret_words(state, turret)}")
    elif state.setting.house["move_own_gem"]:
        for turret in _of(state, player):
            for to in empty:
                said = f"Move the gem on {turret_words(state, turret)} to {turret_words(state, to)}"
                yield Option(f"move-gem {turret + 1} {to + 1}", said)


def _swaps(state: State, player: str) -> Iterator[Option]:
    other = state.setting.other(player)
    for pair in ring.pairs(len(state.turrets), bool(state.setting.house["ring_open"])):
        for own, theirs in (pair, pair[::-1]):
            if (state.turrets[own], state.turrets[theirs]) == (player, other):
                said = f"Swap your gem on {turret_words(state, own)} with the one on {turret_words(state, theirs)}"
                yield Option(f"swap-gem {own + 1} {theirs + 1}", said)
    for given in stones(state, state.hands[player]):
        for taken in _vault(state, player):
            if _may_replace(state, given, taken):
                yield Option(f"swap-stone {given.piece} {taken.piece}", f"Swap {given.name} for {taken.name}")


def _knock_outs(state: State, player: str) -> Iterator[Option]:
    other = state.setting.other(player)
    for turret in _of(state, other):
        yield Option(f"knock-gem {turret + 1}", f"Knock {other}'s gem off {turret_words(state, turret)}")
    targets = [stone for stone in stones(state, state.hands[other]) if _replacements(state, other, stone)]
    if targets and state.setting.house["victim_picks"]:
        yield Option("knock-stone", f"Knock out a stone that {other} picks")
    else:
        for stone in targets:
            yield Option(f"knock-stone {stone.piece}", f"Knock out {other}'s {stone.name}")


def _vault(state: State, player: str) -> list[Stone]:
    return stones(state, state.vaults[state.setting.vault(player)])


def _may_replace(state: State, given: Stone, taken: Stone) -> bool:
    return given.type == taken.type or not state.setting.house["always_1_2_2"]


def _replacements(state: State, player: str, given: Stone) -> list[Stone]:
    return [stone for stone in _vault(state, player) if stone != given and _may_replace(state, given, stone)]


def skip(state: State) -> Step | None:
    """A reward with nothing to choose passes by."""
    task = state.todo[0]
    if rewards(state, task):
        return None
    if task.about[0] == "spell":
        return then(state), (words.NO_GEM(player=task.player),)
    return then(state), (words.NO_AIM(player=task.player, do="swap" if task.about[0] == "potion" else "knock out"),)


def take(state: State, choice: Choose) -> Step:
    """The winner takes one reward."""
    verb, *about = choice.pick.split()
    task = state.todo[0]
    rules = _EARNED if task.about[0] == "spell" else _CHOSEN
    rules += _OF_BUNGLE if "bungle" in task.about else ()
    return _TAKE[verb](then(state), choice.player, about, rules)


_Take = Callable[[State, str, list[str], tuple[str, ...]], Step]


def _put_gem(state: State, player: str, about: list[str], rules: tuple[str, ...]) -> Step:
    turret = int(about[0]) - 1
    after = replace(
        state, turrets=_placed(state, {turret: player}), gems=put(state.gems, player, state.gems[player] - 1)
    )
    return after, (words.GEM(player=player, turret=turret_words(state, turret), also=rules),)


def _move_gem(state: State, player: str, about: list[str], rules: tuple[str, ...]) -> Step:
    turret, to = (int(number) - 1 for number in about)
    after = replace(state, turrets=_placed(state, {turret: None, to: player}))
    return after, (
        words.MOVE(player=player, turret=turret_words(state, turret), target=turret_words(state, to), also=rules),
    )


def _swap_gem(state: State, player: str, about: list[str], rules: tuple[str, ...]) -> Step:
    own, theirs = (int(number) - 1 for number in about)
    other = state.setting.other(player)
    after = replace(state, turrets=_placed(state, {own: other, theirs: player}))
    turret, target = turret_words(state, own), turret_words(state, theirs)
    return after, (words.SWAP_GEM(player=player, other=other, turret=turret, target=target, also=rules),)


def _knock_gem(state: State, player: str, about: list[str], rules: tuple[str, ...]) -> Step:
    turret, other = int(about[0]) - 1, state.setting.other(player)
    after = replace(state, turrets=_placed(state, {turret: None}), gems=put(state.gems, other, state.gems[other] + 1))
    return after, (words.KNOCK_GEM(other=other, turret=turret_words(state, turret), also=rules),)


def _placed(state: State, gems: Mapping[int, str | None]) -> ring.Turrets:
    return tuple(gems.get(turret, owner) for turret, owner in enumerate(state.turrets))


def _swap_stone(state: State, player: str, about: list[str], rules: tuple[str, ...]) -> Step:
    given, taken = stones(state, about)
    after = _moved(state, player, leaves=given.piece, joins=taken.piece)
    also = rules + _any_types(given, taken)
    said = words.SWAP_STONE(player=player, stone=given.name, gets=taken.name, also=also)
    return after, (said, *_lacks_character(after, player))


def _any_types(given: Stone, taken: Stone) -> tuple[str, ...]:
    return BOOK.cite("CST-Q-18") if given.type != taken.type else ()


def _knock_stone(state: State, player: str, about: list[str], rules: tuple[str, ...]) -> Step:
    other = state.setting.other(player)
    if not about:
        return replace(state, todo=(Task("give", other, rules), *state.todo)), ()
    return _knocked(state, other, about[0], rules)


def _knocked(state: State, other: str, piece: str, rules: tuple[str, ...]) -> Step:
    after = _moved(state, other, leaves=piece)
    after = replace(after, todo=(Task("replace", other, (piece,)), *after.todo))
    return after, (words.KNOCK_STONE(other=other, stone=state.setting.stones[piece].name, also=rules),)


def _moved(state: State, player: str, leaves: str = "", joins: str = "") -> State:
    """A stone leaves the hand for the vault, or joins it from there, or both."""
    key = state.setting.vault(player)
    hand = (*(p for p in state.hands[player] if p != leaves), *((joins,) if joins else ()))
    vault = (*(p for p in state.vaults[key] if p != joins), *((leaves,) if leaves else ()))
    return replace(state, hands=put(state.hands, player, hand), vaults=put(state.vaults, key, vault))


_TAKE: Mapping[str, _Take] = {
    "gem": _put_gem,
    "move-gem": _move_gem,
    "swap-gem": _swap_gem,
    "swap-stone": _swap_stone,
    "knock-gem": _knock_gem,
    "knock-stone": _knock_stone,
}


def give_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """By the house rule the victim picks the stone that is knocked out."""
    targets = [stone for stone in stones(state, state.hands[task.player]) if _replacements(state, task.player, stone)]
    options = tuple(Option(stone.piece, stone.name) for stone in targets)
    sentence = f"{task.player} picks which own stone is knocked out."
    return (Ask(task.player, "give", sentence, BOOK.cite("CST-B-49", "CST-Q-17"), options),)


def give(state: State, choice: Choose) -> Step:
    """The victim has picked."""
    return _knocked(then(state), choice.player, choice.pick, state.todo[0].about + BOOK.cite("CST-Q-17"))


def replacement_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """Who lost a stone takes another."""
    lost = state.setting.stones[task.about[0]]
    options = tuple(Option(s.piece, f"Take {s.name}") for s in _replacements(state, task.player, lost))
    sentence = f"{task.player} takes another stone from the vault, but not {lost.name}."
    return (Ask(task.player, "replace", sentence, BOOK.cite("CST-B-50", "CST-B-51"), options),)


def replacement(state: State, choice: Choose) -> Step:
    """Another stone joins the hand."""
    lost, taken = stones(state, (state.todo[0].about[0], choice.pick))
    after = _moved(then(state), choice.player, joins=taken.piece)
    said = words.REPLACED(player=choice.player, stone=taken.name, also=_any_types(lost, taken))
    return after, (said, *_lacks_character(after, choice.player))


def _lacks_character(state: State, player: str) -> tuple[Ruling, ...]:
    if any(stone.type in ("character", "chaser") for stone in stones(state, state.hands[player])):
        return ()
    return (words.NO_CHARACTER(player=player),)
