"""Makes translatable phrases of the errors of hardware/ and vision/.

Those packages do not import the translation; their errors keep the template of their sentence and its values.
"""

from __future__ import annotations

from hardware.cameras.camera import CameraTrouble
from hardware.wiring import WiringError
from rules.core.phrases import Phrase, listing
from vision.geometry.plane import PlaneError


def sentence_of(error: Exception) -> str:
    """The sentence of *error*: a phrase where it can be translated."""
    if isinstance(error, CameraTrouble | PlaneError | WiringError) and not isinstance(error.template, Phrase):
        return Phrase(error.template, **{name: _phrased(value) for name, value in error.values.items()})
    return str(error)


def _phrased(value: object) -> object:
    match value:
        case CameraTrouble() | PlaneError():
            return sentence_of(value)
        case tuple():
            return listing(map(Phrase, value))
        case str() | int():
            return value
        case _:
            return str(value)
