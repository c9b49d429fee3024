"""All scenes of the game together."""

from __future__ import annotations

from tests.rules.munchkin.scenes import CHARITY, SETTING_UP, TURNS
from tests.rules.munchkin.scenes_cards import CHARACTERS
from tests.rules.munchkin.scenes_curses import CURSES, SALES
from tests.rules.munchkin.scenes_fight import COMBATS
from tests.rules.munchkin.scenes_help import HELP
from tests.rules.munchkin.scenes_running import DEATHS, RUNNING

SCENES = (*SETTING_UP, *TURNS, *CHARITY, *CHARACTERS, *CURSES, *SALES, *COMBATS, *HELP, *RUNNING, *DEATHS)
