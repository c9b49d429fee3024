"""The two-picture lesson in a terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from calibration.storage.table_files import load_gallery
from hardware.simulated.art import starter
from referee.cli.teach import die_at, lesson_at
from referee.observe.table_reading import VisionContext
from referee.wizards.session import WizardSession
from tests.referee.shop import Shop
from tests.referee.simulated import Eye


class Turning(Eye):
    """The simulated table's camera; before the first picture of a stage the hand lays or turns the stones as asked."""

    def __init__(self, shop: Shop) -> None:
        super().__init__(shop.table, shop.clock)
        self._shop, self._stage = shop, ""
        self.bench = WizardSession(VisionContext(shop.home), self, lambda _: None, lambda: "settled")

    def frame(self, deadline_s: float = 5.0) -> Any:
        lesson, table = self.bench.state.lesson, self._shop.table
        if lesson is not None and lesson.stage != self._stage:
            done = table.turn_over() if lesson.stage == "flip" else table.throw(tuple(table.pieces))
            self._shop.clock.now, self._stage = done + 1, lesson.stage
        return super().frame(deadline_s)


def test_the_read_number_and_kind_are_offered_as_defaults(tmp_path: Path) -> None:
    eye = Turning(Shop(tmp_path))

    @click.command()
    def lesson() -> None:
        lesson_at(eye.bench)

    answers = ["", "", "Fang", "15", "character", "My own", "7", "artifact", ""]
    result = CliRunner().invoke(lesson, input="\n".join(answers) + "\n")
    assert result.exit_code == 0, result.output
    assert "Turn each stone over" in result.output
    assert "I know 2 stones now: Fang and My own." in result.output
    gallery = load_gallery(tmp_path)
    assert gallery.pieces() == ("stone:32", "stone:my-own")
    assert [gallery.number(piece) for piece in gallery.pieces()] == [15, 7]


class Handing(Eye):
    """The simulated table's camera; before each whole picture the hand has turned the die as the lesson asks."""

    def __init__(self, shop: Shop) -> None:
        super().__init__(shop.table, shop.clock)
        self._shop, self.bench = shop, WizardSession(VisionContext(shop.home), self, lambda _: None, lambda: "settled")

    def frame(self, deadline_s: float = 5.0) -> Any:
        die = self.bench.state.die
        if die is not None and die.wanted:
            self._shop.clock.now = self._shop.table.throw(["die:p1"], {"die:p1": die.wanted}) + 1
        return super().frame(deadline_s)


def test_a_die_is_taught_by_one_picture_a_face(tmp_path: Path) -> None:
    eye = Handing(Shop(tmp_path, [piece for piece in starter() if piece.id == "die:p1"]))

    @click.command()
    def lesson() -> None:
        die_at(eye.bench, "My die", "pips")

    result = CliRunner().invoke(lesson, input="y\n" * 40)
    assert result.exit_code == 0, result.output
    assert "My die: 6 up. Set it down, then press Enter" in result.output
    assert "My die is learnt." in result.output
    assert [side.side for side in load_gallery(tmp_path).sides] == list("612345")


def test_without_a_camera_the_command_reports_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("referee.startup.settings.present_camera", lambda: None)
    from owleye import main

    result = CliRunner().invoke(main, ["--home", str(tmp_path), "teach"])
    assert result.exit_code == 1
    assert "There is no camera here" in result.output
