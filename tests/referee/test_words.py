"""Errors of the camera and the mat keep their template, so that pages show them in the reader's language."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from calibration.storage.files import not_written
from hardware.cameras.camera import CameraTrouble
from referee.model.words import sentence_of
from rules.core.phrases import Phrase, translated
from vision.geometry.plane import PlaneError
from web.languages import catalogue


@pytest.mark.parametrize(
    ("error", "english", "german"),
    [
        (
            CameraTrouble("There is no camera at {path}: plug it in, or choose another with --camera.", path="/dev/a"),
            "There is no camera at /dev/a: plug it in",
            "An /dev/a ist keine Kamera: Steck sie an",
        ),
        (
            PlaneError(
                "The camera or the mat was moved, or the light is gone. {why}",
                why=PlaneError(
                    "Corner cards laid freely need all four markers; {missing} is not seen.",
                    missing=("near left", "near right"),
                ),
            ),
            "need all four markers; near left and near right is not seen.",
            "brauchen alle vier Marker. Nicht zu sehen: ",
        ),
        (
            CameraTrouble(
                "The camera {name} sent no picture in time; if this stays, unplug it and plug it in again.",
                name="simulated",
            ),
            "sent no picture in time",
            "Von der Kamera des simulierten Tischs kam kein Bild.",
        ),
        (PlaneError(Phrase("The lens was measured with the sheet.")), "The lens was measured", "Die Linse"),
        (
            not_written(Path("pin"), OSError(errno.ENOSPC, "?")),
            "the disk is full",
            "pin konnte nicht geschrieben werden",
        ),
        (not_written(Path("pin"), OSError(errno.EIO, "?")), "could not be written: see", "Prüf den Datenträger"),
        (ValueError("Something of {its} own."), "Something of {its} own.", "Something of {its} own."),
    ],
)
def test_an_error_is_shown_in_the_language_of_its_reader(error: Exception, english: str, german: str) -> None:
    assert english in str(error)
    assert english in sentence_of(error)
    assert german in translated(sentence_of(error), catalogue("de"))
