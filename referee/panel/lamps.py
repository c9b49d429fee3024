"""The lamp of each seat, from what the game waits for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.model.snapshot import Proposal, Question
from referee.panel.buttons import proposal_of
from rules.core.at_table import Lamp
from rules.core.fold import Table


def lamps(table: Table, question: Question | None, proposals: Sequence[Proposal] = ()) -> tuple[Lamp, ...]:
    """One word a seat: on where the table waits for the player, blinking where a question does.

    A step that waits for its confirmation blinks (up) or flickers (down).
    """
    by_game = table.at_table.lamps(table)
    return tuple(_lamp(player, by_game, question, proposal_of(proposals, player)) for player in table.setup["players"])


def _lamp(player: str, by_game: Mapping[str, Lamp], question: Question | None, proposal: Proposal | None) -> Lamp:
    if proposal is not None:
        return "blink" if proposal.step > 0 else "flicker"
    if question is not None and question.player == player:
        return "blink"
    return by_game.get(player, "off")
