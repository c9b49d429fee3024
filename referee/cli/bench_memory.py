"""How much memory a table takes: `owleye run --simulate` as a process of its own, played on through its pages."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Mapping
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, build_opener

from calibration.bench.speed import Figure
from calibration.storage.files import utc_now
from hardware.simulated.art import starter
from referee.journal.journal import Journal
from rules.casting_stones.pieces.stones import HAND
from rules.casting_stones.table import stone_type

THROWS = 6
PATIENCE_S = 300.0  # for the first day, and for each throw; a busy machine takes its time
THROW, CHOOSE, REPLY = "/simulation/throw", "/say/choose", "/say/reply"
PLAYERS = ("Ana", "Bo")


def bench_memory(throws: int = THROWS, watch: Callable[[str], None] = lambda words: None) -> tuple[Figure, ...]:
    """Measure the memory of a simulated table over *throws* throws in a new home; *watch* gets a sentence for each.

    Raises:
        ValueError: with a sentence, where the table does not start or nothing can be thrown on it.
    """
    what = "memory of `owleye run --simulate` at its largest"
    if not Path("/proc/self/status").exists():
        return (Figure(what, "skipped: only Linux tells it"),)
    with TemporaryDirectory() as folder:
        home = Path(folder)
        lay_out(home)
        command = [sys.executable, "-m", "owleye", "--home", str(home), "run", "--simulate"]
        with subprocess.Popen(
            [*command, "--host", "127.0.0.1", "--port", "0"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        ) as process:
            try:
                watch("The simulated table has its first day ...")
                page = _Page(_address(process))
                _until(page, THROW)
                ready = _largest_mb(process.pid)
                for number in range(1, throws + 1):
                    watch(f"Throw {number} of {throws} ...")
                    _throw(page)
                largest = f"{_largest_mb(process.pid):.0f} MB ({throws} throws; {ready:.0f} MB when ready)"
                maps = Path(f"/proc/{process.pid}/smaps").read_text()
                parts = (Figure(f"of it at the end: {part}", f"{mb:.0f} MB") for part, mb in parts_mb(maps).items())
                return (Figure(what, largest), *parts)
            finally:
                process.terminate()


LIBRARIES = {"onnxruntime": "onnxruntime's code", "cv2": "OpenCV's code", "opencv": "OpenCV's code"}
PART = re.compile(r"[0-9a-f]+-[0-9a-f]+ \S+ \S+ \S+ \S+ *(.*)")


def parts_mb(maps: str) -> dict[str, float]:
    """The resident memory of a process by part (MB), from its /proc/PID/smaps; the largest part first.

    Code read from files can be dropped and read again when memory is short; the other parts cannot.
    """
    parts: Counter[str] = Counter()
    part = ""
    for line in maps.splitlines():
        if found := PART.fullmatch(line):
            part = _part(found[1])
        elif line.startswith("Rss:"):
            parts[part] += int(line.split()[1])
    return {part: kb / 1024 for part, kb in parts.most_common()}


def _part(path: str) -> str:
    if path == "[heap]":
        return "heap: small arrays and objects"
    if not path or path.startswith("["):
        return "blocks: pictures, large arrays, Python's objects"
    return next((words for key, words in LIBRARIES.items() if key in path), "other code read from files")


def lay_out(home: Path) -> None:
    """Store a game of Casting Stones in *home* in which both players have five stones."""
    pieces = [
        {"piece": one.id, "name": one.name, "type": stone_type(one.colour), "number": one.number, "colour": one.colour}
        for one in starter()
        if one.kind == "stone"
    ]
    hands = {
        player: [
            one["piece"]
            for kind, count in HAND.items()
            for one in [each for each in pieces if each["type"] == kind][place * count :][:count]
        ]
        for place, player in enumerate(PLAYERS)
    }
    setup = {"game": "casting-stones", "format": 1, "level": "basic", "players": [*PLAYERS], "youngest": PLAYERS[0]}
    journal = Journal(home / "owleye.sqlite")
    journal.begin({**setup, "pieces": pieces, "hands": hands}, utc_now())
    journal.close()


def _address(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"http://[\w.]+:\d+", line):
            return found[0]
    raise ValueError("The table did not start: try `owleye run --simulate` yourself and see what it says.")


def _largest_mb(pid: int) -> float:
    found = re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    return int(found[1]) / 1024 if found else 0.0


def forms_of(page: str) -> Mapping[str, Mapping[str, str]]:
    """The forms of a page: where each goes, and what its first button sends; those without a button are left out."""
    forms = _Forms()
    forms.feed(page)
    return forms.found


class _Forms(HTMLParser):
    """Reads a page for `forms_of`."""

    def __init__(self) -> None:
        super().__init__()
        self._at, self._fields = "", dict[str, str]()
        self.found: dict[str, Mapping[str, str]] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Begin a form, take in a hidden field, or close the form with its first button."""
        told = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._at, self._fields = told.get("action", ""), {}
        elif tag == "input" and told.get("type") == "hidden":
            self._fields[told["name"]] = told["value"]
        elif tag == "button":
            pressed = {told["name"]: told["value"]} if "name" in told else {}
            self.found.setdefault(self._at, {**self._fields, **pressed})


class _Page:
    """A browser, as far as the bench needs one: it looks at the table and sends its forms."""

    def __init__(self, url: str) -> None:
        self._url, self._open = url, build_opener(HTTPCookieProcessor(CookieJar())).open

    def forms(self) -> Mapping[str, Mapping[str, str]]:
        """Look at the table and its live picture."""
        self._get("/frame.jpg")
        page = self._get("/").decode()
        for picture in set(re.findall(r"/pictures/[^\"']+\.jpg", page)):
            self._get(picture)
        return forms_of(page)

    def length(self) -> int:
        """The number of facts in the log."""
        return int(json.loads(self._get("/version"))["length"])

    def send(self, action: str, fields: Mapping[str, str]) -> None:
        """Press the button of a form."""
        self._open(self._url + action, urlencode(fields).encode()).close()

    def _get(self, path: str) -> bytes:
        with self._open(self._url + path) as answer:
            return bytes(answer.read())


def _throw(page: _Page) -> None:
    """One throw; whatever is asked before it gets the first answer."""
    action = ""
    while action != THROW:
        action, fields = _until(page, REPLY, THROW, CHOOSE)
        before = page.length()
        page.send(action, fields)
    _read(page, before)


def _read(page: _Page, before: int) -> None:
    """Wait until the eyes have told of a throw, or asked about it."""
    _wait(lambda: page.length() > before or REPLY in page.forms())


def _until(page: _Page, *actions: str) -> tuple[str, Mapping[str, str]]:
    """Look until the page has one of these forms: the first of them, and what it sends."""
    found: list[tuple[str, Mapping[str, str]]] = []

    def look() -> bool:
        forms = page.forms()
        found[:] = [(action, forms[action]) for action in actions if action in forms]
        return bool(found)

    _wait(look)
    return found[0]


def _wait(until: Callable[[], bool]) -> None:
    deadline = monotonic() + PATIENCE_S
    while not until():
        if monotonic() > deadline:
            raise ValueError(f"Nothing came of it within {PATIENCE_S:.0f} s: is this machine too busy?")
        sleep(0.2)
