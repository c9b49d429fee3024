"""How a turn goes: who casts when, who won it, who casts first in the next, and when the game is over."""

from __future__ import annotations

from collections.abc import Mapping

from rules.casting_stones import messages, ring
from rules.casting_stones.casts import Cast, Verdict, compare, tie_rules
from rules.casting_stones.rulebook import BOOK
from rules.casting_stones.state import Compared, State, Step, Task, cast, stones, then, turret_words, unsettled
from rules.casting_stones.stones import CHASER
from rules.casting_stones.turn import words
from rules.core.copies import replace
from rules.core.phrases import Phrase, listing
from rules.core.rulings import Ruling

_BEATS_WORDS = {
    "spell": Phrase("A Spell beats a Potion."),
    "potion": Phrase("A Potion beats a Charm."),
    "charm": Phrase("A Charm beats a Spell."),
}


def begin(state: State) -> Step:
    """Begin a turn: the players take up their stones, and the casts are due in order."""
    if unnamed := _unnamed_chaser(state):
        return replace(state, todo=(unnamed, *state.todo)), ()
    task, turn = state.todo[0], state.turn + 1
    one, two = state.first, state.setting.other(state.first)
    order = ["cast one", "cast two", "second one", "call one", "second two", "call two"]
    if state.setting.house["cast_both_then_opponent"]:
        order = ["cast one", "second one", "call one", "cast two", "second two", "call two"]
    due = [Task(kind, one if who == "one" else two) for kind, who in map(str.split, order)]
    after = replace(then(state, *due, Task("compare")), turn=turn, sides={}, casts={}, claims={})
    after = replace(after, turned_up=frozenset(), tipped=frozenset())
    if turn == 1:
        return after, (messages.FIRST_TURN(player=one),)
    if task.about == ("won",):
        return after, (messages.NEXT_TURN(turn=turn, player=one, other=two),)
    return after, (_after_tie(state, turn, one),)


def _after_tie(state: State, turn: int, first: str) -> Ruling:
    """Begin the turn after a tie: decide who casts first, and with which stones."""
    assert state.last is not None  # the tie
    casts = state.last.casts
    kind = casts[first][0].kind
    if state.setting.house["tie_redraft"] and kind != "bungle":
        message = messages.TURN_AFTER_REDRAFT
    elif all(set(state.hands[player]) == set(sides) for player, (_, sides) in casts.items()):
        message = messages.TURN_AFTER_TIE
    else:  # a card has changed a hand
        message = messages.TURN_AFTER_TIE_OTHER_HANDS
    return message.by(tie_rules(kind)[:1])(turn=turn, player=first)


def _unnamed_chaser(state: State) -> Task | None:
    if not state.setting.house["chaser_fixed"]:
        return None
    for player in state.setting.players:
        for stone in stones(state, state.hands[player]):
            if stone.type == CHASER and stone.piece not in state.fixed:
                return Task("chaser", player, (stone.piece,))
    return None


def judge(state: State) -> Step | None:
    """Compare the two casts, once every stone lies flat."""
    if any(unsettled(state, player) for player in state.setting.players):
        return None
    one, two = state.first, state.setting.other(state.first)
    casts = [made for made in (cast(state, one), cast(state, two)) if made]
    verdict = compare(*casts)
    ruling = messages.COMPARED.by(verdict.rules)(
        also=_called(state),
        one=one,
        one_cast=words.cast_words(casts[0]),
        two=two,
        two_cast=words.cast_words(casts[1]),
        why=_why(casts, verdict),
        winner=Phrase("Nobody") if verdict.winner is None else (one, two)[verdict.winner],
    )
    winner = None if verdict.winner is None else (one, two)[verdict.winner]
    last = _compared(state, winner, dict(zip((one, two), casts, strict=True)))
    after = replace(then(state, *_what_follows(state, winner, last)), last=last)
    return replace(after, first=winner or _first_after_tie(state, casts[0])), (ruling,)


def _called(state: State) -> tuple[str, ...]:
    """The rules by which a cast that was called a Spell is compared."""
    if not state.claims:
        return ()
    numbers = [sum(side == "number" for side in state.sides[player].values()) for player in state.claims]
    kinds = {state.setting.cards[card].counter_spell for card in state.claims.values()}
    return (
        *(BOOK.cite("CST-Q-26") if True in kinds else ()),
        *(BOOK.cite("CST-Q-27") if False in kinds else ()),
        *(BOOK.cite("CST-Q-45") if max(numbers) > 2 else ()),
    )


def _compared(state: State, winner: str | None, casts: Mapping[str, Cast]) -> Compared:
    before = state.last
    alike = {p: made.kind for p, made in casts.items() if before and before.casts[p][0].kind == made.kind}
    tied = winner is None or before is None or before.winner is None
    breaks = tied and bool(state.setting.house["ties_break_streak"])
    shown = {p: (made, state.sides[p]) for p, made in casts.items()}
    return Compared(winner, shown, rows={} if breaks else alike, broken=alike if breaks else {})


def _what_follows(state: State, winner: str | None, last: Compared) -> list[Task]:
    """The tasks after a comparison: the winner's reward, cards, and the next turn, in order."""
    house = state.setting.house
    if winner is None:
        cards = [Task("cards", state.first), Task("cards", state.setting.other(state.first))]
        redraft = house["tie_redraft"] and last.casts[state.first][0].good
        return [*cards, *([Task("redraft")] if redraft else []), Task("turn", about=("tied",))]
    loser = state.setting.other(winner)
    reward = Task("victory", winner, (last.casts[winner][0].kind, last.casts[loser][0].kind))
    own, others = Task("cards", winner), Task("cards", loser)
    order = [own, reward] if house["card_replaces_action"] else [reward, own]
    order = [others, *order] if house["before_winner"] else [*order, others]
    return [Task("spent", winner), *order, Task("turn", about=("won",))]


def _why(casts: list[Cast], verdict: Verdict) -> str:
    kinds = [made.kind for made in casts]
    if verdict.winner is None:
        return {"potion": Phrase("Two Potions always tie."), "bungle": Phrase("Two Bungles.")}.get(
            kinds[0], Phrase("The sums are equal.")
        )
    if kinds[0] == kinds[1]:
        return Phrase("The higher sum wins.")
    if "bungle" in kinds:
        return Phrase("Any good cast beats a Bungle.")
    return _BEATS_WORDS[kinds[verdict.winner]]


def _first_after_tie(state: State, made: Cast) -> str:
    house, other = state.setting.house, state.setting.other(state.first)
    if not made.good:
        return other if house["bungle_tie_swaps_order"] else state.first
    order = {"same": state.first, "alternate": other, "youngest": state.setting.players[0]}
    return order[str(house["tie_order"])]


def over(state: State, actor: str) -> Step | None:
    """End the game if a player has four gems side by side, else None; *actor* made the last move."""
    open_ends = bool(state.setting.house["ring_open"])
    other = state.setting.other(actor)
    rows = {player: ring.row_of(state.turrets, player, open_ends) for player in (actor, other)}
    winners = [player for player, row in rows.items() if row]
    if not winners:
        return None
    if len(winners) == 2 and state.setting.house["both_four"] == "draw":
        return replace(state, todo=()), (messages.DRAWN(),)
    swapped = len(winners) == 2 and state.setting.house["both_four"] == "opponent_wins"
    winner = winners[-1] if swapped else winners[0]
    also = BOOK.cite("CST-Q-16") if len(winners) == 2 else ()
    return replace(state, todo=(), winner=winner), (_wins(state, winner, rows[winner] or (), also),)


def _wins(state: State, winner: str, row: tuple[int, ...], also: tuple[str, ...]) -> Ruling:
    turrets = listing(turret_words(state, turret) for turret in row)
    return messages.WINS(player=winner, turrets=turrets, also=also)
