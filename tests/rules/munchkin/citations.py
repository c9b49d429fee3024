"""Which rules may stand behind which ruling of Munchkin, kept by hand: the deciding ones, then those beside them.

``python -m tests.rules.munchkin.citations 2000`` plays 2,000 random games and prints each ruling that cites otherwise.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from rules.core.fold import Table, referee
from rules.core.rulings import Ruling
from tests.rules import fuzz, goldens
from tests.rules.munchkin.kit import KIT

CITATIONS: dict[str, tuple[str, str]] = {
    "ally": ("ALLY-01", "ALLY-02 ALLY-03 ALLY-08 SETUP-16 TIMING-02"),
    "ally-given-up": ("ALLY-06", "Q-11 Q-12"),
    "ally-replaced": ("ALLY-01", "ALLY-04"),
    "ally-saves-both": ("ALLY-07", ""),
    "ally-saves-one": ("ALLY-07", ""),
    "bad-stuff": ("RUN-05", "RUN-07"),
    "bad-stuff-done": ("RUN-05", ""),
    "bonus": ("COMBAT-06", "MULTI-03"),
    "bribe": ("HELP-05", "Q-33"),
    "bribe-due": ("HELP-05", "Q-16 Q-33"),
    "bribe-offered": ("HELP-05", ""),
    "bribe-withdrawn": ("HELP-05", ""),
    "card-corrected": ("CARD-05", ""),
    "card-described": ("CARD-05", "ITEM-03"),
    "carries": ("TIMING-05", "ITEM-04 ITEM-06"),
    "caught": ("RUN-03", "Q-38 Q-39 RUN-04 RUN-10"),
    "charity": ("CHARITY-02", "CHARITY-01 CHARITY-03 Q-21 Q-22 Q-46"),
    "charity-due": ("CARD-08", "CHARITY-01 CHARITY-02 Q-20"),
    "charity-due-lowest": ("CARD-08", "CHARITY-01 CHARITY-04 Q-20"),
    "charity-lowest": ("CHARITY-04", "CHARITY-01 Q-21"),
    "cheat": ("ITEM-10", ""),
    "crowded": ("ITEM-09", ""),
    "curse": ("CURSE-01 CURSE-03", "CURSE-04 INTERF-04 INTERF-05 Q-27 TIMING-03 TURN-05"),
    "curse-kept": ("CURSE-05", "CURSE-07 CURSE-08"),
    "curse-lifted": ("CURSE-05", ""),
    "curse-played": ("CURSE-03", ""),
    "curse-undescribed": ("CURSE-04", ""),
    "curse-turn-over": ("CURSE-05", ""),
    "curse-used-up": ("CURSE-05", ""),
    "dies": ("DEATH-01", "DEATH-02 DEATH-03 DEATH-05 DEATH-11 DEATH-12 PROF-09 Q-03 Q-04 Q-26 Q-40"),
    "door-curse": ("CURSE-01", "TURN-05"),
    "door-kept": ("TURN-06", "Q-42"),
    "door-played": ("TURN-06", ""),
    "drops": ("PROF-07 ROLE-04", "CARD-09 ROLE-02 TIMING-01"),
    "dual-role": ("ROLE-07", "ROLE-05 ROLE-06 ROLE-09 ROLE-10 TIMING-06 TIMING-07"),
    "dual-role-alone": ("Q-29", ""),
    "dual-role-refused": ("ROLE-07", ""),
    "dual-role-twice": ("ROLE-06", ""),
    "effect": ("COMBAT-06", "MULTI-03"),
    "enhancer": ("ENH-01", "COMBAT-08 ENH-02 ENH-03 ENH-05 INTERF-02"),
    "equips": ("TIMING-05", "ITEM-05 ITEM-09"),
    "escaped": ("RUN-03", "Q-38 Q-39 RUN-04"),
    "escaped-by-card": ("RUN-04", ""),
    "fight": ("TURN-04 TURN-09", "COMBAT-01"),
    "fight-meanwhile": ("ITEM-07", "COMBAT-06 COMBAT-08 ITEM-16 TIMING-05 TIMING-08"),
    "fight-over": ("COMBAT-13", "ITEM-22 TURN-07"),
    "fighter-dead": ("DEATH-02", ""),
    "flight": ("RUN-01", "MULTI-06 Q-10 RUN-02 RUN-06 RUN-08 RUN-09"),
    "flight-over": ("RUN-11", ""),
    "forgets": ("PROF-08", ""),
    "game-begins": ("SETUP-01", "CARD-05 SETUP-08 SETUP-11 SETUP-17 SETUP-19 STAT-01"),
    "gives": ("ITEM-18", "ALLY-05 ITEM-14 ITEM-15 ITEM-17 PROF-05 TIMING-04"),
    "gives-up": ("ITEM-13", "CARD-09 ITEM-12"),
    "go-on": ("COMBAT-14", ""),
    "go-up": ("ITEM-25", "ITEM-24 TIMING-02"),
    "hand": ("CARD-08", "Q-46"),
    "harm-instead": ("CURSE-12", ""),
    "harm-passes": ("CURSE-10", "CURSE-11"),
    "help-asked": ("HELP-01", "HELP-05 HELP-06 HELP-07 Q-15"),
    "help-given": ("HELP-03", "DEATH-14 HELP-04 Q-14 Q-44"),
    "help-refused": ("HELP-02", ""),
    "helper-dead": ("DEATH-02", ""),
    "house": ("SETUP-03", "SETUP-04 SETUP-12"),
    "house-full": ("SETUP-06", ""),
    "is-it-won": ("WIN-01", "WIN-02"),
    "item": (
        "ITEM-05 ITEM-06 ITEM-09 SETUP-16",
        "CARD-04 CARD-06 ITEM-01 ITEM-02 ITEM-03 ITEM-04 ITEM-08 ITEM-11 TIMING-09",
    ),
    "joins": ("MULTI-01 MULTI-08 MULTI-09", "INTERF-03 MULTI-02 MULTI-07 Q-36"),
    "kill-levels": ("COMBAT-09", "REWARD-01"),
    "killed": ("COMBAT-15", "COMBAT-13 CONF-05 CONF-06"),
    "killed-with-help": ("HELP-13", "HELP-12 HELP-14"),
    "laid-out": ("DEATH-04", ""),
    "last-step": ("WIN-02", "CONF-07"),
    "level-bottom": ("CONF-03", "STAT-04"),
    "level-capped": ("CONF-07", "WIN-02"),
    "level-card": ("STAT-03", "STAT-02 WIN-03"),
    "level-card-refused": ("Q-08", "CONF-07 WIN-02"),
    "level-kill": ("COMBAT-09", "Q-09 REWARD-01 STAT-02 STAT-03 WIN-03"),
    "level-lost": ("STAT-04", "STAT-02 WIN-03"),
    "level-only": ("MULTI-03", ""),
    "level-sale": ("SELL-01", "STAT-03 WIN-03"),
    "level-sale-refused": ("SELL-05", "CONF-07 Q-07"),
    "level-set": ("STAT-02", ""),
    "listens": ("FAST-01", "FAST-02"),
    "lives-again": ("DEATH-13", "DEATH-14"),
    "loot-order": ("DEATH-06", "DEATH-07 DEATH-11 Q-23 Q-24 Q-25"),
    "loot-rest": ("DEATH-09", ""),
    "loot-throw": ("DEATH-07", ""),
    "looted-out": ("DEATH-08", ""),
    "loots": ("DEATH-06", "DEATH-10"),
    "loots-room": ("TURN-10", ""),
    "loots-treasure": ("FAST-03", "Q-01"),
    "loses": ("CARD-09 ITEM-13", ""),
    "loses-hand": ("CARD-07", ""),
    "losing": (
        "COMBAT-05",
        "ALLY-03 COMBAT-02 COMBAT-03 COMBAT-06 COMBAT-07 CONF-04 ENH-01 ENH-04 ENH-06 HELP-03 HELP-09 "
        "HELP-10 HELP-11 ITEM-05 MULTI-02 MULTI-05 PROF-02 Q-13 Q-18 Q-45 ROLE-02 ROLE-11 STAT-02",
    ),
    "monster-gone": ("MULTI-04", "COMBAT-11"),
    "new-card": ("CARD-05", ""),
    "new-cards": ("DEATH-15", "DEATH-16"),
    "no-good": ("TURN-09", ""),
    "no-good-draws": ("FAST-03", "Q-01"),
    "no-room": ("ITEM-09", "ITEM-11"),
    "not-won": ("WIN-01", ""),
    "nothing-left": ("DEATH-08", ""),
    "object": ("COMBAT-14", ""),
    "one-shot": ("ITEM-21", "COMBAT-06 INTERF-01 INTERF-05 ITEM-20 MULTI-03"),
    "only-for": ("ROLE-02", "ITEM-05 ITEM-06"),
    "only-levels": ("MULTI-03", ""),
    "opens": ("TURN-03", ""),
    "other": ("ITEM-24", "ITEM-01"),
    "power": ("PROF-10 ROLE-03 SETUP-12", "COMBAT-06 MULTI-03 Q-34 ROLE-10"),
    "price": ("ITEM-03", ""),
    "price-unknown": ("ITEM-03", ""),
    "proficiency": ("PROF-04", "PROF-02 PROF-03 PROF-06 PROF-11 Q-31 Q-32 SETUP-15"),
    "proficiency-not-first": ("SETUP-15", "Q-32"),
    "proficiency-refused": ("PROF-04", "PROF-06"),
    "proficiency-twice": ("ROLE-08", "PROF-11"),
    "ranks-too-high": ("PROF-08", "PROF-04 Q-28"),
    "ready": ("SETUP-17", ""),
    "received": ("TIMING-06", ""),
    "role": ("ROLE-02", "ROLE-01 ROLE-05 ROLE-11 SETUP-14 TIMING-06 TIMING-07"),
    "role-goes": ("Q-30", "ROLE-02"),
    "role-too-many": ("ROLE-06", "SETUP-14"),
    "role-twice": ("ROLE-08", ""),
    "roles-too-many": ("Q-30", "ROLE-06"),
    "room": ("TURN-08", ""),
    "room-after-all": ("Q-02", ""),
    "room-skipped": ("Q-02", ""),
    "run-bonus": ("RUN-04", ""),
    "run-called": ("RUN-01", "COMBAT-05"),
    "run-from": ("RUN-06", ""),
    "sale": ("SELL-01", "ITEM-13 Q-07 SELL-02 SELL-03 SELL-05"),
    "sale-heap": ("SELL-01", "ITEM-23 SELL-04 SELL-06"),
    "sale-taken-back": ("SELL-01", ""),
    "sale-too-little": ("SELL-01", "ITEM-12 Q-07"),
    "sale-too-much": ("Q-07", "SELL-05"),
    "sex": ("SETUP-13", "Q-43"),
    "shared-victory": ("FAST-04", "Q-41"),
    "taken-off": ("ITEM-09", "ITEM-06"),
    "throw-again": ("RUN-03", ""),
    "throw-not-due": ("RUN-03", ""),
    "throw-other": ("RUN-03", ""),
    "treasures-alone": ("COMBAT-10", "ENH-02 Q-17 Q-36 REWARD-02 REWARD-03 REWARD-05"),
    "treasures-changed": ("ENH-02", "REWARD-02"),
    "treasures-helped": ("COMBAT-10", "ENH-02 HELP-07 HELP-15 Q-16 Q-17 Q-36 REWARD-02 REWARD-04 REWARD-05"),
    "treasures-none": ("COMBAT-10", "ENH-02 Q-17 Q-36 REWARD-02"),
    "treasures-none-unkilled": ("COMBAT-12", ""),
    "turn": ("TURN-01", "TURN-02"),
    "turn-ends": ("TURN-14", "CARD-08"),
    "turn-may": ("TIMING-04", "TIMING-05 TIMING-07 TIMING-08 TIMING-09"),
    "turn-over": ("TURN-14", ""),
    "victim-chooses": ("CURSE-09", ""),
    "wait": ("COMBAT-14", "Q-05 Q-06"),
    "winning": (
        "COMBAT-04",
        "ALLY-03 COMBAT-02 COMBAT-03 COMBAT-06 COMBAT-07 CONF-04 ENH-01 ENH-04 ENH-06 HELP-03 HELP-09 "
        "HELP-10 HELP-11 ITEM-05 MULTI-02 MULTI-05 PROF-02 Q-13 Q-18 ROLE-02 ROLE-11 STAT-02",
    ),
    "won": ("WIN-01", "WIN-02"),
    "won-epic": ("WIN-01", "EPIC-01"),
    "won-without-kill": ("COMBAT-11", "COMBAT-12"),
}
"""By the key of the ruling: rules that may come first, and rules that may follow, each without ``MUN-``."""


def misfits(tables: Iterable[Table]) -> Iterator[str]:
    """Every ruling whose first rule does not decide it, or that cites a rule which has nothing to do with it."""
    for ruling in {ruling for table in tables for ruling in table.rulings}:
        if not _fits(ruling):
            yield f"{ruling.key}: {ruling.text} {ruling.rules}"


def _fits(ruling: Ruling) -> bool:
    deciding, beside = (part.split() for part in CITATIONS.get(ruling.key, ("", "")))
    first, *rest = (rule.removeprefix("MUN-") for rule in ruling.rules)
    return first in deciding and set(rest) <= {*deciding, *beside}


def tables(games: int) -> Iterator[Table]:
    """All goldens, all scenes, and that many random games."""
    yield from (referee(KIT.game, *goldens.load(path)) for path in goldens.games(KIT))
    yield from (referee(KIT.game, setup, log) for setup, log in KIT.cases)
    yield from (fuzz.play(KIT, seed).table for seed in range(games))


if __name__ == "__main__":
    found = sorted(set(misfits(tables(int(sys.argv[1])))))
    print(*found, f"{len(found)} rulings cite otherwise", sep="\n")
