"""Wires the camera, its watcher, the wizards, buttons and lamps, and perhaps a simulated table, to the live table."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from calibration.accuracy.record import Throw, card, is_other_light, load_proof, of_calibration
from calibration.storage.files import written_ns
from calibration.storage.home import load_calibration
from calibration.storage.lesson_files import cutout, portrait_of
from calibration.table.cameras import choose
from calibration.table.light import Light
from hardware.cameras.camera import Camera
from hardware.panel import Hold as PinHold
from hardware.panel import Panel
from hardware.panel import Press as PinPress
from hardware.simulated.table import SimulatedTable
from referee.inventory.dice import keep_told
from referee.model.commands import (
    Hold,
    Inform,
    Key,
    Prepared,
    Press,
    Simulated,
    SimulatedClear,
    SimulatedFault,
    SimulatedPress,
    SimulatedThrow,
    Spoiled,
    TellDie,
    Trouble,
)
from referee.model.progress import Readiness
from referee.model.snapshot import Answer, Snapshot
from referee.model.wizard_commands import Step
from referee.observe.camera_watcher import Lookout, Table
from referee.observe.vision_context import Sight
from referee.wizards.session import Bench
from referee.wizards.simulated_setup import first_day
from referee.wizards.worker import Workbench, Workshop
from vision.geometry.markers import find_markers, turned_deg
from vision.recognition.gallery import Gallery

log = logging.getLogger(__name__)

REAL = Answer(False, "This table is real: use your hands.")
BOUNCES = 9  # How often a bad contact opens and closes on demand.
NOBODY = Answer(False, "Nobody is to throw now: see what the table waits for.")

FLYING = Answer(False, "The pieces are still flying: wait until they lie.")
WARM_UP_S = 20.0  # Until a camera's exposure has settled and its first whole picture is there.


class Surroundings:
    """The camera and its lookout, the panel, and perhaps a simulated table, wired to one live table."""

    def __init__(self, live: Table, sight: Sight, camera: Camera, panel: Panel, table: SimulatedTable | None) -> None:
        self._live, self._sight, self._camera, self._panel, self._table = live, sight, camera, panel, table
        bench = Bench(sight, camera, lambda state: live.submit(Prepared(state)), lambda: live.now().eyes, table)
        self._workshop = Workshop(Workbench(bench))
        self._ready = Ready(sight.home)
        self._lookout = Lookout(camera, sight, live, self._get_ready, self._workshop.rested)

    def start(self) -> None:
        """Let the lookout watch and the buttons be heard."""
        self._panel.start(self.pressed)
        self._lookout.start()

    def _get_ready(self) -> None:
        """The simulated table has its first day; a real one takes the calibration that belongs to this camera."""
        if self._table is not None:
            first_day(self._sight.home, self._table, self._tell, self._sight.eyes)
            return
        image = self._camera.frame(WARM_UP_S).image
        size, turned = (image.shape[1], image.shape[0]), turned_deg(find_markers(image))
        self._live.submit(Trouble("calibration", choose(self._sight.home, self._camera.name, size, turned)))

    def _tell(self, words: str) -> None:
        self._lookout.check()
        if words:
            log.info("%s", words)
        self._live.submit(Inform("first day", words))

    def close(self) -> None:
        """Let go of every wire."""
        self._lookout.close()
        self._workshop.close()
        self._camera.close()
        self._panel.close()

    def look(self) -> Answer:
        """Read the table as it lies."""
        self._lookout.look()
        return Answer(True, "Looking.")

    def frame(self) -> tuple[int, bytes] | None:
        """The latest watched picture."""
        return self._camera.live_jpeg()

    def stones(self) -> tuple[Mapping[str, Any], ...]:
        """The taught stones; none while the gallery cannot be read."""
        try:
            return self._sight.stones()
        except ValueError as error:
            self._live.submit(Trouble("gallery", str(error)))
            return ()

    def dice(self) -> tuple[Mapping[str, Any], ...]:
        """The dice taught or told of; none while they cannot be read."""
        try:
            return self._sight.dice()
        except ValueError as error:
            self._live.submit(Trouble("gallery", str(error)))
            return ()

    def tell(self, command: TellDie) -> Answer:
        """Keep what an owner tells of a die."""
        try:
            keep_told(self._sight.home, command.die, command.facts)
        except ValueError as error:
            return Answer(False, str(error))
        return Answer(True, "Kept." if command.facts is not None else "Forgotten.")

    def prepare(self, step: Step) -> Answer:
        """A step of a wizard."""
        return self._workshop.do(step)

    def portrait(self, piece: str, side: str) -> bytes | None:
        """What a taught side looks like, as JPEG."""
        return portrait_of(self._sight.home, self.gallery(), piece, side)

    def cutout(self, name: str) -> bytes | None:
        """A side that was cut out in the lesson under way, as JPEG."""
        return cutout(self._sight.home, name)

    def gallery(self) -> Gallery:
        """What was taught; nothing while the gallery cannot be read."""
        try:
            return self._sight.eyes().gallery
        except ValueError as error:
            self._live.submit(Trouble("gallery", str(error)))
            return Gallery.empty()

    def readiness(self) -> Readiness:
        """How far the table is made ready; nothing while its files cannot be read."""
        try:
            return self._ready.now(self.gallery(), self._sight.light)
        except ValueError as error:
            self._live.submit(Trouble("proof", str(error)))
            return Readiness()

    def simulate(self, command: Simulated, now: Snapshot) -> Answer:
        """Move the simulated table."""
        table = self._table
        if table is None:
            return REAL
        try:
            return self._simulate(table, command, now)
        except ValueError as error:
            return Answer(False, str(error))

    def _simulate(self, table: SimulatedTable, command: Simulated, now: Snapshot) -> Answer:
        match command:
            case SimulatedThrow():
                return throw(table, command, now)
            case SimulatedClear():
                table.take()
                return Answer(True, "A hand clears the table.")
            case SimulatedFault(name, on):
                table.fault(name, on)
                self._live.submit(Spoiled(table.faults))
                return Answer(True, f"{name}: {'on' if on else 'off'}.")
            case SimulatedPress(button, held):
                self._panel.push(button, BOUNCES if "bouncing" in table.faults else 0, held)
                return Answer(True, f"The button {button} was {'held' if held else 'pressed'}.")

    def pressed(self, press: PinPress | PinHold) -> None:
        """A button of the panel went down, or is held."""
        match press:
            case PinPress("next" | "up" | "down" as word):
                self._live.submit(Key(word))
            case PinPress(button, t):
                self._live.submit(Press(_seat(button), t))
            case PinHold(button, t) if button.startswith("seat"):
                self._live.submit(Hold(_seat(button), t))


def _seat(button: str) -> int:
    """From the panel's count to the table's."""
    return int(button.removeprefix("seat")) - 1


def throw(table: SimulatedTable, command: SimulatedThrow, now: Snapshot) -> Answer:
    """Throw what the first ask for a throw names (or that player's), or the pieces of it that were chosen."""
    throws = [ask for ask in (now.table.asks if now.table else ()) if ask.pieces]
    ask = next((ask for ask in throws if command.player in ("", ask.player)), None)
    if ask is None:
        return NOBODY
    if table.busy:
        return FLYING
    asked = tuple(piece for piece, _ in ask.pieces)
    pieces = tuple(piece for piece in command.pieces if piece in asked) or asked
    pieces = pieces[: ask.most] if ask.most else pieces
    sides = {piece: side for piece, side in command.sides if piece in pieces}
    table.throw(pieces, sides, (command.fault,) if command.fault else ())
    return Answer(True, f"{ask.player}'s pieces fly.")


FILES = ("calibration.json", "proof.json")


class Ready:
    """Remembers the answer as long as the files stay the same."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._stamp: tuple[object, ...] = ()
        self._answer = Readiness()
        self._throws: tuple[Throw, ...] = ()

    def now(self, gallery: Gallery, light: Light | None) -> Readiness:
        """How far the table is, in the light as it is now (None: not seen yet).

        Raises:
            StoreError: where a file of the home is damaged.
        """
        stamp = (gallery.sides, *(written_ns(self._home / name) for name in FILES))
        if stamp != self._stamp:
            self._stamp, self._answer = stamp, self._looked_up(gallery)
        return replace(self._answer, other_light=light is not None and is_other_light(self._throws, light))

    def _looked_up(self, gallery: Gallery) -> Readiness:
        calibration = load_calibration(self._home)
        self._throws = of_calibration(load_proof(self._home), calibration.id if calibration else "")
        kinds = {side.piece: side.kind for side in gallery.sides}
        stones = sum(kind == "stone" for kind in kinds.values())
        error_mm = calibration.error_mm if calibration else None
        return Readiness(error_mm, stones, len(kinds) - stones, card(self._throws))
