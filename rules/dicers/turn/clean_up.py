"""The end of a Round: dice go home, escape rolls, refill, who has lost, who challenges next."""

from __future__ import annotations

from rules.core.copies import replace
from rules.core.phrases import Phrase
from rules.core.rulings import Ruling
from rules.dicers import messages
from rules.dicers.state import DRAW, Outcome, Rulings, State, put, worth
from rules.dicers.turn.rounds import begin_round
from rules.dicers.turn.stages import running


def end_round(state: State) -> Outcome:
    """End the Round after the winner's choice or an Escape, unless an escape roll comes first."""
    state = replace(state, phase="escape", todo=())
    winner = state.round_winner
    escapes = state.row(winner, "banished") if winner else ()
    rulings: Rulings = ()
    if not state.setting.on("escape_before_clean_up"):
        state, rulings = go_home(state)
        state, lost = _check_loss_early(state)
        rulings += lost
    if state.phase == "over":
        return state, rulings
    if escapes and not _is_lost_anyway(state, winner):
        return replace(state, escapes=escapes), rulings
    state, more = close_round(state)
    return state, rulings + more


def go_home(state: State) -> Outcome:
    """Move the dice left in the Arena to their owners' Keeps."""
    rulings: Rulings = ()
    for player in state.setting.players:
        for die in state.row(player, "arena", "aside"):
            state = put(state, die, "keep")
            rulings += (_home_words(state, player, die),)
    return state, rulings


def _home_words(state: State, player: str, die: str) -> Ruling:
    if not state.round_winner:
        return messages.SENT_HOME(die=state.name(die), player=player)
    message = messages.RETIRES if player == state.round_winner else messages.SURVIVES
    return message(die=state.name(die), player=player)


def _check_loss_early(state: State) -> Outcome:
    return check_loss(state) if state.setting.on("check_immediately") else (state, ())


def empty(state: State) -> tuple[str, ...]:
    """The players with nothing in Front Line, Keep and Arena (DIC-I-30)."""
    return tuple(player for player in state.setting.players if not state.row(player, "front", "keep", "arena", "aside"))


def _is_lost_anyway(state: State, winner: str) -> bool:
    """Whether the other player has lost whatever the winner's escape rolls show."""
    return empty(state) == (state.setting.other(winner),)


def close_round(state: State) -> Outcome:
    """Refill empty Front Lines, check who has lost, and begin the next Round."""
    state, home = go_home(replace(state, past=state.round, past_winner=state.round_winner))
    state, rulings = refill(state)
    state, lost = check_loss(state)
    if state.phase == "over":
        return replace(state, round=None), (*home, *rulings, *lost)
    state, more = _next(state)
    return state, (*home, *rulings, *more)


def refill(state: State) -> Outcome:
    """Move the whole Keep of each player with an empty Front Line forward (DIC-I-11)."""
    rulings: Rulings = ()
    for player in state.setting.players:
        keep = state.row(player, "keep")
        if state.row(player, "front") or not keep:
            continue
        for die in keep:
            state = put(state, die, "front")
        rulings += (messages.REFILLS(player=player, dice=state.names(keep)),)
    return state, rulings


def check_loss(state: State) -> Outcome:
    """End the game if a player has no die left to advance (DIC-I-30, DIC-A-33)."""
    lost = empty(state)
    if not lost:
        return state, ()
    if len(lost) == 2:
        return _both_empty(state)
    loser = lost[0]
    winner = state.setting.other(loser)
    state = replace(state, phase="over", winner=winner, escapes=(), todo=())
    return state, (messages.WINS.by(_end_rules(state, loser))(player=winner, other=loser), *_hostages(state))


def _both_empty(state: State) -> Outcome:
    draw = state.setting.on("double_empty", "draw") or not state.round_winner
    winner = DRAW if draw else state.round_winner
    won = Phrase("{player} won the Round and wins the game", player=winner)
    result = Phrase("the game is a draw") if draw else won
    state = replace(state, phase="over", winner=winner, escapes=(), todo=())
    return state, (messages.BOTH_EMPTY(result=result), *_hostages(state))


def _end_rules(state: State, loser: str) -> tuple[str, ...]:
    if not state.setting.advanced:
        return ("DIC-I-30", "DIC-I-31", *_held_rules(state, loser))
    stored = ("DIC-A-34",) if state.row(loser, "reserve") else ()
    return ("DIC-A-33", "DIC-A-36", *stored, *_held_rules(state, loser))


def _held_rules(state: State, loser: str) -> tuple[str, ...]:
    return ("DIC-A-35", "DIC-P-CAP-15") if state.row(loser, "hostage") else ()


def _hostages(state: State) -> Rulings:
    held = [die for player in state.setting.players for die in state.row(player, "hostage")]
    return (messages.HOSTAGES_HOME(dice=state.names(held)),) if held else ()


def _next(state: State) -> Outcome:
    last = state.challenger
    if state.round_winner:
        player = state.round_winner
        ruling = messages.NEXT(player=player, other=state.setting.other(player))
    elif state.setting.on("escape_swaps_roles"):
        player = state.setting.other(last)
        ruling = messages.NEXT.by(("DIC-Q-15",))(player=player, other=last)
    else:
        player = last
        ruling = messages.STAYS(player=player)
    return begin_round(state, player), (ruling,)


def roll_to_escape(state: State, die: str, face: int) -> Outcome:
    """Judge one escape roll of a banished die (DIC-P-BAN-05..07)."""
    owner = state.owners[die]
    state = replace(state, escapes=tuple(other for other in state.escapes if other != die))
    if face == 6:
        state = put(state, die, "keep")
        ruling = messages.ESCAPED(die=state.name(die), player=owner)
    else:
        ruling = messages.NOT_ESCAPED(die=state.name(die), value=face)
    if state.escapes:
        return state, (ruling,)
    state, more = close_round(state)
    return state, (ruling, *more)


def forfeit_escapes(state: State) -> Outcome:
    """Forfeit the escape rolls that were not made before the next die is advanced (DIC-P-BAN-08)."""
    ruling = messages.FORFEITED(dice=state.names(state.escapes))
    state, more = close_round(replace(state, escapes=()))
    return state, (ruling, *more)


# The Basic game ---------------------------------------------------------------------------------------------------


def close_basic_round(state: State, winner: str) -> Outcome:
    """End a Round of the Basic game: the beaten die leaves the game, the other goes home; next Round, or the end."""
    casts = running(state).casts
    loser = state.setting.other(winner)
    won, lost = casts[winner], casts[loser]
    state = put(put(state, lost.die, "out"), won.die, "front")
    state = replace(state, last={winner: won.die, loser: lost.die}, past=running(state), past_winner=winner)
    only = state.row(winner, "front") == (won.die,)
    home = messages.RETURNS(die=state.name(won.die), player=winner) if only else messages.RESTS(die=state.name(won.die))
    rulings = (
        messages.WINS_BASIC_ROUND(
            player=winner, die=state.name(won.die), value=worth(state, won), less=worth(state, lost)
        ),
        messages.IS_OUT(die=state.name(lost.die)),
        home,
    )
    if state.row(loser, "front"):
        return begin_round(state, winner), (*rulings, messages.NEXT_BASIC(player=winner))
    end = messages.WINS_BASIC(player=winner, other=loser)
    return replace(state, phase="over", winner=winner, round=None), (*rulings, end)
