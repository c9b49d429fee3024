"""The lamps: what each seat's lamp shows in a game, and the code by which all say why nothing is judged.  Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from hardware.lamp_patterns import Code
from referee.model.snapshot import Proposal, Question, Snapshot
from referee.panel.buttons import proposal_of
from rules.core.at_table import Lamp
from rules.core.fold import Table

Reason = Literal["not allowed", "too dark", "mat moved", "camera lost"]
CODES: dict[Reason, Code] = {
    "not allowed": Code(2),
    "too dark": Code(3),
    "mat moved": Code(4),
    "camera lost": Code(5),
}
SOURCES: dict[str, Reason] = {"camera": "camera lost", "light": "too dark", "moved": "mat moved"}
"""The sources of troubles that the lamps tell, the gravest first (`referee.observe.camera_watcher`)."""


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


def reason(now: Snapshot) -> Reason | None:
    """The gravest reason why no throw can be judged now; None where throws are judged, or a wizard uses the camera."""
    if now.wizard.task or now.eyes == "starting":
        return None
    told = {notice.source for notice in now.notices if notice.trouble}
    return next((reason for source, reason in SOURCES.items() if source in told), None)
