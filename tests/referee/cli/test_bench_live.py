"""The benchmark of a running table waits for events and plays with forms as a browser does, on its own table."""

from __future__ import annotations

from pathlib import Path

import pytest

from referee.cli.bench_live import measure_throw, parts_mb, refresh_parts, spread
from referee.cli.bench_table import CHOOSE, THROW, Browser, forms_of, lay_out
from referee.journal.journal import Journal
from rules.core.fold import opening
from rules.games import game_of
from tests.browser.serving import serving
from tests.web.kit import playing


def test_a_throw_is_measured_to_the_event_and_then_to_the_page(tmp_path: Path) -> None:
    bench = playing(tmp_path)
    with serving(bench.client.application) as url:
        page, known = Browser(url), dict[str, str]()
        events = page.events()
        refresh_parts(page, known)
        before = dict(known)
        event_s, page_s = measure_throw(page, events, known)
        after = page.parts({})
    bench.close()
    assert 0 <= event_s <= page_s
    assert bench.now.length == 1
    assert before["verdict"] != known["verdict"] == after["verdict"]["digest"]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        ([0.1, 0.2, 0.3], "median 200 ms, 95 % within 290 ms, at most 300 ms"),
        ([0.5] * 4, "median 500 ms, 95 % within 500 ms, at most 500 ms"),
    ],
)
def test_the_spread_of_times_is_described(seconds: list[float], words: str) -> None:
    assert spread(seconds) == words


def test_the_prepared_game_waits_for_a_throw(tmp_path: Path) -> None:
    lay_out(tmp_path)
    journal = Journal(tmp_path / "owleye.sqlite")
    game = journal.load("1")
    journal.close()
    assert game is not None
    assert [len(ask.pieces) for ask in opening(game_of(game.setup), game.setup).asks] == [5]


def test_the_forms_of_a_page_are_found(tmp_path: Path) -> None:
    bench = playing(tmp_path)
    forms = forms_of(bench.client.get("/").text)
    bench.close()
    assert set(forms[THROW]) == {"token", "back", "player", "at"}
    assert CHOOSE not in forms


def test_resident_memory_is_listed_by_part() -> None:
    maps = """
00400000-00600000 r-xp 00000000 08:02 1 /usr/lib/onnxruntime/capi/state.so
Size:               2048 kB
Rss:                1024 kB
00600000-00700000 rw-p 00000000 00:00 0                                  [heap]
Rss:                 512 kB
7f0000000000-7f0000900000 rw-p 00000000 00:00 0\x20
Rss:                9216 kB
7ffd00000000-7ffd00100000 rw-p 00000000 00:00 0                          [stack]
Rss:                 512 kB
7f1000000000-7f1000900000 r-xp 00000000 08:02 2 /usr/lib/libc.so.6
Rss:                2048 kB
"""
    assert parts_mb(maps) == {
        "blocks: pictures, large arrays, Python's objects": 9.5,
        "other code read from files": 2.0,
        "onnxruntime's code": 1.0,
        "heap: small arrays and objects": 0.5,
    }
