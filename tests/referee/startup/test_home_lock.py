"""One process at a time uses a home, and nobody else may look into it."""

from __future__ import annotations

import errno
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from referee.journal.journal_files import back_up
from referee.observe.evidence import Evidence
from referee.startup.home_lock import HANDED_OVER, HomeLock, HomeTakenError
from tests.referee.journal.written import written
from tests.referee.kit import no_file_grows


def test_nobody_else_may_look_into_a_home(tmp_path: Path) -> None:
    for folder in (tmp_path / "new", tmp_path / "old"):
        if folder.name == "old":
            folder.mkdir(mode=0o755)
        HomeLock(folder).close()
        assert folder.stat().st_mode & 0o777 == 0o700


def test_files_of_a_running_table_are_private(tmp_path: Path) -> None:
    before = os.umask(0o022)
    lock = HomeLock(tmp_path)
    journal = written(tmp_path / "owleye.sqlite")
    back_up(journal, "1")
    Evidence(tmp_path / "evidence", 10).keep(np.zeros((9, 16, 3), np.uint8), {})
    kinds = {path.stat().st_mode & 0o077 for path in tmp_path.rglob("*")}
    journal.close()
    lock.close()
    assert kinds == {0}
    assert os.umask(before) == 0o022


def test_a_home_is_used_by_one_process_at_a_time(tmp_path: Path) -> None:
    first = HomeLock(tmp_path)
    with pytest.raises(HomeTakenError, match=f"process {os.getpid()}"):
        HomeLock(tmp_path)
    first.close()
    HomeLock(tmp_path).close()


@pytest.mark.parametrize(
    ("number", "step"),
    [
        (errno.EACCES, "give this user the rights to it"),
        (errno.ENOSPC, "free some space"),
        (errno.EROFS, "start the machine again"),
    ],
)
def test_a_home_that_cannot_be_written_is_told_with_the_next_step(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, step: str
) -> None:
    def refused(name: str, flags: int) -> int:
        raise OSError(number, os.strerror(number), name)

    monkeypatch.setattr("referee.startup.home_lock.private_file", refused)
    with pytest.raises(HomeTakenError, match=rf"cannot be written .*: {step}, or choose another folder"):
        HomeLock(tmp_path)


def test_a_lock_may_have_the_number_of_a_closed_standard_input(tmp_path: Path) -> None:
    """Without a standard input, such as after `owleye run <&-`, the first file that is opened has the number 0."""
    program = f"""
import os
from pathlib import Path
from referee.startup.home_lock import HomeLock
os.close(0)
lock = HomeLock(Path({str(tmp_path)!r}))
lock.hand_over()
print(lock._descriptor, HomeLock(Path({str(tmp_path)!r}))._descriptor)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("0 0\n", "")


def test_a_lock_that_is_handed_over_is_never_free(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(HANDED_OVER, "")
    first = HomeLock(tmp_path)
    first.hand_over()
    handed_over = os.environ[HANDED_OVER]
    assert os.get_inheritable(int(handed_over))
    monkeypatch.setenv(HANDED_OVER, "")
    with pytest.raises(HomeTakenError):
        HomeLock(tmp_path)
    monkeypatch.setenv(HANDED_OVER, handed_over)
    second = HomeLock(tmp_path)
    assert not os.get_inheritable(int(handed_over))
    with pytest.raises(HomeTakenError):
        HomeLock(tmp_path)
    second.close()
    HomeLock(tmp_path).close()


def test_a_full_disk_does_not_prevent_a_start(tmp_path: Path) -> None:
    with no_file_grows():
        first = HomeLock(tmp_path)
        with pytest.raises(HomeTakenError, match="another Owleye: stop"):
            HomeLock(tmp_path)
        first.close()


def test_a_pipe_in_place_of_the_lock_is_a_sentence(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "owleye.lock")
    with pytest.raises(HomeTakenError, match="not a file"):
        HomeLock(tmp_path)


def test_a_home_that_is_a_file_is_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "home").write_text("")
    with pytest.raises(HomeTakenError, match="--home"):
        HomeLock(tmp_path / "home")
