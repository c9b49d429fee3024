"""Pictures of every state of every game, to be looked at: ``python -m tests.browser.album FOLDER [GAME ...]``."""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from tests.browser.chromium import Page, installed
from tests.browser.painted import painted_table
from tests.browser.states import GAMES, SCREENS, reach


def main(folder: Path, games: list[str]) -> None:
    """Take the pictures."""
    browser = installed()
    if browser is None:
        raise SystemExit("There is no Chromium here: install the package chromium.")
    folder.mkdir(parents=True, exist_ok=True)
    page = Page(browser)
    with tempfile.TemporaryDirectory() as home, painted_table(Path(home)) as table:
        for game, state in ((name, state) for name in games or GAMES for state in GAMES[name]):
            reach(table, game, state)
            page.go(table.url)
            for width, height, dark in SCREENS:
                page.size(width, height, dark)
                page.picture(folder / f"{game}-{state}-{width}x{height}{'-dark' if dark else ''}.png")
        page.blank()
    page.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
