"""All scenes of the game together."""

from __future__ import annotations

from tests.rules.munchkin.scenes import CHARITY, SETTING_UP, TURNS
from tests.rules.munchkin.scenes_cards import CHARACTERS, CURSES, SALES
from tests.rules.munchkin.scenes_fight import COMBATS, DEATHS, HELP, RUNNING

SCENES = (*SETTING_UP, *TURNS, *CHARITY, *CHARACTERS, *CURSES, *SALES, *COMBATS, *HELP, *RUNNING, *DEATHS)
