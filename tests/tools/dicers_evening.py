"""Games of Dicers on the simulated table with real eyes: answers right, asked, wrong and missing.

``python -m tests.tools.dicers_evening [--games 4] [--seed 1] [--home HOME] [--level advanced] [--stickers]`` plays
random games.  HOME is used again where it has had its first day.  With ``--stickers`` each die was taught by one
picture of its sticker alone; the rest is learnt from its throws.
"""

from __future__ import annotations

import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from shutil import copytree
from typing import Any

from calibration.storage.table_files import load_gallery, save_gallery
from referee.inventory.pieces import dice_of
from rules.core.asks import Ask
from rules.core.facts import Throw
from tests.referee.random_players import is_roll_of
from tests.tools.evening import Evening, parser, play, taught
from vision.recognition.embedder import load_embedder


class DicersEvening(Evening):
    """A game of Dicers of a level."""

    def __init__(self, level: str, taught: Path, fresh: Path, seed: int, count: Counter[str]) -> None:
        self.level = level
        super().__init__(taught, fresh, seed, count)

    def setup(self) -> dict[str, Any]:
        """The simulated table's dice, dealt in turn."""
        dice = dice_of(self.bench.sight.home, self.bench.sight.eyes().gallery)
        entered = {one["piece"]: dict(one["facts"]) for one in dice if one["facts"].get("power")}
        names = list(entered)
        body = {"game": "dicers", "format": 1, "level": self.level, "players": ["Ana", "Bo"], "house_rules": {}}
        if self.level == "advanced":
            return {**body, "dice": entered, "collections": {"Ana": names[::2], "Bo": names[1::2]}}
        return {**body, "dice": {name: entered[name] for name in names[:6]}}

    def same(self, ask: Ask, due: Sequence[str], fact: Throw, truth: Mapping[str, str]) -> bool:
        """See `is_roll_of`."""
        return is_roll_of(fact, ask, due, truth)


def only_stickers(home: Path) -> Path:
    """Forget all that was taught of the dice but the first picture of each sticker."""
    whole = load_gallery(home)
    gallery = whole
    for piece in whole.pieces():
        if whole.of(piece)[0].kind == "die":
            last = whole.of(piece)[-1]
            crops = whole.crops[whole.owner == whole.sides.index(last)][:1]
            gallery = gallery.without(piece).with_crops(last, crops, load_embedder())
    save_gallery(home, gallery)
    return home


def main() -> None:
    """Play, and print how the throws were judged."""
    arguments = parser(__doc__)
    arguments.add_argument("--level", default="advanced")
    arguments.add_argument("--stickers", action="store_true")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        home = taught(options.home or Path(scratch, "home"))
        if options.stickers:
            home = only_stickers(Path(copytree(home, Path(scratch, "stickers"))))
        play(
            range(options.seed, options.seed + options.games),
            lambda seed, count: DicersEvening(options.level, home, Path(scratch, str(seed)), seed, count),
        )


if __name__ == "__main__":
    main()
