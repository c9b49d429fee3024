"""`owleye update`: installs a new version beside the old one, switches to it, and rolls back where it does not start.

The file HOME/update/trial says that a new version is tried; packaging/start, which systemd runs, counts its starts
there, and rolls back after the third, or after one without an answer.  A version that has served its pages for a while
removes the file (`confirm`).
"""

from __future__ import annotations

import fcntl
import filecmp
import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

import click

from calibration.storage.files import bytes_in, not_written, private_file, sync_folder, write_atomically
from referee.cli.update_calls import UpdateError, call
from referee.startup.terminal import say

HERE = Path(__file__).resolve().parents[2]  # the folder of this version
LINK, TRIAL, LOCK = "program", "update/trial", "update/lock"
STARTERS = ("packaging/start", "docs/owleye.service")  # from the checkout; they start all versions
BESIDE = "-versions"  # the folder of the installed versions is called as the checkout, with this at the end
WAIT_S = 960.0  # until packaging/start has surely given up a version: three starts of five minutes
FETCH_S = INSTALL_S = 3600.0  # longest time of a step: a slow line takes half an hour
LOOK_S = 1.0
VERSION_S = 120.0  # in which a new version must say which one it is
LONGEST = 80  # letters of that


class Trial(NamedTuple):
    """A new version on trial: its folder, the folder of the version before it, and how many times it was started."""

    new: Path
    old: Path
    tries: int


def trial_of(home: Path) -> Trial | None:
    """The trial of the version that *home* uses; None where there is none."""
    with suppress(OSError, ValueError):
        new, old, tries = bytes_in(home / TRIAL).decode().splitlines()
        if in_use(home, Path(old)) == Path(new):
            return Trial(Path(new), Path(old), int(tries))
    return None


def _try(home: Path, new: Path, old: Path, tries: int) -> None:
    write_atomically(home / TRIAL, f"{new}\n{old}\n{tries}\n".encode())


def confirm(home: Path, folder: Path = HERE) -> None:
    """End the trial of the version in *folder*, if it is on trial: it has served its pages for a while."""
    trial = trial_of(home)
    if trial and trial.new == folder:
        (home / TRIAL).unlink(missing_ok=True)


def checkout(folder: Path) -> Path:
    """The checkout that install.sh was run from: *folder* itself, or the one beside which *folder* was installed."""
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
        UpdateError: where *source* cannot be reached, has nothing new, or does not install, where another update runs,
            or where *folder* belongs to another user.
        StoreError: where the home or the folder beside *folder* cannot be written.
    """
    _check_user(folder)
    versions, old = folder.with_name(folder.name + BESIDE), in_use(home, folder)
    with _written(versions), _alone(home):
        if trial_of(home):
            raise UpdateError("The last update is still on trial: let the table run for a minute, then update again.")
        _remove_leftovers(versions, old)
        _check_room(versions.parent, old)
        try:
            new = _fetched(source, versions, old)
            yield f"Version {new.name} is here."
            yield "Installing it takes a few minutes; the table plays on."
            yield f"It is installed: {_installed(new)}."
            os.sync()
            _try(home, new, old, 0)
            yield "Switching to it."
            _switch(home, new)
        except (OSError, ValueError, KeyboardInterrupt):
            _remove_leftovers(versions, old, in_use(home, folder))
            raise
        yield "It is used from the next start on."


def _check_user(folder: Path) -> None:
    """Raise UpdateError where *folder* belongs to another user, whose home says which version is in use."""
    if folder.stat().st_uid == os.getuid():
        return
    try:
        owner = folder.owner()
    except KeyError:
        owner = f"#{folder.stat().st_uid}"  # as sudo takes a number
    raise UpdateError(
        f"This Owleye belongs to the user {owner}: update as {owner} without sudo, or with sudo -H -u {owner}."
    )


@contextmanager
def _written(folder: Path) -> Iterator[None]:
    """Make a StoreError of an OSError of a file, or of one in *folder*."""
    try:
        yield
    except OSError as error:
        raise not_written(Path(error.filename or folder), error) from None


def _check_room(folder: Path, old: Path) -> None:
    """Raise UpdateError where *folder* has no room for a version of the size of the *old* one.

    A disk that an update fills would keep the running table from saving its game.
    """
    size = sum(path.lstat().st_size for path in old.rglob("*"))
    free = shutil.disk_usage(folder).free
    if free < size:
        raise UpdateError(
            f"A new version needs about {size // 1_000_000} MB, and {free // 1_000_000} MB are free: free some space, "
            "then update again."
        )


@contextmanager
def _alone(home: Path) -> Iterator[None]:
    """Hold the lock that keeps a second update of *home* out.

    All that this update starts inherits the lock: where only the update is killed, that may go on for a while.
    """
    lock = home / LOCK
    lock.parent.mkdir(parents=True, exist_ok=True)
    with open(lock, "ab", opener=private_file) as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UpdateError(
                "An update is still running, perhaps one that was ended by force: wait some minutes, then update again."
            ) from None
        os.set_inheritable(file.fileno(), True)
        try:
            yield
        finally:
            fcntl.flock(file, fcntl.LOCK_UN)


def _fetched(source: str, versions: Path, old: Path) -> Path:
    """The folder in *versions* with the newest version of *source*, which is not the one in *old*."""
    fresh = versions / "fresh"
    versions.mkdir(exist_ok=True)
    clone = ("git", "clone", "--quiet", "--depth", "1", "--", source, str(fresh))
    call(*clone, hint="Is the network there?", limit_s=FETCH_S)
    commit = _commit(fresh)
    if _is_at(old, commit):
        raise UpdateError("This is the newest version already.")
    return fresh.rename(versions / commit)


def _commit(folder: Path) -> str:
    return call("git", "-C", str(folder), "rev-parse", "--short=12", "HEAD")


def _is_at(folder: Path, commit: str) -> bool:
    """Whether the version in *folder* is *commit*; unknown, and so False, for one that was not fetched by Git."""
    with suppress(UpdateError):
        return _commit(folder) == commit
    return False


def _installed(new: Path) -> str:
    """Install the version in *new*; returns what it calls itself."""
    hint = "Free some space or wait for a better network, then try again."
    call("make", "-s", "-C", str(new), ".venv/bin/.installed", hint=hint, limit_s=INSTALL_S)
    words = call(str(new / ".venv/bin/owleye"), "--version", limit_s=VERSION_S)
    return "".join(filter(str.isprintable, words))[:LONGEST]


def _switch(home: Path, new: Path) -> None:
    fresh = home / f"{LINK}.new"
    fresh.unlink(missing_ok=True)
    fresh.symlink_to(new)
    os.replace(fresh, home / LINK)
    sync_folder(home)


def _remove_leftovers(versions: Path, *kept: Path) -> None:
    """Remove the files of an interrupted update, and all versions except those *kept*."""
    for path in versions.iterdir() if versions.exists() else ():
        if path not in kept:
            shutil.rmtree(path)


def _origin(folder: Path) -> str:
    """The Git repository that *folder* was cloned from."""
    with suppress(UpdateError):
        return call("git", "-C", str(folder), "config", "remote.origin.url")
    raise UpdateError(
        "It is not known where this Owleye came from: say --from SOURCE, the address of its Git repository."
    )


def outcome(home: Path, new: Path, clock: Callable[[], float] = time.monotonic) -> bool | None:
    """Wait until the version in *new* serves its pages (True) or is given up (False); None after WAIT_S."""
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


def _starts_otherwise(folder: Path, new: Path) -> bool:
    """Whether the version in *new* has other STARTERS than the checkout in *folder*."""
    _, different, _ = filecmp.cmpfiles(folder, new, STARTERS, shallow=False)
    return bool(different)


@click.command("update")
@click.option("--from", "source", metavar="SOURCE", help="A Git repository; without it, where this one came from.")
@click.pass_obj
def update_command(home: Path, source: str | None) -> None:
    """Install the newest version beside this one and switch to it.

    Where it does not start three times, or does not answer, the version before comes back by itself, with the games as
    they were.
    """
    for stop in (signal.SIGTERM, signal.SIGHUP):  # so that a stop, or a closed terminal, leaves no half of a version
        if signal.getsignal(stop) is not signal.SIG_IGN:  # as under nohup
            signal.signal(stop, signal.default_int_handler)
    folder = checkout(HERE)
    for words in install(home, folder, source or _origin(folder)):
        say(words)
    if not restart(home):
        say(f"No table runs as a service here: start it with {folder / 'packaging/start'}")
        return
    say("It starts. If it does not answer, the version before comes back by itself within a quarter of an hour.")
    served = outcome(home, in_use(home, folder))
    if served is None:
        raise UpdateError("Whether the new version runs is not known yet. What it says: journalctl -u owleye")
    if not served:
        raise UpdateError("The new version did not start: the one before is back. What it said: journalctl -u owleye")
    say("The new version runs.")
    if _starts_otherwise(folder, in_use(home, folder)):
        say(f"It also changes how Owleye is started. To have that too: cd {folder}, git pull, then sudo ./install.sh")
