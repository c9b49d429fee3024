from __future__ import annotations

from typing import Any

import pytest

from rules.core.facts import Throw
from rules.core.fold import Table, referee
from rules.core.refusals import refusal
from rules.munchkin.fight import strength
from tests.rules.munchkin.play import GAME, facts, play, state
from tests.rules.munchkin.scenes import SCENES
from tests.rules.munchkin.scenes.scene import FLED, Scene, at


@pytest.mark.parametrize("scene", [pytest.param(scene, id=scene.name.replace(" ", "-")) for scene in SCENES])
def test_each_scene_has_its_outcome(scene: Scene) -> None:
    table = play(dict(scene.start), *scene.lines)
    cited = {rule for ruling in table.entries[-1].rulings for rule in ruling.rules}
    assert set(scene.cites) <= cited, [ruling.text for ruling in table.entries[-1].rulings]
    for what, wanted in scene.standing.items():
        assert _standing(table, what, wanted) == wanted, what
    for line in scene.refused:
        assert refusal(GAME, table, facts(line)[0]), f"{line} was not refused"


def test_scenes_have_names_of_their_own() -> None:
    assert len({scene.name for scene in SCENES}) == len(SCENES)


def _standing(table: Table, what: str, wanted: Any) -> Any:
    now = state(table)
    if what == "strength":
        assert now.combat
        sides = strength.players_side(now, now.combat), strength.monsters_side(now, now.combat)
        return tuple(strength.total(side) for side in sides)
    if what in ("phase", "active", "winners"):
        return getattr(now, what)
    field = "level" if what == "levels" else what
    if what in ("worn", "carried"):
        on = what == "worn"
        return {name: tuple(i.name for i in now.who(name).items if i.equipped == on) for name in wanted}
    return {name: getattr(now.who(name), field) for name in wanted}


def test_a_throw_of_another_die_names_the_one_that_counts() -> None:
    table = referee(GAME, at(), [*facts(*FLED), Throw("Ana", (("die:5", "6"),))])
    assert table.rulings[-1].text == "That throw does not count: Ana throws the Munchkin die, and nothing else."
