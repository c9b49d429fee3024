"""packaging/image: what the stage for pi-gen copies into the image, and what it leaves out."""

from __future__ import annotations

import hashlib
import json
import lzma
import subprocess
from pathlib import Path

import pytest

from tests.install.commands import ROOT, Commands

IMAGE = ROOT / "packaging/image"
WITH_PASSWORD = "https://ana:secret@example.org/owleye.git"


def git(folder: Path, *words: str) -> str:
    identity = ("-c", "user.name=Builder", "-c", "user.email=builder@machine")
    done = subprocess.run(("git", "-C", folder, *identity, *words), capture_output=True, text=True, check=True)
    return done.stdout.strip()


class Build:
    """A checkout, the empty root of an image, and an on_chroot that notes what it is to do."""

    def __init__(self, folder: Path) -> None:
        self.checkout, self.root, self.inside = folder / "checkout", folder / "rootfs", folder / "inside"
        self.copy = self.root / "home/owleye/owleye"
        for each in (self.checkout, self.copy.parent, folder / "bin"):
            each.mkdir(parents=True)
        git(self.checkout, "init", "--quiet")
        (self.checkout / "install.sh").write_text("#!/bin/sh\n")
        git(self.checkout, "add", "install.sh")
        git(self.checkout, "commit", "--quiet", "-m", "Begin")
        self.commands = Commands(folder / "bin")
        self.commands.answer("on_chroot", f"cat >>{self.inside}")

    def run(self) -> str:
        script = IMAGE / "stage-owleye/00-install/00-run.sh"
        done = self.commands.run(str(script), OWLEYE=str(self.checkout), ROOTFS_DIR=str(self.root))
        assert (done.returncode, done.stderr) == (0, "")
        return done.stdout


@pytest.fixture
def build(tmp_path: Path) -> Build:
    return Build(tmp_path)


def test_the_checkout_is_copied_and_installed_for_a_system_user(build: Build) -> None:
    build.run()
    assert (build.copy / "install.sh").read_text() == "#!/bin/sh\n"
    inside = build.inside.read_text()
    assert "useradd --system" in inside
    assert "SUDO_USER=owleye OWLEYE_ON_PI=1 ./install.sh --name\n" in inside


def test_the_copy_shares_no_file_with_the_checkout(build: Build) -> None:
    build.run()
    assert {path.stat().st_nlink for path in (build.checkout / ".git").rglob("*") if path.is_file()} == {1}


def test_nothing_of_the_building_machine_is_left_in_the_image(build: Build) -> None:
    git(build.checkout, "remote", "add", "origin", WITH_PASSWORD)
    build.run()
    assert git(build.copy, "config", "remote.origin.url") == "https://example.org/owleye.git"
    for path in (build.copy / ".git").rglob("*"):
        if path.is_file():
            assert not any(word in path.read_bytes() for word in (bytes(build.checkout), b"secret", b"builder@machine"))


@pytest.mark.parametrize("address", ["", "/home/ana/owleye", "git@example.org:owleye.git", "http://example.org/owleye"])
def test_an_address_that_a_pi_cannot_use_is_left_out_and_said(build: Build, address: str) -> None:
    if address:
        git(build.checkout, "remote", "add", "origin", address)
    assert "owleye update needs --from" in build.run()
    assert git(build.copy, "remote") == ""


def test_the_manifest_tells_raspberry_pi_imager_about_the_image(build: Build, tmp_path: Path) -> None:
    disk = b"disk" * 1000
    packed = tmp_path / "image_2026-owleye.img.xz"
    packed.write_bytes(lzma.compress(disk))
    done = build.commands.run(
        str(IMAGE / "postrun.sh"),
        DEPLOY_DIR=str(tmp_path),
        ARCHIVE_FILENAME="image_2026-owleye",
        OWLEYE=str(build.checkout),
    )
    assert (done.returncode, done.stderr) == (0, "")
    (entry,) = json.loads((tmp_path / "owleye.rpi-imager-manifest").read_text())["os_list"]
    assert (entry["url"], entry["init_format"]) == (f"file://{packed}", "cloudinit-rpi")
    assert (entry["extract_size"], entry["image_download_size"]) == (len(disk), packed.stat().st_size)
    assert entry["extract_sha256"] == hashlib.sha256(disk).hexdigest()
