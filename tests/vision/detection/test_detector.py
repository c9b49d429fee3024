"""How the detection network is run; test_detect.py tests how its candidates are checked."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hardware.simulated.paint import paint
from tests.vision.detection.test_die_pose import VIEWS, die
from tests.vision.painted import Scene
from vision.detection import detector
from vision.detection.detector import spots, spots_in


def test_many_patches_are_searched_a_few_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    image = paint(Scene("felt", VIEWS[1]).painted(), [die(0, 0, 10)], 7)[::4, ::4]
    left, top = (int(v) - 48 for v in spots(image, 0.3)[0].middle)
    patches = np.stack([image[top : top + 96, left + x : left + x + 96] for x in range(-10, 10)])
    alone = [spots_in(patch[None], 0.3)[0] for patch in patches]
    session, counts = detector._session(), []

    class Counted:
        def run(self, names: None, given: dict[str, Any], options: Any) -> Any:
            counts.append(len(given["picture"]))
            return session.run(names, given, options)

    monkeypatch.setattr(detector, "_session", Counted)
    found = spots_in(patches, 0.3)
    assert counts == [8, 8, 4], "the network keeps the memory of its largest batch"
    assert all(alone)
    assert [[s.score for s in each] for each in found] == [pytest.approx([s.score for s in each]) for each in alone]
