"""axe-core (https://github.com/dequelabs/axe-core) on every page and screen: nothing but minor findings."""

from __future__ import annotations

import os
from collections.abc import Iterator
from itertools import count

import pytest

from tests.browser.chromium import Page
from tests.browser.conftest import ROOT
from tests.browser.painted import PaintedTable, painted_table
from tests.browser.states import GAMES, SCREENS, reach
from web.security.rights import seat_codes

pytestmark = [pytest.mark.browser, pytest.mark.slow]
AXE = ROOT / ".axe" / "package" / "axe.min.js"
ALL = bool(os.environ.get("OWLEYE_AXE_ALL"))
"""Whether every page is examined on every screen in both colour schemes; else on one of these eight, in turn."""
RUN = """axe.run(document, { resultTypes: ["violations"] }).then(({ violations }) => violations
    .filter(({ impact }) => impact !== "minor")
    .map(({ id, impact, nodes }) => `${id} (${impact}): ${nodes.slice(0, 3).map(({ html, any }) =>
        html.slice(0, 160) + " " + (any[0]?.message ?? "")).join(" | ")}`))"""
OF_A_GAME = {
    "casting-stones": ("/history/1", "/games/1/watch/3", "/casting-stones/summary", "/casting-stones/record/1"),
    "dicers": ("/history/1", "/children", "/dice/new"),
    "munchkin": ("/munchkin/sheet/0", "/munchkin/levels", "/munchkin/cards"),
}
OF_ANY_GAME = ("/games/{game}", "/games/{game}/watch")


@pytest.fixture(scope="module")
def axe() -> str:
    if not AXE.exists():
        pytest.skip("axe-core is not here: `make test-all` fetches it where npm is installed")
    return AXE.read_text("utf-8")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[PaintedTable]:
    with painted_table(tmp_path_factory.mktemp("home")) as table:
        yield table


def violations(page: Page, axe: str, url: str, turn: int) -> list[str]:
    """What axe finds on the page at *url*; *turn* chooses the screen."""
    page.go(url)
    page.js(f"{axe}; 0")
    found = []
    for width, height, dark in SCREENS if ALL else (SCREENS[turn % len(SCREENS)],):
        page.size(width, height, dark)
        found += [f"{url} {width}x{height} {'dark' if dark else 'light'}: {one}" for one in page.js(RUN)]
    return found


def test_every_page_has_no_serious_findings(table: PaintedTable, page: Page, axe: str) -> None:
    reach(table, "casting-stones", "middle")
    paths = [*table.pages_without_arguments(), *(f"/games/new/{game}" for game in GAMES), "/no/such/page"]
    found = [one for turn, path in enumerate(paths) for one in violations(page, axe, table.url + path, turn)]
    page.complaints.clear()  # /mine without a seat and the like answer 4xx, which the console notes
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", GAMES)
def test_the_own_page_of_a_seat_has_no_serious_findings(table: PaintedTable, page: Page, axe: str, game: str) -> None:
    reach(table, game, "middle")
    with table.bench.client.application.app_context():
        seat = seat_codes().code_of(table.bench.now.game_id or "", table.bench.now.players[0])
    own = f"{table.url.replace('127.0.0.1', 'ana.localhost')}/seat/{seat}"
    found = violations(page, axe, own, list(GAMES).index(game))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", GAMES)
def test_every_state_of_a_game_has_no_serious_findings(table: PaintedTable, page: Page, axe: str, game: str) -> None:
    found = []
    turns = count(list(GAMES).index(game))
    for state in GAMES[game]:
        reach(table, game, state)
        past = [path.format(game=table.bench.now.game_id) for path in OF_ANY_GAME] if state == "end" else []
        paths = ("/", "/small", *past, *(OF_A_GAME[game] if state == "middle" else ()))
        for path in paths:
            found += violations(page, axe, table.url + path, next(turns))
    assert not found, "\n".join(found)
