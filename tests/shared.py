"""The folder of pictures outside the repository; tests that need them are skipped with a reason without it."""

from pathlib import Path

import pytest

SHARED = Path(__file__).resolve().parents[2] / "shared"
RENDERS = SHARED / "renders" / "open"
PHOTOS = SHARED / "photos"

needs_renders = pytest.mark.skipif(not RENDERS.is_dir(), reason="no ../shared/renders here: the pictures stay outside")
needs_photos = pytest.mark.skipif(not PHOTOS.is_dir(), reason="no ../shared/photos here: the pictures stay outside")
