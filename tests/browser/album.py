"""Pictures of every page and of every state of every game, to be looked at.

``python -m tests.browser.album FOLDER [--language de] [--pages | GAME ...]``
"""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.browser.chromium import Page, installed
from tests.browser.painted import PaintedTable, painted_table
from tests.browser.states import GAMES, SCREENS, reach

# Nothing moves any more but what never ends: the picture has come near, the confetti lies.
AT_REST = """document.getAnimations().every(one =>
    one.playState !== 'running' || one.effect.getComputedTiming().endTime === Infinity)"""


def main(folder: Path, games: list[str], pages: bool, language: str) -> None:
    """Take the pictures: of all *pages*, else of the states of *games*."""
    browser = installed()
    if browser is None:
        raise SystemExit("There is no Chromium here: install the package chromium.")
    folder.mkdir(parents=True, exist_ok=True)
    page = Page(browser, language=language)
    with tempfile.TemporaryDirectory() as home, painted_table(Path(home)) as table:
        for name, path in every_page(table) if pages else every_state(table, games or list(GAMES)):
            page.go(table.url + path)
            for width, height, dark in SCREENS:
                page.size(width, height, dark)
                page.until(AT_REST)
                page.picture(folder / f"{name}-{width}x{height}{'-dark' if dark else ''}.png", whole=pages)
        page.blank()
    page.close()


def every_state(table: PaintedTable, games: list[str]) -> Iterator[tuple[str, str]]:
    """A name for each state of *games*, and the path to look at, once the table is in that state."""
    for game in games:
        for state in GAMES[game]:
            reach(table, game, state)
            yield f"{game}-{state}", "/"


def every_page(table: PaintedTable) -> Iterator[tuple[str, str]]:
    """A name and the path of each page that takes no arguments, and of each game's form and past."""
    for number, game in enumerate(GAMES, start=1):
        reach(table, game, "middle")
        yield f"new-{game}", f"/games/new/{game}"
        for path in (f"/games/{number}", f"/games/{number}/watch", "/history/1", "/small"):
            yield f"{game}{path.replace('/', '-')}", path
    for path in table.pages_without_arguments():
        yield path.strip("/").replace("/", "-") or "table", path


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--pages", action="store_true")
    parser.add_argument("--language", default="en")
    given = parser.parse_intermixed_args()
    main(given.folder, given.games, given.pages, given.language)
