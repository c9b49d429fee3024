"""The allow-list of everything that a shared table sends over a broker, as JSON: only what any onlooker may see.

That is the same as on the table's own page without a seat: public asks and rulings, throws, and `game.view` for an
onlooker.  Set-up and facts are included only in games without secrets, or once the game is over.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from calibration.storage.phrases import packed
from rules.core.asks import visible_asks
from rules.core.facts import Amend, Correction, Fact, Restore, Retract, Throw, to_json
from rules.core.fold import Table, advance, opening
from rules.core.game import Game, Setup, winners_of
from rules.core.phrases import Phrase, sentences
from rules.core.rulings import Ruling, audience

if TYPE_CHECKING:  # the hub's judge imports this module and saves 50 MB without `referee`
    from referee.model.snapshot import LogEntry, Snapshot

IN_SECRET = Phrase("Somebody decides in secret, on their own page.")
OVER = Phrase("The game is over")
OUTCOME = 2
"""How many rulings of a fact, the last ones, a hub shows as its verdict."""
MOST_RULINGS = 50  # rulings in one event, because a correction of an early fact may change hundreds
NO_GAME = Phrase("No game yet")
Event = dict[str, Any]


def summary_of(snapshot: Snapshot) -> dict[str, Any]:
    """Which game is on the table (``key`` as in its events), and what is needed (``trouble``, ``question``)."""
    trouble = sentences(*(notice.words for notice in snapshot.notices if notice.trouble))
    question = snapshot.question.words if snapshot.question else ""
    return {
        "game": snapshot.game.name if snapshot.game else None,
        "key": game_key(snapshot) if snapshot.game else "",
        "players": list(snapshot.players),
        "trouble": trouble,
        "question": question,
        "simulated": snapshot.simulated,
        "phrases": packed(trouble=trouble, question=question),
    }


def state_of(snapshot: Snapshot) -> dict[str, Any]:
    """The public state of the table: summary, player in turn, what it waits for, latest public verdict, result."""
    table, game = snapshot.table, snapshot.game
    body = {**summary_of(snapshot), "facts": snapshot.length}
    if game is None or table is None:
        return {**body, "turn": None, "waits": NO_GAME, "verdict": "", "rules": [], **_no_result()}
    last = next((public for entry in reversed(table.entries) if (public := audience(entry.rulings, None))), ())
    return {
        **body,
        "turn": next((ask.player for ask in visible_asks(table.asks, None)), None),
        "waits": waits_for(table),
        "verdict": " ".join(ruling.text for ruling in last),
        "rules": list(dict.fromkeys(rule for ruling in last for rule in ruling.rules)),
        **result(game, table),
    }


def waits_for(table: Table) -> str:
    """One public sentence: what the table waits for."""
    asks = visible_asks(table.asks, None)
    return asks[0].words if asks else IN_SECRET if table.asks else OVER


def result(game: Game, table: Table) -> dict[str, Any]:
    """The result as JSON: ``over``, and ``winners``, which is empty while the game runs and in a draw."""
    if table.asks:
        return _no_result()
    view = game.view(table.state, None, table.revealed)
    return {"over": True, "winners": list(winners_of(view, table.setup["players"]))}


def _no_result() -> dict[str, Any]:
    return {"over": False, "winners": []}


def game_key(snapshot: Snapshot) -> str:
    """A key (16 hexadecimal digits) that is unique among the table's games, even after its home folder was lost."""
    started = next((game.started for game in snapshot.games if game.id == snapshot.game_id), "")
    return sha256(f"{snapshot.game_id}\0{started}".encode()).hexdigest()[:16]


def events(snapshot: Snapshot, since: int | None) -> Iterator[Event]:
    """The events of the running game after fact number *since*; None: all, beginning with the set-up.

    Each event has a unique ``id``, ``<game>/<fact>``.
    """
    game, table = snapshot.game, snapshot.table
    if game is None or table is None:
        return
    key = game_key(snapshot)
    if since is None:
        yield _begin(key, game, table.setup)
    for after, line in _replayed(game, table, snapshot.log, since or 0):
        yield _fact(key, game, after, line)
    if snapshot.length > (since or 0) and not table.asks and not is_public(game, table.setup):
        yield _record(key, table.setup, snapshot.log)


def is_public(game: Game, setup: Setup) -> bool:
    """Whether the facts of a game with this set-up are public while it runs, because it has no secrets."""
    return game.at_table.nothing_hidden(setup)


def _replayed(game: Game, table: Table, log: Sequence[LogEntry], since: int) -> Iterator[tuple[Table, LogEntry]]:
    """Yield each fact after number *since*, with the table's state after it."""
    if since == len(log) - 1:
        yield table, log[-1]
        return
    after = opening(game, table.setup)
    for line in log:
        after = advance(game, after, line.fact)
        if line.seq > since:
            yield after, line


def _begin(key: str, game: Game, setup: Setup) -> Event:
    waits = waits_for(opening(game, setup))
    return {
        "event_type": "begin",
        "id": f"{key}/0",
        "game": key,
        "seq": 0,
        "name": game.name,
        "level": setup.get("level"),
        "players": list(setup["players"]),
        "setup": dict(setup) if is_public(game, setup) else None,
        "waits": waits,
        "phrases": packed(waits=waits),
    }


def _fact(key: str, game: Game, table: Table, line: LogEntry) -> Event:
    waits, rulings = waits_for(table), _public(table, line.fact)
    return {
        "event_type": _type(line.fact),
        "id": f"{key}/{line.seq}",
        "game": key,
        "seq": line.seq,
        "at": line.when,
        "fact": to_json(line.fact) if is_public(game, table.setup) else _public_part(line.fact),
        "said": [_words(ruling) for ruling in rulings],
        "waits": waits,
        "phrases": packed(waits=waits, verdict=sentences(*(ruling.text for ruling in rulings[-OUTCOME:]))),
        **result(game, table),
    }


def _record(key: str, setup: Setup, log: Sequence[LogEntry]) -> Event:
    """The event at the end of a game with secrets: set-up and all facts."""
    facts = [to_json(line.fact) for line in log]
    body = {"event_type": "record", "id": f"{key}/{len(log)}/record", "game": key, "seq": len(log)}
    return {**body, "setup": dict(setup), "facts": facts}


def _type(fact: Fact) -> str:
    return "throw" if isinstance(fact, Throw) else "correction" if isinstance(fact, Correction) else "choice"


def _public_part(fact: Fact) -> Mapping[str, Any] | None:
    """A fact of a game with secrets as JSON where it is public (throws, retractions, what restores them), else None."""
    public = isinstance(fact, Throw | Retract | Restore) or (isinstance(fact, Amend) and isinstance(fact.play, Throw))
    return to_json(fact) if public else None


def public_rulings(table: Table, fact: Fact) -> list[dict[str, Any]]:
    """The public rulings on *fact*, the latest fact of *table*; after a correction, those on all later plays too.

    At most the last `MOST_RULINGS` rulings, so that every event fits into a message.
    """
    return [_words(ruling) for ruling in _public(table, fact)]


def _public(table: Table, fact: Fact) -> list[Ruling]:
    first = fact.seq if isinstance(fact, Correction) else table.length
    public = (ruling for entry in table.entries if entry.seq >= first for ruling in audience(entry.rulings, None))
    return list(deque(public, MOST_RULINGS))


def _words(ruling: Ruling) -> dict[str, Any]:
    return {"text": ruling.text, "rules": list(ruling.rules)}
