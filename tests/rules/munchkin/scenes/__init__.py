"""All scenes of the game together."""

from __future__ import annotations

from tests.rules.munchkin.scenes.any_time import ANY_TIME
from tests.rules.munchkin.scenes.cards import CHARACTERS
from tests.rules.munchkin.scenes.curses import CURSES, SALES
from tests.rules.munchkin.scenes.deaths import DEATHS
from tests.rules.munchkin.scenes.fight import COMBATS
from tests.rules.munchkin.scenes.help import HELP
from tests.rules.munchkin.scenes.powers import POWERS
from tests.rules.munchkin.scenes.running import RUNNING
from tests.rules.munchkin.scenes.scene import CHARITY, SETTING_UP, TURNS

SCENES = (
    *SETTING_UP,
    *TURNS,
    *CHARITY,
    *CHARACTERS,
    *CURSES,
    *SALES,
    *COMBATS,
    *POWERS,
    *HELP,
    *RUNNING,
    *DEATHS,
    *ANY_TIME,
)
