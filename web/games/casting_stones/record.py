"""The record of games: who won, and turn by turn the cast that decided it, with its picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from flask import Blueprint, render_template
from werkzeug.exceptions import NotFound

from referee.model.snapshot import GameSummary, LogEntry, Snapshot
from referee.table.service import TableService
from rules.casting_stones.game import CastingStones
from rules.core.facts import Throw
from rules.core.fold import Entry, Table, advance, opening, referee
from rules.core.rulings import Ruling, audience
from web.games.casting_stones.circles import Cast, cast_of
from web.games.game_pages import all_games
from web.live import table
from web.pages.evidence import EvidencePicture, evidence_picture
from web.pages.table_view import drawn_for, page_frame, styling_of

page = Blueprint("record", __name__, url_prefix="/record")
GAME = CastingStones()
MOST = 20  # games that the list shows
GAINED = ("gem", "move", "swap-gem", "swap-stone", "swap-card", "knock-gem", "knock-stone", "knock-card", "card-used")
ENDED = ("wins", "drawn")


@dataclass(frozen=True, slots=True)
class Turn:
    """One turn that was compared: both casts, who won it, what was said, and the picture of the cast that won."""

    number: int
    casts: tuple[Cast, ...]
    winner: str | None
    said: tuple[Ruling, ...]
    proof: EvidencePicture | None


@dataclass(frozen=True, slots=True)
class Line:
    """One game in the list, with the turn that was played last."""

    kept: GameSummary
    winner: str | None
    over: bool
    last: Turn | None


@dataclass(frozen=True, slots=True, eq=False)
class Past:
    """A kept game as it was left, with its log, and its turns told again."""

    table: Table
    log: tuple[LogEntry, ...]
    turns: tuple[Turn, ...]


@page.get("")
def show() -> str:
    """The games of this table, the newest first."""
    live = table()
    now = live.now()
    kept = [line for line in now.games if line.game == GAME.name][:MOST]
    frame = {**page_frame(now), **styling_of(all_games()[GAME.name])}
    return render_template("casting_stones/records.html", **frame, lines=[_line(live, now, line) for line in kept])


@page.get("/<game>")
def one(game: str) -> str:
    """One game, turn by turn."""
    live = table()
    now = live.now()
    line = next((line for line in now.games if line.id == game and line.game == GAME.name), None)
    past = _past(live, game, _facts(now, line)) if line else None
    if past is None:
        raise NotFound
    then = replace(now, game_id=game, game=GAME, table=past.table, log=past.log)
    return render_template(
        "casting_stones/record.html", **page_frame(then), **drawn_for(then, None), turns=past.turns[::-1]
    )


def _line(live: TableService, now: Snapshot, kept: GameSummary) -> Line:
    past = _past(live, kept.id, _facts(now, kept))
    if past is None:
        return Line(kept, None, over=False, last=None)
    view = GAME.view(past.table.state, None, past.table.revealed)
    return Line(kept, view["winner"], view["over"], past.turns[-1] if past.turns else None)


def _facts(now: Snapshot, kept: GameSummary) -> int:
    """How many facts a game has by now."""
    return now.length if kept.id == now.game_id else kept.facts


@lru_cache(maxsize=2 * MOST)
def _past(live: TableService, game: str, facts: int) -> Past | None:
    """A kept game folded again; remembered as long as it has so many *facts*.  None where it cannot be told."""
    kept = live.kept(game)
    if kept is None:
        return None
    folded = referee(GAME, kept.setup, (line.fact for line in kept.log))
    return Past(folded, kept.log, tuple(turns(live, kept.log, folded)))


def turns(live: TableService, log: Sequence[LogEntry], folded: Table) -> Iterator[Turn]:
    """The turns of a game as it stands corrected, the first one first."""
    step, pending = opening(GAME, folded.setup), list[Entry]()
    running: Turn | None = None
    thrown: dict[str, int] = {}
    for entry in folded.entries:
        step = advance(GAME, step, entry.play)
        if isinstance(entry.play, Throw):
            thrown[entry.play.player] = entry.seq
        pending.append(entry)
        last = GAME.view(step.state, None, step.revealed)["last"]
        if last and (running is None or running.number != last["turn"]):
            if running:
                yield running
            casts = tuple(cast_of(player, cast, {}) for player, cast in last["casts"].items())
            evidence = log[thrown[last["winner"]] - 1].evidence if last["winner"] else None
            running = Turn(last["turn"], casts, last["winner"], (), evidence_picture(live, evidence))
            pending = [entry]
        if running:
            running = replace(running, said=_said(pending))
    if running:
        yield running


def _said(entries: list[Entry]) -> tuple[Ruling, ...]:
    """What a turn brought: how the casts compared, and what came of it."""
    heard = [ruling for entry in entries for ruling in audience(entry.rulings, None)]
    return tuple(ruling for ruling in heard if ruling.key in ("compared", *GAINED, *ENDED))
