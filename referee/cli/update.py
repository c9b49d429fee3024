"""`owleye update`: installs a new version beside the old one, switches to it, and returns where it does not start.

The file HOME/update/trial says that a new version is tried; packaging/start, which systemd runs, counts its starts
there, and goes back after the third.  A version that serves its pages removes the file (`confirm`).
"""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import click

from calibration.storage.files import bytes_in, write_atomically

LINK, TRIAL = "program", "update/trial"
BESIDE = "-versions"  # the folder of the installed versions is called as the checkout, with this at the end
WAIT_S = 300.0  # three starts of at most a minute, and the pauses between them
LOOK_S = 1.0


class UpdateError(ValueError):
    """The update failed; the message is a sentence with the next step, and the old version stays in use."""


def confirm(home: Path) -> None:
    """End the trial of the running version, because it serves its pages."""
    (home / TRIAL).unlink(missing_ok=True)


def checkout(folder: Path) -> Path:
    """The folder that install.sh was started in, where *folder* is a version that was installed beside it."""
    return (
        folder.parent.with_name(folder.parent.name.removesuffix(BESIDE))
        if folder.parent.name.endswith(BESIDE)
        else folder
    )


def in_use(home: Path, folder: Path) -> Path:
    """The folder of the version in use: the target of the link in *home*, else *folder*, the checkout."""
    link = home / LINK
    return Path(os.readlink(link)) if link.is_symlink() else folder


def install(home: Path, folder: Path, source: str) -> Iterator[str]:
    """Install the newest version of *source* (a Git repository) beside *folder*, and switch *home* to it.

    Yields a sentence after each step.  After an interruption the old version is in use, or the new one is on trial.

    Raises:
        UpdateError: where *source* cannot be reached, has nothing new, or does not install.
    """
    versions = folder.with_name(folder.name + BESIDE)
    old = in_use(home, folder)
    _remove_leftovers(versions, old)
    fresh = versions / "fresh"
    versions.mkdir(exist_ok=True)
    _call("git", "clone", "--quiet", "--depth", "1", source, str(fresh), hint="is the network there?")
    commit = _call("git", "-C", str(fresh), "rev-parse", "--short=12", "HEAD")
    if commit == _call("git", "-C", str(old), "rev-parse", "--short=12", "HEAD"):
        shutil.rmtree(fresh)
        raise UpdateError("This is the newest version already.")
    yield f"Version {commit} is here."
    new = versions / commit
    fresh.rename(new)
    yield "Installing it takes a few minutes; the table plays on."
    _call("make", "-s", "-C", str(new), ".venv/bin/.installed", hint="try again when the network is good.")
    yield f"It is installed: {_call(str(new / '.venv/bin/owleye'), '--version')}."
    os.sync()
    (home / TRIAL).parent.mkdir(parents=True, exist_ok=True)
    write_atomically(home / TRIAL, f"{new}\n{old}\n0\n".encode())
    yield "Switching to it."
    _switch(home, new)
    yield "It is used from the next start on."


def _switch(home: Path, new: Path) -> None:
    fresh = home / f"{LINK}.new"
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(new)
    os.replace(fresh, home / LINK)
    _sync(home)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _remove_leftovers(versions: Path, old: Path) -> None:
    """Remove the files of an interrupted update, and all versions except the one in use."""
    for path in versions.iterdir() if versions.exists() else ():
        if path != old:
            shutil.rmtree(path)


def _call(*command: str, hint: str = "") -> str:
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=False)
    except OSError as error:
        raise UpdateError(f"{command[0]} cannot be started ({error.strerror}): sudo apt install {command[0]}") from None
    if done.returncode:
        last = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        raise UpdateError(
            f"{' '.join(command[:2])} failed ({last}); the old version stays. {hint.capitalize()}".strip()
        )
    return done.stdout.strip()


def outcome(home: Path, new: Path, clock: Callable[[], float] = time.monotonic) -> bool | None:
    """Wait until the version in *new* serves its pages (True) or was given up (False); None after WAIT_S."""
    end = clock() + WAIT_S
    while clock() < end:
        if not (home / TRIAL).exists():
            return in_use(home, new) == new
        time.sleep(LOOK_S)
    return None


def restart(home: Path, ended: Callable[[int, int], None] = os.kill) -> bool:
    """End the table that runs as a service, so that systemd restarts it; False where none runs."""
    with suppress(OSError, ValueError):
        number = int(bytes_in(home / "owleye.lock"))
        if "/owleye.service" in Path(f"/proc/{number}/cgroup").read_text():
            ended(number, signal.SIGTERM)
            return True
    return False


@click.command("update")
@click.option("--from", "source", metavar="SOURCE", help="A Git repository; without it, where this one came from.")
@click.pass_obj
def update_command(home: Path, source: str | None) -> None:
    """Install the newest version beside this one and switch to it.

    Where it does not start three times, the version before comes back by itself, with the games as they were.
    """
    folder = checkout(Path(__file__).resolve().parents[2])
    came_from = source or _call("git", "-C", str(folder), "config", "remote.origin.url", hint="Say --from SOURCE.")
    home.mkdir(parents=True, exist_ok=True)
    for words in install(home, folder, came_from):
        click.echo(words)
    new = in_use(home, folder)
    if not restart(home):
        click.echo(f"No table runs as a service here: start it with {folder / 'packaging/start'}")
        return
    sentences = {
        True: "The new version runs.",
        False: "The new version did not start: the one before is back. What it said: journalctl -u owleye",
        None: "The new version is still starting: see journalctl -u owleye",
    }
    click.echo(sentences[outcome(home, new)])
