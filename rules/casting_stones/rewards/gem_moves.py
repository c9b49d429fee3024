"""Moves of gems: which are legal, and what each changes.

A move names turrets by their numbers from 1, as the texts in ``about``; everywhere else they are counted from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from rules.casting_stones import messages, ring
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.state import State, Step, put, turret_words
from rules.core.asks import Option
from rules.core.copies import replace
from rules.core.phrases import Phrase
from rules.core.rulings import Message, Reason, Ruling

_because = BOOK.because

WHERE_TO_PUT = _because("A gem goes on an empty turret of the mat: say on which one.", "CST-B-45")
WHERE_TO_MOVE = _because("A gem moves from its turret to an empty one: name both turrets of the mat.", "CST-Q-11")
WHICH_TO_SWAP = _because("Two gems on neighbouring turrets of the mat are swapped: name both turrets.", "CST-B-46")
WHICH_TO_KNOCK = _because("A gem is knocked off its turret of the mat: say off which one.", "CST-B-48")
OCCUPIED = _because("{owner}'s gem stands on {turret} already: a gem goes on an empty turret.", "CST-B-45")
NO_GEM_LEFT = _because(
    "All gems of that colour stand on turrets, so none is left to put there.", "CST-Q-11", "CST-G-05"
)
GEMS_LEFT = _because("A gem is moved only when the player has none left to put on a turret.", "CST-Q-11", "CST-B-54")
NO_MOVING = _because("Gems on turrets are not moved; a new gem is put on an empty turret.", "CST-Q-11", "CST-B-54")
NOT_OWN_GEM = _because("No gem of that player stands there.", "CST-Q-11")
NOT_NEIGHBOURS = _because("Those turrets are not neighbours.", "CST-B-46", "CST-Q-13")
NO_OWN_TO_SWAP = _because("The first of the two gems must belong to the player who swaps.", "CST-B-46")
NO_THEIRS_TO_SWAP = _because("A gem is swapped only with an opposing gem beside it.", "CST-B-46")
NONE_TO_SWAP = _because("No gem of {player} stands beside an opposing gem.", "CST-B-46", "CST-Q-12")
NONE_TO_KNOCK = _because("No gem of {other} stands on a turret.", "CST-B-48", "CST-Q-12")
NO_GEM_THERE = _because("That turret is empty: there is no gem to knock off.", "CST-B-48")
OWN_GEM = _because("The gem there is the player's own: only an opposing gem is knocked off.", "CST-B-48")


def put_options(state: State, player: str) -> Iterator[Option]:
    """One option for each turret to put a gem on, legal or not."""
    for turret in range(len(state.turrets)):
        yield Option(
            f"gem {turret + 1}", Phrase("Put a gem on {turret_words}", turret_words=turret_words(state, turret))
        )


def why_not_put(state: State, player: str, about: list[str]) -> Reason | None:
    """Why the player cannot put a gem on that turret; None where that is legal."""
    turrets = _turrets(state, about, 1)
    if turrets is None:
        return WHERE_TO_PUT
    if not state.gems[player]:
        return NO_GEM_LEFT
    return _occupied(state, turrets[0])


def _occupied(state: State, turret: int) -> Reason | None:
    owner = state.turrets[turret]
    return OCCUPIED.about(owner=owner, turret=turret_words(state, turret)) if owner else None


def move_options(state: State, player: str) -> Iterator[Option]:
    """One option for each own gem and each empty turret, where a house rule allows moves and no gem is left to put."""
    if state.gems[player] or not state.setting.house["move_own_gem"]:
        return
    for turret in _of(state, player):
        for target in _of(state, None):
            words = Phrase(
                "Move the gem on {turret_words} to {turret_words2}",
                turret_words=turret_words(state, turret),
                turret_words2=turret_words(state, target),
            )
            yield Option(f"move-gem {turret + 1} {target + 1}", words)


def why_not_move(state: State, player: str, about: list[str]) -> Reason | None:
    """Why that gem cannot be moved there."""
    turrets = _turrets(state, about, 2)
    if not state.setting.house["move_own_gem"]:
        return NO_MOVING
    if turrets is None:
        return WHERE_TO_MOVE
    if state.gems[player]:
        return GEMS_LEFT
    if state.turrets[turrets[0]] != player:
        return NOT_OWN_GEM
    return _occupied(state, turrets[1])


def no_gem_put(state: State, player: str) -> Ruling:
    """The ruling that no gem can be put or moved: no turret is empty, or the player has none left to put."""
    has_one = state.gems[player] or state.setting.house["move_own_gem"]
    return (messages.NO_TURRET if has_one else messages.NO_GEM)(player=player)


def swap_options(state: State, player: str) -> Iterator[Option]:
    """One option for each own gem and each gem on a turret beside it, legal or not; one for all if there are none."""
    if not _may_swap(state, player):
        yield Option("swap-gem", Phrase("Swap two gems"))
        return
    for own, theirs in _neighbours(state):
        if state.turrets[own] == player and state.turrets[theirs] is not None:
            words = Phrase(
                "Swap your gem on {turret_words} with the one on {turret_words2}",
                turret_words=turret_words(state, own),
                turret_words2=turret_words(state, theirs),
            )
            yield Option(f"swap-gem {own + 1} {theirs + 1}", words)


def why_not_swap(state: State, player: str, about: list[str]) -> Reason | None:
    """Why those two gems cannot change places."""
    turrets = _turrets(state, about, 2)
    if turrets is None:
        return WHICH_TO_SWAP if _may_swap(state, player) else NONE_TO_SWAP.about(player=player)
    own, theirs = turrets
    if state.turrets[own] != player:
        return NO_OWN_TO_SWAP
    if (own, theirs) not in _neighbours(state):
        return NOT_NEIGHBOURS
    return None if state.turrets[theirs] == state.setting.other(player) else NO_THEIRS_TO_SWAP


def _may_swap(state: State, player: str) -> bool:
    """Whether a gem of *player* stands beside an opposing gem."""
    other = state.setting.other(player)
    return any((state.turrets[own], state.turrets[theirs]) == (player, other) for own, theirs in _neighbours(state))


def knock_options(state: State, player: str) -> Iterator[Option]:
    """One option for each turret to knock the gem off, legal or not; one for all if no opposing gem is there."""
    if not _of(state, state.setting.other(player)):
        yield Option("knock-gem", Phrase("Knock a gem off a turret"))
        return
    for turret, owner in enumerate(state.turrets):
        gem = Phrase("the gem") if owner is None else Phrase("{owner}'s gem", owner=owner)
        yield Option(
            f"knock-gem {turret + 1}",
            Phrase("Knock {gem} off {turret_words}", gem=gem, turret_words=turret_words(state, turret)),
        )


def why_not_knock(state: State, player: str, about: list[str]) -> Reason | None:
    """Why no gem can be knocked off that turret."""
    turrets = _turrets(state, about, 1)
    if turrets is None:
        other = state.setting.other(player)
        return WHICH_TO_KNOCK if _of(state, other) else NONE_TO_KNOCK.about(other=other)
    owner = state.turrets[turrets[0]]
    if owner is None:
        return NO_GEM_THERE
    return None if owner == state.setting.other(player) else OWN_GEM


def _turrets(state: State, about: list[str], count: int) -> list[int] | None:
    """The turrets named in a move, from 0; None where there are more or fewer, or one is not on the mat."""
    known = {str(turret + 1): turret for turret in range(len(state.turrets))}
    turrets = [known[name] for name in about if name in known]
    return turrets if len(turrets) == len(about) == count else None


def _of(state: State, player: str | None) -> list[int]:
    return [turret for turret, owner in enumerate(state.turrets) if owner == player]


def _neighbours(state: State) -> list[tuple[int, int]]:
    pairs = ring.pairs(len(state.turrets), bool(state.setting.house["ring_open"]))
    return [both for pair in pairs for both in (pair, pair[::-1])]


def put_gem(state: State, player: str, turret: int, rules: tuple[str, ...]) -> Step:
    """Put a gem of the player's line on a turret; a gem that stands there goes back to its owner's line."""
    after, rulings = state, tuple[Ruling, ...]()
    if state.turrets[turret] is not None:
        after, rulings = _sent_home(state, player, turret, messages.GEM_REMOVED, rules)
    after = replace(after, turrets=_placed(after, {turret: player}))
    after = replace(after, gems=put(after.gems, player, after.gems[player] - 1))
    return after, (*rulings, messages.GEM.by(rules)(player=player, turret=turret_words(state, turret)))


def put_on(state: State, player: str, about: list[str], rules: tuple[str, ...]) -> Step:
    """Put a gem on the turret that its player chose."""
    return put_gem(state, player, int(about[0]) - 1, rules)


def move_to(state: State, player: str, about: list[str], rules: tuple[str, ...]) -> Step:
    """Move a gem from one turret to another."""
    turret, target = (int(number) - 1 for number in about)
    after = replace(state, turrets=_placed(state, {turret: None, target: player}))
    source, here = turret_words(state, turret), turret_words(state, target)
    return after, (messages.MOVE(player=player, turret=source, target=here, also=rules),)


def swap_with(state: State, player: str, about: list[str], rules: tuple[str, ...]) -> Step:
    """Exchange two gems that stand side by side."""
    own, theirs = (int(number) - 1 for number in about)
    other = state.setting.other(player)
    after = replace(state, turrets=_placed(state, {own: other, theirs: player}))
    turret, target = turret_words(state, own), turret_words(state, theirs)
    return after, (messages.SWAP_GEM.by(rules)(player=player, other=other, turret=turret, target=target),)


def knock_off(state: State, player: str, about: list[str], rules: tuple[str, ...]) -> Step:
    """Send an opposing gem back to its owner's line."""
    return _sent_home(state, player, int(about[0]) - 1, messages.KNOCK_GEM.by(rules))


def _sent_home(state: State, player: str, turret: int, message: Message, also: tuple[str, ...] = ()) -> Step:
    other = state.setting.other(player)
    after = replace(state, turrets=_placed(state, {turret: None}), gems=put(state.gems, other, state.gems[other] + 1))
    return after, (message(other=other, turret=turret_words(state, turret), also=also),)


def _placed(state: State, changed: Mapping[int, str | None]) -> ring.Turrets:
    return tuple(changed.get(turret, owner) for turret, owner in enumerate(state.turrets))
