"""How well pieces are read where a lamp mirrors over them, or a deep shadow falls on them, on painted tables.

``python -m tests.tools.glare [--scenes 12]`` prints for each kind of light what was right, asked, missed and wrong.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping

from hardware.simulated.paint import Light
from tests.vision.painted import PIECES, STONES, Scene, judged, strewn

DICE = tuple(name for name in PIECES if name.startswith("die:") and PIECES[name].look != "clear")[:4]
TOPS = ("wood", "felt", "plain", "checked")
SHINE: Mapping[str, float | None] = {"even light": None, "a faint reflection": 0.5, "a lamp": 0.9, "a bare bulb": 1.3}


def main(scenes: int) -> None:
    """Print one line for each light: the lamp mirrors exactly over one of the pieces."""
    lights = [(words, shine, 0.45) for words, shine in SHINE.items()] + [("a deep shadow", None, 0.9)]
    for words, shine, shadow in lights:
        counts = {"right": 0, "asked": 0, "missed": 0}
        wrong: list[str] = []
        for seed in range(scenes):
            placed = strewn((*STONES[:5], *DICE[:2]), seed)
            at = placed[seed % len(placed)].at
            spot = None if shine is None else (float(at[0]), float(at[1]))
            light = Light(shadow=shadow, glare_mm=spot, glare=shine or 0.0)
            result = judged(Scene(TOPS[seed % len(TOPS)], light=light, seed=seed), placed)
            for name in counts:
                counts[name] += getattr(result, name)
            wrong += [*result.wrong, *result.strange]
        print(f"{words}: {', '.join(f'{n} {name}' for name, n in counts.items())}, {len(wrong)} wrong {wrong or ''}")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenes", type=int, default=12)
    main(parser.parse_args().scenes)
