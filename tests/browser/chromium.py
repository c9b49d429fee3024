"""Chromium by its own developer protocol, over a pair of pipes: no driver, no library, nothing but the browser."""

from __future__ import annotations

import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from select import select
from time import monotonic
from typing import Any

from rules.core.phrases import Phrase
from web.languages import SOURCE, catalogue

PATIENCE_S = 90  # for a page, on a machine that has much else to do
TRIES = 5
# Notes whether a click met what was sought; drawings have no innerText.
LISTEN = """window.watching ??= !document.addEventListener("click", event => {
    const near = event.target.closest(window.sought[0])
    window.met ||= !!near && (near.innerText ?? "").includes(window.sought[1])
}, true)"""
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
SWITCHES = (
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-extensions",
    "--hide-scrollbars",
    "--mute-audio",
    "--disable-renderer-backgrounding",  # a page that nobody looks at gets less of a busy processor
    "--in-process-gpu",  # fewer processes: this, and one renderer for all pages, saves a tenth of the processor
    "--disable-site-isolation-trials",
    "--renderer-process-limit=1",
    "--remote-debugging-pipe",
)

# The browser wants its pipes as 3 and 4.
STAND_IN = """
import fcntl, os, sys
ends = [fcntl.fcntl(int(end), fcntl.F_DUPFD, 10) for end in sys.argv[1:3]]
for wanted, end in enumerate(ends, start=3):
    os.dup2(end, wanted)
os.execv(sys.argv[3], sys.argv[3:])
"""


def installed() -> str | None:
    """The browser's path; None where there is none."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Page:
    """One tab of a fresh browser whose owner speaks *language*.

    ``complaints`` are console errors, uncaught exceptions and failed loads.
    """

    def __init__(self, browser: str, width: int = 1280, height: int = 800, language: str = SOURCE) -> None:
        self.complaints: list[str] = []
        self.language = language
        self._profile = tempfile.TemporaryDirectory(ignore_cleanup_errors=True)
        read, self._to = os.pipe()
        self._from, write = os.pipe()
        own = (f"--user-data-dir={self._profile.name}", f"--accept-lang={language}")
        command = [browser, *SWITCHES, *own, "about:blank"]
        self._process = subprocess.Popen(
            [sys.executable, "-c", STAND_IN, str(read), str(write), *command],
            pass_fds=(read, write),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(read)
        os.close(write)
        self._rest, self._number, self._session = b"", 0, ""
        self._answers: dict[int, dict[str, Any]] = {}
        target = self.tell("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.tell("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network"):
            self.tell(f"{domain}.enable")
        self.size(width, height)

    def size(self, width: int, height: int, dark: bool = False) -> None:
        """Set the screen in CSS px, and whether its owner likes it dark."""
        self.tell("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        features = [{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}]
        self.tell("Emulation.setEmulatedMedia", features=features)

    def letters(self, size: int) -> None:
        """Set the text size of the browser in px; 16 unless its owner has changed it."""
        self.tell("Page.setFontSizes", fontSizes={"standard": size})

    def prefer(self, language: str) -> None:
        """Ask for pages in *language* from now on; Chromium sends some requests of a page without that header."""
        self.language = language
        self.tell("Network.setExtraHTTPHeaders", headers={"Accept-Language": language})

    def translated(self, text: str, **values: str) -> str:
        """An English text, with *values* in its gaps, in the language of this browser."""
        return str(Phrase(text, **values).translation(catalogue(self.language)))

    def go(self, url: str) -> None:
        """Open *url* and wait until it is there."""
        self.tell("Page.navigate", url=url)
        self.until("document.readyState === 'complete' && location.href !== 'about:blank'", PATIENCE_S)

    def blank(self) -> None:
        """Open an empty page."""
        self.tell("Fetch.disable")
        self.tell("Page.navigate", url="about:blank")
        self.until("location.href === 'about:blank'")
        self.complaints.clear()

    def js(self, expression: str) -> Any:
        """The value of *expression*, which may be a promise.

        Raises:
            AssertionError: where it throws.
        """
        result = self.tell(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True, userGesture=True
        )
        assert "exceptionDetails" not in result, f"{expression}: {result['exceptionDetails']}"
        return result["result"].get("value")

    def until(self, expression: str, seconds: float = 20) -> None:
        """Wait until the page has loaded, its styles and scripts included, and *expression* is true on it.

        Raises:
            AssertionError: where it is not true in time; the message has the text of the page.
        """
        wait = f"""new Promise(done => {{ const end = Date.now() + 400; (function look() {{
            (document.readyState === "complete" && ({expression})) ? done(true)
                : Date.now() > end ? done(false) : setTimeout(look, 25) }})() }})"""
        deadline = monotonic() + seconds
        while monotonic() < deadline:
            if self._try(wait):
                return
        raise AssertionError(f"never came true: {expression}\n{self.complaints}\n{self.js('document.body.innerText')}")

    def _try(self, expression: str) -> bool:
        try:  # the page may be leaving just now
            return bool(self.js(expression))
        except (AssertionError, RuntimeError):
            return False

    def click(self, selector: str, has: str = "", times: int = 1) -> None:
        """Click the first element of *selector* whose text has *has*, with real mouse events; twice: a double click.

        Waits while its form is still being sent: the page takes no second answer before the first has come back.  Where
        the page moved between looking and pressing, so that something else was met, it looks again, as people do.

        Raises:
            AssertionError: where it is missed again and again.
        """
        for _ in range(TRIES):
            pressed = self._press_at(selector, has, times)
            if pressed and self._met():
                return
        raise AssertionError(f"{selector} {has} was missed {TRIES} times")

    def _press_at(self, selector: str, has: str, times: int) -> bool:
        """Press the element at this place; False where it has moved since it was found."""
        held = "e.disabled || e.ariaDisabled === 'true' || e.closest('[aria-busy=true]')"
        fits = f"(e.innerText ?? '').includes({has!r}) && !({held})"
        find = f"[...document.querySelectorAll({selector!r})].find(e => {fits})"
        self.until(f"!!{find}")
        self.js(f"window.sought = [{selector!r}, {has!r}]; window.met = null; {LISTEN}")
        place = self.js(
            f"(() => {{ const e = {find}; if (!e) return null;"
            "e.scrollIntoView({block: 'center', behavior: 'instant'});"
            "const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2] })()"
        )
        if place is None:
            return False
        x, y = place
        event, at = "Input.dispatchMouseEvent", {"x": x, "y": y, "button": "left"}
        sent = [
            self._send(event, {"type": kind, "clickCount": count, **at})
            for count in range(1, times + 1)
            for kind in ("mousePressed", "mouseReleased")
        ]  # all at once, so that no new page comes between the clicks of a double click
        for number in sent:
            self._result(number, event)
        return True

    def _met(self) -> bool:
        """Whether a press met its element; also true where the press led to another page."""
        try:
            return self.js("String(window.met)") not in ("null", "false")
        except (AssertionError, RuntimeError):
            return True

    def press(self, key: str, code: int = 0, text: str = "") -> None:
        """Press and release a key."""
        for kind in ("keyDown", "keyUp"):
            self.tell(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                windowsVirtualKeyCode=code,
                text=text if kind == "keyDown" else "",
            )

    def type(self, selector: str, words: str) -> None:
        """Type *words* into an empty field."""
        self.js(f"document.querySelector({selector!r}).focus()")
        self.tell("Input.insertText", text=words)

    def refuse(self, pattern: str) -> None:
        """From now on answer every address like *pattern* with 503 instead of asking the server."""
        self.tell("Fetch.enable", patterns=[{"urlPattern": pattern}])

    def picture(self, path: Path, whole: bool = False) -> None:
        """Save the visible part of the page, or the whole page, as PNG."""
        data = self.tell("Page.captureScreenshot", format="png", captureBeyondViewport=whole)["data"]
        path.write_bytes(base64.b64decode(data))

    def close(self) -> None:
        """End the browser."""
        self._session = ""
        try:
            self.tell("Browser.close")
        except (OSError, RuntimeError):
            self._process.kill()
        self._process.wait(timeout=10)
        os.close(self._to)
        os.close(self._from)
        self._profile.cleanup()

    def tell(self, method: str, **params: Any) -> dict[str, Any]:
        """One command of the protocol, and its result.

        Raises:
            RuntimeError: where the browser refuses, ends or is silent for a minute and a half.
        """
        return self._result(self._send(method, params), method)

    def _result(self, number: int, method: str) -> dict[str, Any]:
        answer = self._await(lambda: self._answers.pop(number, None))
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']}")
        return dict(answer["result"])

    def _send(self, method: str, params: dict[str, Any]) -> int:
        self._number += 1
        body = {"id": self._number, "method": method, "params": params}
        if self._session:
            body["sessionId"] = self._session
        os.write(self._to, json.dumps(body).encode() + b"\0")
        return self._number

    def _await(self, found: Callable[[], dict[str, Any] | None]) -> dict[str, Any]:
        deadline = monotonic() + 90
        while (answer := found()) is None:
            ready, _, _ = select([self._from], [], [], max(0, deadline - monotonic()))
            chunk = os.read(self._from, 1 << 16) if ready else b""
            if not chunk:
                raise RuntimeError("the browser is gone or silent")
            *whole, self._rest = (self._rest + chunk).split(b"\0")
            for message in map(json.loads, whole):
                self._hear(message)
        return answer

    def _hear(self, message: dict[str, Any]) -> None:
        params = message.get("params", {})
        match message.get("method"):
            case None:
                self._answers[message["id"]] = message
            case "Fetch.requestPaused":
                self._send("Fetch.fulfillRequest", {"requestId": params["requestId"], "responseCode": 503})
            case "Runtime.exceptionThrown":
                self.complaints.append(str(params["exceptionDetails"]))
            case "Runtime.consoleAPICalled" if params["type"] in ("error", "assert"):
                self.complaints.append(str([arg.get("value") for arg in params["args"]]))
            case "Log.entryAdded" if params["entry"]["level"] == "error":
                self.complaints.append(f"{params['entry']['text']} {params['entry'].get('url', '')}")
            case _:
                pass
