"""The values of --camera, recorded pictures, and the reasons why a camera does not open."""

from __future__ import annotations

import sys
from pathlib import Path
from struct import pack
from types import ModuleType
from zlib import crc32

import cv2
import numpy as np
import pytest

from hardware.cameras.camera import CameraId, CameraTrouble, shrunk
from hardware.cameras.device_files import model_of, program_with
from hardware.cameras.recorded import open_recorded
from hardware.cameras.sources import identify, open_camera, present_camera, usb_cameras
from hardware.cameras.usb import open_usb
from hardware.simulated.table import SimulatedTable
from tests.hardware.cameras.fake_picamera2 import Fake, Hardware


def chunk(kind: bytes, body: bytes) -> bytes:
    """A chunk of a PNG file."""
    return pack(">I", len(body)) + kind + body + pack(">I", crc32(kind + body))


ENDLESS = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", pack(">2I5B", 40_000, 40_000, 8, 2, 0, 0, 0)) + chunk(b"IDAT", b"")
"""A PNG file of more pixels than OpenCV may decode."""


def save(path: Path, grey: int) -> Path:
    cv2.imwrite(str(path), np.full((720, 1280, 3), grey, np.uint8))
    return path


@pytest.mark.parametrize("source", ["", "webcam", "usb:", "picamera:x", "/no/such/place"])
def test_an_unknown_source_is_refused_with_the_choices(source: str) -> None:
    with pytest.raises(CameraTrouble, match="say simulated, picamera"):
        open_camera(source)


def test_the_simulated_camera_needs_its_table() -> None:
    with pytest.raises(CameraTrouble, match="--simulate"):
        open_camera("simulated")


def test_the_simulated_camera_works_and_is_labelled_as_simulated() -> None:
    camera = open_camera("simulated", SimulatedTable())
    try:
        assert camera.simulated
        assert camera.glance(60).small.shape == (360, 640, 3)
        assert camera.frame(60).image.shape == (1296, 2304, 3)
    finally:
        camera.close()


def test_a_missing_camera_is_reported_and_the_table_goes_on(tmp_path: Path) -> None:
    camera = open_camera("/dev/video99")
    try:
        with pytest.raises(CameraTrouble, match="no camera at /dev/video99: plug it in"):
            camera.glance(2)
        assert not camera.simulated
    finally:
        camera.close()


def test_the_pi_camera_without_its_library_names_the_package() -> None:
    camera = open_camera("picamera")
    try:
        with pytest.raises(CameraTrouble, match="apt install python3-picamera2"):
            camera.glance(2)
    finally:
        camera.close()


def test_a_single_picture_serves_as_a_still_camera(tmp_path: Path) -> None:
    device = open_recorded(save(tmp_path / "one.png", 77))
    assert device.full()[0].shape == (720, 1280, 3)
    assert device.small()[0].shape == (360, 640, 3)
    assert int(device.small()[0].mean()) == 77
    device.close()


def test_pictures_of_a_folder_come_in_order_and_the_last_one_stays(tmp_path: Path) -> None:
    for grey in (10, 20, 30):
        save(tmp_path / f"{grey}.png", grey)
    (tmp_path / "notes.txt").write_text("not a picture")
    device = open_recorded(tmp_path)
    device.close()  # no more pacing
    brightness = [int(device.small()[0].mean()) for _ in range(120)]
    assert sorted(set(brightness)) == [10, 20, 30]
    assert brightness == sorted(brightness)
    assert brightness[-1] == 30


def test_a_video_plays_once_and_stays_on_its_last_frame(tmp_path: Path) -> None:
    path = tmp_path / "film.avi"
    film = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 30.0, (128, 72))
    for grey in (40, 120, 200):
        film.write(np.full((72, 128, 3), grey, np.uint8))
    film.release()
    device = open_recorded(path)
    device.close = device._pause.set  # type: ignore[method-assign]
    device.close()
    assert [round(float(device.full()[0].mean()), -1) for _ in range(5)] == [40, 120, 200, 200, 200]


@pytest.mark.parametrize(
    ("name", "content", "words"),
    [
        ("empty", None, "holds no pictures"),
        ("bad.png", b"nothing", "is no picture"),
        ("endless.png", ENDLESS, "is no picture"),
        ("bad.mp4", b"nothing", "no video"),
    ],
)
def test_a_file_that_is_no_picture_is_reported_in_a_sentence(
    tmp_path: Path, name: str, content: bytes | None, words: str
) -> None:
    path = tmp_path / name
    if content is None:
        path.mkdir()
    else:
        path.write_bytes(content)
    with pytest.raises(CameraTrouble, match=words):
        open_recorded(path)


@pytest.mark.parametrize("name", ["gr\udcfcn.png", "gr\udcfcn.mp4"])
def test_a_name_that_is_not_in_utf_8_is_reported_in_a_sentence(tmp_path: Path, name: str) -> None:
    """OpenCV ends the whole program at such a name, which a picture from an old disk may have."""
    (tmp_path / name).write_bytes(b"nothing")
    with pytest.raises(CameraTrouble, match=r"gr\\xfcn.*: rename it first"):
        open_recorded(tmp_path / name)


def test_a_name_in_a_folder_that_is_not_in_utf_8_is_reported_in_a_sentence(tmp_path: Path) -> None:
    save(tmp_path / "a.png", 77)
    (tmp_path / "gr\udcfcn.png").write_bytes(b"nothing")
    with pytest.raises(CameraTrouble, match=r"gr\\xfcn.*: rename it first"):
        open_recorded(tmp_path)


def test_who_holds_a_busy_camera_is_named(tmp_path: Path) -> None:
    device = tmp_path / "video0"
    device.touch()
    fds = tmp_path / "proc" / "4711" / "fd"
    fds.mkdir(parents=True)
    (fds / "5").symlink_to(device)
    (tmp_path / "proc" / "4711" / "comm").write_text("cheese\n")
    assert program_with(device, tmp_path / "proc") == "cheese (process 4711)"
    assert program_with(tmp_path / "video1", tmp_path / "proc") is None
    with pytest.raises(CameraTrouble, match=r"busy: cheese \(process 4711\) holds it"):
        open_usb(device, tmp_path / "proc")


def test_a_file_that_is_no_camera_and_a_busy_one_get_different_sentences(tmp_path: Path) -> None:
    device = tmp_path / "video0"
    device.touch()
    with pytest.raises(CameraTrouble, match="no camera that sends pictures"):
        open_usb(device, tmp_path)


def test_a_usb_camera_is_known_by_its_product_and_ids(tmp_path: Path) -> None:
    usb, known = tmp_path / "usb1" / "1-1", tmp_path / "known"
    (usb / "1-1:1.0").mkdir(parents=True)
    for node in ("video0", "video1"):
        (known / node).mkdir(parents=True)
    (known / "video0" / "device").symlink_to(usb / "1-1:1.0")
    (known / "video0" / "name").write_text("HD Pro: HD Pro Webcam\n")
    (known / "video1" / "name").write_text("unicam\n")
    (tmp_path / "by-id").symlink_to("/dev/video0")
    assert model_of(Path("/dev/video0"), known) == "HD Pro: HD Pro Webcam"
    (usb / "idVendor").write_text("046d\n")
    (usb / "idProduct").write_text("082d\n")
    assert model_of(Path("/dev/video0"), known) == "USB camera (046d:082d)"
    (usb / "product").write_bytes("HD Pro Wäbcam C920\n".encode() + b"x" * 100)
    assert model_of(tmp_path / "by-id", known).startswith("HD Pro Wbcam C920")
    assert len(model_of(Path("/dev/video0"), known)) < 80
    assert model_of(Path("/dev/video1"), known) == "unicam"
    assert model_of(Path("/dev/video9"), known) == ""


class MuteCapture:
    """OpenCV's capture of a camera that opens and sends nothing."""

    released = 0

    def __init__(self, path: str, backend: int) -> None:
        pass

    def isOpened(self) -> bool:  # noqa: N802 (OpenCV's name)
        return True

    def set(self, what: int, value: float) -> bool:
        return True

    def grab(self) -> bool:
        return False

    def release(self) -> None:
        type(self).released += 1


def test_a_camera_that_sends_nothing_is_released(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    device = tmp_path / "video0"
    device.touch()
    monkeypatch.setattr(MuteCapture, "released", 0)
    monkeypatch.setattr(cv2, "VideoCapture", MuteCapture)
    with pytest.raises(CameraTrouble, match="has stopped sending pictures"):
        open_usb(device, tmp_path)
    assert MuteCapture.released == 1


@pytest.fixture
def nodes(tmp_path: Path) -> Path:
    """A Pi's own nodes (codec, image processor), and two nodes of one USB camera beside a second camera's."""
    usb, other = tmp_path / "devices" / "usb1" / "1-1", tmp_path / "devices" / "codec"
    for name, device, index in (("video0", other, 0), ("video10", usb, 0), ("video2", usb, 1), ("video3", usb, 0)):
        device.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).mkdir()
        (tmp_path / name / "device").symlink_to(device)
        (tmp_path / name / "index").write_text(f"{index}\n")
    return tmp_path


def listed(monkeypatch: pytest.MonkeyPatch, *ids: str) -> None:
    infos = [{"Num": n, "Id": each, "Model": "any"} for n, each in enumerate(ids)]
    monkeypatch.setattr(Fake, "hardware", Hardware(infos=infos), raising=False)
    module = ModuleType("picamera2")
    module.Picamera2 = Fake  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "picamera2", module)


def test_the_first_usable_camera_is_chosen_where_none_is_named(
    nodes: Path, tmp_path_factory: pytest.TempPathFactory
) -> None:
    assert present_camera(tmp_path_factory.mktemp("none")) is None
    assert present_camera(nodes) == "/dev/video3"
    assert usb_cameras(nodes) == ("/dev/video3", "/dev/video10")


def test_a_usb_camera_on_a_pi_is_opened_as_one(nodes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    usb = "/base/scb/pcie@7d500000/pci@0,0/usb@0,0-1.3:1.0-046d:0825"
    listed(monkeypatch, usb)
    assert present_camera(nodes) == "/dev/video3"
    listed(monkeypatch, usb, "/base/i2c@80000/imx708@1a")
    assert present_camera(nodes) == "picamera"


def test_a_camera_is_identified_without_opening_it(nodes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (nodes / "video3" / "name").write_text("C920")
    for source in ("/dev/video3", "usb:3"):
        assert identify(source, nodes) == CameraId(source, "C920")
    for elsewhere in ("usb:9", "picamera", "film.mp4"):
        assert identify(elsewhere, nodes) == CameraId(elsewhere)
    listed(monkeypatch, "/base/pcie/usb@1", "/base/i2c@80000/imx708@1a")
    assert identify("picamera", nodes) == CameraId("picamera", "any")
    assert identify("picamera:1", nodes) == CameraId("picamera:1")


def test_a_picamera2_that_does_not_start_is_reported_where_there_is_no_other_camera(
    nodes: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def clash(name: str) -> None:
        raise ValueError("numpy.dtype size changed")

    monkeypatch.setattr("importlib.import_module", clash)
    assert present_camera(nodes) == "/dev/video3"
    assert present_camera(tmp_path_factory.mktemp("none")) == "picamera"


def test_small_pictures_stay_as_they_are() -> None:
    image = np.zeros((90, 160, 3), np.uint8)
    assert shrunk(image) is image
