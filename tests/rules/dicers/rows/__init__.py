"""Games whose rulings count for the coverage of the book, beside goldens and random games."""

from collections.abc import Sequence

from rules.core.facts import Fact
from rules.core.game import Setup
from tests.rules.dicers.duel import Row
from tests.rules.dicers.rows import calls, capture, doubled, early, evoked, modifiers, pairs, reserve, swaps, timing
from tests.rules.dicers.table import facts

_TABLES = (evoked, swaps, capture, calls, modifiers, doubled, reserve, timing, early, pairs)
ROWS: tuple[Row, ...] = tuple(row for table in _TABLES for row in table.ROWS)
CASES: Sequence[tuple[Setup, Sequence[Fact]]] = tuple((row.setup, facts(row.lines)) for row in ROWS)
