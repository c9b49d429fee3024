"""What the hub keeps: paired tables, games, facts, seasons, tournaments."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import Connection, Engine, and_, bindparam, case, delete, func, insert, null, or_, select, update

from hub.schema import FACTS, GAMES, SEASONS, STREAMS, TABLES
from hub.tournaments import Tournaments
from rules.core.phrases import Phrase
from sharing.messages import key_of, new_code
from sharing.settings import SharingError, table_id

Row = Mapping[str, Any]


@dataclass(slots=True)
class Pairing:
    """A paired table: its key, up to which number which stream is stored, and the streams before."""

    id: str
    name: str
    key: bytes
    stream: str = ""
    number: int = 0
    streams: set[str] = field(default_factory=set)


@dataclass(slots=True)
class Batch:
    """What the next transaction stores, in the order in which it came."""

    begun: dict[str, Row] = field(default_factory=dict)
    cut: dict[str, int] = field(default_factory=dict)  # the game, and from which fact on it is told anew
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
        """All paired tables by their ids."""
        with self._engine.connect() as db:
            tables = db.execute(select(TABLES)).mappings().all()
            streams = db.execute(select(STREAMS)).all()
        return {
            row["id"]: Pairing(
                row["id"],
                row["name"],
                key_of(row["code"]),
                row["stream"],
                row["number"],
                {stream for table, stream in streams if table == row["id"]},
            )
            for row in tables
        }

    def pair(self, name: str) -> str:
        """Pair a table of this name, also one that was paired before; the answer is its code.

        Raises:
            SharingError: where it cannot have that name.
        """
        table, code = table_id(name), new_code()
        if not table:
            raise SharingError(Phrase("Give the table a name with a letter or a digit in it, such as Table 3."))
        with self._engine.begin() as db:
            db.execute(delete(TABLES).where(TABLES.c.id == table))
            db.execute(insert(TABLES).values(id=table, name=name.strip()[:80], code=code))
        return code

    def unpair(self, table: str) -> None:
        """Hear no more of this table; its games stay."""
        with self._engine.begin() as db:
            db.execute(delete(TABLES).where(TABLES.c.id == table))

    # Games

    def write(self, batch: Batch) -> None:
        """Store a batch, or nothing of it."""
        with self._engine.begin() as db:
            _insert_new_games(db, batch.begun)
            for game, seq in batch.cut.items():
                db.execute(delete(FACTS).where(and_(FACTS.c.game_id == game, FACTS.c.seq >= seq)))
                db.execute(update(GAMES).where(GAMES.c.id == game).values(checked=_told_anew, wrong=0, why=""))
            _many(db, insert(FACTS), batch.facts)
            for game, setup, facts in batch.records:
                db.execute(update(GAMES).where(GAMES.c.id == game).values(setup=setup))
                _many(db, _set_fact, [{"of_game": game, "number": n, "body": body} for n, body in enumerate(facts, 1)])
            _many(db, _set_result, batch.results.values())
            _many(db, insert(STREAMS), batch.streams)
            _many(db, _set_reached, batch.reached.values())

    def facts(self, game: str, after: int = 0) -> Sequence[Row]:
        """The facts of a game that follow number *after*."""
        found = select(FACTS).where(and_(FACTS.c.game_id == game, FACTS.c.seq > after)).order_by(FACTS.c.seq)
        with self._engine.connect() as db:
            return _rows(db, found)

    def games(self, ids: Collection[str]) -> Sequence[Row]:
        """These games, as far as there are any."""
        with self._engine.connect() as db:
            return _rows(db, select(GAMES).where(GAMES.c.id.in_(ids))) if ids else []

    def unchecked_facts(self, games: Collection[str], from_start: Collection[str]) -> Sequence[Row]:
        """The facts of *games* that were not judged a second time, in order; of those in *from_start*, all facts.

        Each row also has ``checked`` of its game.  Left out are facts that are still secret, and games that were judged
        otherwise.
        """
        new = or_(FACTS.c.seq > GAMES.c.checked, FACTS.c.game_id.in_(from_start))
        public = and_(GAMES.c.wrong == 0, GAMES.c.setup.is_not(null()), FACTS.c.fact.is_not(null()))
        found = select(FACTS, GAMES.c.checked).join(GAMES).where(and_(FACTS.c.game_id.in_(games), new, public))
        with self._engine.connect() as db:
            return _rows(db, found.order_by(FACTS.c.game_id, FACTS.c.seq)) if games else []

    def latest_games(self) -> Sequence[Row]:
        """The last game of each table."""
        newest = select(GAMES.c.table_id, func.max(GAMES.c.began).label("began")).group_by(GAMES.c.table_id).subquery()
        same = and_(GAMES.c.table_id == newest.c.table_id, GAMES.c.began == newest.c.began)
        with self._engine.connect() as db:
            return _rows(db, select(GAMES).join(newest, same))

    def unchecked(self) -> Sequence[str]:
        """The games of which some facts were not judged a second time yet."""
        with self._engine.connect() as db:
            return db.execute(select(GAMES.c.id).where(GAMES.c.checked < GAMES.c.facts)).scalars().all()

    def check(self, results: Iterable[Row]) -> None:
        """Store how far games were judged: ``of_game``, ``checked_before``, ``checked_to``, ``wrong_at``, ``reason``.

        A game that was told anew since it was read (its ``checked`` is another one) is left as it is.
        """
        with self._engine.begin() as db:
            _many(db, _set_checked, results)

    def ended(self, since: str, before: str) -> Sequence[Row]:
        """The games that ended in this time (ISO, the end excluded), the newest first."""
        within = and_(GAMES.c.over, GAMES.c.ended >= since, GAMES.c.ended < before)
        with self._engine.connect() as db:
            return _rows(db, select(GAMES).where(within).order_by(GAMES.c.ended.desc()))

    # Seasons

    def seasons(self) -> Sequence[Row]:
        """All seasons, the newest first."""
        with self._engine.connect() as db:
            return _rows(db, select(SEASONS).order_by(SEASONS.c.begins.desc()))

    def begin_season(self, name: str, day: str) -> None:
        """Begin a season on this day; one of the same name begins anew.

        Raises:
            SharingError: where it has no name.
        """
        if not name.strip():
            raise SharingError(Phrase("Give the season a name, such as Winter."))
        with self._engine.begin() as db:
            db.execute(delete(SEASONS).where(SEASONS.c.name == name.strip()[:80]))
            db.execute(insert(SEASONS).values(name=name.strip()[:80], begins=day))


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
    .values(checked=bindparam("checked_to"), wrong=bindparam("wrong_at"), why=bindparam("reason"))
)


_told_anew = case((GAMES.c.checked > 0, -1), else_=GAMES.c.checked - 1)


def _rows(db: Connection, query: Any) -> list[Row]:
    return [row._asdict() for row in db.execute(query)]


def _many(db: Connection, statement: Any, rows: Iterable[Row]) -> None:
    if found := [dict(row) for row in rows]:
        db.execute(statement, found)


def _insert_new_games(db: Connection, begun: Mapping[str, Row]) -> None:
    known = set(db.execute(select(GAMES.c.id).where(GAMES.c.id.in_(begun))).scalars()) if begun else set()
    _many(db, insert(GAMES), [row for game, row in begun.items() if game not in known])
