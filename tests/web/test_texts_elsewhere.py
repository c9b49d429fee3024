"""Wizards, error pages, an open question and the club's pages show only texts of the catalogue."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from calibration.teaching.stone_lesson import Lesson
from hub.cli import HubSettings
from hub.service import HubService
from hub.web.app import create_app
from hub.web.public_pages import card_html
from referee.model.commands import WizardChanged
from referee.model.progress import CalibrationView, ProofProgress, ReadPiece, WizardProgress
from tests.hub.kit import NOW, SharedTable, hub_at
from tests.hub.test_pages import GAME, KIT, PAGES
from tests.sharing.kit import free_port
from tests.web.kit import SPELL, Bench, playing, sides_of
from tests.web.test_catalogue import PRINTED, marked, outside, page, pieces
from tests.web.wizards.test_teach import lesson, stone_in
from tests.web.wizards.test_wizards import trial
from web import languages

PIECE = (ReadPiece("throw-0", "{name}", True), ReadPiece("throw-1", "{name}", False, True))
WIZARDS: Mapping[str, tuple[str, Mapping[str, Any]]] = {
    "calibration begins": ("calibrate", {}),
    "calibration in use": ("calibrate", {"sighting": CalibrationView(views=4, wanted=6)}),
    "calibrated": ("calibrate", {"sighting": CalibrationView(views=6, wanted=6, done=True)}),
    "teaching begins": ("teach", {"lesson": Lesson()}),
    "stones are turned": ("teach", {"lesson": Lesson(stage="flip", first=(stone_in("first", 0, 1),))}),
    "stones are named": ("teach", {"lesson": lesson(), "size": (2304, 1296)}),
    "a die begins": ("die", {}),
    "proving begins": ("prove", {"trial": ProofProgress(20)}),
    "a throw is judged": ("prove", {"trial": trial(PIECE)}),
    "the card of trust": ("prove", {"trial": trial()}),
}
ADDRESS = {"calibrate": "/calibration", "teach": "/teach", "die": "/teach/die", "prove": "/prove"}


@pytest.fixture(autouse=True)
def bracketed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put every text of the catalogue in brackets."""
    monkeypatch.setattr(languages, "catalogue", lambda name: marked())


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    bench = playing(tmp_path)
    yield bench
    bench.close()


def left(bench: Bench, html: str) -> list[str]:
    """The words of a page that no catalogue has."""
    return [word for word in outside(html) if word not in pieces(bench) | PRINTED | {"Cat", "Mouse", "name"}]


@pytest.mark.parametrize("name", WIZARDS)
def test_wizards_show_only_texts_of_the_catalogue(bench: Bench, name: str) -> None:
    task, state = WIZARDS[name]
    bench.table.submit(WizardChanged(WizardProgress(task, **state)))  # type: ignore[arg-type]
    assert left(bench, page(bench, ADDRESS[task])) == []


def test_an_open_question_shows_only_texts_of_the_catalogue(bench: Bench) -> None:
    due = [piece for piece, _ in bench.now.table.asks[0].pieces]  # type: ignore[union-attr]
    bench.devices.sees(list(zip(due, sides_of(SPELL), strict=True)), unsure=due[0])
    assert bench.now.question
    assert [word for url in ("/", "/small", "/mine") for word in left(bench, page(bench, url))] == []


@pytest.mark.parametrize("url", ["/nowhere", "/history/99", "/games/99", "/games/1/watch?step=99", "/seat/wrong"])
def test_error_pages_show_only_texts_of_the_catalogue(bench: Bench, url: str) -> None:
    assert left(bench, bench.client.get(url).text) == []


WRONG: Mapping[str, Mapping[str, str]] = {
    "/games/new/casting-stones": {"player": "Ana"},
    "/games/new/dicers": {"player": "Ana"},
    "/games/new/munchkin": {"player": "Ana"},
    "/games/quick": {"game": "munchkin"},
    "/games/99/resume": {},
    "/games/99/again": {},
    "/cards": {"name": ""},
    "/dice/new": {"name": ""},
    "/host/change": {"pin": "1"},
    "/language": {"language": "xx"},
    "/say/throw": {},
    "/say/choose": {"kind": "nothing", "player": "Ana"},
    "/say/correct": {"seq": "99"},
    "/share": {"broker": ""},
    "/simulation/press": {"button": ""},
}


@pytest.mark.parametrize("url", WRONG)
def test_refused_forms_show_only_texts_of_the_catalogue(bench: Bench, url: str) -> None:
    answer = bench.post(url, **WRONG[url])
    assert answer.status_code >= 400
    assert left(bench, answer.text) == []


def test_the_form_for_the_pin_shows_only_texts_of_the_catalogue_after_a_refusal(bench: Bench) -> None:
    assert bench.post("/host", pin="0").headers["Location"] == "/host"
    form = bench.client.get("/host").text
    assert "notice trouble" in form
    assert left(bench, form) == []


@pytest.fixture
def no_cards_drawn() -> Iterator[None]:
    """Cards that other tests drew in their language are not shown here, and those of this test not there."""
    card_html.cache_clear()
    yield
    card_html.cache_clear()


@pytest.mark.usefixtures("no_cards_drawn")
def test_the_pages_of_a_club_show_only_texts_of_the_catalogue(tmp_path: Path) -> None:
    with hub_at(tmp_path / "hub") as hub:
        table = SharedTable(tmp_path, "Table 1", hub.pair("Table 1"))
        hub.take(table.play(KIT.game, GAME.setup, GAME.log))
        hub.board._show("table-1", trouble="")
        service = HubService(HubSettings(broker="127.0.0.1", port=free_port(), tls=False), hub.store, lambda: NOW)
        service.board = hub.board
        client = create_app(service, tmp_path, b"only for tests").test_client()
        words_by_page = {url: list(outside(client.get(url).text)) for url in (*PAGES, "/nowhere")}
        table.close()
        service.close()
    players = {str(one) for one in GAME.setup["players"]} | PRINTED | {"Table", "Casting", "Stones"}
    assert [f"{url}: {word}" for url, words in words_by_page.items() for word in words if word not in players] == []
