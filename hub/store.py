"""Reads and writes the hub's database: paired tables, games, facts, seasons, tournaments."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, and_, bindparam, case, delete, func, insert, null, or_, select, update

from hub.schema import FACTS, GAMES, SEASONS, STREAMS, TABLES, name_of
from hub.tournaments import Tournaments
from rules.core.phrases import Phrase
from sharing.messages import key_of, new_code
from sharing.settings import NO_NAME, SharingError, table_id

Row = Mapping[str, Any]


@dataclass(slots=True)
class Pairing:
    """A paired table: its key (32 bytes), the current stream, the last stored number in it, and all earlier streams."""

    id: str
    name: str
    key: bytes
    stream: str = ""
    number: int = 0
    streams: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Batch:
    """Everything that the next transaction stores, in order of arrival.

    ``cut_from``: by game, the fact from which on the table sends again; stored facts from there on are replaced.
    """

    begun: dict[str, Row] = field(default_factory=dict)
    cut_from: dict[str, int] = field(default_factory=dict)
    facts: list[Row] = field(default_factory=list)
    records: list[tuple[str, Row, Sequence[Row]]] = field(default_factory=list)
    results: dict[str, Row] = field(default_factory=dict)
    reached: dict[str, Row] = field(default_factory=dict)
    streams: list[Row] = field(default_factory=list)


class Store:
    """The database; each method is one transaction, and any thread may call it."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self.tournaments = Tournaments(engine)

    @property
    def url(self) -> str:
        """The database's URL, with its password."""
        return self._engine.url.render_as_string(hide_password=False)

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    # Tables

    def pairings(self) -> dict[str, Pairing]:
        """All paired tables by their ids, except those whose code is damaged."""
        with self._engine.connect() as db:
            tables = db.execute(select(TABLES)).mappings().all()
            known = db.execute(select(STREAMS)).all()
        streams: defaultdict[str, set[str]] = defaultdict(set)
        for table, stream in known:
            streams[table].add(stream)
        return {
            row["id"]: Pairing(row["id"], row["name"], key, row["stream"], row["number"], streams[row["id"]])
            for row in tables
            if (key := _key_in(row["code"]))
        }

    def pair(self, name: str) -> str:
        """Pair a table, replacing an earlier pairing of the same name; returns the new code.

        Raises:
            SharingError: where the name has no letter or digit, or cannot be shown.
        """
        plain_name = name_of(name)
        table, code = table_id(plain_name), new_code()
        if not table:
            raise SharingError(NO_NAME)
        with self._engine.begin() as db:
            db.execute(delete(TABLES).where(TABLES.c.id == table))
            db.execute(insert(TABLES).values(id=table, name=plain_name, code=code))
        return code

    def unpair(self, table: str) -> None:
        """Delete the pairing with this table; its games stay."""
        with self._engine.begin() as db:
            db.execute(delete(TABLES).where(TABLES.c.id == table_id(table)))

    # Games

    def write(self, batch: Batch) -> None:
        """Store a batch in one transaction."""
        with self._engine.begin() as db:
            _insert_new_games(db, batch.begun)
            for game, seq in batch.cut_from.items():
                db.execute(delete(FACTS).where(and_(FACTS.c.game_id == game, FACTS.c.seq >= seq)))
                db.execute(update(GAMES).where(GAMES.c.id == game).values(checked=_checked_again, wrong=0, why=""))
            _many(db, insert(FACTS), batch.facts)
            for game, setup, facts in batch.records:
                db.execute(update(GAMES).where(GAMES.c.id == game).values(setup=setup))
                _many(db, _set_fact, [{"of_game": game, "number": n, "body": body} for n, body in enumerate(facts, 1)])
            _many(db, _set_result, batch.results.values())
            _many(db, insert(STREAMS), batch.streams)
            _many(db, _set_reached, batch.reached.values())

    def facts(self, game: str, after: int = 0) -> Sequence[Row]:
        """The facts of a game after number *after*, in order."""
        found = select(FACTS).where(and_(FACTS.c.game_id == game, FACTS.c.seq > after)).order_by(FACTS.c.seq)
        with self._engine.connect() as db:
            return _rows(db, found)

    def games(self, ids: Collection[str]) -> Sequence[Row]:
        """The rows of these games; ids without a game are left out."""
        with self._engine.connect() as db:
            return _rows(db, select(GAMES).where(GAMES.c.id.in_(ids))) if ids else []

    def unchecked_facts(self, games: Collection[str], from_start: Collection[str]) -> Sequence[Row]:
        """The facts of *games* that the hub has not judged, in order; for games in *from_start*, all facts.

        Each row also has ``checked`` of its game.  Facts that are still secret are left out, and so are games with a
        disputed fact.
        """
        new = FACTS.c.seq > case((GAMES.c.id.in_(from_start), 0), else_=GAMES.c.checked)
        public = and_(GAMES.c.wrong == 0, GAMES.c.setup.is_not(null()), FACTS.c.fact.is_not(null()))
        found = select(FACTS, GAMES.c.checked).join(GAMES).where(and_(FACTS.c.game_id.in_(games), new, public))
        with self._engine.connect() as db:
            return _rows(db, found.order_by(FACTS.c.game_id, FACTS.c.seq)) if games else []

    def latest_games(self) -> Sequence[Row]:
        """The game of each table that began last."""
        newest = select(GAMES.c.table_id, func.max(GAMES.c.began).label("began")).group_by(GAMES.c.table_id).subquery()
        same = and_(GAMES.c.table_id == newest.c.table_id, GAMES.c.began == newest.c.began)
        with self._engine.connect() as db:
            return _rows(db, select(GAMES).join(newest, same))

    def unchecked(self) -> Sequence[str]:
        """The ids of the games with facts that the hub has not judged."""
        with self._engine.connect() as db:
            return db.execute(select(GAMES.c.id).where(GAMES.c.checked < GAMES.c.facts)).scalars().all()

    def check(self, results: Iterable[Row]) -> None:
        """Store judgements, each as `Checker.check` returns it.

        A game whose ``checked`` is no longer ``checked_before`` is left unchanged: the table has sent facts again.
        """
        with self._engine.begin() as db:
            _many(db, _set_checked, results)

    def ended(self, since: str, before: str) -> Sequence[Row]:
        """The games that ended from *since* to *before* (ISO 8601, *before* excluded), the newest first."""
        within = and_(GAMES.c.over, GAMES.c.ended >= since, GAMES.c.ended < before)
        with self._engine.connect() as db:
            return _rows(db, select(GAMES).where(within).order_by(GAMES.c.ended.desc()))

    # Seasons

    def seasons(self) -> Sequence[Row]:
        """All seasons, the newest first."""
        with self._engine.connect() as db:
            return _rows(db, select(SEASONS).order_by(SEASONS.c.begins.desc()))

    def begin_season(self, name: str, day: str) -> None:
        """Begin a season on *day* (ISO 8601); a season of the same name, or of the same day, is replaced.

        Raises:
            SharingError: where the name is empty or cannot be shown.
        """
        plain_name = name_of(name)
        if not plain_name:
            raise SharingError(Phrase("Give the season a name, such as Winter."))
        with self._engine.begin() as db:
            db.execute(delete(SEASONS).where(or_(SEASONS.c.name == plain_name, SEASONS.c.begins == day)))
            db.execute(insert(SEASONS).values(name=plain_name, begins=day))


_set_fact = (
    update(FACTS)
    .where(and_(FACTS.c.game_id == bindparam("of_game"), FACTS.c.seq == bindparam("number")))
    .values(fact=bindparam("body"))
)
_set_result = (
    update(GAMES)
    .where(GAMES.c.id == bindparam("of_game"))
    .values(
        facts=bindparam("length"),
        over=bindparam("done"),
        winners=bindparam("won"),
        ended=bindparam("when"),
        waits=bindparam("waiting"),
        verdict=bindparam("said_last"),
        phrases=bindparam("translatable"),
    )
)
_set_reached = (
    update(TABLES)
    .where(TABLES.c.id == bindparam("of_table"))
    .values(stream=bindparam("current"), number=bindparam("through"))
)
_set_checked = (
    update(GAMES)
    .where(and_(GAMES.c.id == bindparam("of_game"), GAMES.c.checked == bindparam("checked_before")))
    .values(
        checked=bindparam("checked_to"),
        wrong=bindparam("wrong_at"),
        why=bindparam("reason"),
        why_phrases=bindparam("reason_phrases"),
    )
)
_checked_again = case((GAMES.c.checked > 0, -1), else_=GAMES.c.checked - 1)
"""A count below 0, another one each time that facts are sent again: no judgement of the earlier ones is stored."""


def _key_in(code: str) -> bytes | None:
    """The key of a stored code; None where it is damaged: that table must be paired again."""
    with suppress(ValueError):
        return key_of(code)
    return None


def _rows(db: Connection, query: Any) -> list[Row]:
    found = db.execute(query)
    names = tuple(found.keys())
    return [dict(zip(names, row, strict=True)) for row in found]


def _many(db: Connection, statement: Any, rows: Iterable[Row]) -> None:
    if found := [dict(row) for row in rows]:
        db.execute(statement, found)


def _insert_new_games(db: Connection, begun: Mapping[str, Row]) -> None:
    known = set(db.execute(select(GAMES.c.id).where(GAMES.c.id.in_(begun))).scalars()) if begun else set()
    _many(db, insert(GAMES), [row for game, row in begun.items() if game not in known])
