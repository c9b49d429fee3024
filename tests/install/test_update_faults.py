"""Updates that hang, are stopped, or fill the disk: the table goes on, and the next update works."""

from __future__ import annotations

import errno
import fcntl
import os
import select
import shutil
import signal
import subprocess
import sys
from collections import namedtuple
from collections.abc import Iterator
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from calibration.storage.files import StoreError
from referee.cli import update
from referee.cli.update import LOCK, install
from referee.cli.update_calls import UpdateError, call
from tests.install.commands import ROOT, Commands
from tests.install.updates import MAKEFILE, STARTS, Table
from tests.referee.kit import no_file_grows

STALLS = ".venv/bin/.installed:\n\t@sleep 300 & echo $$! >{pid}; {then}; wait\n"
Usage = namedtuple("Usage", "total used free")


def publish_stalling(table: Table, then: str = ":") -> Path:
    """Publish a version whose installation never ends, and does *then*; returns the file with the id of its process."""
    pid = table.home / "pid"
    table.publish("2", STARTS)
    (table.source / "Makefile").write_text(STALLS.format(pid=pid, then=then))
    table.git("commit", "--all", "--quiet", "--message", "Stalls")
    return pid


def ends(pid: int, within_s: float = 9.0) -> bool:
    """Whether the process ends in time, or has ended: a killed one does so only when a processor is free for it."""
    try:
        process = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([process], [], [], within_s)[0])
    finally:
        os.close(process)


def goes_on(table: Table) -> None:
    """The old version starts with its games, nothing is left of the update, and the next update works."""
    assert table.installed() == []
    assert (table.ran(), table.games()) == ("runs 1", "games\n")
    (table.source / "Makefile").write_text(MAKEFILE)
    table.publish("3", STARTS)
    table.update()
    assert table.ran() == "runs 3"


def test_an_installation_that_stalls_is_ended_with_everything_it_started(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(update, "INSTALL_S", 1.0)
    pid = publish_stalling(table)
    with pytest.raises(UpdateError, match=r"did not end within .* the old version stays"):
        table.update()
    assert ends(int(pid.read_text()))
    goes_on(table)


def test_a_stop_ends_everything_that_the_installation_started(table: Table) -> None:
    pid = publish_stalling(table, then=f"kill -INT {os.getpid()}")
    with pytest.raises(KeyboardInterrupt):
        table.update()
    assert ends(int(pid.read_text()))
    goes_on(table)


def test_a_command_that_is_stopped_while_it_is_started_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    started = []

    class Stopped(subprocess.Popen[str]):
        def __init__(self, *words: Any, **options: Any) -> None:
            super().__init__(*words, **options)
            started.append(self.pid)
            signal.raise_signal(signal.SIGINT)

    monkeypatch.setattr(subprocess, "Popen", Stopped)
    with pytest.raises(KeyboardInterrupt):
        call("sleep", "300")
    assert all(ends(pid) for pid in started)
    assert len(started) == 1


def test_a_command_that_cannot_be_started_leaves_stops_as_they_were() -> None:
    before = signal.getsignal(signal.SIGINT)
    with pytest.raises(UpdateError, match="cannot be started"):
        call("no-such-program")
    assert signal.getsignal(signal.SIGINT) is before


UPDATE = """
import os, sys
from pathlib import Path
from referee.cli.update import install
home, folder, source = map(Path, sys.argv[1:])
(home / "updater").write_text(str(os.getpid()))
for words in install(home, folder, str(source)):
    pass
"""
POWER_CUT = "kill -9 $$(cat {home}/updater); kill -9 0"


@pytest.mark.parametrize("phase", ["make", "version"])
def test_power_lost_while_a_version_is_installed_leaves_the_old_one(table: Table, phase: str) -> None:
    cut = POWER_CUT.format(home=table.home)
    table.publish("2", STARTS, cut.replace("$$", "$") if phase == "version" else "echo owleye 2")
    if phase == "make":
        (table.source / "Makefile").write_text(MAKEFILE.replace("\tchmod", f"\t{cut}\n\tchmod"))
        table.git("commit", "--all", "--quiet", "--message", "Power cut")
    done = subprocess.run([sys.executable, "-c", UPDATE, table.home, table.folder, table.source], check=False)
    assert done.returncode == -signal.SIGKILL
    assert len(table.installed()) == 1
    assert (table.ran(), table.games()) == ("runs 1", "games\n")
    (table.source / "Makefile").write_text(MAKEFILE)
    table.publish("3", STARTS)
    table.update()
    assert (table.ran(), len(table.installed())) == ("runs 3", 1)


def test_what_a_killed_update_started_keeps_the_next_one_out(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(update, "INSTALL_S", 9.0)
    pid = publish_stalling(table, then=f"kill -9 $$(cat {table.home}/updater)")
    done = subprocess.run([sys.executable, "-c", UPDATE, table.home, table.folder, table.source], check=False)
    assert done.returncode == -signal.SIGKILL
    assert not ends(int(pid.read_text()), within_s=0.0)
    with pytest.raises(UpdateError, match="is still running, perhaps one that was ended by force: wait"):
        table.update()
    os.kill(int(pid.read_text()), signal.SIGKILL)
    with open(table.home / LOCK) as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # waits until all of it has ended
    (table.source / "Makefile").write_text(MAKEFILE)
    table.publish("3", STARTS)
    table.update()
    assert (table.ran(), len(table.installed())) == ("runs 3", 1)


@pytest.mark.parametrize("step", ["lock", "trial", "link"])
def test_a_disk_that_fills_up_changes_nothing_and_is_named(
    table: Table, step: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, *_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    table.publish("2", STARTS)
    steps = install(table.home, table.folder, str(table.source))
    if step != "lock":
        while "installed:" not in next(steps):
            pass
    with monkeypatch.context() as broken:
        if step == "lock":
            broken.setattr(update, "private_file", full)
        if step == "link":
            next(steps)
            broken.setattr(Path, "symlink_to", full)
        with no_file_grows(), pytest.raises(StoreError, match="because the disk is full: free some space"):
            next(steps)
    assert not (table.home / "program").exists()
    goes_on(table)


def test_an_update_without_room_for_another_version_is_not_begun(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    table.publish("2", STARTS)
    (table.folder / "large").write_bytes(b"x" * 3_000_000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(0, 0, 2_900_000))
    with pytest.raises(UpdateError, match="about 3 MB, and 2 MB are free: free some space"):
        table.update()
    monkeypatch.setattr(shutil, "disk_usage", lambda _: Usage(0, 0, 9_000_000))
    assert table.update()


@pytest.mark.parametrize("hangs", ["exec tail -f /dev/null", "trap '' TERM; exec tail -f /dev/null"])
def test_a_version_that_never_answers_is_given_up_although_nobody_waits(
    table: Table, tmp_path: Path, hangs: str
) -> None:
    table.publish("2", hangs)
    table.update()
    (tmp_path / "fast").mkdir()
    fast = Commands(tmp_path / "fast")
    fast.answer("sleep")
    assert table.start(str(fast.folder)).returncode in (-signal.SIGTERM, -signal.SIGKILL)
    back = table.start().stdout
    assert "the one before is back" in back
    assert back.endswith("runs 1\n")
    goes_on_after_trial(table)


def test_systemd_leaves_it_to_the_trial_to_give_up_a_version_that_never_answers(table: Table, tmp_path: Path) -> None:
    """Its own limit would end the start earlier, which counts as one try of three; other starts keep that limit."""
    (tmp_path / "fast").mkdir()
    fast = Commands(tmp_path / "fast")
    for command in ("sleep", "systemd-notify"):
        fast.answer(command)
    assert table.start(str(fast.folder)).stdout == "runs 1\n"
    assert fast.noted("systemd-notify") == []
    table.publish("2", "trap '' TERM; exec tail -f /dev/null")
    table.update()
    table.start(str(fast.folder))
    waited_s = sum(map(int, fast.noted("sleep")))
    (message,) = fast.noted("systemd-notify")
    assert int(message.removeprefix("EXTEND_TIMEOUT_USEC=")) > 1e6 * waited_s > 300e6
    assert "the one before is back" in table.start(str(fast.folder)).stdout
    assert fast.noted("systemd-notify") == [message]
    assert "\nNotifyAccess=all\n" in (ROOT / "docs/owleye.service").read_text(), "it is no message of the main process"


def goes_on_after_trial(table: Table) -> None:
    table.publish("3", STARTS)
    table.update()
    assert (table.ran(), table.games()) == ("runs 3", "games\n")


def test_a_version_that_answers_is_left_alone(table: Table, tmp_path: Path) -> None:
    table.publish("2", "exec tail -f /dev/null")
    table.update()
    (tmp_path / "fast").mkdir()
    fast = Commands(tmp_path / "fast")
    fast.answer("sleep", f'rm "{table.home}/update/trial"')  # it is confirmed during the first pause
    environment = os.environ | {"OWLEYE_HOME": str(table.home), "PATH": f"{fast.folder}:{os.environ['PATH']}"}
    with subprocess.Popen(table.folder / "packaging/start", env=environment) as running:
        end = monotonic() + 20
        while not fast.noted("sleep") or any(watches(table)):
            assert monotonic() < end
        assert running.poll() is None
        running.kill()
    assert len(fast.noted("sleep")) == 1


def watches(table: Table) -> Iterator[int]:
    """The processes that run packaging/start."""
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes()
        except OSError:
            continue
        if bytes(table.folder / "packaging/start") in words:
            yield int(path.parts[2])
