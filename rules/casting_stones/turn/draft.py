"""Sharing out the twelve stones at the start, and after a tie where the house wants new hands."""

from __future__ import annotations

from rules.casting_stones import messages
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.state import SHARED, State, Step, Task, front, put, stones, then
from rules.casting_stones.stones import CHASER, HAND, HAND_SIZE, TYPE_RULES, TYPES, within
from rules.casting_stones.turn import words
from rules.core.asks import Ask, Option, sift
from rules.core.copies import replace
from rules.core.facts import Choose
from rules.core.phrases import Phrase
from rules.core.rulings import Reason

_because = BOOK.because

UNKNOWN = _because("No stone of that name plays in this game.", "CST-G-03")
PICKED = _because("That stone has been picked already.", "CST-B-07")
IN_TURN = _because("Stones are picked in turn, the youngest first: {player} picks now.", "CST-B-07")
TOO_MANY = _because("A hand is picked as 1 Character, 2 Artifacts and 2 Elements.", "CST-B-08")
SHARED_OUT = _because("The stones are shared out: each player has five.", "CST-B-07", "CST-B-09")
FROM_MIDDLE = _because("Hands are picked out of the middle, before the first turn.", "CST-B-07", "CST-A-05")
HAND_FULL = _because("That hand has five stones already.", "CST-A-05", "CST-G-13")
HAND_PICKED = _because("The hand is picked before the first turn.", "CST-A-05", "CST-G-13")
IN_HAND = _because("That stone is in the hand already.", "CST-A-05")
OWN_TEN = _because("The hand is five of the player's own ten stones.", "CST-A-05", "CST-A-06")
EACH_CAST = _because("A Chaser may stand for another type in each cast, so none is named.", "CST-Q-29", "CST-G-12")
NO_CHASERS = _because("Chasers stand for other types in the Advanced game only.", "CST-G-12", "CST-Q-28")
NAMED = _because("That player has no Chaser that still needs a type.", "CST-Q-29")
NO_TYPE = _because("A Chaser stands for a Character, an Artifact or an Element.", "CST-G-12")


def tasks(players: tuple[str, str]) -> tuple[Task, ...]:
    """The tasks to pick five stones each, in turn, the youngest first."""
    return (*(Task("draft", player) for _ in range(5) for player in players), Task("deal"))


def why_not_pick(state: State, player: str, piece: str) -> Reason | None:
    """Why *player* cannot pick that stone out of the middle."""
    if piece not in state.setting.stones:
        return UNKNOWN
    if piece not in state.middle:
        return PICKED
    return None if piece in _fitting(state, player) else TOO_MANY


def _fitting(state: State, player: str) -> tuple[str, ...]:
    """The stones of the middle that *player* may take; any stone where Chasers leave none that fits."""
    hand = stones(state, state.hands[player])
    fits = tuple(stone.piece for stone in stones(state, state.middle) if within([*hand, stone], HAND))
    return fits or state.middle


def asks(state: State, task: Task) -> tuple[Ask, ...]:
    """The ask to take one stone from the middle."""
    offered, excluded = sift(
        [
            Option(stone.piece, Phrase("{stone}, {number}", stone=stone.name, number=stone.number))
            for stone in stones(state, state.middle)
        ],
        lambda piece: why_not_pick(state, task.player, piece),
    )
    sentence = Phrase("{player} picks a stone.", player=task.player)
    return (Ask(task.player, "draft", sentence, BOOK.cite("CST-B-07", "CST-B-08"), offered, excluded=excluded),)


def why_not_draft(state: State, choice: Choose) -> Reason | None:
    """Why that player cannot pick that stone now."""
    task = front(state)
    if task.kind != "draft":
        return OWN_TEN if state.setting.advanced else SHARED_OUT
    if choice.player != task.player and choice.pick in state.middle:
        return IN_TURN.about(player=task.player)
    return why_not_pick(state, choice.player, choice.pick)


def pick(state: State, choice: Choose) -> Step:
    """Move a stone from the middle to a hand."""
    [stone] = stones(state, (choice.pick,))
    also = (TYPE_RULES[stone.type],) + (BOOK.cite("CST-Q-28") if stone.type == CHASER else ())
    after = replace(
        then(state),
        middle=tuple(piece for piece in state.middle if piece != stone.piece),
        hands=put(state.hands, choice.player, (*state.hands[choice.player], stone.piece)),
    )
    return after, (messages.PICKED(player=choice.player, stone=stone.name, a_type=words.a_type(stone), also=also),)


def deal(state: State) -> Step:
    """Put the stones that nobody picked into the vault."""
    one, two = state.setting.players
    message = messages.DEALT_AGAIN if state.turn else messages.DEALT
    ruling = message(one=one, two=two, rest=words.names(stones(state, state.middle)))
    return replace(then(state), middle=(), vaults={SHARED: state.middle}), (ruling,)


def hand_tasks() -> tuple[Task, ...]:
    """The tasks of the Advanced game in which each player takes five of their own ten stones before the first turn."""
    return (Task("hands"), Task("ready"))


def why_not_take(state: State, player: str, piece: str) -> Reason | None:
    """Why *player* cannot take that stone into the hand."""
    if len(state.hands[player]) == HAND_SIZE:
        return HAND_FULL
    if piece in state.hands[player]:
        return IN_HAND
    return None if piece in state.vaults[player] else OWN_TEN


def hand_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """Ask both players to fill their hands from their own collections, which the other player may not see."""
    missing = [player for player in state.setting.players if len(state.hands[player]) < HAND_SIZE]
    return tuple(_hand_ask(state, player) for player in missing)


def _hand_ask(state: State, player: str) -> Ask:
    options = tuple(
        Option(s.piece, Phrase("{s}, {number}", s=s.name, number=s.number)) for s in stones(state, state.vaults[player])
    )
    sentence = Phrase(
        "{player} takes a stone into the hand: {left} to go.", player=player, left=HAND_SIZE - len(state.hands[player])
    )
    return Ask(player, "hand", sentence, BOOK.cite("CST-A-05", "CST-A-06"), options, hides="options")


def why_not_hand(state: State, choice: Choose) -> Reason | None:
    """Why that player cannot take that stone into the hand now."""
    if not state.setting.advanced:
        return FROM_MIDDLE
    return why_not_take(state, choice.player, choice.pick) if front(state).kind == "hands" else HAND_PICKED


def hands_full(state: State) -> Step | None:
    """Continue the game once both hands are full."""
    return None if hand_asks(state, state.todo[0]) else (then(state), ())


def take_stone(state: State, choice: Choose) -> Step:
    """Move a stone from the player's collection to the hand."""
    [stone] = stones(state, (choice.pick,))
    vault = tuple(piece for piece in state.vaults[choice.player] if piece != stone.piece)
    after = replace(
        state,
        vaults=put(state.vaults, choice.player, vault),
        hands=put(state.hands, choice.player, (*state.hands[choice.player], stone.piece)),
    )
    also = (TYPE_RULES[stone.type],)
    return after, (messages.HAND_STONE(player=choice.player, stone=stone.name, a_type=words.a_type(stone), also=also),)


def ready(state: State) -> Step:
    """Announce that hands, vaults and libraries are complete; after a tie, only that the hands are."""
    one, two = state.setting.players
    if state.turn:
        return then(state), (messages.READY_AGAIN(one=one, two=two),)
    cards = len(state.shelves[one].up)
    also = BOOK.cite("CST-A-03") if cards > 3 else ()
    return then(state), (messages.READY(one=one, two=two, cards=cards, also=also),)


def chaser_asks(state: State, task: Task) -> tuple[Ask, ...]:
    """The ask for a Chaser's type, which is named once for the game if a house rule says so."""
    [stone] = stones(state, task.about)
    options = tuple(Option(kind, words.TYPE_WORDS[kind]) for kind in TYPES)
    sentence = Phrase("{player} names a type for {stone}, for the whole game.", player=task.player, stone=stone.name)
    return (Ask(task.player, "chaser", sentence, BOOK.cite("CST-Q-29", "CST-G-12"), options),)


def why_not_chaser(state: State, choice: Choose) -> Reason:
    """Why that player cannot name a type for a Chaser now."""
    if not (state.setting.advanced or state.setting.house["chaser_wild_always"]):
        return NO_CHASERS
    if not state.setting.house["chaser_fixed"]:
        return EACH_CAST
    task = front(state)
    return NO_TYPE if (task.kind, task.player) == ("chaser", choice.player) else NAMED


def name_chaser(state: State, choice: Choose) -> Step:
    """Note the type that a player named for a Chaser."""
    [stone] = stones(state, state.todo[0].about)
    named = words.a_type(replace(stone, type=choice.pick))
    after = replace(then(state), fixed=put(state.fixed, stone.piece, choice.pick))
    return after, (messages.CHASER_TYPE(player=choice.player, stone=stone.name, a_type=named),)


def draft_again(state: State) -> Step:
    """Put all stones back, to be picked again after a tie as a house rule says."""
    players = state.setting.players
    nothing: dict[str, tuple[str, ...]] = dict.fromkeys(players, ())
    if state.setting.advanced:
        vaults = {player: state.vaults[player] + state.hands[player] for player in players}
        after = replace(then(state, *hand_tasks()), hands=nothing, vaults=vaults)
    else:
        middle = tuple(state.setting.stones)
        after = replace(then(state, *tasks(players)), hands=nothing, vaults={SHARED: ()}, middle=middle)
    return replace(after, sides={}, casts={}), (messages.REDRAFT(),)
