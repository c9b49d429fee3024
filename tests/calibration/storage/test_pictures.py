"""A file handed in as a picture is opened, or refused with a sentence."""

import os
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.storage.files import LARGEST
from calibration.storage.pictures import (
    LARGEST_BYTES,
    decoded,
    json_lines,
    open_picture,
    picture_in,
    stated_size,
)

Pixels = NDArray[Any]

RED = np.zeros((60, 80, 3), np.uint8) + np.array([0, 0, 200], np.uint8)


def turned_jpeg(image: Pixels, orientation: int) -> bytes:
    """A JPEG with an EXIF mark that says how to turn it."""
    plain = cv2.imencode(".jpg", image)[1].tobytes()
    tiff = (
        b"II*\x00\x08\x00\x00\x00\x01\x00\x12\x01\x03\x00\x01\x00\x00\x00" + bytes([orientation, 0, 0, 0]) + b"\x00" * 4
    )
    body = b"Exif\x00\x00" + tiff
    return plain[:2] + b"\xff\xe1" + (len(body) + 2).to_bytes(2, "big") + body + plain[2:]


def test_grey_transparent_and_16_bit_pictures_are_converted(tmp_path: Path) -> None:
    deep = (RED.astype(np.uint16) * 257).clip(0, 65535)
    see_through = np.dstack([RED, np.full(RED.shape[:2], 99, np.uint8)])
    for name, image in (("deep", deep), ("through", see_through), ("grey", RED[..., 2])):
        cv2.imwrite(str(tmp_path / f"{name}.png"), image)
        opened = open_picture(tmp_path / f"{name}.png")
        assert opened.shape == (60, 80, 3)
        assert opened.dtype == np.uint8
        assert abs(int(opened[30, 40, 2]) - 200) <= 2


def test_a_picture_is_turned_upright(tmp_path: Path) -> None:
    (tmp_path / "turned.jpg").write_bytes(turned_jpeg(RED, 6))
    assert open_picture(tmp_path / "turned.jpg").shape == (80, 60, 3)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"", "is empty"),
        (b"not a picture at all", "is not a picture that can be opened"),
        (cv2.imencode(".png", RED[:1, :1])[1].tobytes(), "is only 1 x 1 px"),
    ],
)
def test_other_files_are_reported_in_a_sentence(tmp_path: Path, data: bytes, words: str) -> None:
    (tmp_path / "a.png").write_bytes(data)
    with pytest.raises(ValueError, match=words):
        open_picture(tmp_path / "a.png")


def test_pipes_devices_and_endless_files_are_refused_at_once(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")  # to which nobody ever writes
    (tmp_path / "device").symlink_to("/dev/zero")
    with open(tmp_path / "endless", "wb") as file:
        file.truncate(LARGEST_BYTES + 1)
    for name in ("pipe", "device", "endless"):
        with pytest.raises(ValueError, match=r"cannot be read \(.*\)\. Check that it is a picture file"):
            open_picture(tmp_path / name)
        with pytest.raises(ValueError, match="must be a text file, at most 4 MB"):
            json_lines(tmp_path / name)
    (tmp_path / "long").write_bytes(b"{}".ljust(LARGEST + 1))
    with pytest.raises(ValueError, match="must be a text file"):
        json_lines(tmp_path / "long")


def test_a_missing_file_and_a_folder_are_reported_in_sentences(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="is not there"):
        open_picture(tmp_path / "nowhere.jpg")
    with pytest.raises(ValueError, match="cannot be read"):
        open_picture(tmp_path)
    with pytest.raises(ValueError, match="is no name of a file"):
        open_picture("a\0b")


@pytest.mark.skipif(not Path("/proc/self/clear_refs").exists(), reason="only Linux tells the memory of a process")
@pytest.mark.parametrize("kind", [".png", ".jpg"])
def test_a_picture_is_decoded_without_a_second_copy_in_memory(tmp_path: Path, kind: str) -> None:
    path, drawn = tmp_path / f"large{kind}", np.full((4000, 5200, 3), 90, np.uint8)
    cv2.imwrite(str(path), drawn)
    before = memory_mb("VmRSS")
    Path("/proc/self/clear_refs").write_text("5")  # the largest memory is counted from here
    image = picture_in(path)
    most = memory_mb("VmHWM") - before
    assert image is not None
    assert np.array_equal(image, drawn)
    assert most < 1.4 * image.nbytes / 2**20


def memory_mb(quantity: str) -> float:
    lines = Path("/proc/self/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(quantity)) / 1024


def test_a_file_that_is_no_picture_gives_none_and_an_unreadable_one_raises(tmp_path: Path) -> None:
    (tmp_path / "other.jpg").write_bytes(b"not a picture at all")
    assert picture_in(tmp_path / "other.jpg") is None
    for path in (tmp_path / "nowhere.jpg", tmp_path):
        with pytest.raises(OSError, match=str(path)):
            picture_in(path)


def test_twenty_megapixels_are_opened(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "large.jpg"), np.full((4000, 5200, 3), 90, np.uint8))
    assert open_picture(tmp_path / "large.jpg").shape == (4000, 5200, 3)


@pytest.mark.parametrize("kind", [".png", ".jpg"])
def test_a_small_file_that_claims_gigabytes_is_never_decoded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, kind: str
) -> None:
    data = bytearray(cv2.imencode(kind, RED)[1].tobytes())
    assert stated_size(bytes(data)) == (80, 60)
    if kind == ".png":
        data[16:24] = (30_000).to_bytes(4, "big") * 2
    else:
        at = data.index(b"\xff\xc0")
        data[at + 5 : at + 9] = (30_000).to_bytes(2, "big") * 2
    (tmp_path / f"bomb{kind}").write_bytes(data)
    for name in ("imdecode", "imread"):
        monkeypatch.setattr(cv2, name, None)
    assert (picture_in(tmp_path / f"bomb{kind}"), decoded(bytes(data))) == (None, None)
    with pytest.raises(ValueError, match="30000 x 30000 px, over 64 megapixels"):
        open_picture(tmp_path / f"bomb{kind}")
