"""Everything that can be done to gems, stones and cards: which moves are legal, and what each changes.

A move is told as a verb and what it is done to, such as ``swap-gem 2 3``; turrets are counted from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from rules.casting_stones import messages, ring
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.state import Shelf, State, Step, Task, put, stones, turret_words, type_of
from rules.casting_stones.stones import Stone
from rules.core.options import Option
from rules.core.rulings import Ruling

Move = Callable[[State, str, list[str], tuple[str, ...]], Step]


def gems(state: State, player: str) -> Iterator[Option]:
    """A gem on each empty turret; by the house rule, one that stands already where none is left."""
    empty = [turret for turret, owner in enumerate(state.turrets) if owner is None]
    if state.gems[player]:
        for turret in empty:
            yield Option(f"gem {turret + 1}", f"Put a gem on {turret_words(state, turret)}")
    elif state.setting.house["move_own_gem"]:
        for turret in _of(state, player):
            for target in empty:
                said = f"Move the gem on {turret_words(state, turret)} to {turret_words(state, target)}"
                yield Option(f"move-gem {turret + 1} {target + 1}", said)


def swaps(state: State, player: str) -> Iterator[Option]:
    """Own gems with opposing ones beside them, own stones with those in the vault."""
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


def card_swaps(state: State, player: str) -> Iterator[Option]:
    """In the Advanced game: own cards that lie face up with those in the own vault."""
    shelf = state.shelves[player]
    for given in shelf.up if state.setting.advanced else ():
        for taken in shelf.vault:
            said = f"Swap the card {_card(state, given)} for {_card(state, taken)}"
            yield Option(f"swap-card {given} {taken}", said)


def knock_outs(state: State, player: str) -> Iterator[Option]:
    """Opposing gems and stones."""
    other = state.setting.other(player)
    for turret in _of(state, other):
        yield Option(f"knock-gem {turret + 1}", f"Knock {other}'s gem off {turret_words(state, turret)}")
    targets = victims(state, other)
    if targets and state.setting.house["victim_picks"]:
        yield Option("knock-stone", f"Knock out a stone that {other} picks")
    else:
        for stone in targets:
            yield Option(f"knock-stone {stone.piece}", f"Knock out {other}'s {stone.name}")


def card_knock_outs(state: State, player: str) -> Iterator[Option]:
    """In the Advanced game: opposing cards that lie face up."""
    other = state.setting.other(player)
    for card in state.shelves[other].up if state.setting.advanced else ():
        yield Option(f"knock-card {card}", f"Knock out {other}'s card {_card(state, card)}")


def victims(state: State, player: str) -> list[Stone]:
    """*player*'s stones that could be replaced if they were knocked out."""
    return [stone for stone in stones(state, state.hands[player]) if replacements(state, player, stone)]


def replacements(state: State, player: str, given: Stone) -> list[Stone]:
    """The stones of the vault that may replace *given*."""
    return [stone for stone in _vault(state, player) if stone != given and _may_replace(state, given, stone)]


def _of(state: State, player: str) -> list[int]:
    return [turret for turret, owner in enumerate(state.turrets) if owner == player]


def _vault(state: State, player: str) -> list[Stone]:
    return stones(state, state.vaults[state.setting.vault(player)])


def _may_replace(state: State, given: Stone, taken: Stone) -> bool:
    strict = state.setting.house["always_1_2_2"] and not state.setting.advanced
    return given.type == taken.type or not strict


def _card(state: State, card: str) -> str:
    return state.setting.cards[card].name


def move(state: State, player: str, pick: str, rules: tuple[str, ...]) -> Step:
    """Do one move that was offered; *rules* say what earned it."""
    verb, *about = pick.split()
    return _MOVES[verb](state, player, about, rules)


def _put_gem(state: State, player: str, about: list[str], rules: tuple[str, ...]) -> Step:
    return put_gem(state, player, int(about[0]) - 1, rules)


def put_gem(state: State, player: str, turret: int, rules: tuple[str, ...]) -> Step:
    """A gem goes from the line to a turret; one that stands there goes home."""
    after, said = state, tuple[Ruling, ...]()
    if state.turrets[turret] is not None:
        after, said = _knock_gem(state, player, [str(turret + 1)], rules)
    after = replace(after, turrets=_placed(after, {turret: player}))
    after = replace(after, gems=put(after.gems, player, after.gems[player] - 1))
    return after, (*said, messages.GEM(player=player, turret=turret_words(state, turret), also=rules))


def _move_gem(state: State, player: str, about: list[str], rules: tuple[str, ...]) -> Step:
    turret, target = (int(number) - 1 for number in about)
    after = replace(state, turrets=_placed(state, {turret: None, target: player}))
    gone, here = turret_words(state, turret), turret_words(state, target)
    return after, (messages.MOVE(player=player, turret=gone, target=here, also=rules),)


def _swap_gem(state: State, player: str, about: list[str], rules: tuple[str, ...]) -> Step:
    own, theirs = (int(number) - 1 for number in about)
    other = state.setting.other(player)
    after = replace(state, turrets=_placed(state, {own: other, theirs: player}))
    turret, target = turret_words(state, own), turret_words(state, theirs)
    return after, (messages.SWAP_GEM(player=player, other=other, turret=turret, target=target, also=rules),)


def _knock_gem(state: State, player: str, about: list[str], rules: tuple[str, ...]) -> Step:
    turret, other = int(about[0]) - 1, state.setting.other(player)
    after = replace(state, turrets=_placed(state, {turret: None}), gems=put(state.gems, other, state.gems[other] + 1))
    return after, (messages.KNOCK_GEM(other=other, turret=turret_words(state, turret), also=rules),)


def _placed(state: State, changed: Mapping[int, str | None]) -> ring.Turrets:
    return tuple(changed.get(turret, owner) for turret, owner in enumerate(state.turrets))


def _swap_stone(state: State, player: str, about: list[str], rules: tuple[str, ...]) -> Step:
    given, taken = stones(state, about)
    after = _moved(state, player, leaves=given.piece, joins=taken.piece)
    said = messages.SWAP_STONE(player=player, stone=given.name, gets=taken.name, also=rules + _any_types(given, taken))
    return after, (said, *_lacks_character(after, player))


def _knock_stone(state: State, player: str, about: list[str], rules: tuple[str, ...]) -> Step:
    other = state.setting.other(player)
    if not about:
        return replace(state, todo=(Task("give", other, rules), *state.todo)), ()
    return knocked(state, other, about[0], rules)


def knocked(state: State, victim: str, piece: str, rules: tuple[str, ...]) -> Step:
    """A stone leaves *victim*'s hand for the vault, and is to be replaced at once."""
    after = _moved(state, victim, leaves=piece)
    after = replace(after, todo=(Task("replace", victim, (piece,)), *after.todo))
    also = rules + (BOOK.cite("CST-Q-31") if state.setting.advanced else ())
    return after, (messages.KNOCK_STONE(other=victim, stone=state.setting.stones[piece].name, also=also),)


def replaced(state: State, player: str, lost: Stone, taken: Stone) -> Step:
    """Another stone joins the hand for the one that was knocked out."""
    after = _moved(state, player, joins=taken.piece)
    also = _any_types(lost, taken) + (BOOK.cite("CST-Q-31") if state.setting.advanced else ())
    said = messages.REPLACED(player=player, stone=taken.name, also=also)
    return after, (said, *_lacks_character(after, player))


def _moved(state: State, player: str, leaves: str = "", joins: str = "") -> State:
    """A stone leaves the hand for the vault, or joins it from there, or both."""
    key = state.setting.vault(player)
    hand = (*(p for p in state.hands[player] if p != leaves), *((joins,) if joins else ()))
    vault = (*(p for p in state.vaults[key] if p != joins), *((leaves,) if leaves else ()))
    return replace(state, hands=put(state.hands, player, hand), vaults=put(state.vaults, key, vault))


def _any_types(given: Stone, taken: Stone) -> tuple[str, ...]:
    return BOOK.cite("CST-Q-18") if given.type != taken.type else ()


def _lacks_character(state: State, player: str) -> tuple[Ruling, ...]:
    held = {type_of(state, stone) for stone in stones(state, state.hands[player])}
    return () if held & {"character", "chaser"} else (messages.NO_CHARACTER(player=player),)


def _swap_card(state: State, player: str, about: list[str], rules: tuple[str, ...]) -> Step:
    given, taken = about
    shelf = state.shelves[player]
    up = (*(card for card in shelf.up if card != given), taken)
    vault = (*(card for card in shelf.vault if card != taken), given)
    after = replace(state, shelves=put(state.shelves, player, Shelf(up, shelf.used, vault)))
    said = messages.SWAP_CARD(player=player, card=_card(state, given), gets=_card(state, taken), also=rules)
    return after, (said,)


def _knock_card(state: State, player: str, about: list[str], rules: tuple[str, ...]) -> Step:
    [card], other = about, state.setting.other(player)
    shelf = state.shelves[other]
    up = tuple(one for one in shelf.up if one != card)
    after = replace(state, shelves=put(state.shelves, other, Shelf(up, shelf.used, (*shelf.vault, card))))
    return after, (messages.KNOCK_CARD(other=other, card=_card(state, card), also=rules),)


_MOVES: Mapping[str, Move] = {
    "gem": _put_gem,
    "move-gem": _move_gem,
    "swap-gem": _swap_gem,
    "swap-stone": _swap_stone,
    "swap-card": _swap_card,
    "knock-gem": _knock_gem,
    "knock-stone": _knock_stone,
    "knock-card": _knock_card,
}
