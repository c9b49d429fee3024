"""The flow of the game on one page: what may be done in each phase, and by whom."""

from __future__ import annotations

from collections.abc import Mapping

from rules.munchkin import levels
from rules.munchkin.deed import Deed, Open, everyone

DEEDS: Mapping[str, Deed] = {**levels.DEEDS}

PHASES: Mapping[str, tuple[Open, ...]] = {
    "levels": (("level", everyone),),
    "over": (),
}
