"""“Share this table”: for the host alone; passwords and codes are never shown again."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sharing.link import INSTALL
from sharing.messages import new_code
from sharing.publisher import TableSharing
from sharing.settings import ShareSettings, load
from tests.sharing.kit import free_port
from tests.web.kit import Bench, playing
from tests.web.security.test_rights import phone, post

CODE = new_code()
FORM = {"table": "Table 3", "broker": "127.0.0.1", "port": "8883", "user": "t3", "password": "geheim", "on": "yes"}


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = playing(tmp_path)
    yield bench
    sharing_of(bench).close()
    bench.close()


def sharing_of(bench: Bench) -> TableSharing:
    sharing = bench.client.application.extensions["owleye.sharing"]
    assert isinstance(sharing, TableSharing)
    return sharing


def saved(home: Path) -> ShareSettings:
    return load(home / "sharing", ShareSettings)


def test_the_host_shares_the_table_and_stops(bench: Bench, tmp_path: Path) -> None:
    sharing_of(bench).start(bench.table.now)
    assert "This table is not shared." in bench.text("/share")
    answer = bench.post("/share", **{**FORM, "code": CODE, "port": str(free_port())})
    assert answer.status_code == 303
    assert (saved(tmp_path).on, saved(tmp_path).password, saved(tmp_path).code) == (True, "geheim", CODE)
    assert "127.0.0.1" in bench.text("/share")
    assert bench.throw("ssnsn").status_code == 303, "a verdict waits for no broker"
    bench.post("/share", **{**FORM, "on": "no", "password": ""})
    assert "This table is not shared." in bench.text("/share")
    assert (saved(tmp_path).on, saved(tmp_path).password, saved(tmp_path).code) == (False, "geheim", CODE)
    bench.post("/share", **{**FORM, "on": "no", "alone": "yes"})
    assert saved(tmp_path).code == ""


def test_damaged_settings_are_set_aside_and_reported(bench: Bench, tmp_path: Path) -> None:
    (tmp_path / "sharing").mkdir(exist_ok=True)
    (tmp_path / "sharing" / "settings.json").write_bytes(b"{")
    page = bench.text("/share")
    assert "settings.json was damaged. It is kept as damaged/settings.json." in page
    assert "This table is not shared." in page
    assert bench.post("/share", **{**FORM, "on": "no"}).status_code == 303


def test_passwords_and_codes_are_not_shown(bench: Bench) -> None:
    bench.post("/share", **{**FORM, "code": CODE, "on": "no"})
    page = bench.client.get("/share").text
    assert "Table 3" in page
    assert "geheim" not in page
    assert CODE not in page


def test_only_the_host_may_look_and_change(bench: Bench, tmp_path: Path) -> None:
    stranger = phone(bench)
    assert stranger.get("/share").status_code == 403
    assert post(stranger, bench, "/share", **FORM).status_code == 403
    assert saved(tmp_path) == ShareSettings()


@pytest.mark.parametrize(
    ("fields", "words"),
    [
        ({"broker": ""}, "name or the address of the broker"),
        ({"table": "?"}, "Give the table a name"),
        ({"port": "0"}, "port"),
        ({"port": "many"}, "port"),
        ({"code": "1234"}, "not a pairing code"),
        ({"tls": "yes", "ca_file": "/nowhere"}, "no certificate file"),
    ],
)
def test_a_wrong_entry_is_refused_and_changes_nothing(
    bench: Bench, tmp_path: Path, fields: dict[str, str], words: str
) -> None:
    answer = bench.post("/share", **{**FORM, **fields})
    assert answer.status_code == 400
    assert words in answer.text
    assert saved(tmp_path) == ShareSettings()


def test_without_the_library_everything_else_works(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    sharing_of(bench).start(bench.table.now)
    imported = builtins.__import__

    def without(name: str, *arguments: Any, **options: Any) -> Any:
        if name.startswith("paho"):
            raise ImportError(name)
        return imported(name, *arguments, **options)

    monkeypatch.delitem(sys.modules, "sharing.client", raising=False)  # whose import brings the library
    monkeypatch.setattr(builtins, "__import__", without)
    answer = bench.post("/share", **FORM)
    assert answer.status_code == 400
    assert INSTALL.replace('"', "&#34;") in answer.text
    assert INSTALL in bench.text("/share")
    assert bench.throw("ssnsn").status_code == 303
