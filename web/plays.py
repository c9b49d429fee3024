"""Plays that a browser enters, by a form or by the JSON interface: the same rights, the same refusals, one command.

A seat enters what its own player does; the host may enter it for anybody, as far as it is no secret.  What was seen may
be corrected by all who play: they sit around the same table.
"""

from __future__ import annotations

from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from referee.model.commands import Correct, Enter
from referee.model.snapshot import Snapshot, taken_back
from rules.core.facts import Amend, Choose, Fact, Play, Retract, Throw
from rules.core.phrases import Phrase, capital, sentences
from rules.core.refusals import refusal
from web.live import submit, table
from web.pages.piece_labels import names
from web.pages.table_view import entry_of
from web.pages.words import side
from web.security.rights import need_player, need_voice, viewer

FINISHED = Phrase("The game is over, so nothing was changed. To correct a throw, open it in the history.")
THROWS_ONLY = Phrase("Only a throw can be corrected. To change a choice, undo it and choose again.")


def enter(fact: Fact, at: int) -> Response:
    """Log *fact* for the browser of this request; *at* is the log length that it has seen.

    Raises:
        Forbidden: where this browser may not act for that player.
        BadRequest: where the table refuses, with its reason.
        Conflict: as for `web.live.submit`.
    """
    need_player()
    match fact:
        case Throw(player):
            need_voice(player)
        case Choose(player):
            need_voice(player)
            _check_choice(fact, at)
        case Amend(seq, play):
            _check_amended(seq, play)
    words = _taken_back if isinstance(fact, Retract) else ""
    return submit(Enter(fact, at), words, may_repeat=_may_know(fact))


def _taken_back(now: Snapshot) -> str:
    return taken_back(now.table) if now.table else ""


def _may_know(fact: Fact) -> bool:
    """Whether this browser may learn that *fact* is in the log: not where it is a secret that another player chose."""
    table_now = table().now().table
    if table_now is None or not isinstance(fact, Choose) or viewer() == fact.player:
        return True
    return table_now.at_table.nothing_hidden(table_now.setup)


def _check_choice(choice: Choose, at: int) -> None:
    """Refuse a choice in words that give nothing away to anybody but its player."""
    now = table().now()
    public = viewer() != choice.player
    if at == now.length and now.game and now.table and (why := refusal(now.game, now.table, choice, public=public)):
        raise BadRequest(why)


def _check_amended(seq: int, play: Play) -> None:
    """Refuse to put a choice in place of another play, or a throw in place of a choice."""
    now = table().now()
    entries = now.table.entries if now.table else ()
    before = (entry.play for entry in entries if entry.seq == seq)
    if any(isinstance(one, Choose) for one in (play, *before)):
        raise BadRequest(THROWS_ONLY)


def correct(seq: int, piece: str, shows: str, at: int) -> Response:
    """Correct the throw numbered *seq*: *piece* showed the side *shows*; *at* as in `enter`.

    Raises:
        Forbidden: where this browser only looks on.
        BadRequest: where the table refuses, or the game is over, so that a stray tap changes nothing; the history still
            corrects it.
        Conflict: as for `web.live.submit`.
    """
    need_player()
    now = table().now()
    if now.table and not now.table.asks:
        raise BadRequest(FINISHED)
    called = capital(names(now).get(piece, piece))
    words = Phrase("{piece} now counts as {side}.", piece=called, side=side(shows, now.game))
    return submit(Correct(seq, piece, shows, at), lambda after: sentences(words, _verdict_on(after, seq)), undo=True)


def _verdict_on(now: Snapshot, seq: int) -> str:
    """The current verdict on throw number *seq*."""
    entry = next((entry for entry in (now.table.entries if now.table else ()) if entry.seq == seq), None)
    return entry_of(now, entry).words if entry else ""
