"""`owleye mat`, `owleye calibrate` and `owleye lens`: the table from the command line."""

from __future__ import annotations

import json
from collections.abc import Sequence
from math import inf
from pathlib import Path
from typing import Any

import click

from calibration.storage.camera_calibrations import choose_calibration, choose_lens, mat_turned_deg
from calibration.storage.files import bytes_in, writing
from calibration.storage.lens_file import load_lens, save_lens
from calibration.storage.pictures import open_picture
from calibration.storage.table_files import new_calibration, save_calibration
from calibration.table.calibrate import calibrate, unfit
from calibration.table.lens_sheet import View, measure_lens, print_lens_sheet, see_sheet
from calibration.table.light import measure
from calibration.table.mat import print_mat
from hardware.cameras.camera import UNKNOWN_CAMERA, CameraId, Image, camera_id
from hardware.cameras.sources import open_camera
from referee.cli.stopped_table import table_stopped
from referee.startup.settings import chosen_camera, load_settings
from referee.startup.terminal import say
from vision.geometry.lens import Lens
from vision.geometry.plane import Geometry

PICTURE = click.Path(exists=True, dir_okay=False, path_type=Path)
WARM_UP_S = 20.0  # at most, until a camera has settled its exposure and sends its first full picture


class Size(click.ParamType[tuple[float, float]]):
    """Two lengths such as 400x300."""

    name = "WxH"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> tuple[float, float]:
        """Read 400x300 as (400.0, 300.0), in mm."""
        if isinstance(value, tuple):
            return value
        wide, _, high = str(value).lower().partition("x")
        try:
            size = (float(wide), float(high))
        except ValueError:
            size = (0.0, 0.0)
        if not all(0 < each < inf for each in size):
            self.fail(f"{value!r} is no size in mm: write it like 400x300.", param, ctx)
        return size


@click.command("mat")
@click.argument("out", metavar="OUT.pdf", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--lens", is_flag=True, help="Print the sheet for measuring the lens instead (docs/cli.md, lens).")
def mat_command(out: Path, lens: bool) -> None:
    """Print the play mat, and corner cards for any table, as a PDF.

    Print it at 100 %, and check the ruler on it with a real one.
    """
    with writing(out):
        (print_lens_sheet if lens else print_mat)(out)
    if lens:
        say(f"{out} is ready: print it, glue it onto something flat, photograph it, then `owleye lens`.")
        return
    say(f"{out} is ready: print it at 100 %, lay it under the camera, then `owleye calibrate`.")


@click.command("calibrate")
@click.option("--from", "picture", type=PICTURE, help="A picture of the empty table; without it the camera takes one.")
@click.option("--camera", help="Which camera, where there is no --from: auto, picamera, usb:0, /dev/video0.")
@click.option("--lens", type=PICTURE, help="LENS.json of the camera (docs/cli.md); without it the lens is estimated.")
@click.option("--marker-mm", type=click.FloatRange(1, 1000), default=30.0, show_default=True, help="Edge of a marker.")
@click.option("--mat-mm", type=Size(), default="400x300", show_default=True, help="Between the centres of the markers.")
@click.pass_obj
def calibrate_command(
    home: Path,
    picture: Path | None,
    camera: str | None,
    lens: Path | None,
    marker_mm: float,
    mat_mm: tuple[float, float],
) -> None:
    """Look at the empty table and find the mat on it.

    The picture is kept as what the table looks like when nothing lies on it.
    """
    with table_stopped(home):
        image, taken_by = (open_picture(picture), UNKNOWN_CAMERA) if picture else _photograph(home, camera)
        choose_lens(home, taken_by)
        geometry = Geometry(marker_mm, mat_mm)
        size = (image.shape[1], image.shape[0])
        done = calibrate(image, geometry, _lens(lens) if lens else load_lens(home, size))
        words = unfit(image, done.plane)
        if words and not picture:
            raise click.ClickException(f"{words} A calibration that was good before stays in use.")
        choose_calibration(home, taken_by, size, mat_turned_deg(done.plane))
        save_calibration(home, new_calibration(done.plane, geometry, taken_by), image)
        light = measure(image, done.plane)
        for words_of_step in filter(None, dict.fromkeys((done.words, words, *light.words, light.table_words))):
            say(words_of_step)


@click.command("lens")
@click.argument("pictures", metavar="IMAGE...", nargs=-1, required=True, type=PICTURE)
@click.pass_obj
def lens_command(home: Path, pictures: tuple[Path, ...]) -> None:
    """Measure the lens from pictures of the lens sheet, taken with the camera of this table.

    Ten are good: in the middle and in all corners, tilted to all sides.  The next calibration uses it.
    """
    with table_stopped(home):
        measured = measure_lens(*_views_in(pictures))
        save_lens(home, measured.lens)
    say(measured.words)


def _views_in(pictures: Sequence[Path]) -> tuple[list[View], tuple[int, int]]:
    """What each picture shows of the lens sheet, and the size of all of them (px)."""
    views, size = [], (0, 0)
    for path in pictures:
        image = open_picture(path)
        if size not in ((0, 0), (image.shape[1], image.shape[0])):
            raise click.ClickException(f"{path} has another size than the others: use one camera in one mode.")
        size = (image.shape[1], image.shape[0])
        view = see_sheet(image)
        if view is None:
            say(f"{path}: the lens sheet is not seen, or too little of it.", err=True)
        else:
            views.append(view)
    return views, size


def _lens(path: Path) -> Lens:
    try:
        body = json.loads(bytes_in(path))
    except (OSError, ValueError, RecursionError):
        words = f"{path} is not JSON, or cannot be read: a lens is described in docs/cli.md, calibrate."
        raise click.ClickException(words) from None
    return Lens.from_dict(body)


def _photograph(home: Path, source: str | None) -> tuple[Image, CameraId]:
    """A picture by the camera *source* (None: that of the settings), and the identity of that camera."""
    settings = load_settings(home)
    camera = open_camera(chosen_camera(source or settings.camera), mains=settings.mains_hz)
    try:
        frame = camera.frame(WARM_UP_S)
        return frame.image, camera_id(camera, frame.meta)
    finally:
        camera.close()
