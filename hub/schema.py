"""The hub's database: SQLite in its home, or PostgreSQL by one setting (SQLAlchemy Core); what it can store."""

from __future__ import annotations

import logging
from functools import partial
from pathlib import Path
from typing import Any

from pydantic_core import from_json, to_json

from rules.core.game import plain_name
from rules.core.phrases import Phrase, SentenceError
from sharing.settings import SharingError

log = logging.getLogger(__name__)
INSTALL = Phrase(
    'The hub needs some more packages: run `.venv/bin/pip install -e ".[club]"` where Owleye is installed.'
)
NOT_USABLE = Phrase("The database cannot be used: check the setting “database”.")
FILE_NOT_USABLE = Phrase(
    "{file} cannot be used: see that this user may write there and the disk has room. If it is damaged, put a copy "
    "back, or move it away; the hub then begins anew, and each table is paired again."
)
FILE = "hub.sqlite"
LONGEST_NAME = 80  # characters of a table, season, tournament or player

try:
    from sqlalchemy import (
        JSON,
        Boolean,
        Column,
        Engine,
        ForeignKey,
        Index,
        Integer,
        MetaData,
        String,
        Table,
        Text,
        create_engine,
        event,
        inspect,
        text,
    )
    from sqlalchemy.exc import SQLAlchemyError
    from sqlalchemy.schema import CreateColumn
except ImportError:
    raise SharingError(INSTALL) from None

METADATA = MetaData()

TABLES = Table(
    "tables",
    METADATA,
    Column("id", String(60), primary_key=True),
    Column("name", String(LONGEST_NAME), nullable=False),
    Column("code", String(40), nullable=False),
    Column("stream", String(32), nullable=False, default=""),
    Column("number", Integer, nullable=False, default=0),
)
"""The paired tables; all events of ``stream`` up to ``number`` are stored."""

STREAMS = Table(
    "streams",
    METADATA,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("stream", String(32), primary_key=True),
)
"""All streams that a table has ever begun; a message cannot begin one of them a second time."""

GAMES = Table(
    "games",
    METADATA,
    Column("id", String(100), primary_key=True),  # TABLE/KEY; two tables may use the same key for different games
    Column("table_id", String(60), nullable=False),
    Column("game", String(80), nullable=False),
    Column("level", String(80)),
    Column("players", JSON, nullable=False),
    Column("setup", JSON(none_as_null=True)),
    Column("began", String(40), nullable=False),
    Column("ended", String(40), nullable=False, default=""),
    Column("over", Boolean, nullable=False, default=False),
    Column("winners", JSON, nullable=False),
    Column("facts", Integer, nullable=False, default=0),
    # Facts judged by the hub; below 0: the table sent facts again.
    Column("checked", Integer, nullable=False, default=0),
    Column("wrong", Integer, nullable=False, default=0),  # the first fact that the hub judges differently; 0: none
    Column("why", Text, nullable=False, default=""),
    Column("why_phrases", Text, nullable=False, server_default=""),  # to translate it
    # What the table waits for, its latest verdict, and both as phrases to be translated (storage/phrases.py).
    Column("waits", Text, nullable=False, server_default=""),
    Column("verdict", Text, nullable=False, server_default=""),
    Column("phrases", Text, nullable=False, server_default=""),
    Index("games_by_end", "ended"),
    Index("games_by_table", "table_id", "began"),
)

FACTS = Table(
    "facts",
    METADATA,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("at", String(40), nullable=False),
    Column("fact", JSON(none_as_null=True)),
    Column("said", JSON, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("winners", JSON, nullable=False),
)

SEASONS = Table(
    "seasons",
    METADATA,
    Column("name", String(LONGEST_NAME), primary_key=True),
    Column("begins", String(10), nullable=False),
)
"""A season lasts until the next one begins."""

TOURNAMENTS = Table(
    "tournaments",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", String(LONGEST_NAME), nullable=False),
)

ENTRANTS = Table(
    "entrants",
    METADATA,
    Column("tournament_id", ForeignKey("tournaments.id"), primary_key=True),
    Column("place", Integer, primary_key=True),
    Column("player", String(LONGEST_NAME), nullable=False),
)

PAIRS = Table(
    "pairs",
    METADATA,
    Column("tournament_id", ForeignKey("tournaments.id"), primary_key=True),
    Column("round", Integer, primary_key=True),
    Column("board", Integer, primary_key=True),
    Column("first", String(LONGEST_NAME), nullable=False),
    Column("second", String(LONGEST_NAME), nullable=False),
    Column("result", String(10), nullable=False),
    Column("began", String(40), nullable=False),
)


def name_of(text: str) -> str:
    """The name in a field as a `plain_name`, cut to `LONGEST_NAME`; empty where nothing was entered.

    Raises:
        SharingError: where it has a character that cannot be shown; PostgreSQL would not store some of them.
    """
    try:
        return plain_name(text)[:LONGEST_NAME]
    except SentenceError as error:
        raise SharingError(error.words) from None


def open_database(url: str, folder: Path) -> Engine:
    """Open the database at *url* and create missing tables; an empty *url* means a SQLite file in *folder*.

    Raises:
        SharingError: where it cannot be used, with one sentence for people.
    """
    file = folder / FILE
    try:
        engine = engine_at(url or f"sqlite:///{file}")
        METADATA.create_all(engine)
        _add_columns(engine)
    except (SQLAlchemyError, ImportError) as error:
        log.error("the database cannot be used: %s", str(error).partition("\n")[0])
        raise SharingError(NOT_USABLE if url else FILE_NOT_USABLE.about(file=str(file))) from None
    return engine


def _add_columns(engine: Engine) -> None:
    """Add the columns that a database of an earlier version lacks."""
    inspector = inspect(engine)
    with engine.begin() as db:
        for table in METADATA.sorted_tables:
            known = {column["name"] for column in inspector.get_columns(table.name)}
            for column in table.columns:
                if column.name not in known:
                    described = CreateColumn(column).compile(dialect=engine.dialect)
                    db.execute(text(f"ALTER TABLE {table.name} ADD COLUMN {described}"))


def engine_at(url: str) -> Engine:
    """An engine for the database at *url*, without connecting to it."""
    engine = create_engine(url, pool_pre_ping=True, json_serializer=_as_json, json_deserializer=_parsed)
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", _sync)
    return engine


def _as_json(value: Any) -> str:
    """*value* as the text of a JSON column; Python's own `json` takes four times as long."""
    return to_json(value).decode()


def _parsed(text: str) -> Any:
    """The value of a JSON column; an empty list where its text is damaged, so that one row does not cost all others.

    Equal short texts in it are one object, of which a judge keeps many.
    """
    try:
        return from_json(text)
    except ValueError:
        log.warning("a damaged value in the database is left out: %.80r", text)
        return []


def _sync(connection: Any, _: Any) -> None:
    """Set SQLite so that a committed transaction survives a power cut, and a damaged text can be read."""
    connection.text_factory = partial(str, encoding="utf-8", errors="replace")  # a damaged text costs no other row
    for setting in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "busy_timeout = 10000"):
        connection.execute(f"PRAGMA {setting}")
