"""The hub's threads: a message that nobody foresaw is left out and reported, and every other one is stored."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from sqlalchemy.exc import OperationalError

from hub.cli import HubSettings
from hub.schema import open_database
from hub.service import HubService
from hub.store import Batch, Row, Store
from sharing.public import game_key
from tests.hub.kit import NOW, SharedTable
from tests.rules.fuzz import play
from tests.rules.kit import kit_of
from tests.sharing.kit import free_port, snapshot_of

KIT = kit_of("casting-stones")
GAME = play(KIT, 3)
ONE = f"table-1/{game_key(snapshot_of(KIT.game, GAME.setup, ()))}"


class Brittle(Store):
    """A database that fails for good when it is to store the third fact, and for now for the reason ``fails_by``."""

    fails_by: Exception | None = None

    def write(self, batch: Batch) -> None:
        if self.fails_by:
            raise self.fails_by
        if any(row["seq"] == 3 for row in batch.facts):
            raise UnicodeEncodeError("utf-8", "\ud800", 0, 1, "surrogates not allowed")
        super().write(batch)


class NoJudge:
    """In place of the judging process, which takes seconds to start and to end."""

    def __init__(self, url: str) -> None:
        """Nothing to start."""

    def check(self, games: Sequence[str]) -> list[Row]:
        """Judge nothing."""
        return []

    def close(self) -> None:
        """Nothing to end."""


@pytest.fixture
def service(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[HubService]:
    monkeypatch.setattr("hub.service.Judge", NoJudge)
    settings = HubSettings(broker="127.0.0.1", port=free_port(), tls=False)
    service = HubService(settings, Brittle(open_database("", tmp_path)), lambda: NOW)
    yield service
    service.close()
    service.store.close()


def test_a_message_that_cannot_be_stored_is_left_out_and_reported(
    service: HubService, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    table = SharedTable(tmp_path, "Table 1", service.pair("Table 1"))
    for message in table.play(KIT.game, GAME.setup, GAME.log[:6]):
        service._work.put(message)
    service.wait_until_stored()
    assert [row["seq"] for row in service.store.facts(ONE)] == [1, 2]  # what follows a gap belongs to no game
    assert "a message to owleye/table-1/event cannot be stored and is left out" in caplog.text
    assert service.store.pairings()["table-1"].number == 7  # the beginning and six facts: none is sent again
    table.close()


@pytest.mark.parametrize(
    ("why", "logged"),
    [
        (OperationalError("", None, OSError()), "the database does not answer"),
        (TypeError("a defect"), "the thread “hub intake” failed"),
    ],
)
def test_a_store_that_fails_for_every_message_costs_none(
    service: HubService,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
    why: Exception,
    logged: str,
) -> None:
    monkeypatch.setattr("referee.startup.threads.RETRY_S", 0.01)
    assert isinstance(service.store, Brittle)
    table = SharedTable(tmp_path, "Table 1", service.pair("Table 1"))
    service.store.fails_by = why
    messages = table.play(KIT.game, GAME.setup, GAME.log[:2])
    for message in messages:
        service._work.put(message)
    service.wait_until_stored()
    service.store.fails_by = None
    service.wait_until_stored()
    assert logged in caplog.text
    for message in messages:  # the table sends all of it again
        service._work.put(message)
    service.wait_until_stored()
    assert [row["seq"] for row in service.store.facts(ONE)] == [1, 2]
    table.close()


@pytest.mark.parametrize("asked", [0, 2])
def test_the_judge_of_a_killed_hub_ends_without_printing_anything(tmp_path: Path, asked: int) -> None:
    lines = [f'"sqlite:///{tmp_path / "hub.sqlite"}"\n', "[]\n"][:asked]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-m", "hub.judge"], stdin=pipe, stdout=pipe, stderr=pipe, text=True
    ) as judge:
        assert judge.stdin
        assert judge.stdout
        assert judge.stderr
        judge.stdout.close()
        judge.stdin.writelines(lines)
        judge.stdin.close()
        assert (judge.stderr.read(), judge.wait()) == ("", 0)
