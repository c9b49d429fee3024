"""The calibration wizard: meters with advice, and a calibration that is saved only if every meter is good."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime

from calibration.storage.camera_calibrations import choose_calibration, choose_lens, mat_turned_deg
from calibration.storage.lens_file import load_lens, save_lens
from calibration.storage.table_files import Calibration, load_calibration, new_calibration, save_calibration
from calibration.table.calibrate import calibrate, unfit
from calibration.table.focus import Focus, focus
from calibration.table.lens_sheet import ENOUGH, View, measure_lens, see_sheet
from calibration.table.light import Light, Quantity, measure
from calibration.teaching.shots import ELSEWHERE
from hardware.cameras.camera import CameraId, Frame, Image, camera_id
from hardware.simulated.table import SimulatedTable
from referee.model.progress import CalibrationView, Meter
from referee.model.snapshot import Answer
from referee.model.wizard_commands import Adapt, Calibrate, LensPicture, MeasureLens, SimulatedShow, Step
from referee.model.words import sentence_of
from referee.wizards.session import MOVED_ON, MOVING, WizardSession
from rules.core.phrases import Phrase, figure, plural, sentences
from vision.geometry.lens import Lens
from vision.geometry.plane import Geometry, Plane, PlaneError
from vision.pipeline import find

GLANCES = 5  # small pictures in which flicker is measured
WHITE = 0.12
"""How far red and blue of white light may be from green, as shares of it."""
SURE_PIECE = 0.6
"""What is found with this score on a mat whose empty picture is not known is likely to be a piece."""


class CalibrateWizard:
    """Measures the table continuously, and saves a calibration on request if it is good."""

    def __init__(self, session: WizardSession) -> None:
        self._session = session
        self._views: list[View] = []

    def begin(self) -> None:
        """Show the calibration in use, then measure."""
        self._views = []
        self._session.show(sighting=CalibrationView(in_use=self._words_in_use()))

    def look(self) -> None:
        """Measure the table now."""
        if self._session.moving:
            return
        frame = self._session.frame()
        self._show(frame)

    on_rest = look

    def do(self, step: Step) -> Answer:
        """Carry out one step."""
        self._mark(done=False)
        match step:
            case Calibrate(certain):
                return MOVING if self._session.moving else self._calibrate(certain)
            case Adapt():
                self._session.camera.adapt()
                return Answer(True, Phrase("The camera gets used to the light anew; that takes a moment."))
            case LensPicture():
                return self._lens_picture()
            case MeasureLens():
                return self._measure_lens()
            case SimulatedShow() if self._session.table is not None:
                self._session.table.take()
                return Answer(True, Phrase("The hand clears the mat."))
        return MOVED_ON

    def _calibrate(self, certain: bool) -> Answer:
        """Calibrate unless a meter is bad; the last good calibration then stays in use."""
        self._session.show(busy=Phrase("I look at the mat …"), words="")
        frame = self._session.frame()
        image, camera = frame.image, self._camera(frame)
        choose_lens(self._session.home, camera)
        lens = self._lens(image)
        try:
            done = calibrate(image, self._geometry(), lens)
        except PlaneError as trouble:
            return self._refused(sentence_of(trouble))
        if words := unfit(image, done.plane):
            return self._refused(words)
        if (lying := _lying(image, done.plane)) and not certain:
            words = plural(
                "Something seems to lie on the mat: clear it. Is it empty? Then calibrate all the same.",
                "{number} things seem to lie on the mat: clear it. Is it empty? Then calibrate all the same.",
                lying,
            )
            return Answer(False, words, confirm=True)
        made = new_calibration(done.plane, self._geometry(), camera)
        choose_calibration(self._session.home, camera, done.plane.size, mat_turned_deg(done.plane))
        save_calibration(self._session.home, made, image)
        self._show(frame)
        self._mark(done=True)
        return Answer(True, done.words)

    def _refused(self, words: str) -> Answer:
        stays = Phrase("The last good calibration stays in use.") if self._words_in_use() else ""
        return Answer(False, sentences(words, stays))

    def _mark(self, done: bool) -> None:
        """Say on the page whether the last step calibrated the table."""
        self._session.show(sighting=replace(self._session.state.sighting or CalibrationView(), done=done))

    def _show(self, frame: Frame) -> None:
        image = frame.image
        watched = [self._session.camera.glance().small for _ in range(GLANCES)]
        plane: Plane | None = None
        try:
            plane = calibrate(image, self._geometry(), self._lens(image)).plane
            mat = Meter(Phrase("Mat"), Phrase("{error} mm off", error=figure(plane.error_mm, 1)), True)
        except PlaneError as trouble:
            mat = Meter(Phrase("Mat"), Phrase("not found"), False, sentence_of(trouble))
        light = measure(image, plane, watched)
        meters = (
            mat,
            _focus_meter(focus(image, plane) if plane else None),
            *_light_meters(light),
            _table_meter(light),
            _exposure_meter(frame.meta),
        )
        lying = _lying(image, plane) if plane else 0
        done = self._session.state.sighting is not None and self._session.state.sighting.done
        size = (image.shape[1], image.shape[0])
        sighting = CalibrationView(
            meters, lying, self._words_in_use(), self._lens_words(size), len(self._views), ENOUGH, done
        )
        self._session.show(sighting=sighting, size=size)

    def _known(self) -> Calibration | None:
        """The calibration in use."""
        return load_calibration(self._session.home)

    def _geometry(self) -> Geometry:
        """The mat of the last calibration; the printed mat for a new table."""
        known = self._known()
        return Geometry() if known is None else known.geometry

    def _camera(self, frame: Frame) -> CameraId:
        return camera_id(self._session.camera, frame.meta)

    def _lens(self, image: Image) -> Lens | None:
        if self._session.table is not None:
            return _simulated_lens(self._session.table)
        return load_lens(self._session.home, (image.shape[1], image.shape[0]))

    def _words_in_use(self) -> str:
        known = self._known()
        if known is None or known.error_mm is None:
            return ""
        error = figure(known.error_mm, 1)
        return Phrase("In use: the calibration of {when}, {error} mm off.", when=in_words(known.made), error=error)

    def _lens_words(self, size: tuple[int, int]) -> str:
        if load_lens(self._session.home, size) is not None:
            return Phrase("The lens was measured with the sheet.")
        return Phrase("The lens is estimated from the mat: good enough for most cameras.")

    def _lens_picture(self) -> Answer:
        if self._session.moving:
            return MOVING
        frame = self._session.frame()
        view = see_sheet(frame.image)
        if view is None:
            return Answer(False, Phrase("I do not see the lens sheet: hold it flat, nearer, and in good light."))
        self._views.append(view)
        self._show(frame)
        left = ENOUGH - len(self._views)
        few = Phrase("a few more make it better, or measure the lens now")
        more = Phrase("{left} more at least", left=left) if left > 0 else few
        taken = Phrase("Picture {number} is taken: {more}. Tilt the sheet another way, elsewhere.")
        return Answer(True, taken.about(number=len(self._views), more=more))

    def _measure_lens(self) -> Answer:
        self._session.show(busy=Phrase("I measure the lens …"), words="")
        frame = self._session.frame()
        measured = measure_lens(self._views, (frame.image.shape[1], frame.image.shape[0]))
        camera = self._camera(frame)
        choose_lens(self._session.home, camera)
        save_lens(self._session.home, measured.lens, camera)
        self._views = []
        self.begin()
        return Answer(True, sentences(measured.words, Phrase("Now calibrate.")))


def _simulated_lens(table: SimulatedTable) -> Lens:
    return Lens.from_dict(table.lens())


def _lying(image: Image, plane: Plane) -> int:
    """The number of things that seem to lie on the mat."""
    found = find(image, plane)
    return sum(
        one.kind != "unknown" and one.score > SURE_PIECE and not ELSEWHERE.intersection(one.notes) for one in found
    )


def _focus_meter(sharp: Focus | None) -> Meter:
    if sharp is None:
        return Meter(Phrase("Focus"), "?", False, Phrase("Focus is measured on the mat's markers: none is in view."))
    score = Phrase("{score} of 100", score=5 * round(sharp.score / 5))
    return Meter(Phrase("Focus"), score, sharp.sharp, "" if sharp.sharp else sharp.words)


def _light_meters(light: Light) -> tuple[Meter, ...]:
    """Brightness, evenness, flicker and colour, each with the advice that belongs to it."""

    def meter(name: str, figure: str, about: Quantity) -> Meter:
        words = next((advice.words for advice in light.advice if advice.about == about), "")
        return Meter(name, figure, not words, words)

    even = "?" if light.even is None else f"{5 * round(20 * light.even)} %"
    tinted = Phrase("warm") if light.red > light.blue else Phrase("cool")
    shade = tinted if max(abs(light.red - 1), abs(light.blue - 1)) >= WHITE else Phrase("white")
    flickers = "?" if light.flicker is None else f"{100 * light.flicker:.0f} %"
    return (
        meter(Phrase("Brightness"), f"{5 * round(20 * light.level / 255)} %", "brightness"),
        meter(Phrase("Evenness"), even, "evenness"),
        meter(Phrase("Flicker"), flickers, "flicker"),
        meter(Phrase("Colour of the light"), shade, "colour"),
    )


def _table_meter(light: Light) -> Meter:
    """How bright the table is; a dark one is no fault, but harder for clear dice."""
    figure = "?" if light.table is None else Phrase("dark") if light.is_table_dark else Phrase("light enough")
    return Meter(Phrase("Table"), figure, True, light.table_words)


def _exposure_meter(meta: Mapping[str, float | str]) -> Meter:
    """The exposure time, and whether the camera reports that exposure and white balance are locked."""
    name, locked = Phrase("Exposure"), meta.get("locked")
    exposure_us = float(meta.get("exposure_us") or 0)
    figure = f"1/{round(1e6 / exposure_us)} s" if exposure_us > 0 else "?"
    if locked == "yes":
        return Meter(name, Phrase("{figure}, held", figure=figure), True, "")
    if locked == "no":
        words = Phrase(
            "This camera does not hold its exposure and white balance: the light will seem to change by itself."
        )
        return Meter(name, figure, False, words)
    return Meter(name, Phrase("not known"), True, Phrase("Pictures from a file have nothing that could be held."))


def in_words(moment: str) -> str:
    """A moment (ISO 8601) as people write it, in the time zone of this machine; *moment* itself where it is no such."""
    try:
        year, month, day, time = f"{datetime.fromisoformat(moment).astimezone():%Y %m %d %H:%M}".split()
    except (ValueError, OverflowError):  # the latter in the years 1 and 9999
        return moment
    return Phrase("{year}-{month}-{day} at {time}", year=year, month=month, day=day, time=time)
