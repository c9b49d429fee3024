"""Which rules each message of a game may cite: a table kept by hand, against which every ruling is checked.

A line of ``citations.txt`` is ``key: deciding rules | other rules``; a deciding rule comes first in the citation.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from rules.core.rulings import Ruling


@dataclass(frozen=True, slots=True)
class Citable:
    """The rules that one message may cite."""

    deciding: frozenset[str]
    others: frozenset[str]


def load(path: Path, prefix: str) -> Mapping[str, Citable]:
    """Read a table; *prefix* stands before every id in it."""
    lines = [line for line in path.read_text("utf-8").splitlines() if line and not line.startswith("#")]
    return {key: _citable(rules, prefix) for key, _, rules in (line.partition(": ") for line in lines)}


def _citable(rules: str, prefix: str) -> Citable:
    deciding, _, others = rules.partition(" | ")
    return Citable(*(frozenset(prefix + rule for rule in part.split()) for part in (deciding, others)))


def check(table: Mapping[str, Citable], ruling: Ruling) -> None:
    """That a ruling cites only rules that belong to its message, one that decides first."""
    assert ruling.key in table, f"citations.txt has no message {ruling.key!r}: {ruling}"
    allowed = table[ruling.key]
    assert ruling.rules[0] in allowed.deciding, f"{ruling.rules[0]} does not decide {ruling.key!r}: {ruling}"
    strange = set(ruling.rules) - allowed.deciding - allowed.others
    assert not strange, f"{sorted(strange)} do not belong to {ruling.key!r}: {ruling}"
