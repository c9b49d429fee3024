"""Decides what each button means, and what each lamp shows.  Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from hardware.outputs import Code
from referee.model.snapshot import Proposal, Question, Snapshot
from rules.core.asks import Ask
from rules.core.at_table import Lamp
from rules.core.facts import Choose, Fact
from rules.core.fold import Table
from rules.core.phrases import Phrase

CONFIRM_S = 6.0  # Long enough to look at the lamp and press again, short enough to forget about it.
UP = Phrase("{player}: up {number}? Press the button of {player} again.")
DOWN = Phrase("{player}: down {number}? Press the button of {player} again.")

Meaning = Choose | Proposal | str
"""What a button means: a choice to log, a proposal to show, or a sentence why it means nothing."""
Reason = Literal["not allowed", "too dark", "mat moved", "camera lost"]
CODES: dict[Reason, Code] = {
    "not allowed": Code(2),
    "too dark": Code(3),
    "mat moved": Code(4),
    "camera lost": Code(5),
}
SOURCES: dict[str, Reason] = {"camera": "camera lost", "light": "too dark", "moved": "mat moved"}
"""The sources of troubles that the lamps tell, the gravest first (`referee.observe.camera_watcher`)."""


def meaning_of_press(table: Table, player: str, proposal: Proposal | None, t: float) -> Meaning:
    """What the button of *player* means at *t* s, with the player's own *proposal*, if there is one."""
    asks = tuple(_open_to(table, player))
    if urgent := _first(asks, table.at_table.urgent):
        return urgent
    if stopper := next((ask.player for ask in table.asks if ask.kind == table.at_table.stop), ""):
        return Phrase("{player} stopped the countdown: the button of {player} lets it go on.", player=stopper)
    if proposal is not None and proposal.player == player:
        return proposal.choice
    if any(ask.kind == table.at_table.confirm for ask in asks):
        return Choose(player, table.at_table.confirm, "yes")
    if any(ask.kind == table.at_table.step for ask in asks):
        return propose(table, player, 1, t)
    return _only_choice([ask for ask in asks if ask.kind not in table.at_table.leisure], player)


def proposal_when_held(table: Table, proposal: Proposal | None, since: float) -> Proposal | str:
    """The new proposal when the button that was pressed at *since* s is held: a step down instead of up."""
    if proposal is None or proposal.since != since:
        return Phrase("That press has been carried out already, so holding the button changes nothing.")
    return propose(table, proposal.player, -1, since)


def propose(table: Table, player: str, step: int, t: float) -> Proposal | str:
    """The proposal at *t* s that *player* goes *step* Levels up or down; a sentence where that is not offered."""
    asks = (ask for ask in _open_to(table, player) if ask.kind == table.at_table.step)
    pick = next((pick for ask in asks if (pick := table.at_table.step_pick(ask, step))), None)
    if pick is None:
        return Phrase("The game offers {player} no step of {step} now.", player=player, step=f"{step:+d}")
    words = (UP if step > 0 else DOWN).about(player=player, number=abs(step))
    return Proposal(player, Choose(player, table.at_table.step, pick), step, words, t, t + CONFIRM_S)


def proposal_after(table: Table, proposal: Proposal | None, word: str, t: float) -> Proposal | str:
    """The proposal after the button "up" or "down" at *t* s; without one, a step for the player whose turn it is."""
    by = 1 if word == "up" else -1
    if proposal is None:
        player = _in_turn(table)
        return propose(table, player, by, t) if player else Phrase("Press the button of a seat first.")
    step = proposal.step + by or by  # There is no change by nothing: from +1 down is -1.
    fresh = propose(table, proposal.player, step, t)
    return fresh if isinstance(fresh, Proposal) else replace(proposal, until=t + CONFIRM_S)


def onward(table: Table) -> Choose | str:
    """The choice of the button "next": the only option of the ask that continues the game."""
    asks = [ask for player in table.setup["players"] for ask in _open_to(table, player)]
    return _first(asks, table.at_table.onward) or Phrase("There is something to choose first: see the screen.")


def proposal_of(proposals: Sequence[Proposal], player: str) -> Proposal | None:
    """The proposal of *player*; None where there is none."""
    return next((proposal for proposal in proposals if proposal.player == player), None)


def with_proposal(proposals: Sequence[Proposal], fresh: Proposal) -> tuple[Proposal, ...]:
    """The proposals with *fresh* instead of an earlier one of the same player; the newest is the last."""
    return (*(old for old in proposals if old.player != fresh.player), fresh)


def still_open(proposals: Sequence[Proposal], t: float) -> tuple[Proposal, ...]:
    """The proposals that may still be confirmed at *t* s."""
    return tuple(proposal for proposal in proposals if t < proposal.until)


def still_offered(proposals: Sequence[Proposal], table: Table, fact: Fact) -> tuple[Proposal, ...]:
    """The proposals that the game still offers once *fact* has led to *table*."""
    left = (proposal for proposal in proposals if proposal.choice != fact)
    return tuple(proposal for proposal in left if any(ask.admits(proposal.choice) for ask in table.asks))


def _open_to(table: Table, player: str) -> Iterator[Ask]:
    """The public asks of *player*; others are ignored, because everybody sees the effect of a button."""
    return (ask for ask in table.asks if ask.player == player and ask.hides != "ask")


def _first(asks: Sequence[Ask], kinds: Sequence[str]) -> Choose | None:
    """The choice of the only option of the first ask, in the order of *kinds*, that has just one; None without such."""
    found = (ask for kind in kinds for ask in asks if ask.kind == kind and _is_plain(ask))
    return next((_choice(ask) for ask in found), None)


def _is_plain(ask: Ask) -> bool:
    """Whether a button may answer *ask*: it has one option, and the number of options is not secret."""
    return len(ask.options) == 1 and ask.hides == "nothing"


def _only_choice(asks: Sequence[Ask], player: str) -> Choose | str:
    options = [ask for ask in asks if ask.options]
    if len(options) == 1 and _is_plain(options[0]):
        return _choice(options[0])
    if options:
        return Phrase("{player} has a choice to make: answer on the screen.", player=player)
    return Phrase("The table does not wait for {player} now.", player=player)


def _choice(ask: Ask) -> Choose:
    return Choose(ask.player, ask.kind, ask.options[0].pick)


def _in_turn(table: Table) -> str:
    """The player for "up" and "down" without a pressed seat button; empty unless exactly one player is in turn."""
    turns = {ask.player for ask in table.asks if ask.kind in table.at_table.turn}
    return turns.pop() if len(turns) == 1 else ""


def lamps(table: Table, question: Question | None, proposals: Sequence[Proposal] = ()) -> tuple[Lamp, ...]:
    """The pattern of each seat's lamp: on while the table waits for the player, blinking for a question.

    A proposal that waits for its confirmation blinks (up) or flickers (down).
    """
    by_game = table.at_table.lamps(table)
    return tuple(_lamp(player, by_game, question, proposal_of(proposals, player)) for player in table.setup["players"])


def _lamp(player: str, by_game: Mapping[str, Lamp], question: Question | None, proposal: Proposal | None) -> Lamp:
    if proposal is not None:
        return "blink" if proposal.step > 0 else "flicker"
    if question is not None and player in question.players:
        return "blink"
    return by_game.get(player, "off")


def reason(now: Snapshot) -> Reason | None:
    """The gravest reason why no throw can be judged, such as "camera lost"; all lamps then show its code in `CODES`.

    None while throws are judged, and while a wizard uses the camera.
    """
    if now.wizard.task or now.eyes == "starting":
        return None
    troubled = {notice.source for notice in now.notices if notice.trouble}
    return next((reason for source, reason in SOURCES.items() if source in troubled), None)
