"""The devices around the live table: camera and watcher, wizards, panel, and perhaps a simulated table."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from itertools import count
from typing import Any

from calibration.storage.camera_calibrations import choose_calibration
from calibration.storage.damaged import without_damaged
from calibration.storage.lesson_files import cutout, portrait_of
from hardware.cameras.camera import Camera, camera_id
from hardware.panel import Hold as PinHold
from hardware.panel import Press as PinPress
from hardware.simulated.table import SimulatedTable
from referee.inventory.pieces import dice_of, keep_die, stones_of
from referee.model.commands import (
    FaultsChanged,
    Hold,
    Inform,
    Key,
    PanelChanged,
    Press,
    Simulated,
    SimulatedClear,
    SimulatedFault,
    SimulatedPress,
    SimulatedThrow,
    Trouble,
    WizardChanged,
)
from referee.model.panel import PanelState, PanelStep
from referee.model.progress import SetupStatus
from referee.model.snapshot import Answer, Snapshot
from referee.model.wizard_commands import Step
from referee.observe.camera_watcher import CameraWatcher, CommandSink
from referee.observe.table_reading import VisionContext
from referee.observe.watchdog import Watchdog
from referee.panel.panel_controller import PanelController
from referee.table.live_table import STALE
from referee.wizards.session import WizardSession
from referee.wizards.setup import SetupStatusReader, set_up_simulated_table
from referee.wizards.worker import WizardDispatch, WizardWorker
from rules.core.phrases import Phrase
from vision.geometry.markers import find_markers, turned_deg
from vision.recognition.gallery import Gallery

log = logging.getLogger(__name__)

REAL = Answer(False, Phrase("This table is real: use your hands."))
BOUNCES = 9  # How often a bad contact opens and closes on demand.
NOBODY = Answer(False, Phrase("Nobody is to throw now: see what the table waits for."))
UNREAD = ("hand", "moving", "reading")
"""States of the camera in which the last throw may still get its verdict."""
READING = Answer(False, Phrase("The camera still reads the throw: wait for the verdict."), stale=True)
FLYING = Answer(False, Phrase("The pieces are still flying: wait until they lie."), stale=True)


class Devices:
    """Camera, watcher, wizards, panel and simulated table around one live table; thread-safe."""

    def __init__(
        self,
        live: CommandSink,
        vision: VisionContext,
        camera: Camera,
        panel: PanelController,
        table: SimulatedTable | None,
        on_still: Callable[[Snapshot], None] | None = None,
    ) -> None:
        """*on_still* is called with the snapshot while nothing moves on the table."""
        self._live, self._vision, self._camera, self._panel_controller, self._table = live, vision, camera, panel, table
        self._thrown_at: int | None = None  # the length of the log at the last simulated throw
        session = WizardSession(
            vision, camera, lambda state: live.submit(WizardChanged(state)), lambda: live.now().eyes, table
        )
        self._worker = WizardWorker(WizardDispatch(session))
        self._ready = SetupStatusReader(vision.home)
        self._watchdog = Watchdog(
            lambda: CameraWatcher(camera, vision, live, self._get_ready, self._worker.on_rest, on_still)
        )

    def start(self) -> None:
        """Start the watcher and listen to the buttons."""
        self._panel_controller.panel.start(self.on_press)
        self._watchdog.start()

    def _get_ready(self) -> None:
        """Let a simulated table calibrate and teach itself, or choose the calibration of a real camera.

        Raises:
            CameraTrouble: while the camera sends no picture; the watcher reports it and calls again.
        """
        if self._table is not None:
            steps = count()
            set_up_simulated_table(
                self._vision.home, self._table, lambda words: self._report_setup(words, next(steps)), self._vision.eyes
            )
            return
        frame = self._camera.frame()
        camera, size = camera_id(self._camera, frame.meta), (frame.image.shape[1], frame.image.shape[0])
        home, turned = self._vision.home, turned_deg(find_markers(frame.image))
        words = without_damaged(home, lambda: choose_calibration(home, camera, size, turned))
        self._live.submit(Trouble("calibration", words))

    def _report_setup(self, words: str, step: int) -> None:
        watcher = self._watchdog.watcher
        watcher.recover() if step else watcher.check()
        if words:
            log.info("%s", words)
        self._live.submit(Inform("first day", words))

    def close(self) -> None:
        """Stop all threads and close the devices."""
        self._watchdog.close()
        self._worker.close()
        self._camera.close()
        self._panel_controller.panel.close()

    def look(self) -> Answer:
        """Read the table now."""
        self._watchdog.watcher.look()
        return Answer(True, Phrase("Looking."))

    def frame(self) -> tuple[int, bytes] | None:
        """The latest small picture: an increasing number, and the JPEG; None while there is none."""
        return self._camera.live_jpeg()

    def stones(self) -> tuple[Mapping[str, Any], ...]:
        """The taught stones, as a set-up lists its pieces; empty while the gallery cannot be read."""
        try:
            return stones_of(self._vision.eyes().gallery)
        except ValueError as error:
            self._live.submit(Trouble("gallery", str(error)))
            return ()

    def dice(self) -> tuple[Mapping[str, Any], ...]:
        """The dice that were taught or entered (`referee.inventory.pieces.dice_of`); none while they cannot be read."""
        try:
            gallery, home = self._vision.eyes().gallery, self._vision.home
            return without_damaged(home, lambda: dice_of(home, gallery))
        except ValueError as error:
            self._live.submit(Trouble("gallery", str(error)))
            return ()

    def enter_die(self, die: str, facts: Mapping[str, Any] | None) -> Answer:
        """Store what the owner enters about a die (referee/inventory/pieces.py); None removes the entry."""
        try:
            home = self._vision.home
            without_damaged(home, lambda: keep_die(home, die, facts))
        except ValueError as error:
            return Answer(False, str(error))
        return Answer(True, Phrase("Kept.") if facts is not None else Phrase("Forgotten."))

    def prepare(self, step: Step) -> Answer:
        """Carry out a step of a wizard; a long one is answered early: the snapshot's ``wizard`` has its progress."""
        return self._worker.do(step)

    def portrait(self, piece: str, side: str) -> bytes | None:
        """The portrait of a taught side as JPEG; None for an untaught side."""
        return portrait_of(self._vision.home, self.gallery(), piece, side)

    def cutout(self, name: str) -> bytes | None:
        """A cut-out of the current lesson as JPEG; None where there is none of this name."""
        return cutout(self._vision.home, name)

    def gallery(self) -> Gallery:
        """The gallery of taught sides; empty while its file cannot be read."""
        try:
            return self._vision.eyes().gallery
        except ValueError as error:
            self._live.submit(Trouble("gallery", str(error)))
            return Gallery.empty()

    def setup_status(self) -> SetupStatus:
        """How far the table is calibrated, taught and proven; as for a new table while its files cannot be read."""
        try:
            gallery, light = self.gallery(), self._vision.light
            return without_damaged(self._vision.home, lambda: self._ready.now(gallery, light))
        except ValueError as error:
            self._live.submit(Trouble("proof", str(error)))
            return SetupStatus()

    def simulate(self, command: Simulated) -> Answer:
        """Move the simulated table; refused on a real one."""
        table = self._table
        if table is None:
            return REAL
        try:
            return self._simulate(table, command)
        except ValueError as error:
            return Answer(False, str(error))

    def _simulate(self, table: SimulatedTable, command: Simulated) -> Answer:
        match command:
            case SimulatedThrow():
                return self._throw(table, command)
            case SimulatedClear():
                table.take()
                return Answer(True, Phrase("A hand clears the table."))
            case SimulatedFault(name, on):
                table.fault(name, on)
                self._live.submit(FaultsChanged(table.faults))
                return Answer(True, Phrase("It is on now.") if on else Phrase("It is off now."))
            case SimulatedPress(button, held):
                self._panel_controller.panel.push(button, BOUNCES if "bouncing" in table.faults else 0, held)
                return Answer(True, Phrase("The button was held.") if held else Phrase("The button was pressed."))

    def _throw(self, table: SimulatedTable, command: SimulatedThrow) -> Answer:
        """Throw, unless the throw before waits for its verdict."""
        now = self._live.now()
        if not table.busy and now.eyes in UNREAD and now.length == self._thrown_at:
            return READING
        answer = throw(table, command, now)
        if answer.ok:
            self._thrown_at = now.length
        return answer

    def on_press(self, press: PinPress | PinHold) -> None:
        """Handle a press or hold of the panel's buttons: it goes to a set-up task, or else to the game."""
        taken = self._panel_controller.handle_press(press)
        if isinstance(press, PinPress):
            self._live.submit(PanelChanged())
        if taken:
            return
        match press:
            case PinPress("next" | "up" | "down" as word):
                self._pressed(word, Key(word))
            case PinPress(button, t):
                self._pressed(button, Press(_seat(button), t))
            case PinHold(button, t) if button.startswith("seat"):
                self._live.submit(Hold(_seat(button), t))

    def _pressed(self, button: str, command: Press | Key) -> None:
        """Submit a press to the game; where it has no effect, the panel shows that."""
        if not self._live.submit(command).ok:
            self._panel_controller.show_refused(button)

    def panel(self) -> PanelState:
        """The current state of buttons, lamps and buzzer."""
        return self._panel_controller.state

    def set_up_panel(self, step: PanelStep) -> Answer:
        """Test the panel, or choose its pins; pages that show it are drawn again."""
        answer = self._panel_controller.do(step)
        self._live.submit(PanelChanged())
        return answer


def _seat(button: str) -> int:
    """The table's seat (from 0) of a button such as "seat1"."""
    return int(button.removeprefix("seat")) - 1


def throw(table: SimulatedTable, command: SimulatedThrow, now: Snapshot) -> Answer:
    """Throw the pieces of the first ask for a throw (or of that player's ask), or the chosen ones of them."""
    if command.at not in (None, now.length):
        return STALE
    throws = [ask for ask in (now.table.asks if now.table else ()) if ask.pieces]
    ask = next((ask for ask in throws if command.player in ("", ask.player)), None)
    if now.table is None or ask is None:
        return NOBODY
    if table.busy:
        return FLYING
    asked = tuple(piece for piece, _ in ask.pieces)
    pieces = tuple(piece for piece in command.pieces if piece in asked) or asked
    pieces = pieces[: ask.most] if ask.most else pieces
    sides = {piece: side for piece, side in command.sides if piece in pieces}
    rest = table.throw(pieces, sides, (command.mishap,) if command.mishap else ())
    return Answer(True, now.table.at_table.throws.about(player=ask.player), lasts_s=rest - table.clock())
