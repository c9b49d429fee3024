"""Damage of every kind to the journal: all that is undamaged is carried over and reported, however recovery ends."""

from __future__ import annotations

import random
import shutil
import sqlite3
import tracemalloc
import zlib
from contextlib import suppress
from pathlib import Path

import pytest

from calibration.storage.damaged import unseen
from referee.journal import recovery
from referee.journal.journal import Journal, StoredGame, digest
from referee.journal.page_scan import PAGE, scan
from referee.journal.recovery import open_journal
from rules.core.facts import Fact
from tests.power_cut import PowerCut, cut_power_after
from tests.referee.journal.written import line
from tests.referee.kit import PLAYED, SETUP, clock

GAMES, FACTS = 4, 30
LONG = {**SETUP, "note": "x" * 9000}
"""A set-up that needs overflow pages."""


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A closed journal with several games and several pages."""
    path = tmp_path / "owleye.sqlite"
    journal = Journal(path)
    for number in range(GAMES):
        fill(journal, journal.begin(LONG if number == 1 else SETUP, clock()), FACTS)
    journal.close()
    return path


def fill(journal: Journal, game: str, facts: int, first: int = 1) -> None:
    for seq in range(first, first + facts):
        journal.append(game, line(seq, PLAYED[(seq - 1) % len(PLAYED)]))


def all_of(journal: Journal) -> dict[str, StoredGame | None]:
    return {game.id: journal.load(game.id) for game in journal.games()}


def opened(path: Path) -> tuple[dict[str, StoredGame | None], str]:
    """The games and the report of a start."""
    journal, words = open_journal(path, "20260101")
    games = all_of(journal)
    journal.close()
    return games, words


def facts_of(game: StoredGame | None) -> tuple[Fact, ...]:
    return tuple(entry.fact for entry in game.log) if game else ()


def flipped(data: bytes, bit: int) -> bytes:
    body = bytearray(data)
    body[bit // 8] ^= 1 << bit % 8
    return bytes(body)


def lost(found: dict[str, StoredGame | None], whole: dict[str, StoredGame | None]) -> int:
    """How many facts are missing, after checking that those which were found are a prefix of each game."""
    for game, stored in found.items():
        facts = facts_of(stored)
        assert facts == facts_of(whole[game])[: len(facts)]
    return sum(len(facts_of(game)) for game in whole.values()) - sum(len(facts_of(game)) for game in found.values())


def test_a_flipped_bit_never_stops_a_start_and_costs_one_game_at_most(path: Path, tmp_path: Path) -> None:
    data, whole = path.read_bytes(), opened(path)[0]
    rng = random.Random(18)
    header = list(range(0, 100 * 8, 5))
    for trial, bit in enumerate([*header, *(rng.randrange(len(data) * 8) for _ in range(150))]):
        torn = tmp_path / f"torn{trial}" / path.name
        torn.parent.mkdir()
        torn.write_bytes(flipped(data, bit))
        games, words = opened(torn)
        assert lost(games, whole) <= FACTS
        assert words or games == whole
        shutil.rmtree(torn.parent)


def test_text_that_is_no_longer_utf8_is_a_damaged_row(path: Path) -> None:
    data, whole = path.read_bytes(), opened(path)[0]
    path.write_bytes(flipped(data, data.rindex(b'"fact"') * 8 + 7))
    games, words = opened(path)
    assert "was damaged" in words
    assert lost(games, whole) <= FACTS


@pytest.mark.parametrize(
    "statement",
    ["UPDATE facts SET means = 'foot' WHERE game = 2 AND seq = 9", "DELETE FROM facts WHERE game = 2 AND seq = 9"],
)
def test_a_row_that_is_wrong_or_missing_costs_the_rest_of_its_game(path: Path, statement: str) -> None:
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA secure_delete = ON")
        other.execute(statement)
    other.close()
    games, words = opened(path)
    assert "4 games could be carried over" in words
    assert [len(facts_of(game)) for _, game in sorted(games.items())] == [FACTS, 8, FACTS, FACTS]


OTHER_FACTS = ['{"fact": "whisper"}', "[1]", "{", "[" * 100_000]
OTHER_SETUPS = ["[]", '{"players": []}', '{"game": "x"}', '{"game": "x", "players": 3}', "{"]


@pytest.mark.parametrize("text", [*OTHER_FACTS, *OTHER_SETUPS])
def test_a_whole_row_that_another_version_wrote_costs_no_other_row(path: Path, text: str) -> None:
    whole, when = opened(path)[0], clock()
    fact = (2, FACTS + 1, text, when, "hand", None)
    with sqlite3.connect(path) as other:
        if text in OTHER_FACTS:
            other.execute("INSERT INTO facts VALUES (?, ?, ?, ?, ?, ?, ?)", (*fact, digest(*fact)))
        else:
            other.execute("INSERT INTO games VALUES (5, ?, ?, ?)", (when, text, digest(when, text)))
    other.close()
    games, words = opened(path)
    assert "4 games could be carried over" in words
    assert games == whole


def test_a_game_with_a_number_below_zero_costs_no_other_game(path: Path) -> None:
    """The checksum does not cover the number, which `page_scan` reads as one above the largest of SQLite."""
    whole = opened(path)[0]
    with sqlite3.connect(path) as db:
        db.execute("INSERT INTO games SELECT -7, started, setup, digest FROM games WHERE id = 1")
    db.close()
    games, words = opened(path)
    assert games == whole
    assert "was damaged" in words


@pytest.mark.parametrize("statement", ["PRAGMA application_id = 7", "PRAGMA user_version = 268435457"])
def test_a_damaged_mark_in_the_header_costs_nothing(path: Path, statement: str) -> None:
    whole = opened(path)[0]
    with sqlite3.connect(path) as other:
        other.execute(statement)
    other.close()
    games, words = opened(path)
    assert "was damaged" in words
    assert games == whole


def test_a_journal_of_the_first_format_is_read_and_continued(path: Path) -> None:
    whole = opened(path)[0]
    with sqlite3.connect(path) as other:
        for table, text in (("games", "setup"), ("facts", "fact")):
            for (body,) in other.execute(f"SELECT DISTINCT {text} FROM {table}").fetchall():
                other.execute(f"UPDATE {table} SET digest = ? WHERE {text} = ?", (zlib.crc32(body.encode()), body))
        other.execute("PRAGMA user_version = 1")
    other.close()
    assert opened(path) == (whole, "")
    journal = Journal(path)
    fill(journal, "3", 2, first=FACTS + 1)
    journal.close()
    assert [len(facts_of(game)) for _, game in sorted(opened(path)[0].items())] == [FACTS, FACTS, FACTS + 2, FACTS]


def test_rows_are_found_without_a_schema(path: Path) -> None:
    whole = opened(path)[0]
    body = bytearray(path.read_bytes())
    body[0:4096] = bytes(4096)
    path.write_bytes(body)
    games, words = opened(path)
    assert "4 games could be carried over" in words
    assert games == whole


def test_rows_in_the_log_are_found_too(path: Path) -> None:
    journal = Journal(path)
    fill(journal, "1", 5, first=FACTS + 1)
    copies = {name: path.with_name(path.name + name).read_bytes() for name in ("", "-wal")}
    journal.close()
    for name, data in copies.items():
        path.with_name(path.name + name).write_bytes(data)
    assert max(row[1] for row in scan(path) if len(row) == 7 and row[0] == 1) == FACTS + 5


def test_a_scan_holds_one_page_in_memory_and_not_the_journal(path: Path) -> None:
    with open(path, "r+b") as file:
        file.truncate(5000 * PAGE)
    tracemalloc.start()
    rows = sum(1 for _ in scan(path))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert rows
    assert peak < 100 * PAGE


STEPS = ((Journal, "take_over"), (Path, "rename"))
"""By these methods recovery changes the disk."""


@pytest.mark.parametrize("step", range(9))
def test_an_interrupted_recovery_is_resumed_and_reported(
    path: Path, monkeypatch: pytest.MonkeyPatch, step: int
) -> None:
    whole = opened(path)[0]
    with sqlite3.connect(path) as other:
        other.execute("UPDATE facts SET means = 'foot' WHERE game = 4 AND seq = 9")
    other.close()
    path.with_name(f"{path.name}-wal").write_bytes(b"")
    with monkeypatch.context() as context:
        cut_power_after(context, step, *STEPS)
        with suppress(PowerCut):
            opened(path)
    games, words = opened(path)
    assert [len(facts_of(game)) for _, game in sorted(games.items())] == [FACTS, FACTS, FACTS, 8]
    assert lost(games, whole) == FACTS - 8
    aside = path.with_name("owleye.damaged-20260101.sqlite")
    assert aside.exists()
    assert ("kept as owleye.damaged-20260101.sqlite" in words) is (step < 8)
    assert not [one for one in path.parent.iterdir() if one.suffix in (recovery.PART, recovery.RECOVERED)]
    assert opened(path) == (games, "")


@pytest.mark.parametrize("moved", [False, True])
@pytest.mark.parametrize("torn", [b"", b"x" * 5000, None])
def test_a_damaged_recovered_file_is_set_aside_and_recovery_done_again(
    path: Path, monkeypatch: pytest.MonkeyPatch, moved: bool, torn: bytes | None
) -> None:
    with sqlite3.connect(path) as other:
        other.execute("UPDATE facts SET means = 'foot' WHERE game = 4 AND seq = 9")
    other.close()
    recovered = path.with_name(f"owleye.damaged-20251231.sqlite{recovery.RECOVERED}")
    with monkeypatch.context() as context:
        cut_power_after(context, GAMES + 1, *STEPS)
        with suppress(PowerCut):
            open_journal(path, "20251231")
    data = recovered.read_bytes()
    recovered.write_bytes(data[:9000] if torn is None else torn)
    if moved:
        path.rename(recovered.with_suffix(""))
    games, words = opened(path)
    assert [len(facts_of(game)) for _, game in sorted(games.items())] == [FACTS, FACTS, FACTS, 8]
    assert "kept as owleye.damaged-20260101.sqlite. 4 games could be carried over" in words
    assert {report.kept for report in unseen(path.parent)} == {
        "damaged/owleye.damaged-20251231.sqlite.recovered",
        "owleye.damaged-20260101.sqlite",
    }
    assert not list(path.parent.glob(f"*{recovery.RECOVERED}"))
    assert opened(path) == (games, "")


def test_a_damaged_file_never_covers_an_earlier_one(path: Path) -> None:
    for text in (b"first" * 100, b"second" * 100):
        path.write_bytes(text)
        opened(path)
    set_aside = {one.read_bytes() for one in path.parent.glob("owleye.damaged-*.sqlite")}
    assert set_aside == {b"first" * 100, b"second" * 100}
