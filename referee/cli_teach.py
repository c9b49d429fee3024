"""`owleye teach` without a file: the two-picture lesson in a terminal."""

from __future__ import annotations

from pathlib import Path

import click

from calibration.lesson import Row
from hardware.sources import open_camera
from referee.bench import Bench
from referee.names import TYPES
from referee.sight import Sight
from referee.snapshot import Answer
from referee.steps import KeepStones, Step, TakePicture, ToldStone
from referee.teaching import Teaching
from rules.casting_stones.stones import TYPE_RULES

WARM_UP_S = 20.0
ASKED = {
    "lay": "Lay up to twenty stones on the mat, a finger's width apart. Then press Enter",
    "flip": "Turn each stone over, where it lies. Then press Enter",
}


def teach_with_camera(home: Path, source: str) -> None:
    """The whole lesson with the camera *source*; one that was broken off goes on."""
    camera = open_camera(source)
    try:
        camera.frame(WARM_UP_S)
        lesson_at(Bench(Sight(home), camera, lambda _: None, lambda: "settled"))
    finally:
        camera.close()


def lesson_at(bench: Bench) -> None:
    """Ask for the pictures, then for each stone's name, number and kind.

    Raises:
        ClickException: where nothing could be learnt, with the sentence that says why.
    """
    teaching = Teaching(bench)
    teaching.begin()
    while (lesson := bench.state.lesson) is not None and lesson.stage != "name":
        click.prompt(ASKED[lesson.stage], default="", show_default=False, prompt_suffix=" ")
        _tell(_done(teaching, TakePicture()))
    assert lesson is not None, "a lesson was begun"
    told = tuple(_ask(number, row) for number, row in enumerate(lesson.rows, 1))
    answer = _done(teaching, KeepStones(told))
    if not answer.ok and "all the same" in answer.words and click.confirm(answer.words):
        answer = _done(teaching, KeepStones(told, certain=True))
    if not answer.ok:
        raise click.ClickException(answer.words)
    click.echo(answer.words)


def _done(teaching: Teaching, step: Step) -> Answer:
    try:
        return teaching.do(step)
    except ValueError as trouble:
        return Answer(False, str(trouble))


def _tell(answer: Answer) -> None:
    if answer.words:
        click.echo(answer.words)


def _ask(number: int, row: Row) -> ToldStone:
    """One stone: what was read is offered, and Enter takes it; no name leaves the stone out."""
    x, y = row.symbol.centre
    at = f"at {x:.0f}, {y:.0f} px in the {row.symbol.picture} picture"
    click.echo(f"Stone {number}, {at}." + "".join(f" {remark}" for remark in row.remarks))
    name = click.prompt("  name (none: leave it out)", default=row.name, show_default=bool(row.name))
    if not name:
        return ToldStone("", "", "", keep=False)
    value = click.prompt("  number", default=row.value or None, type=click.IntRange(1, 50))
    kind = click.prompt("  kind", default=TYPES.get(row.colour or ""), type=click.Choice(tuple(TYPE_RULES)))
    return ToldStone(name, str(value), kind)
