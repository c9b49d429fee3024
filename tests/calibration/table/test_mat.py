"""The printed mat has the markers that the calibration looks for."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from calibration.table.mat import marker_cells, print_mat
from tests.vision.table import camera_over, photograph
from vision.geometry.plane import PAPER_MATS, Geometry, find_plane

POINTS_A_MM = 72 / 25.4


def filled_squares(pdf: bytes) -> list[list[tuple[float, float, float]]]:
    """Filled squares on each page: left, bottom, side in mm."""
    pages = []
    for stream in re.findall(rb"stream\n(.*?)\nendstream", pdf, re.DOTALL):
        try:
            text = zlib.decompress(stream)
        except zlib.error:
            continue
        numbers = re.findall(rb"([\d.]+) ([\d.]+) ([\d.]+) (-?[\d.]+) re f", text)
        pages.append(
            [(float(x) / POINTS_A_MM, float(y) / POINTS_A_MM, float(w) / POINTS_A_MM) for x, y, w, _ in numbers]
        )
    return [page for page in pages if page]


def markers(page: list[tuple[float, float, float]], side: float) -> NDArray[np.float64]:
    return np.array([(x + side / 2, y) for x, y, wide in page if abs(wide - side) < 0.01])


def test_three_pages_with_four_markers_each_at_their_distances(tmp_path: Path) -> None:
    print_mat(tmp_path / "mat.pdf")
    pages = filled_squares((tmp_path / "mat.pdf").read_bytes())
    assert [len(markers(page, 30.0)) for page in pages] == [4, 4, 4]
    for page, mat in zip(pages[1:], PAPER_MATS, strict=True):
        across, deep = np.ptp(markers(page, 30.0), axis=0)
        assert (across, deep) == pytest.approx(mat.mat_mm, abs=0.05)


def test_a_marker_that_does_not_fit_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="10 to 80 mm"):
        print_mat(tmp_path / "mat.pdf", Geometry(marker_mm=120))
    assert not list(tmp_path.iterdir())


def test_the_border_of_a_marker_is_black() -> None:
    assert all(1 <= column <= 4 and 1 <= row <= 4 for number in range(4) for column, row in marker_cells(number))


@pytest.mark.parametrize("mat", PAPER_MATS)
def test_a_mat_on_one_sheet_is_recognised_without_its_size(mat: Geometry) -> None:
    true = camera_over(height_mm=450, markers=mat.corners())
    found = find_plane(photograph(true), lens=true.lens)
    assert not found.laid_anywhere
    np.testing.assert_allclose(found.play_area, true.play_area)
