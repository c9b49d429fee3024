"""Games whose rulings count for the coverage of the book, beside goldens and random games."""

from collections.abc import Sequence

from rules.core import Setup
from rules.facts import Fact
from tests.rules.dicers import rows_calls, rows_capture, rows_evoked, rows_modifiers
from tests.rules.dicers.duel import Row
from tests.rules.dicers.table import facts

ROWS: tuple[Row, ...] = (*rows_evoked.ROWS, *rows_capture.ROWS, *rows_calls.ROWS, *rows_modifiers.ROWS)
CASES: Sequence[tuple[Setup, Sequence[Fact]]] = tuple((row.setup, facts(row.lines)) for row in ROWS)
