"""The condition of a command that changes what is known of the table: it is stopped, and no restore is half done."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from referee.backup.restore import finish
from referee.startup.home_lock import HomeLock
from referee.startup.terminal import say

STOP_IT = "stop it (sudo systemctl stop owleye, or Ctrl-C in its window) and try again."
RUNNING = f"The table is running{{holder}}: use its page “Set up”, or {STOP_IT}"
MUST_STOP = f"The table is running{{holder}}: {STOP_IT}"


@contextmanager
def table_stopped(home: Path) -> Iterator[None]:
    """Lock *home*, and finish a restore that was interrupted: it would replace what the command writes.

    Raises:
        HomeTakenError: like `HomeLock`; where the table runs, with the page that does the same.
        BackupError: where the restore cannot be finished.
    """
    with closing(HomeLock(home, RUNNING)):
        if words := finish(home):
            say(words, err=True)
        yield
