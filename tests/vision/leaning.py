"""From which angle on a clear die that leans on another is recognised as cocked.

    python -m tests.vision.leaning

Painted pairs, from three cameras, on two table tops, each pair four ways about.
"""

from __future__ import annotations

from collections import Counter

from hardware.simulated.view import looking_down
from tests.vision.painted import Judged, Scene, beside_another, judged

VIEWS = (looking_down(), looking_down(height_mm=700, tilt_deg=12), looking_down(height_mm=600, tilt_deg=35))
TOPS = ("wood", "felt")
WAYS = ((0.0, 90.0), (90.0, 0.0), (200.0, 270.0), (270.0, 180.0))


def pairs(by_deg: float) -> list[Judged]:
    """The reading of each painted pair, judged; one die of each leans by *by_deg* degrees."""
    scenes = [Scene(top, view) for top in TOPS for view in VIEWS]
    return [judged(scene, beside_another(by_deg, *way)) for scene in scenes for way in WAYS]


def main() -> None:
    """Print a line for each lean."""
    print("Two clear dice side by side, one leaning on the other: counts of dice")
    print("leans by        dice   right   asked  missed   taken for level, or wrong")
    for by_deg in (0.0, 10.0, 15.0, 20.0, 25.0, 30.0, 40.0, 45.0):
        results = pairs(by_deg)
        counts = Counter({word: sum(getattr(one, word) for one in results) for word in ("right", "asked", "missed")})
        wrong = sum(len(one.wrong) for one in results)
        figures = "".join(f"{counts[word]:8}" for word in ("right", "asked", "missed"))
        print(f"{by_deg:5.0f} degrees {2 * len(results):7}{figures}{wrong:8}")


if __name__ == "__main__":
    main()
