"""Everything that a page of the running game shows to the whole table, and which pieces a tap can correct."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from flask import current_app, request

from referee.model.snapshot import DECISIVE, LogEntry, Snapshot, most_important, weightiest_first
from referee.model.tracks import TrackState
from referee.table.service import TableService
from rules.core.asks import Ask, visible_asks
from rules.core.at_table import due
from rules.core.facts import Throw
from rules.core.fold import Entry, Table, advance, opening
from rules.core.game import Game
from rules.core.house_rules import words_in_force
from rules.core.phrases import Phrase, joined
from rules.core.rulings import Ruling, audience
from sharing.public import NO_GAME, waits_for
from vision.types import Note, Piece
from web.games.game_pages import GamePages, all_games
from web.pages.piece_labels import counted_in, label, labels_in, names
from web.pages.words import side
from web.pictures.evidence import EvidencePicture, evidence_picture

THROWS = 4  # the last throws; older ones are corrected in the history


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One play that stands, as the history shows it, with the ``rulings`` that everybody may see.

    ``when`` is ISO 8601 in UTC, ``by`` its source (`source_of`).  ``corrected``: it was amended; ``regular``: the game
    waited for it.  ``throw`` is None for a choice, ``words`` the most important ruling, ``proof`` the picture.
    """

    seq: int
    when: str
    by: str
    corrected: bool
    regular: bool
    throw: Throw | None
    rulings: tuple[Ruling, ...]
    words: str
    proof: EvidencePicture | None = None

    @property
    def thrown(self) -> list[str]:
        """The pieces of the throw; none for a choice."""
        return [piece for piece, _ in self.throw.shown] if self.throw else []


def table_view(live: TableService, snapshot: Snapshot) -> dict[str, Any]:
    """The values that the table page and the small screen draw."""
    if snapshot.game is None or snapshot.table is None:
        return {**page_frame(snapshot), "headline": NO_GAME, "asks": ()}
    table = snapshot.table
    asks = visible_asks(table.asks, None)
    plays = history_of(live, snapshot, pictures=1)
    ruled = next((entry for entry in plays if entry.rulings), None)
    last_throw = next((entry for entry in plays if entry.throw), None)
    reading = snapshot.last_reading if snapshot.eyes == "settled" else None
    seen = evidence_picture(live, reading.evidence) if reading else None
    return {
        **page_frame(snapshot),
        "headline": waits_for(table),
        **drawn_for(snapshot, None),
        "asks": asks,
        "entries": plays,
        "last_rulings": weightiest_first(ruled.rulings) if ruled else (),
        "loud": DECISIVE,
        "last_seq": ruled.seq if ruled else 0,
        "last_throw": last_throw,
        "glimpse": glimpse(snapshot),
        "seen_now": seen,
        "may_be_missed": lambda ask: may_be_missed(seen, last_throw, ask),
        "proof_of": lambda evidence: evidence_picture(live, evidence),
        "corrections": corrections(snapshot),
        "left_over": left_over(snapshot),
    }


def page_frame(snapshot: Snapshot) -> dict[str, Any]:
    """The values that every page of the running game needs."""
    return {
        "snap": snapshot,
        "back": request.path,
        "rule_words": rule_words(snapshot.game, snapshot) if snapshot.game else None,
        "label_of": lambda piece: label(snapshot, piece),
        "labels_in": lambda proof, counted: labels_in(snapshot, proof, counted),
        "counted_in": lambda proof, throw=None: counted_in(snapshot, proof, throw),
        "called": names(snapshot),
        **styling_of(pages_of(snapshot)),
    }


def rule_words(game: Game, snapshot: Snapshot) -> Callable[[str], Phrase]:
    """How a page words a rule of *game*, by its id: by the house rules of the table where this game is played there."""
    played = snapshot.table if snapshot.game and snapshot.game.name == game.name else None
    chosen = played.setup.get("house_rules", {}) if played else {}
    return lambda rule_id: words_in_force(game.book[rule_id], game.house_rules, chosen)


def pages_of(snapshot: Snapshot) -> GamePages | None:
    """The pages of the game on the table; None for none, or for a game that has none of its own."""
    return all_games().get(snapshot.game.name) if snapshot.game else None


def styling_of(pages: GamePages | None) -> dict[str, Any]:
    """The template folder and the style of a game."""
    folder = pages.folder if pages else "no_game"
    art = current_app.jinja_env.select_template([f"{folder}/art.html", "_plain.html"])
    return {"game_pages": pages, "folder": folder, "art_of": art.name}


def drawn_for(snapshot: Snapshot, viewer: str | None) -> Mapping[str, Any]:
    """The values for the game's own templates, as *viewer* may see them (None: the whole table)."""
    pages = pages_of(snapshot)
    return pages.draw(snapshot, viewer) if pages else {}


def history_of(live: TableService, snapshot: Snapshot, pictures: int) -> list[HistoryEntry]:
    """All plays that stand, the newest first; only the first *pictures* throws come with their picture.

    A play without a public ruling is left out, because it may be secret.
    """
    entries = snapshot.table.entries if snapshot.table else ()
    all_plays = [entry_of(snapshot, entry) for entry in reversed(entries)]
    public = [one for one in all_plays if one.rulings or one.throw]
    pictured = {one.seq for one in [one for one in public if one.throw][:pictures]}
    return [with_proof(live, snapshot, one) if one.seq in pictured else one for one in public]


def entry_of(snapshot: Snapshot, entry: Entry) -> HistoryEntry:
    """One play with what everybody may know of it, without its picture."""
    logged = _logged(snapshot, entry.seq)
    throw = entry.play if isinstance(entry.play, Throw) else None
    rulings = audience(entry.rulings, None)
    words = most_important(rulings).text if rulings else (_throw_words(snapshot, throw) if throw else "")
    corrected = entry.play != logged.fact
    return HistoryEntry(entry.seq, logged.when, source_of(logged), corrected, entry.regular, throw, rulings, words)


def source_of(line: LogEntry) -> str:
    """Where a play comes from: its source in the log, or ``asked`` for a reading that somebody was asked about."""
    return "asked" if line.evidence is not None and line.by in ("hand", "button") else line.by


def with_proof(live: TableService, snapshot: Snapshot, entry: HistoryEntry) -> HistoryEntry:
    """The same entry with its picture, where one was kept."""
    return replace(entry, proof=evidence_picture(live, _logged(snapshot, entry.seq).evidence))


def _logged(snapshot: Snapshot, seq: int) -> LogEntry:
    return snapshot.log[seq - 1]


def _throw_words(snapshot: Snapshot, throw: Throw) -> str:
    called = names(snapshot)
    pieces = (joined(" ", (called.get(piece, piece), side(shows, snapshot.game))) for piece, shows in throw.shown)
    return Phrase("{player}: {shown}.", player=throw.player, shown=joined(", ", pieces))


def glimpse(snapshot: Snapshot) -> dict[str, str]:
    """The side that was last read on each piece, to prefill a throw by hand."""
    pieces = snapshot.last_reading.reading.pieces if snapshot.last_reading else ()
    return {piece.piece: piece.side for piece in pieces if piece.piece and piece.side}


def may_be_missed(seen: EvidencePicture | None, last: HistoryEntry | None, ask: Ask) -> bool:
    """Whether something lies there that can be the throw that *ask* waits for.

    What the *last* throw consists of cannot, unless it is to be thrown again and was read anew since.
    """
    if seen is None or (last and last.proof and last.proof.id == seen.id):
        return False
    counted = {piece for piece, _ in last.throw.shown} if last and last.throw else frozenset()
    awaited = {piece for piece, _ in ask.pieces}
    return any(piece["piece"] not in counted or piece["piece"] in awaited for piece in seen.pieces)


def left_over(snapshot: Snapshot) -> tuple[Piece, ...]:
    """What has lain on the mat since before the first throw, while that is awaited: it is not part of the throw.

    The camera reads no empty mat, so that tracks of what was taken away may remain.
    """
    table, is_empty = snapshot.table, snapshot.eyes == "watching"
    if table is None or is_empty or not due(table) or any(isinstance(entry.play, Throw) for entry in table.entries):
        return ()
    tracked = (track.last_piece for track in snapshot.tracks.values() if track.state == TrackState.CONFIRMED)
    known = (piece for piece in tracked if piece.kind != "stone" or piece.piece is not None)  # else it is strange
    return tuple(piece for piece in (*known, *snapshot.strange) if Note.OFF not in piece.notes)


def state_before(game: Game, table: Table, seq: int) -> Table:
    """The table as it stood before the play numbered *seq*, with all corrections."""
    stood = opening(game, table.setup)
    for entry in table.entries:
        if entry.seq < seq:
            stood = advance(game, stood, entry.play)
    return stood


@dataclass(frozen=True, slots=True)
class Correction:
    """A piece of the throw numbered ``seq``: the side that was read, and the ``others`` that it can be corrected to."""

    piece: str
    player: str
    side: str
    seq: int
    others: tuple[str, ...]


def corrections(snapshot: Snapshot) -> Mapping[str, Correction]:
    """The correction that each piece of the last throws admits, by piece; none once the game is over.

    A piece that was thrown several times is corrected in its latest throw.  A finished game is corrected in its
    history, so that a stray tap cannot undo a win.
    """
    game, table = snapshot.game, snapshot.table
    if game is None or table is None or not table.asks:
        return {}
    found: dict[str, Correction] = {}
    throws = ((at, entry) for at, entry in reversed(list(enumerate(table.entries))) if isinstance(entry.play, Throw))
    for at, entry in islice(throws, THROWS):
        found = {**_of_throw(game, table, at, entry), **found}
    return found


def _of_throw(game: Game, table: Table, at: int, entry: Entry) -> Mapping[str, Correction]:
    """The correction of each piece in *entry*, the play at index *at*: it may show any side that its ask listed."""
    if not isinstance(entry.play, Throw):
        return {}
    before = table.entries[at - 1].after if at else game.start(table.setup)
    sides = {piece: sides for ask in game.asks(before) for piece, sides in ask.pieces}
    return {
        piece: Correction(
            piece, entry.play.player, side, entry.seq, tuple(one for one in sides.get(piece, ()) if one != side)
        )
        for piece, side in entry.play.shown
        if sides.get(piece)
    }
