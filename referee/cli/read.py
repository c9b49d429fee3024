"""`owleye read`: which pieces lie in pictures, as text, JSON or annotated pictures."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click
import cv2
import numpy as np
from numpy import uint8
from numpy.typing import NDArray

from calibration.storage.files import writing
from calibration.storage.pictures import open_picture
from calibration.storage.table_files import load_eyes
from referee.backup.restore import check_finished
from referee.startup.terminal import counted, say
from rules.games import GAMES
from vision.eyes import Eyes
from vision.geometry.plane import PlaneError
from vision.pipeline import read
from vision.types import Piece, Reading

GAMES_WITH_CASTS = tuple(name for name, game in GAMES.items() if game.at_table.cast(()) is not None)
SURE, UNSURE = (80, 200, 60), (40, 140, 255)  # Green and orange, BGR.


def cast_json(reading: Reading, game: str) -> Mapping[str, Any] | None:
    """What all stones in a picture mean in a game: kind, the numbers that show, and why (docs/cli.md).

    A side that is not sure counts as not known.  None for a game without casts.
    """
    stones = [piece for piece in reading.pieces if piece.kind == "stone"]
    sides = [(stone.colour, stone.side if stone.sure else None, stone.value) for stone in stones]
    return GAMES[game].at_table.cast(sides)


def annotated(image: NDArray[uint8], reading: Reading) -> NDArray[uint8]:
    """A copy of *image* (BGR) with each piece outlined and named: green where sure, orange where not."""
    picture = image.copy()
    thick = max(1, round(max(image.shape) / 800))
    for piece in reading.pieces:
        colour = SURE if piece.sure else UNSURE
        rim = np.round(np.array(piece.outline_px, np.float64)).astype(np.int32).reshape(-1, 1, 2)
        if len(rim):
            cv2.polylines(picture, [rim], True, colour, thick, cv2.LINE_AA)
        x, y = (round(value) for value in piece.centre_px)
        cv2.putText(picture, _label(piece), (x, y), cv2.FONT_HERSHEY_SIMPLEX, 0.4 * thick, colour, thick, cv2.LINE_AA)
    return picture


def save_picture(path: Path, image: NDArray[uint8]) -> None:
    """Write a JPEG, making its folder.

    Raises:
        StoreError: where it cannot be written.
    """
    with writing(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(cv2.imencode(".jpg", image)[1].tobytes())


def _label(piece: Piece) -> str:
    name = piece.piece or piece.kind
    side = piece.side or "?"
    return f"{name} {side}" if piece.value is None else f"{name} {side} {piece.value}"


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

    Unsure readings say so.  The exit status is 1 where a picture could not be read; the others are read all the same.
    """
    check_finished(home)
    if annotate:
        _check_annotations(images, annotate)
    eyes = load_eyes(home)
    wanted = tuple(piece.strip() for piece in expect.split(",") if piece.strip())
    opened = [_read_one(path, eyes, wanted, as_json, game, annotate) for path in images]
    if not all(opened):
        raise SystemExit(1)


def _read_one(
    path: Path, eyes: Eyes, expect: tuple[str, ...], as_json: bool, game: str | None, annotate: Path | None
) -> bool:
    """Read and print one picture; returns whether it could be read."""
    try:
        image = open_picture(path)
        reading = read(image, eyes, expect)
    except PlaneError as error:
        say(f"Error: {path}: {error}", err=True)
        return False
    except ValueError as error:
        say(f"Error: {error}", err=True)
        return False
    body = {"image": str(path), **reading.to_json()}
    if game:
        body["cast"] = cast_json(reading, game)
    say(json.dumps(body, ensure_ascii=False) if as_json else in_words(path, reading, body.get("cast")))
    if annotate:
        save_picture(_annotation(annotate, path), annotated(image, reading))
    return True


def _annotation(folder: Path, picture: Path) -> Path:
    """The file in *folder* for the annotated copy of a picture."""
    return folder / picture.with_suffix(".jpg").name


def _check_annotations(pictures: Sequence[Path], folder: Path) -> None:
    """Check that no annotated copy in *folder* takes the place of a picture, or of another copy.

    Raises:
        ClickException: with the file that two would share.
    """
    taken = [path.resolve() for path in pictures]
    for path in pictures:
        copy = _annotation(folder, path).resolve()
        if copy in taken:
            raise click.ClickException(f"The copy of {path} would replace {copy}: choose another folder or name.")
        taken.append(copy)


def in_words(path: Path, reading: Reading, cast: Mapping[str, Any] | None) -> str:
    """A reading as a person reads it."""
    lines = [f"{path}: {counted(len(reading.pieces), 'piece')} in {sum(reading.ms.values()):.0f} ms"]
    for piece in reading.pieces:
        sure = "" if piece.sure else "  (not sure)"
        notes = f"  {', '.join(piece.notes)}" if piece.notes else ""
        value = "" if piece.value is None else f" {piece.value}"
        lines.append(f"  {piece.kind} {piece.piece or '(not taught)'}: {piece.side or 'no side'}{value}{sure}{notes}")
    lines += [f"  {problem}" for problem in reading.problems]
    lines += [f"  {cast['kind']}  [{', '.join(cast['why'])}]"] if cast else []
    return "\n".join(lines)
