"""`Feed` makes a `Camera` of any `Device`: one thread reads the device, all other threads wait with a deadline."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import cv2

from hardware.cameras.camera import CameraTrouble, Device, Frame, Glance
from hardware.cameras.picture_check import check_picture

log = logging.getLogger(__name__)

Clock = Callable[[], float]
RETRY_S = (1.0, 2.0, 3.0)  # pauses before a device is opened again: it sent pictures, or one or more tries failed
HUNG_S = 6.0  # without an answer for this time, a device is given up; a busy one takes longer than its own 3 s to fail
OPEN_S = 20.0  # the same while a device is being opened, when it focuses and adjusts its exposure
STUCK_MOST = 3  # hung threads after which no new one is started


@dataclass(frozen=True, slots=True)
class Patience:
    """The waiting times of a `Feed` (s): between tries, for an open device, and for one that is being opened."""

    retry_s: tuple[float, ...] = RETRY_S
    hung_s: float = HUNG_S
    open_s: float = OPEN_S


class Feed:
    """A Camera around any Device (see hardware.cameras.camera for what its methods promise).

    A worker thread opens the device and keeps the newest `Glance`; a `Frame` is read on request.  A device that raises
    is closed and opened again after a pause.  A device that hangs is abandoned with its thread, and a new one is
    opened; where the hung device still holds the camera, this succeeds only when its thread has closed it.  No caller
    waits longer than its deadline.
    """

    def __init__(
        self,
        name: str,
        open_device: Callable[[], Device],
        clock: Clock = time.monotonic,
        simulated: bool = False,
        patience: Patience = Patience(),
    ) -> None:
        """Start watching at once; *open_device* runs in the worker and may raise CameraTrouble."""
        self.name, self.simulated = name, simulated
        self._open, self._clock, self._patience = open_device, clock, patience
        self._changed = threading.Condition()
        self._closed = False
        self._worker = 0  # number of the current worker; older ones are abandoned
        self._stuck = 0  # abandoned workers that have not ended
        self._last_answer = time.monotonic()
        self._silence_s = patience.open_s  # time without an answer after which the worker counts as hung
        self._resting = False  # in the pause between two tries
        self._reopen = False  # the device is to be opened again
        self._trouble: CameraTrouble | None = CameraTrouble(
            "The camera {name} is being opened; wait a moment.", name=name
        )
        self._glance: Glance | None = None
        self._number = 0  # of the newest glance, from 1
        self._returned = 0  # number of the last glance that a caller got
        self._asked = 0  # how many frames were asked for
        self._served = 0  # the newest frame answers the requests up to this one
        self._waiting = 0  # callers that wait for a frame
        self._frame: Frame | None = None  # kept only while a caller waits for it, because it is large
        self._jpeg: tuple[int, bytes] | None = None
        self._encoding = threading.Lock()
        self._start_worker()

    def glance(self, deadline_s: float = 2.0) -> Glance:
        """Return the newest small picture; waits for one that this method has not returned before."""
        with self._changed:
            self._wait(lambda: self._number > self._returned, deadline_s)
            self._returned = self._number
            assert self._glance is not None, "a numbered glance exists"
            return self._glance

    def frame(self, deadline_s: float = 5.0) -> Frame:
        """A whole picture taken after this call began."""
        with self._changed:
            self._asked += 1
            wanted = self._asked
            self._waiting += 1
            self._changed.notify_all()
            try:
                self._wait(lambda: self._served >= wanted, deadline_s)
                assert self._frame is not None, "served"
                return self._frame
            finally:
                self._waiting -= 1
                if not self._waiting:
                    self._frame = None

    def live_jpeg(self) -> tuple[int, bytes] | None:
        """Number and JPEG of the newest small picture."""
        with self._encoding:
            with self._changed:
                number, glance = self._number, self._glance
            if glance is None:
                return None
            if self._jpeg is None or self._jpeg[0] != number:
                _, coded = cv2.imencode(".jpg", glance.small, (cv2.IMWRITE_JPEG_QUALITY, 80))
                self._jpeg = (number, coded.tobytes())
            return self._jpeg

    def trouble(self) -> str | None:
        """What is wrong with the camera now, in a sentence for people; None while it sends pictures."""
        with self._changed:
            self._replace_hung_worker()
            return str(self._trouble) if self._trouble else None

    def adapt(self) -> None:
        """Open the device again, so that it focuses and sets its exposure for the present light."""
        self._reopen = True

    def close(self) -> None:
        """Stop the worker, which closes the device; waiting callers get CameraTrouble.

        Returns when the worker has ended, or when it hangs: Python aborts if it ends while a thread returns from a C++
        library such as OpenCV.
        """
        with self._changed:
            self._closed = True
            self._trouble = CameraTrouble("The camera {name} was closed; start the table again.", name=self.name)
            self._changed.notify_all()
        self._thread.join(self._patience.hung_s)

    def _wait(self, ready: Callable[[], bool], deadline_s: float) -> None:
        """Wait under the lock until *ready*; a hung worker is replaced meanwhile.

        Raises:
            CameraTrouble: where that took more than *deadline_s* seconds, or the feed is closed.
        """
        end = time.monotonic() + deadline_s
        while self._closed or not ready():
            left = end - time.monotonic()
            if left <= 0 or self._closed:
                raise (self._trouble or self._silent()).again()
            self._changed.wait(min(left, self._patience.hung_s / 4))
            self._replace_hung_worker()

    def _silent(self) -> CameraTrouble:
        return CameraTrouble(
            "The camera {name} sent no picture in time; if this stays, unplug it and plug it in again.", name=self.name
        )

    def _replace_hung_worker(self) -> None:
        """Replace a worker whose device has not answered for too long; the caller holds the lock."""
        if self._closed or self._resting or time.monotonic() - self._last_answer < self._silence_s:
            return
        self._trouble = self._silent()
        if self._stuck < STUCK_MOST:
            log.warning("camera %s hangs; opening it anew", self.name)
            self._stuck += 1
            self._start_worker()

    def _start_worker(self) -> None:
        self._worker += 1
        self._last_answer, self._silence_s = time.monotonic(), self._patience.open_s
        work, name = partial(self._work, self._worker), f"camera {self.name}"
        self._thread = threading.Thread(target=work, name=name, daemon=True)
        self._thread.start()

    def _is_current(self, worker: int) -> bool:
        return worker == self._worker and not self._closed

    def _work(self, worker: int) -> None:
        """Run in the worker thread: read pictures, and after each failure pause and open the device again.

        Ends when the feed is closed, or when another worker has replaced this one.
        """
        tries = 0
        while self._is_current(worker):
            number, stuck = self._number, self._stuck
            self._watch_once(worker)
            tries = 0 if self._number > number else tries + 1
            self._rest(worker, self._patience.retry_s[min(tries, len(self._patience.retry_s) - 1)], stuck)
        with self._changed:
            if worker != self._worker:
                self._stuck -= 1
            self._changed.notify_all()

    def _watch_once(self, worker: int) -> None:
        """Open the device and read pictures until it fails, is closed, or is to be opened again."""
        self._reopen = False
        try:
            device = self._open()
        except BaseException as why:  # an adapter's library may raise anything, even SystemExit
            return self._report(worker, why)
        try:
            while self._is_current(worker) and not self._reopen:
                self._look(worker, device)
        except BaseException as why:  # as above
            self._report(worker, why)
        finally:
            _shut(device)

    def _look(self, worker: int, device: Device) -> None:
        """Read one picture for the waiting callers: a full one where requested, else a small one."""
        asked, image = self._asked, None
        if asked > self._served:
            image, small, meta = device.full()
        else:
            small, meta = device.small()
        for picture in (small,) if image is None else (small, image):
            check_picture(self.name, picture)
        now = self._clock()
        with self._changed:
            if not self._is_current(worker):
                return
            self._last_answer, self._silence_s, self._trouble = time.monotonic(), self._patience.hung_s, None
            self._glance, self._number = Glance(small, now, meta), self._number + 1
            if image is not None:
                self._served = asked
                self._frame = Frame(image, now, meta, small) if self._waiting else None
            self._changed.notify_all()

    def _report(self, worker: int, why: BaseException) -> None:
        failed = CameraTrouble("The camera {name} failed: {why}.", name=self.name, why=why)
        trouble = why if isinstance(why, CameraTrouble) else failed
        with self._changed:
            if self._is_current(worker):
                if str(trouble) != str(self._trouble):  # log each trouble once, although it may be found for hours
                    log.warning("%s", trouble, exc_info=None if isinstance(why, CameraTrouble) else why)
                self._trouble = trouble.again()
                self._last_answer, self._silence_s = time.monotonic(), self._patience.hung_s  # the time for closing it
                self._changed.notify_all()

    def _rest(self, worker: int, seconds: float, stuck: int) -> None:
        """Pause before the next try.

        Closing ends the pause at once, and so does the end of one of the *stuck* threads that hung before the last try:
        the camera that it held is free then.
        """
        with self._changed:
            if self._is_current(worker):
                self._resting = True
                self._changed.wait_for(lambda: self._closed or self._stuck < stuck, seconds)
                self._resting, self._last_answer, self._silence_s = False, time.monotonic(), self._patience.open_s


def _shut(device: Device) -> None:
    try:
        device.close()
    except Exception:
        log.exception("closing a camera failed")
