"""What the table waits for: every choice and every roll that is due."""

from __future__ import annotations

from typing import Literal

from rules.core.asks import Ask, Option, sift
from rules.core.phrases import Phrase
from rules.core.rulings import cited
from rules.dicers.messages import rolls
from rules.dicers.powers import tasks
from rules.dicers.powers.calls import beaten_die, may_try_capture, own_calls, why_not_choose
from rules.dicers.powers.uses import PASS, defender_first, gives_away_type, waited_for, why_not_use
from rules.dicers.rulebook import BOOK
from rules.dicers.state import Cast, State, count_friends, left, lent, worth
from rules.dicers.turn import opening
from rules.dicers.turn.clean_up import close_round
from rules.dicers.turn.rounds import why_not_advance
from rules.dicers.turn.stages import (
    advancer,
    ahead,
    caster,
    first_rule,
    forced,
    forced_rule,
    order,
    rerolling,
    rolled_early,
    running,
    stage,
)

_CITE = BOOK.cite
_CHALLENGER = _CITE("DIC-B-11")
_DEFENDER = _CITE("DIC-B-12")
_FIRST = _CITE("DIC-G-09")
_SECOND = _CITE("DIC-B-21", "DIC-G-09")
_KEEP = _CITE("DIC-B-16", "DIC-B-19", "DIC-Q-52")
_TIE = _CITE("DIC-B-22", "DIC-Q-01")
_WIN = _CITE("DIC-I-23", "DIC-P-EXP-01")
_RESERVE = _CITE("DIC-A-26", "DIC-P-GEN-02")
_FIRST_OF_TWO = _CITE("DIC-A-26", "DIC-P-GEN-02", "DIC-Q-50")
_ALLIANCE = _CITE("DIC-A-14", "DIC-Q-43")
_ESCAPE = _CITE("DIC-P-BAN-05", "DIC-P-BAN-08")


def asks(state: State) -> tuple[Ask, ...]:
    """All asks that are open now; none when the game is over."""
    if state.phase in ("draft-roll", "draft", "first-roll"):
        return opening.asks(state)
    if state.todo:
        return (tasks.ask(state, state.todo[0]),)
    if state.phase == "escape":
        return _escape(state)
    return (*_round(state), *_reserve(state)) if state.phase == "round" else ()


def _round(state: State) -> tuple[Ask, ...]:
    match stage(state):
        case "advance":
            return (advance_ask(state, advancer(state)),)
        case "forced":
            return (_forced(state, forced(state)),)
        case "cast":
            return _cast(state, caster(state))
        case "tie":
            return tuple(_tie(state, player) for player in rerolling(state))
        case "decided":
            return (_win(state, ahead(state)),)


def advance_ask(state: State, player: str) -> Ask:
    """Ask *player* which die to move into the Arena."""
    rules = _CHALLENGER if player == running(state).challenger else _DEFENDER
    offered, excluded = sift(
        [
            Option(die, Phrase("Advance {die}", die=state.name(die)))
            for die in state.row(player, "front", "keep", "reserve")
        ],
        lambda die: why_not_advance(state, player, die),
    )
    return Ask(
        player,
        "advance",
        Phrase("{player} moves a die into the Arena.", player=player),
        rules,
        offered,
        excluded=excluded,
    )


def _keep_words(state: State, cast: Cast) -> Phrase:
    is_power = state.die(cast.die).sides[cast.face - 1] == "power"
    words = Phrase("Keep the Power side ({worth})") if is_power else Phrase("Keep the {worth}")
    return words.about(worth=worth(state, cast))


def _cast(state: State, player: str) -> tuple[Ask, ...]:
    cast = running(state).casts[player]
    remaining = left(state, player, cast)
    rules = cited(first_rule(state), _FIRST) if player == order(state)[0] else _SECOND
    words = Phrase("{player} rolls {die}; {left} left.", player=player, die=state.name(cast.die), left=rolls(remaining))
    pieces = ((cast.die, state.die(cast.die).sides),)
    throw = (Ask(player, "cast", words, rules, pieces=pieces),) if remaining else ()
    if not cast.face:
        return (*throw, *_alliances(state))
    stop = Option("keep", _keep_words(state, cast))
    held = running(state).early
    words = (
        Phrase(
            "{player} has {rolls} left: does {player} keep {worth}?",
            player=player,
            rolls=rolls(remaining),
            worth=worth(state, cast),
        )
        if held
        else Phrase("{player} may keep the roll.", player=player)
    )
    keep = Ask(player, "keep", words, _KEEP, (stop,))
    return *throw, keep, *_alliances(state)


def _alliances(state: State) -> tuple[Ask, ...]:
    """Ask players whose die has two Alliances whether the other one counts, before the roll; nobody else knows of it.

    It is asked only where the number of rolls would change, so that no count depends on something secret.
    """
    if not state.setting.advanced:
        return ()
    waiting = []
    for player, cast in running(state).casts.items():
        options = tuple(Option(symbol, Phrase(symbol.title())) for symbol in _other_alliances(state, player, cast))
        rolled = cast.face or cast.made or rolled_early(state) == player
        if options and not rolled and not cast.guarded:
            words = Phrase("{player} may say that another Alliance counts.", player=player)
            waiting.append(Ask(player, "alliance", words, _ALLIANCE, options, hides="ask"))
    return tuple(waiting)


def _other_alliances(state: State, player: str, cast: Cast) -> tuple[str, ...]:
    """The symbols of the die that would lend more or fewer rolls than it has now."""
    now = lent(state, player, cast)
    return tuple(one for one in state.die(cast.die).alliances if count_friends(state, player, cast.die, one) != now)


def _forced(state: State, player: str) -> Ask:
    die = running(state).casts[player].die
    pieces = ((die, state.die(die).sides),)
    return Ask(
        player,
        "forced",
        Phrase("{player} has to roll {die} once more.", player=player, die=state.name(die)),
        forced_rule(state),
        pieces=pieces,
    )


def _tie(state: State, player: str) -> Ask:
    """Ask for the re-roll of a tie: the player's die or both, because the camera cannot see who threw which die."""
    casts = running(state).casts
    others = tuple(other for other in rerolling(state) if other != player)
    pieces = tuple((casts[who].die, state.die(casts[who].die).sides) for who in (player, *others))
    words = Phrase("{player} rolls {die} again: a tie.", player=player, die=state.name(casts[player].die))
    return Ask(player, "tie", words, _TIE, pieces=pieces, some=True)


def _win(state: State, player: str) -> Ask:
    """Ask the winner to expel or to use a Power; which Powers can be used is secret."""
    beaten = state.name(beaten_die(state, player))
    options = [Option("expel", Phrase("Expel {beaten}", beaten=beaten))]
    options += [tasks.power_option(state, call) for call in own_calls(state, player)]
    options += [Option("capture", Phrase("Capture {beaten}", beaten=beaten))] if may_try_capture(state, player) else []
    offered, excluded = sift(options, lambda pick: why_not_choose(state, player, pick))
    words = Phrase("{player} has won the Round: expel {beaten}, or use a Power.", player=player, beaten=beaten)
    return Ask(player, "win", words, _WIN, offered, hides="options", excluded=excluded)


def _reserve(state: State) -> tuple[Ask, ...]:
    """Ask for Reserve Powers.  Dice in Reserve are public; options that depend on a hidden die are secret."""
    return tuple(_reserve_ask(state, player) for player in waited_for(state))


def _reserve_ask(state: State, player: str) -> Ask:
    options, excluded = sift(
        [
            Option(die, Phrase("Use {die}: {words}", die=state.name(die), words=state.power(die).words))
            for die in state.row(player, "reserve")
        ],
        lambda die: why_not_use(state, player, die),
    )
    secret = gives_away_type(state, player)
    hides: Literal["options", "nothing"] = "options" if secret else "nothing"
    if defender_first(state):
        options += (Option(PASS, Phrase("Use none before the Challenger")),)
        words, rules = Phrase("{player} may use a Reserve Power before the Challenger.", player=player), _FIRST_OF_TWO
    else:
        options += (Option(PASS, Phrase("Use none now")),) if secret else ()
        words, rules = Phrase("{player} may use a Reserve Power.", player=player), _RESERVE
    return Ask(player, "reserve", words, rules, options, hides=hides, excluded=excluded)


def _escape(state: State) -> tuple[Ask, ...]:
    """Ask the winner to roll the banished dice; to advance the next die instead forfeits the roll."""
    player = state.round_winner
    pieces = tuple((die, state.die(die).sides) for die in state.escapes)
    words = Phrase("{player} rolls {names} to escape.", player=player, names=state.names(state.escapes))
    throw = Ask(player, "escape", words, _ESCAPE, pieces=pieces, some=True)
    ahead_of_it, _ = close_round(state)
    return (throw,) if ahead_of_it.phase == "over" else (throw, advance_ask(ahead_of_it, player))
