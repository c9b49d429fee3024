"""Which rules are refereed, and which of them the rulings really cite.

``python -m tests.rules.coverage`` prints a report for every game: a dot for a rule that is refereed and cited, an o for
one that is refereed but was never cited, an h for one that is left to the players; then those, with the reason.
"""

from __future__ import annotations

from collections.abc import Iterable

from rules.core.fold import Table, referee
from rules.games import GAMES
from tests.rules import fuzz, goldens
from tests.rules.kit import Kit, kit_of

GAMES_PLAYED = 150  # random games of each game; `make fuzz` plays 20,000


def random_games(kit: Kit) -> tuple[fuzz.Played, ...]:
    """The random games that tests and report look at."""
    return tuple(fuzz.play(kit, seed) for seed in range(GAMES_PLAYED))


def cited(kit: Kit, played: Iterable[fuzz.Played]) -> set[str]:
    """The rules behind all rulings and refusals in random games, goldens and the kit's own cases."""
    games = tuple(played)
    tables: list[Table] = [game.table for game in games]
    tables += [referee(kit.game, *goldens.load(path)) for path in goldens.games(kit)]
    tables += [referee(kit.game, setup, log) for setup, log in kit.cases]
    refused = {rule for game in games for reason in game.reasons for rule in reason.rules if kit.explains}
    return refused | {rule for table in tables for ruling in table.rulings for rule in ruling.rules}


def report(kit: Kit, cited_ids: set[str]) -> str:
    """The coverage of one game's book."""
    book = list(kit.game.book)
    dots = "".join("h" if not rule.refereed else "." if rule.id in cited_ids else "o" for rule in book)
    left = [f"  {rule.id} {rule.text} Left to the players: {rule.honour}." for rule in book if not rule.refereed]
    refereed = sum(rule.refereed for rule in book)
    return "\n".join([f"{kit.game.name}: {refereed} of {len(book)} rules refereed", dots, *left])


def main() -> None:
    """Print the report of every game."""
    for name in GAMES:
        kit = kit_of(name)
        print(report(kit, cited(kit, random_games(kit))), end="\n\n")


if __name__ == "__main__":
    main()
