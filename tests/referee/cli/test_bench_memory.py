"""The bench of memory plays by the pages' own forms, on a table that it laid out itself."""

from pathlib import Path

from referee.cli.bench_memory import parts_mb
from referee.cli.bench_table import CHOOSE, THROW, forms_of, lay_out
from referee.journal.journal import Journal
from rules.core.fold import opening
from rules.games import game_of
from tests.web.kit import playing


def test_the_game_that_it_lays_out_waits_for_a_throw(tmp_path: Path) -> None:
    lay_out(tmp_path)
    journal = Journal(tmp_path / "owleye.sqlite")
    kept = journal.load("1")
    journal.close()
    assert kept is not None
    assert [len(ask.pieces) for ask in opening(game_of(kept.setup), kept.setup).asks] == [5]


def test_it_finds_the_forms_that_a_page_offers(tmp_path: Path) -> None:
    bench = playing(tmp_path)
    forms = forms_of(bench.client.get("/").text)
    bench.close()
    assert set(forms[THROW]) == {"token", "back", "player", "at"}
    assert CHOOSE not in forms


def test_resident_memory_is_told_by_part() -> None:
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
