"""The pages of a club's hub in a browser: they follow what happens at the tables without being loaded again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from hub.cli import HubSettings
from hub.service import HubService
from hub.web.app import create_app
from tests.browser.chromium import Page
from tests.browser.serving import serving
from tests.hub.kit import NOW, Hub, hub_at
from tests.sharing.kit import free_port

pytestmark = pytest.mark.browser


@pytest.fixture
def hub(tmp_path: Path) -> Iterator[Hub]:
    with hub_at(tmp_path) as hub:
        yield hub


@pytest.fixture
def url(hub: Hub, tmp_path: Path) -> Iterator[str]:
    service = HubService(HubSettings(broker="127.0.0.1", port=free_port(), tls=False), hub.store, lambda: NOW)
    service.board = hub.board
    with serving(create_app(service, tmp_path, b"only for tests")) as url:
        yield url
    service.close()


@pytest.mark.parametrize(("path", "part"), [("/", "cards"), ("/screen", "needing")])
def test_an_open_page_of_the_hub_follows_the_tables(hub: Hub, url: str, page: Page, path: str, part: str) -> None:
    page.go(url + path)
    page.js("window.opened = true")
    hub.pair("Table 1")
    hub.board._show("table-1", trouble="The camera sees nothing.")
    page.until(f"document.getElementById({part!r}).innerText.includes('Table 1')")
    page.until("document.getElementById('needing').innerText.includes('The camera sees nothing.')")
    assert page.js("window.opened") is True, "the page was loaded again"


def test_a_button_of_the_host_is_no_higher_than_others(url: str, page: Page) -> None:
    page.go(url + "/host")
    assert page.js("document.querySelector('.button.primary').getBoundingClientRect().height") < 80
