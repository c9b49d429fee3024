"""A long evening on the simulated table at full speed: memory, threads and files stay as they are."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Mapping
from pathlib import Path
from urllib.error import HTTPError

from referee.cli.bench_table import CHOOSE, REPLY, THROW, Browser, address_of, lay_out
from tests.torture.report import Report

WARM_SHARE = 0.3  # of the time: what is loaded once is loaded then
GROWTH_MB = 5
PAUSE_S = 0.5
LOOKS = 40


def soak(folder: Path, seconds: int, seed: int) -> Report:
    """Play for *seconds*; the second part must take no more memory, threads and files than the first."""
    report = Report("soak")
    lay_out(folder)
    command = [sys.executable, "-m", "owleye", "--home", str(folder), "run", "--simulate"]
    with (
        open(folder / "log", "w") as log,
        subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", "0"], stdout=subprocess.PIPE, stderr=log, text=True
        ) as process,
    ):
        try:
            page = Browser(address_of(process))
            _play(page, seconds * WARM_SHARE, report)
            warm = _at_rest(process.pid)
            _play(page, seconds * (1 - WARM_SHARE), report)
            after = _at_rest(process.pid)
        finally:
            process.terminate()
    for what, limit in (("MB", GROWTH_MB), ("threads", 0), ("files", 1)):
        report.count(f"{what} warm", warm[what])
        report.count(f"{what} at the end", after[what])
        report.check(after[what] - warm[what] <= limit, f"{what} grew from {warm[what]} to {after[what]}")
    report.check("Traceback" not in (folder / "log").read_text(), "a traceback in the log")
    report.count("seconds", seconds)
    return report


def _play(page: Browser, seconds: float, report: Report) -> None:
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        forms = page.forms()
        action = next((one for one in (REPLY, THROW, CHOOSE) if one in forms), "")
        if action:
            _send(page, action, forms[action], report)
        time.sleep(PAUSE_S)


def _send(page: Browser, action: str, fields: Mapping[str, str], report: Report) -> None:
    """Press a button; the table may have moved on since the page was drawn, and then refuses in words."""
    try:
        page.send(action, fields)
        report.count("throws", int(action == THROW))
    except HTTPError as error:
        report.check(error.code < 500, f"{action} was answered with {error.code}")
        report.count("late presses")


def _at_rest(pid: int) -> dict[str, int]:
    """The least memory while nobody plays: one whole picture in use takes 9 MB for a moment."""
    taken = []
    for _ in range(LOOKS):
        time.sleep(PAUSE_S)
        taken.append(_taken(pid))
    return {what: min(one[what] for one in taken) for what in taken[0]}


def _taken(pid: int) -> dict[str, int]:
    status = Path(f"/proc/{pid}/status").read_text()
    figures = {name: int(number) for name, number in re.findall(r"(VmRSS|Threads):\s+(\d+)", status)}
    files = len(os.listdir(f"/proc/{pid}/fd"))
    return {"MB": figures["VmRSS"] // 1024, "threads": figures["Threads"], "files": files}
