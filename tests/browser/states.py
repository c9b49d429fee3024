"""Each game in each state of its page: the first turn, in the middle, a question, trouble, the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from referee.model.commands import Trouble
from rules.core.facts import Fact
from rules.core.game import Setup
from tests.browser.painted import PaintedTable
from tests.rules.goldens import load
from tests.rules.munchkin.cards import CARDS
from tests.rules.munchkin.play import facts, setup
from tests.web.kit import SPELL, sides_of

RULES = Path(__file__).parents[1] / "rules"
SCREENS = tuple((*size, dark) for size in ((1280, 800), (800, 480), (480, 320), (390, 844)) for dark in (False, True))
"""Width and height in CSS px, and whether the owner likes it dark."""
SIZES = tuple(SCREENS[2 * place + place % 2] for place in range(len(SCREENS) // 2))
"""Each size in one of the colour schemes, for what colours cannot change."""
CAMERA = "The camera gives no picture: check its cable. Until then throws can be typed in by hand."


@dataclass(frozen=True, slots=True)
class State:
    """The *setup* and *log* of a game, then a throw whose first piece is in *doubt*, and a *trouble*."""

    setup: Setup
    log: Sequence[Fact] = ()
    doubt: tuple[tuple[str, str], ...] = ()
    trouble: str = ""


def golden(name: str, plays: int | None = 0, **more: Any) -> State:
    """The first *plays* of a golden game; None: all of it."""
    setup, log = load(RULES / f"{name}.jsonl")
    return State(setup, log if plays is None else log[:plays], **more)


STONES = "casting_stones/goldens/four-in-a-row"
DICE = "dicers/goldens/basic"
LEVELS = "munchkin/goldens/first-evening"
CAST = tuple(zip(("stone:21", "stone:35", "stone:46", "stone:18", "stone:39"), sides_of(SPELL), strict=True))
LAST_FIGHT = setup(cards=CARDS, characters={"Ana": {"level": 8}, "Bo": {"level": 6}, "Cy": {"level": 3}})
GAMES: Mapping[str, Mapping[str, State]] = {
    "casting-stones": {
        "first": golden(STONES),
        "middle": golden(STONES, 12),
        "question": golden(STONES, doubt=CAST),
        "trouble": golden(STONES, 12, trouble=CAMERA),
        "end": golden(STONES, None),
    },
    "dicers": {
        "first": golden(DICE),
        "middle": golden(DICE, 22),
        "question": golden(DICE, doubt=(("die:1", "4"),)),
        "trouble": golden(DICE, 22, trouble=CAMERA),
        "end": golden(DICE, None),
    },
    "munchkin": {
        "first": golden(LEVELS),
        "middle": golden(LEVELS, 17),
        "question": golden(LEVELS, 21, doubt=(("die:munchkin", "4"),)),
        "trouble": golden(LEVELS, 17, trouble=CAMERA),
        "end": State(LAST_FIGHT, facts("Ana unlock: Horntail", "Ana bonus: players +10", "Ana time: passed")),
    },
}


def reach(table: PaintedTable, game: str, state: str) -> None:
    """Put *game* on the table in *state*."""
    wanted = GAMES[game][state]
    table.bench.table.submit(Trouble("camera", ""))
    table.begin(wanted.setup)
    table.play(wanted.log)
    if wanted.doubt:
        table.bench.devices.sees(list(wanted.doubt), unsure=wanted.doubt[0][0])
    if wanted.trouble:
        table.bench.table.submit(Trouble("camera", wanted.trouble))
