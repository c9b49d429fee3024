"""Watches the camera, waits until the table is still, reads the picture and submits the reading to the table."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Protocol

from hardware.cameras.camera import Camera, CameraTrouble, Glance, Image, shrunk
from referee.model.commands import CameraStateChanged, Command, ReadingOccasion, Saw, Trouble
from referee.model.snapshot import Answer, CameraState, Snapshot
from referee.model.words import sentence_of
from referee.observe.picture_trouble import Exposure, Pace, light_words, noise_words
from referee.observe.table_reading import VisionContext, is_bare, read_table
from referee.observe.verdicts import looked_for
from rules.core.phrases import Phrase
from vision.detection.change_mask import ChangeMask, change_mask
from vision.settling import Settling, unchanged, watch

log = logging.getLogger(__name__)
SECOND_READING_S = 1.2  # Time until a second reading after one without a throw: its noise is different.
MOVED_CHECK_S = 3.0  # Time between two checks whether a moved camera is back in its place.
CALM_S, LIGHT_S = 3.0, 30.0  # An empty table that is still for 3 s updates the reference picture, every 30 s at most.
STUMBLED = Phrase("The eyes stumbled and look again; until then type throws in by hand.")
CAMERA_STATES: dict[str, CameraState] = {
    "hand": "hand",
    "moving": "moving",
    "settled": "settled",
    "cleared": "watching",
}


class CommandSink(Protocol):
    """The part of the live table that watcher, watchdog and devices use."""

    def submit(self, command: Command) -> Answer:
        """Carry out a command."""

    def now(self) -> Snapshot:
        """The current snapshot."""


class CameraWatcher:
    """One thread that watches small pictures, waits until nothing moves, and then reads a full picture.

    It reads when something has come to rest, when a throw becomes due (so that pieces already on the table are
    tracked), and when a player asks.  Pieces that lie on the table at the start are never a throw.
    """

    def __init__(
        self,
        camera: Camera,
        vision: VisionContext,
        table: CommandSink,
        prepare: Callable[[], None] | None = None,
        on_rest_in_wizard: Callable[[], None] | None = None,
        on_still: Callable[[Snapshot], None] | None = None,
    ) -> None:
        """Watch *camera*, and send what it reads to *table* as commands.

        *prepare* is called in the watcher's thread before the first picture is read, and again when the camera, the
        size of its pictures or whether the table is calibrated has changed. Camera trouble is reported to *table* and
        retried for ever.

        While a wizard is open no throw is judged; *on_rest_in_wizard* is called when something has come to rest.
        *on_still* is called with the table's snapshot at every small picture in which nothing moves.
        """
        self._camera, self._vision, self._table = camera, vision, table
        self._stop, self._asked = threading.Event(), threading.Event()
        self._prepare, self._on_rest_in_wizard, self._on_still = prepare, on_rest_in_wizard, on_still
        self._prepared_for: tuple[object, ...] | None = None
        self._pace, self._exposure = Pace(), Exposure()
        self.alive_at = time.monotonic()
        self._state = Settling()
        self._rest_since: float | None = None
        self._again_at: float | None = None
        self._last_picture: Image | None = None  # The last full picture that was read, reduced.
        self._picture_before: Image | None = None  # The one before it.
        self._waits_for: tuple[Any, ...] | None = None
        self._moved_until: float | None = None  # Next check (s) of a camera that was moved too far; None: it was not.
        self._light_at = 0.0
        self._reported: dict[str, str] = {}
        self._last_state: CameraState | None = None
        self._thread = threading.Thread(target=self._watch, name="watcher", daemon=True)

    def go_on_after(self, hung: CameraWatcher) -> None:
        """Continue for a watcher that hangs: what has come to rest since its last reading may be a throw."""
        self._rest_since = hung._rest_since

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def check(self) -> None:
        """Report progress to the watchdog during long work.

        Raises:
            InterruptedError: where the table is closing and the work must stop.
        """
        self.alive_at = time.monotonic()
        if self._stop.is_set():
            raise InterruptedError

    def recover(self) -> None:
        """Report that a step of the preparation is done: a trouble that stopped an earlier try is over."""
        self.check()
        self._report_trouble("camera", "")
        self._report_state("starting")

    def look(self) -> None:
        """Request a reading of the table, which the watcher's thread makes at the next small picture."""
        self._asked.set()

    def abandon(self) -> None:
        """End this watcher, which is replaced, and its troubles, without waiting for its hung thread."""
        self._stop.set()
        for source in list(self._reported):
            self._table.submit(Trouble(source, ""))

    def close(self) -> None:
        """Stop watching; the caller closes the camera."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(10)

    def _watch(self) -> None:
        while not self._stop.is_set():
            self._stop.wait(self.step())

    def step(self) -> float:
        """Process one small picture and report a failure; returns the pause after it (s)."""
        try:
            self.check()
            if self._prepare is not None and self._prepared_for is None:
                self._prepare()
                self._prepared_for = ()
            self.once()
            self._report_trouble("camera", "")
        except InterruptedError:
            return 0.0  # The table is closing.
        except (CameraTrouble, ValueError) as trouble:
            self._report_trouble("camera", sentence_of(trouble))
            self._report_state("trouble")
            return 0.5
        except Exception:
            if self._reported.get("camera") != STUMBLED:
                log.exception("reading failed")
            self._report_trouble("camera", STUMBLED)
            return 2.0
        return 0.0

    def once(self) -> None:
        """Process one small picture: report trouble, follow the movement, and read once the table has settled.

        Raises:
            CameraTrouble: where there is no picture.
            StoreError: where the home's calibration is damaged.
        """
        glance = self._camera.glance()
        backdrop = self._vision.backdrop()
        kind = (glance.small.shape, glance.meta.get("model"), self._vision.is_calibrated)
        if self._prepared_for not in (None, (), kind):
            self._prepared_for = None
            return  # Another calibration may apply now.
        self._prepared_for = kind
        self._state = watch(self._state, glance.small, glance.t, backdrop)
        adapting = self._report_picture(glance)
        settled, cleared = self._state.word == "settled", self._state.word == "cleared"
        self._report_movement()
        if self._table.now().wizard.task:
            self._suspend_for_wizard()
        elif self._asked.is_set():
            self._read("asked")
        elif adapting:
            pass  # The table is read as soon as exposure and white balance are locked.
        elif settled and self._state.since != self._rest_since:
            self._read_at_rest()
        elif settled and self._again_at is not None and glance.t >= self._again_at:
            self._read("again")
        elif self._is_due(glance.t):
            self._read("before")
        elif cleared:
            self._rest_since = self._state.since
            self._follow_the_light(glance)
        if self._on_still is not None and (settled or cleared):
            self._on_still(self._table.now())

    def _report_picture(self, glance: Glance) -> bool:
        """Report troubles of a small picture; True while exposure and white balance are not locked."""
        adapting = self._exposure.see(glance)
        self._report_trouble("light", light_words(glance.small))
        self._report_trouble("noise", noise_words(glance.small))
        self._report_trouble("pace", self._pace.see(glance))
        self._report_trouble("exposure", adapting)
        return bool(adapting)

    def _report_movement(self) -> None:
        """Report whether something moves; a simulated table is starting until it has been seen at rest.

        What is thrown before that is never a throw.  A real table shows its movement from the start, because its
        wizards must begin even where nothing rests.
        """
        is_stirred = self._state.word in ("hand", "moving")
        if not (self._camera.simulated and is_stirred and self._rest_since is None):
            self._report_state(CAMERA_STATES[self._state.word])

    def _is_due(self, t: float) -> bool:
        """Whether to read without a movement: a throw has become due, or a moved camera may be back in its place."""
        settled = self._state.word == "settled"
        if self._moved_until is not None and (settled or self._state.word == "cleared"):
            return t >= self._moved_until
        return settled and self._waits_for != _due_throws(self._table.now())

    def _suspend_for_wizard(self) -> None:
        """Judge nothing while a wizard is open; tell the wizard when something has come to rest."""
        self._waits_for = None
        if self._state.word == "settled" and self._state.since != self._rest_since:
            self._rest_since = self._state.since
            if self._on_rest_in_wizard is not None:
                self._on_rest_in_wizard()

    def _read_at_rest(self) -> None:
        """Read pieces that have come to rest; a reading without a throw is followed by a second one."""
        if (answer := self._read("before" if self._rest_since is None else "rest")) is not None:
            self._rest_since = self._state.since
            self._again_at = None if answer.ok else self._state.since + SECOND_READING_S

    def _read(self, why: ReadingOccasion) -> Answer | None:
        """Read a full picture and submit the reading to the table; None where something moves again in that picture.

        The next small picture tells whether the table is still at rest.
        """
        self._asked.clear()
        if self._moved_until is not None and why != "asked":
            why = "back"
        now = self._table.now()
        self._report_state("reading")
        frame = self._camera.frame()
        if why != "asked" and not unchanged(self._state, frame.small, self._vision.backdrop()):
            return None  # The picture after that will be read.
        self._again_at = None if why in ("again", "back") else self._again_at
        self._waits_for = _due_throws(now)
        eyes, words = self._vision.corrected(frame.image, self._state.upset)
        self._report_trouble("bump", words if eyes else "")
        self._report_trouble("moved", "" if eyes else words)
        self._report_trouble("lamp", self._vision.advice if eyes else "")
        self._moved_until = None if eyes else frame.t + MOVED_CHECK_S
        if eyes is None:
            self._last_picture = None
            return Answer(False, words)
        small = shrunk(frame.image)
        unchanged_since = self._compared(small, frame.image.shape[1], why)
        reading = read_table(frame.image, eyes, looked_for(now.table, now.entered), now.tracks, unchanged_since)
        self.check()
        meta = {**frame.meta, "calibration": self._vision.calibration}
        was_due = now.table is not None and now.table.is_throw_due
        answer = self._table.submit(Saw(reading, frame.image, meta, now.expect, why, was_due))
        self._last_picture = small
        if not reading.pieces and not self._state.upset and (answer.ok or why == "again"):
            self._vision.learn(frame.small)
            self._state = replace(self._state, word="cleared")
        return answer

    def _compared(self, small: Image, wide: int, why: ReadingOccasion) -> ChangeMask | None:
        """Compare *small* with the last reading's picture; a second reading compares with the one before the first.

        None where a player asked for the reading, or there is no earlier picture.
        """
        if why != "again":
            self._picture_before = self._last_picture
        last, self._last_picture = self._picture_before, None
        return change_mask(small, last, wide) if last is not None and why != "asked" else None

    def _follow_the_light(self, glance: Glance) -> None:
        """Update the reference picture of the empty table now and then, so that it follows the daylight."""
        if glance.t - self._state.since < CALM_S or glance.t < self._light_at:
            return
        self._light_at = glance.t + LIGHT_S
        frame = self._camera.frame()
        eyes, _ = self._vision.corrected(frame.image, self._state.upset)
        if eyes is not None and is_bare(frame.image, eyes):
            self._vision.learn(frame.small, frame.image)

    def _report_trouble(self, source: str, words: str) -> None:
        """Report the trouble of a *source* when its words change; empty *words* end it."""
        if words != self._reported.get(source, "") and not self._stop.is_set():
            self._reported[source] = words
            self._table.submit(Trouble(source, words))

    def _report_state(self, state: CameraState) -> None:
        """Report the camera state when it changes."""
        if state != self._last_state and not self._stop.is_set():
            self._last_state = state
            self._table.submit(CameraStateChanged(state))


def _due_throws(now: Snapshot) -> tuple[Any, ...]:
    """Identifies the throws that are due; a throw has become due when the value changes."""
    asks: Sequence[Any] = now.table.asks if now.table else ()
    return (now.game_id, *((ask.player, ask.kind, ask.pieces) for ask in asks if ask.pieces))
