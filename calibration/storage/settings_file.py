"""Reads a file of settings; what is wrong with it is told in one sentence, and the library's reason is logged."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from calibration.storage.files import (
    CHOOSE_AGAIN,
    IS_DAMAGED,
    LARGEST_JSON,
    NOT_READABLE,
    DamagedFileError,
    bytes_in,
)
from rules.core.phrases import Phrase

Settings = TypeVar("Settings", bound=BaseModel)
log = logging.getLogger(__name__)
WRONG_FIELD = Phrase("{file} cannot be used, because of “{field}” in it: move it away.")


def settings_in(path: Path, kind: type[Settings]) -> Settings:
    """The settings in the file at *path*; the defaults where there is none.

    A field that this version does not know is logged and has no effect: a newer version wrote it, or a person
    misspelt it. A *kind* that allows extra fields writes it back unchanged.

    Raises:
        DamagedFileError: where the file does not hold settings of this *kind*, or cannot be read.
    """
    try:
        settings = kind.model_validate_json(bytes_in(path, LARGEST_JSON)) if path.exists() else kind()
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(map(str, first["loc"]))
        log.warning("%s cannot be used: %s: %s", path, field or "the file", first["msg"])
        what = WRONG_FIELD.about(file=str(path), field=field) if field else IS_DAMAGED
        raise DamagedFileError(path, CHOOSE_AGAIN, what) from None
    except OSError as error:
        log.warning("%s cannot be read: %s", path, error.strerror)
        raise DamagedFileError(path, CHOOSE_AGAIN, NOT_READABLE) from None
    for field in settings.model_extra or ():
        log.warning("%s: “%s” in it is not a setting of this version and has no effect", path, field)
    return settings
