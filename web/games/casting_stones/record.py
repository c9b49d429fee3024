"""The record of games: who won, and turn by turn the cast that decided it, with its picture."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from flask import Blueprint, render_template
from werkzeug.exceptions import NotFound

from referee.model.snapshot import GameSummary, LogEntry
from referee.table.service import TableService
from rules.casting_stones.game import CastingStones
from rules.core.facts import Throw
from rules.core.fold import Entry, Table, advance, opening
from rules.core.rulings import Ruling, audience
from web.games.casting_stones.circles import Cast, cast_of
from web.games.game_pages import all_games
from web.live import table
from web.pages.table_view import drawn_for, page_frame, styling_of
from web.past.games import PastGame, past_game, past_game_of
from web.pictures.evidence import EvidencePicture, evidence_picture

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
    rulings: tuple[Ruling, ...]
    proof: EvidencePicture | None

    @property
    def winning_stones(self) -> list[str]:
        """The stones of the cast that won."""
        return [one.stone.id for cast in self.casts if cast.player == self.winner for one in cast.stones]


@dataclass(frozen=True, slots=True)
class Line:
    """One game in the list, with the turn that was played last."""

    summary: GameSummary
    winner: str | None
    over: bool
    last: Turn | None


@page.get("")
def show() -> str:
    """The games of this table, the newest first."""
    live = table()
    now = live.now()
    summaries = [line for line in now.games if line.game == GAME.name][:MOST]
    frame = {**page_frame(now), **styling_of(all_games()[GAME.name])}
    return render_template("casting_stones/records.html", **frame, lines=[_line(live, line) for line in summaries])


@page.get("/<game>")
def one(game: str) -> str:
    """One game, turn by turn."""
    live = table()
    past = past_game_of(live, game)
    if past.game.name != GAME.name:
        raise NotFound
    then = past.as_snapshot(live.now())
    played = turns_of(live, past)[::-1]
    return render_template("casting_stones/record.html", **page_frame(then), **drawn_for(then, None), turns=played)


def _line(live: TableService, summary: GameSummary) -> Line:
    past = past_game(live, summary)
    if past is None:
        return Line(summary, None, over=False, last=None)
    played = turns_of(live, past)
    return Line(summary, next(iter(past.winners), None), past.over, played[-1] if played else None)


@lru_cache(maxsize=MOST)
def turns_of(live: TableService, past: PastGame) -> tuple[Turn, ...]:
    """All turns of a past game, cached by game."""
    return tuple(turns(live, past.log, past.table))


def turns(live: TableService, log: Sequence[LogEntry], folded: Table) -> Iterator[Turn]:
    """The turns of a game in order, with all corrections applied."""
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
            running = replace(running, rulings=_rulings_of(pending))
    if running:
        yield running


def _rulings_of(entries: list[Entry]) -> tuple[Ruling, ...]:
    """The rulings of a turn: how the casts compared, and the reward."""
    public = [ruling for entry in entries for ruling in audience(entry.rulings, None)]
    return tuple(ruling for ruling in public if ruling.key in ("compared", *GAINED, *ENDED))
