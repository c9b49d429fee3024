"""All games that have pages, in the order in which a new game offers them."""

from __future__ import annotations

from collections.abc import Mapping

from web.casting_stones.pages import PAGES as CASTING_STONES
from web.dicers.pages import PAGES as DICERS
from web.munchkin.pages import PAGES as MUNCHKIN
from web.pages import GamePages

ALL: Mapping[str, GamePages] = {pages.name: pages for pages in (CASTING_STONES, DICERS, MUNCHKIN)}
