"""How a turn goes: who casts when, who won it, who casts first in the next, and when the game is over."""

from __future__ import annotations

from dataclasses import replace

from rules.book import Ruling
from rules.casting_stones import draft, ring, words
from rules.casting_stones.book import BOOK
from rules.casting_stones.casts import Cast, Verdict, compare
from rules.casting_stones.state import Compared, State, Step, Task, cast, then, turret_words, unsettled

_BEATS_WORDS = {
    "spell": "A Spell beats a Potion.",
    "potion": "A Potion beats a Charm.",
    "charm": "A Charm beats a Spell.",
}


def begin(state: State) -> Step:
    """A new turn: stones are taken up again, and the casts are due in order."""
    task, turn = state.todo[0], state.turn + 1
    one, two = state.first, state.setting.other(state.first)
    if state.setting.house["cast_both_then_opponent"]:
        due = [("cast", one), ("second", one), ("cast", two), ("second", two)]
    else:
        due = [("cast", one), ("cast", two), ("second", one), ("second", two)]
    tasks = (*(Task(kind, player) for kind, player in due), Task("compare"))
    after = replace(then(state, *tasks), turn=turn, sides={}, casts={})
    if turn == 1:
        return after, (words.FIRST_TURN(player=one),)
    if task.about == ("won",):
        return after, (words.NEXT_TURN(turn=turn, player=one, other=two),)
    return after, (words.TURN_AFTER_TIE(turn=turn, player=one),)


def judge(state: State) -> Step | None:
    """Compare the two casts, once every stone lies flat."""
    if any(unsettled(state, player) for player in state.setting.players):
        return None
    one, two = state.first, state.setting.other(state.first)
    casts = [made for made in (cast(state, one), cast(state, two)) if made]
    verdict = compare(*casts)
    said = words.COMPARED(
        also=verdict.rules,
        one=one,
        one_cast=words.cast_words(casts[0]),
        two=two,
        two_cast=words.cast_words(casts[1]),
        why=_why(casts, verdict),
        winner="Nobody" if verdict.winner is None else (one, two)[verdict.winner],
    )
    winner = None if verdict.winner is None else (one, two)[verdict.winner]
    shown = {player: (made, state.sides[player]) for player, made in zip((one, two), casts, strict=True)}
    state = replace(state, last=Compared(state.turn, winner, shown))
    if winner is None:
        after, more = _tied(state, casts[0])
        return after, (said, *more)
    return _won(state, winner, shown[winner][0], shown[state.setting.other(winner)][0]), (said,)


def _won(state: State, winner: str, by: Cast, beaten: Cast) -> State:
    reward = Task("victory", winner, (by.kind, beaten.kind))
    return replace(then(state, reward, Task("turn", about=("won",))), first=winner)


def _why(casts: list[Cast], verdict: Verdict) -> str:
    kinds = [made.kind for made in casts]
    if verdict.winner is None:
        return {"potion": "Two Potions always tie.", "bungle": "Two Bungles."}.get(kinds[0], "The sums are equal.")
    if kinds[0] == kinds[1]:
        return "The higher sum wins."
    if "bungle" in kinds:
        return "Any good cast beats a Bungle."
    return _BEATS_WORDS[kinds[verdict.winner]]


def _tied(state: State, made: Cast) -> Step:
    house = state.setting.house
    after = replace(then(state, Task("turn", about=("tied",))), first=_first_after_tie(state, made))
    if made.good and house["tie_redraft"]:
        after = draft.again(after)
        return replace(after, todo=(*after.todo, Task("turn", about=("tied",)))), (words.REDRAFT(),)
    return after, ()


def _first_after_tie(state: State, made: Cast) -> str:
    house, other = state.setting.house, state.setting.other(state.first)
    if not made.good:
        return other if house["bungle_tie_swaps_order"] else state.first
    order = {"same": state.first, "alternate": other, "youngest": state.setting.players[0]}
    return order[str(house["tie_order"])]


def over(state: State, actor: str) -> Step | None:
    """The end, if somebody now has four gems side by side; *actor* made the last move."""
    open_ends = bool(state.setting.house["ring_open"])
    other = state.setting.other(actor)
    rows = {player: ring.row_of(state.turrets, player, open_ends) for player in (actor, other)}
    winners = [player for player, row in rows.items() if row]
    if not winners:
        return None
    if len(winners) == 2 and state.setting.house["both_four"] == "draw":
        return replace(state, todo=()), (words.DRAWN(),)
    swapped = len(winners) == 2 and state.setting.house["both_four"] == "opponent_wins"
    winner = winners[-1] if swapped else winners[0]
    also = BOOK.cite("CST-Q-16") if len(winners) == 2 else ()
    return replace(state, todo=(), winner=winner), (_wins(state, winner, rows[winner] or (), also),)


def _wins(state: State, winner: str, row: tuple[int, ...], also: tuple[str, ...]) -> Ruling:
    turrets = words.listing(turret_words(state, turret) for turret in row)
    return words.WINS(player=winner, turrets=turrets, also=also)
