"""Games whose rulings count for the coverage of the book, beside goldens and random games."""

from collections.abc import Sequence

from rules.core.facts import Fact
from rules.core.game import Setup
from tests.rules.dicers import (
    rows_calls,
    rows_capture,
    rows_evoked,
    rows_modifiers,
    rows_pairs,
    rows_reserve,
    rows_timing,
)
from tests.rules.dicers.duel import Row
from tests.rules.dicers.table import facts

_TABLES = (rows_evoked, rows_capture, rows_calls, rows_modifiers, rows_reserve, rows_timing, rows_pairs)
ROWS: tuple[Row, ...] = tuple(row for table in _TABLES for row in table.ROWS)
CASES: Sequence[tuple[Setup, Sequence[Fact]]] = tuple((row.setup, facts(row.lines)) for row in ROWS)
