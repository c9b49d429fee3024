"""`owleye mat`, `calibrate`, `teach`, `read`: the table's eyes from the command line."""

from __future__ import annotations

import json
import uuid
from pathlib import Path
from typing import Any

import click

from calibration.calibrate import calibrate, unfit
from calibration.cameras import choose, turned_in
from calibration.die_lesson import FACES
from calibration.lens import load_lens, measure_lens, print_lens_sheet, save_lens, see_sheet
from calibration.light import measure
from calibration.mat import print_mat
from calibration.moment import moment
from calibration.pictures import open_picture
from calibration.store import Calibration, load_eyes, save_calibration, save_gallery
from calibration.teach import load_shots, teach
from hardware.camera import Image
from hardware.sources import open_camera
from referee.annotate import annotated, save_picture
from referee.casts import GAMES_WITH_CASTS, cast_json
from referee.cli_run import chosen_camera
from referee.cli_teach import teach_with_camera
from referee.settings import load_settings
from vision.eyes import Eyes
from vision.geometry.lens import Lens
from vision.geometry.plane import Geometry
from vision.pipeline import read
from vision.types import Reading

PICTURE = click.Path(exists=True, dir_okay=False, path_type=Path)
WARM_UP_S = 20.0  # Until a camera's exposure has settled and its first whole picture is there.


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
        if min(size) <= 0:
            self.fail(f"{value!r} is no size in mm: write it like 400x300.", param, ctx)
        return size


@click.command("mat")
@click.argument("out", metavar="OUT.pdf", type=click.Path(dir_okay=False, path_type=Path))
@click.option("--lens", is_flag=True, help="Print the sheet for measuring the lens instead (docs/cli.md, lens).")
def mat_command(out: Path, lens: bool) -> None:
    """Print the play mat, and corner cards for any table, as a PDF.

    Print it at 100 %, and check the ruler on it with a real one.
    """
    if lens:
        print_lens_sheet(out)
        click.echo(f"{out} is ready: print it, glue it onto something flat, photograph it, then `owleye lens`.")
        return
    print_mat(out)
    click.echo(f"{out} is ready: print it at 100 %, lay it under the camera, then `owleye calibrate`.")


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
    source = "" if picture else chosen_camera(camera or load_settings(home).camera)
    image = open_picture(picture) if picture else _photograph(source)
    geometry = Geometry(marker_mm, mat_mm)
    size = (image.shape[1], image.shape[0])
    done = calibrate(image, geometry, _lens(lens) if lens else load_lens(home, size))
    words = unfit(image, done.plane)
    if words and not picture:
        raise click.ClickException(f"{words} A calibration that was good before stays in use.")
    made = moment()
    kept = {"marker_mm": marker_mm, "mat_mm": list(mat_mm)}
    fresh = Calibration(uuid.uuid4().hex[:8], made, done.plane, kept, done.plane.error_mm, None, source)
    choose(home, source, size, turned_in(done.plane))
    save_calibration(home, fresh, image)
    for told in filter(None, dict.fromkeys((done.words, words, *measure(image, done.plane).words))):
        click.echo(told)


@click.command("lens")
@click.argument("pictures", metavar="IMAGE...", nargs=-1, required=True, type=PICTURE)
@click.pass_obj
def lens_command(home: Path, pictures: tuple[Path, ...]) -> None:
    """Measure the lens from pictures of the lens sheet, taken with the camera of this table.

    Ten are good: in the middle and in all corners, tilted to all sides.  The next calibration uses it.
    """
    views, size = [], (0, 0)
    for path in pictures:
        image = open_picture(path)
        if size not in ((0, 0), (image.shape[1], image.shape[0])):
            raise click.ClickException(f"{path} has another size than the others: use one camera in one mode.")
        size = (image.shape[1], image.shape[0])
        view = see_sheet(image)
        if view is None:
            click.echo(f"{path}: the lens sheet is not seen, or too little of it.", err=True)
        else:
            views.append(view)
    measured = measure_lens(views, size)
    save_lens(home, measured.lens)
    click.echo(measured.words)


def _lens(path: Path) -> Lens:
    try:
        return Lens.from_dict(json.loads(path.read_text("utf-8")))
    except (json.JSONDecodeError, UnicodeDecodeError):
        raise click.ClickException(f"{path} is not JSON: a lens is described in docs/cli.md, calibrate.") from None


def _photograph(source: str) -> Image:
    camera = open_camera(source)
    try:
        return camera.frame(WARM_UP_S).image
    finally:
        camera.close()


@click.command("teach")
@click.option("--from", "shots", type=PICTURE, help="SHOTS.jsonl: one picture of one side a line.")
@click.option("--camera", help="Which camera, where there is no --from: auto, picamera, usb:0, /dev/video0.")
@click.option("--die", metavar="NAME", help="Teach the die of this name instead of stones, face by face.")
@click.option("--look", type=click.Choice(tuple(FACES)), default="numbers", help="What stands on the die's faces.")
@click.pass_obj
def teach_command(home: Path, shots: Path | None, camera: str | None, die: str | None, look: str) -> None:
    """Learn the pieces: stones in two pictures by the camera, a die face by face, or anything from picture files.

    With --from: one JSON object a line, with the picture, the piece, its kind and its side (docs/cli.md).  Several
    pictures a side may be given; what was taught before stays.  Pictures that cannot be used are told, the others are
    learnt.  Without it the camera looks at the mat, as on the pages "Teach" and "Teach a die".
    """
    if shots is None:
        teach_with_camera(home, chosen_camera(camera or load_settings(home).camera), die, look)
        return
    before = load_eyes(home)
    taught = teach(load_shots(shots), before)
    for problem in taught.problems:
        click.echo(problem, err=True)
    if len(taught.gallery.owner) == len(before.gallery.owner):
        raise click.ClickException(f"Nothing could be learnt from {shots}: see above, and take the pictures again.")
    save_gallery(home, taught.gallery)
    click.echo(f"Known now: {len(taught.gallery.pieces())} pieces, {len(taught.gallery.sides)} sides.")


@click.command("read")
@click.argument("images", metavar="IMAGE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--expect", default="", help="The pieces that may lie there, such as stone:11,stone:12.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object a picture and line (docs/cli.md).")
@click.option("--game", type=click.Choice(GAMES_WITH_CASTS), help="Also say what the pieces mean in this game.")
@click.option("--annotate", type=click.Path(file_okay=False, path_type=Path), help="Write pictures with outlines here.")
@click.pass_obj
def read_command(
    home: Path, images: tuple[Path, ...], expect: str, as_json: bool, game: str | None, annotate: Path | None
) -> None:
    """Say which pieces lie in pictures, and which side each shows.

    Unsure readings say so.  The exit status is 1 where a picture could not be opened; the others are read all the same.
    """
    eyes = load_eyes(home)
    wanted = tuple(piece.strip() for piece in expect.split(",") if piece.strip())
    opened = [_read_one(path, eyes, wanted, as_json, game, annotate) for path in images]
    if not all(opened):
        raise SystemExit(1)


def _read_one(
    path: Path, eyes: Eyes, expect: tuple[str, ...], as_json: bool, game: str | None, annotate: Path | None
) -> bool:
    try:
        image = open_picture(path)
    except ValueError as error:
        click.echo(f"Error: {error}", err=True)
        return False
    reading = read(image, eyes, expect)
    body = {"image": str(path), **reading.to_json()}
    if game:
        body["cast"] = cast_json(reading)
    click.echo(json.dumps(body, ensure_ascii=False) if as_json else in_words(path, reading, body.get("cast")))
    if annotate:
        save_picture(annotate / path.with_suffix(".jpg").name, annotated(image, reading))
    return True


def in_words(path: Path, reading: Reading, cast: dict[str, Any] | None) -> str:
    """A reading as a person reads it."""
    lines = [f"{path}: {len(reading.pieces)} pieces in {sum(reading.ms.values()):.0f} ms"]
    for piece in reading.pieces:
        sure = "" if piece.sure else "  (not sure)"
        notes = f"  {', '.join(piece.notes)}" if piece.notes else ""
        value = "" if piece.value is None else f" {piece.value}"
        lines.append(f"  {piece.kind} {piece.piece or '(not taught)'}: {piece.side or 'no side'}{value}{sure}{notes}")
    lines += [f"  {problem}" for problem in reading.problems]
    lines += [f"  {cast['kind']}  [{', '.join(cast['why'])}]"] if cast else []
    return "\n".join(lines)
