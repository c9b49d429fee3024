"""A simulated table in a separate process, and a minimal browser that plays on it, for benchmarks."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from html.parser import HTMLParser
from http.cookiejar import CookieJar
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep
from types import MappingProxyType
from typing import Any
from urllib.parse import urlencode
from urllib.request import HTTPCookieProcessor, Request, build_opener

from calibration.storage.files import utc_now
from hardware.simulated.art import starter
from referee.journal.journal import JOURNAL, Journal
from rules.casting_stones.stones import HAND
from rules.casting_stones.table import stone_type

PATIENCE_S = 300.0  # for the first day, and for each throw; a busy machine takes its time
THROW, CHOOSE, REPLY = "/simulation/throw", "/say/choose", "/say/reply"
PLAYERS = ("Ana", "Bo")


@contextmanager
def simulated_table() -> Iterator[tuple[Browser, int]]:
    """Run `owleye run --simulate` in a new home with a game on the table; yields a browser and the process id.

    Raises:
        ValueError: with a sentence, where the table does not start.
    """
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
                yield Browser(address_of(process)), process.pid
            finally:
                process.terminate()


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
    journal = Journal(home / JOURNAL)
    journal.begin({**setup, "pieces": pieces, "hands": hands}, utc_now())
    journal.close()


def address_of(process: subprocess.Popen[str]) -> str:
    """The address that `owleye run` prints when it is ready."""
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"http://[\w.]+:\d+", line):
            return found[0]
    raise ValueError("The table did not start: try `owleye run --simulate` yourself and see what it says.")


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
        values = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._at, self._fields = values.get("action", ""), {}
        elif tag == "input" and values.get("type") == "hidden":
            self._fields[values["name"]] = values["value"]
        elif tag == "button":
            pressed = {values["name"]: values["value"]} if "name" in values else {}
            self.found.setdefault(self._at, {**self._fields, **pressed})


class Browser:
    """Looks at the table and sends its forms, with the cookies of one visitor."""

    def __init__(self, url: str) -> None:
        self._url, self._open = url, build_opener(HTTPCookieProcessor(CookieJar())).open

    def forms(self) -> Mapping[str, Mapping[str, str]]:
        """Look at the table and its live picture."""
        self.get("/frame.jpg")
        page = self.page()
        for picture in set(re.findall(r"/pictures/[^\"']+\.jpg", page)):
            self.get(picture)
        return forms_of(page)

    def page(self) -> str:
        """The page of the table."""
        return self.get("/").decode()

    def length(self) -> int:
        """The number of facts in the log."""
        return int(self.now()["length"])

    def now(self) -> dict[str, Any]:
        """The data of an event for the current state: ``length``, ``version`` and more."""
        return dict(json.loads(self.get("/version")))

    def parts(self, known: Mapping[str, str]) -> dict[str, Any]:
        """The parts of the table's page that differ from the *known* ones (id: digest), as its script asks for them."""
        digests = " ".join(f"{part}={digest}" for part, digest in known.items())
        return dict(json.loads(self.get("/", {"Accept": "text/html", "X-Owleye-Parts": digests}))["parts"])

    def events(self) -> Iterator[dict[str, Any]]:
        """Yield the data of the events of the table's stream."""
        with self._open(self._url + "/api/events") as stream:
            event = ""
            for line in map(bytes.decode, stream):
                name, _, data = line.rstrip("\n").partition(": ")
                event = data if name == "event" else event
                if name == "data" and event == "table":
                    yield json.loads(data)

    def send(self, action: str, fields: Mapping[str, str]) -> dict[str, Any]:
        """Press the button of a form; returns the JSON answer."""
        request = Request(self._url + action, urlencode(fields).encode(), {"Accept": "application/json"})
        with self._open(request) as answer:
            return dict(json.load(answer))

    def get(self, path: str, headers: Mapping[str, str] = MappingProxyType({})) -> bytes:
        """The text of the response to GET *path*."""
        with self._open(Request(self._url + path, headers=dict(headers))) as answer:
            return bytes(answer.read())


def until_throw(page: Browser) -> Mapping[str, str]:
    """Answer every ask with its first button until a throw is due; returns the fields of its form."""
    while True:
        action, fields = until_form(page, REPLY, THROW, CHOOSE)
        if action == THROW:
            return fields
        page.send(action, fields)


def until_form(page: Browser, *actions: str) -> tuple[str, Mapping[str, str]]:
    """Wait until the page has one of the forms *actions*; returns the first of them and its fields."""
    found: list[tuple[str, Mapping[str, str]]] = []

    def look() -> bool:
        forms = page.forms()
        found[:] = [(action, forms[action]) for action in actions if action in forms]
        return bool(found)

    wait(look)
    return found[0]


def wait(until: Callable[[], bool], pause_s: float = 0.2) -> None:
    """Wait until *until* returns True, calling it every *pause_s* seconds.

    Raises:
        ValueError: where it has not done so within PATIENCE_S.
    """
    deadline = monotonic() + PATIENCE_S
    while not until():
        if monotonic() > deadline:
            raise ValueError(f"Nothing came of it within {PATIENCE_S:.0f} s: is this machine too busy?")
        sleep(pause_s)
