"""`owleye teach`: from picture files, or with the camera the lesson in stones or in one die, in a terminal."""

from __future__ import annotations

from pathlib import Path

import click

from calibration.storage.table_files import load_eyes, save_gallery
from calibration.teaching.die_lesson import FACES, DieLesson
from calibration.teaching.pairing import SeenStone, StoneRow
from calibration.teaching.shots import load_shots, teach
from hardware.cameras.sources import open_camera
from referee.cli.stopped_table import table_stopped
from referee.cli.table import PICTURE, WARM_UP_S
from referee.model.snapshot import Answer
from referee.model.wizard_commands import (
    BeginDie,
    ConfirmFace,
    DropLastPicture,
    KeepDie,
    KeepStones,
    Step,
    StoneEntry,
    TakePicture,
)
from referee.model.words import side_words
from referee.observe.table_reading import VisionContext
from referee.startup.settings import chosen_camera, load_settings
from referee.startup.terminal import counted, plain, say
from referee.wizards.session import WizardSession
from referee.wizards.teach_die import TeachDieWizard
from referee.wizards.teach_stones import TeachStonesWizard
from rules.casting_stones.stones import TYPE_RULES
from rules.casting_stones.table import TYPES

ASKED = {
    "lay": "Lay up to twenty stones on the mat, a finger's width apart. Then press Enter",
    "flip": "Turn each stone over, where it lies. Then press Enter",
}


def teach_with_camera(home: Path, source: str, die: str | None = None, look: str = "numbers") -> None:
    """Run the lesson with the camera *source*, for stones or for *die*; an unfinished lesson is continued."""
    camera = open_camera(source, mains=load_settings(home).mains_hz)
    try:
        camera.frame(WARM_UP_S)
        session = WizardSession(VisionContext(home), camera, lambda _: None, lambda: "settled")
        if die is None:
            lesson_at(session)
        else:
            die_at(session, die, look)
    finally:
        camera.close()


def lesson_at(session: WizardSession) -> None:
    """Ask for the pictures, then for each stone's name, number and kind.

    Raises:
        ClickException: where nothing could be learnt, with the reason.
    """
    teaching = TeachStonesWizard(session)
    teaching.begin()
    while (lesson := session.state.lesson) is not None and lesson.stage != "name":
        _wait_for(session, ASKED[lesson.stage])
        _print_answer(_done(teaching, TakePicture()))
    assert lesson is not None, "a lesson was begun"
    entries = tuple(_ask(number, row, session.state.size) for number, row in enumerate(lesson.rows, 1))
    answer = _done(teaching, KeepStones(entries))
    if answer.confirm and click.confirm(plain(answer.words)):
        answer = _done(teaching, KeepStones(entries, certain=True))
    say(_need(answer).words)


def die_at(session: WizardSession, name: str, look: str) -> None:
    """Teach the die *name*: one picture of each face that is not taught yet; *look* is "numbers", "pips" or "picture".

    Raises:
        ClickException: where the die cannot be learnt, with the reason.
    """
    teaching = TeachDieWizard(session)
    teaching.begin()
    if session.state.die is None or session.state.die.name != name:
        _need(_done(teaching, BeginDie(name, look)))
    while (lesson := session.state.die) is not None and lesson.wanted:
        _wait_for(session, _face_words(lesson, lesson.wanted))
        answer = _done(teaching, TakePicture())
        if session.state.die is not None and session.state.die.doubt:
            answer = _done(teaching, ConfirmFace() if click.confirm(plain(answer.words)) else DropLastPicture())
        _print_answer(answer)
    say(_need(_done(teaching, KeepDie())).words)


def _face_words(lesson: DieLesson, face: str) -> str:
    how = ", so that you can read the sticker" if face == "power" else ""
    return f"{lesson.name}: {side_words(face)} up. Set it down{how}, then press Enter"


def _wait_for(session: WizardSession, words: str) -> None:
    """Ask the user to lay something down, and print the hints about the picture."""
    click.prompt(plain(words), default="", show_default=False, prompt_suffix=" ")
    session.look()
    for hint in dict.fromkeys(hint.words for hint in session.state.hints):
        say(f"  {hint}")


def _need(answer: Answer) -> Answer:
    if not answer.ok:
        raise click.ClickException(answer.words)
    return answer


def _done(teaching: TeachStonesWizard | TeachDieWizard, step: Step) -> Answer:
    try:
        return teaching.do(step)
    except ValueError as trouble:
        return Answer(False, str(trouble))


def _print_answer(answer: Answer) -> None:
    if answer.words:
        say(answer.words)


def _place(stone: SeenStone, size: tuple[int, int]) -> str:
    """Where a stone lies in a picture of *size* px, in words."""
    down = ("upper", "middle", "lower")[min(2, int(3 * stone.centre[1] / max(size[1], 1)))]
    across = ("left", "middle", "right")[min(2, int(3 * stone.centre[0] / max(size[0], 1)))]
    return "in the middle" if down == across else f"{down} {across}".removeprefix("middle ")


def _ask(number: int, row: StoneRow, size: tuple[int, int]) -> StoneEntry:
    """Ask for one stone; the defaults are as read, and an empty name leaves the stone out."""
    say(f"Stone {number}, {_place(row.symbol, size)}." + "".join(f" {remark}" for remark in row.remarks))
    name = click.prompt("  name (none: leave it out)", default=plain(row.name), show_default=bool(row.name))
    if not name:
        return StoneEntry("", "", "", keep=False)
    value = click.prompt("  number", default=row.value or None, type=click.IntRange(1, 50))
    kind = click.prompt("  kind", default=TYPES.get(row.colour or ""), type=click.Choice(tuple(TYPE_RULES)))
    return StoneEntry(name, str(value), kind)


@click.command("teach")
@click.option("--from", "shots", type=PICTURE, help="SHOTS.jsonl: one picture of one side a line.")
@click.option("--camera", help="Which camera, where there is no --from: auto, picamera, usb:0, /dev/video0.")
@click.option("--die", metavar="NAME", help="Teach the die of this name instead of stones, face by face.")
@click.option("--look", type=click.Choice(tuple(FACES)), default="numbers", help="What stands on the die's faces.")
@click.pass_obj
def teach_command(home: Path, shots: Path | None, camera: str | None, die: str | None, look: str) -> None:
    """Learn the pieces: stones in two pictures by the camera, a die face by face, or anything from picture files.

    With --from: one JSON object a line, with the picture, the piece, its kind and its side (docs/cli.md).  Several
    pictures a side may be given; what was taught before stays.  Pictures that cannot be used are named, the others are
    learnt.  Without it the camera looks at the mat, as on the pages "Teach" and "Teach a die".
    """
    with table_stopped(home):
        if shots is None:
            teach_with_camera(home, chosen_camera(camera or load_settings(home).camera), die, look)
        else:
            _teach_from(home, shots)


def _teach_from(home: Path, shots: Path) -> None:
    before = load_eyes(home)
    taught = teach(load_shots(shots), before)
    for problem in taught.problems:
        say(problem, err=True)
    if len(taught.gallery.owner) == len(before.gallery.owner):
        raise click.ClickException(f"Nothing could be learnt from {shots}: see above, and take the pictures again.")
    save_gallery(home, taught.gallery)
    say(f"Known now: {counted(len(taught.gallery.pieces()), 'piece')}, {counted(len(taught.gallery.sides), 'side')}.")
