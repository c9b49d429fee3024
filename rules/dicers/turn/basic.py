"""How a Round of the Basic game is tidied up, and when it ends."""

from __future__ import annotations

from rules.core.copies import replace
from rules.dicers import messages
from rules.dicers.state import State, put, worth
from rules.dicers.turn.rounds import Outcome, begin_round, running


def close_round(state: State, winner: str) -> Outcome:
    """The beaten die leaves the game, the other goes home; then the next Round, or the end."""
    casts = running(state).casts
    loser = state.deal.other(winner)
    won, lost = casts[winner], casts[loser]
    state = put(put(state, lost.die, "out"), won.die, "front")
    state = replace(state, last={winner: won.die, loser: lost.die}, past=running(state), past_winner=winner)
    only = state.row(winner, "front") == (won.die,)
    home = messages.RETURNS(die=state.name(won.die), player=winner) if only else messages.RESTS(die=state.name(won.die))
    words = (
        messages.WINS_ROUND(player=winner, die=state.name(won.die), value=worth(state, won), less=worth(state, lost)),
        messages.IS_OUT(die=state.name(lost.die)),
        home,
    )
    if state.row(loser, "front"):
        return begin_round(state, winner), (*words, messages.NEXT_BASIC(player=winner))
    end = messages.WINS_BASIC(player=winner, other=loser)
    return replace(state, phase="over", winner=winner, round=None), (*words, end)
