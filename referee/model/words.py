"""Phrases of the table for values of hardware/ and vision/: the sides of pieces, errors, findings of the machine.

Those packages do not import the translation; their errors and findings keep the template of their sentence and its
values.
"""

from __future__ import annotations

from hardware.cameras.camera import CameraTrouble
from hardware.machine import Finding
from hardware.wiring import WiringError
from rules.core.at_table import TableRules
from rules.core.phrases import Phrase, listing
from vision.geometry.plane import PlaneError

CAMERAS = {"simulated": Phrase("of the simulated table")}
"""What follows “the camera” in a sentence, where its name on the command line tells people nothing."""
SIDES = {"symbol": Phrase("symbol side"), "number": Phrase("number side")}


def side_words(side: str, rules: TableRules | None = None) -> str:
    """A side as a person says it, in the words of the game with these *rules*."""
    return {**SIDES, "power": (rules or TableRules()).picture_side}.get(side, side)


def sentence_of(error: Exception) -> str:
    """The sentence of *error*: a phrase where it can be translated."""
    if isinstance(error, CameraTrouble | PlaneError | WiringError) and not isinstance(error.template, Phrase):
        return Phrase(error.template, **{name: _phrased(value) for name, value in error.values.items()})
    return str(error)


def finding_words(finding: Finding) -> Phrase:
    """The sentence of *finding*."""
    return Phrase(finding.template, **finding.values)


def _phrased(value: object) -> object:
    match value:
        case CameraTrouble() | PlaneError():
            return sentence_of(value)
        case tuple():
            return listing(map(Phrase, value))
        case str():
            return CAMERAS.get(value, value)
        case int():
            return value
        case _:
            return str(value)
