"""Why a fact may not be logged now, in words for people."""

from __future__ import annotations

from rules.core.facts import Amend, Choose, Fact, Retract, Throw
from rules.core.fold import Table, advance
from rules.core.game import Game


def refusal(game: Game, table: Table, fact: Fact) -> str | None:
    """Why *fact* may not be logged now, in words; None where it may.

    What an amendment says must itself have been possible where it is put.
    """
    match fact:
        case Amend(seq, play):
            return _absence(table, seq) or refusal(game, advance(game, table, Retract(seq)), play)
        case Retract(seq):
            return _absence(table, seq)
        case Throw(player, shown):
            if not shown:
                return "A throw needs at least one piece."
            return _stranger(table, player) if table.asks else "The game is over: nothing can be thrown any more."
        case Choose(player):
            return _stranger(table, player) or _choice_refusal(game, table, fact)


def _absence(table: Table, seq: int) -> str | None:
    if any(entry.seq == seq for entry in table.entries):
        return None
    return f"Nothing stands at number {seq} that could be corrected or taken back."


def _stranger(table: Table, player: str) -> str | None:
    return None if player in table.setup["players"] else f"Nobody called {player!r} plays here."


ENOUGH = 3  # sentences on what the table waits for, where nothing like it is asked


def _choice_refusal(game: Game, table: Table, choice: Choose) -> str | None:
    if any(ask.admits(choice) for ask in table.asks):
        return None
    for ask in table.asks:
        if ask.reads and (ask.player, ask.kind) == (choice.player, choice.kind):
            return ask.reads(choice.pick)
    known = [ask for ask in table.asks if ask.hides != "ask"]
    near = [ask for ask in known if ask.kind == choice.kind] or [ask for ask in known if ask.player == choice.player]
    waits = " ".join(ask.words for ask in (near or known)[:ENOUGH]) or "The table waits for nothing."
    why = game.why_not(table.state, choice) if table.asks else ""
    head = f"{choice.player} is not offered {choice.pick!r} for {choice.kind!r} now."
    return f"{head} {why} {waits}" if why else f"{head} {waits}"
