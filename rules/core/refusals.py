"""Why a fact may not be logged now, in words for people."""

from __future__ import annotations

from rules.core.asks import Ask, visible_asks
from rules.core.facts import Amend, Choose, Fact, Restore, Retract, Throw
from rules.core.fold import Table, advance
from rules.core.game import Game
from rules.core.phrases import Phrase, sentences
from rules.core.rulings import ComesFirst, Reason

NOT_BROUGHT_BACK = Phrase("What was undone can be brought back only until something else is recorded.")


def refusal(game: Game, table: Table, fact: Fact, *, public: bool = False, recorded: bool = False) -> str | None:
    """Why *fact* may not be logged now, in words; None where it may.

    The sentence is for the player who wants it; a *public* one tells nothing that only this player may know.  A
    *recorded* fact comes from a log: it may be a text that only earlier versions accepted (`Ask.stricter`).
    An amended play must itself have been possible at that place.
    """
    match fact:
        case Amend(seq, play):
            if absent := _absence(table, seq):
                return absent
            return refusal(game, advance(game, table, Retract(seq)), play, public=public, recorded=recorded)
        case Retract(seq):
            return _absence(table, seq)
        case Restore(seq):
            return None if table.corrected and table.corrected.seq == seq else NOT_BROUGHT_BACK
        case Throw(player, shown):
            if not shown:
                return Phrase("A throw needs at least one piece.")
            return _stranger(table, player) if table.asks else str(game.over(table.state))
        case Choose(player):
            return _stranger(table, player) or _choice_refusal(game, table, fact, public, recorded)


def _absence(table: Table, seq: int) -> str | None:
    if any(entry.seq == seq for entry in table.entries):
        return None
    return Phrase("Nothing stands at number {seq} that could be corrected or taken back.", seq=seq)


def _stranger(table: Table, player: str) -> str | None:
    return None if player in table.setup["players"] else Phrase("Nobody called '{player}' plays here.", player=player)


ENOUGH = 3  # sentences on what the table waits for, where nothing of the same kind is asked


def why_not(game: Game, table: Table, choice: Choose, *, public: bool = False, recorded: bool = False) -> Reason | None:
    """Why *choice* is not possible now, with the deciding rule first; None where it is offered.

    Answers "Why can I not ...?" for any choice.  A *public* reason tells nothing that only the player may know; for
    *recorded* see `refusal`.
    """
    asks = [ask for ask in visible_asks(table.asks, None if public else choice.player) if _is_about(ask, choice)]
    for ask in asks:
        if ask.admits(choice):
            return ask.stricter(choice.pick) if ask.stricter and not recorded else None
    for ask in asks:
        if public and ask.hides == "options":
            return Reason(Phrase("Only {player} may know what is offered here.", player=choice.player), ask.rules)
        if ask.reads:
            return ask.reads(choice.pick)
    excluded = (one.reason for ask in asks for one in ask.excluded if one.option.pick == choice.pick)
    return next(excluded, None) or game.why_not(table.state, choice) or NO_SUCH_CHOICE


NO_SUCH_CHOICE = Reason(Phrase("This game has no choice of that kind."), ())


def _is_about(ask: Ask, choice: Choose) -> bool:
    return (ask.player, ask.kind) == (choice.player, choice.kind)


def _choice_refusal(game: Game, table: Table, choice: Choose, public: bool, recorded: bool) -> str | None:
    reason = why_not(game, table, choice, public=public, recorded=recorded)
    if reason is None:
        return None
    return str(reason) if isinstance(reason, ComesFirst) else sentences(str(reason), _waits(table, choice))


def _waits(table: Table, choice: Choose) -> str:
    """What the table waits for: the words of the ask that *choice* would answer, else of asks of its kind or player."""
    known = [ask for ask in table.asks if ask.hides != "ask"]
    same = [ask for ask in known if _is_about(ask, choice)]
    kind = [ask for ask in known if ask.kind == choice.kind]
    own = [ask for ask in known if ask.player == choice.player]
    return sentences(*(ask.words for ask in (same or kind or own or known)[:ENOUGH]))
