"""Games with cards, written turn by turn."""

from __future__ import annotations

from rules.core.facts import Choose, Fact, Play
from rules.core.fold import Table, referee
from rules.core.game import Setup
from tests.rules.casting_stones.kit import (
    FIVE_EACH,
    KIT,
    casts,
    intermediate,
)

READY = intermediate()


def table(of: Setup, *log: Fact) -> Table:
    return referee(KIT.game, of, log)


def offered(now: Table, player: str, kind: str) -> list[str]:
    """The picks of *player* for *kind* now; none where that is not asked."""
    return [o.pick for ask in now.asks if (ask.player, ask.kind) == (player, kind) for o in ask.options]


def cited(now: Table) -> set[str]:
    return {rule for ruling in now.entries[-1].rulings for rule in ruling.rules}


class Match:
    """Turns written as patterns of casts; the first reward is taken, and no card unless the test says so."""

    def __init__(self, of: Setup = READY, hands: dict[str, list[str]] | None = None) -> None:
        self.setup, self.log, self.hands = of, list[Fact](), hands or FIVE_EACH

    def turn(self, bo: str, ana: str, *then: Play) -> Match:
        patterns = {"Bo": bo, "Ana": ana}
        for _ in range(2):
            self._settle()
            player = self.table().asks[0].player
            alike = len(set(patterns[player])) == 1  # then the order of the hand, which rewards change, is the same
            hands = {player: list(self.table().state.hands[player])} if alike else self.hands
            self.log.append(casts(player, patterns[player], hands))
        while any(ask.kind == "second" for ask in self.table().asks):
            self.log.append(Choose(self.table().asks[0].player, "second", "stand"))
        self.log += then
        return self

    def _settle(self) -> None:
        """Take the first reward, one that changes no hand if there is any, and no card."""
        while (ask := self.table().asks[0]).kind in ("victory", "card", "gain", "call", "replace"):
            every = [option.pick for option in ask.options]
            picks = [pick for pick in every if "stone" not in pick] or every
            self.log.append(Choose(ask.player, ask.kind, picks[-1] if ask.kind in ("card", "call") else picks[0]))

    def table(self) -> Table:
        return table(self.setup, *self.log)

    def rewarded(self) -> Table:
        """The table after the winner has taken a reward."""
        while (now := self.table()).asks[0].kind in ("victory", "replace"):
            ask = now.asks[0]
            gems = [option.pick for option in ask.options if "gem" in option.pick]
            self.log.append(Choose(ask.player, ask.kind, (gems or [option.pick for option in ask.options])[0]))
        return self.table()
