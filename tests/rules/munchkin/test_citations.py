"""Every ruling cites the rule that decides first, and none that has nothing to do with it."""

from __future__ import annotations

from rules.core.reasons import SHORT, short
from tests.rules.munchkin.citations import CITATIONS, misfits, tables
from tests.rules.munchkin.kit import KIT

GAMES = 60  # Random games of the suite; run the module `citations` for more.


def test_every_ruling_cites_what_decides_it() -> None:
    assert list(misfits(tables(GAMES))) == []


def test_every_rule_of_the_table_is_in_the_book() -> None:
    listed = {rule for parts in CITATIONS.values() for part in parts for rule in part.split()}
    assert [rule for rule in listed if f"MUN-{rule}" not in KIT.game.book] == []


def test_the_short_form_cites_four_rules_at_most() -> None:
    assert all(len(short(ruling.rules)) <= SHORT == 4 for table in tables(5) for ruling in table.rulings)
