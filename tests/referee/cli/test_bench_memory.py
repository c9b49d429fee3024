"""The bench of memory plays by the pages' own forms, on a table that it laid out itself."""

from pathlib import Path

from referee.cli.bench_memory import CHOOSE, THROW, forms_of, lay_out
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
    assert set(forms[THROW]) == {"token", "back", "player"}
    assert CHOOSE not in forms
