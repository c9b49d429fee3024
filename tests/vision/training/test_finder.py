"""Training the detection network: its figures on held-out scenes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

torch = pytest.importorskip("torch", reason="training needs the [train] extra")

from vision.training.finder import figures  # noqa: E402
from vision.training.scenes.crowds import scene, stock  # noqa: E402
from vision.training.targets import draw  # noqa: E402


class Oracle:
    """Returns the true maps of scenes in turn, times a factor."""

    def __init__(self, maps: list[NDArray[np.float32]], factor: float) -> None:
        self.maps, self.factor = maps, factor

    def eval(self) -> None:
        """Has no other mode."""

    def __call__(self, _: Any) -> Any:
        return torch.from_numpy(self.maps.pop(0)[None] * self.factor)


@pytest.mark.parametrize(("factor", "expected"), [(1.0, 1.0), (0.1, 0.0)])
def test_figures_count_the_pieces_that_are_found(factor: float, expected: float) -> None:
    textures = stock(np.random.default_rng(3), scale=0.05)
    scenes = [scene(np.random.default_rng(seed), textures) for seed in range(6)]
    net: Any = Oracle([draw(one)[0] for one in scenes], factor)
    found = figures(net, scenes)
    assert found == {"precision": expected, "recall": expected}
