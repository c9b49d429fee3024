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
from referee.model.errors import sentence_of
from referee.model.snapshot import Answer, Snapshot
from referee.model.snapshot import CameraState as Word
from referee.observe.picture_trouble import Exposure, Pace, light_words, noise_words
from referee.observe.table_reading import VisionContext, is_bare, read_table
from referee.observe.verdicts import looked_for
from rules.core.phrases import Phrase
from vision.motion.change import Ground, ground
from vision.motion.settling import Settling, unchanged, watch

log = logging.getLogger(__name__)
AGAIN_S = 1.2  # Until a second reading where the first led to nothing: the noise differs then.
ASTRAY_S = 3.0  # Between two checks whether a camera that was moved stands right again.
CALM_S, LIGHT_S = 3.0, 30.0  # An empty table that is still for 3 s updates the reference picture, every 30 s at most.
WORDS: dict[str, Word] = {"hand": "hand", "moving": "moving", "settled": "settled", "cleared": "watching"}


class CommandSink(Protocol):
    """What the watcher needs of the live table."""

    def submit(self, command: Command) -> Answer:
        """Carry out a command."""

    def now(self) -> Snapshot:
        """The table as it stands."""


class CameraWatcher:
    """One thread that looks at small pictures, waits until nothing moves, and reads the whole picture.

    It reads when something has come to rest, when a throw is newly due (so that the pieces that lie there already are
    tracked), and when somebody asks.  What lies on the table at the start is never a throw.
    """

    def __init__(
        self,
        camera: Camera,
        vision: VisionContext,
        table: CommandSink,
        prepare: Callable[[], None] | None = None,
        aside: Callable[[], None] | None = None,
        idle: Callable[[Snapshot], None] | None = None,
    ) -> None:
        """*prepare* runs in the watcher's thread, first and whenever pictures of another size come.

        Camera trouble is reported to *table* and retried for ever.

        While a wizard is open no throw is judged; *aside* is called when something has come to rest.  *idle* is
        called with the table's snapshot at every glance at which nothing moves.
        """
        self._camera, self._vision, self._table = camera, vision, table
        self._stop, self._asked = threading.Event(), threading.Event()
        self._prepare, self._aside, self._idle = prepare, aside, idle
        self._prepared_for: tuple[int, ...] | None = None
        self._pace, self._exposure = Pace(), Exposure()
        self.alive_at = time.monotonic()
        self._state = Settling()
        self._rest_since: float | None = None
        self._again_at: float | None = None
        self._seen: Image | None = None  # The last whole picture that was read, made small; and the one before it.
        self._seen_before: Image | None = None
        self._waits_for: tuple[Any, ...] | None = None
        self._astray_until: float | None = None  # The camera was moved too far; when to see whether it is back.
        self._light_at = 0.0
        self._told: dict[str, str] = {}
        self._said: Word | None = None
        self._thread = threading.Thread(target=self._watch, name="watcher", daemon=True)

    def start(self) -> None:
        """Begin to watch."""
        self._thread.start()

    def check(self) -> None:
        """Raise InterruptedError where the table is closing: for long work to stop, and to show that it goes on."""
        self.alive_at = time.monotonic()
        if self._stop.is_set():
            raise InterruptedError

    def look(self) -> None:
        """Read the table as it is, at the next small picture."""
        self._asked.set()

    def abandon(self) -> None:
        """Stop watching without waiting: this watcher hangs, and another one takes its place."""
        self._stop.set()

    def close(self) -> None:
        """Stop watching; the camera is the caller's to close."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(10)

    def _watch(self) -> None:
        while not self._stop.is_set():
            try:
                self.check()
                self._get_ready()
                self.once()
                self._tell("camera", "")
            except InterruptedError:
                return
            except (CameraTrouble, ValueError) as trouble:
                self._tell("camera", sentence_of(trouble))
                self._say("trouble")
                self._stop.wait(0.5)
            except Exception:
                log.exception("reading failed")
                self._tell("camera", Phrase("The eyes stumbled and look again; until then type throws in by hand."))
                self._stop.wait(2.0)

    def _get_ready(self) -> None:
        if self._prepare is not None and self._prepared_for is None:
            self._prepare()
            self._prepared_for = ()

    def once(self) -> None:
        """Look at one small picture, and do what follows from it.

        Raises:
            CameraTrouble: where there is no picture.
            StoreError: where the home's calibration is damaged.
        """
        glance = self._camera.glance()
        if self._prepared_for not in (None, (), glance.small.shape):
            self._prepared_for = None
            return  # Pictures of another size: another calibration may be theirs.
        self._prepared_for = glance.small.shape
        self._state = watch(self._state, glance.small, glance.t, self._vision.backdrop())
        adapting = self._report_picture(glance)
        settled, cleared = self._state.word == "settled", self._state.word == "cleared"
        self._say(WORDS[self._state.word])
        if self._table.now().wizard.task:
            self._stand_aside()
        elif self._asked.is_set():
            self._read("asked")
        elif adapting:
            pass  # what lies there is read as soon as the values hold
        elif settled and self._state.since != self._rest_since:
            self._came_to_rest()
        elif settled and self._again_at is not None and glance.t >= self._again_at:
            self._again_at = None
            self._read("again")
        elif self._is_due(glance.t):
            self._read("before")
        elif cleared:
            self._rest_since = self._state.since
            self._follow_the_light(glance)
        if self._idle is not None and (settled or cleared):
            self._idle(self._table.now())

    def _report_picture(self, glance: Glance) -> bool:
        """Report what is wrong with a small picture; True while the camera is getting used to the light."""
        adapting = self._exposure.see(glance)
        self._tell("light", light_words(glance.small))
        self._tell("noise", noise_words(glance.small))
        self._tell("pace", self._pace.see(glance))
        self._tell("exposure", adapting)
        return bool(adapting)

    def _is_due(self, t: float) -> bool:
        """Whether to read before anything moves: a throw is newly due, or a camera that was moved may be back."""
        settled = self._state.word == "settled"
        if self._astray_until is not None and (settled or self._state.word == "cleared"):
            return t >= self._astray_until
        return settled and self._waits_for != _waits_for(self._table.now())

    def _stand_aside(self) -> None:
        """A wizard is open: whatever happens on the table is no throw."""
        self._waits_for = None
        if self._state.word == "settled" and self._state.since != self._rest_since:
            self._rest_since = self._state.since
            if self._aside is not None:
                self._aside()

    def _came_to_rest(self) -> None:
        """Something has come to rest: read it.  A reading that leads to nothing is followed by a second one."""
        answer = self._read("before" if self._rest_since is None else "rest")
        self._rest_since = self._state.since
        self._again_at = None if answer.ok else self._state.since + AGAIN_S

    def _read(self, why: ReadingOccasion) -> Answer:
        """Read the whole picture with what the table expects, and submit the reading."""
        self._asked.clear()
        if self._astray_until is not None and why != "asked":
            why = "back"
        now = self._table.now()
        self._say("reading")
        frame = self._camera.frame()
        if why in ("before", "back") and not unchanged(self._state, frame.small, self._vision.backdrop()):
            self._say(WORDS[self._state.word])
            return Answer(False, "")  # Something moves again; the picture after that will be read.
        self._waits_for = _waits_for(now)
        eyes, words = self._vision.standing(frame.image, self._state.upset)
        self._tell("bump", words if eyes else "")
        self._tell("moved", "" if eyes else words)
        self._tell("lamp", self._vision.advice if eyes else "")
        self._astray_until = None if eyes else frame.t + ASTRAY_S
        if eyes is None:
            self._seen = None
            self._say(WORDS[self._state.word])
            return Answer(False, words)
        small = shrunk(frame.image)
        unchanged_since = self._compared(small, frame.image.shape[1], why)
        reading = read_table(frame.image, eyes, looked_for(now.table), now.tracks, unchanged_since)
        self.check()
        meta = {**frame.meta, "calibration": self._vision.calibration}
        answer = self._table.submit(Saw(reading, frame.image, meta, now.expect, why))
        self._seen = small
        if not reading.pieces and not self._state.upset and (answer.ok or why == "again"):
            self._vision.learn(frame.small)
            self._state = replace(self._state, word="cleared")
        self._say(WORDS[self._state.word])
        return answer

    def _compared(self, small: Image, wide: int, why: ReadingOccasion) -> Ground | None:
        """What changed since the last reading, at a second one since that before the first; None where people asked."""
        if why != "again":
            self._seen_before = self._seen
        last, self._seen = self._seen_before, None
        return ground(small, last, wide) if last is not None and why != "asked" else None

    def _follow_the_light(self, glance: Glance) -> None:
        """Update the reference picture of the empty table now and then, so that it follows the daylight."""
        if glance.t - self._state.since < CALM_S or glance.t < self._light_at:
            return
        self._light_at = glance.t + LIGHT_S
        frame = self._camera.frame()
        eyes, _ = self._vision.standing(frame.image, self._state.upset)
        if eyes is not None and is_bare(frame.image, eyes):
            self._vision.learn(frame.small, frame.image)

    def _tell(self, source: str, words: str) -> None:
        """Report a trouble, or with no words its end, when it changes."""
        if words != self._told.get(source, ""):
            self._told[source] = words
            self._table.submit(Trouble(source, words))

    def _say(self, word: Word) -> None:
        """Report the camera state when it changes."""
        if word != self._said:
            self._said = word
            self._table.submit(CameraStateChanged(word))


def _waits_for(now: Snapshot) -> tuple[Any, ...]:
    """Which throws are due in which game: when this changes, a throw is newly due."""
    asks: Sequence[Any] = now.table.asks if now.table else ()
    return (now.game_id, *((ask.player, ask.kind, ask.pieces) for ask in asks if ask.pieces))
