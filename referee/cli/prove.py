"""`owleye prove`: how well this table's own pieces are read."""

from __future__ import annotations

import json
from contextlib import nullcontext
from dataclasses import asdict
from pathlib import Path

import click

from calibration.storage.files import utc_now
from calibration.storage.pictures import open_picture
from calibration.storage.table_files import load_calibration, load_eyes
from calibration.table.accuracy import (
    JudgedThrow,
    PictureWithTruth,
    answers_of,
    judge,
    keep_throws,
    load_pictures_with_truth,
    load_proof,
    of_calibration,
    report_of,
    report_text,
    throw_in,
)
from calibration.table.light import measure
from calibration.table.margin import keep_margin
from referee.backup.restore import check_finished
from referee.cli.stopped_table import table_stopped
from referee.startup.terminal import say
from vision.eyes import Eyes
from vision.geometry.plane import PlaneError
from vision.pipeline import read

FILE = click.Path(exists=True, dir_okay=False, path_type=Path)


@click.command("prove")
@click.option(
    "--from", "pictures", type=FILE, help="THROWS.jsonl: pictures, and what really lies in them (docs/cli.md)."
)
@click.option("--expect", is_flag=True, help="Tell the eyes which pieces lie there, as a game does.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object (docs/cli.md).")
@click.pass_obj
def prove_command(home: Path, pictures: Path | None, expect: bool, as_json: bool) -> None:
    """Print how well this table reads its own pieces: right, asked or wrong, by piece and by light.

    The throws were judged on the page "Prove"; with --from, pictures whose truth is known are read and judged too, and
    count from then on.
    """
    with table_stopped(home) if pictures else nullcontext():
        check_finished(home)
        eyes, calibration = load_eyes(home), load_calibration(home)
        made_with = calibration.id if calibration else ""
        if pictures:
            judged = [_judged(line, eyes, made_with, expect) for line in load_pictures_with_truth(pictures)]
            throws = keep_throws(home, judged)
            if calibration:
                keep_margin(home, made_with, answers_of(of_calibration(throws, made_with)))
        done = report_of(of_calibration(load_proof(home), made_with))
    names = {side.piece: side.name or side.piece for side in eyes.gallery.sides}
    say(json.dumps({**asdict(done), "words": done.words}) if as_json else report_text(done, names))


def _judged(line: PictureWithTruth, eyes: Eyes, calibration: str, expect: bool) -> JudgedThrow:
    """Judge the reading of one picture; raises ValueError with its name where it cannot be read."""
    image = open_picture(line.image)
    try:
        reading = read(image, eyes, tuple(line.pieces) if expect else ())
    except PlaneError as error:
        raise ValueError(f"{line.image}: {error}") from None
    answers = judge(reading, line.pieces)
    return throw_in(measure(image, eyes.plane), utc_now(), calibration, answers)
