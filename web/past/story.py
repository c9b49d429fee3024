"""The story of a game: who won, the chart, the best throws, what was asked and what was corrected."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from flask import Blueprint, render_template, url_for
from werkzeug.exceptions import BadRequest
from werkzeug.wrappers import Response

from referee.model.commands import NewGame
from referee.model.snapshot import LogEntry, Snapshot
from rules.core.facts import Amend, Retract, Throw, restored
from rules.core.fold import Entry
from rules.core.game import Game
from rules.core.phrases import Phrase, joined
from web import live
from web.games.game_pages import Feat, all_games, best
from web.pages.piece_labels import names
from web.pages.table_view import page_frame, source_of
from web.pages.words import side
from web.past.chart import Chart, chart_of
from web.past.games import PastGame, past_game_of
from web.pictures.evidence import EvidencePicture, evidence_picture
from web.security.rights import begin_game, need_host, seat_codes

page = Blueprint("story", __name__, url_prefix="/games")
SUMMARIES = 2  # games
NO_EARLIER_STEP = Phrase("The log has a correction of step {seq}, which is no earlier step: it changes nothing.")


@dataclass(frozen=True, slots=True)
class Step:
    """A change of a player's count; ``seq`` is the play that made it."""

    seq: int
    player: str
    count: int


@dataclass(frozen=True, slots=True)
class Moment:
    """What the story tells about one play: its number in the game, a sentence, and its picture if one was kept."""

    seq: int
    words: str
    proof: EvidencePicture | None


@dataclass(frozen=True, slots=True)
class Summary:
    """Figures of a game: all changes of the players' counts, a chart of them (None without any), the best feats."""

    steps: tuple[Step, ...]
    chart: Chart | None
    feats: tuple[Feat, ...]


@page.get("/<int:game>")
def show(game: int) -> str:
    """The page that tells the story of one game: result, chart, best throws, corrections."""
    table = live.table()
    past = past_game_of(table, str(game))
    snapshot = past.as_snapshot(table.now())
    summary = summary_of(past)
    return render_template(
        "past/story.html",
        **page_frame(snapshot),
        past=past,
        title=title_of(past),
        length=past.story.length(past.view()),
        entries=shown_entries(past),
        watch_at=lambda seq: watch_at(past, seq),
        last=[f"{player}: {count}" for player, count in past.scores().items()],
        chart=summary.chart,
        steps=summary.steps,
        best=[_moment(past, feat.seq, feat.words) for feat in summary.feats],
        thrown=any(isinstance(line.fact, Throw) for line in past.log),
        doubts=[_moment(past, seq, words) for seq, words in _doubts(past, snapshot)],
    )


@page.post("/<int:game>/again")
def again(game: int) -> Response:
    """Begin a new game with the same players, in their seats and with their colours and buttons, and pieces."""
    need_host()
    stored = live.table().stored_game(str(game))
    if stored is None:
        raise BadRequest(Phrase("That game is not kept any more: begin a new one."))
    command = NewGame(stored.setup, live.table().now().game_id or "")
    return begin_game(command, lambda begun: seat_codes().pass_on(str(game), begun))


@lru_cache(maxsize=SUMMARIES)
def summary_of(past: PastGame) -> Summary:
    """The summary of a game, cached: every page of a finished game shows it."""
    steps = tuple(steps_of(past))
    return Summary(steps, chart(past, steps), best(feats_of(past)))


def steps_of(past: PastGame) -> Iterator[Step]:
    """Every change of what the game counts for a player, such as gems or Levels, in order of play."""
    before = past.first_scores
    for entry in past.table.entries:
        counts = past.scores(entry)
        yield from (Step(entry.seq, player, count) for player, count in counts.items() if count != before.get(player))
        before = counts


def chart(past: PastGame, steps: tuple[Step, ...]) -> Chart | None:
    """The counts of all players over the game; None before the first change."""
    first, low = past.first_scores, past.story.lowest
    top = max([low + 1, *first.values(), *(step.count for step in steps)])
    return chart_of(past.scores(), [(step.player, step.count) for step in steps], first, top, low)


def feats_of(past: PastGame) -> Iterator[Feat]:
    """Everything remarkable about the throws of a game."""
    for entry in past.table.entries:
        if isinstance(entry.play, Throw):
            yield from past.story.feats(entry.play, entry.seq, past.view(entry))


def title_of(past: PastGame) -> str:
    """The name of the game that was played."""
    pages = all_games().get(past.game.name)
    return pages.title if pages else past.game.name


def _moment(past: PastGame, seq: int, words: str) -> Moment:
    return Moment(seq, words, evidence_picture(live.table(), past.log[seq - 1].evidence))


def _doubts(past: PastGame, snapshot: Snapshot) -> Iterator[tuple[int, str]]:
    """Yield (number, words) for each question of the table, corrected throw and lasting undo, in the log's order."""
    called = names(snapshot)
    taken_back = restored(line.fact for line in past.log)
    counted = _counted(line for line in past.log if line.seq not in taken_back)
    for line in past.log:
        match line.fact:
            case Throw() as throw:
                if source_of(line) == "asked":
                    yield line.seq, Phrase("Asked about a piece that {player} threw.", player=throw.player)
                if (now := counted[line.seq]) != throw:
                    yield (
                        line.seq,
                        Phrase("Corrected: {difference}.", difference=_difference(throw, now, called, past.game)),
                    )
            case Amend(seq) | Retract(seq) if seq >= line.seq:
                yield line.seq, NO_EARLIER_STEP.about(seq=seq)
            case Retract(seq) if line.seq not in taken_back:
                more = line.seq > seq + 1
                yield seq, Phrase("Undone, with everything after it.") if more else Phrase("Undone.")


def _counted(log: Iterable[LogEntry]) -> dict[int, Throw]:
    """Each throw as it counts after its corrections."""
    counted: dict[int, Throw] = {}
    for line in log:
        match line.fact:
            case Throw() as throw:
                counted[line.seq] = throw
            case Amend(seq, Throw() as corrected):
                counted[seq] = corrected
    return counted


def _difference(before: Throw, after: Throw, called: Mapping[str, str], game: Game) -> str:
    was = dict(before.shown)
    changed = [
        Phrase("{piece} shows {side}", piece=called.get(p, p), side=side(now, game))
        for p, now in after.shown
        if was.get(p) != now
    ]
    return joined(", ", changed) or Phrase("the throw of {player}", player=after.player)


def shown_entries(past: PastGame) -> list[Entry]:
    """The plays that the replay shows: all throws, and the other plays with a public ruling."""
    return [
        entry
        for entry in past.table.entries
        if isinstance(entry.play, Throw) or any(ruling.to is None for ruling in entry.rulings)
    ]


def watch_at(past: PastGame, seq: int) -> str:
    """The address of the replay at the play *seq*, or at the first one after it."""
    earlier = sum(entry.seq < seq for entry in shown_entries(past))
    step = min(earlier + 1, max(1, len(shown_entries(past))))
    return url_for("watch.show", game=past.id, step=step)
