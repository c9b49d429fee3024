"""The report of a long test: counts of its steps, and its failures."""

from __future__ import annotations

from dataclasses import dataclass, field
from time import monotonic


@dataclass(slots=True)
class Report:
    """One long test: its name, how often each thing was counted, and a sentence for each failure."""

    name: str
    counts: dict[str, int] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    began: float = field(default_factory=monotonic)

    def count(self, what: str, more: int = 1) -> None:
        """Add to a count."""
        self.counts[what] = self.counts.get(what, 0) + more

    def check(self, holds: object, words: str) -> None:
        """Note a failure where something does not hold."""
        if not holds:
            self.failures.append(words)

    def __str__(self) -> str:
        counts = ", ".join(f"{number} {what}" for what, number in self.counts.items())
        verdict = "no failure" if not self.failures else f"{len(self.failures)} FAILURES"
        lines = [f"{self.name}: {counts}; {verdict} ({monotonic() - self.began:.0f} s)"]
        return "\n".join([*lines, *(f"  {words}" for words in self.failures[:20])])
