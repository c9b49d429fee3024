"""What any onlooker may see of a table, as JSON: the allow-list for everything that leaves it over a broker.

It holds what the table's own page shows to everybody: asks and rulings for all, throws, `game.view` for an onlooker.
The set-up and the facts themselves are public where the game has no secrets, or once it is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from itertools import islice
from typing import TYPE_CHECKING, Any

from rules.core.asks import asked
from rules.core.facts import Amend, Fact, Retract, Throw, to_json
from rules.core.fold import Table, advance, opening
from rules.core.game import Game, Setup
from rules.core.rulings import Ruling, audience

if TYPE_CHECKING:  # the hub's judge needs nothing of a table but its rules, which saves it 50 MB
    from referee.model.snapshot import LogEntry, Snapshot

IN_SECRET = "Somebody decides in secret, on their own page."
OVER = "The game is over"
MOST_SAID = 50  # rulings of one event: a correction of an early fact may change hundreds
NO_GAME = "No game yet"
Event = dict[str, Any]


def summary_of(snapshot: Snapshot) -> dict[str, Any]:
    """Which game is on the table, and whether somebody is needed there."""
    return {
        "game": snapshot.game.name if snapshot.game else None,
        "players": list(snapshot.players),
        "trouble": " ".join(notice.words for notice in snapshot.notices if notice.trouble),
        "question": snapshot.question.words if snapshot.question else "",
        "simulated": snapshot.simulated,
    }


def state_of(snapshot: Snapshot) -> dict[str, Any]:
    """How the table stands: its summary, turn, awaited action, latest public verdict, result."""
    table, game = snapshot.table, snapshot.game
    body = {**summary_of(snapshot), "facts": snapshot.length}
    if game is None or table is None:
        return {**body, "turn": None, "waits": NO_GAME, "verdict": "", "rules": [], **_no_result()}
    last = next((heard for entry in reversed(table.entries) if (heard := audience(entry.rulings, None))), ())
    return {
        **body,
        "turn": next((ask.player for ask in asked(table.asks, None)), None),
        "waits": waits_for(table),
        "verdict": " ".join(ruling.text for ruling in last),
        "rules": list(dict.fromkeys(rule for ruling in last for rule in ruling.rules)),
        **result(game, table),
    }


def waits_for(table: Table) -> str:
    """What the table waits for, in words for everybody."""
    asks = asked(table.asks, None)
    return asks[0].words if asks else IN_SECRET if table.asks else OVER


def result(game: Game, table: Table) -> dict[str, Any]:
    """Whether the game is over, and who has won it; nobody where it is drawn."""
    if table.asks:
        return _no_result()
    view = game.view(table.state, None, table.revealed)
    return {"over": True, "winners": list(view.get("winners") or filter(None, [view.get("winner")]))}


def _no_result() -> dict[str, Any]:
    return {"over": False, "winners": []}


def game_key(snapshot: Snapshot) -> str:
    """A name for the game that no other game of the table has, also after its home was lost."""
    started = next((game.started for game in snapshot.games if game.id == snapshot.game_id), "")
    return sha256(f"{snapshot.game_id}\0{started}".encode()).hexdigest()[:16]


def events(snapshot: Snapshot, since: int | None) -> Iterator[Event]:
    """What happened in the game on the table after fact number *since*; None: from its beginning on.

    An event has an ``id`` that no other has: ``<game>/<fact>``.
    """
    game, table = snapshot.game, snapshot.table
    if game is None or table is None:
        return
    key = game_key(snapshot)
    if since is None:
        yield _begin(key, game, table.setup)
    for stood, line in _tables(game, table, snapshot.log, since or 0):
        yield _fact(key, game, stood, line)
    if snapshot.length > (since or 0) and not table.asks and not is_open(game, table.setup):
        yield _record(key, table.setup, snapshot.log)


def is_open(game: Game, setup: Setup) -> bool:
    """Whether everybody may have the facts of a game with this set-up while it runs."""
    return game.at_table.nothing_hidden(setup)


def _tables(game: Game, table: Table, log: Sequence[LogEntry], since: int) -> Iterator[tuple[Table, LogEntry]]:
    """The table after each fact that follows *since*."""
    if since == len(log) - 1:
        yield table, log[-1]
        return
    stood = opening(game, table.setup)
    for line in log:
        stood = advance(game, stood, line.fact)
        if line.seq > since:
            yield stood, line


def _begin(key: str, game: Game, setup: Setup) -> Event:
    return {
        "event_type": "begin",
        "id": f"{key}/0",
        "game": key,
        "seq": 0,
        "name": game.name,
        "level": setup.get("level"),
        "players": list(setup["players"]),
        "setup": dict(setup) if is_open(game, setup) else None,
    }


def _fact(key: str, game: Game, table: Table, line: LogEntry) -> Event:
    return {
        "event_type": _type(line.fact),
        "id": f"{key}/{line.seq}",
        "game": key,
        "seq": line.seq,
        "at": line.when,
        "fact": to_json(line.fact) if is_open(game, table.setup) else _seen_by_all(line.fact),
        "said": said(table, line.fact),
        "waits": waits_for(table),
        **result(game, table),
    }


def _record(key: str, setup: Setup, log: Sequence[LogEntry]) -> Event:
    """A game with secrets once it is over: everything that was hidden."""
    facts = [to_json(line.fact) for line in log]
    body = {"event_type": "record", "id": f"{key}/{len(log)}/record", "game": key, "seq": len(log)}
    return {**body, "setup": dict(setup), "facts": facts}


def _type(fact: Fact) -> str:
    return "throw" if isinstance(fact, Throw) else "correction" if isinstance(fact, Amend | Retract) else "choice"


def _seen_by_all(fact: Fact) -> Mapping[str, Any] | None:
    """A fact of a game with secrets: everybody sees throws, and that something is taken back."""
    public = isinstance(fact, Throw | Retract) or (isinstance(fact, Amend) and isinstance(fact.play, Throw))
    return to_json(fact) if public else None


def said(table: Table, fact: Fact) -> list[dict[str, Any]]:
    """What everybody hears of *fact*, the latest of *table*; after a correction, of the plays that may have changed.

    No more than `MOST_SAID` rulings, so that every event fits into a message.
    """
    first = fact.seq if isinstance(fact, Amend | Retract) else table.length
    heard = (ruling for entry in table.entries if entry.seq >= first for ruling in audience(entry.rulings, None))
    return [_words(ruling) for ruling in islice(heard, MOST_SAID)]


def _words(ruling: Ruling) -> dict[str, Any]:
    return {"text": ruling.text, "rules": list(ruling.rules)}
