"""The file of the measured lens."""

from pathlib import Path

import pytest

from calibration.storage.files import StoreError
from calibration.storage.lens_file import load_lens, save_lens
from vision.geometry.lens import Lens

SIZE = (2304, 1296)
LENS = Lens.guess(SIZE, 1500.0)


def test_a_lens_applies_to_pictures_of_its_shape(tmp_path: Path) -> None:
    assert load_lens(tmp_path, SIZE) is None
    save_lens(tmp_path, LENS)
    half = load_lens(tmp_path, (1152, 648))
    assert half is not None
    assert half.matrix[0, 0] == pytest.approx(750)
    assert load_lens(tmp_path, (640, 480)) is None
    (tmp_path / "lens.json").write_text("scribble")
    with pytest.raises(StoreError, match="Measure the lens again"):
        load_lens(tmp_path, SIZE)
