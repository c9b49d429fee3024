"""The environment that the Makefile makes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from tests.install.commands import ROOT, Commands

VENV = 'folder=$(eval echo "\\${$#}")/bin; mkdir -p "$folder"; touch "$folder/python"'
CUT_OFF = f"{VENV}; kill -9 $PPID $$"
WHOLE = f'{VENV}; printf "#!/bin/sh\\n" >"$folder/pip"; chmod +x "$folder/pip"'


@pytest.fixture
def commands(tmp_path: Path) -> Commands:
    (tmp_path / "bin").mkdir()
    commands = Commands(tmp_path / "bin")
    commands.answer("python3", f'[ "$2" = venv ] || exit 0\n{WHOLE}')
    return commands


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What of the project an environment is made from."""
    folder = tmp_path / "owleye"
    shutil.copytree(ROOT / "constraints", folder / "constraints")
    for name in ("Makefile", "pyproject.toml"):
        shutil.copy(ROOT / name, folder / name)
    return folder


def test_an_environment_that_was_cut_off_is_completed(checkout: Path, commands: Commands) -> None:
    """Power is lost when venv has written Python and not yet pip."""
    for venv, code in ((CUT_OFF, -9), (WHOLE, 0)):
        commands.answer("python3", f'[ "$2" = venv ] || exit 0\n{venv}')
        done = commands.run("make", "-s", "-C", str(checkout), ".venv/bin/.installed")
        installed = (checkout / ".venv/bin/.installed").exists()
        assert (done.returncode, done.stderr, installed) == (code, "", code == 0)


def test_an_environment_counts_as_installed_once_it_is_on_the_disk(checkout: Path, commands: Commands) -> None:
    """Power is lost while it is written to the disk."""
    commands.answer("sync", "kill -9 0")
    assert commands.run("make", "-s", "-C", str(checkout), ".venv/bin/.installed").returncode == -9
    assert not (checkout / ".venv/bin/.installed").exists()
