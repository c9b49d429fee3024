"""Games of Casting Stones on the simulated table with real eyes: answers right, asked, wrong and missing.

``python -m tests.tools.stones_evening [--games 4] [--seed 1] [--home HOME] [--strays]`` plays random Basic games with
the stones of the starter set.  HOME is used again where it has had its first day.  With ``--strays`` the stones that
nobody plays lie on the mat too.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.inventory.pieces import stones_of
from rules.core.asks import Ask
from rules.core.facts import Throw
from tests.referee.simulated import A_THROW, STONES, setup_of
from tests.tools.evening import Evening, parser, play, taught


class StonesEvening(Evening):
    """A Basic game of Casting Stones; hands of five are dealt.  ``before``: the sides of all stones before a cast."""

    before: Mapping[str, str]

    def setup(self) -> dict[str, Any]:
        """The starter set, and one hand for each player."""
        return setup_of(stones_of(self.bench.sight.eyes().gallery))

    def same(self, ask: Ask, due: Sequence[str], fact: Throw, truth: Mapping[str, str]) -> bool:
        """Every stone counts; one that is cast again to its old place and side may count as kept, which is the same."""
        thrown = dict(fact.shown)
        unmoved = {stone: side for stone, side in truth.items() if stone not in thrown}
        right = thrown.items() <= truth.items() and unmoved.items() <= self.before.items()
        return right and bool(thrown) and fact.player == ask.player and (ask.some or not unmoved)

    def mishap(self) -> str:
        """Two stones of every fifth cast touch."""
        return "touching" if self.rng.random() < 0.2 else ""

    def chosen(self, ask: Ask) -> tuple[str, ...]:
        """All stones of a first cast, any of a second."""
        self.before = self.bench.table.lying()
        pieces = [piece for piece, _ in ask.pieces]
        return tuple(self.rng.sample(pieces, self.rng.randint(1, len(pieces)))) if ask.some else tuple(pieces)


class AmongStrays(StonesEvening):
    """A game among the stones that nobody plays."""

    def play(self) -> None:
        hands = self.setup()["hands"].values()
        self.bench.table.throw([stone.id for stone in STONES if not any(stone.id in hand for hand in hands)])
        self.bench.look(A_THROW)
        super().play()


def main() -> None:
    """Play, and print how the casts were judged."""
    arguments = parser(__doc__)
    arguments.add_argument("--strays", action="store_true")
    options = arguments.parse_args()
    evening = AmongStrays if options.strays else StonesEvening
    with tempfile.TemporaryDirectory() as scratch:
        home = taught(options.home or Path(scratch, "home"), STONES)
        play(
            range(options.seed, options.seed + options.games),
            lambda seed, count: evening(home, Path(scratch, str(seed)), seed, count, STONES),
        )


if __name__ == "__main__":
    main()
