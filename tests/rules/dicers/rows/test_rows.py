"""Every row of the tables of Powers."""

import pytest

from tests.rules.dicers.duel import Row
from tests.rules.dicers.rows import ROWS
from tests.rules.dicers.table import picks, play, state, view


@pytest.mark.parametrize("row", [pytest.param(row, id=row.name.replace(" ", "-")) for row in ROWS])
def test_each_row_of_the_tables_of_powers_holds(row: Row) -> None:
    table = play(row.setup, row.lines)
    zones = {die: state(table).zones[die] for die in row.zones}
    assert zones == dict(row.zones)
    cited = {rule for ruling in table.rulings for rule in ruling.rules}
    assert set(row.rules) <= cited
    assert not cited & set(row.unsaid)
    assert {kind: picks(table, kind) for kind in row.offers} == {kind: list(o) for kind, o in row.offers.items()}
    assert {player: view(table)["arena"][player]["value"] for player in row.values} == dict(row.values)
    if row.winner is not None:
        assert view(table)["winner"] == row.winner
