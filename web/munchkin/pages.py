"""Munchkin as one of the games that the pages know."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from web.munchkin.addresses import page
from web.munchkin.board import draw
from web.munchkin.plan import GAME, plan, setup_of
from web.pages import GamePages


def nothing_hidden(setup: Mapping[str, Any]) -> bool:
    """Hands are only counted, so nobody's secrets are in the log."""
    return True


PAGES = GamePages(
    name=GAME,
    title="Munchkin",
    words="For three to six. Levels, fights, running away; or only the Levels, for any Munchkin.",
    draw=draw,
    plan=plan,
    setup_of=setup_of,
    blueprint=page,
    pieces="die",
    script=True,
    open=nothing_hidden,
)
